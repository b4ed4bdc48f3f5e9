//! The undo of every kind of change, and the rows that an undo skips.

use avenir_sandbox::demo as known;
use serde_json::{Value, json};

use crate::{
    common::{
        World,
        session::{error_text, status},
    },
    facts::{amount, assigned, day, money, month, to_reconcile},
    talk::{Route, Talk},
};

/// A change, the question of its undo, and a query that shows the effect of both.
struct Case {
    tool: &'static str,
    arguments: Value,
    /// The first line of the question of the undo.
    question: String,
    /// A query for one text in the database.
    sql: String,
}

fn cases(world: &World) -> Vec<Case> {
    let case = |tool, arguments, question: &str, sql: &str| Case {
        tool,
        arguments,
        question: question.to_owned(),
        sql: sql.to_owned(),
    };
    let diner = format!("WHERE id = '{}'", known::DINER);
    let lidl = "SELECT payee_id FROM transactions WHERE id = ?1";
    let lidl = world.text(lidl, [known::UNAPPROVED]).unwrap();
    let hobbies = format!("WHERE id = '{}'", known::HOBBIES);
    let before = assigned(world, known::RESTAURANTS);
    let (count, balance) = to_reconcile(world, known::CURRENT_ACCOUNT);
    let month = month();
    world.change(
        &format!("UPDATE categories SET goal_type = NULL, goal_target = NULL {hobbies}"),
        [],
    );
    let budgets = "SELECT group_concat(category_id || budgeted) FROM \
         (SELECT * FROM month_budgets WHERE budgeted <> 0 ORDER BY category_id, month)";
    vec![
        case(
            "apply_categories",
            json!({"assignments": [{"transaction_id": known::DINER, "category_id": known::RESTAURANTS}]}),
            "Undo: recategorise 1 transaction(s)?",
            &format!("SELECT category_id FROM transactions {diner}"),
        ),
        case(
            "set_category_budget",
            json!({"month": month, "category_id": known::RESTAURANTS, "amount": 777}),
            &format!(
                "Undo: budget ‘Restaurants’ for {month}: 777.00 → {}?",
                money(before)
            ),
            budgets,
        ),
        case(
            "move_money",
            json!({"month": month, "from_category_id": known::HOBBIES,
                "to_category_id": known::RESTAURANTS, "amount": 30}),
            &format!("Undo: move 30.00 from ‘Hobbies’ to ‘Restaurants’ for {month}?"),
            budgets,
        ),
        case(
            "flag_transactions",
            json!({"flags": [{"transaction_id": known::DINER, "color": "green"}]}),
            "Undo: change the flag of 1 transaction(s)?",
            &format!("SELECT flag_color FROM transactions {diner}"),
        ),
        case(
            "set_category_target",
            json!({"category_id": known::HOBBIES, "amount": 50}),
            "Undo: set the target of ‘Hobbies’: 50.00 each month → no target?",
            &format!("SELECT goal_type || goal_target FROM categories {hobbies}"),
        ),
        case(
            "update_category",
            json!({"category_id": known::HOBBIES, "name": "Sport"}),
            "Undo: change category ‘Sport’ (‘Family’) to ‘Hobbies’ (‘Family’)?",
            &format!("SELECT name FROM categories {hobbies}"),
        ),
        case(
            "rename_payee",
            json!({"payee_id": lidl, "name": "Lidl Ireland"}),
            "Undo: rename payee ‘Lidl Ireland’ to ‘Lidl’?",
            &format!("SELECT name FROM payees WHERE id = '{lidl}'"),
        ),
        case(
            "reconcile_account",
            json!({"account_id": known::CURRENT_ACCOUNT, "bank_balance": amount(balance)}),
            &format!("Undo: reconcile ‘Current Account’: mark {count} transaction(s) cleared?"),
            "SELECT group_concat(cleared) FROM (SELECT cleared FROM transactions ORDER BY id)",
        ),
        case(
            "reconcile_account",
            json!({"account_id": known::CURRENT_ACCOUNT, "bank_balance": amount(balance + 5_000), "adjust": true}),
            &format!("Undo: reconcile ‘Current Account’: mark {count} transaction(s) cleared?"),
            "SELECT group_concat(n) FROM (SELECT cleared || count(*) AS n FROM transactions WHERE NOT deleted GROUP BY cleared)",
        ),
        case(
            "create_transactions",
            json!({"account_id": known::CURRENT_ACCOUNT, "transactions": [
                {"date": day(), "amount": -1, "payee_name": "A"},
                {"date": day(), "amount": -1, "payee_name": "A"}]}),
            "Undo: create 2 transaction(s) on ‘Current Account’?",
            "SELECT count(*) || group_concat(DISTINCT p.name) FROM transactions AS t JOIN payees AS p ON p.id = t.payee_id WHERE NOT t.deleted",
        ),
    ]
}

