//! Deprecated types and fields in derived code that may use them.

use confirm::Subject;

/// An old row.
#[deprecated]
#[derive(Subject)]
#[subject(row("{id}"))]
pub struct Old<T> {
    id: T,
}

/// An old list.
#[deprecated]
#[allow(deprecated)]
#[derive(Subject)]
#[subject(question("Delete {count}?", count = count(self)), rows = self)]
pub struct OldList(#[subject(unordered)] Vec<Old<u8>>);

/// A new type with old parts.
#[derive(Subject)]
#[allow(deprecated)]
#[subject(question("Delete {count}?", count = count(list)), rows = list)]
pub struct Holds {
    list: Vec<Old<u8>>,
    #[subject(shown)]
    #[serde(skip_serializing_if = "Option::is_none")]
    old: Option<Old<u8>>,
}

/// Old variants.
#[derive(Subject)]
pub enum Flag {
    /// Old.
    #[deprecated]
    #[subject(label("red"))]
    Red,
    /// With an old field.
    #[subject(label("{name}"))]
    Named {
        /// Old.
        #[deprecated]
        name: String,
    },
}
