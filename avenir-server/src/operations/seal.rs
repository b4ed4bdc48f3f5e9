//! What the journal keeps of a change: no payee and no memo.

use avenir_ynab::change::{Edit, Field, PlanSnapshot};
use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use hmac::{Hmac, KeyInit as _, Mac as _};
use serde_json::{Value, json};
use sha2::Sha256;

/// The key of this journal's digests. It lies beside the journal in a file of its own, since a digest
/// tells everything to whoever has the key and a list of guesses.
#[derive(Clone)]
pub(super) struct Seal(Key);

/// As long as the hash.
pub(super) type Key = [u8; 32];

/// The parts of a transaction, or of a line, that are people's text.
const TEXTS: [&str; 2] = ["payee_name", "memo"];

impl Seal {
    pub(super) fn new(key: Key) -> Self {
        Self(key)
    }

    /// Returns what stands for a change in the journal: its fingerprint alone could be recomputed from
    /// guesses.
    pub(super) fn change(&self, fingerprint: &str) -> String {
        let digest = self.digest(format!("change {fingerprint}").as_bytes());
        let hex: Vec<String> = digest.iter().map(|byte| format!("{byte:02x}")).collect();
        hex.concat()
    }

    /// Returns what tells this key from another, and nothing about it.
    pub(super) fn check(&self) -> Key {
        self.digest(b"check")
    }

    fn digest(&self, text: &[u8]) -> Key {
        let mut mac = Hmac::<Sha256>::new_from_slice(&self.0).expect("a key of any length");
        mac.update(text);
        mac.finalize().into_bytes().into()
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
    pub(super) fn now(&self, facts: &PlanSnapshot, edit: &Edit) -> Option<Value> {
        Some(self.value(edit.field, facts.value(edit)?))
    }

    /// The ids of all that may be what a sealed edit creates, and whether each is just as it was
    /// created.
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
        // Sealed already.
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
