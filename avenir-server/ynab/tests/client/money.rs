//! Tests of laws of money, for any amount that a plan can hold.

use avenir_ynab::{Decimal, Milliunits, MoneyError};
use proptest::prelude::*;
use serde_json::{Number, Value};

/// Generates amounts below 10^15 milliunits, with room for the nearest amount above. Small amounts
/// are more frequent, as in real plans.
fn amount() -> impl Strategy<Value = i64> {
    prop_oneof![
        -10_000_i64..10_000,
        -10_000_000_000_i64..10_000_000_000,
        -999_999_999_990_000_i64..=999_999_999_990_000,
    ]
}

fn milliunits(decimal: Decimal) -> i64 {
    decimal.to_string().parse::<Milliunits>().unwrap().0
}

proptest! {
    #[test]
    fn what_is_written_is_read_again(amount in amount()) {
        let money = Milliunits(amount);
        let text = money.decimal().to_string();
        prop_assert_eq!(text.parse(), Ok(money));
        // Check the JSON number, also for a program that reads the number into a double.
        let json = serde_json::to_string(&money.decimal()).unwrap();
        prop_assert_eq!(&json, &text);
        let number: Number = serde_json::from_str(&json).unwrap();
        prop_assert_eq!(Milliunits::from_number(&number, 3), Ok(money));
        let double: f64 = json.parse().unwrap();
        let number = Number::from_f64(double).unwrap();
        prop_assert_eq!(Milliunits::from_number(&number, 3), Ok(money));
        let Value::Number(value) = serde_json::to_value(money.decimal()).unwrap() else {
            panic!("no number");
        };
        prop_assert_eq!(Milliunits::from_number(&value, 3), Ok(money));
    }

    #[test]
    fn a_currency_takes_its_own_amounts_and_names_the_nearest(amount in amount(), digits in 0_u32..4) {
        let step = 10_i64.pow(3 - digits);
        let text = Milliunits(amount).decimal().to_string();
        match Milliunits::parse(&text, digits) {
            Ok(money) => {
                prop_assert_eq!(money.0, amount);
                prop_assert_eq!(amount % step, 0);
            }
            Err(MoneyError::TooFine { below, above, .. }) => {
                prop_assert_ne!(amount % step, 0);
                let (below, above) = (milliunits(below), milliunits(above));
                prop_assert!(below < amount && amount < above);
                prop_assert_eq!(above - below, step);
                prop_assert_eq!(below.rem_euclid(step), 0);
            }
            Err(other) => prop_assert!(false, "{}", other),
        }
    }

    #[test]
    fn no_text_panics(text in "[-+0-9.eE, ]{0,24}|\\PC{0,12}", digits in 0_u32..9) {
        _ = Milliunits::parse(&text, digits);
    }

    #[test]
    fn no_number_panics_or_is_cut(double in any::<f64>()) {
        if let Some(number) = Number::from_f64(double)
            && let Ok(money) = Milliunits::from_number(&number, 3)
        {
            let again: f64 = money.decimal().to_string().parse().unwrap();
            prop_assert!(again.to_bits() == double.to_bits() || double == 0.0);
        }
    }
}
