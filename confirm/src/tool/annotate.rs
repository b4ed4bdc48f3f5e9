use rmcp::{handler::server::router::tool::ToolRouter, model::ToolAnnotations};

use crate::{Subject, Tier};

/// What a client may be told about a tool that makes changes of kind `S`: the hints follow from
/// its [`Tier`], so that they cannot say something else than what is asked.
///
/// `readOnlyHint` is false. `destructiveHint` is false for [`Tier::Auto`] and true for every other,
/// which is what makes a client show a dialogue of its own.
#[must_use]
pub fn annotations<S: Subject>() -> ToolAnnotations {
    let mut annotations = ToolAnnotations::default();
    annotations.read_only_hint = Some(false);
    annotations.destructive_hint = Some(S::TIER != Tier::Auto);
    annotations
}

/// Sets the hints that follow from the tier of `S` on the tool `name`. What else the tool says of
/// itself, such as its title, stays.
///
/// ```
/// # use confirm::Subject;
/// # use rmcp::{tool, tool_router};
/// # #[derive(Subject)]
/// # #[subject(question("Delete {name}?"))]
/// # struct Delete { name: String }
/// # struct Server;
/// # #[tool_router] impl Server {
/// #     /// Delete a thing.
/// #     #[tool(annotations(title = "Delete"))] async fn delete_thing(&self) {}
/// # }
/// let mut router = Server::tool_router();
/// confirm::annotate::<Delete, _>(&mut router, "delete_thing");
/// let hints = router.get("delete_thing").unwrap().annotations.clone().unwrap();
/// assert_eq!(hints.destructive_hint, Some(true));
/// assert_eq!(hints.title.as_deref(), Some("Delete"));
/// ```
///
/// # Panics
///
/// If the router has no tool of that name.
pub fn annotate<S: Subject, H>(router: &mut ToolRouter<H>, name: &str) {
    let route = router.map.get_mut(name);
    let tool = &mut route
        .unwrap_or_else(|| panic!("there is no tool {name:?}"))
        .attr;
    let own = tool.annotations.get_or_insert_default();
    let hints = annotations::<S>();
    own.read_only_hint = hints.read_only_hint;
    own.destructive_hint = hints.destructive_hint;
}
