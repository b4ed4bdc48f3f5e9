//! Tests clients that answer without a person: at once, never, too late, or with an error.

use std::time::Duration;

use confirm_testing::{Answer, Client};
use serde_json::{Value, json};
use tokio::time::Instant;

use crate::shop::{Server, cheaper_lamp, eras, message, status};

const SECOND: Duration = Duration::from_secs(1);
/// The deadline of a question during a call.
const DEADLINE: Duration = Duration::from_secs(55);

#[tokio::test(start_paused = true)]
async fn an_instant_decline_is_a_decline_and_hands_out_no_code() {
    for client in eras() {
        let server = Server::default();
        let mut person = server.person(client).await;
        person.script([Answer::No]);
        let talk = person.call("set_price", cheaper_lamp()).await;
        assert_eq!(talk.status(), Some("declined"));
        assert_eq!(talk.questions.len(), 1);
        assert_eq!(talk.code(), None);
        assert_eq!(talk.reply["result"]["isError"], false);
        server.shop.assert_untouched();
    }
}

#[tokio::test(start_paused = true)]
async fn three_dismissals_are_three_calls_with_one_question_each() {
    for client in eras() {
        let server = Server::default();
        let mut person = server.person(client).await;
        person.script([Answer::Dismiss, Answer::Dismiss, Answer::Dismiss]);
        for _ in 0..3 {
            let talk = person.call("sell", json!({"thing": "lamp"})).await;
            assert_eq!(talk.status(), Some("unconfirmed"));
            assert_eq!(talk.questions.len(), 1);
        }
        server.shop.assert_untouched();
    }
}

#[tokio::test(start_paused = true)]
async fn no_answer_ends_at_our_deadline() {
    let server = Server::default();
    let mut person = server.person(Client::older()).await;
    let asked = Instant::now();
    let call = person.start("set_price", cheaper_lamp()).await;
    let question = person.question(&call).await;
    let reply = person.reply(&call).await;
    assert_eq!(asked.elapsed().as_secs(), DEADLINE.as_secs());
    assert_eq!(status(&reply), "unconfirmed");
    assert!(message(&reply).contains("in time"), "{reply}");
    // The dialog does not stay open in the client.
    person.withdrawn(&question).await;
    server.shop.assert_untouched();
}

#[tokio::test(start_paused = true)]
async fn a_late_yes_writes_nothing() {
    let server = Server::default();
    let mut person = server.person(Client::older()).await;
    person.script([Answer::Late(DEADLINE + SECOND)]);
    let talk = person.call("set_price", cheaper_lamp()).await;
    assert_eq!(talk.status(), Some("unconfirmed"));
    server.shop.assert_untouched();
    // The server goes on serving, and accepts a yes that comes in time.
    person.script([Answer::Late(Duration::from_secs(54))]);
    let talk = person.call("set_price", cheaper_lamp()).await;
    assert_eq!(talk.status(), Some("done"));
    assert_eq!(server.shop.price("lamp"), 9_000);
}

#[tokio::test(start_paused = true)]
async fn the_deadline_is_a_setting() {
    let server = Server::with(|settings| settings.deadline = SECOND);
    let mut person = server.person(Client::older()).await;
    person.script([Answer::Late(2 * SECOND)]);
    let talk = person.call("set_price", cheaper_lamp()).await;
    assert_eq!(talk.status(), Some("unconfirmed"));
    server.shop.assert_untouched();
}

/// Checks the two kinds of error. A client that declares forms but does not know the method cannot
/// show one, so nobody declined. With any other error it failed to ask.
#[tokio::test(start_paused = true)]
async fn an_error_is_no_answer() {
    for (code, tool, expected) in [
        (-32601, "set_price", "confirmation_required"),
        (-32601, "sell", "unconfirmed"),
        (-32600, "set_price", "unconfirmed"),
        (-32602, "set_price", "unconfirmed"),
        (-32603, "set_price", "unconfirmed"),
        (-1, "set_price", "unconfirmed"),
        (0, "set_price", "unconfirmed"),
    ] {
        let server = Server::default();
        let mut person = server.person(Client::older()).await;
        person.script([Answer::Error(code)]);
        let arguments = match tool {
            "set_price" => cheaper_lamp(),
            _ => json!({"thing": "lamp"}),
        };
        let talk = person.call(tool, arguments).await;
        assert_eq!(talk.status(), Some(expected), "{code} {}", talk.reply);
        assert_eq!(talk.questions.len(), 1);
        server.shop.assert_untouched();
    }
}

