//! The question of each tool word for word, on every route, and the write after a yes.

use avenir_sandbox::demo as known;
use serde_json::{Value, json};

use crate::{
    common::World,
    facts::{
        amount, assigned, available, date_of, day, groceries_group, inflow, money, month,
        row_count, to_reconcile,
    },
    talk::{Route, Talk},
};

/// The lines in all questions: the plan, because there are several plans, and the server's name.
const ASKER: &str = "Plan ‘Household’.\nAsked by ‘avenir-server’.";

/// Applies a change on each route, each in its own world, and checks the question and the write.
async fn on_every_route<T>(
    tool: &'static str,
    prepare: impl Fn(&World) -> (Value, T),
    question: impl Fn(&T) -> String,
    written: impl Fn(&World, &T),
) {
    for route in Route::ALL {
        let world = World::new().await;
        let (mut arguments, known) = prepare(&world);
        arguments["plan_id"] = known::PLAN.into();
        let mut talk = Talk::new(&world, route).await;
        let (text, id) = talk.apply(tool, arguments).await;
        println!("{tool}, {route:?}\n{text}\n→ yes\napplied, operation {id}\n");
        assert_eq!(text, question(&known), "{route:?}");
        written(&world, &known);
        assert_eq!(world.operations(), ["applied"], "{route:?}");
    }
}

#[tokio::test]
async fn apply_categories() {
    on_every_route(
        "apply_categories",
        |world| {
            let assignments = [known::DINER, known::GREENGROCER]
                .map(|id| json!({"transaction_id": id, "category_id": known::RESTAURANTS}));
            let days = [known::DINER, known::GREENGROCER].map(|id| date_of(world, id));
            (json!({"assignments": assignments}), days)
        },
        |[one, other]| {
            format!(
                "Recategorise 2 transaction(s)?\n{ASKER}\n\
                 - {one} ‘Joe’s Diner’ -23.40: no category → ‘Restaurants’\n\
                 - {other} ‘Evergreen Grocers’ -41.85: no category → ‘Restaurants’"
            )
        },
        |world, _| {
            for id in [known::DINER, known::GREENGROCER] {
                assert_eq!(world.category_of(id).as_deref(), Some(known::RESTAURANTS));
            }
        },
    )
    .await;
}

#[tokio::test]
async fn set_category_budget() {
    on_every_route(
        "set_category_budget",
        |world| {
            let arguments =
                json!({"month": "current", "category_id": known::RESTAURANTS, "amount": 150.5});
            let before = assigned(world, known::RESTAURANTS);
            (arguments, (before, available(world, known::RESTAURANTS)))
        },
        |(before, available)| {
            format!(
                "Budget ‘Restaurants’ for {}: {} → 150.50?\nAvailable: {} → {}.\n{ASKER}",
                month(),
                money(*before),
                money(*available),
                money(available - before + 150_500),
            )
        },
        |world, _| assert_eq!(assigned(world, known::RESTAURANTS), 150_500),
    )
    .await;
}

#[tokio::test]
async fn move_money() {
    on_every_route(
        "move_money",
        |world| {
            let arguments = json!({"month": month(), "from_category_id": known::HOBBIES,
                "to_category_id": known::RESTAURANTS, "amount": 30});
            let of = |id| (assigned(world, id), available(world, id));
            (arguments, [of(known::HOBBIES), of(known::RESTAURANTS)])
        },
        |[from, to]| {
            let line = |name: &str, (before, available): &(i64, i64), moved: i64| {
                format!(
                    "- ‘{name}’: {} → {}; available {} → {}",
                    money(*before),
                    money(before + moved),
                    money(*available),
                    money(available + moved)
                )
            };
            format!(
                "Move 30.00 from ‘Hobbies’ to ‘Restaurants’ for {}?\n{ASKER}\n{}\n{}",
                month(),
                line("Hobbies", from, -30_000),
                line("Restaurants", to, 30_000)
            )
        },
        |world, [from, to]| {
            assert_eq!(assigned(world, known::HOBBIES), from.0 - 30_000);
            assert_eq!(assigned(world, known::RESTAURANTS), to.0 + 30_000);
        },
    )
    .await;
}

