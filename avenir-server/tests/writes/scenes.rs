//! One change by every tool that asks before it writes, except undo, with the requests to YNAB.

use avenir_sandbox::demo as known;
use serde_json::{Value, json};

use crate::{
    common::World,
    facts::{amount, day, groceries_group, month, to_reconcile},
};

/// A change, with queries that show which of its requests were applied.
pub(crate) struct Scene {
    pub(crate) tool: &'static str,
    pub(crate) arguments: Value,
    /// The requests: the verb, a part of the path, and a query. The query returns a number other
    /// than 0 once the request has been applied.
    pub(crate) steps: Vec<(&'static str, &'static str, String)>,
}

impl Scene {
    /// Returns for each request whether the database shows that the request was applied.
    pub(crate) fn applied(&self, world: &World) -> Vec<bool> {
        let see = |(_, _, sql): &(&str, &str, String)| world.number(sql, []) != 0;
        self.steps.iter().map(see).collect()
    }

    fn new(
        tool: &'static str,
        mut arguments: Value,
        steps: Vec<(&'static str, &'static str, String)>,
    ) -> Self {
        arguments["plan_id"] = known::PLAN.into();
        Self {
            tool,
            arguments,
            steps,
        }
    }
}

/// Prepares a world and returns all scenes. Play only one of the scenes in a world.
#[expect(clippy::too_many_lines, reason = "a table")]
pub(crate) fn all(world: &World) -> Vec<Scene> {
    let of = |table: &str, id: &str, test: &str| {
        format!("SELECT count(*) FROM {table} WHERE id = '{id}' AND {test}")
    };
    let diner = |test: &str| of("transactions", known::DINER, test);
    let hobbies = |test: &str| of("categories", known::HOBBIES, test);
    let assigned = |id: &str, amount: i64| {
        format!(
            "SELECT count(*) FROM month_budgets WHERE category_id = '{id}' \
             AND month = '{}' AND budgeted = {amount}",
            month()
        )
    };
    for (id, amount) in [(known::HOBBIES, 100_000), (known::RESTAURANTS, 50_000)] {
        let set = "INSERT INTO month_budgets (category_id, month, budgeted) VALUES (?1, ?2, ?3) \
             ON CONFLICT DO UPDATE SET budgeted = ?3";
        world.change(set, (id, month(), amount));
    }
    let lidl = "SELECT payee_id FROM transactions WHERE id = ?1";
    let lidl = world.text(lidl, [known::UNAPPROVED]).unwrap();
    let (_, balance) = to_reconcile(world, known::CURRENT_ACCOUNT);
    let (group, _) = groceries_group(world);
    let left = format!(
        "SELECT NOT EXISTS (SELECT 1 FROM transactions WHERE account_id = '{}' \
         AND NOT deleted AND cleared = 'cleared')",
        known::CURRENT_ACCOUNT
    );
    let row = |payee: &str| {
        format!(
            "SELECT count(*) FROM transactions AS t JOIN payees AS p ON p.id = t.payee_id \
             WHERE p.name = '{payee}' AND NOT t.deleted"
        )
    };
    vec![
        Scene::new(
            "apply_categories",
            json!({"assignments": [{"transaction_id": known::DINER, "category_id": known::RESTAURANTS}]}),
            vec![(
                "PATCH",
                "/transactions",
                diner(&format!("category_id = '{}'", known::RESTAURANTS)),
            )],
        ),
        Scene::new(
            "set_category_budget",
            json!({"month": "current", "category_id": known::RESTAURANTS, "amount": 77}),
            vec![(
                "PATCH",
                "/categories/",
                assigned(known::RESTAURANTS, 77_000),
            )],
        ),
        Scene::new(
            "move_money",
            json!({"month": "current", "amount": 30, "from_category_id": known::HOBBIES,
                "to_category_id": known::RESTAURANTS}),
            vec![
                ("PATCH", known::HOBBIES, assigned(known::HOBBIES, 70_000)),
                (
                    "PATCH",
                    known::RESTAURANTS,
                    assigned(known::RESTAURANTS, 80_000),
                ),
            ],
        ),
        Scene::new(
            "flag_transactions",
            json!({"flags": [{"transaction_id": known::DINER, "color": "red"}]}),
            vec![("PATCH", "/transactions", diner("flag_color = 'red'"))],
        ),
        Scene::new(
            "set_category_target",
            json!({"category_id": known::HOBBIES, "amount": 1234, "frequency": "yearly"}),
            vec![("PATCH", "/categories/", hobbies("goal_target = 1234000"))],
        ),
        Scene::new(
            "update_category",
            json!({"category_id": known::HOBBIES, "name": "Sport"}),
            vec![("PATCH", "/categories/", hobbies("name = 'Sport'"))],
        ),
        Scene::new(
            "create_category",
            json!({"category_group_id": group, "name": "Pets"}),
            vec![(
                "POST",
                "/categories",
                "SELECT count(*) FROM categories WHERE name = 'Pets'".into(),
            )],
        ),
        Scene::new(
            "create_transactions",
            json!({"account_id": known::CURRENT_ACCOUNT, "transactions": [
                {"date": day(), "amount": -7, "payee_name": "Twin", "memo": "one of two"},
                {"date": day(), "amount": -7, "payee_name": "Twin", "memo": "one of two"}]}),
            vec![("POST", "/transactions", row("Twin"))],
        ),
        Scene::new(
            "split_transaction",
            json!({"transaction_id": known::DINER, "lines": [
                {"amount": -20, "category_id": known::RESTAURANTS},
                {"amount": -3.4, "category_id": known::GROCERIES, "memo": "bread"}]}),
            vec![(
                "PUT",
                "/transactions/",
                format!(
                    "SELECT count(*) FROM subtransactions WHERE transaction_id = '{}'",
                    known::DINER
                ),
            )],
        ),
        Scene::new(
            "reconcile_account",
            json!({"account_id": known::CURRENT_ACCOUNT, "adjust": true,
                "bank_balance": amount(balance + 1_000)}),
            vec![
                ("POST", "/transactions", row("Balance adjustment")),
                ("PATCH", "/transactions", left),
            ],
        ),
        Scene::new(
            "rename_payee",
            json!({"payee_id": lidl, "name": "Lidl Ireland"}),
            vec![(
                "PATCH",
                "/payees/",
                of("payees", &lidl, "name = 'Lidl Ireland'"),
            )],
        ),
    ]
}
