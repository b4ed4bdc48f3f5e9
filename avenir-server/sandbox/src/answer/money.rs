//! Amounts in the API's three forms.

use serde_json::{Map, Value, json};

/// A plan's currency and its number format.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Currency {
    pub(crate) iso_code: String,
    pub(crate) example_format: String,
    pub(crate) decimal_digits: u8,
    pub(crate) decimal_separator: String,
    pub(crate) group_separator: String,
    pub(crate) symbol: String,
    pub(crate) symbol_first: bool,
    pub(crate) display_symbol: bool,
}

impl Currency {
    pub(crate) fn to_json(&self) -> Value {
        json!({
            "iso_code": self.iso_code,
            "example_format": self.example_format,
            "decimal_digits": self.decimal_digits,
            "decimal_separator": self.decimal_separator,
            "symbol_first": self.symbol_first,
            "group_separator": self.group_separator,
            "currency_symbol": self.symbol,
            "display_symbol": self.display_symbol,
        })
    }

    /// Formats an amount. Decimals that the currency lacks are rounded half away from zero.
    /// The minus sign comes first, and the symbol touches the digits.
    pub(crate) fn format(&self, milliunits: i64) -> String {
        let digits = u32::from(self.decimal_digits.min(3));
        let step = 10_u64.pow(3 - digits);
        let units = milliunits.unsigned_abs().saturating_add(step / 2) / step;
        let one = 10_u64.pow(digits);
        let mut number = self.group(units / one);
        if digits > 0 {
            let decimals = format!("{:0width$}", units % one, width = digits as usize);
            number = [number, self.decimal_separator.clone(), decimals].concat();
        }
        let symbol = if self.display_symbol {
            self.symbol.as_str()
        } else {
            ""
        };
        let sign = if milliunits < 0 && units > 0 { "-" } else { "" };
        if self.symbol_first {
            format!("{sign}{symbol}{number}")
        } else {
            format!("{sign}{number}{symbol}")
        }
    }

    fn group(&self, whole: u64) -> String {
        let digits = whole.to_string();
        let mut grouped = String::new();
        for (place, digit) in digits.chars().enumerate() {
            if place > 0 && (digits.len() - place).is_multiple_of(3) {
                grouped += &self.group_separator;
            }
            grouped.push(digit);
        }
        grouped
    }
}

/// The form of the amounts in one response.
#[derive(Debug, Clone)]
pub(crate) enum Money {
    /// Milliunits only, as in the export of a whole plan.
    Bare,
    /// Milliunits, text and decimal number, as everywhere else.
    Full(Currency),
}

impl Money {
    pub(crate) fn insert(
        &self,
        fields: &mut Map<String, Value>,
        name: &str,
        milliunits: Option<i64>,
    ) {
        fields.insert(name.to_owned(), json!(milliunits));
        if let Self::Full(currency) = self {
            let text = milliunits.map(|amount| currency.format(amount));
            fields.insert(format!("{name}_formatted"), json!(text));
            fields.insert(format!("{name}_currency"), json!(milliunits.map(decimal)));
        }
    }
}

/// Returns the nearest decimal number. Only displayed amounts pass through a float; computed amounts
/// never do.
#[expect(
    clippy::cast_precision_loss,
    reason = "exact up to 2^53 milliunits, the API's own limit"
)]
fn decimal(milliunits: i64) -> f64 {
    milliunits as f64 / 1000.0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn euro() -> Currency {
        Currency {
            iso_code: "EUR".to_owned(),
            example_format: "123,456.78".to_owned(),
            decimal_digits: 2,
            decimal_separator: ".".to_owned(),
            group_separator: ",".to_owned(),
            symbol: "€".to_owned(),
            symbol_first: true,
            display_symbol: true,
        }
    }

    #[test]
    fn two_decimals() {
        assert_eq!(euro().format(65_020), "€65.02");
        assert_eq!(euro().format(-1_234_567_890), "-€1,234,567.89");
        assert_eq!(euro().format(0), "€0.00");
        assert_eq!(euro().format(-4_059), "-€4.06");
        assert_eq!(euro().format(-4), "€0.00");
        assert_eq!(euro().format(i64::MIN), "-€9,223,372,036,854,775.81");
    }

    #[test]
    fn no_and_three_decimals() {
        let mut currency = Currency {
            decimal_digits: 0,
            symbol: "¥".to_owned(),
            ..euro()
        };
        assert_eq!(currency.format(1_500_000), "¥1,500");
        currency.decimal_digits = 3;
        currency.symbol_first = false;
        assert_eq!(currency.format(-395_032), "-395.032¥");
    }
}
