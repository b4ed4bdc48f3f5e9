//! What the impls ask of type parameters.

use proc_macro2::TokenStream;
use quote::{ToTokens as _, quote};
use syn::{Generics, ext::IdentExt as _, parse_quote};

use super::text::{Site, mentions};
use crate::{ast::Field, attr::Format};

/// The generics of one impl, which grow with what its texts show.
pub(super) struct Bounds<'p> {
    pub(super) krate: &'p TokenStream,
    pub(super) generics: Generics,
}

impl<'p> Bounds<'p> {
    /// Every field is written, so every type parameter is canonical.
    pub(super) fn canonical(generics: &Generics, krate: &'p TokenStream) -> Self {
        let mut generics = generics.clone();
        for param in generics.type_params_mut() {
            param.bounds.push(parse_quote!(#krate::Canonical));
        }
        Self { krate, generics }
    }

    /// `field` is shown in `format`.
    pub(super) fn format(&mut self, field: &Field<'_>, format: &Format, site: Site<'_>) {
        let krate = self.krate;
        let mut ty = field.original.ty.to_token_stream();
        if let Site::Line { when: Some(when) } = site
            && when.unraw() == field.name.as_str()
        {
            ty = quote!(<#ty as #krate::__private::Condition>::Value);
        }
        let mut format = format;
        while let Format::Or(_, inner, _) = format {
            self.require(field, &quote!(#ty: #krate::__private::Optional));
            ty = quote!(<#ty as #krate::__private::Optional>::Value);
            format = inner;
        }
        let shown = match (format, site) {
            (Format::Show(_), Site::Line { .. }) => quote!(Maybe),
            (Format::Show(_), Site::Whole) | (Format::Or(..), _) => quote!(Show),
            (Format::Count(..), _) => quote!(Count),
            (Format::Date(..), _) => quote!(DateText),
            (Format::Decimal { .. }, _) => quote!(Integer),
        };
        self.require(field, &quote!(#ty: #krate::__private::#shown));
    }

    /// `field` decides whether a line is shown.
    pub(super) fn condition(&mut self, field: &Field<'_>) {
        let (ty, krate) = (&field.original.ty, self.krate);
        self.require(field, &quote!(#ty: #krate::__private::Condition));
    }

    /// The elements of `field` are shown one by one.
    pub(super) fn rows(&mut self, field: &Field<'_>) {
        let (ty, krate) = (&field.original.ty, self.krate);
        self.require(field, &quote!(#ty: #krate::__private::Rows));
    }

    /// Adds a predicate about the type of `field`, if it depends on a type parameter. Of other
    /// types rustc knows, and reports at the place of use what does not hold.
    fn require(&mut self, field: &Field<'_>, predicate: &TokenStream) {
        let ty = field.original.ty.to_token_stream();
        if self
            .generics
            .type_params()
            .any(|param| mentions(&ty, &param.ident))
        {
            let predicates = &mut self.generics.make_where_clause().predicates;
            predicates.push(parse_quote!(#predicate));
        }
    }
}
