//! What the journal keeps of a change: no payee and no memo.

use avenir_ynab::change::{Edit, Facts, Field};
use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use hmac::{Hmac, KeyInit as _, Mac as _};
use serde_json::{Value, json};
use sha2::Sha256;

/// The key of this journal's digests.
#[derive(Clone)]
pub(super) struct Seal(Vec<u8>);

/// The parts of a transaction, or of a line, that are people's text.
const TEXTS: [&str; 2] = ["payee_name", "memo"];

impl Seal {
    pub(super) fn new(key: Vec<u8>) -> Self {
        Self(key)
    }

    /// The edit, with a keyed digest in place of people's text: it tells whether a transaction was
    /// edited since, and nothing else.
    pub(super) fn edit(&self, edit: Edit) -> Edit {
        Edit {
            before: self.value(edit.field, edit.before),
            after: self.value(edit.field, edit.after),
            ..edit
        }
    }

    pub(super) fn edits(&self, edits: Vec<Edit>) -> Vec<Edit> {
        edits.into_iter().map(|edit| self.edit(edit)).collect()
    }

    /// What the field of a sealed edit is now, sealed.
    pub(super) fn now(&self, facts: &Facts, edit: &Edit) -> Option<Value> {
        Some(self.value(edit.field, facts.value(edit)?))
    }

    /// The ids of all that may be what a sealed edit creates, and whether each is just as it was
    /// created.
    pub(super) fn alike(&self, facts: &Facts, edit: &Edit) -> Vec<(String, bool)> {
        let mut found: Vec<(String, bool)> = facts
            .alike(edit)
            .filter(|(_, value)| edit.may_be(value))
            .map(|(id, value)| (id, self.value(edit.field, value) == edit.after))
            .collect();
        found.sort();
        found
    }

    fn value(&self, field: Field, value: Value) -> Value {
        match (field, value) {
            (Field::Transaction, row) => self.texts(row),
            (Field::Lines, Value::Array(lines)) => {
                lines.into_iter().map(|line| self.texts(line)).collect()
            }
            (_, value) => value,
        }
    }

    fn texts(&self, mut row: Value) -> Value {
        let Some(fields) = row.as_object_mut() else {
            return row;
        };
        // Sealed already.
        if fields.contains_key("digest") {
            return row;
        }
        let texts: Vec<Value> = TEXTS
            .iter()
            .map(|name| fields.remove(*name).unwrap_or_default())
            .collect();
        let mut mac = Hmac::<Sha256>::new_from_slice(&self.0).expect("a key of any length");
        mac.update(json!(texts).to_string().as_bytes());
        let digest = URL_SAFE_NO_PAD.encode(&mac.finalize().into_bytes()[..16]);
        fields.insert("digest".into(), digest.into());
        row
    }
}
