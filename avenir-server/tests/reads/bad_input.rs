//! Invalid arguments, which are refused in one line that says what is wrong and what to pass.

use avenir_sandbox::demo as known;
use serde_json::{Value, json};

use super::{common::World, reader, refused};

#[tokio::test]
async fn months_and_dates() {
    let world = World::new().await;
    let mut session = reader(&world).await;
    let tools = [
        "get_category_balances",
        "get_monthly_summary",
        "get_budget_vs_actual",
        "get_underfunded_targets",
    ];
    for tool in tools {
        for month in [
            "2026-13-01",
            "2026-11-15",
            "2026-11",
            "November",
            "",
            "2026-11-01\n",
        ] {
            let text = refused(&mut session, tool, of_plan(&json!({"month": month}))).await;
            assert!(text.starts_with("month: "), "{text}");
            assert!(
                text.contains("YYYY") || text.contains("2026-11-01"),
                "{text}"
            );
            assert!(text.contains("current"), "{text}");
        }
        let text = refused(&mut session, tool, of_plan(&json!({"month": "1999-01-01"}))).await;
        assert!(
            text.contains("no month 1999-01-01") && text.contains(" to "),
            "{text}"
        );
    }
    for (arguments, parts) in [
        (
            json!({"since_date": "2026-02-30"}),
            ["since_date", "YYYY-MM-DD"],
        ),
        (
            json!({"since_date": "2026-2-3"}),
            ["since_date", "YYYY-MM-DD"],
        ),
        (
            json!({"since_date": "20260203T0"}),
            ["since_date", "YYYY-MM-DD"],
        ),
        (
            json!({"since_date": "2026-03-01", "until_date": "x"}),
            ["until_date", "YYYY-MM-DD"],
        ),
        (
            json!({"since_date": "2026-03-02", "until_date": "2026-03-01"}),
            ["2026-03-01", "swap"],
        ),
    ] {
        for tool in ["find_transactions", "list_scheduled_transactions"] {
            let text = refused(&mut session, tool, of_plan(&arguments)).await;
            assert!(parts.iter().all(|part| text.contains(part)), "{text}");
        }
    }
    let long = json!({"since_date": "2026-01-01", "until_date": "2028-01-02"});
    let text = refused(&mut session, "list_scheduled_transactions", of_plan(&long)).await;
    assert!(
        text.contains("2 years") && text.contains("earlier"),
        "{text}"
    );
}

/// Refuses a plan that does not exist, and offers ids. The name of a plan is refused with its id.
#[tokio::test]
async fn plans_that_are_not_there() {
    let world = World::new().await;
    let mut session = reader(&world).await;
    for (tool, more) in every_tool_of_a_plan() {
        let all = &[known::PLAN, known::YEN_PLAN, known::DINAR_PLAN][..];
        for (plan, offered) in [
            ("Household", &[known::PLAN][..]),
            ("東京の家計", &[known::YEN_PLAN]),
            ("household ", &[known::PLAN]),
            ("nothing", all),
            ("../plans", all),
            ("a\nb\u{202e}", all),
        ] {
            let mut arguments = more.clone();
            arguments["plan_id"] = json!(plan);
            let text = refused(&mut session, tool, arguments).await;
            assert!(text.starts_with("There is no plan ‘"), "{tool}: {text}");
            // A call that names a plan is not offered the other plans.
            for id in all {
                assert_eq!(text.contains(id), offered.contains(id), "{text}");
            }
            assert!(text.contains("plan_id"), "{text}");
        }
    }
}

#[tokio::test]
async fn accounts_and_categories_that_are_not_there() {
    let world = World::new().await;
    let mut session = reader(&world).await;
    let since = json!("2026-01-01");
    for (tool, arguments, parts) in [
        (
            "find_transactions",
            json!({"since_date": since, "account_ids": [known::VISA_ACCOUNT, "Savings"]}),
            ["account_ids[1]", "‘Savings’", "list_accounts"],
        ),
        (
            "find_transactions",
            json!({"since_date": since, "category_ids": [known::YEN_GROCERIES]}),
            [
                "category_ids[0]",
                known::YEN_GROCERIES,
                "get_category_balances",
            ],
        ),
        (
            "list_scheduled_transactions",
            json!({"account_ids": [""]}),
            ["account_ids[0]", "‘’", "list_accounts"],
        ),
    ] {
        let text = refused(&mut session, tool, of_plan(&arguments)).await;
        assert!(parts.iter().all(|part| text.contains(part)), "{text}");
    }
}

#[tokio::test]
async fn ynab_is_down_or_says_no() {
    let mut world = World::new().await;
    let mut session = reader(&world).await;
    let sandbox = world.sandbox.as_ref().unwrap();
    for (status, part) in [
        (401, "YNAB_API_KEY"),
        (429, "the limit of requests an hour"),
        (403, "does not allow"),
    ] {
        let answer = avenir_sandbox::CannedAnswer::status(status);
        sandbox.inject(avenir_sandbox::Fault::answer(answer));
        let text = refused(&mut session, "list_accounts", of_plan(&json!({}))).await;
        assert!(text.contains(part), "{text}");
        sandbox.mend();
        session = reader(&world).await;
    }
    world.sandbox.take().unwrap().shutdown().await;
    let text = refused(&mut session, "list_accounts", of_plan(&json!({}))).await;
    assert!(text.contains("cannot be reached"), "{text}");
}

/// Returns every tool about a plan, with its other required arguments.
fn every_tool_of_a_plan() -> Vec<(&'static str, Value)> {
    vec![
        ("list_accounts", json!({})),
        ("list_category_groups", json!({})),
        ("list_payees", json!({})),
        ("list_scheduled_transactions", json!({})),
        ("find_transactions", json!({"since_date": "2026-01-01"})),
        ("suggest_categories", json!({})),
        ("get_category_balances", json!({})),
        ("get_monthly_summary", json!({})),
        ("get_budget_vs_actual", json!({})),
        ("get_underfunded_targets", json!({})),
        ("get_spending_trends", json!({})),
    ]
}

pub(crate) fn of_plan(more: &Value) -> Value {
    let mut arguments = json!({"plan_id": known::PLAN});
    for (name, value) in more.as_object().unwrap() {
        arguments[name] = value.clone();
    }
    arguments
}
