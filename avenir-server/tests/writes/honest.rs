//! Agreement of the journal with the plan, even if somebody else was quicker or YNAB behaves oddly.

use std::time::Duration;

use avenir_sandbox::{CannedAnswer, Fault, Moment, demo as known};
use serde_json::{Value, json};

use crate::{
    common::{
        World,
        session::{error_text, status},
    },
    facts::{assigned, day, groceries_group},
    killed::killed_when,
    scenes::{self, Scene},
    talk::{Route, Talk},
};

const LONG: Duration = Duration::from_secs(3_600);

fn undo() -> Value {
    json!({"plan_id": known::PLAN})
}

fn undo_of(id: &str) -> Value {
    json!({"plan_id": known::PLAN, "operation_id": id})
}

fn create() -> Value {
    let rows = json!([{"date": day(), "amount": -7, "payee_name": "Blue Kiosk"}]);
    json!({"plan_id": known::PLAN, "account_id": known::CURRENT_ACCOUNT, "transactions": rows})
}

fn flags(pairs: &[(&str, &str)]) -> Value {
    let flags: Vec<Value> = pairs
        .iter()
        .map(|(id, color)| json!({"transaction_id": id, "color": color}))
        .collect();
    json!({"plan_id": known::PLAN, "flags": flags})
}

/// Says yes, kills the process when `is_so` returns true, and ages the journal by a minute.
async fn killed(
    world: &World,
    tool: &'static str,
    arguments: Value,
    fault: Fault,
    is_so: impl Fn() -> bool,
) {
    let scene = Scene {
        tool,
        arguments,
        steps: Vec::new(),
    };
    killed_when(world, &scene, fault, is_so).await;
    world.age();
}

/// Asks a question in a new process, which recovers operations in doubt. Returns the states.
async fn recovered(world: &World) -> Vec<String> {
    let mut talk = Talk::new(world, Route::InCall).await;
    talk.ask("rename_payee", rename(world)).await;
    world.operations()
}

fn rename(world: &World) -> Value {
    let lidl = "SELECT payee_id FROM transactions WHERE id = ?1";
    let lidl = world.text(lidl, [known::UNAPPROVED]).unwrap();
    json!({"plan_id": known::PLAN, "payee_id": lidl, "name": "Lidl Ireland"})
}

const KIOSKS: &str = "SELECT count(*) FROM transactions AS t JOIN payees AS p ON p.id = t.payee_id \
                      WHERE p.name = 'Blue Kiosk' AND NOT t.deleted";

/// Leaves the operation unknown if the created row was edited before the next process looks for it.
/// The absence of an exact match does not prove that no row was created.
#[tokio::test]
async fn a_created_row_that_was_edited_before_it_was_looked_for() {
    let world = World::new().await;
    let fault = Fault::delay_answer(LONG).on("POST", "/transactions");
    let applied = || world.number(KIOSKS, []) == 1;
    killed(&world, "create_transactions", create(), fault, applied).await;
    let newest = "UPDATE transactions SET approved = 1, memo = 'mine' \
                  WHERE rowid = (SELECT max(rowid) FROM transactions)";
    world.change(newest, []);
    assert_eq!(recovered(&world).await, ["unknown"]);
}

/// Accepts the created row although YNAB chose an existing payee with the name in another case.
#[tokio::test]
async fn a_created_row_that_ynab_wrote_otherwise() {
    const NEW: &str = "681fc40e-6e52-45d2-90fa-36b1864d143f";
    let world = World::new().await;
    let mut talk = Talk::new(&world, Route::RoundTrip).await;
    let question = talk.ask("create_transactions", create()).await;
    let row = json!({"id": NEW, "date": day(), "amount": -7000, "payee_name": "BLUE KIOSK",
        "account_id": known::CURRENT_ACCOUNT, "cleared": "cleared", "approved": false,
        "deleted": false, "subtransactions": []});
    let body = json!({"data": {"transaction_ids": [NEW], "transactions": [row]}});
    let answer = CannedAnswer::status(201).body(&body.to_string()).after();
    let sandbox = world.sandbox.as_ref().unwrap();
    sandbox.inject(Fault::answer(answer).on("POST", "/transactions"));
    let result = talk.agree(&question).await;
    assert_eq!(status(&result), "applied", "{result}");
    let ids = &result["result"]["structuredContent"]["created_ids"];
    assert_eq!(*ids, json!([NEW]));
}

