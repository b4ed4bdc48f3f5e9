//! Questions about two things that look alike. A reader must be able to tell them apart.

mod common;

use avenir_sandbox::demo as known;
use serde_json::{Value, json};

use self::common::{
    World, assign,
    session::{Client, Session},
};

/// Calls a tool and returns the text that a person reads before the change.
async fn question(world: &World, tool: &str, mut arguments: Value) -> String {
    let mut session = Session::start(world.command(), Client::modern()).await;
    if arguments["plan_id"].is_null() {
        arguments["plan_id"] = known::PLAN.into();
    }
    let call = json!({"name": tool, "arguments": arguments});
    let answer = session.request("tools/call", call).await;
    answer["result"]["inputRequests"]["confirm"]["params"]["message"]
        .as_str()
        .unwrap_or_else(|| panic!("no question: {answer}"))
        .to_owned()
}

/// Asks about two things and returns the questions. Panics if the questions are equal.
async fn differ(world: &World, tool: &str, arguments: [Value; 2]) -> [String; 2] {
    let [one, other] = arguments;
    let questions = [
        question(world, tool, one).await,
        question(world, tool, other).await,
    ];
    assert_ne!(questions[0], questions[1]);
    questions
}

#[tokio::test]
async fn two_accounts_of_one_name() {
    let world = World::without_limit().await;
    // A reader takes each of these names for the name `Bank`.
    for name in ["Bank", "bank ", "Ba\u{200b}nk"] {
        let sql = "UPDATE accounts SET name = ?2 WHERE id = ?1";
        world.change(sql, [known::CURRENT_ACCOUNT, "Bank"]);
        world.change(sql, [known::SAVINGS_ACCOUNT, name]);
        let of = |account: &str| {
            let date = world
                .text("SELECT max(date) FROM transactions", [])
                .unwrap();
            json!({"account_id": account, "transactions": [{"date": date, "amount": -1, "payee_name": "P"}]})
        };
        let [one, _] = differ(
            &world,
            "create_transactions",
            [of(known::CURRENT_ACCOUNT), of(known::SAVINGS_ACCOUNT)],
        )
        .await;
        assert!(one.contains("(id 35dee844)"), "{one}");
        let of = |account: &str| json!({"account_id": account, "bank_balance": 1, "adjust": true});
        differ(
            &world,
            "reconcile_account",
            [of(known::CURRENT_ACCOUNT), of(known::SAVINGS_ACCOUNT)],
        )
        .await;
    }
}

/// Tells apart two categories when the name of one is the other's name with its group.
#[tokio::test]
async fn categories_that_are_shown_alike() {
    let world = World::without_limit().await;
    let rename = |id: &str, name: &str| {
        world.change("UPDATE categories SET name = ?2 WHERE id = ?1", [id, name]);
    };
    let group = "UPDATE category_groups SET name = 'Bills' WHERE id = \
                 (SELECT category_group_id FROM categories WHERE id = ?1)";
    world.change(group, [known::GROCERIES]);
    rename(known::GROCERIES, "Rent");
    rename(known::HOBBIES, "Bills: Rent");
    let budget = |id: &str| json!({"month": "current", "category_id": id, "amount": 12.34});
    let pair = [budget(known::GROCERIES), budget(known::HOBBIES)];
    let shown = differ(&world, "set_category_budget", pair.clone()).await;
    assert!(!shown[0].contains("‘Bills: Rent’"), "{}", shown[0]);
    // Another category `Rent` makes `Bills: Rent` a name of the first category too.
    rename(known::TRANSPORT, "Rent");
    let shown = differ(&world, "set_category_budget", pair).await;
    assert!(shown[0].contains("(id "), "{}", shown[0]);
    // An invisible variation selector does not tell two names apart.
    rename(known::GROCERIES, "💰 Fun");
    rename(known::HOBBIES, "💰\u{fe0f} Fun");
    let pair = [budget(known::GROCERIES), budget(known::HOBBIES)];
    let shown = differ(&world, "set_category_budget", pair).await;
    assert!(shown[0].contains("Bills: "), "{}", shown[0]);
}

