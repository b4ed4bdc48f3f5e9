//! Collects the bounds of type parameters.

use proc_macro2::TokenStream;
use quote::{ToTokens as _, quote};
use syn::{
    GenericArgument, Generics, Ident, PathArguments, Type, WherePredicate, ext::IdentExt as _,
    parse_quote,
};

use super::text::{Position, mentions};
use crate::{
    ast::{Field, Input},
    attr::Format,
};

/// The generics of one impl. Each shown field may add a bound.
pub(super) struct Bounds<'p> {
    pub(super) krate: &'p TokenStream,
    pub(super) generics: Generics,
}

impl<'p> Bounds<'p> {
    /// Makes the bounds for `Canonical`. Every type parameter must be canonical, and must not be `null`
    /// if it may stand in an `Option`.
    pub(super) fn canonical(input: &Input<'_>, krate: &'p TokenStream) -> Self {
        let mut generics = input.original.generics.clone();
        let mut predicates: Vec<WherePredicate> = Vec::new();
        for param in generics.type_params_mut() {
            param.bounds.push(parse_quote!(#krate::Canonical));
            let arms = input.arms();
            let mut fields = arms.iter().flat_map(|arm| arm.fields);
            if fields.any(|field| may_be_optional(written(field), &param.ident)) {
                let param = &param.ident;
                predicates.push(parse_quote! {
                    <#param as #krate::Canonical>::Null: #krate::__private::NotNull
                });
            }
        }
        if !predicates.is_empty() {
            generics.make_where_clause().predicates.extend(predicates);
        }
        Self { krate, generics }
    }

    /// Adds the bounds for a field that is shown in `format`.
    pub(super) fn format(&mut self, field: &Field<'_>, format: &Format, site: Position<'_>) {
        let krate = self.krate;
        let mut ty = field.original.ty.to_token_stream();
        if let Position::Line { when: Some(when) } = site
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
            (Format::Show(_), Position::Line { .. }) => quote!(Maybe),
            (Format::Show(_), Position::Whole) | (Format::Or(..), _) => quote!(Show),
            (Format::Count(..), _) => quote!(Count),
            (Format::Date(..) | Format::Month(..), _) => quote!(DateText),
            (Format::Decimal { .. }, _) => quote!(Integer),
        };
        self.require(field, &quote!(#ty: #krate::__private::#shown));
    }

    /// Adds the bounds for a field that decides whether a line is shown.
    pub(super) fn condition(&mut self, field: &Field<'_>) {
        let (ty, krate) = (&field.original.ty, self.krate);
        self.require(field, &quote!(#ty: #krate::__private::Condition));
    }

    /// Adds the bounds for a field whose elements are shown one by one.
    pub(super) fn rows(&mut self, field: &Field<'_>) {
        let (ty, krate) = (&field.original.ty, self.krate);
        self.require(field, &quote!(#ty: #krate::__private::Rows));
    }

    /// Adds a predicate about the type of `field`, if the type depends on a type parameter. For other
    /// types rustc reports an unmet predicate at the place of use.
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

/// Returns the type of the written part of a field.
fn written<'f>(field: &Field<'f>) -> &'f Type {
    let ty = &field.original.ty;
    match (&field.serde.skip_if, generic(ty)) {
        (Some(skip), Some((name, arguments))) if skip.is_of_option() && name == "Option" => {
            match arguments.as_slice() {
                [GenericArgument::Type(inner)] => inner,
                _ => ty,
            }
        }
        _ => ty,
    }
}

/// Returns whether `ty` may hold an `Option` of the parameter. Unknown types may.
fn may_be_optional(ty: &Type, param: &Ident) -> bool {
    match ty {
        Type::Reference(ty) => may_be_optional(&ty.elem, param),
        Type::Slice(ty) => may_be_optional(&ty.elem, param),
        Type::Array(ty) => may_be_optional(&ty.elem, param),
        Type::Paren(ty) => may_be_optional(&ty.elem, param),
        Type::Group(ty) => may_be_optional(&ty.elem, param),
        Type::Path(path) if path.path.is_ident(param) => false,
        _ => match generic(ty) {
            Some((name, arguments)) if HOLDERS.iter().any(|known| name == known) => {
                arguments.into_iter().any(|argument| match argument {
                    GenericArgument::Type(ty) => may_be_optional(ty, param),
                    _ => false,
                })
            }
            _ => mentions(&ty.to_token_stream(), param),
        },
    }
}

/// The types that may hold a value which may be `null`. If another type of that name is an `Option`,
/// rustc asks for the bound.
const HOLDERS: [&str; 4] = ["BTreeMap", "Box", "Cow", "Vec"];

/// Returns the last name of a path, and its arguments.
fn generic(ty: &Type) -> Option<(&Ident, Vec<&GenericArgument>)> {
    let Type::Path(ty) = ty else {
        return None;
    };
    let last = ty.path.segments.last()?;
    match &last.arguments {
        PathArguments::AngleBracketed(arguments) if ty.qself.is_none() => {
            Some((&last.ident, arguments.args.iter().collect()))
        }
        _ => None,
    }
}
