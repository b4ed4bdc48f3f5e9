mod decimal;

use std::{borrow::Cow, str::FromStr};

use serde::{Deserialize, Deserializer, Serialize, de};
use serde_json::Number;

pub use self::decimal::Decimal;

/// An amount in thousandths of a plan's currency unit, whatever the currency: 123.93 dollars are
/// 123930, 500 yen are 500000. Money out is negative.
///
/// An amount that was read from YNAB is at most [`LARGEST`](Self::LARGEST), and so is the result of
/// every operation. All operations are checked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(transparent)]
#[expect(clippy::exhaustive_structs, reason = "it is a number and nothing else")]
pub struct Milliunits(pub i64);

/// An error in an amount.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum MoneyError {
    /// The text is not a decimal number.
    #[error("`{0}` is not an amount: write digits with at most three decimals, such as -86.40")]
    NoAmount(String),
    /// The result of an operation is too large.
    #[error(
        "the amounts come to more than {}, which no program reads exactly",
        Milliunits(Milliunits::LARGEST).decimal()
    )]
    TooLarge,
    /// The number has more digits than a JSON number holds exactly.
    #[error("`{0}` has more than 15 significant digits, which no program reads exactly")]
    TooLong(String),
    /// The amount has more decimals than the currency.
    #[error(
        "`{text}` has more decimals than the plan's currency: the nearest amounts are {below} and {above}"
    )]
    TooFine {
        /// The text that was given.
        text: String,
        /// The nearest amount below.
        below: Decimal,
        /// The nearest amount above.
        above: Decimal,
    },
}

/// The decimals of an amount in milliunits.
const DECIMALS: u32 = 3;
/// The digits that a double always keeps. Most programs read a JSON number into a double.
const EXACT_DIGITS: usize = 15;

impl Milliunits {
    /// The largest amount, and negated the smallest. It has 15 digits, which every program reads
    /// exactly.
    pub const LARGEST: i64 = 999_999_999_999_999;

    /// Adds up amounts exactly.
    ///
    /// # Errors
    ///
    /// Fails if the sum is more than [`LARGEST`](Self::LARGEST), like the other checked operations.
    pub fn checked_sum(amounts: impl IntoIterator<Item = Self>) -> Result<Self, MoneyError> {
        // This cannot overflow: no memory holds that many amounts.
        Self::exact(amounts.into_iter().map(|amount| i128::from(amount.0)).sum())
    }

    /// Adds an amount.
    ///
    /// # Errors
    ///
    /// See [`checked_sum`](Self::checked_sum).
    pub fn checked_add(self, other: Self) -> Result<Self, MoneyError> {
        Self::checked_sum([self, other])
    }

    /// Subtracts an amount.
    ///
    /// # Errors
    ///
    /// See [`checked_sum`](Self::checked_sum).
    pub fn checked_sub(self, other: Self) -> Result<Self, MoneyError> {
        Self::exact(i128::from(self.0) - i128::from(other.0))
    }

    /// Changes the sign.
    ///
    /// # Errors
    ///
    /// See [`checked_sum`](Self::checked_sum).
    pub fn checked_neg(self) -> Result<Self, MoneyError> {
        Self::default().checked_sub(self)
    }

    /// Takes the sign away.
    ///
    /// # Errors
    ///
    /// See [`checked_sum`](Self::checked_sum).
    pub fn checked_abs(self) -> Result<Self, MoneyError> {
        Self::exact(i128::from(self.0).abs())
    }

    fn exact(amount: i128) -> Result<Self, MoneyError> {
        let amount = i64::try_from(amount).map_err(|_| MoneyError::TooLarge)?;
        if amount.unsigned_abs() > Self::LARGEST.unsigned_abs() {
            return Err(MoneyError::TooLarge);
        }
        Ok(Self(amount))
    }

    /// Returns the shortest exact decimal: 86400 is `86.4`, and -4059 is `-4.059`.
    #[must_use]
    pub fn decimal(self) -> Decimal {
        Decimal(self)
    }

