//! Turns edits into requests. Edits that YNAB accepts together share a request.

use std::collections::HashMap;

use serde_json::{Map, Value, json};

use super::{Edit, Field, Method, Step, Target, edit::WRITTEN};

/// Returns the requests that make the edits, in their order.
pub(super) fn steps(plan_id: &str, edits: Vec<Edit>) -> Vec<Step> {
    let mut groups: Vec<(Way, Vec<Edit>)> = Vec::new();
    for edit in edits {
        let way = Way::of(&edit);
        match groups.iter_mut().find(|(known, _)| *known == way) {
            Some((_, together)) => together.push(edit),
            None => groups.push((way, vec![edit])),
        }
    }
    groups
        .into_iter()
        .map(|(way, edits)| way.step(plan_id, edits))
        .collect()
}

/// The way in which an edit is sent. Edits with equal ways share a request.
#[derive(PartialEq)]
enum Way {
    /// A request that creates transactions.
    Create,
    /// A request that changes fields of transactions.
    Rows,
    /// A request that splits one transaction into lines.
    Split(String),
    Delete(String),
    Assign(Option<String>, String),
    CreateCategory,
    Category(String),
    Payee(String),
}

impl Way {
    fn of(edit: &Edit) -> Self {
        let id = || edit.id.clone();
        match edit.field {
            Field::Transaction if edit.creates() => Self::Create,
            Field::Transaction => Self::Delete(id()),
            Field::Category | Field::Flag | Field::Cleared | Field::Approved => Self::Rows,
            Field::Lines => Self::Split(id()),
            Field::Budgeted => Self::Assign(edit.month.clone(), id()),
            Field::NewCategory => Self::CreateCategory,
            Field::Target | Field::CategoryName | Field::CategoryGroup => Self::Category(id()),
            Field::PayeeName => Self::Payee(id()),
        }
    }

    fn step(self, plan_id: &str, edits: Vec<Edit>) -> Step {
        let (method, path, body) = match self {
            Self::Create => {
                let rows: Vec<Value> = edits.iter().map(|edit| written(&edit.after)).collect();
                let body = json!({"transactions": rows});
                (Method::Post, vec!["transactions".into()], body)
            }
            Self::Rows => {
                let body = json!({"transactions": rows(&edits)});
                (Method::Patch, vec!["transactions".into()], body)
            }
            Self::Split(id) => {
                let lines = edits.iter().map(|edit| edit.after.clone()).next();
                let body = json!({"category_id": null, "subtransactions": lines});
                let path = vec!["transactions".into(), id];
                (Method::Put, path, json!({"transaction": body}))
            }
            Self::Delete(id) => {
                let path = vec!["transactions".into(), id];
                (Method::Delete, path, Value::Null)
            }
            Self::Assign(month, id) => {
                let month = month.unwrap_or_default();
                let path = vec!["months".into(), month, "categories".into(), id];
                let budgeted = edits.last().map(|edit| edit.after.clone());
                let body = json!({"category": {"budgeted": budgeted}});
                (Method::Patch, path, body)
            }
            Self::CreateCategory => {
                let category = edits.iter().map(|edit| edit.after.clone()).next();
                let body = json!({"category": category});
                (Method::Post, vec!["categories".into()], body)
            }
            Self::Category(id) => {
                let mut fields = Map::new();
                for edit in &edits {
                    set(&mut fields, edit);
                }
                let path = vec!["categories".into(), id];
                (Method::Patch, path, json!({"category": fields}))
            }
            Self::Payee(id) => {
                let name = edits.last().map(|edit| edit.after.clone());
                let path = vec!["payees".into(), id];
                (Method::Patch, path, json!({"payee": {"name": name}}))
            }
        };
        let plan = ["plans".to_owned(), plan_id.to_owned()];
        Step {
            method,
            path: plan.into_iter().chain(path).collect(),
            body,
            edits,
        }
    }
}

/// Returns a transaction with only the fields that a request may set.
fn written(row: &Value) -> Value {
    let field = |name: &&str| Some(((*name).to_owned(), row.get(*name)?.clone()));
    let fields: Map<String, Value> = WRITTEN.iter().filter_map(field).collect();
    fields.into()
}

/// Returns one object for each transaction, with all its changes.
fn rows(edits: &[Edit]) -> Vec<Map<String, Value>> {
    let mut rows: Vec<Map<String, Value>> = Vec::new();
    let mut places: HashMap<&str, usize> = HashMap::new();
    for edit in edits {
        let at = *places.entry(&edit.id).or_insert_with(|| {
            rows.push(Map::from_iter([("id".to_owned(), edit.id.clone().into())]));
            rows.len() - 1
        });
        set(&mut rows[at], edit);
    }
    rows
}

fn set(fields: &mut Map<String, Value>, edit: &Edit) {
    let name = match edit.field {
        Field::Category => "category_id",
        Field::Flag => "flag_color",
        Field::Cleared => "cleared",
        Field::Approved => "approved",
        Field::CategoryName => "name",
        Field::CategoryGroup => "category_group_id",
        Field::Target => return Target::fields(edit, fields),
        Field::Budgeted
        | Field::PayeeName
        | Field::Transaction
        | Field::Lines
        | Field::NewCategory => return,
    };
    fields.insert(name.to_owned(), edit.after.clone());
}
