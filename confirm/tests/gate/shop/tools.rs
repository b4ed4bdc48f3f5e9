//! The tools of the shop, each an arrangement of its own.

use confirm::{Caller, Confirmed, Parameters, Reply, Stop, Subject, Unconfirmed};
use rmcp::{handler::server::wrapper, tool, tool_router};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{
    Server,
    subjects::{Burn, Label, Look, Sell, SetPrice},
};

/// Arguments of `set_price`, which refuses unknown ones.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Set {
    thing: String,
    price: i64,
}

/// Arguments of `raise_price`, which ignores unknown ones.
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

#[tool_router(vis = "pub(super)")]
impl Server {
    /// Set the price of a thing. The user is asked first.
    #[tool(output_schema = Reply::<Written>::schema())]
    async fn set_price(&self, parameters: Parameters<Set>) -> Reply<Written> {
        self.shop.print(&parameters);
        let Parameters(args, caller) = parameters;
        let propose = || async {
            let change = self.propose(&args.thing, |_| args.price).await;
            self.shop.print(&change);
            change
        };
        let asked = confirm::ask(&self.gate, caller, propose).await;
        self.shop.print(&asked);
        let reply = Reply(asked.map(|change| self.price(change)));
        self.shop.print(&reply);
        reply
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
        // `Caller` comes before rmcp's `Parameters`, which removes the arguments.
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

    /// Set the price of a thing, after a last look.
    #[tool(output_schema = Reply::<Written>::schema())]
    async fn set_price_carefully(
        &self,
        Parameters(args, caller): Parameters<Set>,
    ) -> Reply<Written> {
        let propose = || self.propose(&args.thing, |_| args.price);
        let careful = async {
            let change = confirm::ask(&self.gate, caller, propose).await?;
            let now = propose().await?;
            if change.is_withdrawn() {
                return Err(Stop::failed("it was withdrawn"));
            }
            if !change.still_is(&now) {
                return Err(Stop::failed("it moved"));
            }
            Ok(self.price(change))
        };
        Reply(careful.await)
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

    /// Describe a call, as a careless server logs it.
    #[tool(output_schema = Reply::<Written>::schema())]
    async fn describe(&self, Parameters(_, caller): Parameters<Thing>) -> Reply<Written> {
        caller.progress().step("The call was read").await;
        Reply(Err(Stop::failed(format!("{caller:?}"))))
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

    /// Sets a price. No other function does.
    fn price(&self, change: Confirmed<SetPrice>) -> Written {
        let evidence = change.evidence().clone();
        let canonical = change.canonical().to_owned();
        let SetPrice { thing, price, .. } = change.into_subject();
        self.shop.reprice(&thing, price);
        Written {
            writes: self.shop.write(canonical, &evidence),
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
}
