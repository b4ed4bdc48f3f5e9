//! What could open a way round the question: a text that names one, an event that tells too much,
//! a second question in one call.

use std::{
    collections::BTreeSet,
    io,
    sync::{Arc, Mutex},
};

use confirm::{Caller, Gate, Parameters, Reply, Stop, Subject, Unconfirmed};
use confirm_person::{Answer, Client, Person};
use rmcp::{ServerHandler, ServiceExt as _, tool, tool_handler, tool_router};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use tracing::subscriber::DefaultGuard;

use crate::shop::{Server, cheaper_lamp, eras};

/// Plays everything that this server can answer, and gives every reply.
async fn every_reply() -> Vec<Value> {
    let mut replies = Vec::new();
    let lamp = || json!({"thing": "lamp"});
    let answers = [
        Answer::No,
        Answer::Unticked,
        Answer::Dismiss,
        Answer::Malformed(json!({"action": "accept", "content": {}})),
        Answer::Error(-32603),
        Answer::Silent,
    ];
    for client in eras().into_iter().chain(eras().map(Client::mute)) {
        for require_elicitation in [false, true] {
            for answer in &answers {
                for tool in ["set_price", "sell", "burn"] {
                    let server = Server::with(|settings| {
                        settings.require_elicitation = require_elicitation;
                    });
                    let mut person = server.person(client.clone()).await;
                    let arguments = match tool {
                        "set_price" => cheaper_lamp(),
                        _ => lamp(),
                    };
                    // The second time it is cooling down.
                    for _ in 0..2 {
                        person.script([answer.clone()]);
                        replies.push(person.call(tool, arguments.clone()).await.reply);
                    }
                }
            }
            let server = Server::with(|settings| {
                settings.require_elicitation = require_elicitation;
            });
            let mut person = server.person(client.clone()).await;
            let mut with_code = cheaper_lamp();
            with_code["confirmation"] = "AAAAAAAAAAA".into();
            replies.push(person.call("set_price", with_code.clone()).await.reply);
            with_code["requestState"] = "x".into();
            let tools = person.request("tools/list", json!({})).await;
            replies.push(person.reply(&tools).await);
        }
        let server = Server::default();
        let mut person = server.person(Client::modern()).await;
        let call = person.start("set_price", cheaper_lamp()).await;
        let question = person.question(&call).await;
        server.shop.reprice("lamp", 1);
        for _ in 0..2 {
            let call = person.answer(&question, &Answer::Yes).await;
            replies.push(person.reply(&call).await);
        }
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

/// A model that reads of a flag or a variable asks for it, or sets it. `Use a client that can ask`
/// is the most that it is told.
#[tokio::test(start_paused = true)]
async fn no_text_names_a_way_round_the_question() {
    let mut texts = BTreeSet::new();
    for reply in every_reply().await {
        // Codes and states are random, and say anything.
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
    // Only one reply hands out a code, and says what it is for.
    let hands_out = texts
        .iter()
        .filter(|text| text.contains("call again with the same arguments"));
    for text in hands_out {
        assert!(text.contains("Only if the user then agrees"), "{text}");
        assert!(
            text.contains("Never use it on your own initiative"),
            "{text}"
        );
    }
}

/// Events go to logs that more people read than may see the change.
#[tokio::test(start_paused = true)]
async fn no_event_holds_a_value_a_code_or_a_state() {
    let (log, _guard) = Log::start();
    let mut secrets = vec![
        "lamp".to_owned(),
        "90.00".into(),
        "9000".into(),
        "120.00".into(),
    ];
    for client in eras().into_iter().chain(eras().map(Client::mute)) {
        let server = Server::default();
        let mut person = server.person(client).await;
        person.script([Answer::Yes]);
        let talk = person.call("set_price", cheaper_lamp()).await;
        secrets.extend(talk.code().map(str::to_owned));
        let states = talk
            .questions
            .iter()
            .filter_map(|question| question.state.as_str());
        secrets.extend(states.map(str::to_owned));
    }
    assert_eq!(secrets.len(), 4 + 3);
    let log = log.text();
    let decisions = log.lines().filter(|line| line.contains(" confirm::"));
    assert!(decisions.clone().count() >= 4, "{log}");
    for line in decisions {
        for secret in &secrets {
            assert!(!line.contains(secret), "{secret}: {line}");
        }
    }
    for outcome in ["confirmed", "asked", "code_issued"] {
        assert!(log.contains(&format!("outcome=\"{outcome}\"")), "{log}");
    }
}

/// A client that has a word of its own is to be found in the log.
#[tokio::test(start_paused = true)]
async fn an_action_that_is_none_is_kept_as_it_came() {
    for client in eras() {
        let (log, _guard) = Log::start();
        let server = Server::default();
        let mut person = server.person(client).await;
        let skipped = json!({"action": "skip\nped", "content": {"value": true}});
        person.script([Answer::Malformed(skipped)]);
        let talk = person.call("set_price", cheaper_lamp()).await;
        assert_eq!(talk.status(), Some("unconfirmed"));
        assert!(
            log.text().contains(r#"action="skip\nped""#),
            "{}",
            log.text()
        );
        server.shop.assert_untouched();
    }
}

#[derive(Clone, Default)]
struct Log(Arc<Mutex<Vec<u8>>>);

impl Log {
    /// Takes down the events of this thread.
    fn start() -> (Self, DefaultGuard) {
        let log = Self::default();
        let writer = log.clone();
        let subscriber = tracing_subscriber::fmt()
            .with_max_level(tracing::Level::INFO)
            .with_ansi(false)
            .with_writer(move || writer.clone())
            .finish();
        (log, tracing::subscriber::set_default(subscriber))
    }

    fn text(&self) -> String {
        String::from_utf8(self.0.lock().unwrap().clone()).unwrap()
    }
}

impl io::Write for Log {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().extend(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A tool that would ask twice with the answer of one call.
struct Twice(Gate);

#[derive(Subject)]
#[subject(question("Sell {thing}?"))]
struct Sell {
    thing: String,
}

#[derive(Deserialize, JsonSchema)]
struct Args {
    thing: String,
}

#[derive(Serialize, JsonSchema)]
struct Sold {
    thing: String,
}

#[tool_router]
impl Twice {
    #[tool(output_schema = Reply::<Sold>::schema())]
    async fn sell(&self, Parameters(args, first): Parameters<Args>, second: Caller) -> Reply<Sold> {
        let propose = || async {
            let thing = args.thing.clone();
            Ok::<_, Stop>(Unconfirmed::new("shop", Sell { thing }))
        };
        let both = async {
            _ = confirm::ask(&self.0, first, propose).await?.into_subject();
            let change = confirm::ask(&self.0, second, propose).await?;
            let thing = change.into_subject().thing;
            Ok(Sold { thing })
        };
        Reply(both.await)
    }
}

#[tool_handler(name = "twice", version = "1.0.0")]
impl ServerHandler for Twice {}

#[tokio::test(start_paused = true)]
async fn a_second_caller_in_one_call_is_an_error() {
    for client in eras() {
        let (pipe, end) = tokio::io::duplex(1 << 16);
        tokio::spawn(async move {
            let service = Twice(Gate::new()).serve(end).await.unwrap();
            service.waiting().await.unwrap();
        });
        let mut person = Person::connect(client, pipe).await;
        let talk = person.call("sell", json!({"thing": "lamp"})).await;
        assert_eq!(talk.error(), Some(-32603), "{}", talk.reply);
        assert_eq!(talk.questions.len(), 0);
    }
}