/// Warns in the question if a category goes below zero.
#[tokio::test]
async fn below_zero() {
    let world = World::new().await;
    let mut talk = Talk::new(&world, Route::InCall).await;
    let more = available(&world, known::HOBBIES) + 10;
    let shift = json!({"plan_id": known::PLAN, "month": "current", "amount": amount(more),
        "from_category_id": known::HOBBIES, "to_category_id": known::RESTAURANTS});
    let question = talk.ask("move_money", shift).await.text;
    assert!(
        question.contains("\n‘Hobbies’ goes below zero.\n"),
        "{question}"
    );
    let set = json!({"plan_id": known::PLAN, "month": "current", "amount": -5000,
        "category_id": known::HOBBIES});
    let mut talk = Talk::new(&world, Route::Code).await;
    let question = talk.ask("set_category_budget", set).await.text;
    assert!(
        question.contains("\n‘Hobbies’ goes below zero.\n"),
        "{question}"
    );
}

#[tokio::test]
async fn flag_transactions() {
    on_every_route(
        "flag_transactions",
        |world| {
            world.change(
                "UPDATE transactions SET flag_color = 'blue' WHERE id = ?1",
                [known::REFUND],
            );
            let flags = json!([{"transaction_id": known::DINER, "color": "red"},
                {"transaction_id": known::REFUND}]);
            let days = [known::DINER, known::REFUND].map(|id| date_of(world, id));
            (json!({"flags": flags}), days)
        },
        |[one, other]| {
            format!(
                "Change the flag of 2 transaction(s)?\n{ASKER}\n\
                 - {one} ‘Joe’s Diner’ -23.40: no flag → red\n\
                 - {other} ‘Arnotts’ 49.95: blue → no flag"
            )
        },
        |world, _| {
            let flag = "SELECT flag_color FROM transactions WHERE id = ?1";
            assert_eq!(world.text(flag, [known::DINER]).as_deref(), Some("red"));
            assert_eq!(world.text(flag, [known::REFUND]), None);
        },
    )
    .await;
}

#[tokio::test]
async fn set_category_target() {
    on_every_route(
        "set_category_target",
        |world| {
            world.change(
                "UPDATE categories SET goal_type = NULL, goal_target = NULL WHERE id = ?1",
                [known::HOBBIES],
            );
            (
                json!({"category_id": known::HOBBIES, "amount": 1200, "by_date": "2099-06-01"}),
                (),
            )
        },
        |()| format!("Set the target of ‘Hobbies’: no target → 1200.00 by 2099-06-01?\n{ASKER}"),
        |world, ()| {
            let date = "SELECT goal_target_date FROM categories WHERE id = ?1";
            assert_eq!(
                world.text(date, [known::HOBBIES]).as_deref(),
                Some("2099-06-01")
            );
        },
    )
    .await;
}

#[tokio::test]
async fn a_target_that_undo_cannot_bring_back() {
    on_every_route(
        "set_category_target",
        |world| {
            world.change("UPDATE categories SET goal_type = 'TB', goal_target = 500000, goal_target_date = NULL WHERE id = ?1", [known::HOBBIES]);
            (json!({"category_id": known::HOBBIES, "amount": 20, "frequency": "weekly"}), ())
        },
        |()| {
            format!(
                "Set the target of ‘Hobbies’: 500.00 as YNAB’s ‘TB’ → 20.00 each week?\n\
                 Undo cannot bring the old target back: YNAB lets only its own app make that kind.\n\
                 {ASKER}"
            )
        },
        |world, ()| {
            let cadence = "SELECT goal_cadence FROM categories WHERE id = ?1";
            assert_eq!(world.number(cadence, [known::HOBBIES]), 2);
        },
    )
    .await;
}

#[tokio::test]
async fn update_category() {
    on_every_route(
        "update_category",
        |world| {
            let sql = "SELECT g.name FROM categories AS c JOIN category_groups AS g \
                 ON g.id = c.category_group_id WHERE c.id = ?1";
            let group = world.text(sql, [known::HOBBIES]).unwrap();
            (
                json!({"category_id": known::HOBBIES, "name": "Sport"}),
                group,
            )
        },
        |group| format!("Change category ‘Hobbies’ (‘{group}’) to ‘Sport’ (‘{group}’)?\n{ASKER}"),
        |world, _| {
            let name = "SELECT name FROM categories WHERE id = ?1";
            assert_eq!(world.text(name, [known::HOBBIES]).as_deref(), Some("Sport"));
        },
    )
    .await;
}

#[tokio::test]
async fn create_category() {
    on_every_route(
        "create_category",
        |world| {
            let (id, name) = groceries_group(world);
            (json!({"category_group_id": id, "name": " Pets "}), name)
        },
        |group| {
            format!(
                "Create category ‘Pets’ in ‘{group}’?\n\
                 This server cannot delete a category. You can do it in YNAB.\n{ASKER}"
            )
        },
        |world, _| {
            let there = "SELECT count(*) FROM categories WHERE name = 'Pets'";
            assert_eq!(world.number(there, []), 1);
        },
    )
    .await;
}

