//! The server of these tests: a shop whose prices a person has to agree to.

mod subjects;
mod world;

use std::sync::Arc;

use confirm::{
    Caller, Confirmed, Gate, GateBuilder, Parameters, Reply, Settings, Stop, Subject, Unconfirmed,
};
use confirm_person::{Client, Person};
use rmcp::{
    ServerHandler, ServiceExt as _, handler::server::wrapper, tool, tool_handler, tool_router,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use tokio::{
    io::{AsyncRead, AsyncWrite},
    task::JoinHandle,
};

use self::subjects::{Burn, Label, Look, Sell, SetPrice};
pub use self::world::{Reading, Shop};

/// Arguments of `set_price`. What it does not know, it refuses.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Set {
    thing: String,
    price: i64,
}

/// Arguments of `raise_price`. What it does not know, it ignores.
#[derive(Deserialize, JsonSchema)]
struct Raise {
    thing: String,
    by: i64,
}

#[derive(Deserialize, JsonSchema)]
struct Thing {
    thing: String,
}

#[derive(Serialize, JsonSchema)]
pub struct Written {
    /// How many writes there were, this one included.
    writes: usize,
}

#[derive(Clone)]
pub struct Server {
    pub gate: Gate,
    pub shop: Arc<Shop>,
}

#[tool_router]
impl Server {
    /// Set the price of a thing. The user is asked first.
    #[tool(output_schema = Reply::<Written>::schema())]
    async fn set_price(&self, Parameters(args, caller): Parameters<Set>) -> Reply<Written> {
        let propose = || self.propose(&args.thing, |_| args.price);
        Reply(
            confirm::ask(&self.gate, caller, propose)
                .await
                .map(|change| self.price(change)),
        )
    }

    /// Raise the price of a thing. The user is asked first.
    #[tool(output_schema = Reply::<Written>::schema())]
    async fn raise_price(&self, Parameters(args, caller): Parameters<Raise>) -> Reply<Written> {
        let propose = || self.propose(&args.thing, |before| before + args.by);
        Reply(
            confirm::ask(&self.gate, caller, propose)
                .await
                .map(|change| self.price(change)),
        )
    }

    /// Set the price of a thing. It takes no codes.
    #[tool(output_schema = Reply::<Written>::schema())]
    async fn set_price_without_codes(
        &self,
        // Before the arguments, which rmcp's `Parameters` takes away.
        caller: Caller,
        wrapper::Parameters(args): wrapper::Parameters<Set>,
    ) -> Reply<Written> {
        let propose = || self.propose(&args.thing, |_| args.price);
        Reply(
            confirm::ask(&self.gate, caller, propose)
                .await
                .map(|change| self.price(change)),
        )
    }

    /// Look at a thing. Nobody is asked.
    #[tool(output_schema = Reply::<Written>::schema())]
    async fn look(&self, Parameters(Thing { thing }, caller): Parameters<Thing>) -> Reply<Written> {
        Reply(
            self.ask(caller, || Look {
                thing: thing.clone(),
            })
            .await,
        )
    }

    /// Sell a thing. The user is asked first, in the client.
    #[tool(output_schema = Reply::<Written>::schema())]
    async fn sell(&self, Parameters(Thing { thing }, caller): Parameters<Thing>) -> Reply<Written> {
        Reply(
            self.ask(caller, || Sell {
                thing: thing.clone(),
            })
            .await,
        )
    }

    /// Burn a thing. It is never done.
    #[tool(output_schema = Reply::<Written>::schema())]
    async fn burn(&self, Parameters(Thing { thing }, caller): Parameters<Thing>) -> Reply<Written> {
        Reply(
            self.ask(caller, || Burn {
                thing: thing.clone(),
            })
            .await,
        )
    }

    /// Label a thing. The user is asked first.
    #[tool(output_schema = Reply::<Written>::schema())]
    async fn label(
        &self,
        Parameters(Thing { thing }, caller): Parameters<Thing>,
    ) -> Reply<Written> {
        Reply(
            self.ask(caller, || Label {
                thing: thing.clone(),
            })
            .await,
        )
    }
}

