//! Checks the texts against their fields and against each other.

use proc_macro2::{Ident, TokenStream};
use quote::ToTokens as _;
use syn::ext::IdentExt as _;

use crate::{
    ast::{Arm, Data, Field, Input, find},
    attr::{Text, Texts},
    ctxt::Ctxt,
};

pub(super) fn check(cx: &Ctxt, input: &Input<'_>, data: &Data<'_>) {
    let texts = &input.attrs.texts;
    match data {
        Data::Unit | Data::Struct(_) | Data::List(_) => {
            if let Some(label) = &texts.label {
                cx.error(
                    &label.literal,
                    "`label` is not expected here; it belongs on the variants of an enum",
                );
            }
        }
        Data::Enum(_) => {
            for (word, at) in about_fields(texts) {
                let message = format!("`{word}` is not expected here; it belongs on each variant");
                cx.error(at, message);
            }
            every_variant(cx, &input.arms());
        }
    }
    if let Some(consequence) = &texts.consequence {
        empty(cx, consequence);
    }
    for arm in input.arms() {
        fields(cx, &arm);
    }
    subject(cx, input);
}

/// Returns the texts that can hold values, each with its attribute word.
fn about_fields(texts: &Texts) -> Vec<(&'static str, TokenStream)> {
    let one = [
        ("question", &texts.question),
        ("row", &texts.row),
        ("label", &texts.label),
    ];
    let many = [("warning", &texts.warnings), ("context", &texts.context)];
    let one = one
        .into_iter()
        .flat_map(|(word, text)| text.iter().map(move |text| (word, text)));
    let many = many
        .into_iter()
        .flat_map(|(word, texts)| texts.iter().map(move |text| (word, text)));
    one.chain(many)
        .map(|(word, text)| (word, text.literal.to_token_stream()))
        .chain(
            texts
                .rows
                .iter()
                .map(|rows| ("rows", rows.to_token_stream())),
        )
        .collect()
}

/// Checks that all variants have the same kinds of texts.
fn every_variant(cx: &Ctxt, arms: &[Arm<'_, '_>]) {
    for word in ["question", "row", "label"] {
        let has = |arm: &&Arm<'_, '_>| match word {
            "question" => arm.texts.question.is_some(),
            "row" => arm.texts.row.is_some(),
            _ => arm.texts.label.is_some(),
        };
        if arms.iter().any(|arm| has(&arm)) {
            for arm in arms.iter().filter(|arm| !has(arm)) {
                let variant = arm.variant.map(|variant| &variant.ident);
                let message = format!("missing `{word}`; other variants have one");
                cx.error(variant, message);
            }
        }
    }
}

/// Checks each text of a struct or a variant against its fields.
fn fields(cx: &Ctxt, arm: &Arm<'_, '_>) {
    let Arm { texts, fields, .. } = arm;
    let whole = [
        &texts.question,
        &texts.consequence,
        &texts.row,
        &texts.label,
    ];
    for text in whole.into_iter().flatten() {
        arguments(cx, text, fields);
        if let Some(when) = &text.when {
            cx.error(
                when,
                "`when` is not expected here; it belongs in a `warning` or a `context`",
            );
        }
    }
    for text in texts.warnings.iter().chain(&texts.context) {
        arguments(cx, text, fields);
        if let Some(when) = &text.when {
            telling(cx, when, fields);
        }
    }
    if let (Some(consequence), Some(_)) = (&texts.consequence, arm.variant) {
        empty(cx, consequence);
    }
    if let Some(rows) = &texts.rows {
        telling(cx, rows, fields);
    }
}

/// Checks that a consequence does not hold values.
fn empty(cx: &Ctxt, consequence: &Text) {
    if !consequence.placeholders.is_empty() {
        cx.error(
            &consequence.literal,
            "a `consequence` cannot have placeholders, because it is also shown without values",
        );
    }
}

