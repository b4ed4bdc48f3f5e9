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
    /// True if the user approved it.
    #[serde(default, deserialize_with = "or_empty")]
    pub approved: bool,
    /// YNAB's word for the color of its flag.
    #[serde(default, deserialize_with = "filled")]
    pub flag_color: Option<String>,
    /// The id of its account.
    #[serde(default, deserialize_with = "or_empty")]
    pub account_id: String,
    /// The name of its account.
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
    /// YNAB's name for the category, which is set even without one; see
    /// [`category`](Self::category).
    #[serde(default)]
    category_name: Option<String>,
    /// The other account of a transfer.
    #[serde(default)]
    pub transfer_account_id: Option<String>,
    /// The other side of a transfer.
    #[serde(default)]
    pub transfer_transaction_id: Option<String>,
    /// The id of the row that this one was matched with when one of them was imported.
    #[serde(default)]
    pub matched_transaction_id: Option<String>,
    /// The id under which it was imported; unique in its account.
    #[serde(default, deserialize_with = "filled")]
    pub import_id: Option<String>,
    /// True if it was deleted.
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
    /// True if it was deleted.
    #[serde(default, deserialize_with = "or_empty")]
    pub deleted: bool,
}

impl Transaction {
    /// Returns the name of its category. Returns `None` for a split and without a category, where
    /// YNAB says `Split` or `Uncategorized`.
    #[must_use]
    pub fn category(&self) -> Option<&str> {
        self.category_id.as_ref().and(self.category_name.as_deref())
    }

    /// Returns whether it is split, so that its lines carry the categories.
    #[must_use]
    pub fn is_split(&self) -> bool {
        self.subtransactions.iter().any(|line| !line.deleted)
    }
}