#[tool_handler(name = "shop", version = "1.0.0")]
impl ServerHandler for Server {}

impl Server {
    async fn propose(
        &self,
        thing: &str,
        price: impl Fn(i64) -> i64,
    ) -> Result<Unconfirmed<SetPrice>, Stop> {
        let before = self.shop.read(thing).await?;
        Ok(Unconfirmed::new(
            "shop",
            SetPrice {
                thing: thing.to_owned(),
                price: price(before),
                before,
            },
        ))
    }

    /// The only function that sets a price.
    fn price(&self, change: Confirmed<SetPrice>) -> Written {
        let evidence = change.evidence().clone();
        let SetPrice { thing, price, .. } = change.into_subject();
        self.shop.reprice(&thing, price);
        Written {
            writes: self.shop.write(format!("{thing} {price}"), &evidence),
        }
    }

    async fn ask<S: Subject>(
        &self,
        caller: Caller,
        subject: impl Fn() -> S,
    ) -> Result<Written, Stop> {
        let propose = || async { Ok::<_, Stop>(Unconfirmed::new("shop", subject())) };
        let change = confirm::ask(&self.gate, caller, propose).await?;
        let evidence = change.evidence().clone();
        _ = change.into_subject();
        Ok(Written {
            writes: self.shop.write(S::KIND.to_owned(), &evidence),
        })
    }

    pub fn new(gate: GateBuilder) -> Self {
        let shop = Arc::<Shop>::default();
        let heard = Arc::clone(&shop);
        let gate = gate.on_decision(move |decision| heard.hear(decision));
        Self {
            gate: gate.build(),
            shop,
        }
    }

    pub fn with(settings: impl FnOnce(&mut Settings)) -> Self {
        let mut all = Settings::default();
        settings(&mut all);
        Self::new(Gate::builder().settings(all))
    }

    /// A person at the other end of a new pipe to this server.
    pub async fn person(&self, client: Client) -> Person {
        let (pipe, end) = tokio::io::duplex(PIPE);
        tokio::spawn(self.clone().run(end));
        Person::connect(client, pipe).await
    }

    /// The same on a watched pipe, with the task that serves, which ends with the connection.
    pub async fn watched(&self, client: Client) -> (Person, JoinHandle<()>) {
        let (pipe, end) = tokio::io::duplex(PIPE);
        let (from_client, to_client) = tokio::io::split(end);
        let end = tokio::io::join(self.gate.watch(from_client), to_client);
        let serving = tokio::spawn(self.clone().run(end));
        (Person::connect(client, pipe).await, serving)
    }

    async fn run(self, end: impl AsyncRead + AsyncWrite + Send + 'static) {
        // A client that goes before it said anything was none.
        if let Ok(service) = self.serve(end).await {
            service.waiting().await.unwrap();
        }
    }
}

/// More than any message, so that nobody waits for a reader.
const PIPE: usize = 1 << 16;

impl Default for Server {
    fn default() -> Self {
        Self::new(Gate::builder())
    }
}

/// Both eras, each with a client that can show forms.
pub fn eras() -> [Client; 2] {
    [Client::modern(), Client::older()]
}

/// Arguments of `set_price` that ask for 90.00 where the lamp was 120.00.
pub fn cheaper_lamp() -> Value {
    json!({"thing": "lamp", "price": 9_000})
}

/// The status that a reply names.
#[track_caller]
pub fn status(reply: &Value) -> &str {
    let status = &reply["result"]["structuredContent"]["status"];
    status
        .as_str()
        .unwrap_or_else(|| panic!("no status: {reply}"))
}

/// The message that goes with a status. It is the result's text, too.
#[track_caller]
pub fn message(reply: &Value) -> &str {
    let message = &reply["result"]["structuredContent"]["message"];
    message
        .as_str()
        .unwrap_or_else(|| panic!("no message: {reply}"))
}
