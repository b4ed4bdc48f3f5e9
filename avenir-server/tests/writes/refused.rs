//! What cannot be is refused before anyone is asked: one error, with every problem in it, by index.

use avenir_sandbox::demo as known;
use serde_json::{Value, json};

use crate::{
    common::{
        World,
        wire::{error_text, status},
    },
    facts::{day, groceries_group, month},
    talk::{Route, Talk},
};

fn row(field: &str, value: impl Into<Value>) -> Value {
    let mut row = json!({"date": day(), "amount": -1, "payee_name": "A"});
    row[field] = value.into();
    row
}

fn create(rows: impl Into<Value>) -> Value {
    json!({"account_id": known::CURRENT_ACCOUNT, "transactions": rows.into()})
}

fn budget(field: &str, value: impl Into<Value>) -> Value {
    let mut arguments =
        json!({"month": "current", "category_id": known::RESTAURANTS, "amount": 100});
    arguments[field] = value.into();
    arguments
}

fn shift(field: &str, value: impl Into<Value>) -> Value {
    let mut arguments = json!({"month": "current", "amount": 1,
        "from_category_id": known::HOBBIES, "to_category_id": known::RESTAURANTS});
    arguments[field] = value.into();
    arguments
}

fn goal(fields: Value) -> Value {
    let mut arguments = fields;
    if arguments["category_id"].is_null() {
        arguments["category_id"] = known::HOBBIES.into();
    }
    arguments
}

fn split(lines: impl Into<Value>) -> Value {
    let lines = lines.into();
    json!({"transaction_id": known::DINER, "lines": lines})
}

fn line(amount: impl Into<Value>, category: &str) -> Value {
    json!({"amount": amount.into(), "category_id": category})
}

