//! The descriptions and schemas of the tools that clients get. A description is short, and does not
//! name a tool that the server does not have.

use std::{collections::BTreeSet, sync::Arc};

use rmcp::{
    handler::server::router::tool::ToolRouter,
    model::{JsonObject, Tool},
};
use serde_json::{Map, Value};

use super::schema;

/// The names of the server's tools. Code that names a tool to a client checks here first.
#[derive(Clone, Debug)]
pub(crate) struct Names(BTreeSet<String>);

/// The sentences that a description gets if another tool exists. Each entry holds the tool, the
/// other tool, and the sentence that names the other tool.
const POINTERS: &[(&str, &str, &str)] = &[
    (
        "find_transactions",
        "apply_categories",
        "`apply_categories` gives them other categories.",
    ),
    (
        "find_transactions",
        "flag_transactions",
        "`flag_transactions` marks them for the user.",
    ),
    (
        "get_category_balances",
        "move_money",
        "`move_money` moves money between two.",
    ),
    (
        "get_category_balances",
        "set_category_budget",
        "`set_category_budget` assigns to one.",
    ),
    (
        "get_monthly_summary",
        "move_money",
        "`move_money` covers what is overspent.",
    ),
    (
        "get_underfunded_targets",
        "set_category_budget",
        "`set_category_budget` funds one.",
    ),
    (
        "list_accounts",
        "import_transactions",
        "`import_transactions` asks the banks for news.",
    ),
    (
        "list_accounts",
        "reconcile_account",
        "`reconcile_account` compares one with the bank.",
    ),
    (
        "list_category_groups",
        "create_category",
        "`create_category` takes a group's id.",
    ),
    (
        "list_payees",
        "rename_payee",
        "`rename_payee` tidies one up.",
    ),
    (
        "suggest_categories",
        "apply_categories",
        "`apply_categories` then assigns what was chosen.",
    ),
];

/// Prepares the tools of a server for its clients, and returns their names.
pub(crate) fn ready<S>(router: &mut ToolRouter<S>) -> Names {
    let names = Names(router.map.keys().map(ToString::to_string).collect());
    for route in router.map.values_mut() {
        let tool = &mut route.attr;
        describe(tool, &names);
        slim(&mut tool.input_schema);
        schema::plain(Arc::make_mut(&mut tool.input_schema));
        if let Some(schema) = &mut tool.output_schema {
            slim(schema);
        }
    }
    names
}

impl Names {
    pub(crate) fn has(&self, tool: &str) -> bool {
        self.0.contains(tool)
    }

    pub(crate) fn has_all(&self, tools: &[&str]) -> bool {
        tools.iter().all(|tool| self.has(tool))
    }
}

/// Joins the lines of a description, and adds the sentences about other tools that exist.
fn describe(tool: &mut Tool, names: &Names) {
    let written = tool.description.take().unwrap_or_default();
    let mut text = written.split_whitespace().collect::<Vec<_>>().join(" ");
    for (name, other, sentence) in POINTERS {
        if *name == tool.name && names.has(other) {
            text.push(' ');
            text.push_str(sentence);
        }
    }
    tool.description = Some(text.into());
}

fn slim(schema: &mut Arc<JsonObject>) {
    prune(Arc::make_mut(schema));
}

/// Removes the parts of a schema that are meant for programmers. These parts are the names of
/// types, the sizes of integers, null defaults, and the direction of a field. Joins the lines of
/// descriptions. Keeps every key of `properties`, because each is the name of a field.
fn prune(schema: &mut Map<String, Value>) {
    for noise in ["$schema", "title", "format", "readOnly", "writeOnly"] {
        schema.remove(noise);
    }
    if schema.get("minimum").is_some_and(|least| *least == 0) {
        schema.remove("minimum");
    }
    if schema.get("default").is_some_and(Value::is_null) {
        schema.remove("default");
    }
    if let Some(Value::String(text)) = schema.get_mut("description") {
        *text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    }
    for (key, value) in schema {
        match (key.as_str(), value) {
            ("properties" | "$defs", Value::Object(named)) => {
                named
                    .values_mut()
                    .filter_map(Value::as_object_mut)
                    .for_each(prune);
            }
            ("items" | "additionalProperties", Value::Object(inner)) => prune(inner),
            ("anyOf" | "oneOf" | "allOf", Value::Array(inner)) => {
                inner
                    .iter_mut()
                    .filter_map(Value::as_object_mut)
                    .for_each(prune);
            }
            _ => {}
        }
    }
}
