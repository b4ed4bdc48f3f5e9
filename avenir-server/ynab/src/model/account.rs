use serde::Deserialize;

use super::tolerant::{filled, or_empty};
use crate::Milliunits;

/// An account.
#[derive(Clone, Debug, Deserialize)]
#[non_exhaustive]
pub struct Account {
    /// YNAB's id.
    pub id: String,
    /// The name that the user gave the account.
    #[serde(default, deserialize_with = "or_empty")]
    pub name: String,
    /// YNAB's word for the kind, such as `checking`.
    #[serde(rename = "type", default, deserialize_with = "or_empty")]
    pub kind: String,
    /// False for a tracking account, whose transactions do not take a category.
    #[serde(default, deserialize_with = "or_empty")]
    pub on_budget: bool,
    /// True if the user closed the account.
    #[serde(default, deserialize_with = "or_empty")]
    pub closed: bool,
    /// The user's note.
    #[serde(default)]
    pub note: Option<String>,
    /// The balance of all transactions.
    #[serde(default, deserialize_with = "or_empty")]
    pub balance: Milliunits,
    /// The balance of the transactions that the bank has shown.
    #[serde(default, deserialize_with = "or_empty")]
    pub cleared_balance: Milliunits,
    /// The balance of the transactions that the bank has not shown yet.
    #[serde(default, deserialize_with = "or_empty")]
    pub uncleared_balance: Milliunits,
    /// The id of the payee that stands for a transfer to the account.
    #[serde(default)]
    pub transfer_payee_id: Option<String>,
    /// True if YNAB imports from the bank.
    #[serde(default)]
    pub direct_import_linked: Option<bool>,
    /// True if that import is broken.
    #[serde(default)]
    pub direct_import_in_error: Option<bool>,
    /// The time of the last reconciliation, RFC 3339 UTC.
    #[serde(default)]
    pub last_reconciled_at: Option<String>,
    /// True if the account was deleted.
    #[serde(default, deserialize_with = "or_empty")]
    pub deleted: bool,
}

/// A payee. Its name is often the bank's text.
#[derive(Clone, Debug, Deserialize)]
#[non_exhaustive]
pub struct Payee {
    /// YNAB's id.
    pub id: String,
    /// The name, which need not be unique.
    #[serde(default, deserialize_with = "or_empty")]
    pub name: String,
    /// Set for the payee that stands for a transfer to that account.
    #[serde(default, deserialize_with = "filled")]
    pub transfer_account_id: Option<String>,
    /// True if the payee was deleted.
    #[serde(default, deserialize_with = "or_empty")]
    pub deleted: bool,
}
