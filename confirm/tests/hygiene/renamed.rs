//! The crate under another name, and a type in a macro and in a function.

/// Another name.
pub mod other {
    pub use confirm::*;
}

/// By a path.
#[derive(confirm::Subject)]
#[subject(crate = "crate::renamed::other", question("Delete {id}?"))]
pub struct Delete {
    id: u8,
}

macro_rules! subject {
    ($name:ident { $($field:ident: $ty:ty),* } $($texts:tt)*) => {
        /// Made by a macro.
        #[derive(confirm::Subject)]
        #[subject(crate = "confirm", $($texts)*)]
        pub struct $name {
            $(
                /// A field.
                pub $field: $ty,
            )*
            own: Option<i64>,
        }

        impl $name {
            /// Makes one.
            #[must_use]
            pub fn new($($field: $ty),*) -> Self {
                Self { $($field,)* own: Some(1) }
            }
        }
    };
}
subject!(Made { count: i64, name: String }
    question("Make {count} {name}?", count = decimal(count, scale = 0, digits = 0), name),
    warning("{own}", own, when = own));