#[tokio::test]
async fn create_transactions() {
    on_every_route(
        "create_transactions",
        |_| {
            let rows = json!([
                {"date": day(), "amount": -12.5, "payee_name": "Corner Shop",
                    "category_id": known::GROCERIES, "memo": "milk"},
                {"date": day(), "amount": 3, "payee_name": "Kim"},
            ]);
            let account = known::CURRENT_ACCOUNT;
            (json!({"account_id": account, "transactions": rows, "approved": true}), ())
        },
        |()| {
            let day = day();
            format!(
                "Create 2 transaction(s) on ‘Current Account’?\nThey will be cleared and approved.\n{ASKER}\n\
                 - {day} ‘Corner Shop’ -12.50, ‘Groceries’, ‘milk’\n\
                 - {day} ‘Kim’ 3.00, no category, no memo"
            )
        },
        |world, ()| {
            let sql = "SELECT count(*) FROM transactions AS t JOIN payees AS p ON p.id = t.payee_id \
                 WHERE p.name IN ('Corner Shop', 'Kim') AND t.approved AND t.cleared = 'cleared'";
            assert_eq!(world.number(sql, []), 2);
        },
    )
    .await;
}

#[tokio::test]
async fn split_transaction() {
    on_every_route(
        "split_transaction",
        |world| {
            let lines = json!([
                {"amount": -20, "category_id": known::RESTAURANTS},
                {"amount": -3.4, "category_id": known::GROCERIES, "memo": "bread"},
            ]);
            let arguments = json!({"transaction_id": known::DINER, "lines": lines});
            world.set_category(known::DINER, Some(known::HOBBIES));
            (arguments, date_of(world, known::DINER))
        },
        |date| {
            format!(
                "Split {date} ‘Joe’s Diner’ -23.40 into 2 lines?\n\
                 The lines replace its category ‘Hobbies’.\n\
                 Only YNAB itself can undo a split.\n{ASKER}\n\
                 - ‘Restaurants’: -20.00, no memo\n\
                 - ‘Groceries’: -3.40, ‘bread’"
            )
        },
        |world, _| {
            let lines = "SELECT count(*) FROM subtransactions WHERE transaction_id = ?1";
            assert_eq!(world.number(lines, [known::DINER]), 2);
        },
    )
    .await;
}

#[tokio::test]
async fn reconcile_account() {
    for (more, adjust) in [(0, false), (1_250, true)] {
        on_every_route(
            "reconcile_account",
            |world| {
                let (count, balance) = to_reconcile(world, known::CURRENT_ACCOUNT);
                let balance = balance + more;
                let arguments = json!({"account_id": known::CURRENT_ACCOUNT,
                    "bank_balance": amount(balance), "adjust": adjust});
                (arguments, (count, balance))
            },
            |(count, balance)| {
                let warning = if adjust {
                    "A balance adjustment of 1.25 is added.\n"
                } else {
                    ""
                };
                format!(
                    "Reconcile ‘Current Account’: mark {count} cleared transaction(s) reconciled?\n\
                     {warning}The bank shows {}.\n{ASKER}",
                    money(*balance)
                )
            },
            |world, (_, balance)| {
                let (left, sum) = to_reconcile(world, known::CURRENT_ACCOUNT);
                assert_eq!((left, sum), (0, *balance));
                let sql = "SELECT count(*) FROM transactions AS t JOIN payees AS p \
                     ON p.id = t.payee_id WHERE p.name = 'Balance adjustment' AND t.category_id = ?1";
                assert_eq!(world.number(sql, [inflow()]), i64::from(adjust));
            },
        )
        .await;
    }
}

#[tokio::test]
async fn rename_payee() {
    on_every_route(
        "rename_payee",
        |world| {
            let sql = "SELECT payee_id FROM transactions WHERE id = ?1";
            let id = world.text(sql, [known::UNAPPROVED]).unwrap();
            let count = row_count(world, &id);
            (json!({"payee_id": id, "name": "Lidl Ireland"}), count)
        },
        |count| {
            format!(
                "Rename payee ‘Lidl’ to ‘Lidl Ireland’?\nTransactions of this payee: {count}.\n{ASKER}"
            )
        },
        |world, _| {
            let sql = "SELECT p.name FROM transactions AS t JOIN payees AS p ON p.id = t.payee_id \
                 WHERE t.id = ?1";
            assert_eq!(
                world.text(sql, [known::UNAPPROVED]).as_deref(),
                Some("Lidl Ireland")
            );
        },
    )
    .await;
}
