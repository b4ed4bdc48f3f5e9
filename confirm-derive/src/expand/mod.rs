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
    let krate = krate(input.attrs.krate.as_ref());
    let private = quote!(#krate::__private);
    let canonical = canonical::canonical(input, &private);
    let list = canonical::list(input, &private);
    let subject = preview::subject(input, &private);
    let row = preview::row(input, &private);
    let show = preview::show(input, &private);
    quote! {
        #canonical
        #list
        #subject
        #row
        #show
    }
}

fn krate(path: Option<&syn::Path>) -> TokenStream {
    path.map_or_else(|| quote!(::confirm), |path| quote!(#path))
}
