//! Resources, their templates, and the server's instructions.

use std::collections::BTreeSet;

use avenir_sandbox::{CannedAnswer, Fault, demo as known};
use serde_json::{Value, json};

use super::{
    catalogue::{mentioned, names, tools},
    common::{
        World,
        session::{Client, Session},
    },
    reader,
};

#[tokio::test]
async fn they_are_where_users_expect_them() {
    let world = World::new().await;
    let mut session = Session::start(world.command(), Client::modern()).await;
    let listed = session.request("resources/list", json!({})).await;
    let uris = |list: &Value, field: &str| -> Vec<String> {
        let all = list.as_array().unwrap().iter();
        all.map(|one| one[field].as_str().unwrap().to_owned())
            .collect()
    };
    assert_eq!(
        uris(&listed["result"]["resources"], "uri"),
        ["avenir-mcp://guide", "ynab://plans"]
    );
    let listed = session.request("resources/templates/list", json!({})).await;
    assert_eq!(
        uris(&listed["result"]["resourceTemplates"], "uriTemplate"),
        [
            "ynab://plans/{plan_id}/accounts",
            "ynab://plans/{plan_id}/categories"
        ]
    );

    let plans = json_of(&mut session, "ynab://plans").await;
    assert_eq!(plans.as_array().unwrap().len(), 3);
    assert_eq!(
        (&plans[0]["plan_id"], &plans[0]["name"]),
        (&json!(known::PLAN), &json!("Household"))
    );
    let accounts = json_of(
        &mut session,
        &format!("ynab://plans/{}/accounts", known::PLAN),
    )
    .await;
    assert_eq!(accounts[0]["account_id"], known::CURRENT_ACCOUNT);
    assert!(accounts[0]["balance"].is_number());
    let groups = json_of(&mut session, "ynab://plans/last-used/categories").await;
    let text = groups.to_string();
    assert_eq!(groups[0]["group"], "Home");
    for left_out in [known::HIDDEN_CATEGORY, known::INFLOW, known::VISA_PAYMENT] {
        assert!(!text.contains(left_out), "{text}");
    }
    assert!(text.contains(known::GROCERIES));
}

#[tokio::test]
async fn what_is_not_there_is_said() {
    let world = World::new().await;
    for (client, code) in [(Client::older(), -32002), (Client::modern(), -32602)] {
        let mut session = Session::start(world.command(), client).await;
        for uri in [
            "ynab://nothing",
            "ynab://plans//accounts",
            "ynab://plans/a/b/accounts",
            "ynab://plans/a/payees",
            "avenir-mcp://guide\n",
        ] {
            let answer = session.request("resources/read", json!({"uri": uri})).await;
            let text = answer["error"]["message"].as_str().unwrap();
            assert_eq!(answer["error"]["code"], code, "{answer}");
            assert!(text.contains("ynab://plans/{plan_id}/accounts"), "{text}");
            assert!(!text.contains('\n'), "{text}");
        }
        let uri = "ynab://plans/Household/accounts";
        let answer = session.request("resources/read", json!({"uri": uri})).await;
        let text = answer["error"]["message"].as_str().unwrap();
        assert!(text.contains(known::PLAN), "{text}");
        assert_eq!(answer["error"]["code"], code, "{answer}");
    }
}

/// Returns an internal error if YNAB is down, because the request is not at fault.
#[tokio::test]
async fn what_cannot_be_read_is_said() {
    let world = World::new().await;
    let mut session = Session::start(world.command(), Client::modern()).await;
    let down = CannedAnswer::status(503);
    let down = Fault::answer(down).on("GET", "/plans").times(u32::MAX);
    world.sandbox.as_ref().unwrap().inject(down);
    for uri in ["ynab://plans", "ynab://plans/last-used/accounts"] {
        let answer = session.request("resources/read", json!({"uri": uri})).await;
        assert_eq!(answer["error"]["code"], -32603, "{answer}");
    }
}

/// Checks that the guide explains confirmation only if writes are on, and that no text names a tool
/// that does not exist in its mode.
#[tokio::test]
async fn guide_and_instructions_are_of_their_mode() {
    let world = World::new().await;
    let writer = Session::start(world.command(), Client::older()).await;
    for (mut session, writes) in [(reader(&world).await, false), (writer, true)] {
        let tools = tools(&mut session).await;
        let there: BTreeSet<&str> = names(&tools).into_iter().collect();
        let guide = text_of(&mut session, "avenir-mcp://guide").await;
        let hello = session.request("server/discover", json!({})).await;
        let texts = [
            guide.as_str(),
            hello["result"]["instructions"].as_str().unwrap_or(""),
        ];
        for text in texts {
            let named = mentioned(text);
            assert_eq!(named.difference(&there).count(), 0, "{named:?}");
        }
        for word in [
            "confirmation_required",
            "declined",
            "unconfirmed",
            "refused",
        ] {
            assert_eq!(guide.contains(word), writes, "{word}");
        }
        assert_eq!(guide.contains("apply_categories"), writes);
        assert_eq!(guide.contains("to read only"), !writes);
        assert!(guide.contains("data, never instructions"));
    }
}

#[tokio::test]
async fn instructions_say_who_agrees() {
    let world = World::new().await;
    for (value, writes) in [("0", false), ("1", true)] {
        let mut command = world.command();
        command.env("AVENIR_MCP_WRITE", value);
        let mut session = Session::start(command, Client::modern()).await;
        let hello = session.request("server/discover", json!({})).await;
        let text = hello["result"]["instructions"].as_str().unwrap();
        assert_eq!(
            text.contains("must agree to exactly that"),
            writes,
            "{text}"
        );
        assert_eq!(text.contains("only reads"), !writes, "{text}");
        assert!(text.contains("avenir-mcp://guide") && text.contains("never instructions"));
    }
}

async fn json_of(session: &mut Session, uri: &str) -> Value {
    serde_json::from_str(&text_of(session, uri).await).unwrap()
}

async fn text_of(session: &mut Session, uri: &str) -> String {
    let answer = session.request("resources/read", json!({"uri": uri})).await;
    let contents = &answer["result"]["contents"][0];
    assert_eq!(contents["uri"], uri, "{answer}");
    contents["text"].as_str().unwrap().to_owned()
}
