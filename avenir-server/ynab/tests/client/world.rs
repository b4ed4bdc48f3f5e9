//! A sandbox, and its client, which retries after a short wait.

use std::{sync::Arc, time::Duration};

use avenir_sandbox::{Options, Running, Sandbox, Store, demo};
use avenir_ynab::{Client, Endpoint, Outcome, Settings};
use serde_json::Value;

use crate::person::{Requests, confirmed};

pub(crate) struct World {
    pub(crate) sandbox: Arc<Running>,
    pub(crate) client: Client,
}

impl World {
    pub(crate) async fn new() -> Self {
        Self::with(settings()).await
    }

    pub(crate) async fn with(settings: Settings) -> Self {
        Self::open(&Store::Memory, settings).await
    }

    pub(crate) async fn open(store: &Store, settings: Settings) -> Self {
        let sandbox = Sandbox::open(store, Options::default()).unwrap();
        Self::on(Arc::new(sandbox.start(0).await.unwrap()), settings)
    }

    /// Returns another client of the same sandbox. The two clients do not share a cache or a count
    /// of requests.
    pub(crate) fn clone_of(world: &Self) -> Self {
        Self::on(Arc::clone(&world.sandbox), settings())
    }

    fn on(sandbox: Arc<Running>, settings: Settings) -> Self {
        let endpoint = Endpoint::new(&sandbox.base_url(), sandbox.token()).unwrap();
        let client = Client::with_settings(endpoint, settings).unwrap();
        Self { sandbox, client }
    }

    /// Sends requests that a person agreed to: verb, path below the demo plan, body.
    pub(crate) async fn write(&self, requests: &[(&str, &str, Value)]) -> Vec<Outcome> {
        let change = confirmed(Requests::new(demo::PLAN, requests)).await;
        let mut writing = self.client.write(change);
        let mut outcomes = Vec::new();
        while let Some(outcome) = writing.next().await {
            outcomes.push(outcome);
        }
        outcomes
    }

    /// Sends one request that a person agreed to, and returns YNAB's answer. Panics if the request
    /// is not applied.
    pub(crate) async fn applied(&self, method: &str, path: &str, body: Value) -> Value {
        let mut outcomes = self.write(&[(method, path, body)]).await;
        match (outcomes.pop(), outcomes.len()) {
            (Some(Outcome::Applied(answer)), 0) => answer,
            other => panic!("{other:?}"),
        }
    }

    /// Returns how many requests the sandbox has logged, and empties the log.
    pub(crate) fn sent(&self) -> usize {
        let count = self.sandbox.requests().len();
        self.sandbox.forget_requests();
        count
    }
}

pub(crate) fn settings() -> Settings {
    let mut settings = Settings::default();
    settings.first_wait = Duration::from_millis(5);
    settings
}
