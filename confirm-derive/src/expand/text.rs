//! Expands a text and its arguments into an expression.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::{Member, ext::IdentExt as _};

use super::generics::Bounds;
use crate::{
    ast::{Field, Place, find},
    attr::{Format, Places, Text},
};

/// The position of a text, which decides the effect of a missing value.
#[derive(Clone, Copy)]
pub(super) enum Position<'t> {
    /// The text is always shown.
    Whole,
    /// The text is left out if a value is missing or the condition does not hold.
    Line { when: Option<&'t Ident> },
}

/// Returns the expression of a text that is always shown.
pub(super) fn text(text: &Text, fields: &[Field<'_>], bounds: &mut Bounds<'_>) -> TokenStream {
    let (template, krate) = (&text.literal, bounds.krate);
    args(text, fields, Position::Whole, bounds)
        .into_iter()
        .fold(
            quote!(#krate::Text::new(#template)),
            |text, (name, value)| quote!(#krate::Text::arg(#text, #name, #value)),
        )
}

/// Returns the expression of a text that may be left out.
pub(super) fn line(text: &Text, fields: &[Field<'_>], bounds: &mut Bounds<'_>) -> TokenStream {
    let (template, krate) = (&text.literal, bounds.krate);
    let when = text.when.as_ref();
    let line = args(text, fields, Position::Line { when }, bounds)
        .into_iter()
        .fold(
            quote!(#krate::__private::line(#template)),
            |line, (name, value)| quote!(#krate::__private::Line::arg(#line, #name, #value)),
        );
    let line = quote!(#krate::__private::Line::text(#line));
    let Some(when) = when else {
        return line;
    };
    let field = find(fields, when).expect("checked: it is a field");
    bounds.condition(field);
    let condition = place(field, when.span());
    let name = &field.local;
    let name = if mentions(&line, name) {
        quote!(#name)
    } else {
        quote!(_)
    };
    let function = callee("when", when, krate);
    quote!(#function(#condition, |#name| #line))
}

/// Returns the names and the expressions of the arguments.
fn args<'t>(
    text: &'t Text,
    fields: &[Field<'_>],
    site: Position<'_>,
    bounds: &mut Bounds<'_>,
) -> Vec<(&'t str, TokenStream)> {
    let mut args = Vec::new();
    for placeholder in &text.placeholders {
        if args.iter().any(|(known, _)| known == placeholder) {
            continue;
        }
        let given = text
            .args
            .iter()
            .find(|(name, _)| name.unraw() == placeholder.as_str());
        let format = given.map_or_else(
            || Format::Show(Ident::new(placeholder, text.literal.span())),
            |(_, format)| format.clone(),
        );
        let value = value(&format, fields, site, bounds);
        args.push((placeholder.as_str(), value));
    }
    args
}

/// Returns the expression of an argument.
fn value(
    format: &Format,
    fields: &[Field<'_>],
    site: Position<'_>,
    bounds: &mut Bounds<'_>,
) -> TokenStream {
    let krate = bounds.krate;
    let name = format.field();
    let field = find(fields, name).expect("checked: it is a field");
    if field.attrs.redacted.is_some() {
        return quote!(#krate::__private::hidden());
    }
    bounds.format(field, format, site);
    let place = match site {
        // Use the value that `when` unwrapped.
        Position::Line { when: Some(when) } if when.unraw() == name.unraw() => {
            let local = &field.local;
            quote!(#local)
        }
        _ => place(field, name.span()),
    };
    if let (Format::Show(_), Position::Line { .. }) = (format, site) {
        let maybe = callee("maybe", name, krate);
        quote!(#maybe(#place))
    } else {
        call(format, &place, fields, krate)
    }
}

/// Returns the expression that shows `value`.
fn call(
    format: &Format,
    value: &TokenStream,
    fields: &[Field<'_>],
    krate: &TokenStream,
) -> TokenStream {
    let function = function(format, krate);
    match format {
        Format::Show(_) | Format::Count(..) | Format::Date(..) | Format::Month(..) => {
            quote!(#function(#value))
        }
        Format::Decimal { scale, digits, .. } => {
            let [scale, digits] = [scale, digits].map(|places| match places {
                Places::Literal(places) => quote!(#places),
                Places::Field(name) => {
                    let field = find(fields, name).expect("checked: it is a field");
                    let place = place(field, name.span());
                    let places = callee("places", name, krate);
                    quote!(#places(#place))
                }
            });
            quote!(#function(#value, #scale, #digits))
        }
        Format::Or(_, inner, stand_in) => {
            let inner = match **inner {
                Format::Show(_) | Format::Count(..) | Format::Date(..) | Format::Month(..) => {
                    self::function(inner, krate)
                }
                Format::Decimal { .. } | Format::Or(..) => {
                    let call = call(inner, &quote!(__value), fields, krate);
                    quote!(|__value| #call)
                }
            };
            quote!(#function(#value, #stand_in, #inner))
        }
    }
}

/// Returns the function of a format.
fn function(format: &Format, krate: &TokenStream) -> TokenStream {
    match format {
        Format::Show(field) => callee("show", field, krate),
        Format::Count(word, _) => callee("count", word, krate),
        Format::Date(word, _) => callee("date", word, krate),
        Format::Month(word, _) => callee("month", word, krate),
        Format::Decimal { word, .. } => callee("decimal", word, krate),
        Format::Or(word, ..) => callee("or", word, krate),
    }
}

/// Returns a function of `confirm`, with the span of the word in the attribute.
fn callee(function: &str, word: &Ident, krate: &TokenStream) -> TokenStream {
    private(function, Span::call_site().located_at(word.span()), krate)
}

/// Returns an item of `confirm::__private`, entirely at `span`, because an error underlines the join of
/// all spans.
pub(super) fn private(item: &str, span: Span, krate: &TokenStream) -> TokenStream {
    let item = Ident::new(item, span);
    let path = quote!(#krate::__private::#item);
    path.into_iter()
        .map(|mut token| {
            token.set_span(span);
            token
        })
        .collect()
}

/// Returns a reference to a field. Errors underline `at`, the word in the attribute.
pub(super) fn place(field: &Field<'_>, at: Span) -> TokenStream {
    let span = Span::call_site().located_at(at);
    match &field.place {
        Place::OfSelf(member) => {
            let mut member = member.clone();
            match &mut member {
                // Keep the field's edition, because a name in one edition can be a keyword in another.
                Member::Named(name) => name.set_span(name.span().located_at(at)),
                Member::Unnamed(index) => index.span = span,
            }
            quote_spanned!(span=> &self.#member)
        }
        Place::Local => {
            let mut local = field.local.clone();
            local.set_span(span);
            quote!(#local)
        }
    }
}

/// Returns whether `name` is among the tokens.
pub(super) fn mentions(tokens: &TokenStream, name: &Ident) -> bool {
    use proc_macro2::TokenTree;
    tokens.clone().into_iter().any(|token| match token {
        TokenTree::Ident(ident) => ident == *name,
        TokenTree::Group(group) => mentions(&group.stream(), name),
        TokenTree::Punct(_) | TokenTree::Literal(_) => false,
    })
}
