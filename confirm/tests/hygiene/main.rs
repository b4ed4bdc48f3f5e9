//! Tests derived code among names that are made to collide with it.

#![deny(warnings, missing_docs, unused, rust_2018_idioms, single_use_lifetimes)]
#![deny(clippy::all, clippy::pedantic)]
#![allow(
    missing_debug_implementations,
    clippy::exhaustive_enums,
    clippy::exhaustive_structs,
    reason = "about the types in here, not about what is derived from them"
)]

pub mod bare;
pub mod deprecated;
pub mod hijacked;
pub mod renamed;
pub mod shadowed;

#[test]
fn they_read_as_they_should() {
    use confirm::Subject as _;

    assert_eq!(
        shadowed::Names::set().preview().to_string(),
        "Set 0.01 2 ‘c’?\n‘w’\n4 ‘s’"
    );
    assert_eq!(
        renamed::Made::new(3, "x".into()).preview().to_string(),
        "Make 3 ‘x’?\n1"
    );
}

#[test]
fn a_type_in_a_function_is_a_subject() {
    use confirm::Subject;

    #[derive(Subject)]
    #[subject(question("Delete {id}?"))]
    struct Delete {
        id: u8,
    }
    assert_eq!(Delete { id: 3 }.preview().to_string(), "Delete 3?");
}

/// Checks that a deprecated item warns where it is named and not where it is derived.
#[test]
fn a_deprecated_field_does_not_warn() {
    use confirm::Subject;

    #[derive(Subject)]
    #[subject(question("Delete {id}?"))]
    struct Delete {
        #[deprecated]
        id: u8,
    }
    #[allow(deprecated)]
    let delete = Delete { id: 3 };
    assert_eq!(delete.preview().to_string(), "Delete 3?");
}

/// Checks that shown fields stay out of the fingerprint, whatever methods are in scope.
#[test]
fn a_method_in_scope_changes_nothing() {
    use confirm::{Fingerprint, Subject};

    let [one, other] = ["a", "b"].map(hijacked::pay);
    assert_eq!(
        Fingerprint::of("plan", &one),
        Fingerprint::of("plan", &other)
    );
    assert_eq!(
        one.preview().question(),
        &confirm::Text::new("Pay {count} from {account}?")
            .arg("count", &1_u8)
            .arg("account", "a")
    );
}
