use rmcp::{
    handler::server::router::tool::ToolRouter,
    model::{JsonObject, ToolAnnotations},
};
use serde_json::Value;

use super::{parameters::CONFIRMATION, schema};
use crate::{Subject, Tier};

/// Returns the annotations of a tool that makes changes of the kind `S`. They follow from its
/// [`Tier`], so they cannot contradict the question.
///
/// `readOnlyHint` is false. `destructiveHint` is false for [`Tier::Auto`] and true for every other
/// tier, which makes a client show a dialog of its own.
#[must_use]
pub fn annotations<S: Subject>() -> ToolAnnotations {
    let mut annotations = ToolAnnotations::default();
    annotations.read_only_hint = Some(false);
    annotations.destructive_hint = Some(S::TIER != Tier::Auto);
    annotations
}

/// Sets the hints that follow from the tier of `S` on the tool `name`. It also removes the argument
/// `confirmation` from the tool's schema unless the tier takes codes. Everything else, such as the
/// title, stays.
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
    if S::TIER != Tier::Confirm {
        let mut schema = tool.input_schema.as_ref().clone();
        forget_confirmation(&mut schema);
        tool.input_schema = schema.into();
    }
}

/// Removes the argument for codes, because only a [`Tier::Confirm`] operation accepts one.
fn forget_confirmation(schema: &mut JsonObject) {
    schema::each_object(schema, &mut |object| {
        if let Some(Value::Object(properties)) = object.get_mut("properties") {
            properties.remove(CONFIRMATION);
        }
    });
}

#[cfg(test)]
mod tests {
    use rmcp::{tool, tool_router};

    use super::*;

    #[derive(Subject)]
    #[subject(tier = Auto, question("Read?"))]
    struct Mark;

    #[derive(Subject)]
    #[subject(question("Delete?"))]
    struct Delete;

    struct Server;

    #[tool_router]
    impl Server {
        /// Delete a thing.
        #[tool(annotations(title = "Delete", destructive_hint = false))]
        async fn delete(&self) {}

        /// Mark a thing.
        #[tool]
        async fn mark(&self) {}
    }

    #[test]
    fn the_hints_of_a_tool_follow_from_its_tier() {
        let mut router = Server::tool_router();
        annotate::<Delete, _>(&mut router, "delete");
        annotate::<Mark, _>(&mut router, "mark");
        let hints = |name| router.get(name).unwrap().annotations.clone().unwrap();
        let (delete, mark) = (hints("delete"), hints("mark"));
        assert_eq!(delete.title.as_deref(), Some("Delete"));
        assert_eq!(delete.destructive_hint, Some(true));
        assert_eq!(mark.destructive_hint, Some(false));
        assert_eq!(delete.read_only_hint, Some(false));
        assert_eq!(mark, annotations::<Mark>());
    }

    #[derive(Subject)]
    #[subject(tier = Handoff, question("File?"), consequence("It is final."))]
    struct File;

    #[derive(serde::Deserialize, schemars::JsonSchema)]
    #[serde(tag = "kind", deny_unknown_fields)]
    #[expect(dead_code, reason = "a schema is made of it")]
    enum Args {
        One { id: u8 },
        All,
    }

    struct Asks;

    #[tool_router]
    impl Asks {
        /// Do it.
        #[tool]
        async fn act(&self, _: crate::Parameters<Args>) {}
    }

    #[test]
    fn only_a_tool_that_is_handed_codes_takes_one() {
        fn takes<S: Subject>() -> bool {
            let mut router = Asks::tool_router();
            annotate::<S, _>(&mut router, "act");
            let schema = &router.get("act").unwrap().input_schema;
            let text = serde_json::to_string(schema).unwrap();
            assert!(text.contains("kind"), "{text}");
            text.contains(CONFIRMATION)
        }
        assert!(takes::<Delete>());
        assert!(!takes::<Mark>());
        assert!(!takes::<File>());
    }
}
