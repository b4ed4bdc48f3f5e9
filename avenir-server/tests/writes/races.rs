//! Several people, several processes, one plan.

use std::{fs::File, path::Path};

use avenir_sandbox::demo as known;
use serde_json::{Value, json};

use crate::{
    common::{World, assign, diner_to_restaurants, session::status},
    facts::assigned,
    scenes,
    talk::{Route, Talk},
};

fn shift(from: &str, to: &str) -> Value {
    json!({"plan_id": known::PLAN, "month": "current", "amount": 10,
        "from_category_id": from, "to_category_id": to})
}

/// Moves money in two processes with one journal at the same moment. The plan matches both replies.
#[tokio::test]
async fn two_accepted_moves_of_two_processes_both_count() {
    let (mut applied, mut refused) = (0, 0);
    for _ in 0..8 {
        let world = World::new().await;
        scenes::all(&world);
        let mut one = Talk::new(&world, Route::RoundTrip).await;
        let mut other = Talk::new(&world, Route::InCall).await;
        let first = one
            .ask("move_money", shift(known::HOBBIES, known::RESTAURANTS))
            .await;
        let second = other
            .ask("move_money", shift(known::HOBBIES, known::GROCERIES))
            .await;
        let groceries = assigned(&world, known::GROCERIES);
        one.reply(&first).await;
        other.reply(&second).await;
        let (first, second) = tokio::join!(one.session.next(), other.session.next());
        let moved = |result: &Value| {
            i64::from(result["result"]["structuredContent"]["status"] == "applied")
        };
        let both = (moved(&first), moved(&second));
        assert!(both.0 + both.1 > 0, "{first}\n{second}");
        // If one write overwrote the other, money would be created.
        assert_eq!(
            assigned(&world, known::HOBBIES),
            100_000 - 10_000 * (both.0 + both.1)
        );
        assert_eq!(
            assigned(&world, known::RESTAURANTS),
            50_000 + 10_000 * both.0
        );
        assert_eq!(
            assigned(&world, known::GROCERIES),
            groceries + 10_000 * both.1
        );
        applied += both.0 + both.1;
        refused += 2 - both.0 - both.1;
    }
    println!("applied {applied}, refused as it had changed {refused}");
}

/// Applies two changes of different things at the same moment.
#[tokio::test]
async fn two_changes_of_different_things_both_land() {
    let world = World::new().await;
    scenes::all(&world);
    let mut one = Talk::new(&world, Route::RoundTrip).await;
    let mut other = Talk::new(&world, Route::Code).await;
    let flag = |id: &str| json!({"plan_id": known::PLAN, "flags": [{"transaction_id": id, "color": "red"}]});
    let first = one.ask("flag_transactions", flag(known::DINER)).await;
    let second = other.ask("flag_transactions", flag(known::REFUND)).await;
    one.reply(&first).await;
    other.reply(&second).await;
    let (first, second) = tokio::join!(one.session.next(), other.session.next());
    assert_eq!((status(&first), status(&second)), ("applied", "applied"));
    assert_eq!(world.operations(), ["applied", "applied"]);
}

/// Waits for another process that writes to the plan, and then sees the other's change.
#[tokio::test]
async fn another_process_is_waited_for() {
    let world = World::new().await;
    scenes::all(&world);
    let mut one = Talk::new(&world, Route::RoundTrip).await;
    let mut other = Talk::new(&world, Route::RoundTrip).await;
    let arguments = shift(known::HOBBIES, known::RESTAURANTS);
    let first = one.ask("move_money", arguments.clone()).await;
    let second = other.ask("move_money", arguments).await;
    let sandbox = world.sandbox.as_ref().unwrap();
    let second_patch = avenir_sandbox::Fault::delay(std::time::Duration::from_millis(700));
    sandbox.inject(second_patch.on("PATCH", known::RESTAURANTS));
    one.reply(&first).await;
    // Wait for the first request of the first process, which then holds the plan.
    while assigned(&world, known::HOBBIES) != 90_000 {
        tokio::time::sleep(std::time::Duration::from_millis(1)).await;
    }
    other.reply(&second).await;
    let (first, second) = tokio::join!(one.session.next(), other.session.next());
    assert_eq!(status(&first), "applied", "{first}");
    // The second change no longer matches its question.
    assert_ne!(
        second["result"]["structuredContent"]["status"], "applied",
        "{second}"
    );
    assert_eq!(assigned(&world, known::HOBBIES), 90_000);
    assert_eq!(assigned(&world, known::RESTAURANTS), 60_000);
}

