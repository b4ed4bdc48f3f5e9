//! `Canonical`: objects whose keys were sorted here.

use proc_macro2::{Span, TokenStream};
use quote::{ToTokens as _, quote, quote_spanned};
use syn::spanned::Spanned as _;

use super::{doubt, generics::Bounds, text::private};
use crate::{
    ast::{Data, Field, Input, Place, Variant},
    attr::FieldKind,
    json,
};

pub(super) fn canonical(input: &Input<'_>, krate: &TokenStream) -> Option<TokenStream> {
    let ident = &input.original.ident;
    let generics = Bounds::canonical(&input.original.generics, krate).generics;
    let (impl_generics, ty_generics, where_clause) = generics.split_for_impl();
    let body = match input.data.as_ref()? {
        Data::Unit => quote!(__out.raw("null");),
        Data::Struct(fields) => {
            let tag = input
                .serde
                .tag
                .as_ref()
                .map(|tag| (tag.value(), input.name()));
            let mut pieces = Pieces::default();
            object(&mut pieces, tag, fields, krate);
            pieces.finish()
        }
        Data::List(field) => write(field, krate),
        Data::Enum(variants) => {
            let tag = input.serde.tag.as_ref().map(syn::LitStr::value);
            let arms = variants.iter().map(|v| arm(v, tag.as_deref(), krate));
            quote!(match self { #(#arms)* })
        }
    };
    Some(quote! {
        #[automatically_derived]
        impl #impl_generics #krate::Canonical for #ident #ty_generics #where_clause {
            fn write_canonical(&self, __out: &mut #krate::__private::Writer) {
                #body
            }
        }
    })
}

/// A newtype of a list is a list.
pub(super) fn list(input: &Input<'_>, krate: &TokenStream) -> Option<TokenStream> {
    let Some(Data::List(field)) = &input.data else {
        return None;
    };
    let ident = &input.original.ident;
    let ty = &field.original.ty;
    let (impl_generics, ty_generics, where_clause) = input.original.generics.split_for_impl();
    let span = Span::call_site().located_at(ty.span());
    let length = private("length", span, krate);
    let length = quote_spanned!(span=> #length::<#ty>(&self.0));
    Some(quote! {
        #[automatically_derived]
        impl #impl_generics #krate::__private::Count for #ident #ty_generics #where_clause {
            fn count(&self) -> ::core::primitive::usize {
                #length
            }
        }

        #[automatically_derived]
        impl #impl_generics #krate::__private::List for #ident #ty_generics #where_clause {}
    })
}

fn arm(variant: &Variant<'_>, tag: Option<&str>, krate: &TokenStream) -> TokenStream {
    let mut pieces = Pieces::default();
    match (tag, &variant.original.fields) {
        (None, syn::Fields::Unit) => pieces.json(&json::string(&variant.name)),
        (None, _) => {
            pieces.json(&format!("{{{}:", json::string(&variant.name)));
            object(&mut pieces, None, &variant.fields, krate);
            pieces.json("}");
        }
        (Some(tag), _) => {
            let tag = Some((tag.to_owned(), variant.name.clone()));
            object(&mut pieces, tag, &variant.fields, krate);
        }
    }
    let pattern = pattern(variant.original, &variant.fields, |_| true);
    let body = pieces.finish();
    quote!(#pattern => { #body })
}

/// `Self::Variant { field: __self_0, .. }` of the fields that are used.
pub(super) fn pattern(
    variant: &syn::Variant,
    fields: &[Field<'_>],
    used: impl Fn(&Field<'_>) -> bool,
) -> TokenStream {
    let ident = &variant.ident;
    if let syn::Fields::Unit = variant.fields {
        return quote!(Self::#ident);
    }
    let bindings = fields.iter().filter(|field| used(field)).map(|field| {
        let ident = &field.original.ident;
        let local = &field.local;
        quote!(#ident: #local)
    });
    let rest = (!fields.iter().all(&used)).then(|| quote!(..));
    quote!(Self::#ident { #(#bindings,)* #rest })
}

/// A reference to the field.
pub(super) fn place(field: &Field<'_>) -> TokenStream {
    match &field.place {
        Place::OfSelf(member) => quote!(&self.#member),
        Place::Local => field.local.to_token_stream(),
    }
}

/// One entry of an object.
enum Entry<'f, 'a> {
    Tag { key: String, name: String },
    Field(&'f Field<'a>),
}

impl Entry<'_, '_> {
    fn key(&self) -> &str {
        match self {
            Self::Tag { key, .. } => key,
            Self::Field(field) => &field.key,
        }
    }

    fn is_conditional(&self) -> bool {
        matches!(self, Self::Field(field) if field.is_conditional())
    }
}

/// Writes an object.
///
/// An entry that is always there is the anchor: what may come before it brings its comma along
/// behind, what comes after it before. So all punctuation is settled here.
fn object(
    pieces: &mut Pieces,
    tag: Option<(String, String)>,
    fields: &[Field<'_>],
    krate: &TokenStream,
) {
    let mut entries: Vec<_> = tag
        .map(|(key, name)| Entry::Tag { key, name })
        .into_iter()
        .chain(fields.iter().map(Entry::Field))
        .collect();
    entries.sort_by(|a, b| json::key_order(a.key(), b.key()));
    let anchor = entries.iter().position(|entry| !entry.is_conditional());
    pieces.json("{");
    for (i, entry) in entries.iter().enumerate() {
        let key = format!("{}:", json::string(entry.key()));
        let (before, after) = match anchor {
            Some(anchor) if i < anchor => ("", ","),
            Some(anchor) if i > anchor => (",", ""),
            _ => ("", ""),
        };
        match entry {
            Entry::Tag { name, .. } => {
                pieces.json(&format!("{before}{key}{}", json::string(name)));
            }
            Entry::Field(field) if field.is_conditional() => {
                let mut inner = Pieces::default();
                if anchor.is_some() {
                    inner.json(&format!("{before}{key}"));
                } else {
                    inner.code(quote!(#krate::__private::Writer::key(__out, #key);));
                }
                inner.code(write(field, krate));
                inner.json(after);
                let (condition, inner) = (condition(field), inner.finish());
                pieces.code(quote!(if #condition { #inner }));
            }
            Entry::Field(field) => {
                pieces.json(&format!("{before}{key}"));
                pieces.code(write(field, krate));
            }
        }
    }
    pieces.json("}");
}

/// Writes the value of a field.
fn write(field: &Field<'_>, krate: &TokenStream) -> TokenStream {
    let ty = &field.original.ty;
    let place = place(field);
    let function = match &field.attrs.kind {
        FieldKind::Canonical => doubt::function(ty.to_token_stream()),
        FieldKind::Unordered => "unordered",
        FieldKind::Json(_) => "json",
    };
    // rustc then underlines the type that has no canonical form.
    let span = Span::call_site().located_at(ty.span());
    let function = private(function, span, krate);
    quote_spanned!(span=> #function::<#ty>(#place, __out);)
}

/// When a field that may be left out is written.
fn condition(field: &Field<'_>) -> TokenStream {
    let shown = field
        .attrs
        .shown
        .as_ref()
        .map(|_| quote!(__out.includes_shown()));
    let present = field.serde.skip_if.as_ref().map(|skip| {
        let place = place(field);
        quote!(!#skip(#place))
    });
    match (shown, present) {
        (Some(shown), Some(present)) => quote!(#shown && #present),
        (shown, present) => quote!(#shown #present),
    }
}

/// Statements in which neighbouring pieces of JSON become one literal.
#[derive(Default)]
struct Pieces {
    code: TokenStream,
    json: String,
}

impl Pieces {
    fn json(&mut self, json: &str) {
        self.json.push_str(json);
    }

    fn code(&mut self, code: TokenStream) {
        self.flush();
        self.code.extend(code);
    }

    fn flush(&mut self) {
        if !self.json.is_empty() {
            let json = std::mem::take(&mut self.json);
            self.code.extend(quote!(__out.raw(#json);));
        }
    }

    fn finish(mut self) -> TokenStream {
        self.flush();
        self.code
    }
}
