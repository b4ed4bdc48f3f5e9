//! Re-reads of the rows in a question, before the question and after the answer.

use avenir_sandbox::demo as known;
use serde_json::{Value, json};

use crate::common::{
    World, assign, diner_to_restaurants,
    session::{Client, Session, status, yes},
};

/// Renames a payee behind the server's back. YNAB's deltas do not contain the payee's transactions.
fn rename(world: &World, transaction: &str, name: &str) {
    let sql = "UPDATE payees SET name = ?2
        WHERE id = (SELECT payee_id FROM transactions WHERE id = ?1)";
    assert_eq!(world.plan().execute(sql, (transaction, name)).unwrap(), 1);
}

/// Makes the server read everything that it may cache.
async fn look_around(session: &mut Session) {
    for (tool, arguments) in [
        ("list_accounts", json!({"plan_id": known::PLAN})),
        (
            "find_transactions",
            json!({"plan_id": known::PLAN, "since_date": "2000-01-01"}),
        ),
        ("get_category_balances", json!({"plan_id": known::PLAN})),
    ] {
        let call = json!({"name": tool, "arguments": arguments});
        let answer = session.request("tools/call", call).await;
        assert!(answer["error"].is_null(), "{answer}");
        assert_ne!(answer["result"]["isError"], true, "{answer}");
    }
}

/// Returns a call with one row, which is read alone, and a call with several, read from the list.
fn calls() -> [Value; 2] {
    let many = [
        known::DINER,
        known::GREENGROCER,
        known::HEBREW_PAYEE,
        known::ARABIC_PAYEE,
    ];
    [
        diner_to_restaurants(),
        assign(&many.map(|id| (id, known::RESTAURANTS))),
    ]
}

fn message(asked: &Value) -> &str {
    asked["result"]["inputRequests"]["confirm"]["params"]["message"]
        .as_str()
        .unwrap_or_else(|| panic!("no question: {asked}"))
}

#[tokio::test]
async fn the_question_shows_what_is_there_now() {
    let world = World::new().await;
    let mut session = Session::start(world.command(), Client::modern()).await;
    look_around(&mut session).await;
    look_around(&mut session).await;
    rename(&world, known::DINER, "Joe’s Other Diner");
    world.set_category(known::DINER, Some(known::TRANSPORT));
    for call in calls() {
        let asked = session.apply(call).await;
        assert!(message(&asked).contains("Joe’s Other Diner"), "{asked}");
        assert!(message(&asked).contains("Transport"), "{asked}");
    }
}

#[tokio::test]
async fn what_changed_since_the_question_is_seen() {
    let world = World::new().await;
    let mut session = Session::start(world.command(), Client::modern()).await;
    let changes = [
        |world: &World| world.set_category(known::DINER, Some(known::TRANSPORT)),
        |world: &World| rename(world, known::DINER, "Somebody Else"),
        |world: &World| world.set_category(known::DINER, None),
        |world: &World| rename(world, known::DINER, "Somebody Else Again"),
    ];
    for (number, change) in changes.into_iter().enumerate() {
        let arguments = calls()[number / 2].clone();
        let asked = session.apply(arguments.clone()).await;
        let before = world.category_of(known::DINER);
        // Fill every cache with the old rows.
        look_around(&mut session).await;
        change(&world);
        let moved = world.category_of(known::DINER);
        let retry = json!({
            "name": "apply_categories",
            "arguments": arguments,
            "inputResponses": {"confirm": yes()},
            "requestState": asked["result"]["requestState"],
        });
        let answer = session.request("tools/call", retry).await;
        assert_ne!(status(&answer), "applied", "{before:?}: {answer}");
        assert_eq!(world.category_of(known::DINER), moved);
    }
    assert_eq!(world.operations(), [""; 0]);
}

/// Sees a change during a call, where the re-read after the answer uses a delta.
#[tokio::test]
async fn what_changed_while_the_question_stands_is_seen() {
    let world = World::new().await;
    let mut session = Session::start(world.command(), Client::older()).await;
    let changes = [
        |world: &World| world.set_category(known::GREENGROCER, Some(known::TRANSPORT)),
        |world: &World| rename(world, known::GREENGROCER, "Somebody Else"),
        |world: &World| rename(world, known::GREENGROCER, "Somebody Else Again"),
    ];
    for change in changes {
        let question = session.apply(calls()[1].clone()).await;
        assert_eq!(question["method"], "elicitation/create", "{question}");
        change(&world);
        session.answer(&question, yes()).await;
        let answer = session.next().await;
        assert_eq!(status(&answer), "unconfirmed", "{answer}");
        assert_eq!(world.category_of(known::DINER), None);
    }
    assert_eq!(world.operations(), [""; 0]);
}
