//! Tests the table of `examples/tax_filing.rs` with a scripted client: every tier and every answer, on
//! both protocols and in both languages. No message ever holds a figure of the ledger.

#[path = "../../examples/tax_filing.rs"]
#[expect(dead_code, reason = "its `main` is the example's")]
mod tax_filing;
mod world;

use confirm::Language;
use confirm_testing::{Answer, Client};
use serde_json::{Value, json};

use self::world::World;

const LANGUAGES: [Language; 2] = [Language::English, Language::Spanish];

/// The tools that ask, with the question in each language.
const ASKING: [(&str, [&str; 2]); 2] = [
    (
        "remove_entry",
        [
            "Confirm entry removal?\n\
             The entry leaves the ledger for good, and every filing from now on.\n\
             Asked by ‘tax_filing’.",
            "¿Confirmar la eliminación de un asiento?\n\
             El asiento sale del libro para siempre, y de toda declaración desde ahora.\n\
             Lo pide ‘tax_filing’.",
        ],
    ),
    (
        "export_filing",
        [
            "Confirm filing export?\n\
             The filing leaves this server and cannot be called back.\n\
             Asked by ‘tax_filing’.",
            "¿Confirmar la exportación de la declaración?\n\
             La declaración sale de este servidor y no puede recuperarse.\n\
             Lo pide ‘tax_filing’.",
        ],
    ),
];

/// The title of the form.
const FORM: [&str; 2] = ["Make exactly this change", "Hacer exactamente este cambio"];

