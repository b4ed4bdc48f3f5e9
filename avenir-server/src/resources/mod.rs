//! The resources: the guide for agents, and the parts of each plan.

pub(crate) mod guide;

use std::sync::atomic::AtomicUsize;

use avenir_ynab::model::{Account, CategoryGroup};
use rmcp::{
    ErrorData, RoleServer,
    model::{
        ListResourceTemplatesResult, ListResourcesResult, ReadResourceRequestParams,
        ReadResourceResult, Resource, ResourceContents, ResourceTemplate,
    },
    service::RequestContext,
};
use serde_json::{Value, json};

use crate::{
    server::Server,
    tools::{
        progress::Progress,
        read::{Source, assignable, name, no_plan},
        text,
    },
};

const GUIDE: &str = "avenir-mcp://guide";
const PLANS: &str = "ynab://plans";
const OF_PLAN: &str = "ynab://plans/";
const CATEGORIES: &str = "/categories";
const ACCOUNTS: &str = "/accounts";

const MARKDOWN: &str = "text/markdown";
const JSON: &str = "application/json";

pub(crate) fn list() -> ListResourcesResult {
    let guide = Resource::new(GUIDE, "guide")
        .with_title("Guide")
        .with_description(
            "How to work with this server: figures, tools, and how changes are agreed to.",
        )
        .with_mime_type(MARKDOWN);
    let plans = Resource::new(PLANS, "plans")
        .with_title("Plans")
        .with_description("The user's plans (budgets), with the ids that tools take.")
        .with_mime_type(JSON);
    ListResourcesResult::with_all_items(vec![guide, plans])
}

pub(crate) fn templates() -> ListResourceTemplatesResult {
    let of_plan = |what: &str, title: &str, description: &str| {
        ResourceTemplate::new(
            format!("{OF_PLAN}{{plan_id}}{what}"),
            what.trim_matches('/'),
        )
        .with_title(title)
        .with_description(description)
        .with_mime_type(JSON)
    };
    ListResourceTemplatesResult::with_all_items(vec![
        of_plan(
            ACCOUNTS,
            "Accounts of a plan",
            "A plan's open accounts with their balances.",
        ),
        of_plan(
            CATEGORIES,
            "Categories of a plan",
            "The categories a transaction can have, by group, with their ids.",
        ),
    ])
}

pub(crate) async fn read(
    server: &Server,
    request: ReadResourceRequestParams,
    call: &RequestContext<RoleServer>,
) -> Result<ReadResourceResult, ErrorData> {
    let uri = request.uri;
    let failed = |text: String| ErrorData::internal_error(text, None);
    let (kind, text) = match uri.as_str() {
        GUIDE => (MARKDOWN, guide::text(server.names(), server.access())),
        PLANS => (JSON, plans(server).await.map_err(failed)?.to_string()),
        other => {
            let (plan_id, what) = of_plan(other).ok_or_else(|| unknown(other))?;
            let mut source = Source::once(&server.client, plan_id, Progress::of(call));
            let listed = match what {
                Part::Accounts => source.accounts().await.map(|all| accounts(&all)),
                Part::Categories => source.categories().await.map(|all| categories(&all)),
            };
            let listed = match listed {
                Ok(listed) => listed,
                Err(text) => {
                    let no_plan = no_plan(&server.client, plan_id).await;
                    return Err(no_plan.map_or_else(|| failed(text), not_found));
                }
            };
            (
                JSON,
                with_unreadable(listed, source.unreadable()).to_string(),
            )
        }
    };
    let contents = ResourceContents::text(text, uri).with_mime_type(kind);
    Ok(ReadResourceResult::new(vec![contents]))
}

/// The part of a plan that a resource holds.
enum Part {
    Accounts,
    Categories,
}

fn of_plan(uri: &str) -> Option<(&str, Part)> {
    let rest = uri.strip_prefix(OF_PLAN)?;
    let (plan_id, part) = match rest.strip_suffix(ACCOUNTS) {
        Some(plan_id) => (plan_id, Part::Accounts),
        None => (rest.strip_suffix(CATEGORIES)?, Part::Categories),
    };
    (!plan_id.is_empty() && !plan_id.contains('/')).then_some((plan_id, part))
}

fn unknown(uri: &str) -> ErrorData {
    let text = format!(
        "There is no resource {}: take {GUIDE}, {PLANS}, {OF_PLAN}{{plan_id}}{CATEGORIES} or \
         {OF_PLAN}{{plan_id}}{ACCOUNTS}.",
        confirm::preview::quoted(uri, 60)
    );
    not_found(text)
}

fn not_found(text: String) -> ErrorData {
    ErrorData::resource_not_found(text, None)
}

/// Adds to a list the number of rows that could not be read.
fn with_unreadable(mut listed: Value, unreadable: usize) -> Value {
    if let (Some(rows), 1..) = (listed.as_array_mut(), unreadable) {
        rows.push(json!({"unreadable": unreadable}));
    }
    listed
}

async fn plans(server: &Server) -> Result<Value, String> {
    let unreadable = AtomicUsize::new(0);
    let cached = server.client.cached().counting(&unreadable);
    let plans = cached.plans().await.map_err(text)?;
    let plans = plans.into_iter().map(|plan| {
        json!({
            "plan_id": plan.id,
            "name": name(&plan.name),
            "last_modified_on": plan.last_modified_on,
        })
    });
    Ok(with_unreadable(plans.collect(), unreadable.into_inner()))
}

fn accounts(accounts: &[Account]) -> Value {
    let open = accounts.iter().filter(|one| !(one.closed || one.deleted));
    open.map(|one| {
        json!({
            "account_id": one.id,
            "name": name(&one.name),
            "type": one.kind,
            "on_budget": one.on_budget,
            "balance": one.balance.decimal(),
        })
    })
    .collect()
}

fn categories(groups: &[CategoryGroup]) -> Value {
    let mut listed: Vec<Value> = Vec::new();
    let mut last = "";
    for (group, one) in assignable(groups) {
        if last != group.id {
            last = &group.id;
            listed.push(json!({"group": name(&group.name), "categories": []}));
        }
        if let Some(Value::Array(categories)) = listed
            .last_mut()
            .and_then(|group| group.get_mut("categories"))
        {
            categories.push(json!({"category_id": one.id, "name": name(&one.name)}));
        }
    }
    listed.into()
}
