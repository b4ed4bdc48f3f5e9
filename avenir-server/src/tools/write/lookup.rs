//! Look-ups of categories, transactions and accounts in the plan as it is now. A look-up refuses a
//! row that the change cannot use.

use std::collections::{HashMap, HashSet};

use avenir_ynab::{
    Error,
    model::{Account, Category, CategoryGroup, Transaction},
};

use super::problems::quoted;
use crate::tools::{CARD_PAYMENTS, OpenPlan, apart};

/// The categories of a plan, by id.
#[derive(Debug)]
pub(super) struct Categories {
    by_id: HashMap<String, Placed>,
    groups: HashMap<String, CategoryGroup>,
    /// The number of categories that a name could mean, with or without the name of their group.
    names: HashMap<String, usize>,
}

/// A category in its group.
#[derive(Debug)]
pub(super) struct Placed {
    pub(super) category: Category,
    pub(super) group: String,
    /// True if the category or its group is deleted. The next two fields count the group as well.
    deleted: bool,
    internal: bool,
    hidden: bool,
}

impl Placed {
    fn with_group(&self) -> String {
        format!("{}: {}", self.group, self.category.name)
    }

    /// Returns whether the category pays off a credit card.
    pub(super) fn pays_card(&self) -> bool {
        self.group == CARD_PAYMENTS
    }
}

impl Categories {
    pub(super) async fn read(plan: &OpenPlan) -> Result<Self, Error> {
        Ok(Self::new(plan.client.categories(&plan.id).await?))
    }

    fn new(groups: Vec<CategoryGroup>) -> Self {
        let placed: Vec<Placed> = groups.iter().flat_map(place).collect();
        let mut names = HashMap::new();
        for there in placed.iter().filter(|placed| !placed.deleted) {
            for name in [there.category.name.clone(), there.with_group()] {
                *names.entry(apart::as_read(&name)).or_default() += 1;
            }
        }
        Self {
            by_id: placed
                .into_iter()
                .map(|placed| (placed.category.id.clone(), placed))
                .collect(),
            groups: groups
                .into_iter()
                .map(|group| (group.id.clone(), group))
                .collect(),
            names,
        }
    }

    /// Returns the category with that id, even if it is deleted, hidden or YNAB's own.
    pub(super) fn find(&self, id: &str) -> Option<&Placed> {
        self.by_id.get(id)
    }

    /// Returns a category of the user's own. Fails if the category does not exist, is hidden or is
    /// YNAB's own.
    pub(super) fn own(&self, id: &str) -> Result<&Placed, String> {
        let placed = self
            .by_id
            .get(id)
            .filter(|placed| !placed.deleted)
            .ok_or_else(|| {
                let shown = quoted(id);
                format!("there is no category {shown}; get_category_balances gives the ids")
            })?;
        let why_not = if placed.internal {
            "is YNAB's own: take one from get_category_balances"
        } else if placed.hidden {
            "is hidden; show it in YNAB first"
        } else {
            return Ok(placed);
        };
        Err(format!("category {} {why_not}", quoted(id)))
    }

    /// Returns a category that a transaction can have. Fails like [`own`](Self::own), and if the
    /// category pays off a credit card.
    pub(super) fn spendable(&self, id: &str) -> Result<&Placed, String> {
        let placed = self.own(id)?;
        if placed.pays_card() {
            return Err(format!(
                "category {} pays off a credit card and takes no transaction",
                quoted(id)
            ));
        }
        Ok(placed)
    }

    /// Returns a category that a transaction can have, or YNAB's category for money that is ready
    /// to assign.
    pub(super) fn spendable_or_inflow(&self, id: &str) -> Result<&Placed, String> {
        match self.by_id.get(id) {
            Some(placed) if is_inflow(&placed.category) => Ok(placed),
            _ => self.spendable(id),
        }
    }

    /// Returns YNAB's category for money that is ready to assign.
    pub(super) fn inflow(&self) -> Option<&Placed> {
        self.by_id
            .values()
            .find(|placed| is_inflow(&placed.category))
    }

    /// Returns a group of the user's own. Fails if the group does not exist, is hidden or is YNAB's
    /// own.
    pub(super) fn group(&self, id: &str) -> Result<&CategoryGroup, String> {
        let shown = quoted(id);
        let group = self
            .groups
            .get(id)
            .filter(|group| !group.deleted)
            .ok_or_else(|| {
                format!("there is no category group {shown}; list_category_groups gives the ids")
            })?;
        if group.internal || group.name == CARD_PAYMENTS {
            return Err(format!(
                "category group {shown} is YNAB's own: take another from list_category_groups"
            ));
        }
        if group.hidden {
            return Err(format!(
                "category group {shown} is hidden; show it in YNAB first"
            ));
        }
        Ok(group)
    }

    /// Returns the group of a category.
    pub(super) fn group_of(&self, placed: &Placed) -> Option<&CategoryGroup> {
        self.groups.get(&placed.category.category_group_id)
    }

