//! Expands `Subject`, `Row` and `Show`, which show the change to the person.

use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};

use super::{
    canonical::pattern,
    derived,
    generics::Bounds,
    text::{self, line, mentions, place},
};
use crate::{
    ast::{Arm, Data, Field, Input, find},
    attr::{FieldKind, Text, Texts},
};

/// Returns the impl of `Subject`, if the type asks a question.
pub(super) fn subject(input: &Input<'_>, krate: &TokenStream) -> Option<TokenStream> {
    let mut bounds = Bounds::canonical(input, krate);
    let body = if let Some(path) = &input.attrs.preview_by_hand {
        end(quote!(#path(self)), input, &input.attrs.texts, krate)
    } else {
        per_arm(input, |arm| {
            let question = arm.texts.question.as_ref()?;
            Some(preview(arm, question, input, &mut bounds))
        })?
    };
    let (ident, derived) = (&input.original.ident, derived(input.original));
    let kind = input.kind();
    let tier = input.attrs.tier.clone();
    let tier = tier.unwrap_or_else(|| format_ident!("Confirm"));
    let (impl_generics, ty_generics, where_clause) = bounds.generics.split_for_impl();
    Some(quote! {
        #derived
        impl #impl_generics #krate::Subject for #ident #ty_generics #where_clause {
            const KIND: &'static ::core::primitive::str = #kind;
            const TIER: #krate::Tier = #krate::Tier::#tier;

            fn preview(&self) -> #krate::Preview {
                #body
            }
        }
    })
}

/// Returns the impl of `Rows`, if the type is a list of rows.
pub(super) fn rows(input: &Input<'_>, krate: &TokenStream) -> Option<TokenStream> {
    let Some(Data::List(field)) = &input.data else {
        return None;
    };
    let rows = input.attrs.texts.rows.as_ref()?;
    let mut bounds = Bounds::canonical(input, krate);
    bounds.rows(field);
    let (ident, derived) = (&input.original.ident, derived(input.original));
    let lines = lines(field, rows, krate);
    let (impl_generics, ty_generics, where_clause) = bounds.generics.split_for_impl();
    Some(quote! {
        #derived
        impl #impl_generics #krate::__private::Rows for #ident #ty_generics #where_clause {
            fn rows(&self) -> #krate::__private::Lines {
                #lines
            }
        }
    })
}

/// Returns the impl of `Row`, if the type is a row.
pub(super) fn row(input: &Input<'_>, krate: &TokenStream) -> Option<TokenStream> {
    let mut bounds = Bounds::canonical(input, krate);
    let body = per_arm(input, |arm| {
        let row = arm.texts.row.as_ref()?;
        Some(text::text(row, arm.fields, &mut bounds))
    })?;
    let (ident, derived) = (&input.original.ident, derived(input.original));
    let (impl_generics, ty_generics, where_clause) = bounds.generics.split_for_impl();
    Some(quote! {
        #derived
        impl #impl_generics #krate::Row for #ident #ty_generics #where_clause {
            fn row(&self) -> #krate::Text {
                #body
            }
        }
    })
}

/// Returns the impl of `Show`, if the variants have labels.
pub(super) fn show(input: &Input<'_>, krate: &TokenStream) -> Option<TokenStream> {
    let mut bounds = Bounds::canonical(input, krate);
    let body = per_arm(input, |arm| {
        let label = arm.texts.label.as_ref()?;
        let text = text::text(label, arm.fields, &mut bounds);
        Some(quote!(#krate::__private::label(#text)))
    })?;
    let (ident, derived) = (&input.original.ident, derived(input.original));
    let (impl_generics, ty_generics, where_clause) = bounds.generics.split_for_impl();
    Some(quote! {
        #derived
        impl #impl_generics #krate::__private::Show for #ident #ty_generics #where_clause {
            fn show(&self) -> #krate::__private::Arg {
                #body
            }
        }
    })
}

/// Returns the body of a method: an expression, or a `match` with one for each variant. Returns `None`
/// if the arms have none.
fn per_arm(
    input: &Input<'_>,
    mut body: impl FnMut(&Arm<'_, '_>) -> Option<TokenStream>,
) -> Option<TokenStream> {
    let mut bodies = TokenStream::new();
    for arm in input.arms() {
        let expression = body(&arm)?;
        let Some(variant) = arm.variant else {
            return Some(expression);
        };
        let pattern = pattern(variant, arm.fields, |field| {
            mentions(&expression, &field.local)
        });
        bodies.extend(quote!(#pattern => #expression,));
    }
    Some(quote!(match self { #bodies }))
}

fn preview(
    arm: &Arm<'_, '_>,
    question: &Text,
    input: &Input<'_>,
    bounds: &mut Bounds<'_>,
) -> TokenStream {
    let Arm { texts, fields, .. } = arm;
    let krate = bounds.krate;
    let question = text::text(question, fields, bounds);
    let mut preview = end(quote!(#krate::Preview::new(#question)), input, texts, krate);
    for warning in &texts.warnings {
        let line = line(warning, fields, bounds);
        preview = quote!(#krate::Preview::warning(#preview, #line));
    }
    for context in &texts.context {
        let line = line(context, fields, bounds);
        preview = quote!(#krate::Preview::context(#preview, #line));
    }
    if let Some(rows) = &texts.rows {
        let field = find(fields, rows).expect("checked: it is a field");
        bounds.rows(field);
        let lines = lines(field, rows, krate);
        preview = quote!(#krate::Preview::rows_of(#preview, #lines));
    }
    preview
}

/// Returns the lines of a list. The order of an unordered list is not bound.
fn lines(field: &Field<'_>, rows: &Ident, krate: &TokenStream) -> TokenStream {
    let list = place(field, rows.span());
    let lines = quote!(#krate::__private::lines(#list));
    match field.attrs.kind {
        FieldKind::Unordered => quote!(#krate::__private::Lines::unordered(#lines)),
        FieldKind::Canonical | FieldKind::Json(_) => lines,
    }
}

/// Adds the consequence, and whether only the consequence may be shown.
fn end(preview: TokenStream, input: &Input<'_>, texts: &Texts, krate: &TokenStream) -> TokenStream {
    let mut preview = preview;
    let of_type = &input.attrs.texts.consequence;
    if let Some(text) = texts.consequence.as_ref().or(of_type.as_ref()) {
        let template = &text.literal;
        preview = quote! {
            #krate::Preview::consequence(#preview, #krate::Text::new(#template))
        };
    }
    if input.attrs.sensitive.is_some() {
        preview = quote!(#krate::Preview::sensitive(#preview));
    }
    preview
}