fn undo() -> Value {
    json!({"plan_id": known::PLAN})
}

#[tokio::test]
async fn every_kind_goes_back_and_forth() {
    let count = cases(&World::new().await).len();
    for number in 0..count {
        let world = World::new().await;
        let mut case = cases(&world).remove(number);
        case.arguments["plan_id"] = known::PLAN.into();
        // Use the three routes in turn, because the route does not affect an undo.
        let mut talk = Talk::new(&world, Route::ALL[number % 3]).await;
        let now = || world.text(&case.sql, []);
        let before = now();
        talk.apply(case.tool, case.arguments.clone()).await;
        let after = now();
        assert_ne!(before, after, "{}", case.tool);

        let (question, _) = talk.apply("undo_operation", undo()).await;
        println!("undo of {}\n{question}\n", case.tool);
        let first = question.lines().next().unwrap();
        assert_eq!(first, case.question);
        assert_eq!(now(), before, "{}", case.tool);
        assert_eq!(world.operations(), ["undone", "applied"]);

        talk.apply("undo_operation", undo()).await;
        assert_eq!(now(), after, "{}: an undo is undone", case.tool);
        assert_eq!(world.operations(), ["applied", "undone", "applied"]);
        // Undo that undo, too.
        talk.apply("undo_operation", undo()).await;
        assert_eq!(now(), before, "{}", case.tool);
    }
}

/// Asks nobody about an approval, but asks about its undo.
#[tokio::test]
async fn an_approval() {
    let world = World::new().await;
    let mut talk = Talk::new(&world, Route::InCall).await;
    let arguments = json!({"plan_id": known::PLAN, "tx_ids": [known::DINER]});
    let done = talk.call("approve_transactions", &arguments).await;
    assert_eq!(status(&done), "applied");
    let approved = || {
        world.number(
            "SELECT approved FROM transactions WHERE id = ?1",
            [known::DINER],
        )
    };
    assert_eq!(approved(), 1);
    let (question, _) = talk.apply("undo_operation", undo()).await;
    assert!(
        question.starts_with(
            "Undo: approve 1 transaction(s)?\nThey will wait for your approval in YNAB."
        )
    );
    assert_eq!(approved(), 0);
    let (question, _) = talk.apply("undo_operation", undo()).await;
    assert!(question.starts_with("Undo: approve 1 transaction(s)?\nThey will be approved."));
    assert_eq!(approved(), 1);
}

#[tokio::test]
async fn what_has_no_way_back_says_so() {
    let world = World::new().await;
    let mut talk = Talk::new(&world, Route::InCall).await;
    let nothing = talk.call("undo_operation", &undo()).await;
    assert!(
        error_text(&nothing).contains("nothing to undo"),
        "{nothing}"
    );
    let lines = json!([{"amount": -20, "category_id": known::RESTAURANTS},
        {"amount": -3.4, "category_id": known::GROCERIES}]);
    let split = json!({"plan_id": known::PLAN, "transaction_id": known::DINER, "lines": lines});
    let (_, split) = talk.apply("split_transaction", split).await;
    let import = json!({"plan_id": known::PLAN});
    assert_eq!(
        status(&talk.call("import_transactions", &import).await),
        "applied"
    );
    for (id, why) in [
        (json!(null), "what was imported can be deleted"),
        (json!(split), "only YNAB itself can undo a split"),
        (json!("nowhere"), "no operation ‘nowhere’"),
    ] {
        let mut arguments = undo();
        arguments["operation_id"] = id;
        let refused = talk.call("undo_operation", &arguments).await;
        assert!(error_text(&refused).contains(why), "{refused}");
    }
    assert_eq!(world.operations(), ["applied", "applied"]);
}

