//! The accuracy of `suggest_categories`. The last three months of the demo plans lose their
//! categories, and the suggestions must restore them from the rows before.

use std::collections::HashMap;

use avenir_sandbox::demo as known;
use rusqlite::Connection;
use serde_json::{Value, json};

use super::{
    common::{World, session::Session},
    read, reader,
    small::month,
};

/// The numbers of rows that were held out, got a suggestion, and got the right one.
#[derive(Debug, Default)]
struct Score {
    held_out: usize,
    suggested: usize,
    right: usize,
}

#[tokio::test]
async fn of_three_months_held_out() {
    println!("plan | payees | held out | suggested | right");
    for (plan, name) in [
        (known::PLAN, "euros"),
        (known::YEN_PLAN, "yen"),
        (known::DINAR_PLAN, "dinars"),
    ] {
        for (payees, disturb) in [
            ("as they are", None),
            (
                "as a bank writes them",
                Some(as_a_bank_writes as fn(&Connection, &str)),
            ),
        ] {
            let world = World::new().await;
            let score = measure(&world, plan, disturb).await;
            score.print(name, payees);
            assert!(score.held_out > 40, "{score:?}");
            assert!(score.suggested * 100 >= score.held_out * 95, "{score:?}");
            assert!(score.right * 100 >= score.suggested * 98, "{score:?}");
        }
    }
}

/// Tells food from fuel at one shop, where only the amount differs.
#[tokio::test]
async fn of_a_payee_with_two_categories() {
    let world = World::new().await;
    let merge = |db: &Connection, _: &str| {
        let sql = "UPDATE payees SET name = 'Tesco' WHERE name = 'Applegreen'";
        assert_eq!(db.execute(sql, ()).unwrap(), 1);
    };
    let score = measure(&world, known::PLAN, Some(merge)).await;
    score.print("euros", "two shops as one");
    assert!(score.suggested * 100 >= score.held_out * 90, "{score:?}");
    assert!(score.right * 100 >= score.suggested * 90, "{score:?}");
}

/// Checks that at most 2 % of the rows without a history get a wrong suggestion.
#[tokio::test]
async fn of_payees_never_seen() {
    for (plan, name) in [
        (known::PLAN, "euros"),
        (known::YEN_PLAN, "yen"),
        (known::DINAR_PLAN, "dinars"),
    ] {
        let world = World::new().await;
        let db = world.plan();
        // Hold out every row of every third payee.
        let chosen = "payee_id IN (SELECT id FROM payees WHERE rowid % 3 = 0)";
        let truth = hold_out(&db, plan, chosen, "2000-01-01");
        let score = judge(&world, plan, &truth).await;
        score.print(name, "never seen");
        assert!(score.held_out > 100, "{score:?}");
        let wrong = score.suggested - score.right;
        assert!(wrong * 100 <= score.held_out * 2, "{score:?}");
    }
}

async fn measure(world: &World, plan: &str, disturb: Option<fn(&Connection, &str)>) -> Score {
    let db = world.plan();
    let truth = hold_out(&db, plan, "true", &month(-2).to_string());
    if let Some(disturb) = disturb {
        disturb(&db, plan);
    }
    judge(world, plan, &truth).await
}

async fn judge(world: &World, plan: &str, truth: &HashMap<String, String>) -> Score {
    let db = world.plan();
    let mut session = reader(world).await;
    let items = all_items(&mut session, plan).await;
    let mut score = Score {
        held_out: truth.len(),
        ..Score::default()
    };
    for item in &items {
        let id = item["transaction_id"].as_str().unwrap();
        assert!(takes_category(&db, id), "{item}");
        let (Some(category), Some(suggestion)) = (truth.get(id), item["suggestion"].as_object())
        else {
            continue;
        };
        score.suggested += 1;
        score.right += usize::from(suggestion["category_id"] == *category);
    }
    score
}

impl Score {
    fn print(&self, plan: &str, payees: &str) {
        let Self {
            held_out,
            suggested,
            right,
        } = self;
        println!("{plan} | {payees} | {held_out} | {suggested} | {right}");
    }
}

/// Removes the categories of the chosen rows and returns them by the rows' ids.
fn hold_out(db: &Connection, plan: &str, chosen: &str, since: &str) -> HashMap<String, String> {
    let chosen = format!(
        "plan_id = ?1 AND date >= ?2 AND NOT deleted AND transfer_account_id IS NULL AND {chosen}
         AND category_id IN (SELECT id FROM categories WHERE role = 'ordinary' AND NOT hidden)"
    );
    let sql = format!("SELECT id, category_id FROM transactions WHERE {chosen}");
    let mut rows = db.prepare(&sql).unwrap();
    let rows = rows.query_map((plan, since), |row| Ok((row.get(0)?, row.get(1)?)));
    let truth = rows.unwrap().map(Result::unwrap).collect();
    let sql = format!("UPDATE transactions SET category_id = NULL WHERE {chosen}");
    db.execute(&sql, (plan, since)).unwrap();
    truth
}

/// Gives each of the rows its own payee, with a card, a date and a reference around the name.
fn as_a_bank_writes(db: &Connection, plan: &str) {
    let first = month(-2).to_string();
    let sql = "INSERT INTO payees (id, plan_id, name)
        SELECT 'noisy-' || t.id, t.plan_id,
            'POS PURCHASE ' || upper(p.name) || ' 5512****' || substr(t.amount, -3) || ' REF '
                || abs(t.amount * 7919) || ' ' || replace(t.date, '-', '/')
        FROM transactions AS t JOIN payees AS p ON p.id = t.payee_id
        WHERE t.plan_id = ?1 AND t.date >= ?2 AND t.category_id IS NULL
            AND t.transfer_account_id IS NULL";
    assert!(db.execute(sql, (plan, &first)).unwrap() > 40);
    let sql = "UPDATE transactions SET payee_id = 'noisy-' || id
        WHERE EXISTS (SELECT 1 FROM payees WHERE payees.id = 'noisy-' || transactions.id)";
    db.execute(sql, ()).unwrap();
}

async fn all_items(session: &mut Session, plan: &str) -> Vec<Value> {
    let mut items = Vec::new();
    let mut cursor = Value::Null;
    loop {
        let arguments = json!({"plan_id": plan, "limit": 50, "cursor": cursor});
        let page = read(session, "suggest_categories", arguments).await;
        assert_eq!(
            page["categories"] == json!([]),
            !cursor.is_null(),
            "categories come with the first page"
        );
        items.extend(page["items"].as_array().unwrap().iter().cloned());
        cursor = page["next_cursor"].clone();
        if cursor.is_null() {
            assert_eq!(items.len(), page["pending_count"]);
            let suggested = items.iter().filter(|item| item["suggestion"].is_object());
            assert_eq!(suggested.count(), page["suggested_count"]);
            return items;
        }
    }
}

/// Returns whether a row may have a category: not a transfer, a split or on a tracking account.
fn takes_category(db: &Connection, transaction: &str) -> bool {
    let sql = "SELECT a.on_budget AND t.transfer_account_id IS NULL AND NOT EXISTS
            (SELECT 1 FROM subtransactions AS s WHERE s.transaction_id = t.id)
        FROM transactions AS t JOIN accounts AS a ON a.id = t.account_id WHERE t.id = ?1";
    db.query_row(sql, [transaction], |row| row.get(0)).unwrap()
}
