//! Arguments as models write them. An argument that cannot be understood is refused in one line,
//! which names the argument and the row of a list.

use avenir_sandbox::demo as known;
use serde_json::{Value, json};

use crate::{
    common::{World, session::error_text},
    facts::{day, month},
    talk::{Route, Talk},
};

#[tokio::test]
async fn an_error_names_the_argument_and_the_row() {
    let world = World::new().await;
    for route in Route::ALL {
        let mut talk = Talk::new(&world, route).await;
        for (tool, arguments, [start, part]) in &[in_lists(), by_themselves()].concat() {
            let text = refused(&mut talk, tool, arguments).await;
            assert!(text.starts_with(start), "{tool}: {text}");
            assert!(text.contains(part), "{tool}: {text}");
        }
    }
    assert_eq!(world.operations(), [""; 0]);
}

/// A tool, arguments, the beginning of the error, and another part of the error.
type Case = (&'static str, Value, [&'static str; 2]);

fn in_lists() -> Vec<Case> {
    let right = json!({"transaction_id": "a", "category_id": "b"});
    let assignments = |row: Value| json!({"assignments": [right, right, row]});
    vec![
        (
            "apply_categories",
            assignments(json!({"transaction_id": "a", "category_id": 7})),
            ["assignments[2].category_id: ", "`7`, expected a string"],
        ),
        (
            "apply_categories",
            assignments(json!({"transaction_id": null, "category_id": "b"})),
            ["assignments[2]: ", "missing field `transaction_id`"],
        ),
        (
            "apply_categories",
            assignments(json!({"transaction_id": "a", "category_id": "b", "\u{202e}c\n": 1})),
            ["assignments[2]", "unknown field `\\u{202E}c\\n`"],
        ),
        (
            "apply_categories",
            assignments(json!(7)),
            ["assignments[2]: ", "`7`, expected an object"],
        ),
        (
            "apply_categories",
            assignments(json!(null)),
            ["assignments[2]: ", "null, expected an object"],
        ),
        (
            "apply_categories",
            json!({"assignments": "all"}),
            ["assignments: ", "a sequence"],
        ),
        (
            "approve_transactions",
            json!({"tx_ids": ["a", 5]}),
            ["tx_ids[1]: ", "a string"],
        ),
        (
            "create_transactions",
            create(&json!({"amount": true})),
            [
                "transactions[1].amount: ",
                "invalid type, expected an amount",
            ],
        ),
        (
            "create_transactions",
            create(&json!({"payee_name": 7})),
            ["transactions[1].payee_name: ", "a string"],
        ),
        (
            "create_transactions",
            create(&json!({"amount": null})),
            ["transactions[1]: ", "missing field `amount`"],
        ),
        (
            "flag_transactions",
            json!({"flags": [[]]}),
            ["flags[0]: ", "expected an object"],
        ),
        (
            "create_transactions",
            json!({"account_id": "a", "transactions": ["coffee"]}),
            ["transactions[0]: ", "expected an object"],
        ),
        (
            "split_transaction",
            json!({"transaction_id": "a", "lines": [true]}),
            ["lines[0]: ", "expected an object"],
        ),
        (
            "flag_transactions",
            json!({"flags": [{"transaction_id": "a", "color": "pink"}]}),
            ["flags[0].color: ", "`pink`, expected one of `red`"],
        ),
        (
            "split_transaction",
            json!({"transaction_id": "a", "lines": [{"amount": {}, "category_id": "b"}]}),
            ["lines[0].amount: ", "invalid type, expected an amount"],
        ),
    ]
}

