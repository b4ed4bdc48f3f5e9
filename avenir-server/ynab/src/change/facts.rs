use std::collections::{HashMap, HashSet};

use serde::de::DeserializeOwned;
use serde_json::Value;

use super::{Edit, Field, Target, edit};
use crate::{
    Client, Error, TransactionQuery, list,
    model::{Category, Payee, Transaction},
};

/// The objects of a plan that some edits are about, as read from the plan or from an answer of
/// YNAB's.
#[derive(Clone, Debug, Default)]
pub struct PlanSnapshot {
    transactions: HashMap<String, Transaction>,
    categories: HashMap<String, Category>,
    /// Categories by month and id.
    months: HashMap<(String, String), Category>,
    payees: HashMap<String, Payee>,
    /// True if the snapshot is complete, so that a missing object does not exist.
    whole: bool,
}

/// The server knowledge before all changes. YNAB sends deleted objects only with a knowledge.
const FIRST: i64 = 1;
/// The month of a category in an answer that does not name its month.
const ANSWERED: &str = "";

impl Client {
    /// Reads the objects that the edits are about, each list at most once.
    ///
    /// # Errors
    ///
    /// See [`plans`](Self::plans).
    pub async fn facts(&self, plan_id: &str, edits: &[Edit]) -> Result<PlanSnapshot, Error> {
        let ids: HashSet<&str> = edits
            .iter()
            .filter(|edit| edit.is_of_a_transaction())
            .map(|edit| edit.id.as_str())
            .collect();
        // Read all rows if an object is to be created, because that object does not have an id yet.
        let rows = if ids.contains("") {
            let all = TransactionQuery::default();
            self.transactions(plan_id, &all).await?
        } else {
            self.transactions_of(plan_id, &ids).await?
        };
        self.facts_beside(plan_id, edits, rows).await
    }

    /// Reads the same objects, and the transactions that were deleted.
    ///
    /// # Errors
    ///
    /// See [`plans`](Self::plans).
    pub async fn facts_with_deleted(
        &self,
        plan_id: &str,
        edits: &[Edit],
    ) -> Result<PlanSnapshot, Error> {
        let page = list::changes(&self.http, plan_id, FIRST).await?;
        self.facts_beside(plan_id, edits, page.rows).await
    }

    async fn facts_beside(
        &self,
        plan_id: &str,
        edits: &[Edit],
        rows: Vec<Transaction>,
    ) -> Result<PlanSnapshot, Error> {
        let mut facts = PlanSnapshot {
            transactions: by_id(rows, |row| &row.id),
            whole: true,
            ..PlanSnapshot::default()
        };
        let any_of = |fields: &[Field]| edits.iter().any(|edit| fields.contains(&edit.field));
        let months: HashSet<&str> = edits.iter().filter_map(|e| e.month.as_deref()).collect();
        for month in months {
            for category in self.month(plan_id, month).await?.categories {
                let key = (month.to_owned(), category.id.clone());
                facts.months.insert(key, category);
            }
        }
        if any_of(&[
            Field::Target,
            Field::CategoryName,
            Field::CategoryGroup,
            Field::NewCategory,
        ]) {
            let groups = self.categories(plan_id).await?;
            let all = groups.into_iter().flat_map(|group| group.categories);
            facts.categories = by_id(all.collect(), |category| &category.id);
        }
        if any_of(&[Field::PayeeName]) {
            facts.payees = by_id(self.payees(plan_id).await?, |payee| &payee.id);
        }
        Ok(facts)
    }
}

impl PlanSnapshot {
    /// Makes a snapshot of YNAB's answer to a write.
    pub(crate) fn of(answer: &Value) -> Self {
        let mut transactions: Vec<Transaction> = part(answer, "transactions").unwrap_or_default();
        transactions.extend(part(answer, "transaction"));
        let category: Option<Category> = part(answer, "category");
        let payee: Option<Payee> = part(answer, "payee");
        Self {
            transactions: by_id(transactions, |row| &row.id),
            months: category
                .iter()
                .map(|category| ((ANSWERED.to_owned(), category.id.clone()), category.clone()))
                .collect(),
            categories: by_id(category.into_iter().collect(), |category| &category.id),
            payees: by_id(payee.into_iter().collect(), |payee| &payee.id),
            whole: false,
        }
    }

