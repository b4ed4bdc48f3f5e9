//! Lists of the small plan.

use serde_json::json;

use super::{
    common::World,
    picked, read, reader,
    small::{self, CARD, FUN, PLAN, month},
};

#[tokio::test]
async fn transactions_by_what_is_known_of_them() {
    let world = World::new().await;
    small::plan(&world);
    let mut session = reader(&world).await;
    for (filter, ids) in [
        (
            json!({"category_ids": [FUN]}),
            &["fun", "last-fun", "last-split"][..],
        ),
        (json!({"amount": -80}), &["last-split"]),
        (json!({"amount": -99.99, "payee": "GROC"}), &["food"]),
        (json!({"amount": -99.991}), &[]),
        (
            json!({"account_ids": [CARD]}),
            &["card-paid", "food", "last-fun"],
        ),
        (json!({"payee": "transfer : c"}), &["pay-card"]),
        (json!({"until_date": month(-1).to_string()}), &["last-pay"]),
    ] {
        let mut arguments = json!({"plan_id": PLAN, "since_date": month(-1).to_string()});
        for (name, value) in filter.as_object().unwrap() {
            arguments[name] = value.clone();
        }
        let found = read(&mut session, "find_transactions", arguments).await;
        let rows = found["transactions"].as_array().unwrap();
        let found: Vec<&str> = rows
            .iter()
            .map(|row| row["transaction_id"].as_str().unwrap())
            .collect();
        assert_eq!(found, ids, "{filter}");
    }
    let split = json!({"plan_id": PLAN, "since_date": month(-1).to_string(), "amount": -80});
    let split = read(&mut session, "find_transactions", split).await;
    let row = &split["transactions"][0];
    assert_eq!(
        (&row["split"], &row["category"]),
        (&json!(true), &json!(null))
    );
    assert_eq!(picked(&row["lines"], &["amount"]), ["[-50.25]", "[-29.75]"]);
}

#[tokio::test]
async fn payees_by_use() {
    let world = World::new().await;
    small::plan(&world);
    let mut session = reader(&world).await;
    let payees = read(&mut session, "list_payees", json!({"plan_id": PLAN})).await;
    assert_eq!(
        picked(&payees["payees"], &["name", "transactions", "last_date"])[..3],
        [
            format!("[\"Grocer\",3,\"{}\"]", month(0)),
            format!("[\"Cinema\",2,\"{}\"]", month(0)),
            format!("[\"Mill\",2,\"{}\"]", month(0)),
        ]
    );
    // The plan has seven payees besides those of transfers.
    assert_eq!(payees["shown"], "7 of 7");
    let found = json!({"plan_id": PLAN, "search": "KIOS"});
    let found = read(&mut session, "list_payees", found).await;
    assert_eq!(picked(&found["payees"], &["merchant"]), ["[\"KIOSK\"]"]);
}

/// Lists the accounts with their balances, and the groups.
///
/// Bank: 2000.00 + 20.00 − 120.50 − 80.00 − 45.05 − 5.00 − 3.33 − 10.10 = 1756.02.
/// Card: −10.10 − 99.99 + 10.10 = −99.99.
#[tokio::test]
async fn accounts_and_groups() {
    let world = World::new().await;
    small::plan(&world);
    let mut session = reader(&world).await;
    let accounts = read(&mut session, "list_accounts", json!({"plan_id": PLAN})).await;
    assert_eq!(
        picked(
            &accounts["accounts"],
            &["name", "on_budget", "balance", "bank_link"]
        ),
        [
            r#"["Bank",true,1756.02,"none"]"#,
            r#"["Card",true,-99.99,"none"]"#,
            r#"["Shed",false,7.77,"none"]"#,
        ]
    );
    let groups = read(
        &mut session,
        "list_category_groups",
        json!({"plan_id": PLAN}),
    )
    .await;
    assert_eq!(
        groups["groups"],
        json!([{"id": "group-daily", "name": "Daily"}])
    );
}
