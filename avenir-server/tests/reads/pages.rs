//! Pages, which show all rows of a list once, even if the list changes between two pages.

use avenir_sandbox::demo as known;
use serde_json::{Value, json};

use super::{
    common::{World, session::Session},
    read, reader, refused,
};

#[tokio::test]
async fn pages_are_the_whole_list() {
    let world = World::new().await;
    let mut session = reader(&world).await;
    let until = super::small::month(12).to_string();
    for (tool, list, id, arguments) in [
        (
            "find_transactions",
            "transactions",
            "transaction_id",
            json!({"plan_id": known::PLAN, "since_date": super::small::month(-3).to_string()}),
        ),
        (
            "list_payees",
            "payees",
            "payee_id",
            json!({"plan_id": known::YEN_PLAN}),
        ),
        (
            "suggest_categories",
            "items",
            "transaction_id",
            json!({"plan_id": "last-used"}),
        ),
        (
            "list_scheduled_transactions",
            "occurrences",
            "scheduled_id",
            json!({"plan_id": known::DINAR_PLAN, "until_date": until}),
        ),
    ] {
        let whole = page(&mut session, tool, &arguments, 200, &Value::Null).await;
        let all = whole[list].as_array().unwrap();
        assert!((4..200).contains(&all.len()), "{}", all.len());
        assert_eq!(whole["shown"], format!("{0} of {0}", all.len()));
        let mut rows = Vec::new();
        let mut cursor = Value::Null;
        loop {
            let part = page(&mut session, tool, &arguments, 3, &cursor).await;
            let part_rows = part[list].as_array().unwrap();
            let end = rows.len() + part_rows.len();
            let shown = match rows.len() {
                0 => format!("{end} of {}", all.len()),
                before => format!("{} to {end} of {}", before + 1, all.len()),
            };
            assert_eq!(part["shown"], shown);
            rows.extend(part_rows.iter().cloned());
            cursor = part["next_cursor"].clone();
            if cursor.is_null() {
                break;
            }
        }
        assert_eq!(rows, *all, "{tool}");
        assert!(rows[0][id].is_string());
    }
}

#[tokio::test]
async fn a_row_that_goes_or_comes_moves_no_other() {
    let world = World::new().await;
    let db = super::small::plan(&world);
    let plan = super::small::PLAN;
    let mut session = reader(&world).await;
    let all = json!({"plan_id": plan, "since_date": "2000-01-01"});
    let first = page(&mut session, "find_transactions", &all, 4, &Value::Null).await;
    let ids = |page: &Value| -> Vec<String> {
        let rows = page["transactions"].as_array().unwrap();
        let ids = rows
            .iter()
            .map(|row| row["transaction_id"].as_str().unwrap().to_owned());
        ids.collect()
    };
    let mut got = ids(&first);
    assert_eq!(got, ["card-paid", "food", "fun", "old"]);
    db.execute("UPDATE transactions SET deleted = 1 WHERE id = 'food'", ())
        .unwrap();
    let second = page(
        &mut session,
        "find_transactions",
        &all,
        200,
        &first["next_cursor"],
    )
    .await;
    got.extend(ids(&second));
    assert_eq!(got.len(), 13, "{got:?}");
    assert_eq!(second["shown"], "4 to 12 of 12");
}

#[tokio::test]
async fn a_cursor_of_another_list() {
    let world = World::new().await;
    let mut session = reader(&world).await;
    let plan = json!({"plan_id": known::PLAN});
    let payees = page(&mut session, "list_payees", &plan, 3, &Value::Null).await;
    let ours = payees["next_cursor"].as_str().unwrap();
    for (tool, arguments) in [
        (
            "list_payees",
            json!({"plan_id": known::YEN_PLAN, "cursor": ours}),
        ),
        (
            "list_payees",
            json!({"plan_id": known::PLAN, "cursor": ours, "search": "a"}),
        ),
        (
            "suggest_categories",
            json!({"plan_id": known::PLAN, "cursor": ours}),
        ),
        (
            "list_payees",
            json!({"plan_id": known::PLAN, "cursor": "b2Zmc2V0OjUw"}),
        ),
        (
            "list_payees",
            json!({"plan_id": known::PLAN, "cursor": "\n"}),
        ),
    ] {
        let text = refused(&mut session, tool, arguments).await;
        assert!(
            text.contains("cursor") && text.contains("first page"),
            "{text}"
        );
    }
    // The cursor still leads to the same page, also in another server on the same plan.
    let mut other = reader(&world).await;
    let one = page(&mut session, "list_payees", &plan, 3, &json!(ours)).await;
    let same = page(&mut other, "list_payees", &plan, 3, &json!(ours)).await;
    assert_eq!(one, same);
    // An empty cursor counts as absent.
    let first = page(&mut session, "list_payees", &plan, 3, &json!("")).await;
    assert_eq!(first, payees);
}

/// Refuses a cursor of `last-used` after another plan was opened. The cursor belongs to the plan
/// that was resolved for its page.
#[tokio::test]
async fn a_cursor_of_the_plan_that_was_last_used() {
    let world = World::new().await;
    let mut session = reader(&world).await;
    let until = super::small::month(12).to_string();
    let calls = [
        (
            "find_transactions",
            json!({"plan_id": "last-used", "since_date": "2020-01-01"}),
        ),
        ("list_payees", json!({"plan_id": "last-used"})),
        (
            "list_scheduled_transactions",
            json!({"plan_id": "last-used", "until_date": until}),
        ),
        ("suggest_categories", json!({"plan_id": "last-used"})),
    ];
    let mut cursors = Vec::new();
    for (tool, arguments) in &calls {
        let first = page(&mut session, tool, arguments, 3, &Value::Null).await;
        assert!(first["next_cursor"].is_string(), "{tool}");
        cursors.push(first["next_cursor"].clone());
    }
    let sandbox = world.sandbox.as_ref().unwrap();
    sandbox.open_plan(known::YEN_PLAN).await.unwrap();
    for ((tool, arguments), cursor) in calls.into_iter().zip(cursors) {
        let mut arguments = arguments;
        arguments["cursor"] = cursor;
        let text = refused(&mut session, tool, arguments).await;
        assert!(text.contains("cursor"), "{text}");
    }
}

async fn page(
    session: &mut Session,
    tool: &str,
    arguments: &Value,
    limit: usize,
    cursor: &Value,
) -> Value {
    let mut arguments = arguments.clone();
    arguments["limit"] = json!(limit);
    arguments["cursor"] = cursor.clone();
    read(session, tool, arguments).await
}
