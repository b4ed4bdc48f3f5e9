//! Writes the impls.

mod canonical;
mod doubt;
mod fallback;
mod generics;
mod preview;
mod text;

use proc_macro2::TokenStream;
use quote::quote;

pub(crate) use self::fallback::fallback;
use crate::ast::Input;

/// Everything that is derived from a type without mistakes.
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

/// The path of `confirm`.
fn krate(input: &Input<'_>) -> TokenStream {
    let path = input.attrs.krate.as_ref();
    path.map_or_else(|| quote!(::confirm), |path| quote!(#path))
}
