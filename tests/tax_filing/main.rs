//! The table of `examples/tax_filing.rs`, over a pipe: every tier and every answer, in both eras of
//! the protocol and both languages. What is shown and said never holds a figure of the ledger.

#[path = "../../examples/tax_filing.rs"]
#[expect(dead_code, reason = "its `main` is the example's")]
mod tax_filing;
mod wire;
mod world;

use confirm::Language;
use serde_json::{Value, json};

use self::{wire::ERAS, world::World};

const LANGUAGES: [Language; 2] = [Language::English, Language::Spanish];

/// A tool that asks, and what the person reads of it in each of the languages.
const ASKING: [(&str, [&str; 2]); 2] = [
    (
        "remove_entry",
        [
            "Confirm entry removal?\n\
             The entry leaves the ledger for good, and every filing from now on.\n\
             Asked by ‘tax_filing’.",
            "¿Confirmar la eliminación de un asiento?\n\
             El asiento sale del libro para siempre, y de toda declaración desde ahora.\n\
             Pregunta ‘tax_filing’.",
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
             Pregunta ‘tax_filing’.",
        ],
    ),
];

/// The title of the form.
const FORM: [&str; 2] = ["Make exactly this change", "Hacer exactamente este cambio"];

const YES: &str = r#"{"action": "accept", "content": {"value": true}}"#;

/// An answer, what comes of it, the status in the reply, and what the person then reads.
const ANSWERS: [(&str, &str, &str, Option<[&str; 2]>); 5] = [
    (YES, "confirmed", "done", None),
    (
        r#"{"action": "accept", "content": {"value": false}}"#,
        "unticked",
        "declined",
        Some([
            "The box was not ticked: nothing was changed.",
            "La casilla no estaba marcada: no se cambió nada.",
        ]),
    ),
    (
        r#"{"action": "decline"}"#,
        "declined",
        "declined",
        Some([
            "You declined: nothing was changed.",
            "Usted dijo que no: no se cambió nada.",
        ]),
    ),
    (
        r#"{"action": "cancel"}"#,
        "dismissed",
        "unconfirmed",
        Some([
            "The question was closed without an answer: nothing was changed.",
            "La pregunta se cerró sin respuesta: no se cambió nada.",
        ]),
    ),
    (
        r#"{"action": "accept", "content": {"value": "true"}}"#,
        "malformed",
        "unconfirmed",
        Some([
            "The answer did not fit the question: nothing was changed.",
            "La respuesta no correspondía a la pregunta: no se cambió nada.",
        ]),
    ),
];

#[tokio::test]
async fn every_answer_has_its_own_outcome() {
    for era in ERAS {
        for (tool, questions) in ASKING {
            for (answer, outcome, status, said) in ANSWERS {
                let mut for_model = Vec::new();
                for (i, language) in LANGUAGES.into_iter().enumerate() {
                    let mut world = World::new(era, language, true).await;
                    let question = world.question(tool).await;
                    assert_eq!(question.shown["message"], questions[i]);
                    let form = &question.shown["requestedSchema"]["properties"]["value"];
                    assert_eq!(form["title"], FORM[i]);
                    let result = world.client.answer(question, answer).await;

                    let (asked, route) = match era {
                        "2026-07-28" => (Some("asked"), "round_trip"),
                        _ => (None, "in_call"),
                    };
                    let outcomes: Vec<_> = asked.into_iter().chain([outcome]).collect();
                    assert_eq!(world.outcomes(), outcomes, "{era} {tool} {answer}");
                    assert_eq!(world.last_decision()["route"], route);
                    assert_eq!(result["structuredContent"]["status"], status);
                    assert_eq!(for_person(&result), said.map(|said| said[i]));
                    let (left, exported) = match (outcome, tool) {
                        ("confirmed", "remove_entry") => (vec![1, 3], 0),
                        ("confirmed", _) => (vec![1, 2, 3], 1),
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
    for era in ERAS {
        for forms in [true, false] {
            let mut for_model = Vec::new();
            for (i, language) in LANGUAGES.into_iter().enumerate() {
                let mut world = World::new(era, language, forms).await;
                let ledger = world.result("read_ledger").await;
                assert_eq!(world.outcomes(), ["confirmed"]);
                assert_eq!(world.last_decision()["route"], "auto");
                // The figures are where they belong, or this test would find them nowhere.
                let read = ledger.to_string();
                assert!(read.contains("8642097") && read.contains("1357531"));

                let refused = world.result("submit_filing").await;
                assert_eq!(world.outcomes(), ["confirmed", "blocked"]);
                assert_eq!(refused["structuredContent"]["status"], "refused");
                assert_eq!(refused["isError"], true);
                let said = [
                    "This operation is blocked: nothing was changed.",
                    "Esta operación está bloqueada: no se cambió nada.",
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
    for era in ERAS {
        let mut for_model = Vec::new();
        for (i, language) in LANGUAGES.into_iter().enumerate() {
            let mut world = World::new(era, language, false).await;
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
                "Este cliente no puede pedirle confirmación: no se cambió nada.",
            ];
            assert_eq!(for_person(&refused), Some(said[i]));
            world.holds(&[1, 2, 3], 0).await;

            let removed = world.result("remove_entry").await;
            assert_eq!(removed["structuredContent"]["status"], "done");
            assert_eq!(world.outcomes(), ["cannot_ask", "confirmed", "confirmed"]);
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
    for era in ERAS {
        for (i, language) in LANGUAGES.into_iter().enumerate() {
            let mut world = World::new(era, language, true).await;
            let export = world.question("export_filing").await;
            let removal = world.question("remove_entry").await;
            world.client.answer(removal, YES).await;

            let result = world.client.answer(export, YES).await;
            assert_eq!(world.outcomes().last().unwrap(), "changed");
            assert_eq!(result["structuredContent"]["status"], "unconfirmed");
            let said = [
                "It changed between the preview and the answer, so nothing was written.",
                "Cambió entre la vista previa y la respuesta, así que no se escribió nada.",
            ];
            assert_eq!(for_person(&result), Some(said[i]));
            world.holds(&[1, 3], 0).await;
            world.has_not_gossiped();
        }
    }
}

#[tokio::test]
async fn the_model_reads_the_same_tools_in_both_languages() {
    let mut lists = Vec::new();
    for language in LANGUAGES {
        let mut world = World::new(ERAS[0], language, true).await;
        let list = world.client.request("tools/list", json!({})).await;
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

/// The name of a tool, whether it only reads, and whether it can destroy.
fn hints(tool: &Value) -> (&str, Option<bool>, Option<bool>) {
    let hint = |name| tool["annotations"][name].as_bool();
    let name = tool["name"].as_str().unwrap();
    (name, hint("readOnlyHint"), hint("destructiveHint"))
}

/// The text that is for the person.
fn for_person(result: &Value) -> Option<&str> {
    let blocks = result["content"].as_array().unwrap().iter();
    let mut for_person = blocks.filter(|block| is_for_person(block));
    for_person.next().and_then(|block| block["text"].as_str())
}

/// What is left for the model.
fn without_the_person(mut result: Value) -> Value {
    let blocks = result["content"].as_array_mut().unwrap();
    blocks.retain(|block| !is_for_person(block));
    assert!(!blocks.is_empty());
    result
}

fn is_for_person(block: &Value) -> bool {
    block["annotations"]["audience"] == json!(["user"])
}
