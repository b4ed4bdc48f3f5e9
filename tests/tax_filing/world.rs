//! A server, its client, and a record of everything that was sent.

use std::{
    io,
    sync::{Arc, Mutex},
};

use confirm::Language;
use confirm_testing::{Answer, Client, Conversation, ScriptedClient};
use rmcp::ServiceExt as _;
use serde_json::{Value, json};
use tracing::{Level, subscriber::DefaultGuard};

use crate::tax_filing::{self, TaxFiling};

/// The digits of each figure in the ledger, which every way to write it shares.
const FIGURES: [&str; 4] = ["86420", "8642097", "13575", "1357531"];

pub(crate) struct World {
    pub(crate) person: ScriptedClient,
    /// The server's replies and questions.
    pub(crate) heard: Vec<Value>,
    decisions: Arc<Mutex<Vec<Value>>>,
    log: Log,
    _logging: DefaultGuard,
}

impl World {
    pub(crate) async fn new(client: &Client, language: Language) -> Self {
        let log = Log::default();
        let subscriber = tracing_subscriber::fmt()
            .with_max_level(Level::TRACE)
            .with_ansi(false)
            .with_writer({
                let log = log.clone();
                move || log.clone()
            })
            .finish();
        let logging = tracing::subscriber::set_default(subscriber);
        let decisions = Arc::<Mutex<Vec<Value>>>::default();
        let hear = Arc::clone(&decisions);
        let mut settings = tax_filing::settings();
        settings.language = language;
        let gate = tax_filing::gate(settings)
            .unwrap()
            .on_decision(move |decision| hear.lock().unwrap().push(json!(decision)));
        let server = TaxFiling::new(gate.build());
        let (ours, theirs) = tokio::io::duplex(64 * 1024);
        tokio::spawn(async move { server.serve(theirs).await.unwrap().waiting().await });
        Self {
            person: ScriptedClient::connect(client.clone(), ours).await,
            heard: Vec::new(),
            decisions,
            log,
            _logging: logging,
        }
    }

    /// Calls a tool and plays the conversation.
    pub(crate) async fn call(
        &mut self,
        tool: &str,
        answers: impl IntoIterator<Item = Answer>,
    ) -> Conversation {
        let arguments = match tool {
            "remove_entry" => json!({"id": 2}),
            _ => json!({}),
        };
        self.person.script(answers);
        let talk = self.person.call(tool, arguments).await;
        let questions = talk.questions.iter().map(|question| question.raw.clone());
        self.heard.extend(questions.chain([talk.reply.clone()]));
        talk
    }

    /// Calls a tool that does not ask.
    pub(crate) async fn result(&mut self, tool: &str) -> Value {
        let talk = self.call(tool, []).await;
        talk.reply["result"].clone()
    }

    pub(crate) fn outcomes(&self) -> Vec<String> {
        let decisions = self.decisions.lock().unwrap();
        let outcomes = decisions.iter().map(|decision| &decision["outcome"]);
        outcomes
            .map(|outcome| outcome.as_str().unwrap().to_owned())
            .collect()
    }

    pub(crate) fn last_decision(&self) -> Value {
        self.decisions.lock().unwrap().last().unwrap().clone()
    }

    /// Checks the entries that are left and the number of exported filings. Nothing was ever submitted.
    pub(crate) async fn holds(&mut self, entries: &[u64], exported: u64) {
        let ledger = &self.result("read_ledger").await["structuredContent"];
        let left = ledger["entries"].as_array().unwrap().iter();
        let left: Vec<_> = left.map(|entry| entry["id"].as_u64().unwrap()).collect();
        assert_eq!(left, entries);
        assert_eq!(
            (&ledger["exported"], &ledger["submitted"]),
            (&json!(exported), &json!(0))
        );
    }

    /// Checks that only the ledger itself showed a figure: no other message, no decision and no event. A
    /// decision about a change that is not shown has no fingerprint.
    pub(crate) fn has_not_gossiped(&self) {
        let heard = self.heard.iter();
        let heard =
            heard.filter(|message| message["result"]["structuredContent"]["entries"].is_null());
        let decisions = self.decisions.lock().unwrap();
        let log = self.log.events();
        assert!(log.iter().any(|event| event.contains("decision")));
        let said = heard.chain(&*decisions).map(Value::to_string).chain(log);
        for said in said {
            for figure in FIGURES {
                assert!(!said.contains(figure), "{figure} in {said}");
            }
        }
        for decision in decisions.iter().filter(|it| it["kind"] != "ledger_reading") {
            let fingerprint = |change: &str| change.len() == 64;
            assert!(
                !decision["change"].as_str().is_some_and(fingerprint),
                "{decision}"
            );
        }
    }
}

#[derive(Clone, Default)]
struct Log(Arc<Mutex<Vec<u8>>>);

impl Log {
    /// Returns all events, except those for developers of the SDK, which hold whole messages.
    fn events(&self) -> Vec<String> {
        let log = String::from_utf8(self.0.lock().unwrap().clone()).unwrap();
        let of_sdk = |event: &&str| {
            event.contains(" rmcp::") && (event.contains(" DEBUG ") || event.contains(" TRACE "))
        };
        let events = log.lines().filter(|event| !of_sdk(event));
        events.map(str::to_owned).collect()
    }
}

impl io::Write for Log {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
