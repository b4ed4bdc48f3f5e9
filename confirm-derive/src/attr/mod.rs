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
            cx.error(attr, format!("write it as `#[{name}(..)]`"));
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
