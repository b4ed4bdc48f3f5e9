//! `#[derive(Subject)]` for the `confirm` library, which re-exports and documents it.
//!
//! The macro does as much as possible at expansion: it sorts and escapes the keys, and resolves the
//! placeholders. The derived code calls functions of `confirm::__private`, so this crate has no code at
//! run time.
//!
//! `attr` parses the attributes, `ast` joins them with their syntax, `check` finds conflicts between
//! attributes, and `expand` writes the impls. All of them record errors in a `ctxt::Ctxt`, so that one
//! compile reports them all.

mod ast;
mod attr;
mod case;
mod check;
mod ctxt;
mod expand;
mod json;

use proc_macro::TokenStream;
use syn::{DeriveInput, parse_macro_input};

/// Derives `confirm::Subject`, `confirm::Canonical` and `confirm::Row`; documented in `confirm`.
#[proc_macro_derive(Subject, attributes(subject, serde))]
pub fn derive_subject(input: TokenStream) -> TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    derive(&input).into()
}

fn derive(input: &DeriveInput) -> proc_macro2::TokenStream {
    let cx = ctxt::Ctxt::default();
    let input = ast::Input::from_syn(&cx, input);
    check::check(&cx, &input);
    match cx.check() {
        Ok(()) => expand::derive(&input),
        Err(errors) => expand::fallback(&input, errors),
    }
}

#[cfg(test)]
mod tests;