/// Checks a yes in a result that is not in the protocol: neither the SDK nor the gate accepts it.
#[tokio::test(start_paused = true)]
async fn a_yes_that_the_sdk_cannot_read() {
    let server = Server::default();
    let mut person = server.person(Client::older()).await;
    let odd = json!({"action": "accept", "content": {"value": true}, "_meta": 7});
    person.script([Answer::Malformed(odd)]);
    let talk = person.call("set_price", cheaper_lamp()).await;
    assert_eq!(talk.status(), Some("unconfirmed"));
    server.shop.assert_untouched();
}

/// Checks that the form has a field: a client that accepts for its user would accept an empty one.
#[tokio::test(start_paused = true)]
async fn the_form_is_never_empty() {
    for client in eras() {
        let server = Server::default();
        let mut person = server.person(client).await;
        person.script([Answer::Yes]);
        let talk = person.call("set_price", cheaper_lamp()).await;
        let [question] = &talk.questions[..] else {
            panic!("{:?}", talk.questions)
        };
        assert_eq!(
            question.message,
            "Set the price of ‘lamp’ to 90.00?\nIt was 120.00."
        );
        // The form is exactly this: no default, and no name or comment of a Rust type.
        let form = json!({
            "type": "object",
            "properties": {"value": {
                "type": "boolean",
                "title": "Make exactly this change",
                "description":
                    "Tick to agree to what is shown above. Unticked, nothing is changed.",
            }},
            "required": ["value"],
        });
        assert_eq!(without_schema(&question.form), form);
    }
}

/// Removes `$schema`, in which a form may name its JSON Schema draft.
fn without_schema(form: &Value) -> Value {
    let mut form = form.clone();
    form.as_object_mut().unwrap().remove("$schema");
    form
}

#[tokio::test(start_paused = true)]
async fn an_unticked_form_is_an_outcome_of_its_own() {
    for client in eras() {
        let server = Server::default();
        let mut person = server.person(client).await;
        person.script([Answer::Unticked, Answer::No]);
        let unticked = person.call("set_price", cheaper_lamp()).await;
        let declined = person.call("sell", json!({"thing": "lamp"})).await;
        assert_eq!(unticked.status(), Some("declined"));
        assert_eq!(declined.status(), Some("declined"));
        assert_ne!(unticked.text(), declined.text());
        server.shop.assert_untouched();
    }
}

#[tokio::test(start_paused = true)]
async fn the_client_goes_away_with_the_question_open() {
    let server = Server::default();
    let (mut person, serving) = server.on_closing_pipe(Client::older()).await;
    let call = person.start("set_price", cheaper_lamp()).await;
    person.question(&call).await;
    let left = Instant::now();
    person.hang_up().await;
    serving.await.unwrap();
    // The SDK alone would wait for five seconds.
    assert!(left.elapsed() < SECOND, "{:?}", left.elapsed());
    server.shop.assert_untouched();
}

#[tokio::test(start_paused = true)]
async fn a_call_that_is_cancelled_writes_nothing_whatever_is_answered() {
    let server = Server::default();
    let mut person = server.person(Client::older()).await;
    let call = person.start("set_price", cheaper_lamp()).await;
    let question = person.question(&call).await;
    let cancelled = Instant::now();
    person.cancel(&call).await;
    person.withdrawn(&question).await;
    // The call ends at once and not at the deadline.
    assert!(cancelled.elapsed() < SECOND, "{:?}", cancelled.elapsed());
    _ = person.answer(&question, &Answer::Yes).await;
    person.drain().await;
    server.shop.assert_untouched();
}

/// Checks a cancel and a yes that are both in the pipe before the server reads either.
#[tokio::test(start_paused = true)]
async fn a_cancel_and_a_yes_at_once_write_nothing() {
    let server = Server::default();
    let mut person = server.person(Client::older()).await;
    let call = person.start("set_price", cheaper_lamp()).await;
    let question = person.question(&call).await;
    person.cancel(&call).await;
    _ = person.answer(&question, &Answer::Yes).await;
    person.drain().await;
    server.shop.assert_untouched();
}