fn arguments(cx: &Ctxt, text: &Text, fields: &[Field<'_>]) {
    for (name, format) in &text.args {
        let used = text
            .placeholders
            .iter()
            .any(|placeholder| name.unraw() == placeholder);
        if !used && text.readable {
            cx.error(
                name,
                format!("unused argument `{name}`; the text does not have `{{{name}}}`"),
            );
            continue;
        }
        known(cx, format.field(), fields);
        for places in format.places() {
            telling(cx, places, fields);
        }
    }
    for placeholder in &text.placeholders {
        let given = text
            .args
            .iter()
            .any(|(name, _)| name.unraw() == placeholder);
        if !given && !fields.iter().any(|field| field.name == *placeholder) {
            cx.error(
                &text.literal,
                format!("`{{{placeholder}}}` has no value; {}", available(fields)),
            );
        }
    }
}

fn known<'f, 'a>(cx: &Ctxt, name: &Ident, fields: &'f [Field<'a>]) -> Option<&'f Field<'a>> {
    let field = find(fields, name);
    if field.is_none() {
        let message = format!("no field named `{name}`; {}", available(fields));
        cx.error(name, message);
    }
    field
}

/// Lists the fields for an error.
fn available(fields: &[Field<'_>]) -> String {
    let names: Vec<String> = fields
        .iter()
        .map(|field| format!("`{}`", field.name))
        .collect();
    if names.is_empty() {
        return "the type does not have fields".to_owned();
    }
    format!("available fields are {}", names.join(", "))
}

/// Checks that a field which decides whether a line is shown can do so.
fn telling(cx: &Ctxt, name: &Ident, fields: &[Field<'_>]) {
    if known(cx, name, fields).is_some_and(|field| field.attrs.redacted.is_some()) {
        let message = format!("`{name}` is redacted, and this would reveal it");
        cx.error(name, message);
    }
}

/// Checks the preview as a whole.
fn subject(cx: &Ctxt, input: &Input<'_>) {
    let attrs = &input.attrs;
    let arms = input.arms();
    let mut questions = arms.iter().filter_map(|arm| arm.texts.question.as_ref());
    match (questions.next(), &attrs.preview_by_hand) {
        (Some(question), Some(path)) => {
            let message = "`preview_by_hand` cannot be combined with `question`";
            cx.error(path, message);
            cx.error(&question.literal, message);
        }
        (None, Some(_)) => part(
            cx,
            &arms,
            "not expected here; it belongs into the preview by hand",
            false,
        ),
        (None, None) => {
            let message = "not expected here; it belongs on a subject, and this type does not have a \
                           `question(\"…\")`";
            // A list is shown by the type that holds it, so it needs no question.
            let of_others = matches!(input.data, Some(Data::List(_)));
            part(cx, &arms, message, of_others);
            if let Some(kind) = &attrs.kind {
                cx.error(kind, message);
            }
            if let Some(tier) = &attrs.tier {
                cx.error(tier, message);
            }
            if let Some(consequence) = &attrs.texts.consequence {
                cx.error(&consequence.literal, message);
            }
            if let Some(sensitive) = &attrs.sensitive {
                cx.error(sensitive, message);
            }
            return;
        }
        (Some(_), None) => {}
    }
    let has_consequence =
        attrs.texts.consequence.is_some() || arms.iter().all(|arm| arm.texts.consequence.is_some());
    if let (Some(sensitive), false) = (&attrs.sensitive, has_consequence) {
        cx.error(
            sensitive,
            "missing `consequence(\"…\")`: only the operation and the consequence of a sensitive \
             change are shown",
        );
    }
}

/// Checks for texts that are allowed only beside a question.
fn part(cx: &Ctxt, arms: &[Arm<'_, '_>], message: &str, rows_are_right: bool) {
    for arm in arms {
        for (word, at) in about_fields(arm.texts) {
            if matches!(word, "warning" | "context") || word == "rows" && !rows_are_right {
                cx.error(at, message);
            }
        }
    }
}
