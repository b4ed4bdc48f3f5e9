//! Tests the log, which more people read than may see the change.

use std::{
    cell::RefCell,
    io,
    sync::{Arc, Mutex, Once},
    time::Duration,
};

use confirm::{Gate, MemoryStore, Settings, Store as _};
use confirm_testing::{Answer, Client};
use serde_json::json;
use sha2::{Digest as _, Sha256};
use tracing::{Level, Metadata};
use tracing_subscriber::fmt::MakeWriter;

use crate::shop::{Server, cheaper_lamp, eras};

#[tokio::test(start_paused = true)]
async fn no_event_holds_a_value_a_code_or_a_state() {
    let log = Log::start();
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
    for outcome in ["agreed", "asked", "code_issued"] {
        assert!(log.contains(&format!("outcome=\"{outcome}\"")), "{log}");
    }
}

/// Checks that people who read the log cannot confirm a guess by recomputing a fingerprint.
#[tokio::test(start_paused = true)]
async fn no_event_holds_what_a_guess_could_be_compared_with() {
    for client in eras().into_iter().chain(eras().map(Client::mute)) {
        let log = Log::start();
        let server = Server::default();
        let mut person = server.person(client).await;
        person.script([Answer::No]);
        _ = person.call("set_price", cheaper_lamp()).await;
        let public = r#"["shop",{"price":9000,"thing":"lamp"}]"#;
        let hash = Sha256::digest(public);
        let hash: String = hash.iter().map(|byte| format!("{byte:02x}")).collect();
        assert_eq!(server.shop.decision().change.as_ref(), Some(&hash));
        let log = log.text();
        assert!(log.contains("change=") && !log.contains(&hash), "{log}");
    }
}

#[tokio::test(start_paused = true)]
async fn a_state_that_does_not_open_has_its_reason_in_the_log() {
    let (one, other) = (Server::default(), Server::default());
    let mut person = one.person(Client::modern()).await;
    let call = person.start("set_price", cheaper_lamp()).await;
    let question = person.question(&call).await;
    let mut retry = question.retry(&Answer::Yes);
    for (state, reason) in [
        (question.state.clone(), "sealed by another gate"),
        (json!("no state"), "not a sealed state"),
        (json!(null), "missing"),
    ] {
        let log = Log::start_at(Level::DEBUG);
        retry["requestState"] = state;
        let mut stranger = other.person(Client::modern()).await;
        let call = stranger.request("tools/call", retry.clone()).await;
        assert_eq!(stranger.reply(&call).await["error"]["code"], -32602);
        let log = log.text();
        let told = log.lines().find(|line| line.contains("did not open"));
        let told = told.unwrap_or_else(|| panic!("{reason}: {log}"));
        assert!(told.contains(reason), "{told}");
        assert!(!told.contains("lamp"), "{told}");
    }
}

/// Checks what a careless server prints of a refusal, of a question, and of a yes.
#[tokio::test(start_paused = true)]
async fn no_debug_text_holds_a_value_a_code_or_a_state() {
    for client in eras().into_iter().chain(eras().map(Client::mute)) {
        for answer in [Answer::Yes, Answer::No] {
            let server = Server::default();
            let mut person = server.person(client.clone()).await;
            person.script([answer]);
            let talk = person.call("set_price", cheaper_lamp()).await;
            let printed = server.shop.printed();
            assert!(
                printed.contains("Stop") || printed.contains("Confirmed"),
                "{printed}"
            );
            let mut secrets = vec!["lamp".to_owned(), "90".into(), "120".into(), "9000".into()];
            secrets.extend(talk.code().map(str::to_owned));
            for question in &talk.questions {
                secrets.extend(question.state.as_str().map(str::to_owned));
            }
            let fingerprints = server
                .shop
                .decisions()
                .into_iter()
                .filter_map(|it| it.change);
            secrets.extend(fingerprints);
            for secret in secrets {
                // Ids and times are random or long, so look for a value between quotes or blanks.
                let words = [
                    format!("\"{secret}"),
                    format!("{secret}\""),
                    format!(" {secret} "),
                ];
                let found = words.iter().any(|word| printed.contains(word));
                assert!(!found, "{secret}: {printed}");
            }
            assert!(
                !printed.contains("lamp") && !printed.contains("Set the price"),
                "{printed}"
            );
        }
    }
}

