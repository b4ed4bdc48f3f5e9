//! The effect of one accepted answer: one write, of exactly the change that was shown.

use avenir_sandbox::demo as known;
use serde_json::{Value, json};

use crate::common::{
    World, diner_to_restaurants,
    session::{Client, Session, status, yes},
};

#[tokio::test]
async fn a_state_that_is_sent_three_times_writes_once() {
    let world = World::new().await;
    let before = world.changes_of(known::DINER);
    let mut session = Session::start(world.command(), Client::modern()).await;
    let asked = session.apply(diner_to_restaurants()).await;
    assert_eq!(asked["result"]["resultType"], "input_required", "{asked}");
    let state = &asked["result"]["requestState"];
    assert_eq!(world.operations(), [""; 0]);

    // Send all three before the first gets a response.
    let retry = json!({
        "name": "apply_categories",
        "arguments": diner_to_restaurants(),
        "inputResponses": {"confirm": yes()},
        "requestState": state,
    });
    for _ in 0..3 {
        session.post("tools/call", retry.clone()).await;
    }
    let mut answers = Vec::new();
    for _ in 0..3 {
        answers.push(session.next().await);
    }
    let applied = answers.iter().filter(|answer| is_new(answer));
    assert_eq!(applied.count(), 1, "{answers:#?}");
    assert_eq!(world.changes_of(known::DINER), before + 1);
    assert_eq!(world.operations(), ["applied"]);
    assert_eq!(
        world.category_of(known::DINER).as_deref(),
        Some(known::RESTAURANTS)
    );

    // After the write, the same answer gets the result from the journal.
    let again = session.request("tools/call", retry).await;
    assert_eq!(status(&again), "applied");
    assert!(!is_new(&again), "{again}");
    assert_eq!(world.changes_of(known::DINER), before + 1);
    assert_eq!(world.operations(), ["applied"]);
}

/// Returns whether this very call applied the change.
fn is_new(answer: &Value) -> bool {
    let message = answer["result"]["structuredContent"]["message"].as_str();
    message.is_some_and(|message| message.starts_with("Applied."))
}

#[tokio::test]
async fn a_code_works_once() {
    let world = World::new().await;
    let mut session = Session::start(world.command(), Client::mute()).await;
    let preview = session.apply(diner_to_restaurants()).await;
    assert_eq!(status(&preview), "confirmation_required");
    let code = preview["result"]["structuredContent"]["confirmation"].clone();
    assert_eq!(code.as_str().unwrap().len(), 11);
    assert_eq!(world.category_of(known::DINER), None);

    let mut with_code = diner_to_restaurants();
    with_code["confirmation"] = code;
    assert_eq!(status(&session.apply(with_code.clone()).await), "applied");
    assert_eq!(
        world.category_of(known::DINER).as_deref(),
        Some(known::RESTAURANTS)
    );

    world.set_category(known::DINER, None);
    assert_eq!(status(&session.apply(with_code).await), "refused");
    assert_eq!(world.category_of(known::DINER), None);
    assert_eq!(world.operations(), ["applied"]);
}

#[tokio::test]
async fn a_code_is_good_for_its_own_change_only_and_spent_by_trying() {
    let world = World::new().await;
    let mut session = Session::start(world.command(), Client::mute()).await;
    let preview = session.apply(diner_to_restaurants()).await;
    let code = preview["result"]["structuredContent"]["confirmation"].clone();
    let mut other = crate::common::assign(&[(known::DINER, known::GROCERIES)]);
    other["confirmation"] = code.clone();
    let refused = session.apply(other).await;
    assert_eq!(status(&refused), "refused");
    let mut right = diner_to_restaurants();
    right["confirmation"] = code;
    let gone = session.apply(right).await;
    assert_eq!(
        gone["result"], refused["result"],
        "one text, whatever the reason"
    );
    assert_eq!(world.category_of(known::DINER), None);
    assert_eq!(world.operations(), [""; 0]);
}

/// Refuses the second yes, because both questions show the row as it was before the first write.
#[tokio::test]
async fn two_changes_of_one_row_that_are_agreed_to_at_once() {
    for _ in 0..5 {
        let world = World::new().await;
        let before = world.changes_of(known::DINER);
        let mut session = Session::start(world.command(), Client::modern()).await;
        let other = crate::common::assign(&[(known::DINER, known::GROCERIES)]);
        for arguments in [diner_to_restaurants(), other] {
            let asked = session.apply(arguments.clone()).await;
            let retry = json!({
                "name": "apply_categories",
                "arguments": arguments,
                "inputResponses": {"confirm": yes()},
                "requestState": asked["result"]["requestState"],
            });
            session.later("tools/call", retry);
        }
        session.flush().await;
        let answers = [session.next().await, session.next().await];
        let applied = answers
            .iter()
            .filter(|answer| answer["result"]["structuredContent"]["status"] == "applied");
        assert_eq!(applied.count(), 1, "{answers:#?}");
        assert_eq!(world.changes_of(known::DINER), before + 1);
        assert_eq!(world.operations(), ["applied"]);
    }
}

