use syn::{Ident, LitStr, ext::IdentExt as _, parse::Parser as _};

use crate::ctxt::Ctxt;

/// Returns the placeholders of a template, and whether it can be read to its end.
///
/// A literal is one token, so each mistake in it is reported on the whole literal, with the name of
/// the placeholder.
pub(super) fn placeholders(cx: &Ctxt, literal: &LitStr) -> (Vec<String>, bool) {
    let template = literal.value();
    let mut readable = true;
    let mut error = |message: &str| {
        readable = false;
        cx.error(literal, message);
    };
    if template.chars().any(char::is_control) {
        error("a text cannot have line breaks, tabs or other control characters");
    }
    let mut placeholders = Vec::new();
    let mut rest = template.as_str();
    while let Some(at) = rest.find(['{', '}']) {
        let (brace, after) = (&rest[at..=at], &rest[at + 1..]);
        if after.starts_with(brace) {
            rest = &after[1..];
            continue;
        }
        if brace == "}" {
            error("unmatched `}`; write `}}` for a brace");
            rest = after;
            continue;
        }
        let Some(close) = after.find('}') else {
            error("unmatched `{`; write `{{` for a brace");
            break;
        };
        match &after[..close] {
            "" => error("missing name in `{}`; write `{name}`"),
            name if is_name(name) => placeholders.push(name.to_owned()),
            name => error(&format!(
                "`{{{name}}}` is not a name; put the format beside the template, as in \
                 `name = decimal(amount, scale = 3, digits = 2)`"
            )),
        }
        rest = &after[close + 1..];
    }
    (placeholders, readable)
}

fn is_name(name: &str) -> bool {
    // Refuse blanks around the name: the parser would skip them, and the renderer does not.
    Ident::parse_any
        .parse_str(name)
        .is_ok_and(|ident| ident == name)
}
