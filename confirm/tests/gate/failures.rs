//! Whatever fails on the way, nothing is confirmed.

use std::{
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use confirm::{Gate, MemoryStore, Outcome, Store, StoreFuture};
use confirm_person::{Answer, Client};
use serde_json::{Value, json};

use crate::shop::{Reading, Server, cheaper_lamp, eras, status};

#[tokio::test(start_paused = true)]
async fn the_preview_panics() {
    for client in eras() {
        let server = Server::default();
        let mut person = server.person(client).await;
        _ = person.start("label", json!({"thing": "lamp"})).await;
        person.settle().await;
        server.shop.assert_untouched();
        // It was that call's end and not the server's.
        person.script([Answer::Yes]);
        let talk = person.call("label", json!({"thing": "chair"})).await;
        assert_eq!(talk.status(), Some("done"));
    }
}

#[tokio::test(start_paused = true)]
async fn the_proposal_fails_before_the_question() {
    for client in eras() {
        let server = Server::default();
        let mut person = server.person(client).await;
        server.shop.set_reading(Reading::Fails);
        let talk = person.call("set_price", cheaper_lamp()).await;
        assert_eq!(talk.reply["result"]["isError"], true);
        assert_eq!(talk.text(), Some("the shop cannot be read"));
        assert_eq!(talk.questions.len(), 0);
        assert_eq!(server.shop.outcome(), Outcome::Failed);
        server.shop.assert_untouched();
    }
}

#[tokio::test(start_paused = true)]
async fn the_proposal_panics() {
    for after_the_question in [false, true] {
        for client in eras() {
            let server = Server::default();
            let mut person = server.person(client).await;
            if !after_the_question {
                server.shop.set_reading(Reading::Panics);
            }
            let call = person.start("set_price", cheaper_lamp()).await;
            if after_the_question {
                let question = person.question(&call).await;
                server.shop.set_reading(Reading::Panics);
                _ = person.answer(&question, &Answer::Yes).await;
            }
            person.settle().await;
            server.shop.assert_untouched();
            server.shop.set_reading(Reading::Works);
            person.script([Answer::Yes]);
            let talk = person.call("set_price", cheaper_lamp()).await;
            assert_eq!(talk.status(), Some("done"));
        }
    }
}

/// A proposal that hangs holds its own call and no other, and is heard of by the cancel.
#[tokio::test(start_paused = true)]
async fn the_proposal_hangs() {
    for client in eras() {
        let server = Server::default();
        let mut person = server.person(client).await;
        server.shop.set_reading(Reading::Waits);
        let call = person.start("set_price", cheaper_lamp()).await;
        server.shop.waits().await;
        server.shop.set_reading(Reading::Works);
        person.script([Answer::Yes]);
        let talk = person
            .call("raise_price", json!({"thing": "chair", "by": 1}))
            .await;
        assert_eq!(talk.status(), Some("done"));
        person.cancel(&call).await;
        person.settle().await;
        assert_eq!(server.shop.writes(), 1);
    }
}

#[tokio::test(start_paused = true)]
async fn the_peer_is_gone_with_the_question_open() {
    let server = Server::default();
    let mut person = server.person(Client::older()).await;
    let call = person.start("set_price", cheaper_lamp()).await;
    person.question(&call).await;
    drop(person);
    server.shop.decided(Outcome::Cancelled).await;
    server.shop.assert_untouched();
}

#[tokio::test(start_paused = true)]
async fn the_peer_is_gone_before_the_question() {
    let server = Server::default();
    let mut person = server.person(Client::older()).await;
    server.shop.set_reading(Reading::Waits);
    _ = person.start("set_price", cheaper_lamp()).await;
    server.shop.waits().await;
    drop(person);
    server.shop.let_go();
    server.shop.decided(Outcome::Cancelled).await;
    server.shop.assert_untouched();
}

/// A store that fails, forgets, or answers with what was put under another name.
#[derive(Debug, Default)]
struct Broken {
    memory: MemoryStore,
    put_fails: bool,
    take_fails: AtomicBool,
    forgets: bool,
    mixes_up: bool,
    last: Mutex<Option<String>>,
}

impl Store for Broken {
    fn put<'a>(&'a self, id: &'a str, entry: String, lifetime: Duration) -> StoreFuture<'a, ()> {
        if self.put_fails {
            return Box::pin(async { Err("store.internal:6379 refused".into()) });
        }
        if self.forgets {
            return Box::pin(async { Ok(()) });
        }
        *self.last.lock().unwrap() = Some(entry.clone());
        self.memory.put(id, entry, lifetime)
    }

    fn take<'a>(&'a self, id: &'a str) -> StoreFuture<'a, Option<String>> {
        if self.take_fails.load(Ordering::SeqCst) {
            return Box::pin(async { Err("store.internal:6379 refused".into()) });
        }
        if self.mixes_up {
            let last = self.last.lock().unwrap().clone();
            return Box::pin(async { Ok(last) });
        }
        self.memory.take(id)
    }
}

fn on(store: Broken) -> Server {
    Server::new(Gate::builder().store(store))
}

/// What failed is the operator's to know, and not the model's.
#[track_caller]
fn assert_failed(server: &Server, reply: &Value) {
    assert_eq!(reply["result"]["isError"], true, "{reply}");
    assert!(!reply.to_string().contains("6379"), "{reply}");
    assert_eq!(server.shop.outcome(), Outcome::Failed);
    server.shop.assert_untouched();
}

#[tokio::test(start_paused = true)]
async fn the_store_cannot_keep_a_question() {
    for client in [Client::modern(), Client::older().mute()] {
        let server = on(Broken {
            put_fails: true,
            ..Broken::default()
        });
        let mut person = server.person(client).await;
        let talk = person.call("set_price", cheaper_lamp()).await;
        assert_eq!(talk.questions.len(), 0);
        assert_failed(&server, &talk.reply);
    }
}

#[tokio::test(start_paused = true)]
async fn the_store_cannot_give_a_question_back() {
    let store = Broken::default();
    store.take_fails.store(true, Ordering::SeqCst);
    let server = on(store);
    let mut person = server.person(Client::modern()).await;
    person.script([Answer::Yes]);
    let talk = person.call("set_price", cheaper_lamp()).await;
    assert_eq!(talk.questions.len(), 1);
    assert_failed(&server, &talk.reply);
    let mut with_code = cheaper_lamp();
    with_code["confirmation"] = "AAAAAAAAAAA".into();
    let talk = person.call("set_price", with_code).await;
    assert_failed(&server, &talk.reply);
}

#[tokio::test(start_paused = true)]
async fn the_store_forgets() {
    let server = on(Broken {
        forgets: true,
        ..Broken::default()
    });
    let mut person = server.person(Client::modern()).await;
    person.script([Answer::Yes]);
    let talk = person.call("set_price", cheaper_lamp()).await;
    assert_eq!(talk.error(), Some(-32602));
    server.shop.assert_untouched();
}

/// Entries are sealed to their names: one that was put under another is none.
#[tokio::test(start_paused = true)]
async fn the_store_mixes_entries_up() {
    let server = on(Broken {
        mixes_up: true,
        ..Broken::default()
    });
    let mut person = server.person(Client::modern().mute()).await;
    _ = person.call("set_price", cheaper_lamp()).await;
    let mut guessed = cheaper_lamp();
    guessed["confirmation"] = "AAAAAAAAAAA".into();
    let talk = person.call("set_price", guessed).await;
    assert_eq!(talk.status(), Some("refused"));

    person.declare(Client::modern());
    let call = person.start("set_price", cheaper_lamp()).await;
    let first = person.question(&call).await;
    let call = person.start("set_price", cheaper_lamp()).await;
    person.question(&call).await;
    let call = person.answer(&first, &Answer::Yes).await;
    assert_eq!(person.reply(&call).await["error"]["code"], -32602);
    server.shop.assert_untouched();
}

/// What a store sees, and whoever reads it.
#[derive(Clone, Debug, Default)]
struct Seen(Arc<Mutex<Vec<String>>>);

impl Store for Seen {
    fn put<'a>(&'a self, id: &'a str, entry: String, _: Duration) -> StoreFuture<'a, ()> {
        self.0.lock().unwrap().extend([id.to_owned(), entry]);
        Box::pin(async { Ok(()) })
    }

    fn take<'a>(&'a self, _: &'a str) -> StoreFuture<'a, Option<String>> {
        Box::pin(async { Ok(None) })
    }
}

#[tokio::test(start_paused = true)]
async fn a_store_sees_no_code() {
    let seen = Seen::default();
    let server = Server::new(Gate::builder().store(seen.clone()));
    let mut person = server.person(Client::modern().mute()).await;
    let talk = person.call("set_price", cheaper_lamp()).await;
    let code = talk.code().unwrap();
    let seen = seen.0.lock().unwrap();
    assert_eq!(seen.len(), 2);
    for text in seen.iter().flat_map(|text| text.split('.')) {
        assert!(!text.contains(code), "{text}");
        let opened = URL_SAFE_NO_PAD.decode(text).unwrap_or_default();
        assert!(!String::from_utf8_lossy(&opened).contains(code), "{text}");
    }
    assert_eq!(status(&talk.reply), "confirmation_required");
}