/// A tool, arguments, and what the one error says.
#[expect(clippy::too_many_lines, reason = "a table")]
fn cases(world: &World) -> Vec<(&'static str, Value, Vec<&'static str>)> {
    let (group, _) = groceries_group(world);
    let long = |length: usize| "x".repeat(length);
    let two = |one: Value| split(json!([line(-20, known::GROCERIES), one]));
    let category = |name: &str| json!({"category_group_id": group, "name": name});
    let lidl = "SELECT payee_id FROM transactions WHERE id = ?1";
    let lidl = world.text(lidl, [known::UNAPPROVED]).unwrap();
    let transfer = "SELECT transfer_payee_id FROM accounts WHERE id = ?1";
    let transfer = world.text(transfer, [known::SAVINGS_ACCOUNT]).unwrap();
    let rename = |name: &str| json!({"payee_id": lidl, "name": name});
    let flag = |id: &str| json!({"transaction_id": id, "color": "red"});
    vec![
        (
            "create_transactions",
            create(json!([])),
            vec!["between 1 and 100"],
        ),
        (
            "create_transactions",
            create(vec![row("amount", -1); 101]),
            vec!["holds 101 entries"],
        ),
        (
            "create_transactions",
            create(json!([
                row("payee_name", " "),
                row("amount", 0),
                row("amount", 12.345),
                row("date", "2099-01-01"),
                row("date", "2001-01-01"),
                row("date", "2026-13-01"),
                row("payee_name", "Transfer : Savings"),
                row("memo", long(501)),
                row("payee_name", long(201)),
                row("category_id", "nothing")
            ])),
            vec![
                "transactions[0].payee_name: the payee is blank",
                "transactions[1].amount: the amount is 0",
                "transactions[2].amount: `12.345` has more decimals",
                "the nearest amounts are 12.34 and 12.35",
                "transactions[3].date: the date is in the future",
                "transactions[4].date: the date is over five years ago",
                "transactions[5].date: the date is none",
                "transactions[6].payee_name: \"Transfer : \" is a name of YNAB's own",
                "transactions[7].memo: the memo has 501 characters and YNAB keeps 500",
                "transactions[8].payee_name: the payee's name has 201 characters",
                "transactions[9].category_id: there is no category ‘nothing’",
            ],
        ),
        (
            "create_transactions",
            create(json!([
                row("category_id", known::VISA_PAYMENT),
                row("category_id", known::HIDDEN_CATEGORY),
                row("category_id", known::UNCATEGORIZED)
            ])),
            vec!["pays off a credit card", "is hidden", "YNAB's own"],
        ),
        (
            "create_transactions",
            json!({"account_id": known::CAR_LOAN_ACCOUNT, "transactions": [row("category_id", known::GROCERIES)]}),
            vec!["transactions[0].category_id: the account is a tracking account"],
        ),
        (
            "create_transactions",
            json!({"account_id": "nowhere", "transactions": [row("amount", 1)]}),
            vec!["account_id: there is no account ‘nowhere’"],
        ),
        (
            "create_transactions",
            create(json!([row("amount", "5")])),
            vec!["invalid type"],
        ),
        (
            "create_transactions",
            create(json!([row("amount", true)])),
            vec!["invalid type"],
        ),
        (
            "create_transactions",
            create(json!([row("import_id", "x")])),
            vec!["import_id"],
        ),
        (
            "set_category_budget",
            budget("month", "2026-13-01"),
            vec!["month: ‘2026-13-01’ is no month"],
        ),
        (
            "set_category_budget",
            budget("month", "2026-09-02"),
            vec!["is not the first of a month"],
        ),
        (
            "set_category_budget",
            budget("month", "1999-01-01"),
            vec!["month: the plan has no such month"],
        ),
        (
            "set_category_budget",
            budget("amount", 0.001),
            vec!["the nearest amounts are 0 and 0.01"],
        ),
        (
            "set_category_budget",
            budget("amount", "5"),
            vec!["invalid type"],
        ),
        (
            "set_category_budget",
            budget("category_id", known::INFLOW),
            vec!["YNAB's own"],
        ),
        (
            "set_category_budget",
            budget("category_id", known::HIDDEN_CATEGORY),
            vec!["is hidden"],
        ),
        (
            "set_category_budget",
            budget("category_id", "../x"),
            vec!["there is no category ‘../x’"],
        ),
        (
            "move_money",
            shift("to_category_id", known::HOBBIES),
            vec!["to_category_id: it is the same category twice"],
        ),
        (
            "move_money",
            shift("amount", 0),
            vec!["amount: the amount is 0"],
        ),
        (
            "move_money",
            shift("amount", -1),
            vec!["amount: the amount is negative"],
        ),
        (
            "set_category_target",
            goal(json!({"amount": 5, "by_date": "2020-01-01"})),
            vec!["by_date: 2020-01-01 is past"],
        ),
        (
            "set_category_target",
            goal(json!({"amount": 5, "by_date": "soon"})),
            vec!["by_date: ‘soon’ is no date"],
        ),
        (
            "set_category_target",
            goal(json!({"amount": -5})),
            vec!["amount: the amount is negative"],
        ),
        (
            "set_category_target",
            goal(json!({"frequency": "monthly"})),
            vec!["there is no amount"],
        ),
        (
            "set_category_target",
            goal(json!({"amount": 5, "by_date": "2099-01-01", "frequency": "weekly"})),
            vec!["not both"],
        ),
        (
            "set_category_target",
            goal(json!({"amount": 5, "frequency": "daily"})),
            vec!["daily"],
        ),
        (
            "set_category_target",
            json!({"category_id": known::VISA_PAYMENT, "amount": 5, "frequency": "weekly"}),
            vec!["pays off a credit card"],
        ),
        (
            "update_category",
            json!({"category_id": known::HOBBIES}),
            vec!["give a new name"],
        ),
        (
            "update_category",
            json!({"category_id": known::HOBBIES, "name": ""}),
            vec!["name: the name is blank"],
        ),
        (
            "update_category",
            json!({"category_id": known::RESTAURANTS, "name": "Groceries"}),
            vec!["has a category ‘Groceries’ already"],
        ),
        (
            "update_category",
            json!({"category_id": known::HOBBIES, "category_group_id": "x"}),
            vec!["no category group ‘x’"],
        ),
        (
            "create_category",
            category(&long(51)),
            vec!["has 51 characters and YNAB keeps 50"],
        ),
        (
            "create_category",
            category("Groceries"),
            vec!["choose another name"],
        ),
        (
            "split_transaction",
            split(json!([line(-23.4, known::GROCERIES)])),
            vec!["there is one line"],
        ),
        (
            "split_transaction",
            two(line(-3, known::RESTAURANTS)),
            vec!["they add up to -23, and the transaction's amount is -23.4"],
        ),
        (
            "split_transaction",
            two(line(-3.4, known::GROCERIES)),
            vec!["already in lines[0]; name it once"],
        ),
        (
            "split_transaction",
            two(line(0, known::RESTAURANTS)),
            vec!["lines[1].amount: the amount is 0"],
        ),
        (
            "split_transaction",
            json!({"transaction_id": known::TRANSFER, "lines": [line(-1, known::GROCERIES), line(-399, known::RESTAURANTS)]}),
            vec!["transfer inside the budget"],
        ),
        (
            "split_transaction",
            json!({"transaction_id": known::SPLIT, "lines": [line(-1, known::GROCERIES), line(-399, known::RESTAURANTS)]}),
            vec!["is split"],
        ),
        (
            "flag_transactions",
            json!({"flags": [flag("nowhere"), flag(known::DINER), flag(known::DINER)]}),
            vec![
                "flags[0]: there is no transaction",
                "flags[2]",
                "already in flags[1]",
            ],
        ),
        (
            "flag_transactions",
            json!({"flags": [{"transaction_id": known::DINER, "color": "pink"}]}),
            vec!["pink"],
        ),
        ("rename_payee", rename(" "), vec!["name: the name is blank"]),
        (
            "rename_payee",
            rename("Arnotts"),
            vec!["another payee is called ‘Arnotts’ already"],
        ),
        ("rename_payee", rename("Transfer : X"), vec!["YNAB's own"]),
        (
            "rename_payee",
            rename(&long(501)),
            vec!["has 501 characters"],
        ),
        (
            "rename_payee",
            json!({"payee_id": transfer, "name": "X"}),
            vec!["stands for transfers"],
        ),
        (
            "reconcile_account",
            json!({"account_id": known::CURRENT_ACCOUNT, "bank_balance": 1.001}),
            vec!["bank_balance: `1.001` has more decimals"],
        ),
        (
            "reconcile_account",
            json!({"account_id": "nowhere", "bank_balance": 1}),
            vec!["no account ‘nowhere’"],
        ),
        (
            "approve_transactions",
            json!({"tx_ids": [known::DINER, "nowhere"]}),
            vec!["tx_ids[1]: there is no transaction"],
        ),
        (
            "approve_transactions",
            json!({"tx_ids": []}),
            vec!["between 1 and 500"],
        ),
    ]
}