/// Tells apart two categories with one name.
#[tokio::test]
async fn a_name_that_is_there_twice_comes_with_its_group() {
    let world = World::new().await;
    let sql = "UPDATE categories SET name = 'Groceries' WHERE id = ?1";
    world.plan().execute(sql, [known::RESTAURANTS]).unwrap();
    let mut session = Session::start(world.command(), Client::older()).await;
    let question = session.apply(diner_to_restaurants()).await;
    let message = question["params"]["message"].as_str().unwrap();
    assert!(message.contains(": Groceries’"), "{message}");
}

/// Changes to the row from another connection, between the question and the answer.
mod the_plan_changes {
    use super::*;

    /// Fails if the status is not `expected`, or if any part of the change was written.
    fn assert_refused(world: &World, answer: &Value, expected: &str) {
        assert_eq!(status(answer), expected, "{answer}");
        assert_eq!(
            world.category_of(known::DINER).as_deref(),
            Some(known::HOBBIES)
        );
        assert_eq!(world.operations(), [""; 0]);
    }

    #[tokio::test]
    async fn between_two_calls() {
        let world = World::new().await;
        let mut session = Session::start(world.command(), Client::modern()).await;
        let asked = session.apply(diner_to_restaurants()).await;
        world.set_category(known::DINER, Some(known::HOBBIES));
        let state = asked["result"]["requestState"].clone();
        let answer = session.retry(diner_to_restaurants(), yes(), &state).await;
        assert_refused(&world, &answer, "unconfirmed");
        let message = answer["result"]["structuredContent"]["message"]
            .as_str()
            .unwrap();
        assert!(message.contains("changed between"), "{message}");
        assert!(message.contains("no category → ‘Restaurants’"), "{message}");
        assert!(message.contains("‘Hobbies’ → ‘Restaurants’"), "{message}");
    }

    #[tokio::test]
    async fn during_the_call() {
        let world = World::new().await;
        let mut session = Session::start(world.command(), Client::older()).await;
        let question = session.apply(diner_to_restaurants()).await;
        world.set_category(known::DINER, Some(known::HOBBIES));
        session.answer(&question, yes()).await;
        let answer = session.next().await;
        assert_refused(&world, &answer, "unconfirmed");
        let message = answer["result"]["structuredContent"]["message"]
            .as_str()
            .unwrap();
        assert!(message.contains("‘Hobbies’ → ‘Restaurants’"), "{message}");
    }

    #[tokio::test]
    async fn between_a_code_and_its_use() {
        let world = World::new().await;
        let mut session = Session::start(world.command(), Client::mute()).await;
        let preview = session.apply(diner_to_restaurants()).await;
        world.set_category(known::DINER, Some(known::HOBBIES));
        let mut with_code = diner_to_restaurants();
        with_code["confirmation"] = preview["result"]["structuredContent"]["confirmation"].clone();
        let answer = session.apply(with_code).await;
        assert_refused(&world, &answer, "refused");
    }

    #[tokio::test]
    async fn only_in_what_was_shown() {
        let world = World::new().await;
        let mut session = Session::start(world.command(), Client::modern()).await;
        let asked = session.apply(diner_to_restaurants()).await;
        let sql = "UPDATE transactions SET amount = amount - 1000 WHERE id = ?1";
        assert_eq!(world.plan().execute(sql, [known::DINER]).unwrap(), 1);
        let state = asked["result"]["requestState"].clone();
        let answer = session.retry(diner_to_restaurants(), yes(), &state).await;
        assert_eq!(status(&answer), "unconfirmed");
        assert_eq!(world.category_of(known::DINER), None);
        assert_eq!(world.operations(), [""; 0]);
    }
}

/// Sends no write to YNAB that the journal cannot record first.
#[tokio::test]
async fn a_journal_that_cannot_be_written_stops_everything() {
    let world = World::new().await;
    let mut session = Session::start(world.command(), Client::modern()).await;
    let asked = session.apply(diner_to_restaurants()).await;
    let state = &asked["result"]["requestState"];
    let journal = world.journal();
    journal.execute_batch("BEGIN EXCLUSIVE").unwrap();
    let refused = session.retry(diner_to_restaurants(), yes(), state).await;
    let text = crate::common::session::error_text(&refused);
    assert!(text.starts_with("Nothing was changed"), "{text}");
    assert!(text.contains("the journal failed"), "{text}");
    journal.execute_batch("ROLLBACK").unwrap();
    assert_eq!(world.category_of(known::DINER), None);
    assert_eq!(world.operations(), [""; 0]);
    let sandbox = world.sandbox.as_ref().unwrap();
    assert!(
        sandbox
            .requests()
            .iter()
            .all(|request| request.method == "GET")
    );
}

/// Sends growing progress numbers to a client that sent a progress token.
#[tokio::test]
async fn progress_is_heard() {
    let world = World::new().await;
    let mut session = Session::start(world.command(), Client::older()).await;
    let call = json!({"name": "apply_categories", "arguments": diner_to_restaurants(),
        "_meta": {"progressToken": "p"}});
    session.post("tools/call", call).await;
    let mut heard = Vec::new();
    loop {
        let message = session.next().await;
        match message["method"].as_str() {
            Some("notifications/progress") => {
                assert_eq!(message["params"]["progressToken"], "p");
                heard.push(message["params"]["progress"].as_f64().unwrap());
            }
            Some(_) => session.answer(&message, yes()).await,
            None => break assert_eq!(status(&message), "applied"),
        }
    }
    assert_eq!(heard, [1.0, 2.0, 3.0]);
}
