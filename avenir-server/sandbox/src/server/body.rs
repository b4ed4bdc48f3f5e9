//! Reading JSON bodies field by field, with YNAB's error texts.

use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::{FromRequest, Request};
use jiff::civil::Date;
use serde_json::{Map, Value};
use uuid::Uuid;

use super::app::App;
use crate::failure::{Failure, Problems};
use crate::store::Patch;

/// The flag colours. Both "" and null mean no flag.
const FLAG_COLORS: [&str; 7] = ["red", "orange", "yellow", "green", "blue", "purple", ""];

/// The body of a request: a JSON object. The content type is ignored.
#[derive(Debug)]
pub(super) struct Body(Map<String, Value>);

impl FromRequest<Arc<App>> for Body {
    type Rejection = Failure;

    async fn from_request(request: Request, app: &Arc<App>) -> Result<Self, Failure> {
        let bytes = Bytes::from_request(request, app)
            .await
            .map_err(|_| Failure::bad("the body could not be read, or is too large"))?;
        match serde_json::from_slice(&bytes) {
            Ok(Value::Object(fields)) => Ok(Self(fields)),
            Ok(_) => Err(Failure::bad("the body must be a JSON object")),
            Err(error) => Err(Failure::bad(format!("the body is not JSON: {error}"))),
        }
    }
}

impl Body {
    pub(super) fn has(&self, key: &str) -> bool {
        self.0.get(key).is_some_and(|value| !value.is_null())
    }

    /// Reads the object under `key`.
    pub(super) fn one<T>(
        &self,
        key: &str,
        read: impl FnOnce(&mut Fields<'_>) -> T,
    ) -> Result<T, Failure> {
        let Some(Value::Object(object)) = self.0.get(key) else {
            return Err(Failure::bad(format!("{key} must be an object")));
        };
        let mut problems = Problems::default();
        let value = read(&mut Fields {
            object,
            problems: &mut problems,
        });
        problems.or(value)
    }

    /// Reads each object of the list under `key`.
    pub(super) fn many<T>(
        &self,
        key: &str,
        mut read: impl FnMut(&mut Fields<'_>) -> T,
    ) -> Result<Vec<T>, Failure> {
        let Some(Value::Array(items)) = self.0.get(key) else {
            return Err(Failure::bad(format!("{key} must be an array")));
        };
        let mut problems = Problems::default();
        let mut values = Vec::new();
        for (index, item) in items.iter().enumerate() {
            problems.index = Some(index);
            match item {
                Value::Object(object) => {
                    values.push(read(&mut Fields {
                        object,
                        problems: &mut problems,
                    }));
                }
                _ => problems.add("must be an object"),
            }
        }
        problems.or(values)
    }
}

/// The fields of one object. An invalid field is recorded as a problem and read as absent, so that
/// one error names every problem.
#[derive(Debug)]
pub(super) struct Fields<'a> {
    object: &'a Map<String, Value>,
    problems: &'a mut Problems,
}

impl Fields<'_> {
    /// Reads text of at most `most` characters.
    pub(super) fn text(&mut self, name: &str, most: usize) -> Patch<String> {
        self.read(name, |value| {
            let text = value.as_str().ok_or("must be a string")?;
            if text.chars().count() > most {
                return Err(format!("is too long (maximum is {most} characters)").into());
            }
            if text.contains('\0') {
                return Err("must not contain a null character".into());
            }
            Ok(text.to_owned())
        })
    }

    /// Reads the id under `{name}_id`.
    pub(super) fn uuid(&mut self, name: &str) -> Patch<String> {
        let rule = "must be formatted as a uuid (universally unique identifier)";
        let field = format!("{name}_id");
        self.read_as(&field, name, |value| {
            let text = value.as_str().filter(|text| text.len() == 36).ok_or(rule)?;
            Ok(Uuid::try_parse(text).map_err(|_| rule)?.to_string())
        })
    }

    /// Reads milliunits.
    pub(super) fn amount(&mut self, name: &str) -> Patch<i64> {
        self.read(name, |value| {
            let amount = value.as_i64().ok_or("must be an integer of milliunits")?;
            // The bound keeps amounts exact in a client's floats, and SQL's sums far from overflow.
            if amount.unsigned_abs() >= 1_000_000_000_000_000 {
                return Err("is out of range".into());
            }
            Ok(amount)
        })
    }

    /// Reads text that may be absent, but not empty.
    pub(super) fn filled_text(&mut self, name: &str, most: usize) -> Patch<String> {
        let text = self.text(name, most);
        if text == Patch::Value(String::new()) {
            self.problems.add(format!("{name} must not be empty"));
        }
        text
    }

