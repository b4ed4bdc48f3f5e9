//! Odd rows and sums that overflow. A row that cannot be read is counted and reported, and does not
//! hide the others. A sum that cannot be represented is an error.

use avenir_sandbox::{CannedAnswer, Fault, demo as known};
use serde_json::{Value, json};

use super::{
    call,
    common::{
        World,
        session::{Client, Session, error_text},
    },
    read, reader, refused,
    small::{self, BANK, PLAN, month},
};

/// Makes the sandbox answer GET requests to a path with `data`.
fn answer(world: &World, path: &str, data: &Value) {
    let body = json!({"data": data}).to_string();
    let answer = CannedAnswer::status(200).body(&body);
    let fault = Fault::answer(answer).on("GET", path).times(100);
    world.sandbox.as_ref().unwrap().inject(fault);
}

/// Returns rows as YNAB never sends them.
fn odd() -> Vec<Value> {
    vec![
        json!({"id": 7}),
        json!("row"),
        json!(null),
        json!({"id": "too-large", "amount": 1_234_567_890_123_456_789_i64,
            "balance": 1_234_567_890_123_456_789_i64, "deleted": "?"}),
        json!({"id": "a-fraction", "amount": 0.5, "balance": 0.5, "approved": 1, "deleted": 2}),
    ]
}

fn beside(mut rows: Vec<Value>) -> Value {
    rows.extend(odd());
    rows.into()
}

fn category(id: &str, name: &str, balance: i64) -> Value {
    json!({"id": id, "name": name, "category_group_id": "g", "category_group_name": "Group",
        "balance": balance, "budgeted": 1_000, "goal_type": "NEED", "goal_under_funded": 500})
}

/// Makes the sandbox answer every read of the plan with readable and unreadable rows.
fn spoil(world: &World) {
    let day = month(0).to_string();
    let fine = beside(vec![category("c", "Fine", 2_000)]);
    answer(
        world,
        "/months/",
        &json!({"month": {"month": day, "categories": fine}}),
    );
    let group = json!({"id": "g", "name": "Group", "categories": fine});
    let groups = json!({"category_groups": beside(vec![group]), "server_knowledge": 1});
    answer(world, "/categories", &groups);
    let months = beside(vec![json!({"month": day})]);
    answer(
        world,
        "/months",
        &json!({"months": months, "server_knowledge": 1}),
    );
    let account = json!({"id": BANK, "name": "Fine", "on_budget": true, "balance": 5});
    let accounts = json!({"accounts": beside(vec![account]), "server_knowledge": 1});
    answer(world, "/accounts", &accounts);
    let payee = json!({"id": "p", "name": "Fine"});
    let payees = json!({"payees": beside(vec![payee]), "server_knowledge": "odd as well"});
    answer(world, "/payees", &payees);
    let row = json!({"id": "t", "date": day, "amount": -5_000, "payee_name": "Fine",
        "account_id": BANK, "account_name": "Bank"});
    let rows = json!({"transactions": beside(vec![row]), "server_knowledge": 1});
    answer(world, "/transactions", &rows);
    let today = jiff::Timestamp::now().to_string();
    let schedule = json!({"id": "s", "date_first": today[..10], "date_next": today[..10],
        "frequency": "monthly", "amount": -7_000, "payee_name": "Fine"});
    let all = json!({"scheduled_transactions": beside(vec![schedule]), "server_knowledge": 1});
    answer(world, "/scheduled_transactions", &all);
}