/// Checks that the log shows a client with an unknown action, but not the text of the action.
#[tokio::test(start_paused = true)]
async fn an_unknown_action_is_logged_without_its_text() {
    for client in eras() {
        let log = Log::start();
        let server = Server::default();
        let mut person = server.person(client).await;
        let skipped = json!({"action": "skip\nped", "content": {"value": true}});
        person.script([Answer::Malformed(skipped)]);
        let talk = person.call("set_price", cheaper_lamp()).await;
        assert_eq!(talk.status(), Some("unconfirmed"));
        let text = log.text();
        assert!(text.contains("characters=8"), "{text}");
        assert!(!text.contains("skip"), "{text}");
        server.shop.assert_untouched();
    }
}

/// Checks what a server's own logging may print.
#[tokio::test]
async fn no_debug_text_holds_a_key_or_an_entry() {
    let store = MemoryStore::default();
    store
        .put("an id", "an entry".into(), Duration::from_secs(1))
        .await
        .unwrap();
    assert_eq!(format!("{store:?}"), "MemoryStore { entries: 1 }");
    let builder = Gate::builder()
        .key(*b"a key of just thirty-two letters")
        .store(store);
    let settings = format!("{:?}", Settings::default());
    for (name, shown) in [
        ("GateBuilder", format!("{builder:?}")),
        ("Gate", format!("{:?}", builder.build())),
    ] {
        let all =
            format!("{name} {{ settings: {settings}, store: MemoryStore {{ entries: 1 }}, .. }}");
        assert_eq!(shown, all);
    }
}

/// Checks that it shows neither the arguments nor the answer.
#[tokio::test]
async fn a_call_shows_nothing_but_its_tool() {
    for client in eras() {
        let server = Server::default();
        let mut person = server.person(client).await;
        let arguments = json!({"thing": "lamp", "confirmation": "a code"});
        let talk = person.call("describe", arguments).await;
        let said = &talk.reply["result"]["content"][0]["text"];
        assert_eq!(said, r#"Caller { tool: "describe", .. }"#);
    }
}

/// The events of this thread. All threads share one subscriber, because with one for each, an event
/// that two of them reach for the first time may be missed.
struct Log(Lines);

type Lines = Arc<Mutex<Vec<u8>>>;

thread_local! {
    static LOG: RefCell<Option<(Level, Lines)>> = const { RefCell::new(None) };
}

impl Log {
    fn start() -> Self {
        Self::start_at(Level::INFO)
    }

    fn start_at(level: Level) -> Self {
        static ONCE: Once = Once::new();
        ONCE.call_once(|| {
            let subscriber = tracing_subscriber::fmt()
                .with_max_level(Level::DEBUG)
                .with_ansi(false)
                .with_writer(OfThisThread);
            subscriber.init();
        });
        let lines = Lines::default();
        LOG.set(Some((level, Arc::clone(&lines))));
        Self(lines)
    }

    fn text(&self) -> String {
        String::from_utf8(self.0.lock().unwrap().clone()).unwrap()
    }
}

impl Drop for Log {
    fn drop(&mut self) {
        LOG.set(None);
    }
}

struct OfThisThread;

impl MakeWriter<'_> for OfThisThread {
    type Writer = Line;

    fn make_writer(&self) -> Line {
        Line(None)
    }

    fn make_writer_for(&self, about: &Metadata<'_>) -> Line {
        let log = LOG.with_borrow(Clone::clone);
        let log = log.filter(|(level, _)| about.level() <= level);
        Line(log.map(|(_, lines)| lines))
    }
}

struct Line(Option<Lines>);

impl io::Write for Line {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if let Some(lines) = &self.0 {
            lines.lock().unwrap().extend(bytes);
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
