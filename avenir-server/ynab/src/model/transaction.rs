use serde::Deserialize;

use super::tolerant::{filled, or_empty};
use crate::Milliunits;

/// A transaction.
#[derive(Clone, Debug, Deserialize)]
#[non_exhaustive]
pub struct Transaction {
    /// YNAB's id; a UUID, or one with a date behind it.
    pub id: String,
    /// `YYYY-MM-DD`.
    #[serde(default, deserialize_with = "or_empty")]
    pub date: String,
    /// Negative for money out.
    #[serde(default, deserialize_with = "or_empty")]
    pub amount: Milliunits,
    /// Free text, also of the bank's.
    #[serde(default)]
    pub memo: Option<String>,
    /// `uncleared`, `cleared` or `reconciled`.
    #[serde(default, deserialize_with = "or_empty")]
    pub cleared: String,
    /// Whether the user approved it.
    #[serde(default, deserialize_with = "or_empty")]
    pub approved: bool,
    /// YNAB's word for the colour of its flag.
    #[serde(default, deserialize_with = "filled")]
    pub flag_color: Option<String>,
    /// The account it is on.
    #[serde(default, deserialize_with = "or_empty")]
    pub account_id: String,
    /// That account's name.
    #[serde(default, deserialize_with = "or_empty")]
    pub account_name: String,
    /// Who was paid.
    #[serde(default)]
    pub payee_id: Option<String>,
    /// Who was paid; text of the bank's.
    #[serde(default)]
    pub payee_name: Option<String>,
    /// None when it has none or is split.
    #[serde(default)]
    pub category_id: Option<String>,
    /// YNAB's name for that, which is there also where there is no category; see
    /// [`category`](Self::category).
    #[serde(default)]
    category_name: Option<String>,
    /// The other account of a transfer.
    #[serde(default)]
    pub transfer_account_id: Option<String>,
    /// The other side of a transfer.
    #[serde(default)]
    pub transfer_transaction_id: Option<String>,
    /// The row that this one was matched with when one of them was imported.
    #[serde(default)]
    pub matched_transaction_id: Option<String>,
    /// What it was imported as; unique in its account.
    #[serde(default, deserialize_with = "filled")]
    pub import_id: Option<String>,
    /// Whether it is gone.
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
    /// Negative for money out.
    #[serde(default, deserialize_with = "or_empty")]
    pub amount: Milliunits,
    /// Free text.
    #[serde(default)]
    pub memo: Option<String>,
    /// Who was paid, where it is not the transaction's payee.
    #[serde(default)]
    pub payee_id: Option<String>,
    /// The category of this line.
    #[serde(default)]
    pub category_id: Option<String>,
    /// The other account, where this line is a transfer.
    #[serde(default)]
    pub transfer_account_id: Option<String>,
    /// Whether it is gone.
    #[serde(default, deserialize_with = "or_empty")]
    pub deleted: bool,
}

impl Transaction {
    /// The name of its category. None when it has none or is split, where YNAB says
    /// `Uncategorized` or `Split`.
    #[must_use]
    pub fn category(&self) -> Option<&str> {
        self.category_id.as_ref().and(self.category_name.as_deref())
    }

    /// Whether its lines carry the categories.
    #[must_use]
    pub fn is_split(&self) -> bool {
        self.subtransactions.iter().any(|line| !line.deleted)
    }
}