/// Finds an operation only under its own plan, also if `last-used` names that plan.
#[tokio::test]
async fn operations_are_found_under_their_plan() {
    let world = World::new().await;
    let mut talk = Talk::new(&world, Route::InCall).await;
    let flags = json!([{"transaction_id": known::DINER, "color": "red"}]);
    let used = "UPDATE plans SET last_used = (SELECT max(last_used) FROM plans) + 1 WHERE id = ?1";
    world.change(used, [known::PLAN]);
    let arguments = json!({"plan_id": "last-used", "flags": flags});
    let (_, id) = talk.apply("flag_transactions", arguments).await;
    let elsewhere = json!({"plan_id": known::YEN_PLAN, "operation_id": id});
    let refused = talk.call("undo_operation", &elsewhere).await;
    assert!(error_text(&refused).contains("no operation"), "{refused}");
    let (question, _) = talk
        .apply("undo_operation", json!({"plan_id": "last-used"}))
        .await;
    assert!(
        question.starts_with("Undo: change the flag of 1"),
        "{question}"
    );
}

#[tokio::test]
async fn what_changed_since_is_left_alone() {
    let world = World::new().await;
    let mut talk = Talk::new(&world, Route::RoundTrip).await;
    let flags = [known::DINER, known::REFUND, known::GREENGROCER]
        .map(|id| json!({"transaction_id": id, "color": "red"}));
    let arguments = json!({"plan_id": known::PLAN, "flags": flags});
    talk.apply("flag_transactions", arguments).await;
    let set = "UPDATE transactions SET flag_color = ?2 WHERE id = ?1";
    world.change(set, (known::DINER, "blue"));
    world.change(
        "UPDATE transactions SET deleted = 1 WHERE id = ?1",
        [known::GREENGROCER],
    );
    let question = talk.ask("undo_operation", undo()).await;
    assert!(
        question.text.starts_with(
            "Undo: change the flag of 1 transaction(s)?\nChanged since, and skipped: 2."
        ),
        "{}",
        question.text
    );
    let result = talk.agree(&question).await;
    assert_eq!(status(&result), "applied");
    let mut conflicts = [known::DINER, known::GREENGROCER];
    conflicts.sort_unstable();
    assert_eq!(
        result["result"]["structuredContent"]["conflicts"],
        json!(conflicts)
    );
    let flag = "SELECT flag_color FROM transactions WHERE id = ?1";
    assert_eq!(world.text(flag, [known::REFUND]), None);
    assert_eq!(world.text(flag, [known::DINER]).as_deref(), Some("blue"));
}

/// Undoes both halves of a move or neither, because half of a move would create money.
#[tokio::test]
async fn a_move_goes_back_whole_or_not() {
    let world = World::new().await;
    let mut talk = Talk::new(&world, Route::Code).await;
    let arguments = json!({"plan_id": known::PLAN, "month": "current", "amount": 5,
        "from_category_id": known::HOBBIES, "to_category_id": known::RESTAURANTS});
    talk.apply("move_money", arguments).await;
    let set = "UPDATE month_budgets SET budgeted = 1000 WHERE category_id = ?1 AND month = ?2";
    world.change(set, (known::RESTAURANTS, month()));
    let hobbies = assigned(&world, known::HOBBIES);
    let result = talk.call("undo_operation", &undo()).await;
    assert_eq!(status(&result), "nothing_to_do", "{result}");
    assert_eq!(
        result["result"]["structuredContent"]["conflicts"],
        json!([known::RESTAURANTS])
    );
    assert_eq!(assigned(&world, known::HOBBIES), hobbies);
}

