//! The first line of a question in each language, with one row and with several.

use avenir_sandbox::demo as known;
use serde_json::{Value, json};

use crate::common::{
    World,
    session::{Client, Session},
};

#[tokio::test]
async fn a_question_counts_as_its_language_does() {
    let world = World::new().await;
    let sql = "SELECT json_group_array(id) FROM (SELECT id FROM transactions \
               WHERE plan_id = ?1 AND flag_color IS NULL AND deleted = 0 ORDER BY date DESC LIMIT 3)";
    let ids = world.text(sql, [known::PLAN]).unwrap();
    let ids: Vec<String> = serde_json::from_str(&ids).unwrap();
    for (language, one, three) in [
        (
            "en",
            "Change the flag of 1 transaction(s)?",
            "Change the flag of 3 transaction(s)?",
        ),
        (
            "es_ES.UTF-8",
            "¿Cambiar la etiqueta de color (flag) de 1 transacción?",
            "¿Cambiar la etiqueta de color (flag) de 3 transacciones?",
        ),
        (
            "nl",
            "De vlag (flag) van 1 transactie wijzigen?",
            "De vlag (flag) van 3 transacties wijzigen?",
        ),
    ] {
        let mut command = world.command();
        command.env("AVENIR_MCP_LANGUAGE", language);
        let mut session = Session::start(command, Client::modern()).await;
        for (count, line) in [(1, one), (3, three)] {
            let flag = |id: &String| json!({"transaction_id": id, "color": "red"});
            let flags: Vec<Value> = ids[..count].iter().map(flag).collect();
            let call = json!({"name": "flag_transactions", "arguments": {"plan_id": known::PLAN, "flags": flags}});
            let asked = session.request("tools/call", call).await;
            let asked = asked["result"]["inputRequests"].to_string();
            assert!(asked.contains(&format!("\"{line}\\n")), "{line}: {asked}");
        }
    }
}

#[tokio::test]
async fn a_month_and_an_amount_are_written_as_its_language_does() {
    let world = World::new().await;
    let call = json!({"name": "set_category_budget", "arguments": {
        "plan_id": known::PLAN, "category_id": known::RESTAURANTS, "month": "2026-01-01", "amount": 611,
    }});
    for (language, month, amount) in [
        ("en", "for 2026-01-01: ", " → 611.00?"),
        ("es", "en enero de 2026: ", " → 611,00?"),
        ("nl", "voor januari 2026 (was ", "611,00 toewijzen aan ‘"),
    ] {
        let mut command = world.command();
        command.env("AVENIR_MCP_LANGUAGE", language);
        let mut session = Session::start(command, Client::modern()).await;
        let asked = session.request("tools/call", call.clone()).await;
        let asked = asked["result"]["inputRequests"].to_string();
        assert!(asked.contains(month) && asked.contains(amount), "{asked}");
    }
}