/// Does not credit an unknown operation with a row that another operation created later.
#[tokio::test]
async fn a_row_belongs_to_one_operation() {
    let world = World::new().await;
    let mut talk = Talk::new(&world, Route::RoundTrip).await;
    let question = talk.ask("create_transactions", create()).await;
    let sandbox = world.sandbox.as_ref().unwrap();
    sandbox.inject(Fault::drop(Moment::Before).on("POST", "/transactions"));
    let lost = talk.agree(&question).await;
    assert_eq!(status(&lost), "unknown", "{lost}");
    let question = talk.ask("create_transactions", create()).await;
    let warning = "was sent before, and whether it was applied is not known";
    assert!(question.text.contains(warning), "{}", question.text);
    assert_eq!(status(&talk.agree(&question).await), "applied");
    world.age();
    assert_eq!(recovered(&world).await, ["refused", "applied"]);
    assert_eq!(world.number(KIOSKS, []), 1);
}

/// Keeps the states in the journal right, however often an undo is undone.
#[tokio::test]
async fn a_chain_of_undos() {
    let world = World::new().await;
    let scene: Scene = scenes::all(&world).remove(2);
    let mut talk = Talk::new(&world, Route::RoundTrip).await;
    let (_, first) = talk.apply(scene.tool, scene.arguments.clone()).await;
    for _ in 0..3 {
        talk.apply("undo_operation", undo()).await;
    }
    let chain = ["undone", "applied", "undone", "applied"];
    assert_eq!(world.operations(), chain);
    assert_eq!(assigned(&world, known::HOBBIES), 100_000);
    // The repeated change is another operation, so the first operation stays undone.
    let mut talk = Talk::new(&world, Route::RoundTrip).await;
    talk.apply(scene.tool, scene.arguments.clone()).await;
    let refused = talk.call("undo_operation", &undo_of(&first)).await;
    assert!(
        error_text(&refused).contains("taken back already"),
        "{refused}"
    );
    assert_eq!(assigned(&world, known::HOBBIES), 70_000);
}

/// Undoes later the part that the first undo skipped or did not reach.
#[tokio::test]
async fn an_undo_of_a_part() {
    let world = World::new().await;
    let mut talk = Talk::new(&world, Route::RoundTrip).await;
    let both = flags(&[(known::DINER, "red"), (known::REFUND, "red")]);
    let (_, id) = talk.apply("flag_transactions", both).await;
    let set = "UPDATE transactions SET flag_color = ?2 WHERE id = ?1";
    world.change(set, (known::DINER, "blue"));
    talk.apply("undo_operation", undo_of(&id)).await;
    world.change(set, (known::DINER, "red"));
    talk.apply("undo_operation", undo_of(&id)).await;
    let flag = "SELECT flag_color FROM transactions WHERE id = ?1";
    assert_eq!(world.text(flag, [known::DINER]), None);

    // The second of two deletions is refused.
    let world = World::new().await;
    let mut talk = Talk::new(&world, Route::RoundTrip).await;
    let mut two = create();
    two["transactions"] = json!([two["transactions"][0], two["transactions"][0]]);
    let (_, id) = talk.apply("create_transactions", two).await;
    let question = talk.ask("undo_operation", undo_of(&id)).await;
    let sandbox = world.sandbox.as_ref().unwrap();
    let refusal = Fault::answer(CannedAnswer::status(400))
        .on("DELETE", "/")
        .nth(2);
    sandbox.inject(refusal);
    let part = talk.agree(&question).await;
    assert_eq!(status(&part), "partial", "{part}");
    assert_eq!(world.number(KIOSKS, []), 1);
    talk.apply("undo_operation", undo_of(&id)).await;
    assert_eq!(world.number(KIOSKS, []), 0);
}

/// Keeps a created row that was split since, because the row is now the user's.
#[tokio::test]
async fn a_created_row_that_was_split() {
    let world = World::new().await;
    let mut talk = Talk::new(&world, Route::RoundTrip).await;
    let (_, id) = talk.apply("create_transactions", create()).await;
    let newest = "SELECT id FROM transactions ORDER BY rowid DESC LIMIT 1";
    let row = world.text(newest, []).unwrap();
    let lines = json!([{"amount": -3, "category_id": known::GROCERIES},
        {"amount": -4, "category_id": known::RESTAURANTS}]);
    let split = json!({"plan_id": known::PLAN, "transaction_id": row, "lines": lines});
    talk.apply("split_transaction", split).await;
    let result = talk.call("undo_operation", &undo_of(&id)).await;
    assert_eq!(status(&result), "nothing_to_do", "{result}");
    assert_eq!(world.number(KIOSKS, []), 1);
}

/// Refuses to write if the journal's file was deleted, because nobody would find the record again.
#[cfg(unix)]
#[tokio::test]
async fn a_journal_that_is_gone() {
    let world = World::new().await;
    let mut talk = Talk::new(&world, Route::RoundTrip).await;
    let question = talk
        .ask("flag_transactions", flags(&[(known::DINER, "red")]))
        .await;
    std::fs::remove_file(world.journal_path()).unwrap();
    let refused = talk.agree(&question).await;
    assert!(
        error_text(&refused).contains("moved or deleted"),
        "{refused}"
    );
    let flag = "SELECT flag_color FROM transactions WHERE id = ?1";
    assert_eq!(world.text(flag, [known::DINER]), None);
}