    /// Reads decimal text exactly, never through a float. `digits` are the decimals of the plan's
    /// currency: 0 for yen, 2 for euros, 3 for dinars.
    ///
    /// # Errors
    ///
    /// Fails if the text is not an amount, or has more decimals than the currency. That error names
    /// the two nearest amounts.
    pub fn parse(text: &str, digits: u32) -> Result<Self, MoneyError> {
        let wrong = || MoneyError::NoAmount(short(text));
        let (negative, number) = match text.strip_prefix('-') {
            Some(rest) => (true, rest),
            None => (false, text),
        };
        let (whole, decimals) = number.split_once('.').unwrap_or((number, "0"));
        let is_digits = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
        if !is_digits(whole) || !is_digits(decimals) {
            return Err(wrong());
        }
        let (whole, decimals) = (
            whole.trim_start_matches('0'),
            decimals.trim_end_matches('0'),
        );
        if whole.len() + decimals.len() > EXACT_DIGITS {
            return Err(MoneyError::TooLong(short(text)));
        }
        let digits = digits.min(DECIMALS);
        let kept = decimals.get(..digits as usize).unwrap_or(decimals);
        let milliunits: i64 = format!("0{whole}{kept:0<width$}", width = DECIMALS as usize)
            .parse()
            .map_err(|_| wrong())?;
        if milliunits > Self::LARGEST {
            return Err(MoneyError::TooLong(short(text)));
        }
        let step = 10_i64.pow(DECIMALS - digits);
        let signed = |amount: i64| Self(if negative { -amount } else { amount });
        if kept.len() == decimals.len() {
            return Ok(signed(milliunits));
        }
        let (one, other) = (signed(milliunits), signed(milliunits + step));
        Err(MoneyError::TooFine {
            text: short(text),
            below: one.min(other).decimal(),
            above: one.max(other).decimal(),
        })
    }

    /// Reads a JSON number by its shortest decimal text. Up to 15 significant digits this is the
    /// text that was written.
    ///
    /// # Errors
    ///
    /// Fails like [`parse`](Self::parse), which refuses more than 15 significant digits.
    pub fn from_number(number: &Number, digits: u32) -> Result<Self, MoneyError> {
        Self::parse(&without_exponent(&number.to_string()), digits)
    }
}

/// Reads decimal text with at most three decimals.
impl FromStr for Milliunits {
    type Err = MoneyError;

    fn from_str(text: &str) -> Result<Self, MoneyError> {
        Self::parse(text, DECIMALS)
    }
}

/// Rewrites a number with an exponent, such as `1.5e-7`, without one. Leaves a number alone that is
/// not an amount anyway.
fn without_exponent(text: &str) -> Cow<'_, str> {
    let Some((mantissa, exponent)) = text.split_once('e') else {
        return text.into();
    };
    let (sign, digits) = match mantissa.strip_prefix('-') {
        Some(digits) => ("-", digits),
        None => ("", mantissa),
    };
    let (whole, decimals) = digits.split_once('.').unwrap_or((digits, ""));
    match exponent.parse::<i32>() {
        Ok(places @ -40..0) => {
            let zeros = "0".repeat(places.unsigned_abs() as usize - 1);
            format!("{sign}0.{zeros}{whole}{decimals}").into()
        }
        Ok(places @ 0..40) => {
            let width = places.unsigned_abs() as usize;
            format!("{sign}{whole}{decimals:0<width$}").into()
        }
        _ => text.into(),
    }
}

/// Reads an amount, and fails if it is larger than the largest.
impl<'de> Deserialize<'de> for Milliunits {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let amount = i64::deserialize(deserializer)?;
        Self::exact(amount.into())
            .map_err(|_| de::Error::custom("an amount has more than 15 digits"))
    }
}

