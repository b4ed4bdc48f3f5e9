//! Conversion of SQL rows to the API's JSON.

mod money;

use rusqlite::Row;
use rusqlite::types::ValueRef;
use serde_json::{Map, Value, json};

pub(crate) use money::{Currency, Money};

/// The builder of one JSON entity, which takes its fields from the named columns of a row.
pub(crate) struct Entity<'a, 's> {
    row: &'a Row<'s>,
    money: &'a Money,
    fields: Map<String, Value>,
}

impl<'a, 's> Entity<'a, 's> {
    pub(crate) fn of(row: &'a Row<'s>, money: &'a Money) -> Self {
        Self {
            row,
            money,
            fields: Map::new(),
        }
    }

    /// Adds columns of text, numbers and nulls as they are stored.
    pub(crate) fn copy(mut self, names: &[&str]) -> rusqlite::Result<Self> {
        for &name in names {
            let value = match self.row.get_ref(name)? {
                ValueRef::Integer(number) => json!(number),
                ValueRef::Text(text) => json!(String::from_utf8_lossy(text)),
                _ => Value::Null,
            };
            self.fields.insert(name.to_owned(), value);
        }
        Ok(self)
    }

    pub(crate) fn flags(mut self, names: &[&str]) -> rusqlite::Result<Self> {
        for &name in names {
            let flag: bool = self.row.get(name)?;
            self.fields.insert(name.to_owned(), json!(flag));
        }
        Ok(self)
    }

    /// Adds columns of milliunits, with `_formatted` and `_currency` where the response has them.
    pub(crate) fn amounts(mut self, names: &[&str]) -> rusqlite::Result<Self> {
        for &name in names {
            let milliunits: Option<i64> = self.row.get(name)?;
            self.money.insert(&mut self.fields, name, milliunits);
        }
        Ok(self)
    }

    /// Adds fields that are always null in the sandbox.
    pub(crate) fn nulls(mut self, names: &[&str]) -> Self {
        self.fields
            .extend(names.iter().map(|&name| (name.to_owned(), Value::Null)));
        self
    }

    /// Adds milliunits that do not come from a column.
    pub(crate) fn amount(mut self, name: &str, milliunits: Option<i64>) -> Self {
        self.money.insert(&mut self.fields, name, milliunits);
        self
    }

    pub(crate) fn put(mut self, name: &str, value: Value) -> Self {
        self.fields.insert(name.to_owned(), value);
        self
    }

    pub(crate) fn build(self) -> Value {
        Value::Object(self.fields)
    }
}
