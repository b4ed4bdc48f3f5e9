//! Parses the attributes. An unreadable item is reported and the next one is parsed, so that all
//! mistakes of an attribute show at once.

mod serde;
mod skip;
mod subject;
mod template;
mod text;

use proc_macro2::{Ident, TokenStream, TokenTree};
use syn::{
    Attribute, Meta, Token,
    ext::IdentExt as _,
    parse::{ParseBuffer, ParseStream},
};

pub(crate) use self::{
    serde::{Location, Serde, changes_output},
    skip::Skip,
    subject::{Container, FieldAttrs, FieldKind, Texts},
    text::{Format, Places, Text},
};
use crate::ctxt::Ctxt;

/// Parses the items of every attribute called `name`.
fn attributes(
    cx: &Ctxt,
    attrs: &[Attribute],
    name: &str,
    mut item: impl FnMut(Ident, ParseStream<'_>) -> syn::Result<()>,
) {
    for attr in attrs.iter().filter(|attr| attr.path().is_ident(name)) {
        if let Meta::List(list) = &attr.meta {
            cx.ok(list.parse_args_with(|input: ParseStream<'_>| {
                items(cx, input, |input| {
                    let word = input.call(Ident::parse_any)?;
                    item(word, input)
                });
                Ok(())
            }));
        } else {
            cx.error(attr, format!("expected `#[{name}(..)]`"));
        }
    }
}

/// Parses items between commas, each by itself.
fn items(
    cx: &Ctxt,
    input: ParseStream<'_>,
    mut item: impl FnMut(ParseStream<'_>) -> syn::Result<()>,
) {
    while !input.is_empty() {
        if cx.ok(item(input)).is_some() && !input.is_empty() && !input.peek(Token![,]) {
            cx.push(input.error("expected `,`"));
        }
        skip_to_comma(input);
        _ = input.parse::<Token![,]>();
    }
}

fn skip_to_comma(input: &ParseBuffer<'_>) {
    while !input.is_empty() && !input.peek(Token![,]) {
        _ = input.parse::<TokenTree>();
    }
}

/// Parses the content of `( )`.
fn group<T>(
    input: ParseStream<'_>,
    read: impl FnOnce(ParseStream<'_>) -> syn::Result<T>,
) -> syn::Result<T> {
    let content;
    syn::parenthesized!(content in input);
    let read = read(&content);
    if read.is_err() {
        // Consume the rest, or it would be reported again as unexpected.
        _ = content.parse::<TokenStream>();
    }
    read
}

/// Parses the value after `=`.
fn value<T: syn::parse::Parse>(input: ParseStream<'_>) -> syn::Result<T> {
    input.parse::<Token![=]>()?;
    input.parse()
}

/// Returns an error about an unknown word, with the known word that it probably means, or with all.
fn unknown(word: &Ident, what: &str, known: &[&str]) -> syn::Error {
    let name = word.to_string();
    let similar = known
        .iter()
        .map(|known| (strsim::jaro_winkler(&name, known), *known))
        .filter(|(similarity, _)| *similarity > SIMILAR)
        .max_by(|one, other| one.0.total_cmp(&other.0));
    let hint = if let Some((_, known)) = similar {
        format!("did you mean `{known}`?")
    } else {
        let known: Vec<String> = known.iter().map(|known| format!("`{known}`")).collect();
        format!("expected one of {}", known.join(", "))
    };
    syn::Error::new(word.span(), format!("unknown {what} `{name}`; {hint}"))
}

/// The similarity above which a word is probably a misspelling: strsim gives 1 for equal words.
const SIMILAR: f64 = 0.87;
