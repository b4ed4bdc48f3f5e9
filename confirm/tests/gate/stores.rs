//! Tests stores that fail, forget, mix up or keep entries too long. Entries are sealed, and without
//! a valid one nothing is confirmed.

use std::{
    collections::HashMap,
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use confirm::{Gate, MemoryStore, Outcome, Store, StoreFuture};
use confirm_testing::{Answer, Client};
use serde_json::Value;
use tokio::time::advance;

use crate::shop::{Server, cheaper_lamp, status};

/// A store that fails, forgets, or returns an entry that was put under another id.
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

/// Asserts that the reply hides the failure, which is for the operator and not for the model.
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

/// Checks that an entry is sealed to its id: under another id it is not valid.
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

/// Checks that an entry is sealed with its expiry, so a store cannot extend it.
#[tokio::test(start_paused = true)]
async fn the_store_keeps_entries_for_ever() {
    let server = Server::new(Gate::builder().store(Hoarder::default()));
    let mut person = server.person(Client::modern()).await;
    let call = person.start("set_price", cheaper_lamp()).await;
    let question = person.question(&call).await;
    person.declare(Client::modern().mute());
    let talk = person.call("set_price", cheaper_lamp()).await;
    advance(Duration::from_secs(600)).await;
    let call = person.answer(&question, &Answer::Yes).await;
    assert_eq!(status(&person.reply(&call).await), "unconfirmed");
    assert_eq!(server.shop.outcome(), Outcome::Expired);
    let mut with_code = cheaper_lamp();
    with_code["confirmation"] = talk.code().unwrap().into();
    let talk = person.call("set_price", with_code).await;
    assert_eq!(talk.status(), Some("refused"));
    server.shop.assert_untouched();
}

/// A store that forgets nothing, whatever the lifetime.
#[derive(Debug, Default)]
struct Hoarder(Mutex<HashMap<String, String>>);

impl Store for Hoarder {
    fn put<'a>(&'a self, id: &'a str, entry: String, _: Duration) -> StoreFuture<'a, ()> {
        self.0.lock().unwrap().insert(id.to_owned(), entry);
        Box::pin(async { Ok(()) })
    }

    fn take<'a>(&'a self, id: &'a str) -> StoreFuture<'a, Option<String>> {
        let entry = self.0.lock().unwrap().remove(id);
        Box::pin(async { Ok(entry) })
    }
}

/// Everything that a store, and anyone who reads it, can see.
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
