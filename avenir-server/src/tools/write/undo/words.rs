//! The description of an undo, as a person reads it.

use std::collections::BTreeSet;

use avenir_ynab::{
    Milliunits, MoneyError,
    change::{
        BudgetLine, CategoryChange, Cleared, Edit, Field, Flag, FlagChange, PlanSnapshot, Target,
        Undone, UndoneRow,
    },
    model::Transaction,
};
use confirm::Stop;
use serde_json::Value;

use super::super::{OpenPlan, lookup::Categories, payees};
use crate::tools::{apart, failed, inexact};

/// The edits of one undo, with the plan as it is now.
struct Words<'a> {
    edits: &'a [Edit],
    facts: &'a PlanSnapshot,
    categories: Categories,
    digits: u32,
}

/// Describes the edits of an undo. All edits belong to one operation, so their fields show which
/// operation it was.
pub(super) async fn in_words(
    plan: &OpenPlan,
    edits: &[Edit],
    facts: &PlanSnapshot,
) -> Result<Undone, Stop> {
    let categories = Categories::read(plan).await;
    let words = Words {
        edits,
        facts,
        categories: categories.map_err(failed)?,
        digits: plan.digits,
    };
    let has = |field: Field| edits.iter().any(|edit| edit.field == field);
    Ok(if has(Field::Cleared) {
        words.reconciled(accounts_of(plan, &words).await?)
    } else if has(Field::Transaction) {
        let account = accounts_of(plan, &words).await?;
        let rows = words.rows();
        if words.first().creates() {
            Undone::Deleted { account, rows }
        } else {
            Undone::Created { account, rows }
        }
    } else if has(Field::Category) {
        Undone::Categories {
            changes: words.each(|edit, row| words.category_change(edit, row)),
        }
    } else if has(Field::Flag) {
        Undone::Flags {
            flags: words.each(|edit, row| words.flag(edit, row)),
        }
    } else if has(Field::Approved) {
        let rows = words.rows();
        if words.first().after == true {
            Undone::Approved { rows }
        } else {
            Undone::Unapproved { rows }
        }
    } else if has(Field::Budgeted) {
        words.budget().map_err(inexact)?
    } else if has(Field::Target) {
        words.target()
    } else if has(Field::PayeeName) {
        let edit = words.first();
        Undone::Payee {
            from: text(&edit.before),
            name: text(&edit.after),
            transactions: payees::naming(plan, &edit.id).await?,
        }
    } else {
        words.category()
    })
}

/// Returns the names of the accounts of all rows. The rows have one account, unless somebody moved
/// a row since.
async fn accounts_of(plan: &OpenPlan, words: &Words<'_>) -> Result<String, Stop> {
    let of = |edit: &Edit| match words.facts.transaction(&edit.id) {
        Some(row) => Some(row.account_id.clone()),
        None => edit.after["account_id"].as_str().map(str::to_owned),
    };
    let ids: BTreeSet<String> = words.edits.iter().filter_map(of).collect();
    let accounts = plan.client.accounts(&plan.id).await.map_err(failed)?;
    let name = |id: &String| match accounts.iter().find(|account| account.id == *id) {
        Some(account) => apart::account_name(account, &accounts),
        None => id.clone(),
    };
    Ok(ids.iter().map(name).collect::<Vec<_>>().join(", "))
}

