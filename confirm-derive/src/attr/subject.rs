//! Reads `#[subject(..)]`.

use proc_macro2::Ident;
use quote::ToTokens;
use syn::{Attribute, ExprPath, LitStr, Path, ext::IdentExt as _, parse::ParseStream};

use super::{Text, attributes, value};
use crate::ctxt::Ctxt;

/// The attributes of the type.
#[derive(Default)]
pub(crate) struct Container {
    pub(crate) kind: Option<LitStr>,
    pub(crate) tier: Option<Ident>,
    pub(crate) krate: Option<Path>,
    pub(crate) sensitive: Option<Ident>,
    pub(crate) preview_by_hand: Option<ExprPath>,
    pub(crate) texts: Texts,
}

/// The texts of a struct or of a variant.
#[derive(Default)]
pub(crate) struct Texts {
    pub(crate) question: Option<Text>,
    pub(crate) consequence: Option<Text>,
    pub(crate) warnings: Vec<Text>,
    pub(crate) context: Vec<Text>,
    pub(crate) rows: Option<Ident>,
    pub(crate) row: Option<Text>,
    pub(crate) label: Option<Text>,
}

/// The attributes of a field.
#[derive(Default)]
pub(crate) struct FieldAttrs {
    pub(crate) kind: FieldKind,
    pub(crate) shown: Option<Ident>,
    pub(crate) redacted: Option<Ident>,
}

/// The canonical form of a field.
#[derive(Default)]
pub(crate) enum FieldKind {
    #[default]
    Canonical,
    Unordered,
    Json(Ident),
}

/// The most characters of a question's template. With its values it must fit into the first 400
/// characters of the message.
const LONGEST_QUESTION: usize = 300;

const TIERS: [&str; 4] = ["Auto", "Confirm", "Handoff", "Blocked"];

/// The attributes of a type.
const ON_TYPES: [&str; 5] = ["kind", "tier", "sensitive", "preview_by_hand", "crate"];
/// The attributes of a type or of its variants.
const TEXTS: [&str; 7] = [
    "question",
    "consequence",
    "warning",
    "context",
    "rows",
    "row",
    "label",
];
/// The attributes of a field.
const ON_FIELDS: [&str; 4] = ["shown", "unordered", "redacted", "json"];

impl Container {
    pub(crate) fn parse(cx: &Ctxt, attrs: &[Attribute]) -> Self {
        let mut container = Self::default();
        attributes(cx, attrs, "subject", |word, input| {
            match word.to_string().as_str() {
                "kind" => cx.once(&mut container.kind, word, kind(value(input)?)?),
                "tier" => cx.once(&mut container.tier, word, tier(value(input)?)?),
                "crate" => {
                    let path: LitStr = value(input)?;
                    let path = path.parse_with(Path::parse_mod_style)?;
                    cx.once(&mut container.krate, word, path);
                }
                "sensitive" => cx.once(&mut container.sensitive, &word, word.clone()),
                "preview_by_hand" => {
                    cx.once(&mut container.preview_by_hand, word, value(input)?);
                }
                "preview" => {
                    return Err(syn::Error::new(
                        word.span(),
                        "unknown attribute `preview`; write `preview_by_hand = function`, because such a \
                         preview is trusted to tell the truth",
                    ));
                }
                _ => return container.texts.item(cx, &word, input),
            }
            Ok(())
        });
        container
    }
}

fn kind(literal: LitStr) -> syn::Result<LitStr> {
    let kind = literal.value();
    let snake = kind.starts_with(|c: char| c.is_ascii_lowercase())
        && kind
            .chars()
            .all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_');
    if snake {
        Ok(literal)
    } else {
        Err(syn::Error::new(
            literal.span(),
            "a kind must be in `snake_case`, such as \"delete_transaction\"",
        ))
    }
}

fn tier(tier: Ident) -> syn::Result<Ident> {
    if TIERS.iter().any(|known| tier == known) {
        Ok(tier)
    } else {
        Err(super::unknown(&tier, "tier", &TIERS))
    }
}

impl Texts {
    /// Parses the attributes of a variant.
    pub(crate) fn of_variant(cx: &Ctxt, attrs: &[Attribute]) -> Self {
        let mut texts = Self::default();
        attributes(cx, attrs, "subject", |word, input| {
            texts.item(cx, &word, input)
        });
        texts
    }

    fn item(&mut self, cx: &Ctxt, word: &Ident, input: ParseStream<'_>) -> syn::Result<()> {
        match word.to_string().as_str() {
            "question" => {
                let question = Text::parse(cx, input)?;
                if question.literal.value().chars().count() > LONGEST_QUESTION {
                    cx.error(
                        &question.literal,
                        "a question can have at most 300 characters, because some clients cut a \
                         message near 500",
                    );
                }
                cx.once(&mut self.question, word, question);
            }
            "consequence" => cx.once(&mut self.consequence, word, Text::parse(cx, input)?),
            "warning" => self.warnings.push(Text::parse(cx, input)?),
            "context" => self.context.push(Text::parse(cx, input)?),
            "row" => cx.once(&mut self.row, word, Text::parse(cx, input)?),
            "label" => cx.once(&mut self.label, word, Text::parse(cx, input)?),
            "rows" => {
                input.parse::<syn::Token![=]>()?;
                cx.once(&mut self.rows, word, input.call(Ident::parse_any)?);
            }
            _ => return Err(unknown(word)),
        }
        Ok(())
    }
}

fn unknown(word: &Ident) -> syn::Error {
    let message = match word.to_string().as_str() {
        name if ON_FIELDS.contains(&name) || name == "skip" => {
            format!("`{word}` is a field attribute; not expected here")
        }
        name if ON_TYPES.contains(&name) => {
            format!("`{word}` is not expected here; it belongs on the type")
        }
        _ => return super::unknown(word, "attribute", &[&ON_TYPES[..], &TEXTS].concat()),
    };
    syn::Error::new(word.span(), message)
}

impl FieldAttrs {
    pub(crate) fn parse(cx: &Ctxt, attrs: &[Attribute]) -> Self {
        let mut field = Self::default();
        let (mut unordered, mut json) = (None, None);
        attributes(cx, attrs, "subject", |word, _| {
            let slot = match word.to_string().as_str() {
                "shown" => &mut field.shown,
                "redacted" => &mut field.redacted,
                "unordered" => &mut unordered,
                "json" => &mut json,
                "skip" => {
                    return Err(syn::Error::new(
                        word.span(),
                        "unknown attribute `skip`: a field is part of the change, or it is only \
                         `shown`, and the person's answer is bound to it either way",
                    ));
                }
                name if ON_TYPES.contains(&name) || TEXTS.contains(&name) => {
                    let message = format!("`{word}` is not expected here; it belongs on the type");
                    return Err(syn::Error::new(word.span(), message));
                }
                _ => return Err(super::unknown(&word, "attribute", &ON_FIELDS)),
            };
            cx.once(slot, &word, word.clone());
            Ok(())
        });
        field.kind = match (unordered, json) {
            (None, None) => FieldKind::Canonical,
            (Some(_), None) => FieldKind::Unordered,
            (None, Some(word)) => FieldKind::Json(word),
            (Some(_), Some(word)) => {
                cx.error(
                    word.to_token_stream(),
                    "`json` cannot be combined with `unordered`; the lists inside JSON have an \
                     order",
                );
                FieldKind::Canonical
            }
        };
        field
    }
}
