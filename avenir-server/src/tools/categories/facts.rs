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
    categories: HashMap<String, (Category, String)>,
}

impl Facts {
    pub(super) fn new(
        transactions: Vec<Transaction>,
        accounts: Vec<Account>,
        groups: Vec<CategoryGroup>,
    ) -> Self {
        let by_group = groups.into_iter().flat_map(|group| {
            let name = group.name;
            group
                .categories
                .into_iter()
                .map(move |c| (c.id.clone(), (c, name.clone())))
        });
        Self {
            transactions: transactions
                .into_iter()
                .map(|t| (t.id.clone(), t))
                .collect(),
            accounts: accounts.into_iter().map(|a| (a.id.clone(), a)).collect(),
            categories: by_group.collect(),
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
                    "transaction {:?} is already in assignments[{first}]; name it once",
                    assignment.transaction_id
                ));
            }
            match (self.transaction(assignment), self.category(assignment)) {
                (Ok(transaction), Ok(category)) => {
                    if transaction.category_id.as_deref() != Some(&category.id) {
                        changes.push(change(transaction, category, digits));
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
        problems.insert(
            0,
            "Nothing was changed and the user was not asked.".to_owned(),
        );
        Err(Stop::failed(problems.join("\n")))
    }

    fn transaction(&self, assignment: &Assignment) -> Result<&Transaction, String> {
        let id = &assignment.transaction_id;
        let transaction = self
            .transactions
            .get(id)
            .filter(|transaction| !transaction.deleted)
            .ok_or_else(|| {
                format!("there is no transaction {id:?}; find_transactions gives the ids")
            })?;
        if transaction.is_split() {
            return Err(format!(
                "transaction {id:?} is split, its lines carry the categories; change it in YNAB"
            ));
        }
        if transaction.transfer_account_id.is_some() {
            return Err(format!(
                "transaction {id:?} is a transfer, which takes no category"
            ));
        }
        let on_budget = self
            .accounts
            .get(&transaction.account_id)
            .is_some_and(|account| account.on_budget);
        if !on_budget {
            return Err(format!(
                "transaction {id:?} is on a tracking account, whose transactions take no category"
            ));
        }
        Ok(transaction)
    }

    fn category(&self, assignment: &Assignment) -> Result<&Category, String> {
        let id = &assignment.category_id;
        let (category, group) = self
            .categories
            .get(id)
            .filter(|(category, _)| !category.deleted)
            .ok_or_else(|| {
                format!("there is no category {id:?}; get_category_balances gives the ids")
            })?;
        if category.internal {
            return Err(format!(
                "category {id:?} is YNAB's own and takes no transaction"
            ));
        }
        if group == CARD_PAYMENTS {
            return Err(format!(
                "category {id:?} pays off a credit card and takes no transaction"
            ));
        }
        if category.hidden {
            return Err(format!("category {id:?} is hidden; show it in YNAB first"));
        }
        Ok(category)
    }
}

fn change(transaction: &Transaction, category: &Category, digits: u32) -> CategoryChange {
    CategoryChange {
        transaction_id: transaction.id.clone(),
        category_id: category.id.clone(),
        from_category_id: transaction.category_id.clone(),
        date: transaction.date.clone(),
        payee: transaction.payee_name.clone(),
        amount: transaction.amount.0,
        digits,
        before: transaction.category().map(str::to_owned),
        after: category.name.clone(),
    }
}
