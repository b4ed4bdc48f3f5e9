use confirm::Subject;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::model::{Category, Transaction};

/// One field of one object, with its values before and after.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Subject)]
#[expect(clippy::exhaustive_structs, reason = "it is plain data")]
pub struct Edit {
    /// The field.
    pub field: Field,
    /// YNAB's id of the object; empty if the object is to be created.
    pub id: String,
    /// The month of an assigned amount, `YYYY-MM-01`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub month: Option<String>,
    /// The value before. Null stands for a missing value.
    #[subject(json)]
    pub before: Value,
    /// The value after. Null stands for a missing value.
    #[subject(json)]
    pub after: Value,
}

/// The field that an [`Edit`] changes, with the form of its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Subject)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Field {
    /// The id of a transaction's category.
    Category,
    /// The color of a transaction's flag.
    Flag,
    /// The cleared state: `uncleared`, `cleared` or `reconciled`.
    Cleared,
    /// True if the user approved a transaction.
    Approved,
    /// The amount that is assigned to a category in a month, in milliunits.
    Budgeted,
    /// A category's target; see [`Target`](super::Target).
    Target,
    /// A category's name.
    CategoryName,
    /// The id of a category's group.
    CategoryGroup,
    /// A payee's name.
    PayeeName,
    /// A whole transaction, which is created or deleted: its account, date, amount, payee,
    /// category, memo, flag, cleared and approved. Also its import, match, transfer and whether it
    /// is split, which must be unchanged for an undo.
    Transaction,
    /// The lines of a split, each with amount, category and memo.
    Lines,
    /// A whole category, with its group and name.
    NewCategory,
}

impl Edit {
    /// Makes an edit of a field without a month.
    #[must_use]
    pub fn new(
        field: Field,
        id: impl Into<String>,
        before: impl Into<Value>,
        after: impl Into<Value>,
    ) -> Self {
        Self {
            field,
            id: id.into(),
            month: None,
            before: before.into(),
            after: after.into(),
        }
    }

    /// Makes an edit of the amount that is assigned to a category in a month.
    #[must_use]
    pub fn budgeted(month: &str, category_id: &str, before: i64, after: i64) -> Self {
        Self {
            month: Some(month.to_owned()),
            ..Self::new(Field::Budgeted, category_id, before, after)
        }
    }

    /// Makes an edit that creates a transaction with these fields.
    #[must_use]
    pub fn created(said: Value) -> Self {
        Self::new(Field::Transaction, "", Value::Null, new_transaction(said))
    }

    /// Returns whether an object may be what the edit created, even if somebody changed it since.
    #[must_use]
    pub fn may_be(&self, value: &Value) -> bool {
        let same = |key: &str| value[key] == self.after[key];
        match self.field {
            Field::Transaction => same("account_id") && same("date") && same("amount"),
            Field::NewCategory => same("category_group_id"),
            _ => false,
        }
    }

    /// Returns whether the edit creates an object.
    #[must_use]
    pub fn creates(&self) -> bool {
        matches!(self.field, Field::Transaction | Field::NewCategory) && self.before.is_null()
    }

    /// Returns the parts of a created object that differ from what was confirmed. The case of a
    /// payee's name may differ, because YNAB uses an existing payee.
    #[must_use]
    pub fn differences(&self, made: &Value) -> Vec<&'static str> {
        let parts: &[&str] = match self.field {
            Field::Transaction => &WRITTEN,
            Field::NewCategory => &["category_group_id", "name"],
            _ => &[],
        };
        let differs = |part: &str| match (&self.after[part], &made[part]) {
            (Value::String(sent), Value::String(made)) if part == "payee_name" => {
                sent.to_lowercase() != made.to_lowercase()
            }
            (sent, made) => sent != made,
        };
        parts.iter().copied().filter(|part| differs(part)).collect()
    }

    /// Returns whether the edit is about a transaction or a field of one.
    pub(super) fn is_of_a_transaction(&self) -> bool {
        matches!(
            self.field,
            Field::Category
                | Field::Flag
                | Field::Cleared
                | Field::Approved
                | Field::Lines
                | Field::Transaction
        )
    }

    /// Returns the edit that takes this one back.
    #[must_use]
    pub fn reversed(&self) -> Self {
        Self {
            before: self.after.clone(),
            after: self.before.clone(),
            ..self.clone()
        }
    }

    /// Returns whether two values of the field are the same, in the parts that a client of YNAB can
    /// set.
    #[must_use]
    pub fn same(&self, one: &Value, other: &Value) -> bool {
        match (self.field, one, other) {
            (Field::Target, ..) => ["amount", "date", "frequency"]
                .iter()
                .all(|key| one.get(key) == other.get(key)),
            // Ignore the order of lines, because YNAB does not promise one.
            (Field::Lines, Value::Array(one), Value::Array(other)) => {
                let sorted = |lines: &[Value]| {
                    let mut lines: Vec<String> = lines.iter().map(Value::to_string).collect();
                    lines.sort();
                    lines
                };
                sorted(one) == sorted(other)
            }
            _ => one == other,
        }
    }
}

/// Returns a transaction as an [`Edit`] holds it.
pub(super) fn transaction(row: &Transaction) -> Value {
    json!({
        "account_id": row.account_id,
        "date": row.date,
        "amount": row.amount,
        "payee_name": row.payee_name,
        "category_id": row.category_id,
        "memo": row.memo.as_deref().filter(|memo| !memo.is_empty()),
        "cleared": row.cleared,
        "approved": row.approved,
        "flag_color": row.flag_color,
        "import_id": row.import_id,
        "matched_transaction_id": row.matched_transaction_id,
        "transfer_account_id": row.transfer_account_id,
        "is_split": row.is_split(),
    })
}

/// Returns a transaction that is to be created, as an [`Edit`] holds it. Missing fields become
/// null.
pub(super) fn new_transaction(said: Value) -> Value {
    let mut row = json!({
        "payee_name": null, "category_id": null, "memo": null, "flag_color": null,
        "import_id": null, "matched_transaction_id": null, "transfer_account_id": null,
        "is_split": false,
    });
    if let (Some(row), Value::Object(said)) = (row.as_object_mut(), said) {
        row.extend(said);
    }
    row
}

/// The fields of a transaction that a request may set.
pub(super) const WRITTEN: [&str; 9] = [
    "account_id",
    "date",
    "amount",
    "payee_name",
    "category_id",
    "memo",
    "cleared",
    "approved",
    "flag_color",
];

/// Returns the lines of a split as an [`Edit`] holds them, or null for a transaction without lines.
pub(super) fn lines(row: &Transaction) -> Value {
    let lines: Vec<Value> = row
        .subtransactions
        .iter()
        .filter(|line| !line.deleted)
        .map(|line| json!({"amount": line.amount, "category_id": line.category_id, "memo": line.memo}))
        .collect();
    if lines.is_empty() {
        Value::Null
    } else {
        lines.into()
    }
}

/// Returns a category as an [`Edit`] holds it.
pub(super) fn category(category: &Category) -> Value {
    json!({"category_group_id": category.category_group_id, "name": category.name})
}
