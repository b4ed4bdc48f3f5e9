//! Accounts and categories of the plan as it is now, and which of them take what.

use std::collections::{HashMap, HashSet};

use avenir_ynab::{
    Error, TransactionQuery,
    model::{Account, Category, CategoryGroup, Transaction},
};

use super::problems::quoted;
use crate::tools::{CARD_PAYMENTS, Target, apart};

/// The categories of a plan, by id.
#[derive(Debug)]
pub(super) struct Categories {
    by_id: HashMap<String, Placed>,
    groups: HashMap<String, CategoryGroup>,
    /// How many categories could be shown by a name, be it theirs or one with their group's.
    names: HashMap<String, usize>,
}

/// A category in its group.
#[derive(Debug)]
pub(super) struct Placed {
    pub(super) category: Category,
    pub(super) group: String,
    /// It, or its group, is not there for the user, or not theirs.
    deleted: bool,
    internal: bool,
    hidden: bool,
}

impl Placed {
    fn with_group(&self) -> String {
        format!("{}: {}", self.group, self.category.name)
    }

    /// Whether it pays off a credit card.
    pub(super) fn pays_card(&self) -> bool {
        self.group == CARD_PAYMENTS
    }
}

impl Categories {
    pub(super) async fn read(target: &Target) -> Result<Self, Error> {
        Ok(Self::new(target.client.categories(&target.id).await?))
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

    /// Whatever there is of that id.
    pub(super) fn find(&self, id: &str) -> Option<&Placed> {
        self.by_id.get(id)
    }

    /// One of the user's own that is not hidden.
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

    /// One that a transaction can have.
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

    /// One that a transaction can have, or what is ready to assign.
    pub(super) fn spendable_or_inflow(&self, id: &str) -> Result<&Placed, String> {
        match self.by_id.get(id) {
            Some(placed) if is_inflow(&placed.category) => Ok(placed),
            _ => self.spendable(id),
        }
    }

    /// YNAB's category of what is ready to assign.
    pub(super) fn inflow(&self) -> Option<&Placed> {
        self.by_id
            .values()
            .find(|placed| is_inflow(&placed.category))
    }

    /// A group of the user's own that is not hidden.
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

    /// The group of a category.
    pub(super) fn group_of(&self, placed: &Placed) -> Option<&CategoryGroup> {
        self.groups.get(&placed.category.category_group_id)
    }

    /// Whether a group has another category of that name.
    pub(super) fn is_taken(&self, group_id: &str, name: &str, but: Option<&str>) -> bool {
        self.by_id.values().any(|placed| {
            !placed.deleted
                && placed.category.category_group_id == group_id
                && placed.category.name == name
                && but != Some(&placed.category.id)
        })
    }

    /// Returns the name by which a person knows a category: with its group's where others have the
    /// same, and with its id where that is another's, too.
    pub(super) fn name(&self, placed: &Placed) -> String {
        let is_one = |name: &String| {
            let count = self.names.get(&apart::as_read(name)).copied();
            count.unwrap_or_default() < 2
        };
        let names = [placed.category.name.clone(), placed.with_group()];
        let with_id = || apart::behind_id(&placed.with_group(), &placed.category.id);
        names.into_iter().find(is_one).unwrap_or_else(with_id)
    }

    /// The name of whatever category a transaction has.
    pub(super) fn name_of(&self, transaction: &Transaction) -> Option<String> {
        let id = transaction.category_id.as_deref()?;
        Some(match self.by_id.get(id) {
            Some(placed) => self.name(placed),
            None => transaction.category().unwrap_or(id).to_owned(),
        })
    }
}

/// YNAB named it otherwise before, and does not mark it.
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

/// Returns the transactions of these ids that are there, by id, and notes what tells them from others.
pub(super) async fn asked_about<'a>(
    target: &Target,
    ids: impl IntoIterator<Item = &'a str>,
) -> Result<HashMap<String, Transaction>, Error> {
    let ids: HashSet<&str> = ids.into_iter().collect();
    let all = TransactionQuery::default();
    let all = target.client.transactions(&target.id, &all).await?;
    let meant = || {
        let there = all.iter().filter(|row| !row.deleted);
        there.filter(|row| ids.contains(row.id.as_str()))
    };
    apart::note_rows(meant(), &all, target.digits, &target.notes);
    Ok(meant().map(|row| (row.id.clone(), row.clone())).collect())
}

/// The transactions of these ids that are there, by id.
pub(super) async fn transactions<'a>(
    target: &Target,
    ids: impl IntoIterator<Item = &'a str>,
) -> Result<HashMap<String, Transaction>, Error> {
    let ids = ids.into_iter().collect();
    let rows = target.client.transactions_of(&target.id, &ids).await?;
    let there = rows.into_iter().filter(|row| !row.deleted);
    Ok(there.map(|row| (row.id.clone(), row)).collect())
}

/// The transaction of an id, or what is wrong with the id.
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

/// A transaction that can be given a category, or lines with categories.
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

/// The account of an id that is still in use, or what is wrong with the id.
pub(super) async fn account(target: &Target, id: &str) -> Result<Result<Account, String>, Error> {
    let shown = quoted(id);
    let all = target.client.accounts(&target.id).await?;
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
