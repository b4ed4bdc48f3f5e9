//! Impossible changes, which are refused before anyone is asked. One error names every problem with
//! its index.

mod cases;

use avenir_sandbox::demo as known;
use serde_json::{Value, json};

use self::cases::budget;
use crate::{
    common::{
        World,
        session::{error_text, status},
    },
    facts::month,
    talk::{Route, Talk},
};

#[tokio::test]
async fn nobody_is_asked_and_nothing_is_written() {
    let world = World::without_limit().await;
    // Each process limits its own requests in an hour.
    let mut talk = Talk::new(&world, Route::InCall).await;
    for (number, (tool, mut arguments, parts)) in cases::all(&world).into_iter().enumerate() {
        if number % 20 == 19 {
            talk = Talk::new(&world, Route::ALL[number / 20 % 3]).await;
        }
        arguments["plan_id"] = known::PLAN.into();
        let refused = talk.call(tool, &arguments).await;
        let text = match refused["error"]["message"].as_str() {
            Some(text) => text,
            None => error_text(&refused),
        };
        for part in parts {
            assert!(text.contains(part), "{tool} {arguments}\n{part}\n{text}");
        }
    }
    assert_eq!(world.operations(), [""; 0]);
}

/// Checks the decimals of amounts: yen do not have decimals, and dinars have three.
#[tokio::test]
async fn amounts_are_checked_against_the_plan() {
    let world = World::new().await;
    let mut talk = Talk::new(&world, Route::InCall).await;
    for (plan, category, amount, nearest) in [
        (known::YEN_PLAN, known::YEN_GROCERIES, 0.5, "are 0 and 1"),
        (
            known::DINAR_PLAN,
            known::DINAR_GROCERIES,
            0.0005,
            "are 0 and 0.001",
        ),
    ] {
        let arguments =
            json!({"plan_id": plan, "month": month(), "category_id": category, "amount": amount});
        let refused = talk.call("set_category_budget", &arguments).await;
        assert!(error_text(&refused).contains(nearest), "{refused}");
    }
    let dinars = json!({"plan_id": known::DINAR_PLAN, "month": month(),
        "category_id": known::DINAR_GROCERIES, "amount": 7.125});
    let question = talk.ask("set_category_budget", dinars).await;
    assert!(question.text.contains(" → 7.125?"), "{}", question.text);
}

/// Asks nobody about a change that is in effect already.
#[tokio::test]
async fn nothing_to_do() {
    let world = World::new().await;
    let mut talk = Talk::new(&world, Route::RoundTrip).await;
    let set = budget("amount", 123);
    let with_plan = |mut arguments: Value| {
        arguments["plan_id"] = known::PLAN.into();
        arguments
    };
    talk.apply("set_category_budget", with_plan(set.clone()))
        .await;
    for (tool, arguments) in [
        ("set_category_budget", set),
        (
            "flag_transactions",
            json!({"flags": [{"transaction_id": known::DINER}]}),
        ),
        (
            "update_category",
            json!({"category_id": known::HOBBIES, "name": "Hobbies"}),
        ),
    ] {
        let result = talk.call(tool, &with_plan(arguments)).await;
        assert_eq!(status(&result), "nothing_to_do", "{result}");
    }
    assert_eq!(world.operations(), ["applied"]);
}

/// Explains a difference and writes nothing.
#[tokio::test]
async fn a_difference_is_explained() {
    let world = World::new().await;
    let mut talk = Talk::new(&world, Route::InCall).await;
    let uncleared = "UPDATE transactions SET cleared = 'uncleared' WHERE id = ?1";
    world.change(uncleared, [known::GREENGROCER]);
    let (_, balance) = crate::facts::to_reconcile(&world, known::CURRENT_ACCOUNT);
    let bank = crate::facts::amount(balance - 41_850);
    let arguments = json!({"plan_id": known::PLAN, "account_id": known::CURRENT_ACCOUNT,
        "bank_balance": bank});
    let found = talk.call("reconcile_account", &arguments).await;
    assert_eq!(status(&found), "difference_found", "{found}");
    let analysis = &found["result"]["structuredContent"]["analysis"];
    assert_eq!(analysis["difference"], -41.85);
    assert_eq!(analysis["bank_balance"], bank);
    assert_eq!(analysis["explained_by"], json!([known::GREENGROCER]));
    let listed = analysis["uncleared"].as_array().unwrap();
    assert!(
        listed.iter().any(|row| row["payee"] == "Evergreen Grocers"),
        "{analysis}"
    );
    assert_eq!(world.operations(), [""; 0]);
}
