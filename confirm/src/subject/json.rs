//! JSON values from elsewhere inside a subject: RFC 8785 at run time.

use serde_json::{Map, Number, Value};

use super::{
    canonical::{Canonical, Form, Writer, canonical},
    null::{NotNull, Nullable, Present},
};

/// A value that is JSON already, under `#[subject(json)]`.
///
/// Only here may a subject hold floats. They are written as ECMAScript writes them.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not JSON",
    label = "not JSON",
    note = "`json` stands on a `serde_json::Value`, on its `Map`, or on a list or `Option` of them"
)]
pub trait Json {
    /// The marker of whether the text may be `null`, as for [`Canonical`].
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
        // Do not rely on the order of the `Map`: any crate of the build can switch on
        // `preserve_order`.
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

/// Returns the RFC 8785 form of an object that belongs to no subject.
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
    // An integer keeps its digits, as everywhere in a subject.
    if let Some(integer) = number.as_u64() {
        out.unsigned(integer);
    } else if let Some(integer) = number.as_i64() {
        out.signed(integer);
    } else {
        out.text(&fraction(number.to_string(), number.as_f64()));
    }
}

/// Returns the text of a number that is not a 64-bit integer, given the text that `serde_json`
/// writes.
///
/// Any crate of the build can switch on `arbitrary_precision`. `serde_json` then keeps the digits
/// of numbers that are the same `f64`. So the RFC 8785 form is used only if it is exactly the same
/// number; any other number keeps its text.
fn fraction(text: String, float: Option<f64>) -> String {
    let Some(float) = float else {
        return text;
    };
    let rounded = ecmascript(float);
    // The text that `serde_json` makes of the float itself can differ in the last digit.
    let own = Number::from_f64(float).is_some_and(|own| !keeps_digits() && own.to_string() == text);
    if own || decimal(&rounded) == decimal(&text) {
        rounded
    } else {
        text
    }
}

/// Returns whether `serde_json` keeps digits that an `f64` cannot hold (`arbitrary_precision`).
fn keeps_digits() -> bool {
    let digits = "1.00000000000000000000001";
    serde_json::from_str::<Number>(digits).is_ok_and(|number| number.to_string() == digits)
}

/// Splits a decimal number into its sign, its digits without leading and trailing zeros, and the
/// exponent of its last digit. Two texts have equal parts if they are one number.
fn decimal(text: &str) -> (bool, String, i128) {
    let (digits, exponent) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let negative = whole.starts_with('-');
    let digits = format!("{}{fraction}", whole.trim_start_matches('-'));
    let exponent = exponent.parse::<i128>().unwrap_or(i128::MAX / 2);
    let significant = digits.trim_end_matches('0');
    let zeros = digits.len() - significant.len();
    let exponent = exponent - fraction.len() as i128 + zeros as i128;
    let significant = significant.trim_start_matches('0').to_owned();
    if significant.is_empty() {
        return (false, significant, 0);
    }
    (negative, significant, exponent)
}

/// Formats a finite float as ECMAScript's `Number::toString` does.
fn ecmascript(float: f64) -> String {
    ryu_js::Buffer::new().format_finite(float).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks integers that a double would round.
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

    /// Checks floats that serde writes with more than they need, such as `1.0`.
    #[test]
    fn floats_lose_what_they_do_not_need() {
        for (float, written) in [(1.0, "1"), (-0.0, "0"), (-1e20, "-100000000000000000000")] {
            let object = [("n".to_owned(), Value::from(float))].into_iter().collect();
            assert_eq!(canonical_json(&object), format!("{{\"n\":{written}}}"));
        }
    }

    /// Checks numbers in the texts that `arbitrary_precision` keeps.
    #[test]
    fn numbers_that_are_sent_differently_are_written_differently() {
        let written = |text: &str| {
            fraction(
                text.to_owned(),
                text.parse().ok().filter(|n: &f64| n.is_finite()),
            )
        };
        for (text, as_float) in [
            ("18446744073709551616", "18446744073709552000"),
            ("18446744073709551617", "18446744073709552000"),
            ("-9223372036854775809", "-9223372036854776000"),
            ("0.10000000000000000001", "0.1"),
            ("1e-400", "0"),
            ("1e400", ""),
            ("123456789012345678901234567890e-20", "1234567890.1234567"),
        ] {
            assert_eq!(written(text), text);
            assert_ne!(written(text), as_float);
        }
        // These are one number in several spellings.
        for (texts, number) in [
            (["1.0", "1.00", "10e-1", "0.1E+1"], "1"),
            (
                [
                    "-0",
                    "-0.0",
                    "0e5",
                    "-0e-999999999999999999999999999999999999999",
                ],
                "0",
            ),
            (
                ["1e21", "1000000000000000000000.0", "10E20", "0.01e23"],
                "1e+21",
            ),
            (["-0.5", "-5e-1", "-0.50", "-50e-2"], "-0.5"),
            (
                [
                    "18446744073709552000",
                    "18446744073709552e3",
                    "1.8446744073709552e19",
                    "18446744073709552000.0",
                ],
                "18446744073709552000",
            ),
        ] {
            for text in texts {
                assert_eq!(written(text), number, "{text}");
            }
        }
    }

    /// Checks the samples in appendix B of RFC 8785.
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