/// Returns the answers, each with its outcome, its status, and the text for the person.
fn answers() -> [(
    Answer,
    &'static str,
    &'static str,
    Option<[&'static str; 2]>,
); 5] {
    [
        (Answer::Yes, "agreed", "done", None),
        (
            Answer::Unticked,
            "unticked",
            "declined",
            Some([
                "The box was not ticked: nothing was changed.",
                "No has marcado la casilla: no se ha cambiado nada.",
            ]),
        ),
        (
            Answer::No,
            "declined",
            "declined",
            Some([
                "You declined: nothing was changed.",
                "Has rechazado el cambio: no se ha cambiado nada.",
            ]),
        ),
        (
            Answer::Dismiss,
            "dismissed",
            "unconfirmed",
            Some([
                "The question was closed without an answer: nothing was changed.",
                "La pregunta se ha cerrado sin respuesta: no se ha cambiado nada.",
            ]),
        ),
        (
            Answer::Malformed(json!({"action": "accept", "content": {"value": "true"}})),
            "malformed",
            "unconfirmed",
            Some([
                "The answer did not fit the question: nothing was changed.",
                "La respuesta no corresponde a la pregunta: no se ha cambiado nada.",
            ]),
        ),
    ]
}

/// Returns the clients, each with the route in its decisions.
fn clients() -> [(Client, &'static str); 2] {
    [
        (Client::modern(), "round_trip"),
        (Client::older(), "in_call"),
    ]
}

#[tokio::test]
async fn every_answer_has_its_own_outcome() {
    for (client, route) in clients() {
        for (tool, questions) in ASKING {
            for (answer, outcome, status, said) in answers() {
                let mut for_model = Vec::new();
                for (i, language) in LANGUAGES.into_iter().enumerate() {
                    let mut world = World::new(&client, language).await;
                    let talk = world.call(tool, [answer.clone()]).await;
                    assert_eq!(talk.questions.len(), 1);
                    assert_eq!(talk.questions[0].message, questions[i]);
                    let form = &talk.questions[0].form["properties"]["value"];
                    assert_eq!(form["title"], FORM[i]);

                    let asked = (route == "round_trip").then_some("asked").into_iter();
                    let outcomes: Vec<_> = asked.chain([outcome]).collect();
                    assert_eq!(world.outcomes(), outcomes, "{tool} {answer:?}");
                    assert_eq!(world.last_decision()["route"], route);
                    assert_eq!(talk.status(), Some(status));
                    let result = talk.reply["result"].clone();
                    assert_eq!(for_person(&result), said.map(|said| said[i]));
                    let (left, exported) = match (outcome, tool) {
                        ("agreed", "remove_entry") => (vec![1, 3], 0),
                        ("agreed", _) => (vec![1, 2, 3], 1),
                        _ => (vec![1, 2, 3], 0),
                    };
                    world.holds(&left, exported).await;
                    world.has_not_gossiped();
                    for_model.push(without_the_person(result));
                }
                assert_eq!(for_model[0], for_model[1]);
            }
        }
    }
}

#[tokio::test]
async fn reading_runs_and_submitting_is_blocked_whoever_calls() {
    for (client, _) in clients() {
        for client in [client.clone(), client.mute()] {
            let mut for_model = Vec::new();
            for (i, language) in LANGUAGES.into_iter().enumerate() {
                let mut world = World::new(&client, language).await;
                let ledger = world.result("read_ledger").await;
                assert_eq!(world.outcomes(), ["agreed"]);
                assert_eq!(world.last_decision()["route"], "auto");
                // Check that the ledger has the figures, or this test would find nothing.
                let read = ledger.to_string();
                assert!(read.contains("8642097") && read.contains("1357531"));

                let refused = world.result("submit_filing").await;
                assert_eq!(world.outcomes(), ["agreed", "blocked"]);
                assert_eq!(refused["structuredContent"]["status"], "refused");
                assert_eq!(refused["isError"], true);
                let said = [
                    "This operation is blocked: nothing was changed.",
                    "Esta operación está bloqueada: no se ha cambiado nada.",
                ];
                assert_eq!(for_person(&refused), Some(said[i]));
                world.holds(&[1, 2, 3], 0).await;
                world.has_not_gossiped();
                for_model.push(without_the_person(refused));
            }
            assert_eq!(for_model[0], for_model[1]);
        }
    }
}

#[tokio::test]
async fn without_elicitation_the_handoff_is_refused_and_the_rest_has_the_clients_hint() {
    for (client, _) in clients() {
        let client = client.mute();
        let mut for_model = Vec::new();
        for (i, language) in LANGUAGES.into_iter().enumerate() {
            let mut world = World::new(&client, language).await;
            let refused = world.result("export_filing").await;
            assert_eq!(world.outcomes(), ["cannot_ask"]);
            assert_eq!(refused["structuredContent"]["status"], "refused");
            assert_eq!(refused["isError"], true);
            assert_eq!(
                refused["structuredContent"]["message"],
                "This client cannot ask the user to confirm, so nothing was changed. Use a client \
                 that supports form elicitation."
            );
            let said = [
                "This client cannot ask you to confirm: nothing was changed.",
                "La aplicación que usas no puede pedirte confirmación: no se ha cambiado nada.",
            ];
            assert_eq!(for_person(&refused), Some(said[i]));
            world.holds(&[1, 2, 3], 0).await;

            let removed = world.result("remove_entry").await;
            assert_eq!(removed["structuredContent"]["status"], "done");
            assert_eq!(world.outcomes(), ["cannot_ask", "agreed", "agreed"]);
            assert_eq!(world.last_decision()["route"], "client_hint");
            world.holds(&[1, 3], 0).await;
            world.has_not_gossiped();
            for_model.push([refused, removed].map(without_the_person));
        }
        assert_eq!(for_model[0], for_model[1]);
    }
}

#[tokio::test]
async fn an_entry_that_goes_while_the_question_is_open_is_noticed_and_not_told() {
    for (client, _) in clients() {
        for (i, language) in LANGUAGES.into_iter().enumerate() {
            let mut world = World::new(&client, language).await;
            let export = world.person.start("export_filing", json!({})).await;
            let question = world.person.question(&export).await;
            let removal = world.call("remove_entry", [Answer::Yes]).await;
            assert_eq!(removal.status(), Some("done"));

            let export = world.person.answer(&question, &Answer::Yes).await;
            let reply = world.person.reply(&export).await;
            world.heard.push(reply.clone());
            let result = &reply["result"];
            assert_eq!(world.outcomes().last().unwrap(), "changed");
            assert_eq!(result["structuredContent"]["status"], "unconfirmed");
            let said = [
                "It changed between the preview and the answer, so nothing was written.",
                "Algo ha cambiado entre la vista previa y la respuesta, así que no se ha guardado nada.",
            ];
            assert_eq!(for_person(result), Some(said[i]));
            world.holds(&[1, 3], 0).await;
            world.has_not_gossiped();
        }
    }
}

#[tokio::test]
async fn the_model_reads_the_same_tools_in_both_languages() {
    let mut lists = Vec::new();
    for language in LANGUAGES {
        let mut world = World::new(&Client::modern(), language).await;
        let list = world.person.request("tools/list", json!({})).await;
        let list = world.person.reply(&list).await;
        lists.push(list["result"]["tools"].clone());
    }
    assert_eq!(lists[0], lists[1]);
    let hints: Vec<_> = lists[0].as_array().unwrap().iter().map(hints).collect();
    assert_eq!(
        hints,
        [
            ("export_filing", Some(false), Some(true)),
            ("read_ledger", Some(true), None),
            ("remove_entry", Some(false), Some(true)),
            ("submit_filing", Some(false), Some(true)),
        ]
    );
}

/// Returns the name of a tool, whether it only reads, and whether it is destructive.
fn hints(tool: &Value) -> (&str, Option<bool>, Option<bool>) {
    let hint = |name| tool["annotations"][name].as_bool();
    let name = tool["name"].as_str().unwrap();
    (name, hint("readOnlyHint"), hint("destructiveHint"))
}

/// Returns the text for the person.
fn for_person(result: &Value) -> Option<&str> {
    let blocks = result["content"].as_array().unwrap().iter();
    let mut for_person = blocks.filter(|block| is_for_person(block));
    for_person.next().and_then(|block| block["text"].as_str())
}

/// Returns the result without the text for the person.
fn without_the_person(mut result: Value) -> Value {
    let blocks = result["content"].as_array_mut().unwrap();
    blocks.retain(|block| !is_for_person(block));
    assert!(!blocks.is_empty());
    result
}

fn is_for_person(block: &Value) -> bool {
    block["annotations"]["audience"] == json!(["user"])
}
