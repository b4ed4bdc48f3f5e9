use proc_macro2::{TokenStream, TokenTree};
use quote::quote;
use syn::{Attribute, Data, DeriveInput, Fields, Meta};

use super::{derived, krate};
use crate::ast::Input;

/// Returns the errors, with impls that nobody can run. Without the impls every use of the type would
/// report again that it is not a subject.
pub(crate) fn fallback(input: &Input<'_>, error: syn::Error) -> TokenStream {
    let errors = error.into_compile_error();
    let krate = &krate(input);
    let input = input.original;
    let (ident, derived) = (&input.ident, &derived(input));
    let (impl_generics, ty_generics, where_clause) = input.generics.split_for_impl();
    let subject = says(input, &["question", "preview_by_hand", "preview"]).then(|| {
        quote! {
            #derived
            impl #impl_generics #krate::Subject for #ident #ty_generics #where_clause {
                const KIND: &'static ::core::primitive::str = "";

                fn preview(&self) -> #krate::Preview {
                    #krate::__private::unreachable()
                }
            }
        }
    });
    let row = says(input, &["row"]).then(|| {
        quote! {
            #derived
            impl #impl_generics #krate::Row for #ident #ty_generics #where_clause {
                fn row(&self) -> #krate::Text {
                    #krate::__private::unreachable()
                }
            }
        }
    });
    let list = is_newtype(input).then(|| {
        let rows = says(input, &["rows"]).then(|| {
            quote! {
                #derived
                impl #impl_generics #krate::__private::Rows for #ident #ty_generics #where_clause {
                    fn rows(&self) -> #krate::__private::Lines {
                        #krate::__private::unreachable()
                    }
                }
            }
        });
        quote! {
            #derived
            impl #impl_generics #krate::__private::Count for #ident #ty_generics #where_clause {
                fn count(&self) -> ::core::primitive::usize {
                    #krate::__private::unreachable()
                }
            }

            #derived
            impl #impl_generics #krate::__private::List for #ident #ty_generics #where_clause {}

            #rows
        }
    });
    let show = says(input, &["label"]).then(|| {
        quote! {
            #derived
            impl #impl_generics #krate::__private::Show for #ident #ty_generics #where_clause {
                fn show(&self) -> #krate::__private::Arg {
                    #krate::__private::unreachable()
                }
            }
        }
    });
    quote! {
        #errors

        #derived
        impl #impl_generics #krate::Canonical for #ident #ty_generics #where_clause {
            type Null = #krate::__private::Present;

            fn write_canonical(&self, _: &mut #krate::__private::Writer) {
                #krate::__private::unreachable()
            }
        }

        #list
        #subject
        #row
        #show
    }
}

/// Returns whether the type is a tuple struct of one field.
fn is_newtype(input: &DeriveInput) -> bool {
    match &input.data {
        Data::Struct(data) => {
            matches!(&data.fields, Fields::Unnamed(fields) if fields.unnamed.len() == 1)
        }
        Data::Enum(_) | Data::Union(_) => false,
    }
}

/// Returns whether an attribute has one of the words, even if it cannot be parsed.
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