#[tokio::test]
async fn what_cannot_be_read_is_counted_and_said() {
    let world = World::without_limit().await;
    small::plan(&world);
    spoil(&world);
    let mut session = reader(&world).await;
    for (tool, arguments) in super::hostile::readers(PLAN) {
        if tool == "list_plans" {
            continue;
        }
        // Read twice, because the cache of the first read must not hide an odd row from the second.
        for _ in 0..2 {
            let told = read(&mut session, tool, arguments.clone()).await;
            let count = told["unreadable"].as_u64().unwrap_or_default();
            assert!(count >= 5, "{tool}: {told}");
            let shown = told.to_string();
            let has_names = !matches!(tool, "get_monthly_summary" | "get_spending_trends");
            assert!(
                shown.contains("Fine") || shown.contains("Group") || !has_names,
                "{tool}: {told}"
            );
            assert!(!shown.contains("too-large"), "{tool}: {told}");
        }
    }
    for part in ["accounts", "categories"] {
        let uri = json!({"uri": format!("ynab://plans/{PLAN}/{part}")});
        let told = session.request("resources/read", uri).await.to_string();
        assert!(
            told.contains("Fine") && told.contains("unreadable"),
            "{told}"
        );
    }
}

#[tokio::test]
async fn an_odd_plan_hides_no_other() {
    let world = World::new().await;
    let fine = json!({"id": "p", "name": "Fine"});
    answer(&world, "/plans", &json!({"plans": beside(vec![fine])}));
    let mut session = reader(&world).await;
    let told = read(&mut session, "list_plans", json!({})).await;
    assert_eq!(told["plans"][0]["name"], "Fine");
    // Two of the five rows are readable as plans, because a plan does not have an amount.
    assert_eq!(told["unreadable"], 3, "{told}");
}

/// Reports nothing if every row is readable.
#[tokio::test]
async fn nothing_is_said_where_nothing_is_odd() {
    let world = World::without_limit().await;
    small::plan(&world);
    let mut session = reader(&world).await;
    for (tool, arguments) in super::hostile::readers(PLAN) {
        let told = read(&mut session, tool, arguments).await;
        assert_eq!(told["unreadable"], Value::Null, "{tool}: {told}");
    }
}

/// Refuses a change while a row is unreadable, because a change depends on all rows.
#[tokio::test]
async fn no_change_goes_by_a_part_of_a_list() {
    let world = World::without_limit().await;
    small::plan(&world);
    spoil(&world);
    let mut session = Session::start(world.command(), Client::older()).await;
    let reconcile = json!({"plan_id": PLAN, "account_id": BANK, "bank_balance": 0});
    let text = refused(&mut session, "reconcile_account", reconcile).await;
    assert!(text.contains("could not be read"), "{text}");
    assert!(text.contains("Nothing was changed"), "{text}");
}

/// Refuses to show a sum that is too large, although each amount alone is valid.
#[tokio::test]
async fn sums_are_exact_or_an_error() {
    const LARGEST: i64 = 999_999_999_999_999;

    let world = World::without_limit().await;
    small::plan(&world);
    let row = |id: &str, amount: i64| {
        json!({"id": id, "date": month(0).to_string(), "amount": amount, "cleared": "cleared",
            "category_id": "c", "account_id": BANK, "payee_name": "P"})
    };
    let reconcile = json!({"plan_id": PLAN, "account_id": BANK, "bank_balance": 0});
    for (amounts, why) in [
        ([i64::MAX, i64::MAX, 2], "could not be read"),
        ([LARGEST, LARGEST, 2], "come to more than 999999999999.999"),
        ([-LARGEST, -LARGEST, -LARGEST], "come to more than"),
    ] {
        world.sandbox.as_ref().unwrap().mend();
        let rows: Vec<Value> = (0..)
            .zip(amounts)
            .map(|(n, amount)| row(&format!("t{n}"), amount))
            .collect();
        let rows = json!({"transactions": rows, "server_knowledge": 1});
        answer(&world, "/transactions", &rows);
        let mut session = Session::start(world.command(), Client::older()).await;
        let text = refused(&mut session, "reconcile_account", reconcile.clone()).await;
        assert!(text.contains(why), "{text}");
    }
    let group = json!({"id": "g", "name": "G", "categories": [category("c", "C", 0)]});
    answer(
        &world,
        "/categories",
        &json!({"category_groups": [group], "server_knowledge": 1}),
    );
    let mut session = reader(&world).await;
    let trends = json!({"plan_id": PLAN});
    let text = refused(&mut session, "get_spending_trends", trends).await;
    assert!(text.contains("come to more than"), "{text}");

    let budgets = |before: i64, balance: i64| {
        let one = |id: &str| {
            let mut one = category(id, id, balance);
            one["budgeted"] = before.into();
            one
        };
        json!({"month": {"month": month(0).to_string(), "categories": [one("c"), one("d")]}})
    };
    let group = json!({"id": "g", "name": "G", "categories": [category("c", "C", 0), category("d", "D", 0)]});
    for (before, balance) in [
        (LARGEST, 0),
        (-LARGEST, 0),
        (0, LARGEST),
        (LARGEST, -LARGEST),
    ] {
        world.sandbox.as_ref().unwrap().mend();
        let groups = json!({"category_groups": [group], "server_knowledge": 1});
        answer(&world, "/categories", &groups);
        answer(&world, "/months/", &budgets(before, balance));
        let arguments = json!({"plan_id": PLAN, "month": month(0).to_string(), "amount": 5,
            "from_category_id": "c", "to_category_id": "d"});
        let mut session = Session::start(world.command(), Client::older()).await;
        let text = refused(&mut session, "move_money", arguments).await;
        assert!(
            text.contains("come to more than"),
            "{before} {balance}: {text}"
        );
    }
}

