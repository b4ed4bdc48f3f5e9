//! `#[derive(Subject)]` for the `confirm` library, which re-exports and documents it.
//!
//! Everything the macro can know is settled here, at expansion: the order of the keys, their
//! escapes, which field a placeholder means. What it emits calls functions of
//! `confirm::__private`, so there is no code at run time in this crate.
//!
//! The way through: `attr` parses attributes, `ast` puts them beside the syntax they belong
//! to, `check` looks at what only shows when two of them meet, `expand` writes the impls.
//! Errors gather in a `ctxt::Ctxt` all along, so that one compile reports them all.

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
