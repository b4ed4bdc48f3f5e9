//! Creating and renaming accounts, categories, category groups and payees.

use rusqlite::{OptionalExtension, named_params};
use uuid::Uuid;

use super::targets::TargetEdit;
use super::{Patch, Scope, targets};
use crate::failure::Failure;

/// The fields of a category that a request sends.
#[derive(Debug, Default)]
pub(crate) struct CategoryEdit {
    pub(crate) name: Patch<String>,
    pub(crate) note: Patch<String>,
    pub(crate) category_group_id: Patch<String>,
    pub(crate) target: TargetEdit,
}

/// Opens an account with its transfer payee, its starting balance and, for a card, its payment
/// category. Returns the account's id.
pub(crate) fn open_account(
    scope: &Scope<'_>,
    name: &str,
    kind: &str,
    balance: i64,
) -> Result<String, Failure> {
    let on_budget = !matches!(kind, "otherAsset" | "otherLiability");
    let is_card = kind == "creditCard";
    let (id, payee) = (Uuid::new_v4().to_string(), Uuid::new_v4().to_string());
    scope.db.execute(
        "INSERT INTO accounts (id, plan_id, position, name, type, on_budget, transfer_payee_id)
         VALUES (:id, :plan, (SELECT count(*) FROM accounts), :name, :type, :on_budget, :payee)",
        named_params! {
            ":id": id,
            ":plan": scope.plan.id,
            ":name": name,
            ":type": kind,
            ":on_budget": on_budget,
            ":payee": payee,
        },
    )?;
    scope.db.execute(
        "INSERT INTO payees (id, plan_id, name, transfer_account_id) VALUES (?1, ?2, ?3, ?4)",
        (&payee, &scope.plan.id, format!("Transfer : {name}"), &id),
    )?;
    if is_card {
        scope.db.execute(
            "INSERT INTO categories (id, plan_id, category_group_id, position, name, role, account_id)
             SELECT ?1, ?2, category_group_id, (SELECT count(*) FROM categories), ?3, 'card', ?4
             FROM categories WHERE plan_id = ?2 AND role = 'card' LIMIT 1",
            (Uuid::new_v4().to_string(), &scope.plan.id, name, &id),
        )?;
    }
    if balance != 0 {
        start(scope, &id, balance, on_budget && !is_card)?;
    }
    Ok(id)
}

/// Enters the starting balance, dated today. It counts as an inflow except for debt and tracking
/// accounts.
fn start(scope: &Scope<'_>, account: &str, balance: i64, is_inflow: bool) -> Result<(), Failure> {
    scope.db.execute(
        "INSERT INTO transactions (id, plan_id, account_id, date, amount, payee_id, category_id,
             cleared, approved, starting_balance)
         VALUES (:id, :plan, :account, :date, :amount,
             (SELECT id FROM payees WHERE plan_id = :plan AND name = 'Starting Balance' LIMIT 1),
             (SELECT id FROM categories WHERE plan_id = :plan AND role = 'inflow' AND :is_inflow),
             'cleared', 1, 1)",
        named_params! {
            ":id": Uuid::new_v4().to_string(),
            ":plan": scope.plan.id,
            ":account": account,
            ":date": scope.today.to_string(),
            ":amount": balance,
            ":is_inflow": is_inflow,
        },
    )?;
    Ok(())
}

/// Creates a category and returns its id.
pub(crate) fn create_category(scope: &Scope<'_>, edit: CategoryEdit) -> Result<String, Failure> {
    let (Some(name), Some(group)) = (edit.name.value(), edit.category_group_id.value()) else {
        return Err(Failure::bad("name and category_group_id are required"));
    };
    check_group(scope, &group)?;
    let id = Uuid::new_v4().to_string();
    scope.db.execute(
        "INSERT INTO categories (id, plan_id, category_group_id, position, name, role, note)
         VALUES (?1, ?2, ?3, (SELECT count(*) FROM categories), ?4, 'ordinary', ?5)",
        (&id, &scope.plan.id, group, name, edit.note.value()),
    )?;
    targets::apply(scope, &id, edit.target)?;
    Ok(id)
}

