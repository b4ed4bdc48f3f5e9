//! Tests each tier with each kind of client, and that no argument changes the tier.

use std::time::Duration;

use confirm::{Fallback, Outcome, Route};
use confirm_testing::{Answer, Client};
use serde_json::{Value, json};

use crate::shop::{Server, cheaper_lamp, eras};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Came {
    /// Done, after this many questions.
    Done(usize),
    Code,
    Refused,
}
use Came::{Code, Done, Refused};

fn mute() -> [Client; 2] {
    [Client::modern().mute(), Client::older().mute()]
}

fn arguments(tool: &str) -> Value {
    match tool {
        "set_price" | "set_price_without_codes" => cheaper_lamp(),
        _ => json!({"thing": "lamp"}),
    }
}

async fn came(server: &Server, client: Client, tool: &str, arguments: Value) -> Came {
    let mut person = server.person(client).await;
    person.script([Answer::Yes]);
    let talk = person.call(tool, arguments).await;
    let asked = talk.questions.len();
    let came = match talk.status() {
        Some("done") => Done(asked),
        Some("confirmation_required") => Code,
        Some("refused") => Refused,
        _ => panic!("{tool}: {}", talk.reply),
    };
    assert_eq!(server.shop.writes(), usize::from(matches!(came, Done(_))));
    came
}

#[tokio::test(start_paused = true)]
async fn with_a_client_that_can_ask() {
    for (tool, expected) in [
        ("look", Done(0)),
        ("set_price", Done(1)),
        ("set_price_without_codes", Done(1)),
        ("sell", Done(1)),
        ("burn", Refused),
    ] {
        for client in eras() {
            let server = Server::default();
            let came = came(&server, client.clone(), tool, arguments(tool)).await;
            assert_eq!(came, expected, "{tool} {client:?}");
        }
    }
}

#[tokio::test(start_paused = true)]
async fn with_a_client_that_cannot() {
    let (code, hint, refuse) = (Fallback::Code, Fallback::ClientHint, Fallback::Refuse);
    for (tool, fallback, require_elicitation, expected) in [
        ("look", code, false, Done(0)),
        ("look", refuse, true, Done(0)),
        ("set_price", code, false, Code),
        ("set_price", hint, false, Done(0)),
        ("set_price", refuse, false, Refused),
        ("set_price", code, true, Refused),
        ("set_price", hint, true, Refused),
        // A code could not be passed back to this tool.
        ("set_price_without_codes", code, false, Refused),
        ("sell", code, false, Refused),
        ("sell", hint, false, Refused),
        ("burn", code, false, Refused),
        ("burn", hint, false, Refused),
    ] {
        for client in mute() {
            let server = Server::with(|settings| {
                settings.fallback = fallback;
                settings.require_elicitation = require_elicitation;
            });
            let came = came(&server, client, tool, arguments(tool)).await;
            assert_eq!(came, expected, "{tool} {fallback:?} {require_elicitation}");
        }
    }
}

/// Checks that the evidence has the route.
#[tokio::test(start_paused = true)]
async fn the_route_is_in_the_evidence() {
    for (client, tool, route) in [
        (Client::modern(), "set_price", Route::RoundTrip),
        (Client::older(), "set_price", Route::InCall),
        (Client::older().mute(), "set_price", Route::ClientHint),
        (Client::older(), "look", Route::Auto),
    ] {
        let server = Server::with(|settings| settings.fallback = Fallback::ClientHint);
        came(&server, client, tool, arguments(tool)).await;
        let [(_, evidence)] = &server.shop.written()[..] else {
            panic!("one write");
        };
        assert_eq!(evidence.route, route);
        let since = evidence.asked.elapsed().unwrap();
        assert!(since < Duration::from_secs(60), "{since:?}");
        let decision = server.shop.decision();
        assert_eq!(decision.outcome, Outcome::Agreed);
        assert_eq!(decision.route, Some(route));
        assert_eq!(decision.confirmation.as_ref(), Some(&evidence.id));
        assert_eq!(decision.change, Some(evidence.fingerprint.to_string()));
    }
}

/// Checks that a tier without codes neither issues nor accepts one, and ignores one that is passed.
#[tokio::test(start_paused = true)]
async fn a_code_lowers_no_tier() {
    for (tool, expected, outcome) in [
        ("sell", Refused, Outcome::CodesDisabled),
        ("burn", Refused, Outcome::Blocked),
        ("look", Done(0), Outcome::Agreed),
    ] {
        let server = Server::default();
        let mut with_code = arguments(tool);
        with_code["confirmation"] = "AAAAAAAAAAA".into();
        let client = Client::older().mute();
        let came = came(&server, client, tool, with_code).await;
        assert_eq!(came, expected, "{tool}");
        assert_eq!(server.shop.outcome(), outcome, "{tool}");
    }
}

#[tokio::test(start_paused = true)]
async fn no_argument_lowers_a_tier() {
    for flag in ["confirm", "confirmed", "force", "yes", "tier"] {
        for (tool, expected) in [
            ("raise_price", Done(1)),
            ("sell", Done(1)),
            ("burn", Refused),
        ] {
            for client in eras() {
                let server = Server::default();
                let arguments = json!({"thing": "lamp", "by": 1, flag: true});
                let came = came(&server, client, tool, arguments).await;
                assert_eq!(came, expected, "{tool} {flag}");
            }
        }
        // A tool that denies unknown arguments refuses the others.
        let server = Server::default();
        let mut person = server.person(Client::modern()).await;
        let mut arguments = cheaper_lamp();
        arguments[flag] = true.into();
        let talk = person.call("set_price", arguments).await;
        assert_eq!(talk.reply["result"]["isError"], true, "{}", talk.reply);
        assert_eq!(talk.questions.len(), 0);
        server.shop.assert_untouched();
    }
}

#[tokio::test(start_paused = true)]
async fn no_metadata_lowers_a_tier() {
    for client in eras() {
        let server = Server::default();
        let mut person = server.person(client).await;
        let params = json!({
            "name": "set_price",
            "arguments": cheaper_lamp(),
            "_meta": {"confirmed": true, "confirm": {"action": "accept", "content": {"value": true}}},
        });
        let call = person.request("tools/call", params).await;
        person.question(&call).await;
        server.shop.assert_untouched();
    }
}
