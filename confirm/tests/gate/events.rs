//! What goes into a log, which more people read than may see the change.

use std::{
    io,
    sync::{Arc, Mutex},
    time::Duration,
};

use confirm::{Gate, MemoryStore, Settings, Store as _};
use confirm_person::{Answer, Client};
use serde_json::json;
use tracing::subscriber::DefaultGuard;

use crate::shop::{Server, cheaper_lamp, eras};

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
    for outcome in ["agreed", "asked", "code_issued"] {
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

/// What a server's own logging may print.
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

/// Neither what was passed nor what was answered.
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