/// Changes the name, group, note or target of a category.
pub(crate) fn update_category(
    scope: &Scope<'_>,
    id: &str,
    edit: CategoryEdit,
) -> Result<(), Failure> {
    let (role, mut note): (String, Option<String>) = scope.db.query_row(
        "SELECT role, note FROM categories WHERE plan_id = ?1 AND id = ?2 AND NOT deleted",
        [&scope.plan.id, id],
        |row| Ok((row.get(0)?, row.get(1)?)),
    )?;
    if matches!(role.as_str(), "inflow" | "uncategorized") {
        return Err(Failure::bad("an internal category cannot be changed"));
    }
    let group = edit.category_group_id.value();
    if let Some(group) = &group {
        check_group(scope, group)?;
        if role == "card" {
            return Err(Failure::bad("a card payment category stays in its group"));
        }
    }
    edit.note.replace(&mut note);
    scope.db.execute(
        "UPDATE categories SET name = coalesce(:name, name), note = :note,
             category_group_id = coalesce(:group, category_group_id)
         WHERE id = :id",
        named_params! {":id": id, ":name": edit.name.value(), ":note": note, ":group": group},
    )?;
    targets::apply(scope, id, edit.target)
}

/// Creates a category group and returns its id.
pub(crate) fn create_group(scope: &Scope<'_>, name: &str) -> Result<String, Failure> {
    let id = Uuid::new_v4().to_string();
    scope.db.execute(
        "INSERT INTO category_groups (id, plan_id, position, name)
         VALUES (?1, ?2, (SELECT count(*) FROM category_groups), ?3)",
        [&id, &scope.plan.id, name],
    )?;
    Ok(id)
}

/// Renames a category group, unless it is internal or holds the card payment categories.
pub(crate) fn rename_group(scope: &Scope<'_>, id: &str, name: &str) -> Result<(), Failure> {
    let is_own: bool = scope.db.query_row(
        &format!(
            "SELECT {OWN} FROM category_groups AS g WHERE plan_id = ?1 AND id = ?2 AND NOT deleted"
        ),
        [&scope.plan.id, id],
        |row| row.get(0),
    )?;
    if !is_own {
        return Err(Failure::bad("an internal category group cannot be changed"));
    }
    scope.db.execute(
        "UPDATE category_groups SET name = ?2 WHERE id = ?1",
        [id, name],
    )?;
    Ok(())
}

/// Renames a payee. All of its transactions then show the new name.
pub(crate) fn rename_payee(scope: &Scope<'_>, id: &str, name: &str) -> Result<(), Failure> {
    let is_transfer: bool = scope.db.query_row(
        "SELECT transfer_account_id IS NOT NULL FROM payees
         WHERE plan_id = ?1 AND id = ?2 AND NOT deleted",
        [&scope.plan.id, id],
        |row| row.get(0),
    )?;
    if is_transfer {
        return Err(Failure::bad("a transfer payee is named by its account"));
    }
    scope
        .db
        .execute("UPDATE payees SET name = ?2 WHERE id = ?1", [id, name])?;
    Ok(())
}

/// The condition of a group that takes the user's categories: it is neither internal nor the group of
/// card payments.
const OWN: &str = "NOT g.internal AND NOT EXISTS (
    SELECT 1 FROM categories AS c WHERE c.category_group_id = g.id AND c.role = 'card')";

fn check_group(scope: &Scope<'_>, id: &str) -> Result<(), Failure> {
    let sql = format!(
        "SELECT 1 FROM category_groups AS g WHERE plan_id = ?1 AND id = ?2 AND NOT deleted AND {OWN}"
    );
    let found = scope
        .db
        .query_row(&sql, [&scope.plan.id, id], |_| Ok(()))
        .optional()?;
    found.ok_or_else(|| Failure::bad("category_group does not exist, or takes no categories"))
}
