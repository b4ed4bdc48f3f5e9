//! JSON that a subject holds as it came: RFC 8785 at run time.

use serde_json::{Map, Number, Value};

use super::{
    canonical::{Canonical, Form, Writer, canonical},
    null::{NotNull, Nullable, Present},
};

/// A value that is JSON already, behind `#[subject(json)]`.
///
/// It is the one place where a subject may hold floats: they are written as ECMAScript does.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not JSON",
    label = "not JSON",
    note = "`json` stands on a `serde_json::Value`, on its `Map`, or on a list or `Option` of them"
)]
pub trait Json {
    /// Whether it may be `null`, as for [`Canonical`].
    type Null;

    /// Appends the canonical JSON of `self`.
    fn write_json(&self, out: &mut Writer);
}

impl Json for Value {
    type Null = Nullable;

    fn write_json(&self, out: &mut Writer) {
        match self {
            Self::Null => out.raw("null"),
            Self::Bool(value) => out.raw(if *value { "true" } else { "false" }),
            Self::Number(number) => write_number(number, out),
            Self::String(text) => out.string(text),
            Self::Array(items) => items.write_json(out),
            Self::Object(entries) => entries.write_json(out),
        }
    }
}

impl Json for Map<String, Value> {
    type Null = Present;

    fn write_json(&self, out: &mut Writer) {
        // Sorted here, since any crate of the build can switch on `preserve_order`.
        out.map(self, Value::write_json);
    }
}

impl<T: Json> Json for Vec<T> {
    type Null = Present;

    fn write_json(&self, out: &mut Writer) {
        out.list(self, T::write_json);
    }
}

impl<T: Json> Json for Option<T>
where
    T::Null: NotNull,
{
    type Null = Nullable;

    fn write_json(&self, out: &mut Writer) {
        match self {
            Some(value) => value.write_json(out),
            None => out.raw("null"),
        }
    }
}

/// The RFC 8785 form of an object that belongs to no subject.
pub(crate) fn canonical_json(object: &Map<String, Value>) -> String {
    struct Object<'a>(&'a Map<String, Value>);
    impl Canonical for Object<'_> {
        type Null = Present;

        fn write_canonical(&self, out: &mut Writer) {
            self.0.write_json(out);
        }
    }
    canonical(&Object(object), Form::Change)
}

fn write_number(number: &Number, out: &mut Writer) {
    match number.as_f64() {
        // An integer keeps its digits, as everywhere in a subject.
        Some(float) if !number.is_i64() && !number.is_u64() => out.text(&ecmascript(float)),
        _ => out.text(&number.to_string()),
    }
}

/// A finite float as ECMAScript's `Number::toString` writes it.
fn ecmascript(float: f64) -> String {
    // Both want the shortest digits that read back as the same float, and Rust has those. Of two
    // equally near Rust takes the upper, ECMAScript the even one, as does Rust's rounding.
    let shortest = format!("{:e}", float.abs());
    let places = shortest.find('e').unwrap_or(0).saturating_sub(2);
    let rounded = format!("{:.places$e}", float.abs());
    let shortest = if rounded.parse() == Ok(float.abs()) {
        rounded
    } else {
        shortest
    };
    let (digits, exponent) = shortest.split_once('e').unwrap_or((&shortest, "0"));
    let digits = digits.replace('.', "");
    let point = exponent.parse::<i32>().unwrap_or(0) + 1;
    let length = i32::try_from(digits.len()).unwrap_or(i32::MAX);
    let zeros = |count: i32| "0".repeat(usize::try_from(count).unwrap_or(0));
    let text = if float == 0.0 {
        "0".to_owned()
    } else if (length..=21).contains(&point) {
        format!("{digits}{}", zeros(point - length))
    } else if (1..=21).contains(&point) {
        let (whole, fraction) = digits.split_at(usize::try_from(point).unwrap_or(0));
        format!("{whole}.{fraction}")
    } else if (-5..=0).contains(&point) {
        format!("0.{}{digits}", zeros(-point))
    } else {
        let (first, rest) = digits.split_at(1);
        let dot = if rest.is_empty() { "" } else { "." };
        let sign = if point > 0 { "+" } else { "" };
        format!("{first}{dot}{rest}e{sign}{}", point - 1)
    };
    if float < 0.0 {
        format!("-{text}")
    } else {
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// As doubles they would be rounded.
    #[test]
    fn integers_keep_their_digits() {
        for digits in [
            "9007199254740993",
            "18446744073709551615",
            "-9007199254740993",
            "-9223372036854775808",
        ] {
            let json = format!("{{\"n\":{digits}}}");
            let object = serde_json::from_str(&json).unwrap();
            assert_eq!(canonical_json(&object), json);
        }
    }

    /// To serde, these are `1.0` and its like.
    #[test]
    fn floats_lose_what_they_do_not_need() {
        for (float, written) in [(1.0, "1"), (-0.0, "0"), (-1e20, "-100000000000000000000")] {
            let object = [("n".to_owned(), Value::from(float))].into_iter().collect();
            assert_eq!(canonical_json(&object), format!("{{\"n\":{written}}}"));
        }
    }

    /// Appendix B of RFC 8785.
    #[test]
    fn the_samples_of_rfc_8785() {
        for (bits, text) in [
            (0x0000_0000_0000_0000, "0"),
            (0x8000_0000_0000_0000, "0"),
            (0x0000_0000_0000_0001, "5e-324"),
            (0x8000_0000_0000_0001, "-5e-324"),
            (0x7fef_ffff_ffff_ffff, "1.7976931348623157e+308"),
            (0xffef_ffff_ffff_ffff, "-1.7976931348623157e+308"),
            (0x4340_0000_0000_0000, "9007199254740992"),
            (0xc340_0000_0000_0000, "-9007199254740992"),
            (0x4430_0000_0000_0000, "295147905179352830000"),
            (0x44b5_2d02_c7e1_4af5, "9.999999999999997e+22"),
            (0x44b5_2d02_c7e1_4af6, "1e+23"),
            (0x44b5_2d02_c7e1_4af7, "1.0000000000000001e+23"),
            (0x444b_1ae4_d6e2_ef4e, "999999999999999700000"),
            (0x444b_1ae4_d6e2_ef4f, "999999999999999900000"),
            (0x444b_1ae4_d6e2_ef50, "1e+21"),
            (0x3eb0_c6f7_a0b5_ed8c, "9.999999999999997e-7"),
            (0x3eb0_c6f7_a0b5_ed8d, "0.000001"),
            (0x41b3_de43_5555_5553, "333333333.3333332"),
            (0x41b3_de43_5555_5554, "333333333.33333325"),
            (0x41b3_de43_5555_5555, "333333333.3333333"),
            (0x41b3_de43_5555_5556, "333333333.3333334"),
            (0x41b3_de43_5555_5557, "333333333.33333343"),
            (0xbecb_f647_612f_3696, "-0.0000033333333333333333"),
            (0x4314_3ff3_c1cb_0959, "1424953923781206.2"),
        ] {
            assert_eq!(ecmascript(f64::from_bits(bits)), text);
        }
    }
}