    /// Returns whether a group has a category of that name, other than the category with the id
    /// `but`.
    pub(super) fn is_taken(&self, group_id: &str, name: &str, but: Option<&str>) -> bool {
        self.by_id.values().any(|placed| {
            !placed.deleted
                && placed.category.category_group_id == group_id
                && placed.category.name == name
                && but != Some(&placed.category.id)
        })
    }

    /// Returns the name by which a person knows a category. Adds the name of the group if another
    /// category has the same name. Adds the id as well if the name with the group is not unique.
    pub(super) fn name(&self, placed: &Placed) -> String {
        let is_one = |name: &str| {
            let count = self.names.get(&apart::as_read(name)).copied();
            count.unwrap_or_default() < 2
        };
        if is_one(&placed.category.name) {
            return placed.category.name.clone();
        }
        let with_group = placed.with_group();
        if is_one(&with_group) {
            return with_group;
        }
        apart::behind_id(&with_group, &placed.category.id)
    }

    /// Returns the name of a transaction's category, even if the plan lost the category.
    pub(super) fn name_of(&self, transaction: &Transaction) -> Option<String> {
        let id = transaction.category_id.as_deref()?;
        Some(match self.by_id.get(id) {
            Some(placed) => self.name(placed),
            None => transaction.category().unwrap_or(id).to_owned(),
        })
    }
}

/// Returns whether a category holds the money that is ready to assign. Compares names, because YNAB
/// does not mark the category. The second name is the one that YNAB gave it before.
fn is_inflow(category: &Category) -> bool {
    category.internal
        && (category.name.starts_with("Inflow") || category.name.starts_with("Immediate Income"))
}

fn place(group: &CategoryGroup) -> impl Iterator<Item = Placed> + '_ {
    group.categories.iter().map(|category| Placed {
        deleted: category.deleted || group.deleted,
        internal: category.internal || group.internal,
        hidden: category.hidden || group.hidden,
        group: group.name.clone(),
        category: category.clone(),
    })
}

/// Returns the transactions of these ids that exist, by id. Adds a note for each that looks like
/// another transaction.
pub(super) async fn asked_about<'a>(
    plan: &OpenPlan,
    ids: impl IntoIterator<Item = &'a str>,
) -> Result<HashMap<String, Transaction>, Error> {
    let ids: HashSet<&str> = ids.into_iter().collect();
    let all = plan.client.transactions_and_twins(&plan.id, &ids).await?;
    let meant = || {
        let there = all.iter().filter(|row| !row.deleted);
        there.filter(|row| ids.contains(row.id.as_str()))
    };
    apart::note_rows(meant(), &all, plan.digits, &plan.notes);
    Ok(meant().map(|row| (row.id.clone(), row.clone())).collect())
}

/// Returns the transactions of these ids that exist, by id.
pub(super) async fn transactions<'a>(
    plan: &OpenPlan,
    ids: impl IntoIterator<Item = &'a str>,
) -> Result<HashMap<String, Transaction>, Error> {
    let ids = ids.into_iter().collect();
    let rows = plan.client.transactions_of(&plan.id, &ids).await?;
    let there = rows.into_iter().filter(|row| !row.deleted);
    Ok(there.map(|row| (row.id.clone(), row)).collect())
}

/// Returns the transaction of an id. Fails if the transaction does not exist.
pub(super) fn row<'a>(
    rows: &'a HashMap<String, Transaction>,
    id: &str,
) -> Result<&'a Transaction, String> {
    rows.get(id).ok_or_else(|| {
        format!(
            "there is no transaction {}; find_transactions gives the ids",
            quoted(id)
        )
    })
}

/// Returns a transaction that can have a category, or lines with categories. Fails if the
/// transaction is split, a transfer inside the budget, or on a tracking account.
pub(super) fn takes_category(
    row: &Transaction,
    on_budget: impl Fn(&str) -> bool,
) -> Result<&Transaction, String> {
    let transfer = row.transfer_account_id.as_deref();
    let why_not = if !on_budget(&row.account_id) {
        "is on a tracking account, whose transactions take no category: leave it out"
    } else if row.is_split() {
        "is split, and its lines carry the categories: change it in YNAB"
    } else if transfer.is_some_and(on_budget) {
        "is a transfer inside the budget, which takes no category: leave it out"
    } else {
        return Ok(row);
    };
    Err(format!("transaction {} {why_not}", quoted(&row.id)))
}

/// Returns the account of an id, or the problem with the id: the account does not exist or is
/// closed. Fails if the accounts cannot be read.
pub(super) async fn account(plan: &OpenPlan, id: &str) -> Result<Result<Account, String>, Error> {
    let shown = quoted(id);
    let all = plan.client.accounts(&plan.id).await?;
    let found = all
        .iter()
        .find(|account| account.id == id && !account.deleted)
        .cloned()
        .map(|mut account| {
            account.name = apart::account_name(&account, &all);
            account
        });
    Ok(match found {
        None => Err(format!(
            "there is no account {shown}; list_accounts gives the ids"
        )),
        Some(account) if account.closed => {
            Err(format!("account {shown} is closed; open it in YNAB first"))
        }
        Some(account) => Ok(account),
    })
}