/// Skips created rows that were edited, approved, reconciled or deleted since, because those rows
/// belong to the user.
#[tokio::test]
async fn created_rows_that_were_touched_stay() {
    for (touch, is_there) in [
        ("memo = 'mine'", 1),
        ("approved = 1", 1),
        ("cleared = 'reconciled'", 1),
        (
            "category_id = (SELECT id FROM categories WHERE name = 'Groceries')",
            1,
        ),
        (
            "payee_id = (SELECT payee_id FROM transactions WHERE payee_id IS NOT NULL LIMIT 1)",
            1,
        ),
        ("flag_color = 'red'", 1),
        ("import_id = 'x'", 1),
        ("deleted = 1", 0),
    ] {
        let world = World::new().await;
        let mut talk = Talk::new(&world, Route::InCall).await;
        let rows = json!([{"date": day(), "amount": -1, "payee_name": "A"}]);
        let arguments = json!({"plan_id": known::PLAN, "account_id": known::CURRENT_ACCOUNT,
            "transactions": rows});
        talk.apply("create_transactions", arguments).await;
        let newest = "(SELECT max(rowid) FROM transactions)";
        world.change(
            &format!("UPDATE transactions SET {touch} WHERE rowid = {newest}"),
            [],
        );
        let result = talk.call("undo_operation", &undo()).await;
        assert_eq!(status(&result), "nothing_to_do", "{touch}: {result}");
        let there =
            format!("SELECT count(*) FROM transactions WHERE NOT deleted AND rowid = {newest}");
        assert_eq!(world.number(&there, []), is_there, "{touch}");
    }
}

/// Skips created rows that were edited while the question was open.
#[tokio::test]
async fn created_rows_that_are_touched_meanwhile_stay() {
    let world = World::new().await;
    let mut talk = Talk::new(&world, Route::InCall).await;
    let rows: Vec<Value> = (1..=4)
        .map(|amount| json!({"date": day(), "amount": -amount, "payee_name": "A"}))
        .collect();
    let arguments = json!({"plan_id": known::PLAN, "account_id": known::CURRENT_ACCOUNT,
        "transactions": rows});
    talk.apply("create_transactions", arguments).await;
    let question = talk.ask("undo_operation", undo()).await;
    world.change("UPDATE payees SET name = 'B' WHERE name = 'A'", []);
    let result = talk.agree(&question).await;
    assert_eq!(status(&result), "nothing_to_do", "{result}");
    let there = "SELECT count(*) FROM transaction_rows WHERE payee_name = 'B' AND NOT deleted";
    assert_eq!(world.number(there, []), 4);
}

/// Refuses the yes if a row has moved to another account since. The next question names the account
/// of every row.
#[tokio::test]
async fn the_account_of_every_row_is_named() {
    let world = World::new().await;
    let (_, balance) = to_reconcile(&world, known::CURRENT_ACCOUNT);
    let cleared = "SELECT id FROM transactions WHERE account_id = ?1 AND cleared = 'cleared'
        AND NOT deleted AND payee_id IN (SELECT id FROM payees WHERE transfer_account_id IS NULL)";
    let row = world.text(cleared, [known::CURRENT_ACCOUNT]).unwrap();
    let mut talk = Talk::new(&world, Route::InCall).await;
    let arguments = json!({"plan_id": known::PLAN, "account_id": known::CURRENT_ACCOUNT,
        "bank_balance": amount(balance)});
    talk.apply("reconcile_account", arguments).await;
    let question = talk.ask("undo_operation", undo()).await;
    assert!(question.text.contains("reconcile ‘Current Account’"));
    let moved = "UPDATE transactions SET account_id = ?2 WHERE id = ?1";
    world.change(moved, (&row, known::VISA_ACCOUNT));
    let result = talk.agree(&question).await;
    assert_eq!(status(&result), "unconfirmed", "{result}");
    let again = talk.ask("undo_operation", undo()).await;
    let visa = "SELECT name FROM accounts WHERE id = ?1";
    let visa = world.text(visa, [known::VISA_ACCOUNT]).unwrap();
    assert!(again.text.contains("Current Account, ") || again.text.contains(", Current Account"));
    assert!(again.text.contains(&visa), "{}", again.text);
}
