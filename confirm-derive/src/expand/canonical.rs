//! Expands `Canonical`: objects whose keys are sorted at expansion.

use proc_macro2::{Span, TokenStream};
use quote::{ToTokens as _, quote, quote_spanned};
use syn::spanned::Spanned as _;

use super::{
    derived, diagnostics,
    generics::Bounds,
    text::{self, private},
};
use crate::{
    ast::{Data, Field, Input, Place, Variant},
    attr::FieldKind,
    json,
};

pub(super) fn canonical(input: &Input<'_>, krate: &TokenStream) -> Option<TokenStream> {
    let (ident, derived) = (&input.original.ident, derived(input.original));
    let generics = Bounds::canonical(input, krate).generics;
    let (impl_generics, ty_generics, where_clause) = generics.split_for_impl();
    let null = match input.data.as_ref()? {
        Data::Unit => quote!(#krate::__private::Nullable),
        // A list is never `null`.
        Data::Struct(_) | Data::List(_) | Data::Enum(_) => quote!(#krate::__private::Present),
    };
    let body = match input.data.as_ref()? {
        Data::Unit => quote!(#krate::__private::Writer::raw(__out, "null");),
        Data::Struct(fields) => {
            let tag = input
                .serde
                .tag
                .as_ref()
                .map(|tag| (tag.value(), input.name()));
            let mut pieces = Pieces::new(krate);
            object(&mut pieces, tag, fields);
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
        #derived
        impl #impl_generics #krate::Canonical for #ident #ty_generics #where_clause {
            type Null = #null;

            fn write_canonical(&self, __out: &mut #krate::__private::Writer) {
                #body
            }
        }
    })
}

/// Returns the impl of a newtype of a list.
pub(super) fn list(input: &Input<'_>, krate: &TokenStream) -> Option<TokenStream> {
    let Some(Data::List(field)) = &input.data else {
        return None;
    };
    let (ident, derived) = (&input.original.ident, derived(input.original));
    let ty = &field.original.ty;
    let (impl_generics, ty_generics, where_clause) = input.original.generics.split_for_impl();
    let span = Span::call_site().located_at(ty.span());
    let length = private("length", span, krate);
    let length = quote_spanned!(span=> #length::<#ty>(&self.0));
    Some(quote! {
        #derived
        impl #impl_generics #krate::__private::Count for #ident #ty_generics #where_clause {
            fn count(&self) -> ::core::primitive::usize {
                #length
            }
        }

        #derived
        impl #impl_generics #krate::__private::List for #ident #ty_generics #where_clause {}
    })
}

fn arm(variant: &Variant<'_>, tag: Option<&str>, krate: &TokenStream) -> TokenStream {
    let mut pieces = Pieces::new(krate);
    match (tag, &variant.original.fields) {
        (None, syn::Fields::Unit) => pieces.json(&json::string(&variant.name)),
        (None, _) => {
            pieces.json(&format!("{{{}:", json::string(&variant.name)));
            object(&mut pieces, None, &variant.fields);
            pieces.json("}");
        }
        (Some(tag), _) => {
            let tag = Some((tag.to_owned(), variant.name.clone()));
            object(&mut pieces, tag, &variant.fields);
        }
    }
    let pattern = pattern(variant.original, &variant.fields, |_| true);
    let body = pieces.finish();
    quote!(#pattern => { #body })
}

/// Returns the pattern `Self::Variant { field: __self_0, .. }` with the fields that are used.
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

/// Returns a reference to the field.
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
/// One entry that is always there is the anchor. An optional entry before it writes its comma behind
/// itself, and an entry after it writes its comma first. So all punctuation is known at expansion.
fn object(pieces: &mut Pieces<'_>, tag: Option<(String, String)>, fields: &[Field<'_>]) {
    let krate = pieces.krate;
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
                let mut inner = Pieces::new(krate);
                if anchor.is_some() {
                    inner.json(&format!("{before}{key}"));
                } else {
                    inner.code(quote!(#krate::__private::Writer::key(__out, #key);));
                }
                inner.code(match field.serde.skip_if {
                    Some(_) => write_present(field, krate),
                    None => write(field, krate),
                });
                inner.json(after);
                pieces.code(conditional(field, &inner.finish(), krate));
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
    // With this span rustc underlines the type that does not have a canonical form.
    let span = Span::call_site().located_at(ty.span());
    let function = private(function(field), span, krate);
    quote_spanned!(span=> #function::<#ty>(#place, __out);)
}

/// Writes the present part of a field that serde may leave out.
fn write_present(field: &Field<'_>, krate: &TokenStream) -> TokenStream {
    let span = Span::call_site().located_at(field.original.ty.span());
    let function = private(function(field), span, krate);
    quote_spanned!(span=> #function(__present, __out);)
}

/// Returns the function that writes a field.
fn function(field: &Field<'_>) -> &'static str {
    match &field.attrs.kind {
        FieldKind::Canonical => {
            let function = diagnostics::function(field.original.ty.to_token_stream());
            match (function, field.original.ident.is_none()) {
                ("field", true) => "list",
                (function, _) => function,
            }
        }
        FieldKind::Unordered => "unordered",
        FieldKind::Json(_) => "json",
    }
}

/// Runs `write` if a field that may be left out is there.
fn conditional(field: &Field<'_>, write: &TokenStream, krate: &TokenStream) -> TokenStream {
    let mut code = write.clone();
    if let Some(skip) = &field.serde.skip_if {
        let (of, ty) = (&skip.of, &field.original.ty);
        let span = Span::call_site().located_at(ty.span());
        let written = private("written", span, krate);
        let place = text::place(field, span);
        let written = quote_spanned!(span=> #written::<#of, _, #ty>(#place));
        code = quote! {
            if let ::core::option::Option::Some(__present) = #written {
                #code
            }
        };
    }
    if field.attrs.shown.is_some() {
        code = quote! {
            if #krate::__private::Writer::includes_shown(__out) {
                #code
            }
        };
    }
    code
}

/// Statements in which adjacent pieces of JSON become one literal.
struct Pieces<'p> {
    krate: &'p TokenStream,
    code: TokenStream,
    json: String,
}

impl<'p> Pieces<'p> {
    fn new(krate: &'p TokenStream) -> Self {
        Self {
            krate,
            code: TokenStream::new(),
            json: String::new(),
        }
    }

    fn json(&mut self, json: &str) {
        self.json.push_str(json);
    }

    fn code(&mut self, code: TokenStream) {
        self.flush();
        self.code.extend(code);
    }

    fn flush(&mut self) {
        if !self.json.is_empty() {
            let (json, krate) = (std::mem::take(&mut self.json), self.krate);
            let raw = quote!(#krate::__private::Writer::raw(__out, #json););
            self.code.extend(raw);
        }
    }

    fn finish(mut self) -> TokenStream {
        self.flush();
        self.code
    }
}
