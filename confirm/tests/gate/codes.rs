//! Tests codes, for clients that cannot ask: each works once, for exactly the change in its
//! preview.

use std::time::Duration;

use confirm::Outcome;
use confirm_testing::{Answer, Client, Conversation, ScriptedClient};
use serde_json::{Value, json};
use tokio::time::advance;

use crate::shop::{Server, cheaper_lamp, status};

/// Returns clients that cannot ask, of both eras.
fn mute() -> [Client; 2] {
    [Client::modern().mute(), Client::older().mute()]
}

fn with(mut arguments: Value, code: &Value) -> Value {
    arguments["confirmation"] = code.clone();
    arguments
}

async fn code(person: &mut ScriptedClient) -> Value {
    let talk = person.call("set_price", cheaper_lamp()).await;
    talk.code().expect("a code is handed out").into()
}

async fn spend(person: &mut ScriptedClient, code: &Value) -> Conversation {
    let talk = person.call("set_price", with(cheaper_lamp(), code)).await;
    assert_eq!(talk.questions.len(), 0);
    talk
}

#[tokio::test(start_paused = true)]
async fn it_is_handed_out_with_its_preview_and_works_once() {
    for client in mute() {
        let server = Server::default();
        let mut person = server.person(client).await;
        let talk = person.call("set_price", cheaper_lamp()).await;
        assert_eq!(talk.status(), Some("confirmation_required"));
        assert_eq!(talk.questions.len(), 0);
        let content = &talk.reply["result"]["structuredContent"];
        let preview = "Set the price of ‘lamp’ to 90.00?\nIt was 120.00.";
        assert_eq!(content["preview"], preview);
        assert_eq!(server.shop.outcome(), Outcome::CodeIssued);
        server.shop.assert_untouched();

        let code = &content["confirmation"];
        let letters = code.as_str().unwrap();
        assert_eq!(letters.len(), 11);
        let url_safe = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
        assert!(letters.chars().all(url_safe), "{letters}");

        assert_eq!(spend(&mut person, code).await.status(), Some("done"));
        assert_eq!(server.shop.price("lamp"), 9_000);
        server.shop.reprice("lamp", 12_000);
        assert_eq!(spend(&mut person, code).await.status(), Some("refused"));
        assert_eq!(server.shop.price("lamp"), 12_000);
        assert_eq!(server.shop.writes(), 1);
    }
}

/// Checks that the reply does not reveal why a code is bad, so that a guess learns nothing.
#[tokio::test(start_paused = true)]
async fn one_text_for_every_reason() {
    let server = Server::default();
    let mut person = server.person(Client::older().mute()).await;
    let mut refusals = Vec::new();

    let used = code(&mut person).await;
    assert_eq!(spend(&mut person, &used).await.status(), Some("done"));
    server.shop.reprice("lamp", 12_000);
    refusals.push(spend(&mut person, &used).await);

    let expired = code(&mut person).await;
    advance(Duration::from_secs(600)).await;
    refusals.push(spend(&mut person, &expired).await);

    let of_another_change = code(&mut person).await;
    let chair = json!({"thing": "chair", "price": 9_000});
    refusals.push(
        person
            .call("set_price", with(chair, &of_another_change))
            .await,
    );

    let of_another_tool = code(&mut person).await;
    // This call would set the very same price.
    let raise = json!({"thing": "lamp", "by": -3_000});
    refusals.push(
        person
            .call("raise_price", with(raise, &of_another_tool))
            .await,
    );

    let of_another_world = code(&mut person).await;
    server.shop.reprice("lamp", 14_000);
    refusals.push(spend(&mut person, &of_another_world).await);
    server.shop.reprice("lamp", 12_000);

    // Each code is spent, even for the change that it was issued for.
    for gone in [of_another_change, of_another_tool, of_another_world] {
        refusals.push(spend(&mut person, &gone).await);
    }
    for made_up in [
        json!("AAAAAAAAAAA"),
        json!("question/AAAAAAAAAAA"),
        json!(7),
        json!(true),
        json!([]),
        json!({"code": "AAAAAAAAAAA"}),
        json!(" "),
        json!("A".repeat(100_000)),
    ] {
        refusals.push(spend(&mut person, &made_up).await);
    }
    for refusal in &refusals {
        assert_eq!(refusal.status(), Some("refused"), "{}", refusal.reply);
        assert_eq!(refusal.reply["result"], refusals[0].reply["result"]);
    }
    assert_eq!(server.shop.outcome(), Outcome::CodeRefused);
    assert_eq!(server.shop.writes(), 1);
}

#[tokio::test(start_paused = true)]
async fn it_is_good_for_ten_minutes() {
    let server = Server::default();
    let mut person = server.person(Client::older().mute()).await;
    let code = code(&mut person).await;
    advance(Duration::from_secs(599)).await;
    assert_eq!(spend(&mut person, &code).await.status(), Some("done"));
}

