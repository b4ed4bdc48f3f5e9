//! Faults, the request log and the hourly limit.

use std::time::{Duration, Instant};

use reqwest::Method;
use serde_json::{Value, json};

use crate::harness::{Api, TODAY, client};
use avenir_sandbox::{CannedAnswer, Fault, HOURLY_LIMIT, Moment, Options, demo};

#[tokio::test]
async fn a_dropped_connection_has_no_answer() {
    let api = Api::start().await;
    for (moment, memo) in [(Moment::Before, Value::Null), (Moment::After, json!("new"))] {
        api.running
            .inject(Fault::drop(moment).on("PATCH", "/transactions"));
        assert!(patch(&api, "new").await.is_err());
        let path = format!("/transactions/{}", demo::DINER);
        assert_eq!(api.get(&path).await["transaction"]["memo"], memo);
    }
    assert!(patch(&api, "again").await.is_ok(), "each struck once");
    let statuses: Vec<_> = api
        .running
        .requests()
        .into_iter()
        .filter(|request| request.method == "PATCH")
        .map(|request| request.status)
        .collect();
    assert_eq!(statuses, [None, None, Some(200)]);
}

#[tokio::test]
async fn a_fault_strikes_the_nth_request_and_the_next_ones() {
    let api = Api::start().await;
    let fault = Fault::answer(CannedAnswer::status(503).header("Retry-After", "7"));
    api.running
        .inject(fault.on("GET", "/accounts").nth(2).times(2));
    let mut statuses = Vec::new();
    for _ in 0..4 {
        api.get("/payees").await;
        let path = format!("/plans/{}/accounts", demo::PLAN);
        let (status, answer) = api.send(Method::GET, &path, None).await;
        if status == 503 {
            assert_eq!(answer["error"]["id"], "503");
        }
        statuses.push(status);
    }
    assert_eq!(statuses, [200, 503, 503, 200]);
}

#[tokio::test]
async fn a_canned_answer_replaces_the_response_before_or_after_the_write() {
    let api = Api::start().await;
    let answer = CannedAnswer::status(500)
        .body("{\"odd\": true}")
        .header("Location", "http://127.0.0.1:1/");
    api.running
        .inject(Fault::answer(answer.clone().after()).on("PATCH", "/transactions"));
    let response = patch(&api, "landed").await.unwrap();
    assert_eq!(response.headers()["location"], "http://127.0.0.1:1/");
    assert_eq!(
        response.json::<Value>().await.unwrap(),
        json!({"odd": true})
    );
    api.running.inject(Fault::answer(answer));
    patch(&api, "not landed").await.unwrap();
    let path = format!("/transactions/{}", demo::DINER);
    assert_eq!(api.get(&path).await["transaction"]["memo"], "landed");

    api.running
        .inject(Fault::answer(CannedAnswer::status(500)).times(99));
    api.running.mend();
    api.get("/accounts").await;
}

#[tokio::test]
async fn a_delay_is_waited_for() {
    let api = Api::start().await;
    api.running.inject(Fault::delay(Duration::from_millis(120)));
    let start = Instant::now();
    api.get("/accounts").await;
    assert!(start.elapsed() >= Duration::from_millis(120));
}

#[tokio::test]
async fn a_response_can_be_delayed_after_the_write() {
    let api = Api::start().await;
    let hour = Duration::from_secs(60 * 60);
    api.running
        .inject(Fault::delay_answer(hour).on("PATCH", "/"));
    let path = format!("/transactions/{}", demo::DINER);
    let sent = patch(&api, "done");
    tokio::pin!(sent);
    while api.get(&path).await["transaction"]["memo"] != "done" {
        tokio::select! {
            _ = &mut sent => panic!("it was answered"),
            () = tokio::time::sleep(Duration::from_millis(5)) => {}
        }
    }
}

