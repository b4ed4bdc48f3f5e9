//! Tests that no text for the model names a way round the question.

use std::collections::BTreeSet;

use confirm_testing::{Answer, Client};
use serde_json::{Value, json};

use crate::shop::{Server, cheaper_lamp, eras};

/// Checks that no text names a flag or a variable, which a model would then ask for or set. `Use a
/// client that can ask` is the most that it may read.
#[tokio::test(start_paused = true)]
async fn no_text_names_a_way_round_the_question() {
    let mut texts = BTreeSet::new();
    for reply in every_reply().await {
        // Codes and states are random, and may contain any word.
        let code = reply["result"]["structuredContent"]["confirmation"].as_str();
        let state = reply["result"]["requestState"].as_str();
        let mut said = reply.to_string();
        for random in [code, state].into_iter().flatten() {
            said = said.replace(random, "…");
        }
        strings(&serde_json::from_str(&said).unwrap(), &mut texts);
    }
    assert!(texts.len() > 20, "{texts:#?}");
    for text in &texts {
        let lower = text.to_lowercase();
        for word in [
            "setting",
            "config",
            "environment",
            "variable",
            "flag",
            "option",
            "--",
            "enable",
            "bypass",
            "skip",
            "override",
            "without asking",
            "require_elicitation",
            "always_code",
            "fallback",
            "force",
            "disable the",
            "turn off",
            "administrator",
            "operator",
        ] {
            assert!(!lower.contains(word), "{word:?} in {text:?}");
        }
    }
    // Only one reply explains how to pass a code, and when.
    let with_code = |text: &&String| text.contains("call again with the same arguments");
    assert!(texts.iter().any(|text| with_code(&text)));
    for text in texts.iter().filter(with_code) {
        assert!(text.contains("Only if the user then agrees"), "{text}");
        assert!(text.contains("Never use it on your own"), "{text}");
    }
}

/// Plays everything that the server can answer, and returns every reply.
async fn every_reply() -> Vec<Value> {
    let mut replies = Vec::new();
    for client in eras().into_iter().chain(eras().map(Client::mute)) {
        for require_elicitation in [false, true] {
            let server =
                || Server::with(|settings| settings.require_elicitation = require_elicitation);
            let mut person = server().person(client.clone()).await;
            let tools = person.request("tools/list", json!({})).await;
            replies.push(person.reply(&tools).await);
            for answer in [
                Answer::No,
                Answer::Unticked,
                Answer::Dismiss,
                Answer::Malformed(json!({"action": "accept", "content": {}})),
                Answer::Error(-32603),
                Answer::Silent,
            ] {
                for (tool, arguments) in [
                    ("set_price", cheaper_lamp()),
                    ("sell", json!({"thing": "lamp"})),
                    ("burn", json!({"thing": "lamp"})),
                ] {
                    let mut person = server().person(client.clone()).await;
                    // The second call falls into the cooldown.
                    for _ in 0..2 {
                        person.script([answer.clone()]);
                        replies.push(person.call(tool, arguments.clone()).await.reply);
                    }
                }
            }
            let mut person = server().person(client.clone()).await;
            let mut with_code = cheaper_lamp();
            with_code["confirmation"] = "AAAAAAAAAAA".into();
            replies.push(person.call("set_price", with_code).await.reply);
        }
    }
    let server = Server::default();
    let mut person = server.person(Client::modern()).await;
    let call = person.start("set_price", cheaper_lamp()).await;
    let question = person.question(&call).await;
    let mut with_code = question.retry(&Answer::Yes);
    with_code["arguments"]["confirmation"] = "AAAAAAAAAAA".into();
    let call = person.request("tools/call", with_code).await;
    replies.push(person.reply(&call).await);
    server.shop.reprice("lamp", 1);
    // The first answer finds a changed world, and the second is spent.
    for _ in 0..2 {
        let call = person.answer(&question, &Answer::Yes).await;
        replies.push(person.reply(&call).await);
    }
    replies
}

fn strings(value: &Value, into: &mut BTreeSet<String>) {
    match value {
        Value::String(text) => _ = into.insert(text.clone()),
        Value::Array(all) => all.iter().for_each(|value| strings(value, into)),
        Value::Object(all) => all.values().for_each(|value| strings(value, into)),
        _ => {}
    }
}
