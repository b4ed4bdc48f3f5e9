//! Tests of the whole expansion of a few types, because generated code is reviewed too.
//!
//! `UPDATE_EXPECT=1 cargo test -p confirm-derive` takes the new text.

mod expansion;

use syn::DeriveInput;

fn expand(input: &DeriveInput) -> String {
    let file = syn::parse2(crate::derive(input)).expect("what is written is Rust");
    prettyplease::unparse(&file)
}