#[tokio::test]
async fn the_log_holds_requests_without_the_token() {
    let api = Api::start().await;
    patch(&api, "noted").await.unwrap();
    api.get("/transactions?since_date=2026-03-01").await;
    api.get("/accounts").await;
    let log = api.running.requests();
    assert_eq!(log.len(), 3);
    assert_ne!(log[0].connection, log[1].connection, "another client");
    assert_eq!(log[1].connection, log[2].connection, "kept alive");
    assert!(log[0].body.contains("noted"));
    let path = format!("/v1/plans/{}/transactions", demo::PLAN);
    assert_eq!(
        (log[1].path.as_str(), log[1].query.as_str(), log[1].status),
        (path.as_str(), "since_date=2026-03-01", Some(200))
    );
    assert!(!format!("{log:?}").contains(api.running.token()));
    api.running.forget_requests();
    assert_eq!(api.running.requests(), []);
}

#[tokio::test]
async fn the_limit_is_kept_and_can_be_lifted() {
    let api = Api::with(Options::default().today(TODAY)).await;
    for _ in 0..HOURLY_LIMIT {
        assert_eq!(api.send(Method::GET, "/user", None).await.0, 200);
    }
    let (status, answer) = api.send(Method::GET, "/user", None).await;
    assert_eq!(status, 429);
    assert_eq!(
        answer["error"],
        json!({"id": "429", "name": "too_many_requests", "detail": "Too many requests"})
    );
    let api = Api::with(Options::default().hourly_limit(None)).await;
    for _ in 0..=HOURLY_LIMIT {
        assert_eq!(api.send(Method::GET, "/user", None).await.0, 200);
    }
}

#[tokio::test]
async fn the_control_route_opens_by_its_flag_only() {
    let api = Api::start().await;
    let http = client();
    let response = http
        .post(control(&api, "faults"))
        .bearer_auth(api.running.token())
        .body(r#"{"effect": {"answer": {"status": 500}}}"#);
    assert_eq!(response.send().await.unwrap().status(), 404);
    api.get("/accounts").await;

    let options = Options::default().today(TODAY).hourly_limit(None).control();
    let api = Api::with(options).await;
    let (faults, requests) = (control(&api, "faults"), control(&api, "requests"));
    let with_token = |method: Method, url: &str, body: &str| {
        http.request(method, url)
            .bearer_auth(api.running.token())
            .body(body.to_owned())
            .send()
    };
    let refused = http.post(&faults).send().await.unwrap();
    assert_eq!(refused.status(), 401);
    let drop = r#"{"method": "GET", "path": "/accounts", "nth": 2, "effect": {"drop": "before"}}"#;
    let answer = with_token(Method::POST, &faults, drop).await.unwrap();
    assert_eq!(answer.status(), 204);
    for wrong in [
        "{}",
        r#"{"effect": {"explode": 1}}"#,
        r#"{"efect": {"delay_ms": 1}}"#,
    ] {
        let answer = with_token(Method::POST, &faults, wrong).await.unwrap();
        assert_eq!(answer.status(), 400, "{wrong}");
    }
    api.get("/accounts").await;
    let url = format!("{}/plans/{}/accounts", api.running.base_url(), demo::PLAN);
    assert!(with_token(Method::GET, &url, "").await.is_err());
    let log = with_token(Method::GET, &requests, "").await.unwrap();
    let log: Value = log.json().await.unwrap();
    assert_eq!(log.as_array().unwrap().len(), 2);
    assert_eq!(log[1]["status"], Value::Null);
    let gone = with_token(Method::DELETE, &requests, "").await.unwrap();
    assert_eq!(gone.status(), 204);
    assert_eq!(api.running.requests(), []);
    let drop = r#"{"effect": {"answer": {"status": 418}}}"#;
    with_token(Method::POST, &faults, drop).await.unwrap();
    with_token(Method::DELETE, &faults, "").await.unwrap();
    api.get("/accounts").await;
}

fn control(api: &Api, what: &str) -> String {
    format!("http://{}/control/{what}", api.running.address())
}

async fn patch(api: &Api, memo: &str) -> Result<reqwest::Response, reqwest::Error> {
    let path = format!("/plans/{}/transactions", demo::PLAN);
    client()
        .patch(format!("{}{path}", api.running.base_url()))
        .bearer_auth(api.running.token())
        .json(&json!({"transactions": [{"id": demo::DINER, "memo": memo}]}))
        .send()
        .await
}
