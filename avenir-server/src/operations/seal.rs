//! Seals changes for the journal, which keeps no payee and no memo.

use avenir_ynab::change::{Edit, Field, PlanSnapshot};
use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use hmac::{Hmac, KeyInit as _, Mac as _};
use serde_json::{Value, json};
use sha2::Sha256;

/// The key of this journal's digests. It lies in a file of its own beside the journal, because the key
/// and a list of guesses reveal the text behind a digest.
#[derive(Clone)]
pub(super) struct Seal(Key);

/// A key that is as long as the hash.
pub(super) type Key = [u8; 32];

/// The fields of a transaction or line that hold people's text.
const TEXTS: [&str; 2] = ["payee_name", "memo"];

impl Seal {
    pub(super) fn new(key: Key) -> Self {
        Self(key)
    }

    /// Returns the keyed digest of a change for the journal. The fingerprint alone could be recomputed
    /// from guesses.
    pub(super) fn change(&self, fingerprint: &str) -> String {
        let digest = self.digest(format!("change {fingerprint}").as_bytes());
        let hex: Vec<String> = digest.iter().map(|byte| format!("{byte:02x}")).collect();
        hex.concat()
    }

    /// Returns a value that distinguishes this key from others and reveals nothing about the key.
    pub(super) fn check(&self) -> Key {
        self.digest(b"check")
    }

    fn digest(&self, text: &[u8]) -> Key {
        let mut mac = Hmac::<Sha256>::new_from_slice(&self.0).expect("a key of any length");
        mac.update(text);
        mac.finalize().into_bytes().into()
    }

    /// Returns the edit with a keyed digest in place of people's text. The digest shows whether a
    /// transaction was edited since, and nothing else.
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

    /// Returns the value that the field of a sealed edit has now, sealed.
    pub(super) fn now(&self, facts: &PlanSnapshot, edit: &Edit) -> Option<Value> {
        Some(self.value(edit.field, facts.value(edit)?))
    }

    /// Returns the ids of the candidates for what a sealed edit creates, and whether each is an exact
    /// match.
    pub(super) fn candidates(&self, facts: &PlanSnapshot, edit: &Edit) -> Vec<(String, bool)> {
        let mut found: Vec<(String, bool)> = facts
            .candidates(edit)
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
        // The row was sealed before.
        if fields.contains_key("digest") {
            return row;
        }
        let texts: Vec<Value> = TEXTS
            .iter()
            .map(|name| fields.remove(*name).unwrap_or_default())
            .collect();
        let digest = self.digest(json!(texts).to_string().as_bytes());
        let digest = URL_SAFE_NO_PAD.encode(&digest[..16]);
        fields.insert("digest".into(), digest.into());
        row
    }
}
