//! Targets: their writable fields and their progress.

use reqwest::Method;
use serde_json::{Value, json};

use crate::harness::{Api, items, milli, text};
use avenir_sandbox::demo;

async fn patch(api: &Api, id: &str, edit: Value) -> Value {
    let path = format!("/categories/{id}");
    api.change(Method::PATCH, &path, &json!({"category": edit}))
        .await["category"]
        .clone()
}

async fn refused(api: &Api, id: &str, edit: Value) -> String {
    let path = format!("/categories/{id}");
    let (status, error) = api
        .refused(Method::PATCH, &path, &json!({"category": edit}))
        .await;
    assert_eq!(status, 400);
    text(&error["detail"]).to_owned()
}

#[tokio::test]
async fn an_amount_makes_a_monthly_target_and_null_removes_it() {
    let api = Api::start().await;
    let made = patch(&api, demo::HOBBIES, json!({"goal_target": 90_000})).await;
    assert_eq!(
        (
            &made["goal_type"],
            &made["goal_target"],
            &made["goal_cadence"]
        ),
        (&json!("NEED"), &json!(90_000), &json!(1))
    );
    assert_eq!(made["goal_needs_whole_amount"], true);
    assert_eq!(made["goal_creation_month"], "2026-03-01");
    // 60.00 is assigned each month.
    assert_eq!(made["goal_under_funded"], 30_000);
    assert_eq!(made["goal_under_funded_formatted"], "€30.00");
    assert_eq!(made["goal_percentage_complete"], 66);
    let refill = patch(
        &api,
        demo::HOBBIES,
        json!({"goal_needs_whole_amount": false}),
    )
    .await;
    let carried =
        milli(&refill["balance"]) - milli(&refill["budgeted"]) - milli(&refill["activity"]);
    let missing = (90_000 - 60_000 - carried.max(0)).max(0);
    assert_eq!(milli(&refill["goal_under_funded"]), missing);
    let gone = patch(&api, demo::HOBBIES, json!({"goal_target": null})).await;
    for (field, value) in gone.as_object().unwrap() {
        if field.starts_with("goal_") {
            assert_eq!(value, &Value::Null, "{field}");
        }
    }
}

#[tokio::test]
async fn an_amount_alone_keeps_the_kind_and_the_kind_cannot_be_written() {
    let api = Api::start().await;
    let list = api.get("/categories").await;
    let by_kind = |kind: &str| {
        let groups = items(&list["category_groups"]).iter();
        groups
            .flat_map(|group| items(&group["categories"]))
            .find(|one| one["goal_type"] == kind)
            .unwrap()
    };
    let balance = by_kind("TB");
    assert_eq!(balance["goal_under_funded"], Value::Null);
    assert!(milli(&balance["goal_overall_left"]) > 0);
    let changed = patch(
        &api,
        text(&balance["id"]),
        json!({"goal_target": 5_000, "goal_type": "MF"}),
    )
    .await;
    assert_eq!(changed["goal_type"], "TB");
    assert_eq!(changed["goal_target"], 5_000);
    // A replaced kind does not come back.
    let edit = json!({"goal_target": 5_000, "goal_frequency": "monthly"});
    let replaced = patch(&api, text(&balance["id"]), edit).await;
    assert_eq!(replaced["goal_type"], "NEED");
}

#[tokio::test]
async fn frequencies_and_dates() {
    let api = Api::start().await;
    for (frequency, cadence) in [("monthly", 1), ("weekly", 2), ("yearly", 13)] {
        let edit = json!({"goal_target": 12_000, "goal_frequency": frequency});
        let made = patch(&api, demo::HOBBIES, edit).await;
        assert_eq!(
            (&made["goal_cadence"], &made["goal_cadence_frequency"]),
            (&json!(cadence), &json!(1))
        );
    }
    let edit = json!({"goal_target": 500_000, "goal_target_date": "2026-06-15"});
    let made = patch(&api, demo::HOBBIES, edit).await;
    assert_eq!(
        (&made["goal_target_date"], &made["goal_months_to_budget"]),
        (&json!("2026-06-15"), &json!(4))
    );
    let monthly = patch(&api, demo::HOBBIES, json!({"goal_target_date": null})).await;
    assert_eq!(monthly["goal_cadence"], 1);

    let card = patch(&api, demo::VISA_PAYMENT, json!({"goal_target": 100_000})).await;
    assert_eq!(card["goal_type"], "MF");
    let edit = json!({"goal_target": 100_000, "goal_target_date": "2026-12-01"});
    let card = patch(&api, demo::VISA_PAYMENT, edit).await;
    assert_eq!(card["goal_type"], "TBD");
}

#[tokio::test]
async fn broken_rules_are_named() {
    let api = Api::start().await;
    for (id, edit, words) in [
        (demo::HOBBIES, json!({"goal_target": 0}), "positive"),
        (
            demo::HOBBIES,
            json!({"goal_frequency": "monthly"}),
            "goal_frequency requires goal_target",
        ),
        (
            demo::HOBBIES,
            json!({"goal_target": 1, "goal_frequency": "monthly", "goal_target_date": "2026-05-01"}),
            "cannot be combined",
        ),
        (
            demo::HOBBIES,
            json!({"goal_target": 1, "goal_frequency": "daily"}),
            "must be one of",
        ),
        (
            demo::HOBBIES,
            json!({"goal_target_date": "2026-05-01"}),
            "requires goal_target",
        ),
        (
            demo::HOBBIES,
            json!({"goal_needs_whole_amount": true}),
            "only supported for NEED",
        ),
        (
            demo::VISA_PAYMENT,
            json!({"goal_target": 1, "goal_frequency": "monthly"}),
            "not supported for credit card",
        ),
        (
            demo::VISA_PAYMENT,
            json!({"goal_target": 1, "goal_needs_whole_amount": true}),
            "only supported for NEED",
        ),
    ] {
        let detail = refused(&api, id, edit.clone()).await;
        assert!(detail.contains(words), "{edit}: {detail}");
    }
    let group = api.get("/categories").await["category_groups"][2]["id"].clone();
    let body =
        json!({"category": {"name": "New", "category_group_id": group, "goal_target": 7_000}});
    let made = api.change(Method::POST, "/categories", &body).await["category"].clone();
    assert_eq!(
        (&made["goal_type"], &made["goal_under_funded"]),
        (&json!("NEED"), &json!(7_000))
    );
}

#[tokio::test]
async fn setting_a_target_is_a_change() {
    let api = Api::start().await;
    let knowledge = async || milli(&api.get("/categories").await["server_knowledge"]);
    let start = knowledge().await;
    patch(&api, demo::HOBBIES, json!({"goal_target": 90_000})).await;
    assert!(knowledge().await > start);
    let path = format!("/categories?last_knowledge_of_server={start}");
    let delta = api.get(&path).await;
    let changed = items(&delta["category_groups"])
        .iter()
        .flat_map(|group| items(&group["categories"]));
    assert!(changed.into_iter().any(|one| one["id"] == demo::HOBBIES));
}
