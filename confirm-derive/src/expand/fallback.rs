use proc_macro2::{TokenStream, TokenTree};
use quote::quote;
use syn::{Attribute, Data, DeriveInput, Meta};

/// The errors, and impls that nobody can run: without them every use of the type would report once
/// more that it is no subject.
pub(crate) fn fallback(input: &DeriveInput, error: Option<syn::Error>) -> TokenStream {
    let errors = error.map(syn::Error::into_compile_error);
    let private = quote!(::confirm::__private);
    let ident = &input.ident;
    let (impl_generics, ty_generics, where_clause) = input.generics.split_for_impl();
    let subject = says(input, &["question", "preview_by_hand", "preview"]).then(|| {
        quote! {
            #[automatically_derived]
            impl #impl_generics #private::Subject for #ident #ty_generics #where_clause {
                const KIND: &'static ::core::primitive::str = "";

                fn preview(&self) -> #private::Preview {
                    #private::unreachable()
                }
            }
        }
    });
    let row = says(input, &["row"]).then(|| {
        quote! {
            #[automatically_derived]
            impl #impl_generics #private::Row for #ident #ty_generics #where_clause {
                fn row(&self) -> #private::Text {
                    #private::unreachable()
                }
            }
        }
    });
    let show = says(input, &["label"]).then(|| {
        quote! {
            #[automatically_derived]
            impl #impl_generics #private::Show for #ident #ty_generics #where_clause {
                fn show(&self) -> #private::Arg {
                    #private::unreachable()
                }
            }
        }
    });
    quote! {
        #errors

        #[automatically_derived]
        impl #impl_generics #private::Canonical for #ident #ty_generics #where_clause {
            fn write_canonical(&self, _: &mut #private::Writer) {
                #private::unreachable()
            }
        }

        #subject
        #row
        #show
    }
}

/// Whether an attribute, which may be unreadable, has one of the words.
fn says(input: &DeriveInput, words: &[&str]) -> bool {
    let variants = match &input.data {
        Data::Enum(data) => data.variants.iter().collect(),
        Data::Struct(_) | Data::Union(_) => Vec::new(),
    };
    let of_variants = variants.into_iter().flat_map(|variant| &variant.attrs);
    input.attrs.iter().chain(of_variants).any(|attr| {
        attr.path().is_ident("subject")
            && tokens(attr).into_iter().any(|token| match token {
                TokenTree::Ident(word) => words.iter().any(|known| word == known),
                _ => false,
            })
    })
}

fn tokens(attr: &Attribute) -> TokenStream {
    match &attr.meta {
        Meta::List(list) => list.tokens.clone(),
        Meta::Path(_) | Meta::NameValue(_) => TokenStream::new(),
    }
}
