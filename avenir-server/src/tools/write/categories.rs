//! The tools that create, rename and move categories.

use avenir_ynab::{
    change::{CreateCategory, UpdateCategory},
    rules,
};
use confirm::{Reply, Stop};
use rmcp::{tool, tool_router};
use schemars::JsonSchema;
use serde::Deserialize;

use super::{
    OpenPlan, WriteResult,
    args::Parameters,
    lookup::Categories,
    problems::{Problems, quoted},
};
use crate::{server::Server, tools::failed};

/// Arguments of `update_category`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ChangeCategory {
    /// Plan id, or `last-used`.
    plan_id: String,
    /// Category id.
    category_id: String,
    /// New name; without it, the name stays.
    #[serde(default)]
    name: Option<String>,
    /// Group to move it to, from `list_category_groups`; without it, the group stays.
    #[serde(default)]
    category_group_id: Option<String>,
}

/// Arguments of `create_category`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewCategory {
    /// Plan id, or `last-used`.
    plan_id: String,
    /// Group it goes in, from `list_category_groups`.
    category_group_id: String,
    /// Its name.
    name: String,
}

#[tool_router(router = category_edit_tools, vis = "pub(crate)")]
impl Server {
    /// Rename a category, or move it to another group. Its transactions and amounts stay with it.
    #[tool(
        output_schema = Reply::<WriteResult>::schema(),
        annotations(title = "Change a category", idempotent_hint = true, open_world_hint = true)
    )]
    async fn update_category(
        &self,
        Parameters(args, call): Parameters<ChangeCategory>,
    ) -> Reply<WriteResult> {
        Reply(
            self.write(call, &args, |args| &args.plan_id, propose_category_change)
                .await,
        )
    }

    /// Create a category in a group. YNAB's API cannot delete one: look with
    /// `list_category_groups` first whether there is one that fits.
    #[tool(
        output_schema = Reply::<WriteResult>::schema(),
        annotations(title = "Create a category", idempotent_hint = false, open_world_hint = true)
    )]
    async fn create_category(
        &self,
        Parameters(args, call): Parameters<NewCategory>,
    ) -> Reply<WriteResult> {
        Reply(
            self.write(call, &args, |args| &args.plan_id, propose_category)
                .await,
        )
    }
}

async fn propose_category_change(
    plan: OpenPlan,
    args: &ChangeCategory,
) -> Result<UpdateCategory, Stop> {
    let categories = Categories::read(&plan).await.map_err(failed)?;
    let mut problems = Problems::default();
    if args.name.is_none() && args.category_group_id.is_none() {
        problems.add(
            "name",
            "give a new name, another category_group_id, or both",
        );
    }
    let placed = problems.take("category_id", categories.spendable(&args.category_id));
    let name = match &args.name {
        Some(name) => problems.take("name", name_of(name)),
        None => placed.map(|placed| placed.category.name.clone()),
    };
    let group = match &args.category_group_id {
        Some(id) => problems.take("category_group_id", categories.group(id)),
        None => placed.and_then(|placed| categories.group_of(placed)),
    };
    if let (Some(group), Some(name)) = (group, &name)
        && categories.is_taken(&group.id, name, Some(&args.category_id))
    {
        problems.add("name", taken(name, &group.name));
    }
    let ((placed, name), group) = problems.all(placed.zip(name).zip(group))?;
    if name == placed.category.name && group.id == placed.category.category_group_id {
        return Err(WriteResult::nothing_to_do(
            "The category is called and placed so already: nothing was changed.",
        ));
    }
    Ok(UpdateCategory {
        plan_id: plan.id,
        category_id: args.category_id.clone(),
        name,
        category_group_id: group.id.clone(),
        group: group.name.clone(),
        from: placed.category.name.clone(),
        from_group_id: placed.category.category_group_id.clone(),
        from_group: placed.group.clone(),
    })
}

async fn propose_category(plan: OpenPlan, args: &NewCategory) -> Result<CreateCategory, Stop> {
    let categories = Categories::read(&plan).await.map_err(failed)?;
    let mut problems = Problems::default();
    let group = problems.take(
        "category_group_id",
        categories.group(&args.category_group_id),
    );
    let name = problems.take("name", name_of(&args.name));
    if let (Some(group), Some(name)) = (group, &name)
        && categories.is_taken(&group.id, name, None)
    {
        problems.add("name", taken(name, &group.name));
    }
    let (group, name) = problems.all(group.zip(name))?;
    Ok(CreateCategory {
        plan_id: plan.id,
        category_group_id: group.id.clone(),
        name,
        group: group.name.clone(),
    })
}

/// Returns a name without the white space around it. Fails if the name is blank, or YNAB does not
/// accept it.
fn name_of(name: &str) -> Result<String, String> {
    let name = name.trim();
    if name.is_empty() {
        return Err("the name is blank: give it one".to_owned());
    }
    rules::category_name(name).map_err(|broken| broken.to_string())?;
    Ok(name.to_owned())
}

pub(super) fn taken(name: &str, group: &str) -> String {
    format!(
        "{} has a category {} already: choose another name",
        quoted(group),
        quoted(name)
    )
}
