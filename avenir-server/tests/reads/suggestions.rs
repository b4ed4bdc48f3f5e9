//! The suggestions of `suggest_categories` for single transactions, and the rows without one.

use jiff::ToSpan as _;
use serde_json::{Value, json};

use super::{
    common::World,
    read, reader,
    small::{self, BANK, CARD, FOOD, PLAN, SHED, month, transaction},
};

#[tokio::test]
async fn only_what_waits_and_only_what_the_history_says() {
    let world = World::new().await;
    let db = small::plan(&world);
    let today = month(0);
    let add =
        |id, account, amount, payee| transaction(&db, id, account, today, amount, payee, None);
    add("new-food", BANK, -30_000, "POS 4411 GROCER");
    add("new-hidden", BANK, -5_000, "Gym");
    add("new-income", BANK, 900_000, "Mill");
    add("new-tracking", SHED, -1_000, "Grocer");
    add("new-none", BANK, -1_000, "Nobody");
    add("new-split", BANK, -2_000, "Grocer");
    db.execute_batch(
        "INSERT INTO subtransactions (id, transaction_id, position, amount)
         VALUES ('line-1', 'new-split', 0, -1500), ('line-2', 'new-split', 1, -500)",
    )
    .unwrap();
    // YNAB's own Uncategorized does not count as a category.
    let sql = "UPDATE transactions SET category_id = (SELECT id FROM categories
        WHERE role = 'uncategorized' AND plan_id = ?1) WHERE id = 'new-none'";
    db.execute(sql, [PLAN]).unwrap();
    let mut session = reader(&world).await;
    let found = read(&mut session, "suggest_categories", json!({"plan_id": PLAN})).await;
    let items = found["items"].as_array().unwrap();
    let ids: Vec<&str> = items
        .iter()
        .map(|item| item["transaction_id"].as_str().unwrap())
        .collect();
    // The row on the tracking account and the split are not listed. The hidden category and the
    // income category are never suggested.
    assert_eq!(
        ids,
        [
            "new-food",
            "new-hidden",
            "new-income",
            "new-none",
            "waiting"
        ]
    );
    assert_eq!(
        (&found["pending_count"], &found["suggested_count"]),
        (&json!(5), &json!(1))
    );
    // Two earlier payments are both Food: 1 × 2/3, cut to hundredths. The refund does not count,
    // because the money went the other way.
    assert_eq!(
        items[0]["suggestion"],
        json!({
            "category_id": FOOD,
            "category_name": "Food",
            "confidence": 0.66,
            "reason": "2 of 2 earlier ones of this payee",
        })
    );
    let choices = found["categories"].as_array().unwrap();
    let names: Vec<&Value> = choices.iter().map(|one| &one["name"]).collect();
    assert_eq!(names, ["Food", "Fun"]);
}

#[tokio::test]
async fn the_halves_of_a_transfer_get_no_category() {
    let world = World::new().await;
    let db = small::plan(&world);
    let first = month(-1);
    for (id, account, day, amount) in [
        ("out", BANK, 10, -55_500),
        ("in", CARD, 13, 55_500),
        // One pair is too many days apart, and one pair is on the same account.
        ("late-out", BANK, 14, -66_600),
        ("late-in", CARD, 18, 66_600),
        ("same-out", BANK, 20, -77_700),
        ("same-in", BANK, 20, 77_700),
    ] {
        let date = first.saturating_add(day.days());
        transaction(&db, id, account, date, amount, "Grocer", None);
    }
    let mut session = reader(&world).await;
    let found = read(&mut session, "suggest_categories", json!({"plan_id": PLAN})).await;
    let of = |id: &str| {
        let mut items = found["items"].as_array().unwrap().iter();
        items.find(|item| item["transaction_id"] == id).unwrap()
    };
    for (one, other) in [("out", "in"), ("in", "out")] {
        assert_eq!(of(one)["possible_transfer_with"], other);
        assert_eq!(of(one)["suggestion"], Value::Null);
    }
    for id in ["late-out", "late-in", "same-out", "same-in"] {
        assert_eq!(of(id)["possible_transfer_with"], Value::Null, "{id}");
        assert_eq!(of(id)["suggestion"]["category_id"], FOOD, "{id}");
    }
}
