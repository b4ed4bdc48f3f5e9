use serde::Deserialize;

use super::tolerant::{filled, or_empty};
use crate::Milliunits;

/// A scheduled transaction, which occurs once or repeatedly.
#[derive(Clone, Debug, Deserialize)]
#[non_exhaustive]
pub struct ScheduledTransaction {
    /// YNAB's id.
    pub id: String,
    /// The first date, `YYYY-MM-DD`.
    #[serde(default, deserialize_with = "or_empty")]
    pub date_first: String,
    /// The next date, `YYYY-MM-DD`.
    #[serde(default, deserialize_with = "or_empty")]
    pub date_next: String,
    /// YNAB's word for the frequency, such as `monthly`; `never` is once.
    #[serde(default, deserialize_with = "or_empty")]
    pub frequency: String,
    /// The amount, negative for money out.
    #[serde(default, deserialize_with = "or_empty")]
    pub amount: Milliunits,
    /// The memo.
    #[serde(default)]
    pub memo: Option<String>,
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
    /// YNAB's name for the category, which YNAB sends even without a category.
    #[serde(default)]
    pub category_name: Option<String>,
    /// The other account of a transfer.
    #[serde(default)]
    pub transfer_account_id: Option<String>,
    /// The lines of a split.
    #[serde(default, deserialize_with = "or_empty")]
    pub subtransactions: Vec<ScheduledLine>,
    /// True if the transaction was deleted.
    #[serde(default, deserialize_with = "or_empty")]
    pub deleted: bool,
}

/// A line of a scheduled split.
#[derive(Clone, Debug, Deserialize)]
#[non_exhaustive]
pub struct ScheduledLine {
    /// YNAB's id.
    pub id: String,
    /// The amount, negative for money out.
    #[serde(default, deserialize_with = "or_empty")]
    pub amount: Milliunits,
    /// The category of this line.
    #[serde(default)]
    pub category_id: Option<String>,
    /// True if the line was deleted.
    #[serde(default, deserialize_with = "or_empty")]
    pub deleted: bool,
}
