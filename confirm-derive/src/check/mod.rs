//! Rules that only show when two attributes meet.

mod texts;

use crate::{
    ast::{Data, Field, Input},
    attr::{FieldKind, changes_output},
    ctxt::Ctxt,
};

pub(crate) fn check(cx: &Ctxt, input: &Input<'_>) {
    match &input.data {
        Data::Struct(_) => {}
        Data::List(field) => newtype(cx, field),
        Data::Enum(variants) => {
            if variants.is_empty() {
                cx.error(
                    &input.original.ident,
                    "an enum without variants has no values, so there is nothing to confirm",
                );
            }
        }
    }
    if let (Some(word), Data::Struct(_) | Data::Enum(_)) = (&input.serde.transparent, &input.data) {
        cx.push(changes_output(word));
    }
    let tag = input.serde.tag.as_ref().map(syn::LitStr::value);
    for arm in input.arms() {
        keys(cx, tag.as_deref(), arm.fields);
        skips(cx, arm.fields);
    }
    texts::check(cx, input);
}

/// The one field of a newtype is all that is written.
fn newtype(cx: &Ctxt, field: &Field<'_>) {
    if let Some(word) = &field.attrs.shown {
        cx.error(
            word,
            "a newtype is its one field, so that cannot be only shown",
        );
    }
    if let Some(path) = &field.serde.skip_if {
        cx.error(
            path,
            "a newtype is its one field, so that cannot be left out",
        );
    }
    if let FieldKind::Json(word) = &field.attrs.kind {
        cx.error(word, "a newtype stands for a list; give the field a name");
    }
}

/// Two fields of one key, or one of the tag's, would be one key in the output.
fn keys(cx: &Ctxt, tag: Option<&str>, fields: &[Field<'_>]) {
    for field in fields {
        if tag == Some(&field.key) {
            cx.error(
                &field.original.ident,
                format!("the key `{}` is the tag's already", field.key),
            );
        }
        let of_key = fields.iter().filter(|other| other.key == field.key);
        if of_key.count() > 1 {
            cx.error(
                &field.original.ident,
                format!("more than one field has the key `{}`", field.key),
            );
        }
    }
}

/// serde must leave out what is only shown and nothing else.
fn skips(cx: &Ctxt, fields: &[Field<'_>]) {
    for field in fields {
        if let (Some(word), None) = (&field.serde.skip, &field.attrs.shown) {
            cx.push(changes_output(word));
        }
    }
}
