use serde::Deserialize;

use super::tolerant::{filled, or_empty};
use crate::Milliunits;

/// A transaction that is to come, once or again and again.
#[derive(Clone, Debug, Deserialize)]
#[non_exhaustive]
pub struct ScheduledTransaction {
    /// YNAB's id.
    pub id: String,
    /// When it began, `YYYY-MM-DD`.
    #[serde(default, deserialize_with = "or_empty")]
    pub date_first: String,
    /// When it is due next, `YYYY-MM-DD`.
    #[serde(default, deserialize_with = "or_empty")]
    pub date_next: String,
    /// YNAB's word for how often, such as `monthly`; `never` is once.
    #[serde(default, deserialize_with = "or_empty")]
    pub frequency: String,
    /// Negative for money out.
    #[serde(default, deserialize_with = "or_empty")]
    pub amount: Milliunits,
    /// Free text.
    #[serde(default)]
    pub memo: Option<String>,
    /// YNAB's word for the colour of its flag.
    #[serde(default, deserialize_with = "filled")]
    pub flag_color: Option<String>,
    /// The account it is on.
    #[serde(default, deserialize_with = "or_empty")]
    pub account_id: String,
    /// That account's name.
    #[serde(default, deserialize_with = "or_empty")]
    pub account_name: String,
    /// Who is paid.
    #[serde(default)]
    pub payee_id: Option<String>,
    /// Who is paid; text of the bank's.
    #[serde(default)]
    pub payee_name: Option<String>,
    /// None when it has none or is split.
    #[serde(default)]
    pub category_id: Option<String>,
    /// YNAB's name for that, which is there also where there is no category.
    #[serde(default)]
    pub category_name: Option<String>,
    /// The other account of a transfer.
    #[serde(default)]
    pub transfer_account_id: Option<String>,
    /// The lines of a split.
    #[serde(default, deserialize_with = "or_empty")]
    pub subtransactions: Vec<ScheduledLine>,
    /// Whether it is gone.
    #[serde(default, deserialize_with = "or_empty")]
    pub deleted: bool,
}

/// A line of a scheduled split.
#[derive(Clone, Debug, Deserialize)]
#[non_exhaustive]
pub struct ScheduledLine {
    /// YNAB's id.
    pub id: String,
    /// Negative for money out.
    #[serde(default, deserialize_with = "or_empty")]
    pub amount: Milliunits,
    /// The category of this line.
    #[serde(default)]
    pub category_id: Option<String>,
    /// Whether it is gone.
    #[serde(default, deserialize_with = "or_empty")]
    pub deleted: bool,
}
