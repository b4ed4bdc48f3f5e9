//! Reads `skip_serializing_if`. A field may be left out only if that determines its value.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::{ExprPath, LitStr, Path, PathArguments, Type, parse::Parse as _, parse_quote};

/// A predicate that leaves out exactly one value.
pub(crate) struct Skip {
    predicate: LitStr,
    /// The type that the predicate is a function of. Its name can mean any type, so rustc compares it
    /// with the field's.
    pub(crate) of: Type,
}

/// The types with such a predicate, the predicate's name, and the number of type parameters.
const KNOWN: [(&str, &str, usize); 7] = [
    ("Option", "is_none", 1),
    ("Vec", "is_empty", 1),
    ("String", "is_empty", 0),
    ("str", "is_empty", 0),
    ("BTreeMap", "is_empty", 2),
    ("Map", "is_empty", 2),
    ("Value", "is_null", 0),
];

impl Skip {
    pub(super) fn parse(literal: &LitStr) -> syn::Result<Self> {
        let predicate = literal.parse_with(ExprPath::parse)?;
        let of = type_of(&predicate).ok_or_else(|| {
            syn::Error::new(
                literal.span(),
                format!(
                    "`{}` may leave out more than one value, and what is left out is not \
                     confirmed; expected one of `Option::is_none`, `Vec::is_empty`, \
                     `<[_]>::is_empty`, `String::is_empty`, `str::is_empty`, \
                     `BTreeMap::is_empty`, `Map::is_empty` and `Value::is_null`",
                    literal.value()
                ),
            )
        })?;
        Ok(Self {
            predicate: literal.clone(),
            of,
        })
    }

    /// Returns whether the predicate is about an `Option`, whose content is then written alone.
    pub(crate) fn is_of_option(&self) -> bool {
        matches!(&self.of, Type::Path(of) if of.path.segments.last().is_some_and(|last| last.ident == "Option"))
    }
}

impl ToTokens for Skip {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        self.predicate.to_tokens(tokens);
    }
}

/// Returns the type of a known predicate.
fn type_of(predicate: &ExprPath) -> Option<Type> {
    let segments = &predicate.path.segments;
    let function = segments.last()?;
    if !function.arguments.is_empty() {
        return None;
    }
    if let Some(of) = &predicate.qself {
        if of.position > 0 || segments.len() > 1 {
            return None;
        }
        return match &*of.ty {
            Type::Slice(_) if function.ident == "is_empty" => Some((*of.ty).clone()),
            Type::Path(of) if of.qself.is_none() => with_parameters(&of.path, &function.ident),
            _ => None,
        };
    }
    let mut path = predicate.path.clone();
    path.segments.pop();
    path.segments.pop_punct();
    with_parameters(&path, &function.ident)
}

/// Returns the type with its parameters, which the path of a function may leave out.
fn with_parameters(path: &Path, function: &syn::Ident) -> Option<Type> {
    let mut path = path.clone();
    let last = path.segments.last_mut()?;
    let (_, _, parameters) = KNOWN
        .iter()
        .find(|(name, predicate, _)| last.ident == name && function == predicate)?;
    if last.arguments.is_none() && *parameters > 0 {
        let inferred = (0..*parameters).map(|_| quote!(_));
        last.arguments = PathArguments::AngleBracketed(parse_quote!(<#(#inferred),*>));
    }
    Some(parse_quote!(#path))
}
