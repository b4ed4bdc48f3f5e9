//! Tests that the world changes while the question is open: the answer no longer holds, and the
//! reply describes the change.

use confirm::Outcome;
use confirm_testing::{Answer, Client, Question, ScriptedClient};
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};

use crate::shop::{Reading, Server, cheaper_lamp, eras, message, status};

/// Returns arguments of `raise_price`: the lamp costs 120.00, so the question says 130.00.
fn dearer_lamp() -> Value {
    json!({"thing": "lamp", "by": 1_000})
}

async fn asked(person: &mut ScriptedClient, tool: &str, arguments: Value) -> Question {
    let call = person.start(tool, arguments).await;
    person.question(&call).await
}

async fn say_yes(person: &mut ScriptedClient, question: &Question) -> Value {
    let call = person.answer(question, &Answer::Yes).await;
    person.reply(&call).await
}

#[tokio::test(start_paused = true)]
async fn the_change_itself() {
    for client in eras() {
        let server = Server::default();
        let mut person = server.person(client).await;
        let question = asked(&mut person, "raise_price", dearer_lamp()).await;
        server.shop.reprice("lamp", 14_000);
        let reply = say_yes(&mut person, &question).await;
        assert_eq!(status(&reply), "unconfirmed");
        assert_eq!(server.shop.outcome(), Outcome::Changed);
        let message = message(&reply);
        assert!(
            message.starts_with("It changed between the preview and the answer"),
            "{message}"
        );
        assert!(
            message.ends_with(
                "Shown:\n\
                 Set the price of ‘lamp’ to 130.00?\n\
                 It was 120.00.\n\
                 \n\
                 Now:\n\
                 Set the price of ‘lamp’ to 150.00?\n\
                 It was 140.00."
            ),
            "{message}"
        );
        server.shop.assert_untouched();
        assert_eq!(server.shop.price("lamp"), 14_000);
    }
}

#[tokio::test(start_paused = true)]
async fn only_what_was_shown_of_it() {
    for client in eras() {
        let server = Server::default();
        let mut person = server.person(client).await;
        let question = asked(&mut person, "set_price", cheaper_lamp()).await;
        server.shop.reprice("lamp", 14_000);
        let reply = say_yes(&mut person, &question).await;
        assert_eq!(status(&reply), "unconfirmed");
        assert_eq!(server.shop.outcome(), Outcome::Changed);
        // A line that is unchanged is not repeated.
        let message = message(&reply);
        assert!(
            message.ends_with("Shown:\nIt was 120.00.\n\nNow:\nIt was 140.00."),
            "{message}"
        );
        server.shop.assert_untouched();
    }
}

#[tokio::test(start_paused = true)]
async fn something_else() {
    for client in eras() {
        let server = Server::default();
        let mut person = server.person(client).await;
        let question = asked(&mut person, "set_price", cheaper_lamp()).await;
        server.shop.reprice("chair", 1);
        let reply = say_yes(&mut person, &question).await;
        assert_eq!(status(&reply), "done");
        assert_eq!(server.shop.price("lamp"), 9_000);
    }
}

/// Checks that the proposal runs once for the question and once for the answer. The second change
/// is written, and equals the first.
#[tokio::test(start_paused = true)]
async fn it_is_read_again_after_the_answer() {
    for client in eras() {
        let server = Server::default();
        let mut person = server.person(client).await;
        let question = asked(&mut person, "set_price", cheaper_lamp()).await;
        assert_eq!(server.shop.reads(), 1);
        say_yes(&mut person, &question).await;
        assert_eq!(server.shop.reads(), 2);
    }
}

#[tokio::test(start_paused = true)]
async fn it_cannot_be_read_again() {
    for client in eras() {
        let server = Server::default();
        let mut person = server.person(client.clone()).await;
        let question = asked(&mut person, "set_price", cheaper_lamp()).await;
        server.shop.set_reading(Reading::Fails);
        let reply = say_yes(&mut person, &question).await;
        assert_eq!(reply["result"]["isError"], true);
        let text = &reply["result"]["content"][0]["text"];
        assert_eq!(text, "the shop cannot be read");
        assert_eq!(server.shop.outcome(), Outcome::Failed);
        server.shop.set_reading(Reading::Works);
        if client == Client::modern() {
            // The answer was spent.
            let reply = say_yes(&mut person, &question).await;
            assert_eq!(reply["error"]["code"], -32602);
        }
        server.shop.assert_untouched();
    }
}