/// Reads all rows at the first read of a call and a delta at each re-read, and misses no change.
#[tokio::test]
async fn what_changed_since_is_seen() {
    let world = World::new().await;
    let sql = "SELECT group_concat(id) FROM (SELECT t.id FROM transaction_rows AS t
        JOIN accounts AS a ON a.id = t.account_id
        WHERE t.plan_id = ?1 AND a.on_budget AND NOT is_split AND t.transfer_account_id IS NULL
        AND NOT t.deleted AND coalesce(t.category_id, '') NOT IN (?2, ?3) ORDER BY t.date LIMIT 5)";
    let others = (known::PLAN, known::GROCERIES, known::HOBBIES);
    let rows = world.text(sql, others).unwrap();
    let rows: Vec<&str> = rows.split(',').collect();
    let pairs: Vec<(&str, &str)> = rows.iter().map(|row| (*row, known::GROCERIES)).collect();
    let mut talk = Talk::new(&world, Route::InCall).await;
    let sandbox = world.sandbox.as_ref().unwrap();
    for is_changed in [true, false] {
        sandbox.forget_requests();
        let question = talk.ask("apply_categories", assign(&pairs)).await;
        if is_changed {
            world.set_category(rows[2], Some(known::HOBBIES));
        }
        let result = talk.agree(&question).await;
        let looks: Vec<bool> = sandbox
            .requests()
            .iter()
            .filter(|one| one.method == "GET" && one.path.ends_with("/transactions"))
            .map(|one| one.query.contains("last_knowledge_of_server="))
            .collect();
        if is_changed {
            assert_eq!(status(&result), "unconfirmed", "{result}");
            assert_eq!(looks, [false, true]);
            assert_eq!(world.category_of(rows[2]).as_deref(), Some(known::HOBBIES));
            assert_ne!(
                world.category_of(rows[1]).as_deref(),
                Some(known::GROCERIES)
            );
        } else {
            assert_eq!(status(&result), "applied", "{result}");
            assert_eq!(looks, [false, true, true]);
        }
    }
}

/// Refuses the yes to every tool if somebody else changes the rows of the question while it is
/// open.
#[tokio::test]
async fn what_is_changed_meanwhile_is_not_written() {
    let number_of_scenes = scenes::all(&World::new().await).len();
    for number in 0..number_of_scenes {
        let world = World::new().await;
        let scene = scenes::all(&world).swap_remove(number);
        let diner = |set: &str| {
            format!(
                "UPDATE transactions SET {set} WHERE id = '{}'",
                known::DINER
            )
        };
        let hobbies = |set: &str| {
            format!(
                "UPDATE categories SET {set} WHERE id = '{}'",
                known::HOBBIES
            )
        };
        let meanwhile = match scene.tool {
            "apply_categories" | "split_transaction" => {
                diner(&format!("category_id = '{}'", known::HOBBIES))
            }
            "set_category_budget" | "move_money" => format!(
                "UPDATE month_budgets SET budgeted = budgeted + 10 WHERE category_id = '{}'",
                known::RESTAURANTS
            ),
            "flag_transactions" => diner("flag_color = 'blue'"),
            "set_category_target" | "update_category" => hobbies("name = 'Leisure'"),
            "create_category" => "UPDATE category_groups SET name = name || ' 2'".to_owned(),
            "create_transactions" => "UPDATE accounts SET name = name || ' 2'".to_owned(),
            "reconcile_account" => format!(
                "UPDATE transactions SET amount = amount - 10 WHERE account_id = '{}' \
                 AND cleared = 'cleared'",
                known::CURRENT_ACCOUNT
            ),
            "rename_payee" => "UPDATE payees SET name = name || ' 2'".to_owned(),
            tool => panic!("what is {tool} about?"),
        };
        let mut talk = Talk::new(&world, Route::InCall).await;
        let question = talk.ask(scene.tool, scene.arguments.clone()).await;
        world.change(&meanwhile, []);
        let result = talk.agree(&question).await;
        assert_eq!(status(&result), "unconfirmed", "{}: {result}", scene.tool);
        assert!(!scene.applied(&world).contains(&true), "{}", scene.tool);
        assert!(world.operations().is_empty(), "{}", scene.tool);
    }
}

