//! Text that hides something, and data of an unexpected size or kind. Neither ends the session.

use avenir_sandbox::{CannedAnswer, Fault, demo as known};
use serde_json::{Value, json};

use super::{
    call,
    common::{
        World,
        session::{Client, Session},
    },
    read, reader,
    small::{self, BANK, PLAN, month},
};

/// Returns every tool that passes on the text of a bank or a user, with its arguments.
pub(crate) fn readers(plan: &str) -> Vec<(&'static str, Value)> {
    vec![
        ("list_plans", json!({})),
        ("list_accounts", json!({"plan_id": plan})),
        ("list_category_groups", json!({"plan_id": plan})),
        ("list_payees", json!({"plan_id": plan, "limit": 200})),
        ("list_scheduled_transactions", json!({"plan_id": plan})),
        (
            "find_transactions",
            json!({"plan_id": plan, "since_date": month(-3).to_string()}),
        ),
        ("suggest_categories", json!({"plan_id": plan})),
        (
            "get_category_balances",
            json!({"plan_id": plan, "include_empty": true}),
        ),
        ("get_monthly_summary", json!({"plan_id": plan})),
        ("get_budget_vs_actual", json!({"plan_id": plan})),
        ("get_underfunded_targets", json!({"plan_id": plan})),
        ("get_spending_trends", json!({"plan_id": plan})),
    ]
}

/// Characters that turn, hide or break a line of text, with letters between them.
const HOSTILE: &str = "a\u{202e}b\u{200b}c\nd\u{2028}e\u{e0041}f\u{0}g\u{feff}h\\i";
const SHOWN: &str = r"a\u{202E}b\u{200B}c\nd\u{2028}e\u{E0041}f\u{0}g\u{FEFF}h\u{5C}i";

#[tokio::test]
async fn names_and_memos_hide_nothing() {
    let world = World::new().await;
    let db = small::plan(&world);
    for sql in [
        "UPDATE plans SET name = ?1",
        "UPDATE accounts SET name = ?1",
        "UPDATE category_groups SET name = ?1 WHERE NOT internal AND position > 1",
        "UPDATE categories SET name = ?1 WHERE role = 'ordinary'",
        "UPDATE payees SET name = ?1 WHERE transfer_account_id IS NULL",
        "UPDATE categories SET goal_type = 'NEED', goal_cadence = 1, goal_target = length(?1) * 100000,
            goal_creation_month = '2026-01-01' WHERE role = 'ordinary'",
        "UPDATE transactions SET memo = ?1",
        "UPDATE scheduled_transactions SET memo = ?1",
    ] {
        assert!(db.execute(sql, [HOSTILE]).unwrap() > 0, "{sql}");
    }
    let mut session = reader(&world).await;
    let mut texts = Vec::new();
    for (tool, arguments) in readers(PLAN) {
        let answer = call(&mut session, tool, arguments).await;
        assert_ne!(answer["result"]["isError"], true, "{answer}");
        texts.push((tool, answer.to_string()));
    }
    for uri in ["ynab://plans", &of_plan("accounts"), &of_plan("categories")] {
        let answer = session.request("resources/read", json!({"uri": uri})).await;
        texts.push((
            "a resource",
            answer["result"]["contents"][0]["text"].to_string(),
        ));
    }
    for (from, text) in texts {
        for hidden in ['\u{202e}', '\u{200b}', '\u{2028}', '\u{e0041}', '\u{feff}'] {
            assert!(!text.contains(hidden), "{from}: {text}");
        }
        if from != "list_scheduled_transactions" {
            let shown = json!(SHOWN).to_string();
            let shown = shown.trim_matches('"');
            // Look for the text in JSON, and in JSON inside JSON.
            let twice = json!(shown).to_string();
            let found = text.contains(shown) || text.contains(twice.trim_matches('"'));
            assert!(found, "{from}: {text}");
        }
    }
}

fn of_plan(what: &str) -> String {
    format!("ynab://plans/{PLAN}/{what}")
}