    /// Returns the edits of a request with the ids and values of the created objects in its answer.
    /// Returns `None` if the answer lacks a created object.
    #[must_use]
    pub fn answered(mut edits: Vec<Edit>, answer: &Value) -> Option<Vec<Edit>> {
        if !edits.iter().any(Edit::creates) {
            return Some(edits);
        }
        let facts = Self::of(answer);
        let mut taken: HashSet<String> = HashSet::new();
        // Match exact rows first, so that two rows of a day are not mixed up.
        for exactly in [true, false] {
            for edit in edits
                .iter_mut()
                .filter(|edit| edit.creates() && edit.id.is_empty())
            {
                let fits = |value: &Value| *value == edit.after || (!exactly && edit.may_be(value));
                let mut candidates: Vec<(String, Value)> = facts
                    .candidates(edit)
                    .filter(|(id, value)| fits(value) && !taken.contains(id))
                    .collect();
                candidates.sort_by(|one, other| one.0.cmp(&other.0));
                if let Some((id, value)) = candidates.into_iter().next() {
                    taken.insert(id.clone());
                    edit.id = id;
                    edit.after = value;
                }
            }
        }
        let named = edits
            .iter()
            .all(|edit| !edit.creates() || !edit.id.is_empty());
        named.then_some(edits)
    }

    /// Returns the ids of all transactions and categories in the snapshot.
    #[must_use]
    pub fn ids(&self) -> HashSet<String> {
        let categories = self.categories.keys();
        self.transactions
            .keys()
            .chain(categories)
            .cloned()
            .collect()
    }

    /// Returns a transaction, unless it was deleted.
    #[must_use]
    pub fn transaction(&self, id: &str) -> Option<&Transaction> {
        self.transactions.get(id).filter(|row| !row.deleted)
    }

    /// Returns a deleted transaction, as an [`Edit`] holds it.
    #[must_use]
    pub fn deleted(&self, id: &str) -> Option<Value> {
        let row = self.transactions.get(id).filter(|row| row.deleted)?;
        Some(edit::transaction(row))
    }

    /// Returns a category with the amounts of the current month.
    #[must_use]
    pub fn category(&self, id: &str) -> Option<&Category> {
        self.categories.get(id).filter(|category| !category.deleted)
    }

    /// Returns a category with the amounts of a month. Falls back to the category of an answer,
    /// which does not name its month.
    #[must_use]
    pub fn month(&self, month: &str, id: &str) -> Option<&Category> {
        let of = |month: &str| self.months.get(&(month.to_owned(), id.to_owned()));
        of(month).or_else(|| of(ANSWERED))
    }

    /// Returns the current value of an edit's field. Returns `None` if the object was deleted or is
    /// not in the snapshot. For a whole transaction ([`Field::Transaction`]) null means that the
    /// plan does not have the transaction.
    #[must_use]
    pub fn value(&self, edit: &Edit) -> Option<Value> {
        let row = || self.transaction(&edit.id);
        Some(match edit.field {
            Field::Category => row()?.category_id.clone().into(),
            Field::Flag => row()?.flag_color.clone().into(),
            Field::Cleared => row()?.cleared.clone().into(),
            Field::Approved => row()?.approved.into(),
            Field::Lines => edit::lines(row()?),
            Field::Transaction => match self.transactions.get(&edit.id) {
                Some(row) if row.deleted => Value::Null,
                Some(row) => edit::transaction(row),
                None if self.whole => Value::Null,
                None => return None,
            },
            Field::Budgeted => {
                let month = edit.month.as_deref().unwrap_or_default();
                self.month(month, &edit.id)?.budgeted.0.into()
            }
            Field::Target => Target::of(self.category(&edit.id)?, 0).value(),
            Field::CategoryName => self.category(&edit.id)?.name.clone().into(),
            Field::CategoryGroup => self.category(&edit.id)?.category_group_id.clone().into(),
            Field::NewCategory => edit::category(self.category(&edit.id)?),
            Field::PayeeName => self
                .payees
                .get(&edit.id)
                .filter(|payee| !payee.deleted)?
                .name
                .clone()
                .into(),
        })
    }

    /// Returns whether the field has the value after the edit.
    pub(crate) fn holds(&self, edit: &Edit) -> bool {
        self.value(edit)
            .is_some_and(|now| edit.same(&now, &edit.after))
    }

    /// Returns the id and value of every transaction, or of every category, depending on the object
    /// that an edit creates. Callers compare the values with the edit.
    pub fn candidates<'a>(&'a self, edit: &'a Edit) -> impl Iterator<Item = (String, Value)> + 'a {
        let rows = self
            .transactions
            .values()
            .filter(move |row| edit.field == Field::Transaction && !row.deleted)
            .map(|row| (row.id.clone(), edit::transaction(row)));
        let categories = self
            .categories
            .values()
            .filter(move |category| edit.field == Field::NewCategory && !category.deleted)
            .map(|category| (category.id.clone(), edit::category(category)));
        rows.chain(categories)
    }
}

fn part<T: DeserializeOwned>(answer: &Value, key: &str) -> Option<T> {
    T::deserialize(answer.get(key)?).ok()
}

fn by_id<T>(things: Vec<T>, id: fn(&T) -> &String) -> HashMap<String, T> {
    things
        .into_iter()
        .map(|thing| (id(&thing).clone(), thing))
        .collect()
}