/// Warns in the question if the same change was applied within the last hour.
#[tokio::test]
async fn the_same_again_is_said() {
    let world = World::new().await;
    let mut talk = Talk::new(&world, Route::InCall).await;
    let rows = json!([{"date": crate::facts::day(), "amount": -7, "payee_name": "Twin"}]);
    let create = json!({"plan_id": known::PLAN, "account_id": known::CURRENT_ACCOUNT,
        "transactions": rows});
    let (first, _) = talk.apply("create_transactions", create.clone()).await;
    assert!(!first.contains("within the last hour"), "{first}");
    let again = talk.ask("create_transactions", create.clone()).await.text;
    let warning = "1 of the same day and amount are there already.\n\
                   The same change was already applied within the last hour.";
    assert!(again.contains(warning), "{again}");
    // An hour later the question mentions only the equal row on the account.
    let journal = world.journal();
    journal
        .execute("UPDATE operations SET intended = intended - 3600001", [])
        .unwrap();
    let mut later = Talk::new(&world, Route::InCall).await;
    let again = later.ask("create_transactions", create).await.text;
    assert!(!again.contains("within the last hour"), "{again}");
    assert!(again.contains("1 of the same day and amount"), "{again}");
}

/// Replies "in progress" to a repeated answer, under another id, while the first call still runs.
#[tokio::test]
async fn an_answer_that_is_repeated_is_told_that_it_is_in_progress() {
    let world = World::new().await;
    let mut talk = Talk::new(&world, Route::RoundTrip).await;
    let tool = "apply_categories";
    let question = talk.ask(tool, diner_to_restaurants()).await;
    // Hold the plan's lock, so that the call with the first answer waits.
    let lock = lock_of(&world, known::PLAN);
    talk.reply(&question).await;
    for _ in 0..2 {
        let again = talk.agree(&question).await;
        assert_eq!(status(&again), "unknown", "{again}");
        assert!(message(&again).contains("in progress"), "{again}");
    }
    assert_eq!(world.operations(), [""; 0]);
    drop(lock);
    let first = talk.session.next().await;
    assert!(message(&first).starts_with("Applied."), "{first}");
    let again = talk.agree(&question).await;
    assert_eq!(status(&again), "applied", "{again}");
    assert!(message(&again).contains("already used"), "{again}");
    assert_eq!(world.operations(), ["applied"]);
}

/// Refuses a repeated answer after its call ended without a write, because nothing is in progress.
#[tokio::test]
async fn an_answer_that_is_repeated_after_its_call_ended() {
    let world = World::new().await;
    let mut talk = Talk::new(&world, Route::RoundTrip).await;
    let question = talk.ask("apply_categories", diner_to_restaurants()).await;
    world.set_category(known::DINER, Some(known::GROCERIES));
    let first = talk.agree(&question).await;
    assert_eq!(status(&first), "unconfirmed", "{first}");
    let again = talk.agree(&question).await;
    assert_eq!(again["error"]["code"], -32602, "{again}");
    assert_eq!(world.operations(), [""; 0]);
}

/// Takes the lock of a plan, as another server with the same journal does.
fn lock_of(world: &World, plan: &str) -> File {
    let mut folder = world.journal_path().into_os_string();
    folder.push(".locks");
    std::fs::create_dir_all(&folder).unwrap();
    let file = File::create(Path::new(&folder).join(plan)).unwrap();
    fs4::FileExt::try_lock(&file).unwrap();
    file
}

fn message(answer: &Value) -> &str {
    answer["result"]["structuredContent"]["message"]
        .as_str()
        .unwrap_or_else(|| panic!("no message: {answer}"))
}