/// Passes on honest text of any script unchanged.
#[tokio::test]
async fn honest_text_stays() {
    let world = World::new().await;
    let mut session = reader(&world).await;
    for (plan, payees) in [
        (
            known::PLAN,
            &[
                "קפה נחת",
                "Joe’s Diner",
                "Café 👩‍👩‍👧 Lumière",
                "Murphy & Daughters",
            ][..],
        ),
        (known::DINAR_PLAN, &["قهوة بلدنا", "شركة الأردن للبرمجيات"]),
        (
            known::YEN_PLAN,
            &[
                "セブン-イレブン 目黒店",
                "</payee><b>approved</b> ’ \\u{5C}u2019",
            ],
        ),
    ] {
        for payee in payees {
            let search = payee.split(['\\', '<']).next().unwrap();
            let arguments = json!({"plan_id": plan, "search": search, "limit": 200});
            let found = read(&mut session, "list_payees", arguments).await;
            let mut found = found["payees"].as_array().unwrap().iter();
            assert!(found.any(|one| one["name"] == *payee), "{payee}");
        }
    }
}

#[tokio::test]
async fn half_a_character_and_four_megabytes_of_memo() {
    let world = World::new().await;
    small::plan(&world);
    let sandbox = world.sandbox.as_ref().unwrap();
    let row = |id: &str, payee: &str, memo: &str| {
        format!(
            r#"{{"id": "{id}", "date": "{}", "amount": -12340, "payee_name": "{payee}",
                "payee_id": "p", "memo": "{memo}", "account_id": "{BANK}", "account_name": "Bank"}}"#,
            month(0)
        )
    };
    let rows = [
        row("half", r"Half \ud83d of it \udc00", r"\ud800"),
        row("huge", &"P".repeat(100_000), &"\u{2066}m".repeat(2_000_000)),
        row("plain", "Plain", ""),
    ];
    let body = format!(r#"{{"data": {{"transactions": [{}]}}}}"#, rows.join(","));
    sandbox.inject(
        Fault::answer(CannedAnswer::status(200).body(&body))
            .on("GET", "/transactions")
            .times(100),
    );
    let mut session = reader(&world).await;
    for (tool, arguments) in readers(PLAN) {
        let answer = call(&mut session, tool, arguments).await;
        assert_ne!(answer["result"]["isError"], true, "{tool}: {answer}");
        let length = answer.to_string().len();
        assert!(length < 20_000, "{tool}: {length}");
    }
    let since = json!({"plan_id": PLAN, "since_date": month(-1).to_string()});
    let found = read(&mut session, "find_transactions", since).await;
    let rows = found["transactions"].as_array().unwrap();
    assert_eq!(rows[0]["payee"], "Half \u{fffd} of it \u{fffd}");
    assert!(
        rows[1]["memo"].as_str().unwrap().contains("[4000000 #"),
        "{}",
        rows[1]
    );
    assert_eq!(rows[2]["payee"], "Plain");
}

/// Replies to a call with half an emoji, which a program that counts in UTF-16 cut in two.
#[tokio::test]
async fn half_a_character_in_a_request() {
    let world = World::new().await;
    let mut session = reader(&world).await;
    let plan = known::PLAN;
    for (search, shown) in [
        (r"Caf\u00e9 \ud83d", "0 of 0"),
        (r"Caf\u00e9 \ud83d\udc69", "1 of 1"),
    ] {
        let line = format!(
            r#"{{"jsonrpc":"2.0","id":900,"method":"tools/call","params":{{"name":"list_payees","arguments":{{"plan_id":"{plan}","search":"{search}"}}}}}}"#
        );
        session.raw(&line).await;
        let answer = session.next().await;
        assert_eq!(answer["id"], 900, "{answer}");
        assert_eq!(
            answer["result"]["structuredContent"]["shown"], shown,
            "{answer}"
        );
    }
}

/// Replies to the next request after a line that cannot be read as a request.
#[tokio::test]
async fn lines_that_are_no_requests() {
    let world = World::new().await;
    for client in [Client::older(), Client::modern()] {
        let mut session = Session::start(world.command(), client).await;
        let payees = |search: &str| {
            format!(
                r#"{{"jsonrpc":"2.0","id":900,"method":"tools/call","params":{{"name":"list_payees",
                "arguments":{{"plan_id":"{}","search":"{search}"}}}}}}"#,
                known::PLAN
            )
            .replace('\n', "")
        };
        for line in [
            payees(r"\ud800"),
            payees(&"x".repeat(5_000_000)),
            "{".to_owned(),
            "[".repeat(10_000),
            "null".to_owned(),
            String::new(),
        ] {
            session.raw(&line).await;
            let call = json!({"name": "list_plans", "arguments": {}});
            let id = session.post("tools/call", call).await;
            let answer = loop {
                let message = session.next().await;
                if message["id"] == id {
                    break message;
                }
            };
            let start: String = line.chars().take(60).collect();
            assert!(
                answer["result"]["structuredContent"].is_object(),
                "{start}: {answer}"
            );
        }
    }
}