#[tokio::test]
async fn nobody_is_asked_and_nothing_is_written() {
    let world = World::without_limit().await;
    // The client's own count of the hour is per process.
    let mut talk = Talk::new(&world, Route::InCall).await;
    for (number, (tool, mut arguments, parts)) in cases(&world).into_iter().enumerate() {
        if number % 20 == 19 {
            talk = Talk::new(&world, Route::ALL[number / 20 % 3]).await;
        }
        arguments["plan_id"] = known::PLAN.into();
        let refused = talk.call(tool, &arguments).await;
        let text = match refused["error"]["message"].as_str() {
            Some(text) => text,
            None => error_text(&refused),
        };
        for part in parts {
            assert!(text.contains(part), "{tool} {arguments}\n{part}\n{text}");
        }
    }
    assert_eq!(world.operations(), [""; 0]);
}

/// In yen there is nothing behind the point, in dinars there are three digits.
#[tokio::test]
async fn amounts_are_checked_against_the_plan() {
    let world = World::new().await;
    let mut talk = Talk::new(&world, Route::InCall).await;
    for (plan, category, amount, nearest) in [
        (known::YEN_PLAN, known::YEN_GROCERIES, 0.5, "are 0 and 1"),
        (
            known::DINAR_PLAN,
            known::DINAR_GROCERIES,
            0.0005,
            "are 0 and 0.001",
        ),
    ] {
        let arguments =
            json!({"plan_id": plan, "month": month(), "category_id": category, "amount": amount});
        let refused = talk.call("set_category_budget", &arguments).await;
        assert!(error_text(&refused).contains(nearest), "{refused}");
    }
    let dinars = json!({"plan_id": known::DINAR_PLAN, "month": month(),
        "category_id": known::DINAR_GROCERIES, "amount": 7.125});
    let question = talk.ask("set_category_budget", dinars).await;
    assert!(question.text.contains(" → 7.125?"), "{}", question.text);
}

/// What is so already needs no yes.
#[tokio::test]
async fn nothing_to_do() {
    let world = World::new().await;
    let mut talk = Talk::new(&world, Route::RoundTrip).await;
    let set = budget("amount", 123);
    let with_plan = |mut arguments: Value| {
        arguments["plan_id"] = known::PLAN.into();
        arguments
    };
    talk.apply("set_category_budget", with_plan(set.clone()))
        .await;
    for (tool, arguments) in [
        ("set_category_budget", set),
        (
            "flag_transactions",
            json!({"flags": [{"transaction_id": known::DINER}]}),
        ),
        (
            "update_category",
            json!({"category_id": known::HOBBIES, "name": "Hobbies"}),
        ),
    ] {
        let result = talk.call(tool, &with_plan(arguments)).await;
        assert_eq!(status(&result), "nothing_to_do", "{result}");
    }
    assert_eq!(world.operations(), ["applied"]);
}

/// A difference is explained, and nothing is written.
#[tokio::test]
async fn a_difference_is_explained() {
    let world = World::new().await;
    let mut talk = Talk::new(&world, Route::InCall).await;
    let uncleared = "UPDATE transactions SET cleared = 'uncleared' WHERE id = ?1";
    world.change(uncleared, [known::GREENGROCER]);
    let (_, balance) = crate::facts::to_reconcile(&world, known::CURRENT_ACCOUNT);
    let bank = crate::facts::amount(balance - 41_850);
    let arguments = json!({"plan_id": known::PLAN, "account_id": known::CURRENT_ACCOUNT,
        "bank_balance": bank});
    let found = talk.call("reconcile_account", &arguments).await;
    assert_eq!(status(&found), "difference_found", "{found}");
    let analysis = &found["result"]["structuredContent"]["analysis"];
    assert_eq!(analysis["difference"], -41.85);
    assert_eq!(analysis["bank_balance"], bank);
    assert_eq!(analysis["explained_by"], json!([known::GREENGROCER]));
    let listed = analysis["uncleared"].as_array().unwrap();
    assert!(
        listed.iter().any(|row| row["payee"] == "Evergreen Grocers"),
        "{analysis}"
    );
    assert_eq!(world.operations(), [""; 0]);
}
