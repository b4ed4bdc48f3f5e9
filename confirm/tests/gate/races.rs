//! Eight callers with one answer, on real threads, over and over: one of them writes.

use std::sync::Arc;

use confirm_person::{Answer, Client, Person};
use serde_json::{Value, json};
use tokio::{sync::Barrier, task::JoinSet};

use crate::shop::{Server, cheaper_lamp, status};

const CALLERS: usize = 8;
const ROUNDS: usize = 2_000;

/// Each sends the same call at the same moment, over a pipe of its own.
async fn at_once(callers: Vec<Person>, params: Value) -> (Vec<Person>, Vec<Value>) {
    let start = Arc::new(Barrier::new(callers.len()));
    let mut calls = JoinSet::new();
    for mut person in callers {
        let (start, params) = (Arc::clone(&start), params.clone());
        calls.spawn(async move {
            start.wait().await;
            let call = person.request("tools/call", params).await;
            let reply = person.reply(&call).await;
            (person, reply)
        });
    }
    calls.join_all().await.into_iter().unzip()
}

async fn callers(server: &Server, client: Client) -> Vec<Person> {
    let mut callers = Vec::new();
    for _ in 0..CALLERS {
        callers.push(server.person(client.clone()).await);
    }
    callers
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn for_one_state() {
    let server = Server::default();
    let mut callers = callers(&server, Client::modern()).await;
    for round in 1..=ROUNDS {
        server.shop.reprice("lamp", 12_000);
        let call = callers[0].start("set_price", cheaper_lamp()).await;
        let question = callers[0].question(&call).await;
        let replies;
        (callers, replies) = at_once(callers, question.retry(&Answer::Yes)).await;
        let refused = |reply: &&Value| reply["error"]["code"] == -32602;
        assert_eq!(
            replies.iter().filter(refused).count(),
            CALLERS - 1,
            "{replies:#?}"
        );
        assert_eq!(server.shop.writes(), round);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn for_one_code() {
    let server = Server::default();
    let mut callers = callers(&server, Client::modern().mute()).await;
    for round in 1..=ROUNDS {
        server.shop.reprice("lamp", 12_000);
        let talk = callers[0].call("set_price", cheaper_lamp()).await;
        let mut arguments = cheaper_lamp();
        arguments["confirmation"] = talk.code().unwrap().into();
        let params = json!({"name": "set_price", "arguments": arguments});
        let replies;
        (callers, replies) = at_once(callers, params).await;
        let refused = |reply: &&Value| status(reply) == "refused";
        assert_eq!(
            replies.iter().filter(refused).count(),
            CALLERS - 1,
            "{replies:#?}"
        );
        assert_eq!(server.shop.writes(), round);
    }
}
