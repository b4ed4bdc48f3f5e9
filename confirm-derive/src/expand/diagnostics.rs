//! Chooses the error for types whose name shows why they do not have a canonical form.

use proc_macro2::{TokenStream, TokenTree};

/// Returns the function of `confirm::__private` that writes a field of a type. It goes by the outermost
/// name that suggests a reason, and rustc reports that reason if the type is not canonical.
pub(super) fn function(ty: TokenStream) -> &'static str {
    reason(ty).unwrap_or("field")
}

fn reason(ty: TokenStream) -> Option<&'static str> {
    ty.into_iter().find_map(|token| match token {
        TokenTree::Ident(name) => of_name(&name.to_string()),
        TokenTree::Group(group) => reason(group.stream()),
        TokenTree::Punct(_) | TokenTree::Literal(_) => None,
    })
}

fn of_name(name: &str) -> Option<&'static str> {
    Some(match name {
        "f16" | "f32" | "f64" | "f128" => "exact",
        "i128" | "u128" => "fitting",
        "Cell" | "LazyCell" | "LazyLock" | "Mutex" | "OnceCell" | "OnceLock" | "RefCell"
        | "RwLock" | "UnsafeCell" => "immutable",
        name if name.starts_with("Atomic") => "immutable",
        "Arc" | "Rc" | "Weak" => "owned",
        "HashMap" => "ordered",
        "BTreeSet" | "HashSet" => "listed",
        "Value" => "marked",
        _ => return None,
    })
}
