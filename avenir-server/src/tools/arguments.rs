//! The reading of arguments as models write them, and the error for arguments that cannot be read.

use confirm::preview::visible;
use rmcp::model::JsonObject;
use serde::de::DeserializeOwned;
use serde_json::Value;

/// Reads arguments. An error is one line that names the argument, whatever the client sent.
pub(super) fn read<P: DeserializeOwned>(given: JsonObject) -> Result<P, String> {
    let mut given = Value::Object(given);
    tidy(&mut given);
    serde_path_to_error::deserialize(given).map_err(|error| {
        let path = visible(&error.path().to_string(), LONGEST_PATH);
        let problem = visible(&error.inner().to_string(), LONGEST_ERROR);
        if path == "." {
            format!("{problem}: see the tool's arguments.")
        } else {
            format!("{path}: {problem}.")
        }
    })
}

const LONGEST_PATH: usize = 80;
const LONGEST_ERROR: usize = 240;

/// Removes fields that are null, because models fill optional arguments with nulls. Turns whole
/// numbers into integers, because JSON has one kind of number and some clients write 30 as 30.0.
fn tidy(value: &mut Value) {
    match value {
        Value::Object(fields) => {
            fields.retain(|_, value| !value.is_null());
            fields.values_mut().for_each(tidy);
        }
        Value::Array(rows) => rows.iter_mut().for_each(tidy),
        Value::Number(number) => {
            if let Some(whole) = number.as_f64().filter(|_| number.is_f64()).and_then(whole) {
                *number = whole.into();
            }
        }
        _ => {}
    }
}

/// Returns a double as an integer, if the double is whole and below 2^53, where doubles are exact.
#[expect(
    clippy::cast_possible_truncation,
    reason = "it is whole, and small enough"
)]
fn whole(number: f64) -> Option<i64> {
    const EXACT: f64 = 9_007_199_254_740_992.0;
    (number.fract() == 0.0 && number.abs() < EXACT).then_some(number as i64)
}
