use serde::Deserialize;

use super::tolerant::{filled, or_empty};
use crate::Milliunits;

/// A transaction.
#[derive(Clone, Debug, Deserialize)]
#[non_exhaustive]
pub struct Transaction {
    /// YNAB's id: a UUID, or a UUID with a date behind it.
    pub id: String,
    /// The date, `YYYY-MM-DD`.
    #[serde(default, deserialize_with = "or_empty")]
    pub date: String,
    /// The amount, negative for money out.
    #[serde(default, deserialize_with = "or_empty")]
    pub amount: Milliunits,
    /// The memo, which may be the bank's text.
    #[serde(default)]
    pub memo: Option<String>,
    /// The cleared state: `uncleared`, `cleared` or `reconciled`.
    #[serde(default, deserialize_with = "or_empty")]
    pub cleared: String,
    /// True if the user approved the transaction.
    #[serde(default, deserialize_with = "or_empty")]
    pub approved: bool,
    /// YNAB's word for the color of the flag.
    #[serde(default, deserialize_with = "filled")]
    pub flag_color: Option<String>,
    /// The id of the account.
    #[serde(default, deserialize_with = "or_empty")]
    pub account_id: String,
    /// The name of the account.
    #[serde(default, deserialize_with = "or_empty")]
    pub account_name: String,
    /// The id of the payee.
    #[serde(default)]
    pub payee_id: Option<String>,
    /// The name of the payee, which is often the bank's text.
    #[serde(default)]
    pub payee_name: Option<String>,
    /// The id of the category; `None` for a split and without a category.
    #[serde(default)]
    pub category_id: Option<String>,
    /// YNAB's name for the category, which YNAB sends even without a category; see
    /// [`category`](Self::category).
    #[serde(default)]
    category_name: Option<String>,
    /// The other account of a transfer.
    #[serde(default)]
    pub transfer_account_id: Option<String>,
    /// The other side of a transfer.
    #[serde(default)]
    pub transfer_transaction_id: Option<String>,
    /// The id of the row with which this row was matched when one of the two was imported.
    #[serde(default)]
    pub matched_transaction_id: Option<String>,
    /// The id under which the transaction was imported; unique in an account.
    #[serde(default, deserialize_with = "filled")]
    pub import_id: Option<String>,
    /// True if the transaction was deleted.
    #[serde(default, deserialize_with = "or_empty")]
    pub deleted: bool,
    /// The lines of a split.
    #[serde(default, deserialize_with = "or_empty")]
    pub subtransactions: Vec<SubTransaction>,
}

/// A line of a split transaction.
#[derive(Clone, Debug, Deserialize)]
#[non_exhaustive]
pub struct SubTransaction {
    /// YNAB's id.
    pub id: String,
    /// The amount, negative for money out.
    #[serde(default, deserialize_with = "or_empty")]
    pub amount: Milliunits,
    /// The memo.
    #[serde(default)]
    pub memo: Option<String>,
    /// The id of the payee, if it is not the transaction's.
    #[serde(default)]
    pub payee_id: Option<String>,
    /// The category of this line.
    #[serde(default)]
    pub category_id: Option<String>,
    /// The other account, if this line is a transfer.
    #[serde(default)]
    pub transfer_account_id: Option<String>,
    /// True if the line was deleted.
    #[serde(default, deserialize_with = "or_empty")]
    pub deleted: bool,
}

impl Transaction {
    /// Returns the name of the category. Returns `None` for a split and without a category, where
    /// YNAB sends `Split` or `Uncategorized`.
    #[must_use]
    pub fn category(&self) -> Option<&str> {
        self.category_id.as_ref().and(self.category_name.as_deref())
    }

    /// Returns whether the transaction is split, so that its lines carry the categories.
    #[must_use]
    pub fn is_split(&self) -> bool {
        self.subtransactions.iter().any(|line| !line.deleted)
    }
}
