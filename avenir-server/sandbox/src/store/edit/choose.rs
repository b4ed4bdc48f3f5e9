//! Look-ups of the rows that the fields of a request refer to.

use jiff::ToSpan;
use jiff::civil::Date;
use rusqlite::OptionalExtension;

use crate::failure::{Failure, Problems};
use crate::store::Patch;
use crate::store::{Scope, payees};

/// Sets the payee. An id takes precedence over a name; a name selects the payee of that name, or
/// creates it.
pub(in crate::store) fn payee(
    scope: &Scope<'_>,
    id: Patch<String>,
    name: Patch<String>,
    payee: &mut Option<String>,
    problems: &mut Problems,
) -> Result<(), Failure> {
    let name = name.value().filter(|name| !name.is_empty());
    match (id, name) {
        (Patch::Value(id), _) if payees::exists(scope, &id)? => *payee = Some(id),
        (Patch::Value(_), _) => problems.add("payee does not exist"),
        (Patch::Null | Patch::Absent, Some(name)) => match payees::named(scope, &name)? {
            Some(id) => *payee = Some(id),
            None => problems.add("payee_name must not begin with the name of an internal payee"),
        },
        (Patch::Null, None) => *payee = None,
        (Patch::Absent, None) => {}
    }
    Ok(())
}

/// Sets the category. Card payment categories are ignored, and Uncategorized counts as null.
pub(in crate::store) fn category(
    scope: &Scope<'_>,
    id: Patch<String>,
    category: &mut Option<String>,
    problems: &mut Problems,
) -> Result<(), Failure> {
    if let Patch::Value(id) = &id {
        let sql = "SELECT role FROM categories WHERE plan_id = ?1 AND id = ?2 AND NOT deleted";
        let role: Option<String> = scope
            .db
            .query_row(sql, [&scope.plan.id, id], |row| row.get(0))
            .optional()?;
        match role.as_deref() {
            Some("ordinary" | "inflow") => {}
            Some("uncategorized") => {
                *category = None;
                return Ok(());
            }
            Some(_) => return Ok(()),
            None => {
                problems.add("category does not exist");
                return Ok(());
            }
        }
    }
    id.replace(category);
    Ok(())
}

/// Checks that a date is at most five years ago and at most one day ahead, and notes the problem
/// otherwise. The day ahead allows for clients in other time zones.
pub(in crate::store) fn check_date(scope: &Scope<'_>, date: Date, problems: &mut Problems) -> bool {
    let latest = scope.today.saturating_add(1.day());
    let earliest = scope.today.saturating_sub(5.years());
    let is_allowed = earliest <= date && date <= latest;
    if !is_allowed {
        problems.add("date must not be in the future or over 5 years ago");
    }
    is_allowed
}

pub(in crate::store) fn is_account(scope: &Scope<'_>, id: &str) -> rusqlite::Result<bool> {
    let sql = "SELECT count(*) FROM accounts WHERE plan_id = ?1 AND id = ?2 AND NOT deleted";
    scope
        .db
        .query_row(sql, [&scope.plan.id, id], |row| row.get(0))
}

/// The properties of an amount that follow from its account and payee.
pub(in crate::store) struct Place {
    /// The account on the other side of a transfer.
    pub(in crate::store) other: Option<String>,
    /// Whether the amount can have a category. Tracking accounts and transfers inside the budget do not.
    pub(in crate::store) takes_category: bool,
}

pub(in crate::store) fn place(
    scope: &Scope<'_>,
    account: &str,
    payee: Option<&str>,
) -> rusqlite::Result<Place> {
    let sql = "SELECT p.transfer_account_id, a.on_budget AND NOT coalesce(o.on_budget, 0)
        FROM accounts AS a
        LEFT JOIN payees AS p ON p.id = ?2
        LEFT JOIN accounts AS o ON o.id = p.transfer_account_id
        WHERE a.id = ?1";
    scope.db.query_row(sql, (account, payee), |row| {
        Ok(Place {
            other: row.get(0)?,
            takes_category: row.get(1)?,
        })
    })
}
