//! The impossible changes, in groups.

use avenir_sandbox::demo as known;
use serde_json::{Value, json};

use crate::{
    common::World,
    facts::{day, groceries_group},
};

/// A tool, arguments, and the parts of the one error.
type Case = (&'static str, Value, Vec<&'static str>);

pub(super) fn all(world: &World) -> Vec<Case> {
    [
        creating(),
        budgets(),
        targets(),
        categories(world),
        transactions(),
        payees(world),
    ]
    .concat()
}

/// Returns the cases about new rows.
fn creating() -> Vec<Case> {
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
                "transactions[5].date: not a date",
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
            create(json!([row("amount", "five")])),
            vec!["transactions[0].amount: `five` is not an amount"],
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
    ]
}

/// Returns the cases about amounts in a month.
fn budgets() -> Vec<Case> {
    vec![
        (
            "set_category_budget",
            budget("month", "2026-13-01"),
            vec!["month: ‘2026-13-01’ is not a month"],
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
            budget("amount", "five"),
            vec!["amount: `five` is not an amount"],
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
    ]
}

/// Returns the cases about targets.
fn targets() -> Vec<Case> {
    vec![
        (
            "set_category_target",
            goal(json!({"amount": 5, "by_date": "2020-01-01"})),
            vec!["by_date: 2020-01-01 is past"],
        ),
        (
            "set_category_target",
            goal(json!({"amount": 5, "by_date": "soon"})),
            vec!["by_date: ‘soon’ is not a date"],
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
    ]
}

/// Returns the cases about names and groups of categories.
fn categories(world: &World) -> Vec<Case> {
    let (group, _) = groceries_group(world);
    let category = |name: &str| json!({"category_group_id": group, "name": name});
    vec![
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
            category("Groceries"),
            vec!["choose another name"],
        ),
    ]
}

/// Returns the cases about existing transactions.
fn transactions() -> Vec<Case> {
    let two = |one: Value| split(json!([line(-20, known::GROCERIES), one]));
    let flag = |id: &str| json!({"transaction_id": id, "color": "red"});
    vec![
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

/// Returns the cases about names of payees.
fn payees(world: &World) -> Vec<Case> {
    let lidl = "SELECT payee_id FROM transactions WHERE id = ?1";
    let lidl = world.text(lidl, [known::UNAPPROVED]).unwrap();
    let transfer = "SELECT transfer_payee_id FROM accounts WHERE id = ?1";
    let transfer = world.text(transfer, [known::SAVINGS_ACCOUNT]).unwrap();
    let rename = |name: &str| json!({"payee_id": lidl, "name": name});
    vec![
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
    ]
}

fn row(field: &str, value: impl Into<Value>) -> Value {
    let mut row = json!({"date": day(), "amount": -1, "payee_name": "A"});
    row[field] = value.into();
    row
}

fn create(rows: impl Into<Value>) -> Value {
    json!({"account_id": known::CURRENT_ACCOUNT, "transactions": rows.into()})
}

pub(super) fn budget(field: &str, value: impl Into<Value>) -> Value {
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

fn long(length: usize) -> String {
    "x".repeat(length)
}