/// Uses one lock for two names of one journal. The server follows a link to the journal's folder,
/// but not a link to the file.
#[cfg(unix)]
#[tokio::test]
async fn a_journal_under_two_names() {
    let world = World::new().await;
    let mut one = Talk::new(&world, Route::RoundTrip).await;
    let journal = world.journal_path();
    let linked = tempfile::tempdir().unwrap();
    let folder = linked.path().join("folder");
    std::os::unix::fs::symlink(journal.parent().unwrap(), &folder).unwrap();
    let other = folder.join(journal.file_name().unwrap());
    let mut command = world.command();
    command.env("AVENIR_MCP_JOURNAL", &other);
    let mut two = Talk {
        session: crate::common::session::Session::start(command, Route::RoundTrip.client()).await,
        route: Route::RoundTrip,
    };
    one.apply("flag_transactions", flags(&[(known::DINER, "red")]))
        .await;
    two.apply("flag_transactions", flags(&[(known::REFUND, "red")]))
        .await;
    assert!(
        world
            .journal_path()
            .with_file_name("journal.db.locks")
            .is_dir()
    );
    let locks = std::fs::read_dir(journal.with_file_name("journal.db.locks")).unwrap();
    assert_eq!(locks.count(), 1);
}

/// Suggests another call after a lost response to an import. The plan does not show whether a bank
/// was asked, and asking the bank again does no harm.
#[tokio::test]
async fn an_import_without_an_answer() {
    let world = World::new().await;
    let mut talk = Talk::new(&world, Route::InCall).await;
    let sandbox = world.sandbox.as_ref().unwrap();
    sandbox.inject(Fault::drop(Moment::After).on("POST", "/transactions/import"));
    let lost = talk.call("import_transactions", &undo()).await;
    assert_eq!(status(&lost), "unknown", "{lost}");
    assert!(message(&lost).contains("Call again"), "{lost}");
}

/// Promises an undo only for a change that can be undone.
#[tokio::test]
async fn what_cannot_be_undone() {
    let world = World::new().await;
    let mut talk = Talk::new(&world, Route::InCall).await;
    let made = "UPDATE categories SET goal_type = 'TB', goal_target = 500000, \
                goal_target_date = NULL WHERE id = ?1";
    world.change(made, [known::HOBBIES]);
    let target = |amount: i64| {
        json!({"plan_id": known::PLAN, "category_id": known::HOBBIES,
        "amount": amount, "frequency": "weekly"})
    };
    let lines = json!([{"amount": -20, "category_id": known::RESTAURANTS},
        {"amount": -3.4, "category_id": known::GROCERIES}]);
    let (group, _) = groceries_group(&world);
    for (tool, arguments, said) in [
        (
            "set_category_target",
            target(20),
            "It cannot be undone: YNAB lets only its own app make the old kind of target.",
        ),
        (
            "set_category_target",
            target(30),
            "undo_operation with this operation_id takes it back.",
        ),
        (
            "split_transaction",
            json!({"plan_id": known::PLAN, "transaction_id": known::DINER, "lines": lines}),
            "It cannot be undone: only YNAB itself can undo a split.",
        ),
        (
            "create_category",
            json!({"plan_id": known::PLAN, "category_group_id": group, "name": "Sport"}),
            "It cannot be undone: YNAB's API cannot delete a category; the user can hide it.",
        ),
    ] {
        let question = talk.ask(tool, arguments).await;
        let applied = talk.agree(&question).await;
        assert_eq!(message(&applied), format!("Applied. {said}"), "{tool}");
    }
}

fn message(answer: &Value) -> &str {
    let message = &answer["result"]["structuredContent"]["message"];
    message.as_str().unwrap()
}

/// Checks that only the owner can read the journal and the folder of locks, which shows plan ids.
#[cfg(unix)]
#[tokio::test]
async fn a_journal_is_its_owners() {
    use std::os::unix::fs::PermissionsExt as _;

    let world = World::new().await;
    let mut talk = Talk::new(&world, Route::InCall).await;
    talk.apply("flag_transactions", flags(&[(known::DINER, "red")]))
        .await;
    for (name, mode) in [("journal.db", 0o600), ("journal.db.locks", 0o700)] {
        let path = world.journal_path().with_file_name(name);
        let permissions = path.metadata().unwrap().permissions();
        assert_eq!(permissions.mode() & 0o777, mode, "{name}");
    }
}
