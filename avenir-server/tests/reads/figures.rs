//! Figures of the small plan, worked out by hand. Amounts are compared as the JSON spells them.

use jiff::ToSpan as _;
use serde_json::{Value, json};

use super::{
    common::World,
    picked, read, reader,
    small::{self, BANK, FOOD, FUN, OLD, PLAN, SHED, month},
};

/// Lists the balance of each category.
///
/// Food: 200.00 − 120.50 − 50.25 = 29.25 is left from last month, and
/// 29.25 + 100.00 − 99.99 + 20.00 = 49.26.
///
/// Fun: 20.00 − 45.05 = −25.05. Last month ended at 30.00 − 29.75 − 10.10 = −9.85 because of card
/// spending, so the debt stays on the card and the category begins this month at zero.
///
/// Card: 0.25 of last month's 10.10 was funded, and all of this month's 99.99. With 10.10 paid off,
/// 0.25 + 99.99 − 10.10 = 90.14.
#[tokio::test]
async fn balances_of_categories() {
    let world = World::new().await;
    small::plan(&world);
    let mut session = reader(&world).await;
    let this = read(
        &mut session,
        "get_category_balances",
        json!({"plan_id": PLAN}),
    )
    .await;
    assert_eq!(this["month"], json!(month(0).to_string()));
    assert_eq!(
        picked(
            &this["categories"],
            &["name", "budgeted", "activity", "balance"]
        ),
        [
            r#"["Card",0,89.89,90.14]"#,
            r#"["Food",100,-79.99,49.26]"#,
            r#"["Fun",20,-45.05,-25.05]"#,
        ]
    );
    let last = json!({"plan_id": PLAN, "month": month(-1).to_string()});
    let last = read(&mut session, "get_category_balances", last).await;
    assert_eq!(
        picked(&last["categories"], &["category_id", "group", "balance"]),
        [
            json!([
                "11111111-0000-4000-8000-0000000000c7",
                "Credit Card Payments",
                0.25
            ])
            .to_string(),
            json!([FOOD, "Daily", 29.25]).to_string(),
            json!([FUN, "Daily", -9.85]).to_string(),
        ]
    );
}

/// Sums up a month.
///
/// Activity: −79.99 (Food) − 45.05 (Fun) − 5.00 (hidden category) − 3.33 (uncategorized) = −133.37.
///
/// Ready to Assign: 2 × 1000.00 − 230.00 − 120.00 (assigned in two months) = 1650.00.
#[tokio::test]
async fn a_month_at_a_glance() {
    let world = World::new().await;
    small::plan(&world);
    let mut session = reader(&world).await;
    let summary = read(
        &mut session,
        "get_monthly_summary",
        json!({"plan_id": PLAN}),
    )
    .await;
    let fields = [
        "income",
        "budgeted",
        "activity",
        "ready_to_assign",
        "age_of_money",
    ];
    assert_eq!(
        picked(&json!([summary]), &fields),
        ["[1000,120,-133.37,1650,null]"]
    );
    assert_eq!(
        summary["overspent"],
        json!([
            {"category_id": FUN, "name": "Fun", "group": "Daily", "balance": -25.05},
            {"category_id": OLD, "name": "Old", "group": "Daily", "balance": -5, "hidden": true},
        ])
    );
}

/// Compares budgets with spending.
///
/// Food: 79.99 of 100.00 is 79.99 %, and 29.25 is carried over. Fun: 45.05 of 20.00 is 225.25 %.
#[tokio::test]
async fn budgets_against_what_was_spent() {
    let world = World::new().await;
    let db = small::plan(&world);
    let mut session = reader(&world).await;
    let fields = [
        "name",
        "budgeted",
        "carried_over",
        "actual",
        "balance",
        "utilization_pct",
    ];
    let usage = read(
        &mut session,
        "get_budget_vs_actual",
        json!({"plan_id": PLAN}),
    )
    .await;
    assert_eq!(
        picked(&usage["categories"], &fields),
        [
            r#"["Food",100,29.25,79.99,49.26,80]"#,
            r#"["Fun",20,0,45.05,-25.05,225.3]"#,
        ]
    );
    // 29.25 − 99.99 + 120.01 = 49.27. More money came back than was spent, so the actual spending
    // is negative.
    let sql = "UPDATE transactions SET amount = 120010 WHERE id = 'refund'";
    db.execute(sql, ()).unwrap();
    db.execute("DELETE FROM month_budgets WHERE budgeted = 100000", ())
        .unwrap();
    let usage = read(
        &mut session,
        "get_budget_vs_actual",
        json!({"plan_id": PLAN}),
    )
    .await;
    assert_eq!(
        picked(&usage["categories"], &fields)[0],
        r#"["Food",0,29.25,-20.02,49.27,null]"#
    );
}

/// Lists the spending of two months, because the plan is younger than three months.
///
/// Food: 120.50 + 50.25 = 170.75, then 99.99 − 20.00 = 79.99. Fun: 29.75 + 10.10 = 39.85, then
/// 45.05.
#[tokio::test]
async fn spending_by_month() {
    let world = World::new().await;
    small::plan(&world);
    let mut session = reader(&world).await;
    let trends = read(
        &mut session,
        "get_spending_trends",
        json!({"plan_id": PLAN}),
    )
    .await;
    assert_eq!(
        trends["months"],
        json!([month(-1).to_string(), month(0).to_string()])
    );
    assert_eq!(
        picked(
            &trends["categories"],
            &["category_id", "hidden", "spent", "total"]
        ),
        [
            format!("[\"{FOOD}\",null,[170.75,79.99],250.74]"),
            format!("[\"{FUN}\",null,[39.85,45.05],84.9]"),
            format!("[\"{OLD}\",true,[0,5],5]"),
        ]
    );
    assert_eq!(trends["total"].to_string(), "[210.6,130.04]");
    let one = json!({"plan_id": PLAN, "months_count": 1});
    let one = read(&mut session, "get_spending_trends", one).await;
    assert_eq!(one["total"].to_string(), "[130.04]");
}

