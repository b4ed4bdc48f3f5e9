//! Creating, changing and deleting transactions.
//!
//! A request is carried out as far as possible while its broken rules are collected. If a rule is
//! broken, the error names all of them and the SQL transaction is rolled back, so nothing is saved.

pub(super) mod choose;
mod split;
mod stored;

use jiff::civil::Date;

use self::stored::Stored;
use super::{Patch, Scope, transfers};
use crate::failure::{Failure, Problems};

/// The fields of a transaction that a request sends. Absent fields stay unchanged.
#[derive(Debug, Clone, Default)]
pub(crate) struct Edit {
    pub(crate) id: Patch<String>,
    pub(crate) import_id: Patch<String>,
    pub(crate) account_id: Patch<String>,
    pub(crate) date: Patch<Date>,
    pub(crate) amount: Patch<i64>,
    pub(crate) payee_id: Patch<String>,
    pub(crate) payee_name: Patch<String>,
    pub(crate) category_id: Patch<String>,
    pub(crate) memo: Patch<String>,
    pub(crate) cleared: Patch<String>,
    pub(crate) approved: Patch<bool>,
    pub(crate) flag_color: Patch<String>,
    pub(crate) lines: Vec<Line>,
}

/// A line of a split that a request creates.
#[derive(Debug, Clone)]
pub(crate) struct Line {
    pub(crate) amount: i64,
    pub(crate) payee_id: Patch<String>,
    pub(crate) payee_name: Patch<String>,
    pub(crate) category_id: Patch<String>,
    pub(crate) memo: Patch<String>,
}

/// The result of creating transactions.
#[derive(Debug, Default)]
pub(crate) struct Created {
    pub(crate) ids: Vec<String>,
    /// Import ids that the account already has, for which no row was created.
    pub(crate) duplicates: Vec<String>,
}

/// Creates all of the transactions or none. Rows whose import id is already used are skipped.
pub(crate) fn create_all(scope: &Scope<'_>, edits: Vec<Edit>) -> Result<Created, Failure> {
    let mut problems = Problems::default();
    let mut created = Created::default();
    for (index, edit) in edits.into_iter().enumerate() {
        problems.index = Some(index);
        create(scope, edit, &mut created, &mut problems)?;
    }
    problems.or(created)
}

/// Creates one transaction.
pub(crate) fn create_one(scope: &Scope<'_>, edit: Edit) -> Result<String, Failure> {
    let mut problems = Problems::default();
    let mut created = Created::default();
    create(scope, edit, &mut created, &mut problems)?;
    let Created {
        mut ids,
        duplicates,
    } = problems.or(created)?;
    match (ids.pop(), duplicates.first()) {
        (Some(id), _) => Ok(id),
        (None, import_id) => Err(Failure::Conflict(format!(
            "a transaction on the same account with the import_id {:?} exists already",
            import_id.map_or("", String::as_str)
        ))),
    }
}

/// Changes all of the transactions or none, and returns their ids.
pub(crate) fn update_all(scope: &Scope<'_>, edits: Vec<Edit>) -> Result<Vec<String>, Failure> {
    let mut problems = Problems::default();
    let mut ids = Vec::new();
    for (index, edit) in edits.into_iter().enumerate() {
        problems.index = Some(index);
        let found = match (&edit.id, &edit.import_id) {
            (Patch::Value(id), _) => Stored::by_id(scope, id)?,
            (_, Patch::Value(import_id)) => Stored::by_import_id(scope, import_id)?,
            _ => {
                problems.add("id or import_id is required");
                continue;
            }
        };
        match found {
            Some(stored) => ids.push(change(scope, stored, edit, &mut problems)?),
            None => problems.add("transaction does not exist"),
        }
    }
    problems.or(ids)
}

/// Changes one transaction.
pub(crate) fn update(scope: &Scope<'_>, id: &str, edit: Edit) -> Result<(), Failure> {
    let stored = Stored::by_id(scope, id)?.ok_or(Failure::ResourceNotFound)?;
    let mut problems = Problems::default();
    change(scope, stored, edit, &mut problems)?;
    problems.or(())
}

/// Deletes one transaction, and for a transfer also the other side.
pub(crate) fn delete(scope: &Scope<'_>, id: &str) -> Result<(), Failure> {
    let stored = Stored::by_id(scope, id)?.ok_or(Failure::ResourceNotFound)?;
    Ok(transfers::delete(scope, &stored.id)?)
}

fn create(
    scope: &Scope<'_>,
    mut edit: Edit,
    created: &mut Created,
    problems: &mut Problems,
) -> Result<(), Failure> {
    let Some(mut stored) = Stored::new(scope, &edit, problems)? else {
        return Ok(());
    };
    if let Some(duplicate) = stored.duplicate(scope)? {
        created.duplicates.push(duplicate);
        return Ok(());
    }
    if stored.import_id.is_some()
        && edit.lines.is_empty()
        && let Some(entered) = stored.entered_before(scope)?
    {
        created
            .ids
            .push(merge(scope, entered, stored, edit, problems)?);
        return Ok(());
    }
    let lines = std::mem::take(&mut edit.lines);
    stored.apply(scope, edit, problems)?;
    finish(scope, &stored, lines, problems)?;
    created.ids.push(stored.id);
    Ok(())
}

/// Merges an import into the row that the user had entered for it. The row keeps the user's values
/// and waits for approval.
fn merge(
    scope: &Scope<'_>,
    mut entered: Stored,
    import: Stored,
    edit: Edit,
    problems: &mut Problems,
) -> Result<String, Failure> {
    let (mut seen, id) = (import.clone(), entered.id.clone());
    seen.apply(scope, edit, problems)?;
    entered.import_id = import.import_id;
    entered.matched = Some(import.id);
    entered.approved = false;
    if seen.cleared != "uncleared" {
        entered.cleared = seen.cleared;
    }
    entered.save(scope)?;
    scope.db.execute(
        "UPDATE transactions SET import_payee_name = (SELECT name FROM payees WHERE id = ?2)
         WHERE id = ?1",
        (&id, &seen.payee_id),
    )?;
    Ok(id)
}

fn change(
    scope: &Scope<'_>,
    mut stored: Stored,
    mut edit: Edit,
    problems: &mut Problems,
) -> Result<String, Failure> {
    let mut lines = std::mem::take(&mut edit.lines);
    if stored.is_split {
        // YNAB silently ignores these fields on a split, and refuses new lines.
        edit.date = Patch::Absent;
        edit.amount = Patch::Absent;
        edit.category_id = Patch::Absent;
        if !lines.is_empty() {
            problems.add("subtransactions cannot be updated on an existing split transaction");
            lines.clear();
        }
    }
    if stored.mirrors_line {
        // The line of the split determines the account, date, amount and payee.
        edit.account_id = Patch::Absent;
        edit.date = Patch::Absent;
        edit.amount = Patch::Absent;
        edit.payee_id = Patch::Absent;
        edit.payee_name = Patch::Absent;
    }
    stored.apply(scope, edit, problems)?;
    finish(scope, &stored, lines, problems)?;
    if stored.is_split {
        split::moved(scope, &stored, problems)?;
    }
    Ok(stored.id)
}

fn finish(
    scope: &Scope<'_>,
    stored: &Stored,
    lines: Vec<Line>,
    problems: &mut Problems,
) -> Result<(), Failure> {
    stored.save(scope)?;
    if !lines.is_empty() {
        split::split(scope, stored, lines, problems)?;
    }
    if !stored.mirrors_line {
        transfers::sync_mirror(scope, &stored.id)?;
    }
    Ok(())
}
