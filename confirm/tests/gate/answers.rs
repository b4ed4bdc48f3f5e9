//! Tests the shape of the answer: only a form with its one box ticked is a yes.

use std::time::Duration;

use confirm::Fallback;
use confirm_testing::{Answer, Client};
use serde_json::{Value, json};

use crate::shop::{Server, cheaper_lamp, eras};

/// Returns replies that are not a yes, and the status that each leads to.
fn no_yes() -> Vec<(Value, &'static str)> {
    let accept = |content: Value| json!({"action": "accept", "content": content});
    let yes = json!({"value": true});
    let mut replies = vec![
        (json!({"action": "decline"}), "declined"),
        (json!({"action": "decline", "content": yes}), "declined"),
        (json!({"action": "decline", "content": 7}), "declined"),
        (json!({"action": "cancel"}), "confirmation_required"),
        (
            json!({"action": "cancel", "content": yes}),
            "confirmation_required",
        ),
        (accept(json!({"value": false})), "declined"),
        (json!({"action": "accept"}), "unconfirmed"),
        (json!({"action": "skipped", "content": yes}), "unconfirmed"),
        (json!({"action": "reject", "content": yes}), "unconfirmed"),
        (json!({"action": "ACCEPT", "content": yes}), "unconfirmed"),
        (json!({"action": null, "content": yes}), "unconfirmed"),
        (json!({"action": ["accept"], "content": yes}), "unconfirmed"),
        (json!({"content": yes}), "unconfirmed"),
        (yes, "unconfirmed"),
        (json!({}), "unconfirmed"),
    ];
    for content in [
        json!({}),
        json!(null),
        json!(true),
        json!("true"),
        json!([true]),
        json!({"value": "true"}),
        json!({"value": "yes"}),
        json!({"value": 1}),
        json!({"value": [true]}),
        json!({"value": {}}),
        json!({"value": null}),
        json!({"Value": true}),
        json!({"confirm": true}),
        json!({"value": true, "transaction_id": "other"}),
        json!({"value": true, "Value": true}),
    ] {
        replies.push((accept(content), "unconfirmed"));
    }
    replies
}

#[tokio::test(start_paused = true)]
async fn anything_but_a_ticked_form_is_no_yes() {
    for client in eras() {
        let server = Server::with(|settings| settings.cool_down = Duration::ZERO);
        let mut person = server.person(client.clone()).await;
        for (reply, expected) in no_yes() {
            person.script([Answer::Malformed(reply.clone())]);
            let talk = person.call("set_price", cheaper_lamp()).await;
            // The SDK refuses a reply that it cannot read at all.
            let refused = talk.error() == Some(-32602);
            let heard = talk.status() == Some(expected);
            assert!(refused || heard, "{client:?} {reply}: {}", talk.reply);
            // There is no second question in the same call.
            assert_eq!(talk.questions.len(), 1, "{reply}");
        }
        server.shop.assert_untouched();
        person.script([Answer::Yes]);
        let talk = person.call("set_price", cheaper_lamp()).await;
        assert_eq!(talk.status(), Some("done"));
        assert_eq!(server.shop.price("lamp"), 9_000);
    }
}

/// Checks raw replies: between two calls the gate gets each as it was sent, and judges it itself.
#[tokio::test(start_paused = true)]
async fn a_no_cannot_be_sent_again_as_a_yes() {
    let server = Server::with(|settings| settings.cool_down = Duration::ZERO);
    let mut person = server.person(Client::modern()).await;
    for (reply, _) in no_yes() {
        let call = person.start("set_price", cheaper_lamp()).await;
        let question = person.question(&call).await;
        let call = person
            .answer(&question, &Answer::Malformed(reply.clone()))
            .await;
        person.reply(&call).await;
        let call = person.answer(&question, &Answer::Yes).await;
        let again = person.reply(&call).await;
        assert_eq!(again["error"]["code"], -32602, "{reply}: {again}");
    }
    server.shop.assert_untouched();
}

/// Checks that a dismissal is neither a decline nor consent: a code follows where codes are taken,
/// and nothing elsewhere. The client's own dialog never stands in for it.
#[tokio::test(start_paused = true)]
async fn what_a_dismissal_leads_to() {
    let code = Fallback::Code;
    for (tool, fallback, require_elicitation, expected) in [
        ("set_price", code, false, "confirmation_required"),
        ("set_price", code, true, "declined"),
        ("set_price", Fallback::ClientHint, false, "unconfirmed"),
        ("set_price", Fallback::ClientHint, true, "declined"),
        ("set_price", Fallback::Refuse, false, "unconfirmed"),
        ("set_price_without_codes", code, false, "unconfirmed"),
        ("sell", code, false, "unconfirmed"),
        ("sell", code, true, "declined"),
    ] {
        for client in eras() {
            let server = Server::with(|settings| {
                settings.fallback = fallback;
                settings.require_elicitation = require_elicitation;
            });
            let mut person = server.person(client).await;
            person.script([Answer::Dismiss]);
            let arguments = match tool {
                "sell" => json!({"thing": "lamp"}),
                _ => cheaper_lamp(),
            };
            let talk = person.call(tool, arguments).await;
            assert_eq!(
                talk.status(),
                Some(expected),
                "{tool} {fallback:?} {}",
                talk.reply
            );
            assert_eq!(talk.code().is_some(), expected == "confirmation_required");
            server.shop.assert_untouched();
        }
    }
}

/// Checks a retry without an answer: the question is asked again, with a fresh state.
#[tokio::test(start_paused = true)]
async fn no_answer_to_our_question_asks_again() {
    let server = Server::default();
    let mut person = server.person(Client::modern()).await;
    let yes = json!({"action": "accept", "content": {"value": true}});
    for responses in [json!({}), json!({"confirm2": yes}), json!({"value": yes})] {
        let call = person.start("set_price", cheaper_lamp()).await;
        let first = person.question(&call).await;
        let mut params = first.retry(&Answer::Yes);
        params["inputResponses"] = responses.clone();
        let call = person.request("tools/call", params).await;
        let second = person.question(&call).await;
        assert_eq!(second.message, first.message);
        assert_ne!(second.state, first.state, "{responses}");
        // Asking again spent the first question.
        let call = person.answer(&first, &Answer::Yes).await;
        assert_eq!(person.reply(&call).await["error"]["code"], -32602);
        server.shop.assert_untouched();
    }
}
