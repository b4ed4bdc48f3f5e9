//! Rules of YNAB that the tools follow.

use avenir_sandbox::demo as known;
use serde_json::json;

use crate::{
    common::{World, session::error_text},
    facts::{amount, month},
    recovery::scene,
    talk::{Route, Talk},
};

/// Refuses an undo if another payee or category has taken the old name since.
#[tokio::test]
async fn an_undo_does_not_make_two_of_one_name() {
    for (tool, taken, why) in [
        (
            "rename_payee",
            "INSERT INTO payees (id, plan_id, name) \
             SELECT 'another', plan_id, 'Lidl' FROM payees WHERE name = 'Lidl Ireland'",
            "another payee is called ‘Lidl’ already",
        ),
        (
            "update_category",
            "UPDATE categories SET name = 'Hobbies' WHERE rowid = (SELECT max(other.rowid) \
             FROM categories AS other, categories AS sport WHERE sport.name = 'Sport' \
             AND other.category_group_id = sport.category_group_id AND other.id <> sport.id)",
            "has a category ‘Hobbies’ already",
        ),
    ] {
        let world = World::new().await;
        let scene = scene(&world, tool);
        let mut talk = Talk::new(&world, Route::RoundTrip).await;
        talk.apply(tool, scene.arguments.clone()).await;
        world.change(taken, []);
        let refused = talk
            .call("undo_operation", &json!({"plan_id": known::PLAN}))
            .await;
        assert!(error_text(&refused).contains(why), "{refused}");
        assert_eq!(scene.applied(&world), [true]);
    }
}

/// Takes the current month from YNAB, as the tools that read do.
#[tokio::test]
async fn the_current_month_is_ynabs() {
    let today: avenir_sandbox::Date = month().parse().unwrap();
    let last = today.yesterday().unwrap();
    let world = World::on(last).await;
    let first = last.first_of_month().to_string();
    let mut talk = Talk::new(&world, Route::RoundTrip).await;
    let set = json!({"plan_id": known::PLAN, "month": "current", "category_id": known::HOBBIES,
        "amount": amount(123_000)});
    let (question, _) = talk.apply("set_category_budget", set).await;
    assert!(question.contains(&first), "{question}");
    let sql = "SELECT budgeted FROM month_budgets WHERE category_id = ?1 AND month = ?2";
    assert_eq!(world.number(sql, (known::HOBBIES, first)), 123_000);
}

/// Accepts several lines of one category and names of any length, because YNAB accepts them.
#[tokio::test]
async fn what_ynab_takes_is_taken() {
    let world = World::new().await;
    let mut talk = Talk::new(&world, Route::RoundTrip).await;
    let lines = json!([{"amount": -20, "category_id": known::RESTAURANTS, "memo": "menu"},
        {"amount": -3.4, "category_id": known::RESTAURANTS, "memo": "tip"}]);
    let split = json!({"plan_id": known::PLAN, "transaction_id": known::DINER, "lines": lines});
    talk.apply("split_transaction", split).await;
    let (group, _) = crate::facts::groceries_group(&world);
    let name = "x".repeat(51);
    let create = json!({"plan_id": known::PLAN, "category_group_id": group, "name": name});
    talk.apply("create_category", create).await;
    let there = "SELECT count(*) FROM categories WHERE name = ?1";
    assert_eq!(world.number(there, [name]), 1);
}
