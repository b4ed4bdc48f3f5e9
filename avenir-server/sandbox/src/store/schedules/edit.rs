//! Creating, changing and deleting scheduled transactions.

use jiff::ToSpan;
use jiff::civil::Date;
use rusqlite::{OptionalExtension, named_params};
use uuid::Uuid;

use crate::failure::{Failure, Problems};
use crate::store::Patch;
use crate::store::Scope;
use crate::store::edit::choose;

/// The fields of a schedule that a request sends. Absent fields stay unchanged.
#[derive(Debug, Default)]
pub(crate) struct ScheduleEdit {
    pub(crate) account_id: String,
    pub(crate) date: Patch<Date>,
    pub(crate) amount: Patch<i64>,
    pub(crate) payee_id: Patch<String>,
    pub(crate) payee_name: Patch<String>,
    pub(crate) category_id: Patch<String>,
    pub(crate) memo: Patch<String>,
    pub(crate) flag_color: Patch<String>,
    pub(crate) frequency: Patch<String>,
}

#[derive(Debug, Default)]
struct Stored {
    amount: i64,
    payee_id: Option<String>,
    category_id: Option<String>,
    memo: Option<String>,
    flag_color: Option<String>,
    frequency: String,
}

/// Schedules a transaction and returns its id.
pub(crate) fn create(scope: &Scope<'_>, edit: ScheduleEdit) -> Result<String, Failure> {
    let id = Uuid::new_v4().to_string();
    let stored = Stored {
        frequency: "never".to_owned(),
        ..Stored::default()
    };
    save(scope, &id, stored, edit)?;
    Ok(id)
}

/// Changes a schedule, which restarts at the date that was sent.
pub(crate) fn update(scope: &Scope<'_>, id: &str, edit: ScheduleEdit) -> Result<(), Failure> {
    let sql = "SELECT amount, payee_id, category_id, memo, flag_color, frequency
        FROM scheduled_transactions WHERE plan_id = ?1 AND id = ?2 AND NOT deleted";
    let stored = scope.db.query_row(sql, [&scope.plan.id, id], |row| {
        Ok(Stored {
            amount: row.get(0)?,
            payee_id: row.get(1)?,
            category_id: row.get(2)?,
            memo: row.get(3)?,
            flag_color: row.get(4)?,
            frequency: row.get(5)?,
        })
    })?;
    save(scope, id, stored, edit)
}

/// Deletes a schedule. Transactions that it entered stay.
pub(crate) fn delete(scope: &Scope<'_>, id: &str) -> Result<(), Failure> {
    let deleted = scope.db.execute(
        "UPDATE scheduled_transactions SET deleted = 1
         WHERE plan_id = ?1 AND id = ?2 AND NOT deleted",
        [&scope.plan.id, id],
    )?;
    if deleted == 0 {
        return Err(Failure::ResourceNotFound);
    }
    Ok(())
}

fn save(
    scope: &Scope<'_>,
    id: &str,
    mut stored: Stored,
    edit: ScheduleEdit,
) -> Result<(), Failure> {
    let mut problems = Problems::default();
    let date = edit.date.value().unwrap_or(scope.today);
    if date <= scope.today || date > scope.today.saturating_add(5.years()) {
        problems.add("date must be in the future and not over 5 years from now");
    }
    if !choose::is_account(scope, &edit.account_id)? {
        problems.add("account does not exist");
        return problems.or(());
    }
    stored.amount = edit.amount.value().unwrap_or(stored.amount);
    stored.frequency = edit.frequency.value().unwrap_or(stored.frequency);
    choose::payee(
        scope,
        edit.payee_id,
        edit.payee_name,
        &mut stored.payee_id,
        &mut problems,
    )?;
    if let Patch::Value(category) = &edit.category_id
        && is_card_payment(scope, category)?
    {
        problems.add("category must not be a credit card payment category");
    }
    choose::category(
        scope,
        edit.category_id,
        &mut stored.category_id,
        &mut problems,
    )?;
    let place = choose::place(scope, &edit.account_id, stored.payee_id.as_deref())?;
    if place.other.as_deref() == Some(&edit.account_id) {
        problems.add("payee must not be a transfer to the same account");
    }
    if !place.takes_category {
        stored.category_id = None;
    }
    edit.memo.replace(&mut stored.memo);
    edit.flag_color.replace(&mut stored.flag_color);
    problems.or(())?;
    scope.db.execute(
        "INSERT INTO scheduled_transactions (id, plan_id, account_id, date_first, date_next,
             frequency, amount, payee_id, category_id, memo, flag_color)
         VALUES (:id, :plan, :account, :date, :date, :frequency, :amount, :payee, :category,
             :memo, :flag)
         ON CONFLICT (id) DO UPDATE SET account_id = :account, date_first = :date,
             date_next = :date, frequency = :frequency, amount = :amount, payee_id = :payee,
             category_id = :category, memo = :memo, flag_color = :flag",
        named_params! {
            ":id": id,
            ":plan": scope.plan.id,
            ":account": edit.account_id,
            ":date": date.to_string(),
            ":frequency": stored.frequency,
            ":amount": stored.amount,
            ":payee": stored.payee_id,
            ":category": stored.category_id,
            ":memo": stored.memo,
            // Both "" and null mean no flag.
            ":flag": stored.flag_color.filter(|color| !color.is_empty()),
        },
    )?;
    Ok(())
}

fn is_card_payment(scope: &Scope<'_>, id: &str) -> rusqlite::Result<bool> {
    let sql = "SELECT 1 FROM categories WHERE plan_id = ?1 AND id = ?2 AND role = 'card'";
    let found = scope
        .db
        .query_row(sql, [&scope.plan.id, id], |_| Ok(()))
        .optional()?;
    Ok(found.is_some())
}