/// Shortens a text for an error.
fn short(text: &str) -> String {
    text.chars().take(40).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_read_and_written_exactly() {
        for (text, milliunits) in [
            ("65.02", 65_020),
            ("-86.4", -86_400),
            ("0.001", 1),
            ("-4.059", -4_059),
            ("500", 500_000),
            ("0", 0),
            ("-0.5", -500),
            ("999999999999.999", 999_999_999_999_999),
        ] {
            assert_eq!(text.parse(), Ok(Milliunits(milliunits)));
            assert_eq!(Milliunits(milliunits).decimal().to_string(), text);
            let json = serde_json::to_string(&Milliunits(milliunits).decimal()).unwrap();
            assert_eq!(json, text);
            let number = serde_json::from_str(text).unwrap();
            assert_eq!(
                Milliunits::from_number(&number, 3),
                Ok(Milliunits(milliunits))
            );
        }
        assert_eq!("1.10".parse(), Ok(Milliunits(1_100)));
        assert_eq!("007.1000000".parse(), Ok(Milliunits(7_100)));
        assert_eq!(format!("{:.2}", Milliunits(-23_400).decimal()), "-23.40");
        assert_eq!(format!("{:.2}", Milliunits(5_000).decimal()), "5.00");
        assert_eq!(format!("{:.2}", Milliunits(-4_059).decimal()), "-4.059");
        for bad in [
            "", "-", ".5", "5.", "1e3", "+1", " 1", "1,5", "--1", "٣", "1_0",
        ] {
            let error = bad.parse::<Milliunits>().unwrap_err();
            assert!(matches!(error, MoneyError::NoAmount(_)), "{bad}");
        }
    }

    #[test]
    fn more_decimals_than_the_currency_has_are_refused() {
        for (text, digits, nearest) in [
            ("12.345", 2, "12.34 and 12.35"),
            ("-12.345", 2, "-12.35 and -12.34"),
            ("12.999", 2, "12.99 and 13"),
            ("0.5", 0, "0 and 1"),
            ("-0.1", 0, "-1 and 0"),
            ("1500.25", 0, "1500 and 1501"),
            ("1.2345", 3, "1.234 and 1.235"),
            ("1.2345", 9, "1.234 and 1.235"),
        ] {
            let error = Milliunits::parse(text, digits).unwrap_err().to_string();
            assert!(error.ends_with(&format!("are {nearest}")), "{error}");
        }
        for (text, digits, milliunits) in [
            ("12.340", 2, 12_340),
            ("1500.00", 0, 1_500_000),
            ("-395.032", 3, -395_032),
        ] {
            assert_eq!(Milliunits::parse(text, digits), Ok(Milliunits(milliunits)));
        }
    }

    #[test]
    fn numbers_are_read_by_their_shortest_text() {
        let read = |json: &str| Milliunits::from_number(&serde_json::from_str(json).unwrap(), 3);
        for (json, milliunits) in [
            ("65.02", 65_020),
            ("1000.0", 1_000_000),
            ("1e3", 1_000_000),
            ("-1.5E1", -15_000),
            ("0.1", 100),
            ("-0.0", 0),
            ("999999999999", 999_999_999_999_000),
        ] {
            assert_eq!(read(json), Ok(Milliunits(milliunits)), "{json}");
        }
        for json in [
            "123456789012345.67",
            "0.30000000000000004",
            "1234567890123456",
            "1000000000000",
            "1e30",
            "18446744073709551615",
        ] {
            let error = read(json).unwrap_err();
            assert!(matches!(error, MoneyError::TooLong(_)), "{json}: {error}");
        }
        for json in ["1e-7", "1.5e-9"] {
            let error = read(json).unwrap_err().to_string();
            assert!(error.ends_with("are 0 and 0.001"), "{error}");
        }
    }

    /// Checks that no operation wraps around.
    #[test]
    fn amounts_are_added_exactly_or_not_at_all() {
        let large = Milliunits(Milliunits::LARGEST);
        let small = Milliunits(-Milliunits::LARGEST);
        assert_eq!(large.checked_add(small), Ok(Milliunits(0)));
        assert_eq!(Milliunits::checked_sum([large, large, small]), Ok(large));
        assert_eq!(small.checked_abs(), Ok(large));
        assert_eq!(large.checked_neg(), Ok(small));
        assert_eq!(Milliunits(5).checked_sub(Milliunits(7)), Ok(Milliunits(-2)));
        let extreme = [i64::MAX, i64::MIN].map(Milliunits);
        for wrong in [
            large.checked_add(Milliunits(1)),
            small.checked_sub(Milliunits(1)),
            Milliunits::checked_sum([Milliunits(i64::MAX), Milliunits(i64::MAX), Milliunits(2)]),
            extreme[0].checked_sub(extreme[1]),
            extreme[1].checked_neg(),
            extreme[1].checked_abs(),
            extreme[0].checked_abs(),
        ] {
            assert_eq!(wrong, Err(MoneyError::TooLarge));
        }
        let text = MoneyError::TooLarge.to_string();
        assert!(text.contains("999999999999.999"), "{text}");
        for (json, is_read) in [
            ("999999999999999", true),
            ("-999999999999999", true),
            ("1000000000000000", false),
            ("9223372036854775807", false),
            ("-9223372036854775808", false),
            ("18446744073709551615", false),
            ("1e3", false),
            ("1.5", false),
        ] {
            let read = serde_json::from_str::<Milliunits>(json);
            assert_eq!(read.is_ok(), is_read, "{json}");
        }
    }
}
