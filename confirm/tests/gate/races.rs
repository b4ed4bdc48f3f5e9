//! Tests eight callers with one answer, on real threads, many times: exactly one of them writes.

use std::{
    hint,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::{Duration, Instant},
};

use confirm::{Gate, MemoryStore, Store, StoreFuture};
use confirm_testing::{Answer, Client, ScriptedClient};
use serde_json::{Value, json};
use tokio::{sync::Barrier, task::JoinSet};

use crate::shop::{Server, cheaper_lamp, status};

const CALLERS: usize = 8;

/// Returns how often a test does it over.
fn rounds() -> usize {
    if std::env::var_os("CONFIRM_LONG").is_some() {
        2_000
    } else {
        200
    }
}

/// A memory store in which all callers wait for each other, and then take in pairs. A take is so
/// short that otherwise one would usually be done before the next begins.
#[derive(Debug)]
struct AtOnce {
    memory: MemoryStore,
    takers: Barrier,
    arrived: AtomicUsize,
}

impl AtOnce {
    /// Waits for the other of a pair, on a thread of its own.
    fn pair_up(&self) {
        let other = self.arrived.fetch_add(1, Ordering::SeqCst) | 1;
        // On a busy machine the other may have no core.
        let patience = Instant::now() + Duration::from_millis(1);
        while self.arrived.load(Ordering::SeqCst) <= other && Instant::now() < patience {
            hint::spin_loop();
        }
    }
}

impl Store for AtOnce {
    fn put<'a>(&'a self, id: &'a str, entry: String, lifetime: Duration) -> StoreFuture<'a, ()> {
        self.memory.put(id, entry, lifetime)
    }

    fn take<'a>(&'a self, id: &'a str) -> StoreFuture<'a, Option<String>> {
        Box::pin(async move {
            self.takers.wait().await;
            self.pair_up();
            self.memory.take(id).await
        })
    }

    /// Lets the gate track its questions, which it does only if the store is not shared.
    fn is_shared(&self) -> bool {
        self.memory.is_shared()
    }
}

fn server() -> Server {
    Server::new(Gate::builder().store(AtOnce {
        memory: MemoryStore::default(),
        takers: Barrier::new(CALLERS),
        arrived: AtomicUsize::new(0),
    }))
}

/// Connects the callers, each with a pipe of its own.
async fn callers(server: &Server, client: Client) -> Vec<ScriptedClient> {
    let mut callers = Vec::new();
    for _ in 0..CALLERS {
        let mut person = server.person(client.clone()).await;
        // This test uses the real clock.
        person.patience(Duration::from_secs(60));
        callers.push(person);
    }
    callers
}

/// Sends the same call from each caller.
async fn at_once(callers: Vec<ScriptedClient>, params: Value) -> (Vec<ScriptedClient>, Vec<Value>) {
    let params = Arc::new(params);
    let mut calls = JoinSet::new();
    for mut person in callers {
        let params = Arc::clone(&params);
        calls.spawn(async move {
            let call = person.request("tools/call", Value::clone(&params)).await;
            let reply = person.reply(&call).await;
            (person, reply)
        });
    }
    calls.join_all().await.into_iter().unzip()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn for_one_state() {
    let server = server();
    let mut callers = callers(&server, Client::modern()).await;
    for round in 1..=rounds() {
        server.shop.reprice("lamp", 12_000);
        let call = callers[0].start("set_price", cheaper_lamp()).await;
        let question = callers[0].question(&call).await;
        let replies;
        (callers, replies) = at_once(callers, question.retry(&Answer::Yes)).await;
        let refused = replies
            .iter()
            .filter(|reply| reply["error"]["code"] == -32602);
        assert_eq!(refused.count(), CALLERS - 1, "{replies:#?}");
        assert_eq!(server.shop.writes(), round);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn for_one_code() {
    let server = server();
    let mut callers = callers(&server, Client::modern().mute()).await;
    for round in 1..=rounds() {
        server.shop.reprice("lamp", 12_000);
        let talk = callers[0].call("set_price", cheaper_lamp()).await;
        let mut arguments = cheaper_lamp();
        arguments["confirmation"] = talk.code().unwrap().into();
        let replies;
        let params = json!({"name": "set_price", "arguments": arguments});
        (callers, replies) = at_once(callers, params).await;
        let refused = replies.iter().filter(|reply| status(reply) == "refused");
        assert_eq!(refused.count(), CALLERS - 1, "{replies:#?}");
        assert_eq!(server.shop.writes(), round);
    }
}
