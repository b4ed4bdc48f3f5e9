//! What the impls ask of type parameters.

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

/// The generics of one impl, which grow with what its texts show.
pub(super) struct Bounds<'p> {
    pub(super) krate: &'p TokenStream,
    pub(super) generics: Generics,
}

impl<'p> Bounds<'p> {
    /// Every field is written, so every type parameter is canonical, and not `null` where that may
    /// stand in an `Option`.
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

    /// `field` is shown in `format`.
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

/// The type of what is written of a field.
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

/// Whether an `Option` of the parameter may be among what `ty` holds. Types of others may hold one.
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

/// What may hold a value that may be `null`. Were another type of that name an `Option`, rustc would
/// ask for the bound.
const HOLDERS: [&str; 4] = ["BTreeMap", "Box", "Cow", "Vec"];

/// The last name of a path, and its arguments.
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
