//! Writes the impls.

mod canonical;
mod diagnostics;
mod fallback;
mod generics;
mod preview;
mod text;

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens as _, quote};
use syn::{Attribute, Data, DeriveInput, Fields};

pub(crate) use self::fallback::fallback;
use self::text::mentions;
use crate::ast::Input;

/// Returns everything that is derived from a type without mistakes.
pub(crate) fn derive(input: &Input<'_>) -> TokenStream {
    let krate = &krate(input);
    let canonical = canonical::canonical(input, krate);
    let list = canonical::list(input, krate);
    let subject = preview::subject(input, krate);
    let rows = preview::rows(input, krate);
    let row = preview::row(input, krate);
    let show = preview::show(input, krate);
    quote! {
        #canonical
        #list
        #subject
        #rows
        #row
        #show
    }
}

/// Returns the attributes of every impl. They allow deprecated items, because those warn where somebody
/// wrote them and not in derived code.
fn derived(input: &DeriveInput) -> TokenStream {
    let mut attrs: Vec<&Attribute> = input.attrs.iter().collect();
    let fields: Vec<&Fields> = match &input.data {
        Data::Struct(data) => vec![&data.fields],
        Data::Enum(data) => {
            attrs.extend(data.variants.iter().flat_map(|variant| &variant.attrs));
            data.variants
                .iter()
                .map(|variant| &variant.fields)
                .collect()
        }
        Data::Union(_) => Vec::new(),
    };
    attrs.extend(fields.into_iter().flatten().flat_map(|field| &field.attrs));
    let name = Ident::new("deprecated", Span::call_site());
    let deprecated = attrs.into_iter().any(|attr| {
        let of_lints = ["allow", "deprecated", "expect"];
        of_lints.iter().any(|lint| attr.path().is_ident(lint))
            && mentions(&attr.meta.to_token_stream(), &name)
    });
    let allow = deprecated.then(|| quote!(#[allow(deprecated)]));
    quote!(#[automatically_derived] #allow)
}

/// Returns the path of `confirm`.
fn krate(input: &Input<'_>) -> TokenStream {
    let path = input.attrs.krate.as_ref();
    path.map_or_else(|| quote!(::confirm), |path| quote!(#path))
}
