//! Tests that a yes to one change never writes another, from the question to the write.
//!
//! `Op` writes two values alike by hand, as no derive does, so only the texts that were shown tell
//! them apart.

use std::{
    future::{Ready, ready},
    sync::{
        Arc,
        atomic::{AtomicU8, Ordering},
    },
};

use confirm::{
    __private::{Present, Writer},
    Canonical, Gate, Parameters, Reply, Stop, Subject, Text, Unconfirmed,
    preview::{Arg, Show},
};
use confirm_testing::{Answer, Client, ScriptedClient};
use rmcp::{ServiceExt, tool, tool_router};
use serde_json::json;

#[derive(Clone, Copy)]
enum Op {
    SetUp,
    Setup,
}

impl Canonical for Op {
    type Null = Present;

    fn write_canonical(&self, out: &mut Writer) {
        out.raw("\"setup\"");
    }
}

impl Show for Op {
    fn show(&self) -> Arg {
        Text::new(match self {
            Self::SetUp => "keep",
            Self::Setup => "ERASE",
        })
        .into()
    }
}

#[derive(Subject)]
#[subject(kind = "change", question("Change {count}?", count = count(rows)), rows = rows)]
struct Change {
    #[subject(unordered)]
    rows: Vec<Line>,
}

#[derive(Subject)]
#[subject(row("{op}"))]
struct Line {
    id: u8,
    op: Op,
}

#[derive(Subject)]
#[subject(kind = "remove", question("Remove {id}?"))]
struct Remove<M> {
    id: u8,
    mode: M,
}

#[derive(Subject)]
struct Gently;

#[derive(Subject)]
struct Forever;

#[derive(serde::Deserialize, schemars::JsonSchema)]
struct Args {}

#[derive(serde::Serialize, schemars::JsonSchema)]
struct Written {
    written: String,
}

/// The world, and the number of reads before it changes.
#[derive(Clone)]
struct Server {
    gate: Gate,
    reads_left: Arc<AtomicU8>,
}

#[tool_router(server_handler)]
impl Server {
    fn moved(&self) -> bool {
        let left = &self.reads_left;
        let less = |left: u8| left.checked_sub(1);
        left.fetch_update(Ordering::SeqCst, Ordering::SeqCst, less)
            .is_err()
    }

    fn propose(&self) -> Ready<Result<Unconfirmed<Change>, Stop>> {
        let moved = self.moved();
        // The last of many lines, which no question shows.
        let line = |id| Line {
            id,
            op: if moved && id == 29 {
                Op::Setup
            } else {
                Op::SetUp
            },
        };
        let rows = (0..30).map(line).collect();
        ready(Ok(Unconfirmed::new("plan", Change { rows })))
    }

    #[tool(output_schema = Reply::<Written>::schema())]
    async fn change(&self, Parameters(Args {}, caller): Parameters<Args>) -> Reply<Written> {
        let careful = async {
            let change = confirm::ask(&self.gate, caller, || self.propose()).await?;
            if !change.still_is(&self.propose().await?) {
                return Err(Stop::failed("it moved"));
            }
            let erased = change.subject().rows.iter();
            let erased = erased.filter(|line| matches!(line.op, Op::Setup)).count();
            Ok(Written {
                written: format!("{erased} erased"),
            })
        };
        Reply(careful.await)
    }

    /// A change of one of two types that differ only by name.
    #[tool(output_schema = Reply::<Written>::schema())]
    async fn remove(&self, Parameters(Args {}, caller): Parameters<Args>) -> Reply<Written> {
        let (gate, id) = (&self.gate, 1);
        let confirmed = if self.moved() {
            let propose =
                || async { Ok::<_, Stop>(Unconfirmed::new("plan", Remove { id, mode: Forever })) };
            confirm::ask(gate, caller, propose).await.map(|_| "forever")
        } else {
            let propose =
                || async { Ok::<_, Stop>(Unconfirmed::new("plan", Remove { id, mode: Gently })) };
            confirm::ask(gate, caller, propose).await.map(|_| "gently")
        };
        Reply(confirmed.map(|written| Written {
            written: written.into(),
        }))
    }
}

async fn person(client: Client, reads: u8) -> ScriptedClient {
    let server = Server {
        gate: Gate::new(),
        reads_left: Arc::new(AtomicU8::new(reads)),
    };
    let (ours, theirs) = tokio::io::duplex(4096);
    tokio::spawn(async { server.serve(theirs).await.unwrap().waiting().await });
    ScriptedClient::connect(client, ours).await
}

/// Checks a world that changes after the question, after the answer, or not at all.
#[tokio::test]
async fn a_yes_to_what_was_shown_writes_nothing_else() {
    for client in [Client::modern(), Client::older()] {
        for (reads, status, text) in [
            (1, Some("unconfirmed"), None),
            (2, None, Some("it moved")),
            (3, Some("done"), Some("0 erased")),
        ] {
            let mut person = person(client.clone(), reads).await;
            person.script([Answer::Yes]);
            let talk = person.call("change", json!({})).await;
            assert_eq!(talk.questions.len(), 1);
            assert_eq!(talk.status(), status, "{reads}: {:?}", talk.reply);
            let reply = talk.reply.to_string();
            assert!(text.is_none_or(|text| reply.contains(text)), "{reply}");
            assert!(!reply.contains("1 erased"), "{reply}");
        }
    }
}

#[tokio::test]
async fn a_code_is_good_for_what_was_shown_alone() {
    for client in [Client::modern().mute(), Client::older().mute()] {
        for tool in ["change", "remove"] {
            for (reads, status) in [(1, "refused"), (9, "done")] {
                let mut person = person(client.clone(), reads).await;
                let talk = person.call(tool, json!({})).await;
                let code = talk.code().expect("a code is handed out");
                let talk = person.call(tool, json!({ "confirmation": code })).await;
                assert_eq!(talk.status(), Some(status), "{:?}", talk.reply);
            }
        }
    }
}
