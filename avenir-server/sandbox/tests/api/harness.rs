//! A sandbox and an HTTP client for it.

use avenir_sandbox::{Date, Options, Running, Sandbox, Store, demo};
use reqwest::{Client, Method};
use serde_json::{Value, json};

use crate::openapi;

/// Today's date in tests that do not set another.
pub(crate) const TODAY: Date = Date::constant(2026, 3, 18);

pub(crate) struct Api {
    pub(crate) running: Running,
    http: Client,
}

impl Api {
    /// Starts a new sandbox in memory.
    pub(crate) async fn start() -> Self {
        Self::open(&Store::Memory, TODAY).await
    }

    pub(crate) async fn open(store: &Store, today: Date) -> Self {
        let options = Options::default().today(today).hourly_limit(None);
        Self::serve(Sandbox::open(store, options).unwrap()).await
    }

    pub(crate) async fn with(options: Options) -> Self {
        Self::serve(Sandbox::open(&Store::Memory, options).unwrap()).await
    }

    async fn serve(sandbox: Sandbox) -> Self {
        Self {
            running: sandbox.start(0).await.unwrap(),
            http: client(),
        }
    }

    /// Sends a request below `/v1` with the token, and checks the response against YNAB's specification.
    pub(crate) async fn send(
        &self,
        method: Method,
        path: &str,
        body: Option<&Value>,
    ) -> (u16, Value) {
        let mut request = self
            .http
            .request(method.clone(), format!("{}{path}", self.running.base_url()))
            .bearer_auth(self.running.token());
        if let Some(body) = body {
            request = request.json(body);
        }
        let response = request.send().await.unwrap();
        let (status, answer) = (response.status().as_u16(), response.json().await.unwrap());
        openapi::check(&method, path, status, &answer);
        (status, answer)
    }

    /// Sends a GET below the demo plan, which must succeed, and returns `data`.
    pub(crate) async fn get(&self, path: &str) -> Value {
        let path = format!("/plans/{}{path}", demo::PLAN);
        succeeded(self.send(Method::GET, &path, None).await)
    }

    /// Sends a change below the demo plan, which must succeed, and returns `data`.
    pub(crate) async fn change(&self, method: Method, path: &str, body: &Value) -> Value {
        let path = format!("/plans/{}{path}", demo::PLAN);
        succeeded(self.send(method, &path, Some(body)).await)
    }

    /// Sends a change below the demo plan, and returns its status and error.
    pub(crate) async fn refused(&self, method: Method, path: &str, body: &Value) -> (u16, Value) {
        let path = format!("/plans/{}{path}", demo::PLAN);
        let (status, answer) = self.send(method, &path, Some(body)).await;
        assert!(status >= 400, "not refused: {answer}");
        (status, answer["error"].clone())
    }
}

fn succeeded((status, answer): (u16, Value)) -> Value {
    assert!(status < 300, "{status}: {answer}");
    assert!(answer.get("error").is_none());
    answer["data"].clone()
}

/// Returns the elements of a list.
pub(crate) fn items(list: &Value) -> &[Value] {
    list.as_array().unwrap_or_else(|| panic!("no list: {list}"))
}

pub(crate) fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_else(|| panic!("no text: {value}"))
}

/// Returns milliunits.
pub(crate) fn milli(value: &Value) -> i64 {
    value
        .as_i64()
        .unwrap_or_else(|| panic!("no integer: {value}"))
}

/// Spends the category's balance and 100.00 more, and returns the shortfall.
pub(crate) async fn overspend(api: &Api, account: &str, category: &str) -> i64 {
    let path = format!("/categories/{category}");
    let has = milli(&api.get(&path).await["category"]["balance"]);
    spend(api, account, category, -has - 100_000).await;
    -milli(&api.get(&path).await["category"]["balance"])
}

pub(crate) async fn spend(api: &Api, account: &str, category: &str, amount: i64) {
    let row = json!({
        "account_id": account, "date": "2026-03-18", "amount": amount,
        "payee_name": "Somewhere", "category_id": category,
    });
    api.change(Method::POST, "/transactions", &json!({"transaction": row}))
        .await;
}

/// Creates a real HTTP client.
pub(crate) fn client() -> Client {
    // Only the first call in a process can install the provider, and later calls need not.
    _ = rustls::crypto::ring::default_provider().install_default();
    Client::new()
}