/// Lists the targets that are behind.
///
/// Food sets 250.00 aside each month and got 100.00, so 150.00 is needed. Fun needs 600.00 within
/// six months, this month included. So Fun needs 100.00 a month and got 20.00, so 80.00 is needed.
#[tokio::test]
async fn targets_that_are_behind() {
    let world = World::new().await;
    let db = small::plan(&world);
    let due = month(6).saturating_sub(1.day());
    db.execute_batch(&format!(
        "UPDATE categories SET goal_type = 'NEED', goal_target = 250000, goal_cadence = 1,
             goal_cadence_frequency = 1, goal_needs_whole_amount = 1, goal_creation_month = '{0}'
             WHERE id = '{FOOD}';
         UPDATE categories SET goal_type = 'TBD', goal_target = 600000, goal_target_date = '{due}',
             goal_cadence = 0, goal_creation_month = '{0}' WHERE id = '{FUN}';",
        month(-1)
    ))
    .unwrap();
    let mut session = reader(&world).await;
    let behind = read(
        &mut session,
        "get_underfunded_targets",
        json!({"plan_id": PLAN}),
    )
    .await;
    let fields = ["name", "target", "due", "needed", "months_left", "urgency"];
    assert_eq!(
        picked(&behind["targets"], &fields),
        [
            format!("[\"Fun\",\"600 by {due}\",\"{due}\",80,6,\"due_date\"]"),
            "[\"Food\",\"250 each month\",null,150,1,\"repeating\"]".to_owned(),
        ]
    );
    let sums = [
        "needed",
        "ready_to_assign",
        "enough",
        "covered",
        "short_by",
        "on_track",
    ];
    assert_eq!(picked(&json!([behind]), &sums), ["[230,1650,true,230,0,0]"]);
    assert_eq!(
        behind["message"],
        "2 targets need 230; Ready to Assign has 1650: enough."
    );
    // With two salaries of 250.00, 500.00 − 350.00 = 150.00 is available. A limit does not change
    // the sums.
    db.execute(
        "UPDATE transactions SET amount = 250000 WHERE amount = 1000000",
        (),
    )
    .unwrap();
    let one = json!({"plan_id": PLAN, "limit": 1});
    let one = read(&mut session, "get_underfunded_targets", one).await;
    assert_eq!(picked(&json!([one]), &sums), ["[230,150,false,150,80,0]"]);
    assert_eq!((&one["shown"], &one["more"]), (&json!("1 of 2"), &json!(1)));
    assert_eq!(
        one["message"],
        "2 targets need 230; Ready to Assign has 150: 80 short."
    );
}

/// Lists the occurrences from the 1st to the 15th of next month.
///
/// There are 10.01 on the 1st, 8th and 15th, −50.05 on the 5th, and a transfer, which is neither
/// income nor spending. So 30.03 comes in and −50.05 goes out.
#[tokio::test]
async fn what_is_to_come() {
    let world = World::new().await;
    let db = small::plan(&world);
    let first = month(1);
    for (id, day, frequency, amount, other) in [
        ("s-rent", 5, "monthly", -50_050, None),
        ("s-pay", 1, "weekly", 10_010, None),
        ("s-card", 9, "never", -30_000, Some("payee-to-card")),
    ] {
        let date = first.saturating_add((day - 1).days()).to_string();
        let payee = other.unwrap_or("payee-Mill");
        let sql = "INSERT INTO scheduled_transactions
                (id, plan_id, account_id, date_first, date_next, frequency, amount, payee_id)
            VALUES (?1, ?2, ?3, ?4, ?4, ?5, ?6, ?7)";
        db.execute(sql, (id, PLAN, BANK, date, frequency, amount, payee))
            .unwrap();
    }
    let mut session = reader(&world).await;
    let until = first.saturating_add(14.days());
    let period =
        json!({"plan_id": PLAN, "since_date": first.to_string(), "until_date": until.to_string()});
    let due = read(&mut session, "list_scheduled_transactions", period).await;
    let dates =
        [0_i64, 4, 7, 8, 14].map(|days| json!(first.saturating_add(days.days()).to_string()));
    let occurrences = due["occurrences"].as_array().unwrap();
    let got: Vec<&Value> = occurrences.iter().map(|one| &one["date"]).collect();
    assert_eq!(got, dates.iter().collect::<Vec<_>>());
    assert_eq!(
        (&due["inflows"], &due["outflows"], &due["shown"]),
        (&json!(30.03), &json!(-50.05), &json!("5 of 5"))
    );
    assert_eq!(occurrences[3]["transfer"], true);
    let none = json!({"plan_id": PLAN, "account_ids": [SHED], "since_date": first.to_string()});
    let none = read(&mut session, "list_scheduled_transactions", none).await;
    assert_eq!(none["shown"], "0 of 0");
}