/// Computes only the requested days of a schedule that began centuries ago.
#[tokio::test]
async fn schedules_of_centuries_are_bounded_work() {
    let world = World::new().await;
    small::plan(&world);
    let words = ["daily", "weekly", "monthly", "twiceAMonth", "yearly"];
    let schedule = |id: usize| {
        json!({"id": format!("s{id}"), "date_first": "0001-01-01", "date_next": "0001-01-01",
            "frequency": words[id % 5],
            "amount": -1_000})
    };
    let all: Vec<Value> = (0..3_000).map(schedule).collect();
    answer(
        &world,
        "/scheduled_transactions",
        &json!({"scheduled_transactions": all, "server_knowledge": 1}),
    );
    let mut session = reader(&world).await;
    let week = json!({"plan_id": PLAN, "since_date": "2026-01-05", "until_date": "2026-01-11"});
    let found = read(&mut session, "list_scheduled_transactions", week).await;
    // A daily schedule has seven occurrences. A weekly one has one, on the Monday, because
    // 0001-01-01 was a Monday. The week does not contain a 1st or a 16th, so the rest do not occur.
    assert_eq!(found["total"], 600 * 7 + 600, "{found}");
    let years = json!({"plan_id": PLAN, "since_date": "2026-01-01", "until_date": "2028-01-01"});
    let text = refused(&mut session, "list_scheduled_transactions", years).await;
    assert!(text.contains("earlier until_date"), "{text}");
}

/// Lists an overspent category although the category is hidden.
#[tokio::test]
async fn a_hidden_category_that_overspends_is_listed() {
    let world = World::new().await;
    let sql = "UPDATE categories SET hidden = 1 WHERE id = ?1";
    world.change(sql, [known::GROCERIES]);
    let sql = "UPDATE transactions SET amount = -500000 WHERE id = ?1";
    world.change(sql, [known::GREENGROCER]);
    world.set_category(known::GREENGROCER, Some(known::GROCERIES));
    let mut session = reader(&world).await;
    let sql = "SELECT substr(date, 1, 7) || '-01' FROM transactions WHERE id = ?1";
    let month = world.text(sql, [known::GREENGROCER]);
    let arguments = json!({"plan_id": known::PLAN, "month": month});
    let told = call(&mut session, "get_monthly_summary", arguments).await;
    let overspent = told["result"]["structuredContent"]["overspent"].as_array();
    let found = overspent
        .unwrap_or_else(|| panic!("{}", error_text(&told)))
        .iter()
        .find(|one| one["category_id"] == known::GROCERIES)
        .unwrap_or_else(|| panic!("{told}"));
    assert_eq!(found["hidden"], true);
}