fn by_themselves() -> Vec<Case> {
    vec![
        (
            "create_category",
            json!({"category_group_id": "a", "name": 5}),
            ["name: ", "a string"],
        ),
        (
            "import_transactions",
            json!({"plan_id": 5}),
            ["plan_id: ", "a string"],
        ),
        (
            "import_transactions",
            json!({"plan_id": null}),
            ["missing field `plan_id`", ""],
        ),
        (
            "move_money",
            json!({"month": "current", "from_category_id": "a", "to_category_id": "b",
                "amount": []}),
            ["amount: ", "invalid type, expected an amount"],
        ),
        (
            "reconcile_account",
            json!({"account_id": "a", "bank_balance": 1, "adjust": "yes"}),
            ["adjust: ", "a boolean"],
        ),
        (
            "rename_payee",
            json!({"payee_id": 3.5, "name": "b"}),
            ["payee_id: ", "`3.5`"],
        ),
        (
            "set_category_budget",
            json!({"month": 5, "category_id": "a", "amount": 1}),
            ["month: ", "a string"],
        ),
        (
            "set_category_target",
            json!({"category_id": "a", "frequency": "daily"}),
            ["frequency: ", "`daily`, expected one of `monthly`"],
        ),
        (
            "undo_operation",
            json!({"operation_id": 5}),
            ["operation_id: ", "a string"],
        ),
        (
            "update_category",
            json!({"category_id": "a", "name": false}),
            ["name: ", "a string"],
        ),
    ]
}

#[tokio::test]
async fn text_that_is_not_an_amount() {
    let world = World::new().await;
    let mut talk = Talk::new(&world, Route::InCall).await;
    for (text, shown) in [
        ("", "``"),
        ("ten", "`ten`"),
        ("12,50", "`12,50`"),
        ("$5", "`$5`"),
        ("1e3", "`1e3`"),
        ("5\u{202e}\n", "`5\\u{202E}\\n`"),
    ] {
        let answer = talk
            .call("create_transactions", &create(&json!({"amount": text})))
            .await;
        let said = error_text(&answer).lines().nth(1).unwrap();
        let expected = format!("transactions[1].amount: {shown} is not an amount");
        assert!(said.starts_with(&expected), "{said}");
    }
    let fine = talk
        .call("create_transactions", &create(&json!({"amount": "1.234"})))
        .await;
    assert!(error_text(&fine).contains("are 1.23 and 1.24"), "{fine}");
}

/// Shows the understood arguments in the question that the person reads.
#[tokio::test]
async fn amounts_in_text_and_nulls_are_understood() {
    let world = World::new().await;
    let nulls = json!({"amount": "-12.50", "memo": null, "category_id": null});
    let mut created = create(&nulls);
    created["approved"] = Value::Null;
    created["confirmation"] = Value::Null;
    let assigned = |amount: Value| {
        json!({"plan_id": known::PLAN, "month": month(),
        "category_id": known::RESTAURANTS, "amount": amount})
    };
    for (tool, arguments, part) in [
        ("create_transactions", created, "-12.50"),
        ("set_category_budget", assigned(json!("45.60")), "45.60"),
        ("set_category_budget", assigned(json!(45.0)), "45.00"),
        ("set_category_budget", assigned(json!("-0045.6")), "-45.60"),
        (
            "set_category_target",
            json!({"plan_id": known::PLAN, "category_id": known::RESTAURANTS, "amount": "77.7",
                "by_date": null, "frequency": null}),
            "77.70",
        ),
        (
            "update_category",
            json!({"plan_id": known::PLAN, "category_id": known::RESTAURANTS, "name": "Out",
                "category_group_id": null}),
            "Out",
        ),
    ] {
        let mut talk = Talk::new(&world, Route::RoundTrip).await;
        let question = talk.ask(tool, arguments).await.text;
        assert!(question.contains(part), "{tool}: {question}");
    }
    assert_eq!(world.operations(), [""; 0]);
}

/// Returns arguments with two rows, of which the second has these fields.
fn create(fields: &Value) -> Value {
    let right = json!({"date": day(), "amount": -1, "payee_name": "Kiosk"});
    let mut row = right.clone();
    for (name, value) in fields.as_object().unwrap() {
        row[name] = value.clone();
    }
    json!({"plan_id": known::PLAN, "account_id": known::CURRENT_ACCOUNT, "transactions": [right, row]})
}

/// Calls a tool that must refuse and returns the error. Panics unless the error is one readable
/// line.
async fn refused(talk: &mut Talk, tool: &str, arguments: &Value) -> String {
    let mut arguments = arguments.clone();
    if arguments.get("plan_id").is_none() {
        arguments["plan_id"] = known::PLAN.into();
    }
    let text = error_text(&talk.call(tool, &arguments).await).to_owned();
    assert!(!text.contains(['\n', '\u{202e}']), "{text}");
    text
}
