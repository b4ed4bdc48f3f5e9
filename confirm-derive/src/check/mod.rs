//! Checks rules between attributes.

mod texts;

use syn::Data as SynData;

use crate::{
    ast::{Data, Field, Input, Variant},
    attr::{FieldKind, changes_output},
    ctxt::Ctxt,
};

pub(crate) fn check(cx: &Ctxt, input: &Input<'_>) {
    let Some(data) = &input.data else {
        return;
    };
    if let Data::List(field) = data {
        newtype(cx, field);
    } else if let Some(word) = &input.serde.transparent {
        cx.push(changes_output(word));
    }
    if let SynData::Enum(data) = &input.original.data
        && data.variants.is_empty()
    {
        cx.error(
            &input.original.ident,
            "an enum without variants cannot be a subject, because it does not have a value",
        );
    }
    if let Data::Enum(variants) = data {
        names(cx, variants);
    }
    let tag = input.serde.tag.as_ref().map(syn::LitStr::value);
    for arm in input.arms() {
        keys(cx, tag.as_deref(), arm.fields);
        skips(cx, arm.fields);
    }
    texts::check(cx, input, data);
}

/// Checks the one field of a newtype, which is all that is written.
fn newtype(cx: &Ctxt, field: &Field<'_>) {
    if let Some(word) = &field.attrs.shown {
        cx.error(
            word,
            "`shown` is not expected here; a newtype is its one field",
        );
    }
    if let Some(path) = &field.serde.skip_if {
        cx.error(
            path,
            "`skip_serializing_if` is not expected here; a newtype is its one field",
        );
    }
    if let FieldKind::Json(word) = &field.attrs.kind {
        cx.error(
            word,
            "`json` is not expected here; a newtype must be a list, so give the field a name",
        );
    }
}

/// Checks that no two fields have the same key, and no field has the key of the tag.
fn keys(cx: &Ctxt, tag: Option<&str>, fields: &[Field<'_>]) {
    for field in fields {
        if tag == Some(&field.key) {
            cx.error(
                &field.original.ident,
                format!("duplicate key `{}`; it is the key of the tag", field.key),
            );
        }
        let of_key = fields.iter().filter(|other| other.key == field.key);
        if of_key.count() > 1 {
            cx.error(
                &field.original.ident,
                format!("duplicate key `{}`", field.key),
            );
        }
    }
}

/// Checks that no two variants have the same name in the output.
fn names(cx: &Ctxt, variants: &[Variant<'_>]) {
    for (i, variant) in variants.iter().enumerate() {
        let twin = variants[..i]
            .iter()
            .find(|other| other.name == variant.name);
        if let Some(twin) = twin {
            cx.error(
                &variant.original.ident,
                format!(
                    "`{}` is written as `{}` already, so this variant would be confirmed as that \
                     one; give it another name: `#[serde(rename = \"…\")]`",
                    twin.original.ident, variant.name
                ),
            );
        }
    }
}

/// Checks that serde leaves out the fields that are only shown, and no others.
fn skips(cx: &Ctxt, fields: &[Field<'_>]) {
    for field in fields {
        if let (Some(word), None) = (&field.serde.skip, &field.attrs.shown) {
            cx.push(changes_output(word));
        }
    }
}