/// Tells apart two rows with the same date, payee and amount.
#[tokio::test]
async fn alike_rows() {
    let world = World::without_limit().await;
    let alike = "UPDATE transactions SET (date, amount, payee_id, category_id) = \
                 (SELECT date, amount, payee_id, category_id FROM transactions WHERE id = ?2) \
                 WHERE id = ?1";
    world.change(alike, [known::GREENGROCER, known::DINER]);
    let assignment = |id: &str| assign(&[(id, known::RESTAURANTS)]);
    let flag = |id: &str| json!({"flags": [{"transaction_id": id, "color": "red"}]});
    let split = |id: &str| {
        let amount = world.number("SELECT amount FROM transactions WHERE id = ?1", [id]);
        let half = amount / 20 * 10;
        let line = |category: &str, amount: i64| {
            let cents = amount / 10;
            let text = format!("-{}.{:02}", -cents / 100, -cents % 100);
            json!({"category_id": category, "amount": serde_json::from_str::<Value>(&text).unwrap()})
        };
        json!({"transaction_id": id,
            "lines": [line(known::GROCERIES, half), line(known::RESTAURANTS, amount - half)]})
    };
    let same_account = "UPDATE transactions SET account_id = \
                        (SELECT account_id FROM transactions WHERE id = ?2) WHERE id = ?1";
    let other_account = "UPDATE transactions SET account_id = ?2 WHERE id = ?1";
    for account in [true, false] {
        if account {
            world.change(same_account, [known::GREENGROCER, known::DINER]);
        } else {
            world.change(other_account, [known::GREENGROCER, known::SAVINGS_ACCOUNT]);
        }
        for (tool, arguments) in [
            (
                "apply_categories",
                [assignment(known::DINER), assignment(known::GREENGROCER)],
            ),
            (
                "flag_transactions",
                [flag(known::DINER), flag(known::GREENGROCER)],
            ),
            (
                "split_transaction",
                [split(known::DINER), split(known::GREENGROCER)],
            ),
        ] {
            let shown = differ(&world, tool, arguments).await;
            assert!(
                shown[0].contains("2 transactions look like"),
                "{}",
                shown[0]
            );
            assert!(shown[0].contains(known::DINER), "{}", shown[0]);
        }
    }
    // The question about a row without a look-alike does not have the note.
    let alone = question(
        &world,
        "apply_categories",
        assign(&[(known::HEBREW_PAYEE, known::RESTAURANTS)]),
    )
    .await;
    assert!(!alone.contains("look like"), "{alone}");
}

#[tokio::test]
async fn payees_of_one_name() {
    let world = World::without_limit().await;
    let payee = |id: &str| {
        let sql = "SELECT payee_id FROM transactions WHERE id = ?1";
        world.text(sql, [id]).unwrap()
    };
    let (one, other) = (payee(known::DINER), payee(known::GREENGROCER));
    let sql = "UPDATE payees SET name = ?2 WHERE id = ?1";
    world.change(sql, [one.as_str(), "Shop"]);
    world.change(sql, [other.as_str(), "SHOP"]);
    let rename = |id: &str| json!({"payee_id": id, "name": "Corner shop"});
    let shown = differ(&world, "rename_payee", [rename(&one), rename(&other)]).await;
    assert!(shown[0].contains(&one), "{}", shown[0]);
}

#[tokio::test]
async fn plans_of_one_name() {
    let world = World::without_limit().await;
    world.change("UPDATE plans SET name = 'Home'", []);
    world.change(
        "UPDATE plans SET name = 'home ' WHERE id = ?1",
        [known::PLAN],
    );
    let question = question(
        &world,
        "set_category_budget",
        json!({"month": "current", "category_id": known::GROCERIES, "amount": 12.34}),
    )
    .await;
    let id = &known::PLAN[..8];
    assert!(question.contains(&format!("(id {id})")), "{question}");
}
