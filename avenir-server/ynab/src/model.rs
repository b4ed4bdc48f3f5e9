//! What YNAB answers, as far as it is used. Reading is tolerant: unknown words and missing
//! optional values do not fail a whole list.

use serde::Deserialize;

use crate::Milliunits;

/// A plan, formerly a budget.
#[derive(Clone, Debug, Deserialize)]
#[non_exhaustive]
pub struct Plan {
    /// YNAB's id.
    pub id: String,
    /// The user's name for it.
    pub name: String,
    /// When it last changed, RFC 3339 UTC.
    pub last_modified_on: Option<String>,
    /// The first month with data, `YYYY-MM-01`.
    pub first_month: Option<String>,
    /// The last month with data, `YYYY-MM-01`.
    pub last_month: Option<String>,
    /// How it shows money; unknown in very old plans.
    pub currency_format: Option<CurrencyFormat>,
}

/// How a plan shows money.
#[derive(Clone, Debug, Deserialize)]
#[non_exhaustive]
pub struct CurrencyFormat {
    /// Decimals of the currency: 0 for yen, 2 for euros, 3 for dinars.
    #[serde(default = "two")]
    pub decimal_digits: u32,
}

fn two() -> u32 {
    2
}

/// An account.
#[derive(Clone, Debug, Deserialize)]
#[non_exhaustive]
pub struct Account {
    /// YNAB's id.
    pub id: String,
    /// The user's name for it.
    pub name: String,
    /// YNAB's word for its kind, such as `checking`.
    #[serde(rename = "type")]
    pub kind: String,
    /// False for a tracking account, whose transactions take no category.
    pub on_budget: bool,
    /// Whether the user closed it.
    pub closed: bool,
    /// All transactions.
    pub balance: Milliunits,
    /// The transactions that the bank has shown.
    pub cleared_balance: Milliunits,
    /// The transactions that the bank has not shown yet.
    pub uncleared_balance: Milliunits,
    /// Whether YNAB imports from the bank.
    #[serde(default)]
    pub direct_import_linked: Option<bool>,
    /// Whether that import is broken.
    #[serde(default)]
    pub direct_import_in_error: Option<bool>,
    /// When it was last reconciled, RFC 3339 UTC.
    #[serde(default)]
    pub last_reconciled_at: Option<String>,
    /// Whether it is gone.
    pub deleted: bool,
}

/// A group of categories.
#[derive(Clone, Debug, Deserialize)]
#[non_exhaustive]
pub struct CategoryGroup {
    /// YNAB's id.
    pub id: String,
    /// The user's name for it.
    pub name: String,
    /// Whether the user hid it.
    pub hidden: bool,
    /// Whether it is YNAB's own.
    #[serde(default)]
    pub internal: bool,
    /// Whether it is gone.
    pub deleted: bool,
    /// What is in it.
    #[serde(default)]
    pub categories: Vec<Category>,
}

/// A category, with the amounts of one month.
#[derive(Clone, Debug, Deserialize)]
#[non_exhaustive]
pub struct Category {
    /// YNAB's id.
    pub id: String,
    /// The group it is in.
    pub category_group_id: String,
    /// That group's name.
    #[serde(default)]
    pub category_group_name: Option<String>,
    /// The user's name for it.
    pub name: String,
    /// Whether the user hid it.
    pub hidden: bool,
    /// Whether it is YNAB's own, such as `Inflow: Ready to Assign`.
    #[serde(default)]
    pub internal: bool,
    /// Assigned this month.
    pub budgeted: Milliunits,
    /// Spent (negative) or received this month.
    pub activity: Milliunits,
    /// Available: carried over, plus budgeted, plus activity.
    pub balance: Milliunits,
    /// Whether it is gone.
    pub deleted: bool,
}

/// A transaction.
#[derive(Clone, Debug, Deserialize)]
#[non_exhaustive]
pub struct Transaction {
    /// YNAB's id; a UUID, or one with a date behind it.
    pub id: String,
    /// `YYYY-MM-DD`.
    pub date: String,
    /// Negative for money out.
    pub amount: Milliunits,
    /// Free text, also of the bank's.
    #[serde(default)]
    pub memo: Option<String>,
    /// `uncleared`, `cleared` or `reconciled`.
    pub cleared: String,
    /// Whether the user approved it.
    pub approved: bool,
    /// The account it is on.
    pub account_id: String,
    /// That account's name.
    pub account_name: String,
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
    /// Whether it is gone.
    pub deleted: bool,
    /// The lines of a split.
    #[serde(default)]
    pub subtransactions: Vec<SubTransaction>,
}

/// A line of a split transaction.
#[derive(Clone, Debug, Deserialize)]
#[non_exhaustive]
pub struct SubTransaction {
    /// Negative for money out.
    pub amount: Milliunits,
    /// The category of this line.
    #[serde(default)]
    pub category_id: Option<String>,
    /// Whether it is gone.
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
