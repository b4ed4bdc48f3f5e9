//! The other side of a transfer.
//!
//! A row whose payee is the transfer payee of an account has a mirror in that account, with the same
//! date and the opposite amount. Each row names the other. A change of one side updates the other,
//! except for memo, flag, approval and cleared status, which are copied only when the mirror is created.

use rusqlite::named_params;
use uuid::Uuid;

use super::{Scope, collect};

/// Creates, moves or deletes the mirror of a transaction, so that it matches the row.
pub(crate) fn sync_mirror(scope: &Scope<'_>, id: &str) -> rusqlite::Result<()> {
    let (target, mirror): (Option<String>, Option<String>) = scope.db.query_row(
        "SELECT p.transfer_account_id, t.transfer_transaction_id
         FROM transactions AS t LEFT JOIN payees AS p ON p.id = t.payee_id
         WHERE t.id = ?1",
        [id],
        |row| Ok((row.get(0)?, row.get(1)?)),
    )?;
    match (target, mirror) {
        (None, None) => Ok(()),
        (None, Some(mirror)) => {
            remove(scope, &mirror)?;
            point(scope, id, None, None)
        }
        (Some(target), Some(mirror)) => {
            scope.db.execute(
                "UPDATE transactions AS m SET (account_id, date, amount, payee_id, transfer_account_id) = (
                     SELECT :target, t.date, -t.amount, a.transfer_payee_id, t.account_id
                     FROM transactions AS t JOIN accounts AS a ON a.id = t.account_id
                     WHERE t.id = :id)
                 WHERE m.id = :mirror",
                named_params! {":target": target, ":id": id, ":mirror": mirror},
            )?;
            point(scope, id, Some(&target), Some(&mirror))
        }
        (Some(target), None) => {
            let mirror = Uuid::new_v4().to_string();
            scope.db.execute(
                "INSERT INTO transactions (id, plan_id, account_id, date, amount, payee_id, memo,
                     cleared, approved, flag_color, transfer_account_id, transfer_transaction_id)
                 SELECT :mirror, t.plan_id, :target, t.date, -t.amount, a.transfer_payee_id, t.memo,
                     'uncleared', t.approved, t.flag_color, t.account_id, t.id
                 FROM transactions AS t JOIN accounts AS a ON a.id = t.account_id
                 WHERE t.id = :id",
                named_params! {":mirror": mirror, ":target": target, ":id": id},
            )?;
            point(scope, id, Some(&target), Some(&mirror))
        }
    }
}

/// Creates the mirror of a new line of a split. The mirror names the line and keeps the line's date
/// and opposite amount.
pub(crate) fn mirror_line(scope: &Scope<'_>, line: &str, target: &str) -> rusqlite::Result<()> {
    let mirror = Uuid::new_v4().to_string();
    let params = named_params! {":mirror": mirror, ":target": target, ":line": line};
    scope.db.execute(
        "INSERT INTO transactions (id, plan_id, account_id, date, amount, payee_id, memo,
             cleared, approved, flag_color, transfer_account_id, transfer_transaction_id)
         SELECT :mirror, t.plan_id, :target, t.date, -s.amount, a.transfer_payee_id, s.memo,
             'uncleared', t.approved, t.flag_color, t.account_id, s.id
         FROM subtransactions AS s
         JOIN transactions AS t ON t.id = s.transaction_id
         JOIN accounts AS a ON a.id = t.account_id
         WHERE s.id = :line",
        params,
    )?;
    scope.db.execute(
        "UPDATE subtransactions SET transfer_account_id = :target, transfer_transaction_id = :mirror
         WHERE id = :line",
        params,
    )?;
    Ok(())
}

/// Updates the mirrors of a split's lines to name the split's current account. Returns whether a
/// mirror is in that account itself.
pub(crate) fn sync_mirrors_of_lines(scope: &Scope<'_>, id: &str) -> rusqlite::Result<bool> {
    scope.db.execute(
        "UPDATE transactions AS m SET (payee_id, transfer_account_id) = (
             SELECT a.transfer_payee_id, a.id
             FROM transactions AS t JOIN accounts AS a ON a.id = t.account_id
             WHERE t.id = ?1)
         WHERE m.transfer_transaction_id IN (SELECT id FROM subtransactions WHERE transaction_id = ?1)
           AND NOT m.deleted",
        [id],
    )?;
    scope.db.query_row(
        "SELECT EXISTS (SELECT 1 FROM subtransactions AS s
             JOIN transactions AS t ON t.id = s.transaction_id
             WHERE t.id = ?1 AND NOT s.deleted AND s.transfer_account_id = t.account_id)",
        [id],
        |row| row.get(0),
    )
}

/// Deletes a row and its lines, together with the mirrors of all transfers among them. If the row is
/// itself the mirror of a line, the line stays and is no longer a transfer.
pub(crate) fn delete(scope: &Scope<'_>, id: &str) -> rusqlite::Result<()> {
    let sql = "SELECT transfer_transaction_id FROM transactions
            WHERE id = ?1 AND transfer_transaction_id IS NOT NULL
        UNION ALL
        SELECT transfer_transaction_id FROM subtransactions
            WHERE transaction_id = ?1 AND transfer_transaction_id IS NOT NULL";
    let mirrors: Vec<String> = collect(&scope.db, sql, [id], |row| row.get(0))?;
    scope.db.execute(
        "UPDATE subtransactions
         SET payee_id = NULL, transfer_account_id = NULL, transfer_transaction_id = NULL
         WHERE transfer_transaction_id = ?1",
        [id],
    )?;
    remove(scope, id)?;
    mirrors.iter().try_for_each(|mirror| remove(scope, mirror))
}

fn remove(scope: &Scope<'_>, id: &str) -> rusqlite::Result<()> {
    scope
        .db
        .execute("UPDATE transactions SET deleted = 1 WHERE id = ?1", [id])?;
    scope.db.execute(
        "UPDATE subtransactions SET deleted = 1 WHERE transaction_id = ?1",
        [id],
    )?;
    Ok(())
}

fn point(
    scope: &Scope<'_>,
    id: &str,
    account: Option<&str>,
    mirror: Option<&str>,
) -> rusqlite::Result<()> {
    scope.db.execute(
        "UPDATE transactions SET transfer_account_id = ?2, transfer_transaction_id = ?3 WHERE id = ?1",
        (id, account, mirror),
    )?;
    Ok(())
}