    /// Records a problem if a field is sent that is not supported.
    pub(super) fn refuse(&mut self, name: &str, why: &str) {
        if self.object.get(name).is_some_and(|value| !value.is_null()) {
            self.problems.add(format!("{name} {why}"));
        }
    }

    /// Reads text that must be sent and must not be empty.
    pub(super) fn required_text(&mut self, name: &str, most: usize) -> String {
        match self.text(name, most) {
            Patch::Value(text) if !text.is_empty() => text,
            _ => {
                self.require(name);
                String::new()
            }
        }
    }

    pub(super) fn required_word(&mut self, name: &str, words: &[&str]) -> String {
        self.word(name, words).value().unwrap_or_else(|| {
            self.require(name);
            String::new()
        })
    }

    pub(super) fn required_amount(&mut self, name: &str) -> i64 {
        self.amount(name).value().unwrap_or_else(|| {
            self.require(name);
            0
        })
    }

    /// Reads the id under `{name}_id`, which must be sent.
    pub(super) fn required_uuid(&mut self, name: &str) -> String {
        self.uuid(name).value().unwrap_or_else(|| {
            self.require(&format!("{name}_id"));
            String::new()
        })
    }

    pub(super) fn required_date(&mut self, name: &str) -> Patch<Date> {
        let date = self.date(name);
        if !matches!(date, Patch::Value(_)) {
            self.require(name);
        }
        date
    }

    /// Reads `flag_color`, which may be empty.
    pub(super) fn flag_color(&mut self) -> Patch<String> {
        self.word("flag_color", &FLAG_COLORS)
    }

    pub(super) fn date(&mut self, name: &str) -> Patch<Date> {
        self.read(name, |value| {
            let text = value.as_str().filter(|text| text.len() == 10);
            text.and_then(|text| text.parse().ok())
                .ok_or_else(|| "must be a date such as 2016-12-30".into())
        })
    }

    pub(super) fn flag(&mut self, name: &str) -> Patch<bool> {
        self.read(name, |value| {
            value
                .as_bool()
                .ok_or_else(|| "must be true or false".into())
        })
    }

    /// Reads one of the given words.
    pub(super) fn word(&mut self, name: &str, words: &[&str]) -> Patch<String> {
        self.read(name, |value| {
            let word = value.as_str().filter(|word| words.contains(word));
            word.map(str::to_owned)
                .ok_or_else(|| format!("must be one of: {}", words.join(" ")).trim().into())
        })
    }

    /// Reads a list of objects. An empty list counts as absent.
    pub(super) fn list<T>(
        &mut self,
        name: &str,
        mut read: impl FnMut(&mut Fields<'_>) -> T,
    ) -> Vec<T> {
        let items = match self.object.get(name) {
            None | Some(Value::Null) => return Vec::new(),
            Some(Value::Array(items)) => items,
            Some(_) => {
                self.problems.add(format!("{name} must be an array"));
                return Vec::new();
            }
        };
        let mut values = Vec::new();
        for item in items {
            match item {
                Value::Object(object) => {
                    values.push(read(&mut Fields {
                        object,
                        problems: self.problems,
                    }));
                }
                _ => self.problems.add(format!("{name} must hold objects")),
            }
        }
        values
    }

    /// Records that a field is missing, unless it is present and another problem was recorded for it.
    fn require(&mut self, name: &str) {
        if self
            .object
            .get(name)
            .is_none_or(|value| value.is_null() || value == "")
        {
            self.problems.add(format!("{name} is required"));
        }
    }

    fn read<T>(&mut self, name: &str, form: impl FnOnce(&Value) -> Result<T, Rule>) -> Patch<T> {
        self.read_as(name, name, form)
    }

    fn read_as<T>(
        &mut self,
        field: &str,
        name: &str,
        form: impl FnOnce(&Value) -> Result<T, Rule>,
    ) -> Patch<T> {
        match self.object.get(field) {
            None => Patch::Absent,
            Some(Value::Null) => Patch::Null,
            Some(value) => form(value).map_or_else(
                |Rule(rule)| {
                    self.problems.add(format!("{name} {rule}"));
                    Patch::Absent
                },
                Patch::Value,
            ),
        }
    }
}

/// The rule that a value breaks.
struct Rule(String);

impl<T: Into<String>> From<T> for Rule {
    fn from(rule: T) -> Self {
        Self(rule.into())
    }
}
