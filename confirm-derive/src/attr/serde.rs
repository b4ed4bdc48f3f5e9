//! Reads `#[serde(..)]`, because the person must confirm exactly what serde writes.

use proc_macro2::Ident;
use syn::{Attribute, LitStr, Token, ext::IdentExt as _, parse::ParseStream};

use super::{Skip, attributes, group, items, value};
use crate::{case::Rule, ctxt::Ctxt};

/// The effect of serde's attributes on the output of a type, a variant or a field.
#[derive(Default)]
pub(crate) struct Serde {
    pub(crate) rename: Option<LitStr>,
    pub(crate) rename_all: Option<Rule>,
    pub(crate) rename_all_fields: Option<Rule>,
    pub(crate) tag: Option<LitStr>,
    pub(crate) skip_if: Option<Skip>,
    /// Allowed on a field that is only shown, and not on a written one.
    pub(crate) skip: Option<Ident>,
    /// Has no effect on a newtype, and changes any other type.
    pub(crate) transparent: Option<Ident>,
}

/// The location of an attribute.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Location {
    Container,
    Variant,
    Field,
}

/// The attributes that affect only deserialization.
const OF_READING: [&str; 12] = [
    "alias",
    "borrow",
    "bound",
    "crate",
    "default",
    "deny_unknown_fields",
    "deserialize_with",
    "expecting",
    "from",
    "other",
    "skip_deserializing",
    "try_from",
];

impl Serde {
    pub(crate) fn parse(cx: &Ctxt, attrs: &[Attribute], site: Location) -> Self {
        let mut serde = Self::default();
        attributes(cx, attrs, "serde", |word, input| {
            match (word.to_string().as_str(), site) {
                ("rename", _) => renaming(cx, input, &word, &mut serde.rename)?,
                ("rename_all", Location::Container | Location::Variant) => {
                    let mut rule = None;
                    renaming(cx, input, &word, &mut rule)?;
                    if let Some(rule) = rule {
                        cx.once(&mut serde.rename_all, word, Rule::parse(&rule)?);
                    }
                }
                ("rename_all_fields", Location::Container) => {
                    let mut rule = None;
                    renaming(cx, input, &word, &mut rule)?;
                    if let Some(rule) = rule {
                        cx.once(&mut serde.rename_all_fields, word, Rule::parse(&rule)?);
                    }
                }
                ("tag", Location::Container) => cx.once(&mut serde.tag, word, value(input)?),
                ("skip_serializing_if", Location::Field) => {
                    let predicate = Skip::parse(&value(input)?)?;
                    cx.once(&mut serde.skip_if, word, predicate);
                }
                ("skip" | "skip_serializing", Location::Field) => serde.skip = Some(word),
                ("transparent", Location::Container) => serde.transparent = Some(word),
                (known, _) if OF_READING.contains(&known) => skip(input)?,
                _ => return Err(changes_output(&word)),
            }
            Ok(())
        });
        serde
    }
}

/// Reads `= "name"` or `(serialize = "name", deserialize = "name")`.
fn renaming(
    cx: &Ctxt,
    input: ParseStream<'_>,
    word: &Ident,
    slot: &mut Option<LitStr>,
) -> syn::Result<()> {
    if input.peek(Token![=]) {
        cx.once(slot, word, value(input)?);
        return Ok(());
    }
    group(input, |content| {
        items(cx, content, |input| {
            let direction = input.call(Ident::parse_any)?;
            let name = value(input)?;
            if direction == "serialize" {
                cx.once(slot, word, name);
            } else if direction != "deserialize" {
                cx.error(&direction, "expected `serialize` or `deserialize`");
            }
            Ok(())
        });
        Ok(())
    })
}

/// Skips `= value` or `( .. )`.
fn skip(input: ParseStream<'_>) -> syn::Result<()> {
    while !input.is_empty() && !input.peek(Token![,]) {
        input.parse::<proc_macro2::TokenTree>()?;
    }
    Ok(())
}

pub(crate) fn changes_output(word: &Ident) -> syn::Error {
    let name = word.to_string();
    let does = match name.as_str() {
        "flatten" => "puts the keys of another type among these",
        "untagged" => "leaves out which variant it is",
        "content" => "puts the fields of a variant one level deeper",
        "with" | "serialize_with" | "getter" => "writes something else than the field holds",
        "into" | "remote" => "writes another type in place of this one",
        "skip" | "skip_serializing" => "leaves out a part of the change",
        "transparent" => "leaves out the key of the field",
        _ => "is unknown to `Subject`",
    };
    let instead = match name.as_str() {
        "skip" | "skip_serializing" => "; a field that nobody writes is `#[subject(shown)]`",
        _ => "",
    };
    let message = format!(
        "serde's `{name}` {does}, so what is written would not be what the person \
         confirmed{instead}"
    );
    syn::Error::new(word.span(), message)
}