impl Words<'_> {
    fn first(&self) -> &Edit {
        &self.edits[0]
    }

    /// Calls `words` for each edit and its transaction. Leaves out an edit whose transaction is not
    /// in the plan.
    fn each<T>(&self, words: impl Fn(&Edit, &Transaction) -> T) -> Vec<T> {
        let row = |edit: &Edit| Some(words(edit, self.facts.transaction(&edit.id)?));
        self.edits.iter().filter_map(row).collect()
    }

    fn rows(&self) -> Vec<UndoneRow> {
        if self.first().creates() {
            return self
                .edits
                .iter()
                .map(|edit| self.created(&edit.after))
                .collect();
        }
        self.each(|_, row| UndoneRow {
            date: row.date.clone(),
            payee: row.payee_name.clone(),
            amount: row.amount.0,
            category: self.categories.name_of(row),
            memo: row.memo.clone().filter(|memo| !memo.is_empty()),
            digits: self.digits,
        })
    }

    fn created(&self, row: &Value) -> UndoneRow {
        let text = |key: &str| row[key].as_str().map(str::to_owned);
        UndoneRow {
            date: text("date").unwrap_or_default(),
            payee: text("payee_name"),
            amount: row["amount"].as_i64().unwrap_or_default(),
            category: text("category_id").map(|id| self.name(&id)),
            memo: text("memo"),
            digits: self.digits,
        }
    }

    fn reconciled(&self, account: String) -> Undone {
        let cleared = self
            .edits
            .iter()
            .filter(|edit| edit.field == Field::Cleared);
        let back = cleared.clone().any(|edit| edit.after == "reconciled");
        let mut edits = self.edits.iter();
        let adjustment = edits.find(|edit| edit.field == Field::Transaction);
        Undone::Reconciled {
            account,
            transactions: cleared.count(),
            cleared: if back {
                Cleared::Reconciled
            } else {
                Cleared::Cleared
            },
            deletes: adjustment.is_some_and(|edit| !edit.creates()),
            creates: adjustment.is_some_and(Edit::creates),
        }
    }

    fn category_change(&self, edit: &Edit, row: &Transaction) -> CategoryChange {
        let id = edit.after.as_str();
        CategoryChange {
            transaction_id: row.id.clone(),
            category_id: id.map(str::to_owned),
            from_category_id: row.category_id.clone(),
            date: row.date.clone(),
            payee: row.payee_name.clone(),
            amount: row.amount.0,
            digits: self.digits,
            before: self.categories.name_of(row),
            after: id.map(|id| self.name(id)),
        }
    }

    fn flag(&self, edit: &Edit, row: &Transaction) -> FlagChange {
        let flag = |value: &Value| value.as_str().and_then(Flag::from_word);
        FlagChange {
            transaction_id: row.id.clone(),
            color: flag(&edit.after),
            before: flag(&edit.before),
            date: row.date.clone(),
            payee: row.payee_name.clone(),
            amount: row.amount.0,
            digits: self.digits,
        }
    }

    fn budget(&self) -> Result<Undone, MoneyError> {
        let lines = self.edits.iter().map(|edit| self.line(edit));
        let mut lines = lines.collect::<Result<Vec<BudgetLine>, _>>()?;
        let month = self.first().month.clone().unwrap_or_default();
        let digits = self.digits;
        if let [to, from] = &lines[..] {
            let moved = Milliunits(to.before).checked_sub(Milliunits(to.after))?;
            return Ok(Undone::Move {
                month,
                amount: moved.checked_abs()?.0,
                from: from.category.clone(),
                to: to.category.clone(),
                lines,
                digits,
            });
        }
        let line = lines.remove(0);
        Ok(Undone::Budget {
            month,
            category: line.category,
            before: line.before,
            after: line.after,
            available_before: line.available_before,
            available_after: line.available_after,
            digits,
        })
    }

    fn line(&self, edit: &Edit) -> Result<BudgetLine, MoneyError> {
        let month = edit.month.as_deref().unwrap_or_default();
        let balance = self
            .facts
            .month(month, &edit.id)
            .map_or(0, |there| there.balance.0);
        let amount = |value: &Value| value.as_i64().unwrap_or_default();
        let name = self.name(&edit.id);
        BudgetLine::new(name, amount(&edit.before), balance, self.digits)
            .assigned(amount(&edit.after))
    }

    fn target(&self) -> Undone {
        let edit = self.first();
        Undone::Target {
            category: self.name(&edit.id),
            before: Target::from_value(&edit.before, self.digits),
            after: Target::from_value(&edit.after, self.digits),
        }
    }

    fn category(&self) -> Undone {
        let id = &self.first().id;
        let then = |field: Field| self.edits.iter().find(|edit| edit.field == field);
        let from = self
            .facts
            .category(id)
            .map(|now| now.name.clone())
            .unwrap_or_default();
        let from_group = self
            .categories
            .find(id)
            .map(|now| now.group.clone())
            .unwrap_or_default();
        let group = then(Field::CategoryGroup).map(|edit| {
            let id = text(&edit.after);
            self.categories
                .group(&id)
                .map_or(id.clone(), |group| group.name.clone())
        });
        Undone::Category {
            name: then(Field::CategoryName).map_or_else(|| from.clone(), |edit| text(&edit.after)),
            group: group.unwrap_or_else(|| from_group.clone()),
            from,
            from_group,
        }
    }

    fn name(&self, id: &str) -> String {
        match self.categories.find(id) {
            Some(placed) => self.categories.name(placed),
            None => id.to_owned(),
        }
    }
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}
