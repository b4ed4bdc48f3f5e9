//! What may get which category, by the plan as it is now.

use std::collections::HashMap;

use avenir_ynab::{
    change::CategoryChange,
    model::{Account, Category, CategoryGroup, Transaction},
};
use confirm::Stop;

use super::Assignment;

/// YNAB's group of the categories that pay off credit cards.
const CARD_PAYMENTS: &str = "Credit Card Payments";

/// The plan as it is now, by id.
pub(super) struct Facts {
    transactions: HashMap<String, Transaction>,
    accounts: HashMap<String, Account>,
    categories: HashMap<String, Placed>,
    /// How many categories have a name.
    names: HashMap<String, usize>,
}

/// A category in its group.
struct Placed {
    category: Category,
    group: String,
    /// It, or its group, is not there for the user, or not theirs.
    deleted: bool,
    internal: bool,
    hidden: bool,
}

/// Most problems that one error names.
const MOST_PROBLEMS: usize = 20;

impl Facts {
    pub(super) fn new(
        transactions: Vec<Transaction>,
        accounts: Vec<Account>,
        groups: Vec<CategoryGroup>,
    ) -> Self {
        let placed: Vec<Placed> = groups.into_iter().flat_map(place).collect();
        let mut names = HashMap::new();
        for there in placed.iter().filter(|placed| !placed.deleted) {
            *names.entry(there.category.name.clone()).or_default() += 1;
        }
        Self {
            transactions: transactions
                .into_iter()
                .map(|t| (t.id.clone(), t))
                .collect(),
            accounts: accounts.into_iter().map(|a| (a.id.clone(), a)).collect(),
            categories: placed
                .into_iter()
                .map(|p| (p.category.id.clone(), p))
                .collect(),
            names,
        }
    }

    /// What would change, or every problem of the call in one error.
    pub(super) fn changes(
        &self,
        wanted: &[Assignment],
        digits: u32,
    ) -> Result<Vec<CategoryChange>, Stop> {
        let mut changes = Vec::new();
        let mut problems = Vec::new();
        let mut seen: HashMap<&str, usize> = HashMap::new();
        for (index, assignment) in wanted.iter().enumerate() {
            let mut problem = |text: String| problems.push(format!("assignments[{index}]: {text}"));
            if let Some(first) = seen.insert(&assignment.transaction_id, index) {
                problem(format!(
                    "transaction {} is already in assignments[{first}]; name it once",
                    quoted(&assignment.transaction_id)
                ));
            }
            match (self.transaction(assignment), self.category(assignment)) {
                (Ok(transaction), Ok(placed)) => {
                    if transaction.category_id.as_deref() != Some(&placed.category.id) {
                        changes.push(self.change(transaction, placed, digits));
                    }
                }
                (transaction, category) => {
                    transaction
                        .err()
                        .into_iter()
                        .chain(category.err())
                        .for_each(&mut problem);
                }
            }
        }
        if problems.is_empty() {
            return Ok(changes);
        }
        let more = problems.len().saturating_sub(MOST_PROBLEMS);
        problems.truncate(MOST_PROBLEMS);
        if more > 0 {
            problems.push(format!("… and {more} more"));
        }
        problems.insert(0, "Nothing was changed.".to_owned());
        Err(Stop::failed(problems.join("\n")))
    }

    fn transaction(&self, assignment: &Assignment) -> Result<&Transaction, String> {
        let id = quoted(&assignment.transaction_id);
        let transaction = self
            .transactions
            .get(&assignment.transaction_id)
            .filter(|transaction| !transaction.deleted)
            .ok_or_else(|| {
                format!("there is no transaction {id}; find_transactions gives the ids")
            })?;
        if transaction.is_split() {
            return Err(format!(
                "transaction {id} is split, its lines carry the categories; change it in YNAB"
            ));
        }
        if transaction.transfer_account_id.is_some() {
            return Err(format!(
                "transaction {id} is a transfer, which takes no category"
            ));
        }
        let on_budget = self
            .accounts
            .get(&transaction.account_id)
            .is_some_and(|account| account.on_budget);
        if !on_budget {
            return Err(format!(
                "transaction {id} is on a tracking account, whose transactions take no category"
            ));
        }
        Ok(transaction)
    }

    fn category(&self, assignment: &Assignment) -> Result<&Placed, String> {
        let id = quoted(&assignment.category_id);
        let placed = self
            .categories
            .get(&assignment.category_id)
            .filter(|placed| !placed.deleted)
            .ok_or_else(|| {
                format!("there is no category {id}; get_category_balances gives the ids")
            })?;
        if placed.internal {
            return Err(format!(
                "category {id} is YNAB's own and takes no transaction"
            ));
        }
        if placed.group == CARD_PAYMENTS {
            return Err(format!(
                "category {id} pays off a credit card and takes no transaction"
            ));
        }
        if placed.hidden {
            return Err(format!("category {id} is hidden; show it in YNAB first"));
        }
        Ok(placed)
    }

    fn change(&self, transaction: &Transaction, to: &Placed, digits: u32) -> CategoryChange {
        let from = transaction.category_id.as_ref();
        let before = from.map(|id| match self.categories.get(id) {
            Some(placed) => self.name(placed),
            None => transaction.category().unwrap_or(id).to_owned(),
        });
        CategoryChange {
            transaction_id: transaction.id.clone(),
            category_id: to.category.id.clone(),
            from_category_id: from.cloned(),
            date: transaction.date.clone(),
            payee: transaction.payee_name.clone(),
            amount: transaction.amount.0,
            digits,
            before,
            after: self.name(to),
        }
    }

    /// The name by which a person knows a category: with its group's, where others have the same.
    fn name(&self, placed: &Placed) -> String {
        let name = &placed.category.name;
        match self.names.get(name) {
            Some(2..) => format!("{}: {name}", placed.group),
            _ => name.clone(),
        }
    }
}

fn place(group: CategoryGroup) -> impl Iterator<Item = Placed> {
    group.categories.into_iter().map(move |category| Placed {
        deleted: category.deleted || group.deleted,
        internal: category.internal || group.internal,
        hidden: category.hidden || group.hidden,
        group: group.name.clone(),
        category,
    })
}

/// An id as the caller gave it, which may be anything.
fn quoted(id: &str) -> String {
    confirm::preview::quoted(id, 80)
}
