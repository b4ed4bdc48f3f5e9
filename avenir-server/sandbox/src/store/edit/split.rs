//! Splits of transactions.

use rusqlite::named_params;
use uuid::Uuid;

use super::stored::Stored;
use super::{Line, choose};
use crate::failure::{Failure, Problems};
use crate::store::{Scope, transfers};

const SAME_ACCOUNT: &str = "payee must not be a transfer to the same account";

/// Splits a transaction into lines. The lines must add up to its amount, and the transaction must be
/// able to have a category.
pub(super) fn split(
    scope: &Scope<'_>,
    parent: &Stored,
    lines: Vec<Line>,
    problems: &mut Problems,
) -> Result<(), Failure> {
    check_place(scope, parent, problems)?;
    if lines
        .iter()
        .map(|line| i128::from(line.amount))
        .sum::<i128>()
        != i128::from(parent.amount)
    {
        problems.add("subtransactions must add up to the amount of the transaction");
    }
    scope.db.execute(
        "UPDATE transactions SET category_id = NULL WHERE id = ?1",
        [&parent.id],
    )?;
    for (position, line) in (0_i64..).zip(lines) {
        let (mut payee, mut category, mut memo) = (None, None, None);
        choose::payee(scope, line.payee_id, line.payee_name, &mut payee, problems)?;
        choose::category(scope, line.category_id, &mut category, problems)?;
        line.memo.replace(&mut memo);
        let place = choose::place(scope, &parent.account_id, payee.as_deref())?;
        if place.other.as_deref() == Some(&parent.account_id) {
            problems.add(SAME_ACCOUNT);
        }
        let id = Uuid::new_v4().to_string();
        scope.db.execute(
            "INSERT INTO subtransactions (id, transaction_id, position, amount, memo, payee_id, category_id)
             VALUES (:id, :parent, :position, :amount, :memo, :payee, :category)",
            named_params! {
                ":id": id,
                ":parent": parent.id,
                ":position": position,
                ":amount": line.amount,
                ":memo": memo,
                ":payee": payee,
                ":category": category.filter(|_| place.takes_category),
            },
        )?;
        if let Some(account) = place.other {
            transfers::mirror_line(scope, &id, &account)?;
        }
    }
    Ok(())
}

/// Checks that a split can keep its lines after its account or payee changed, and updates the other
/// sides of lines that are transfers.
pub(super) fn moved(
    scope: &Scope<'_>,
    parent: &Stored,
    problems: &mut Problems,
) -> Result<(), Failure> {
    check_place(scope, parent, problems)?;
    if transfers::sync_mirrors_of_lines(scope, &parent.id)? {
        problems.add(SAME_ACCOUNT);
    }
    Ok(())
}

fn check_place(scope: &Scope<'_>, parent: &Stored, problems: &mut Problems) -> Result<(), Failure> {
    let place = choose::place(scope, &parent.account_id, parent.payee_id.as_deref())?;
    if !place.takes_category {
        problems.add("a transaction without a category cannot be split");
    }
    Ok(())
}
