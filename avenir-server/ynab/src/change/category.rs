use confirm::Subject;
use serde_json::{Value, json};

use super::{Change, Edit, Field};

/// A change of a category's name or group.
#[derive(Clone, Debug, Subject)]
#[subject(
    kind = "update_category",
    question("Change category {from} ({from_group}) to {name} ({group})?")
)]
#[expect(clippy::exhaustive_structs, reason = "a subject is plain data")]
pub struct UpdateCategory {
    /// The plan.
    pub plan_id: String,
    /// The category.
    pub category_id: String,
    /// The new name.
    pub name: String,
    /// The id of the new group.
    pub category_group_id: String,
    /// The name of the new group.
    #[subject(shown)]
    pub group: String,
    /// The current name.
    #[subject(shown)]
    pub from: String,
    /// The id of the current group.
    #[subject(shown)]
    pub from_group_id: String,
    /// The name of the current group.
    #[subject(shown)]
    pub from_group: String,
}

/// The creation of a category.
#[derive(Clone, Debug, Subject)]
#[subject(
    kind = "create_category",
    question("Create category {name} in {group}?"),
    warning("This server cannot delete a category. You can do it in YNAB.")
)]
#[expect(clippy::exhaustive_structs, reason = "a subject is plain data")]
pub struct CreateCategory {
    /// The plan.
    pub plan_id: String,
    /// The group of the new category.
    pub category_group_id: String,
    /// Its name.
    pub name: String,
    /// The name of the group.
    #[subject(shown)]
    pub group: String,
}

#[diagnostic::do_not_recommend]
impl Change for UpdateCategory {
    fn plan_id(&self) -> &str {
        &self.plan_id
    }

    fn edits(&self) -> Vec<Edit> {
        [
            (Field::CategoryName, &self.from, &self.name),
            (
                Field::CategoryGroup,
                &self.from_group_id,
                &self.category_group_id,
            ),
        ]
        .into_iter()
        .filter(|(_, before, after)| before != after)
        .map(|(field, before, after)| {
            Edit::new(field, &self.category_id, before.clone(), after.clone())
        })
        .collect()
    }
}

#[diagnostic::do_not_recommend]
impl Change for CreateCategory {
    fn plan_id(&self) -> &str {
        &self.plan_id
    }

    fn edits(&self) -> Vec<Edit> {
        let after = json!({"category_group_id": self.category_group_id, "name": self.name});
        vec![Edit::new(Field::NewCategory, "", Value::Null, after)]
    }

    fn irreversible_because(&self) -> Option<&'static str> {
        Some("YNAB's API cannot delete a category; the user can hide it")
    }
}