/// Checks a cancel while the world is re-read: it ends the call although the yes came before.
#[tokio::test(start_paused = true)]
async fn a_cancel_while_it_is_read_again() {
    for client in eras() {
        let server = Server::default();
        let mut person = server.person(client).await;
        let question = asked(&mut person, "set_price", cheaper_lamp()).await;
        server.shop.set_reading(Reading::Waits);
        let call = person.answer(&question, &Answer::Yes).await;
        server.shop.waits().await;
        person.cancel(&call).await;
        person.drain().await;
        server.shop.let_go();
        server.shop.decided(Outcome::Cancelled).await;
        server.shop.assert_untouched();
    }
}

/// Returns the id that the audit has for a price of the lamp.
fn name_of(price: i64) -> String {
    let hash = Sha256::digest(format!(r#"["shop",{{"price":{price},"thing":"lamp"}}]"#));
    hash.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Checks a changed world: the second proposal is another change, but the answer was to the first.
#[tokio::test(start_paused = true)]
async fn the_audit_names_the_change_that_was_asked_and_not_the_one_that_came_of_it() {
    for client in eras() {
        let server = Server::default();
        let mut person = server.person(client).await;
        let question = asked(&mut person, "raise_price", dearer_lamp()).await;
        server.shop.reprice("lamp", 14_000);
        _ = say_yes(&mut person, &question).await;
        let changed = server.shop.decision();
        assert_eq!(changed.outcome, Outcome::Changed);
        assert_eq!(changed.change, Some(name_of(13_000)));
    }
}

#[tokio::test(start_paused = true)]
async fn the_audit_names_the_change_that_a_refused_code_was_issued_for() {
    let server = Server::default();
    let mut person = server.person(Client::modern().mute()).await;
    let talk = person.call("raise_price", dearer_lamp()).await;
    let issued = server.shop.decision();
    assert_eq!(issued.change, Some(name_of(13_000)));
    server.shop.reprice("lamp", 14_000);
    let mut with_code = dearer_lamp();
    with_code["confirmation"] = talk.code().unwrap().into();
    let talk = person.call("raise_price", with_code).await;
    assert_eq!(talk.status(), Some("refused"));
    let refused = server.shop.decision();
    assert_eq!(refused.outcome, Outcome::CodeRefused);
    assert_eq!(refused.change, issued.change);
    assert_eq!(refused.confirmation, issued.confirmation);
}

/// Checks that the code after a dismissed form is for the change as it is then.
#[tokio::test(start_paused = true)]
async fn the_audit_names_the_change_of_the_code_after_a_dismissed_form() {
    for client in eras() {
        for declined in [false, true] {
            let server = Server::default();
            let mut person = server.person(client.clone()).await;
            if declined {
                server.shop.reprice("lamp", 14_000);
                person.script([Answer::No]);
                _ = person.call("raise_price", dearer_lamp()).await;
                server.shop.reprice("lamp", 12_000);
            }
            let question = asked(&mut person, "raise_price", dearer_lamp()).await;
            server.shop.reprice("lamp", 14_000);
            let call = person.answer(&question, &Answer::Dismiss).await;
            _ = person.reply(&call).await;
            let last = if declined {
                Outcome::CoolingDown
            } else {
                Outcome::CodeIssued
            };
            let all = server.shop.decisions();
            let [.., dismissed, follows] = &all[..] else {
                panic!("two decisions: {all:?}");
            };
            assert_eq!(dismissed.outcome, Outcome::Dismissed);
            assert_eq!(dismissed.change, Some(name_of(13_000)));
            assert_eq!(follows.outcome, last);
            assert_eq!(follows.change, Some(name_of(15_000)));
        }
    }
}

/// Checks a dismissed form after which the proposal fails.
#[tokio::test(start_paused = true)]
async fn the_audit_names_no_change_where_the_next_proposal_fails() {
    for client in eras() {
        let server = Server::default();
        let mut person = server.person(client).await;
        let question = asked(&mut person, "raise_price", dearer_lamp()).await;
        server.shop.set_reading(Reading::Fails);
        let call = person.answer(&question, &Answer::Dismiss).await;
        _ = person.reply(&call).await;
        let failed = server.shop.decision();
        assert_eq!((failed.outcome, failed.change), (Outcome::Failed, None));
    }
}
