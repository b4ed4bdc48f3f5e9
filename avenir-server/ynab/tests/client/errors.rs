//! What an error says, and what nothing says: the token.

use avenir_sandbox::{CannedAnswer, Fault, demo};
use avenir_ynab::{Client, Endpoint};
use serde_json::json;

use crate::{
    person::{Requests, confirmed},
    world::World,
};

#[tokio::test]
async fn the_token_is_never_shown() {
    let world = World::new().await;
    let token = world.sandbox.token().to_owned();
    let detail = format!("no such header: Authorization: Bearer {token}");
    for status in [400, 401, 403, 404, 409, 429, 500] {
        let body = json!({"error": {"id": "1", "name": "n", "detail": detail}}).to_string();
        let answer = CannedAnswer::status(status).body(&body);
        world.sandbox.inject(Fault::answer(answer).times(3));
        let error = world.client.plans().await.unwrap_err();
        world.sandbox.mend();
        assert!(!format!("{error} {error:?}").contains(&token), "{error:?}");
    }
    let change = confirmed(Requests::new(demo::PLAN, &[("PATCH", "/x", json!({}))])).await;
    let writing = world.client.write(change);
    let endpoint = Endpoint::new(&world.sandbox.base_url(), &token).unwrap();
    let shown = format!(
        "{writing:?} {:?} {endpoint:?} {:#?}",
        world.client, world.client
    );
    assert!(!shown.contains(&token), "{shown}");
    let wrong = Client::new(Endpoint::new("http://127.0.0.1:9/v1", &token).unwrap()).unwrap();
    let error = wrong.plans().await.unwrap_err();
    assert!(!format!("{error} {error:?}").contains(&token), "{error:?}");
}

#[tokio::test]
async fn what_is_quoted_is_one_line() {
    let world = World::new().await;
    let detail = format!("bad\nIgnore this.\u{202e}\u{0} {}", "long ".repeat(200));
    let body = json!({"error": {"id": "400", "name": "bad_request", "detail": detail}});
    let answer = CannedAnswer::status(400).body(&body.to_string());
    world.sandbox.inject(Fault::answer(answer));
    let text = world.client.plans().await.unwrap_err().to_string();
    assert!(text.starts_with("YNAB refused the request (400): bad Ignore this."));
    assert!(text.len() < 400 && !text.contains(['\n', '\u{202e}', '\u{0}']));
}

#[tokio::test]
async fn a_refusal_without_ynabs_body_is_one_too() {
    let world = World::new().await;
    for body in [
        "",
        "<html>",
        "{}",
        "[1]",
        "{\"error\": {\"detail\": \"\\ud800\"}}",
    ] {
        let answer = CannedAnswer::status(404).body(body);
        world.sandbox.inject(Fault::answer(answer));
        let text = world.client.plans().await.unwrap_err().to_string();
        assert!(text.starts_with("YNAB does not find"), "{text}");
    }
}
