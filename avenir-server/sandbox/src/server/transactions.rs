//! Transactions of a plan, an account, a category or a payee.

use std::sync::Arc;

use axum::Router;
use axum::extract::{Path, State};
use axum::routing::{get, post};
use serde_json::{Value, json};

use super::app::{Answer, App, Data};
use super::body::{Body, Fields};
use super::query::{self, Query};
use crate::failure::Failure;
use crate::store::edit::{self, Created, Edit, Line};
use crate::store::transactions::{self, Of};
use crate::store::{Scope, accounts, categories, months, payees};

pub(super) fn routes() -> Router<Arc<App>> {
    Router::new()
        .route("/transactions", get(list).post(create).patch(update_many))
        .route("/transactions/import", post(import))
        .route(
            "/transactions/{transaction_id}",
            get(one).put(update).delete(delete),
        )
        .route("/accounts/{account_id}/transactions", get(of_account))
        .route("/categories/{category_id}/transactions", get(of_category))
        .route("/payees/{payee_id}/transactions", get(of_payee))
        .route("/months/{month}/transactions", get(of_month))
}

async fn list(State(app): State<Arc<App>>, Path(plan): Path<String>, query: Query) -> Answer {
    app.read(plan, move |scope| listed(scope, &query, Of::Plan))
        .await
}

async fn of_account(
    State(app): State<Arc<App>>,
    Path((plan, id)): Path<(String, String)>,
    query: Query,
) -> Answer {
    app.read(plan, move |scope| {
        accounts::get(scope, &id)?;
        listed(scope, &query, Of::Account(id))
    })
    .await
}

async fn of_category(
    State(app): State<Arc<App>>,
    Path((plan, id)): Path<(String, String)>,
    query: Query,
) -> Answer {
    app.read(plan, move |scope| {
        categories::get(scope, &id, scope.today.first_of_month())?;
        listed(scope, &query, Of::Category(id))
    })
    .await
}

async fn of_payee(
    State(app): State<Arc<App>>,
    Path((plan, id)): Path<(String, String)>,
    query: Query,
) -> Answer {
    app.read(plan, move |scope| {
        payees::get(scope, &id)?;
        listed(scope, &query, Of::Payee(id))
    })
    .await
}

async fn of_month(
    State(app): State<Arc<App>>,
    Path((plan, month)): Path<(String, String)>,
    query: Query,
) -> Answer {
    app.read(plan, move |scope| {
        let month = months::find(scope, &month)?;
        let filter = query::filter(&query, Of::Plan, scope.today)?.within(month);
        answer(scope, transactions::list(scope, &filter)?)
    })
    .await
}

fn listed(scope: &Scope<'_>, query: &Query, of: Of) -> Answer {
    let filter = query::filter(query, of, scope.today)?;
    let rows = match filter.of {
        Of::Plan | Of::Account(_) => transactions::list(scope, &filter)?,
        Of::Category(_) | Of::Payee(_) => transactions::hybrid(scope, &filter)?,
    };
    answer(scope, rows)
}

fn answer(scope: &Scope<'_>, rows: Vec<Value>) -> Answer {
    // Build the object without `json!`, which would copy each row.
    Ok(Data::ok(Value::from_iter([
        ("transactions", Value::from(rows)),
        ("server_knowledge", scope.knowledge()?.into()),
    ])))
}

async fn one(State(app): State<Arc<App>>, Path((plan, id)): Path<(String, String)>) -> Answer {
    app.read(plan, move |scope| {
        with_knowledge(scope, &transactions::get(scope, &id)?)
    })
    .await
}

/// Creates one row under `transaction` or several under `transactions`, which takes precedence.
async fn create(State(app): State<Arc<App>>, Path(plan): Path<String>, body: Body) -> Answer {
    if body.has("transactions") {
        let edits = body.many("transactions", read_new)?;
        return app
            .write(plan, move |scope| {
                let created = edit::create_all(scope, edits)?;
                Ok(Data::created(saved(scope, &created)?))
            })
            .await;
    }
    let edit = body.one("transaction", read_new)?;
    app.write(plan, move |scope| {
        let id = edit::create_one(scope, edit)?;
        Ok(Data::created(json!({
            "transaction_ids": [id],
            "transaction": transactions::get(scope, &id)?,
            "server_knowledge": scope.knowledge()?,
        })))
    })
    .await
}

/// Returns an empty import, because no account is linked to a bank.
async fn import(State(app): State<Arc<App>>, Path(plan): Path<String>) -> Answer {
    app.read(plan, |_| Ok(Data::ok(json!({"transaction_ids": []}))))
        .await
}

async fn update(
    State(app): State<Arc<App>>,
    Path((plan, id)): Path<(String, String)>,
    body: Body,
) -> Answer {
    let edit = body.one("transaction", read_edit)?;
    app.write(plan, move |scope| {
        edit::update(scope, &id, edit)?;
        with_knowledge(scope, &transactions::get(scope, &id)?)
    })
    .await
}

async fn update_many(State(app): State<Arc<App>>, Path(plan): Path<String>, body: Body) -> Answer {
    let edits = body.many("transactions", |fields| Edit {
        id: fields.text("id", 100),
        ..read_new(fields)
    })?;
    app.write(plan, move |scope| {
        let ids = edit::update_all(scope, edits)?;
        Ok(Data::ok(saved(
            scope,
            &Created {
                ids,
                duplicates: Vec::new(),
            },
        )?))
    })
    .await
}

async fn delete(State(app): State<Arc<App>>, Path((plan, id)): Path<(String, String)>) -> Answer {
    app.write(plan, move |scope| {
        edit::delete(scope, &id)?;
        with_knowledge(scope, &transactions::by_id(scope, &id)?)
    })
    .await
}

fn with_knowledge(scope: &Scope<'_>, transaction: &Value) -> Answer {
    Ok(Data::ok(json!({
        "transaction": transaction,
        "server_knowledge": scope.knowledge()?,
    })))
}

/// Returns the response to a bulk change.
fn saved(scope: &Scope<'_>, created: &Created) -> Result<Value, Failure> {
    let rows: Result<Vec<Value>, Failure> = created
        .ids
        .iter()
        .map(|id| transactions::get(scope, id))
        .collect();
    Ok(Value::from_iter([
        ("transaction_ids", json!(created.ids)),
        ("transactions", rows?.into()),
        ("duplicate_import_ids", json!(created.duplicates)),
        ("server_knowledge", scope.knowledge()?.into()),
    ]))
}

fn read_new(fields: &mut Fields<'_>) -> Edit {
    Edit {
        import_id: fields.text("import_id", 36),
        ..read_edit(fields)
    }
}

/// Reads the fields that creating and changing a transaction share.
fn read_edit(fields: &mut Fields<'_>) -> Edit {
    Edit {
        account_id: fields.uuid("account"),
        date: fields.date("date"),
        amount: fields.amount("amount"),
        payee_id: fields.uuid("payee"),
        payee_name: fields.text("payee_name", 200),
        category_id: fields.uuid("category"),
        memo: fields.text("memo", 500),
        cleared: fields.word("cleared", &["uncleared", "cleared", "reconciled"]),
        approved: fields.flag("approved"),
        flag_color: fields.flag_color(),
        lines: fields.list("subtransactions", read_line),
        ..Edit::default()
    }
}

fn read_line(fields: &mut Fields<'_>) -> Line {
    Line {
        amount: fields.required_amount("amount"),
        payee_id: fields.uuid("payee"),
        payee_name: fields.text("payee_name", 200),
        category_id: fields.uuid("category"),
        memo: fields.text("memo", 500),
    }
}
