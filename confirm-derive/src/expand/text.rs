//! A text and its arguments, as an expression.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{format_ident, quote, quote_spanned};
use syn::{Member, ext::IdentExt as _};

use super::generics::Bounds;
use crate::{
    ast::{Field, Place, find},
    attr::{Format, Places, Text},
};

/// Where a text stands, which decides what a missing value does to it.
#[derive(Clone, Copy)]
pub(super) enum Site<'t> {
    /// It is always shown.
    Whole,
    /// It is left out without its values, or when the condition does not hold.
    Line { when: Option<&'t Ident> },
}

/// The expression of a text that is always shown.
pub(super) fn text(text: &Text, fields: &[Field<'_>], bounds: &mut Bounds<'_>) -> TokenStream {
    let template = &text.literal;
    let args = args(text, fields, Site::Whole, bounds);
    let private = bounds.private;
    quote!(#private::Text::new(#template) #args)
}

/// The expression of a text that may be left out.
pub(super) fn line(text: &Text, fields: &[Field<'_>], bounds: &mut Bounds<'_>) -> TokenStream {
    let template = &text.literal;
    let when = text.when.as_ref();
    let args = args(text, fields, Site::Line { when }, bounds);
    let private = bounds.private;
    let line = quote!(#private::line(#template) #args .text());
    let Some(when) = when else {
        return line;
    };
    let field = find(fields, when).expect("checked: it is a field");
    bounds.condition(field);
    let condition = place(field, when.span());
    let name = bound(when);
    let name = if mentions(&line, &name) {
        quote!(#name)
    } else {
        quote!(_)
    };
    quote!(#private::when(#condition).and_then(|#name| #line))
}

fn args(text: &Text, fields: &[Field<'_>], site: Site<'_>, bounds: &mut Bounds<'_>) -> TokenStream {
    let mut seen = Vec::new();
    let mut args = TokenStream::new();
    for hole in &text.holes {
        if seen.contains(&hole) {
            continue;
        }
        seen.push(hole);
        let given = text
            .args
            .iter()
            .find(|(name, _)| name.unraw() == hole.as_str());
        let format = given.map_or_else(
            || Format::Show(Ident::new(hole, text.literal.span())),
            |(_, format)| format.clone(),
        );
        let value = value(&format, fields, site, bounds);
        args.extend(quote!(.arg(#hole, #value)));
    }
    args
}

/// The expression of an argument.
fn value(
    format: &Format,
    fields: &[Field<'_>],
    site: Site<'_>,
    bounds: &mut Bounds<'_>,
) -> TokenStream {
    let private = bounds.private;
    let name = format.field();
    let field = find(fields, name).expect("checked: it is a field");
    if field.attrs.redacted.is_some() {
        return quote!(#private::hidden());
    }
    bounds.format(field, format, site);
    let place = match site {
        // What `when` unwrapped.
        Site::Line { when: Some(when) } if when.unraw() == name.unraw() => {
            let bound = bound(name);
            quote!(#bound)
        }
        _ => place(field, name.span()),
    };
    match format {
        Format::Show(_) if matches!(site, Site::Line { .. }) => quote!(#private::maybe(#place)),
        Format::Or(inner, stand_in) => {
            let inner = function(inner, fields, private);
            quote!(#private::or(#place, #stand_in, #inner))
        }
        Format::Decimal { .. } => call(format, &place, fields, private),
        format => {
            let function = function(format, fields, private);
            quote!(#function(#place))
        }
    }
}

/// The function that shows the inner value of a format.
fn function(format: &Format, fields: &[Field<'_>], private: &TokenStream) -> TokenStream {
    match format {
        Format::Show(_) => quote!(#private::show),
        Format::Count(_) => quote!(#private::count),
        Format::Date(_) => quote!(#private::date),
        Format::Decimal { .. } | Format::Or(..) => {
            let call = call(format, &quote!(__value), fields, private);
            quote!(|__value| #call)
        }
    }
}

fn call(
    format: &Format,
    value: &TokenStream,
    fields: &[Field<'_>],
    private: &TokenStream,
) -> TokenStream {
    match format {
        Format::Decimal { scale, digits, .. } => {
            let [scale, digits] = [scale, digits].map(|places| match places {
                Places::Literal(places) => quote!(#places),
                Places::Field(name) => {
                    let field = find(fields, name).expect("checked: it is a field");
                    let place = place(field, name.span());
                    quote!(#private::places(#place))
                }
            });
            quote!(#private::decimal(#value, #scale, #digits))
        }
        Format::Or(inner, stand_in) => {
            let inner = function(inner, fields, private);
            quote!(#private::or(#value, #stand_in, #inner))
        }
        format => {
            let function = function(format, fields, private);
            quote!(#function(#value))
        }
    }
}

/// A reference to a field, which errors underline as `at`: the word in the attribute.
pub(super) fn place(field: &Field<'_>, at: Span) -> TokenStream {
    let span = Span::call_site().located_at(at);
    match &field.place {
        Place::OfSelf(member) => {
            let mut member = member.clone();
            match &mut member {
                Member::Named(name) => name.set_span(span),
                Member::Unnamed(index) => index.span = span,
            }
            quote_spanned!(span=> &self.#member)
        }
        Place::Bound(name) => {
            let mut name = name.clone();
            name.set_span(span);
            quote!(#name)
        }
    }
}

/// The name of a field's value inside a match or a closure.
pub(super) fn bound(field: &Ident) -> Ident {
    format_ident!("__{}", field.unraw(), span = Span::call_site())
}

/// Whether `name` is among the tokens.
pub(super) fn mentions(tokens: &TokenStream, name: &Ident) -> bool {
    use proc_macro2::TokenTree;
    tokens.clone().into_iter().any(|token| match token {
        TokenTree::Ident(ident) => ident == *name,
        TokenTree::Group(group) => mentions(&group.stream(), name),
        TokenTree::Punct(_) | TokenTree::Literal(_) => false,
    })
}
