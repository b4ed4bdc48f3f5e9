//! The formats of values: exact decimals, dates and months.
//!
//! English shows plain decimals and ISO dates. Another language may translate the patterns below, which
//! are templates of the catalogue like any text.

use super::{Arg, Part, arg::Kind, parts};
use crate::Catalogue;

/// The pattern of a number with decimals.
const DECIMAL: &str = "{whole}.{fraction}";
/// The pattern of a date.
const DATE: &str = "{day} {month} {year}";
/// The pattern of a month.
const MONTH: &str = "{month} {year}";
const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];

/// Returns the templates of formats. A test checks that every language has them.
#[cfg(test)]
pub(crate) fn for_people() -> impl Iterator<Item = &'static str> {
    [DECIMAL, DATE, MONTH].into_iter().chain(MONTHS)
}

/// Shows `value` / 10^`scale` as exact decimal text with at least `digits` decimals; never rounded.
///
/// Milliunits have the scale 3: `decimal(-86_400, 3, 2)` is `-86.40`, and `decimal(-4_059, 3, 2)`
/// is `-4.059`, because hiding the third digit would show another amount. At most 40 decimals are
/// written out: a larger `scale` is shown as an exponent, such as `1e-41`.
#[must_use]
pub fn decimal(value: impl Into<i128>, scale: u32, digits: u32) -> Arg {
    Arg(Kind::Decimal {
        value: value.into(),
        scale,
        digits,
    })
}

/// Shows `text` as a date if it is `YYYY-MM-DD`, and quotes it like any other text if it is not.
#[must_use]
pub fn date(text: &str) -> Arg {
    if is_date(text) {
        Arg(Kind::Date {
            date: text.to_owned(),
        })
    } else {
        Arg::untrusted(text)
    }
}

/// Shows `text` as a month if it is `YYYY-MM-DD`, such as `2026-09-01`, and quotes it like any other
/// text if it is not. English shows the date itself; other languages name the month.
#[must_use]
pub fn month(text: &str) -> Arg {
    if is_date(text) {
        Arg(Kind::Month {
            date: text.to_owned(),
        })
    } else {
        Arg::untrusted(text)
    }
}

fn is_date(text: &str) -> bool {
    let bytes = text.as_bytes();
    let number = |range: std::ops::Range<usize>| {
        bytes[range].iter().try_fold(0, |n, byte| {
            byte.is_ascii_digit()
                .then(|| n * 10 + u32::from(byte - b'0'))
        })
    };
    bytes.len() == 10
        && bytes[4] == b'-'
        && bytes[7] == b'-'
        && number(0..4).is_some()
        && number(5..7).is_some_and(|month| (1..=12).contains(&month))
        && number(8..10).is_some_and(|day| (1..=31).contains(&day))
}

/// The most decimals that are written out. More zeros would bury the amount, or fill the memory.
const MAX_PLACES: u32 = 40;

pub(super) fn decimal_text(value: i128, scale: u32, digits: u32) -> String {
    if scale > MAX_PLACES {
        return format!("{value}e-{scale}");
    }
    let (scale, digits) = (scale as usize, digits.min(MAX_PLACES) as usize);
    let unsigned = format!("{:0>width$}", value.unsigned_abs(), width = scale + 1);
    let (whole, fraction) = unsigned.split_at(unsigned.len() - scale);
    let fraction = format!("{:0<digits$}", fraction.trim_end_matches('0'));
    let sign = if value < 0 { "-" } else { "" };
    let point = if fraction.is_empty() { "" } else { "." };
    format!("{sign}{whole}{point}{fraction}")
}

/// Returns exact decimal text as a language writes it.
pub(super) fn decimal_in(text: String, catalogue: &Catalogue) -> String {
    match text.split_once('.') {
        Some((whole, fraction)) if catalogue.has(DECIMAL) => {
            let values = [("whole", whole), ("fraction", fraction)];
            filled(catalogue.translate(DECIMAL, None), &values)
        }
        _ => text,
    }
}

/// Returns a checked date as a language writes it.
pub(super) fn date_in(date: &str, catalogue: &Catalogue) -> String {
    in_words(date, DATE, catalogue)
}

/// Returns the month of a checked date as a language writes it.
pub(super) fn month_in(date: &str, catalogue: &Catalogue) -> String {
    in_words(date, MONTH, catalogue)
}

fn in_words(date: &str, pattern: &'static str, catalogue: &Catalogue) -> String {
    let number = date[5..7].parse::<usize>().unwrap_or_default();
    let Some(month) = number.checked_sub(1).and_then(|index| MONTHS.get(index)) else {
        return date.to_owned();
    };
    if !catalogue.has(pattern) {
        return date.to_owned();
    }
    let values = [
        ("day", date[8..].trim_start_matches('0')),
        ("month", catalogue.translate(month, None)),
        ("year", &date[..4]),
    ];
    filled(catalogue.translate(pattern, None), &values)
}

/// Fills the placeholders of a pattern.
fn filled(pattern: &str, values: &[(&str, &str)]) -> String {
    let value = |name: &str| {
        let mut known = values.iter();
        known
            .find(|(known, _)| *known == name)
            .map(|(_, value)| *value)
    };
    parts(pattern)
        .map(|part| match part {
            Part::Literal(text) => text,
            Part::Name(name) => value(name).unwrap_or_default(),
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decimals_are_exact() {
        for (value, scale, digits, text) in [
            (-86_400, 3, 2, "-86.40"),
            (-4_059, 3, 2, "-4.059"),
            (500_000, 3, 0, "500"),
            (-395_032, 3, 3, "-395.032"),
            (5, 3, 2, "0.005"),
            (-5, 0, 0, "-5"),
            (5, 40, 0, "0.0000000000000000000000000000000000000005"),
            (7, 0, 2, "7.00"),
            (0, 3, 2, "0.00"),
            (i128::from(u64::MAX), 3, 2, "18446744073709551.615"),
            (i128::from(i64::MIN), 3, 2, "-9223372036854775.808"),
            (1, 41, 0, "1e-41"),
        ] {
            assert_eq!(decimal_text(value, scale, digits), text);
        }
        assert_eq!(decimal_text(1, u32::MAX, u32::MAX), "1e-4294967295");
        assert_eq!(decimal_text(1, 0, u32::MAX).len(), 42);
    }

    #[test]
    fn each_language_writes_its_own_way() {
        use crate::Language;

        for (language, amount, day, month) in [
            (Language::English, "-86.40", "2026-09-02", "2026-12-01"),
            (
                Language::Spanish,
                "-86,40",
                "2 de septiembre de 2026",
                "diciembre de 2026",
            ),
            (
                Language::Dutch,
                "-86,40",
                "2 september 2026",
                "december 2026",
            ),
        ] {
            let catalogue = Catalogue::built_in(language);
            let shown = |arg: Arg| arg.render(80, &catalogue);
            assert_eq!(shown(decimal(-86_400, 3, 2)), amount);
            assert_eq!(shown(decimal(500_000, 3, 0)), "500");
            assert_eq!(shown(date("2026-09-02")), day);
            assert_eq!(shown(super::month("2026-12-01")), month);
            assert_eq!(shown(super::month("soon")), "‘soon’");
        }
    }

    #[test]
    fn only_dates_are_dates() {
        assert!(is_date("2026-08-14"));
        for text in [
            "",
            "2026-13-01",
            "2026-00-10",
            "2026-01-32",
            "2026-1-1",
            "14.08.2026",
            "2026-08-14 ",
            "２０26-08-1",
            "+026-08-14",
            "2026–08–14",
        ] {
            assert!(!is_date(text), "{text}");
        }
    }
}