#[tokio::test(start_paused = true)]
async fn eight_calls_at_once() {
    for client in mute() {
        let server = Server::default();
        let mut person = server.person(client).await;
        let code = code(&mut person).await;
        let mut calls = Vec::new();
        for _ in 0..8 {
            calls.push(person.start("set_price", with(cheaper_lamp(), &code)).await);
        }
        let mut done = 0;
        for call in calls {
            done += usize::from(status(&person.reply(&call).await) == "done");
        }
        assert_eq!(done, 1);
        assert_eq!(server.shop.writes(), 1);
    }
}

/// Checks that a code cannot be computed: anyone who knows the change knows its fingerprint and
/// digest, but a code is random.
#[tokio::test(start_paused = true)]
async fn a_fingerprint_is_no_code() {
    let server = Server::default();
    let mut person = server.person(Client::older().mute()).await;
    let first = code(&mut person).await;
    let decision = server.shop.decision();
    let fingerprint = decision.change.unwrap();
    let confirmation = decision.confirmation.unwrap();
    for guess in [
        &fingerprint,
        &fingerprint[..11],
        &confirmation,
        &confirmation[..11],
    ] {
        let talk = spend(&mut person, &guess.into()).await;
        assert_eq!(talk.status(), Some("refused"), "{guess}");
    }
    assert_ne!(code(&mut person).await, first);
    server.shop.assert_untouched();
}

/// Checks other arguments for the same change: the fingerprint decides whether it is the same.
#[tokio::test(start_paused = true)]
async fn other_words_of_the_same_change() {
    let server = Server::default();
    let mut person = server.person(Client::older().mute()).await;
    let raise = json!({"thing": "lamp", "by": 1_000});
    let talk = person.call("raise_price", raise.clone()).await;
    let mut again = with(raise, &talk.code().unwrap().into());
    again["note"] = "for luck".into();
    let talk = person.call("raise_price", again).await;
    assert_eq!(talk.status(), Some("done"));
}

/// Checks a person who dismissed the question and then agreed in the conversation.
#[tokio::test(start_paused = true)]
async fn a_client_that_could_be_asked_may_pass_one() {
    for client in crate::shop::eras() {
        let server = Server::default();
        let mut person = server.person(client).await;
        person.script([Answer::Dismiss]);
        let talk = person.call("set_price", cheaper_lamp()).await;
        assert_eq!(talk.questions.len(), 1);
        let code = talk.code().unwrap().into();
        assert_eq!(spend(&mut person, &code).await.status(), Some("done"));
        assert_eq!(spend(&mut person, &code).await.status(), Some("refused"));
    }
}

/// Checks that an empty code counts as absent: models fill optional strings that way.
#[tokio::test(start_paused = true)]
async fn nothing_is_no_code() {
    for nothing in [json!(""), json!(null)] {
        let server = Server::default();
        let mut person = server.person(Client::older().mute()).await;
        let talk = person
            .call("set_price", with(cheaper_lamp(), &nothing))
            .await;
        assert_eq!(talk.status(), Some("confirmation_required"), "{nothing}");
    }
}

#[tokio::test(start_paused = true)]
async fn a_code_and_an_answer_in_one_call() {
    let server = Server::default();
    let mut person = server.person(Client::modern()).await;
    person.script([Answer::Dismiss]);
    let talk = person.call("set_price", cheaper_lamp()).await;
    let code = talk.code().unwrap();
    let call = person.start("set_price", cheaper_lamp()).await;
    let question = person.question(&call).await;
    let mut params = question.retry(&Answer::Yes);
    params["arguments"]["confirmation"] = code.into();
    let call = person.request("tools/call", params).await;
    assert_eq!(status(&person.reply(&call).await), "refused");
    assert_eq!(server.shop.outcome(), Outcome::CodeAndAnswer);
    server.shop.assert_untouched();
}

/// Checks that only an answer in the client confirms. A code that is passed is refused, and not
/// spent.
#[tokio::test(start_paused = true)]
async fn where_elicitation_is_required() {
    for client in mute() {
        let server = Server::with(|settings| settings.require_elicitation = true);
        let mut person = server.person(client).await;
        let talk = person.call("set_price", cheaper_lamp()).await;
        assert_eq!(talk.status(), Some("refused"));
        assert_eq!(talk.reply["result"]["isError"], true);
        assert_eq!(server.shop.outcome(), Outcome::CannotAsk);
        let talk = spend(&mut person, &json!("AAAAAAAAAAA")).await;
        assert_eq!(talk.status(), Some("refused"));
        assert_eq!(server.shop.outcome(), Outcome::CodesDisabled);
        server.shop.assert_untouched();
    }
}
