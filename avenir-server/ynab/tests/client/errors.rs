//! Tests of the texts of errors, and that errors and answers never show the token.

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

/// Checks that the token is not shown, wherever an answer holds the token and however the token is
/// split or encoded.
#[tokio::test]
async fn the_token_is_in_no_text_of_an_answer() {
    let world = World::new().await;
    let token = world.sandbox.token().to_owned();
    let split = |by: &str| token.chars().map(String::from).collect::<Vec<_>>().join(by);
    let percent: String = token.bytes().map(|byte| format!("%{byte:02X}")).collect();
    let spelt = [
        token.clone(),
        token.to_uppercase(),
        split("\u{200b}"),
        split("\u{e0001}"),
        split("\u{ad}"),
        percent,
        format!("Authorization: Bearer {token}"),
    ];
    for text in &spelt {
        let row =
            |name: &serde_json::Value| json!({"data": {"plans": [{"id": "p", "name": name}]}});
        for body in [
            json!({"data": text}),
            json!({"data": {"plans": text}}),
            json!({"data": {"plans": {text: text}}}),
            json!({"data": {"plans": [text]}}),
            json!({"data": {"plans": [{"id": {text: 1}}]}}),
            row(&json!([text])),
            json!(text),
        ] {
            let answer = CannedAnswer::status(200).body(&body.to_string());
            world.sandbox.inject(Fault::answer(answer));
            let error = world.client.plans().await.unwrap_err();
            hides(&token, &format!("{error} {error:?}"));
        }
        let answer = CannedAnswer::status(200).body(&row(&json!(text)).to_string());
        world.sandbox.inject(Fault::answer(answer));
        hides(&token, &format!("{:?}", world.client.plans().await));
        for status in [400, 403, 404] {
            let body = json!({"error": {"detail": format!("no {text}")}}).to_string();
            world
                .sandbox
                .inject(Fault::answer(CannedAnswer::status(status).body(&body)));
            let error = world.client.plans().await.unwrap_err();
            assert!(error.to_string().contains("[token]"), "{error}");
            hides(&token, &format!("{error} {error:?}"));
        }
        let error = world.client.accounts(text).await.unwrap_err();
        assert!(!error.to_string().contains('\u{200b}'), "{error}");
    }
}

/// Checks that a text does not hold the whole token. Ignores case and all characters but letters
/// and digits.
fn hides(token: &str, text: &str) {
    let letters = |text: &str| -> String {
        let kept = text.chars().filter(char::is_ascii_alphanumeric);
        kept.collect::<String>().to_lowercase()
    };
    // Remove the escapes of invisible characters, because an escape has letters of its own.
    let plain = text.replace("u{200B}", "").replace("u{200b}", "");
    let plain = plain.replace("u{E0001}", "").replace("u{e0001}", "");
    let plain = plain.replace("u{AD}", "").replace("u{ad}", "");
    let hidden = !letters(&plain).contains(&letters(token));
    assert!(hidden, "{text}");
}

#[tokio::test]
async fn a_wait_is_bounded() {
    let world = World::new().await;
    for (header, said) in [
        ("18446744073709551615", "in 60 minutes"),
        ("3601", "in 60 minutes"),
        ("120", "in 2 minutes"),
        ("99999999999999999999999", "wait and call again"),
        ("-1", "wait and call again"),
        ("Fri, 31 Dec 9999 23:59:59 GMT", "wait and call again"),
    ] {
        let answer = CannedAnswer::status(429).header("Retry-After", header);
        let world = World::clone_of(&world);
        world.sandbox.inject(Fault::answer(answer));
        let text = world.client.plans().await.unwrap_err().to_string();
        assert!(text.contains(said), "{header}: {text}");
    }
}

/// Checks that an answer longer than its bound is not read: an error for a success, and an empty
/// detail for a refusal.
#[tokio::test]
async fn an_answer_has_a_bound() {
    let world = World::new().await;
    let long = " ".repeat(65 * 1024 * 1024);
    for status in [200, 400] {
        let answer = CannedAnswer::status(status).body(&long);
        world.sandbox.inject(Fault::answer(answer));
        let error = world.client.plans().await.unwrap_err();
        let text = error.to_string();
        let right = text.contains("larger than 64 MB") || text.contains("(400)");
        assert!(right && text.len() < 200, "{text}");
    }
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
