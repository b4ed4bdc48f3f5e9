//! Characters that a client acts on when it renders Markdown, HTML or formulas.

use super::character::Place;

/// Returns whether a client would act on the character at this place.
pub(super) fn is_markup(place: &Place<'_>) -> bool {
    let (before, after) = (place.before(), place.after());
    let rest = &place.characters[place.at + 1..];
    match place.character() {
        // Formulas, superscripts and inline footnotes are pairs, and the other half may be in
        // another value.
        '\\' | '`' | '*' | '~' | '$' | '^' => true,
        // Spoilers and highlights.
        c @ ('|' | '=') => before == Some(c) || after == Some(c),
        // Web addresses become links without any markup.
        '.' => place.at >= 3 && is_www(&place.characters[place.at - 3..place.at]),
        // Mail addresses and mentions.
        '@' => after.is_some_and(char::is_alphanumeric),
        '_' => !place.is_between(char::is_alphanumeric),
        // Footnotes and wiki links.
        '[' => matches!(after, Some('^' | '[')),
        ']' => matches!(after, Some('(' | '[' | ':')),
        ':' => after == Some('/') || is_shortcode(rest),
        '<' => after.is_some_and(|c| c.is_alphabetic() || "/!?@#:".contains(c)),
        '&' => is_entity(rest),
        _ => false,
    }
}

fn is_www(before: &[char]) -> bool {
    before.iter().all(|c| c.eq_ignore_ascii_case(&'w'))
}

/// Returns whether a colon and these characters are an emoji shortcode, as in `:smile:`.
fn is_shortcode(after: &[char]) -> bool {
    let in_name = |c: &char| c.is_ascii_alphanumeric() || "_+-".contains(*c);
    let name = after.iter().take_while(|c| in_name(c)).count();
    let name = &after[..name];
    let is_name = name.iter().any(char::is_ascii_alphabetic) || matches!(name, ['+' | '-', '1']);
    is_name && after.get(name.len()) == Some(&':')
}

/// Returns whether an ampersand and these characters are a character reference, as in `&lt;`. HTML
/// accepts the oldest names, and numbers, without the semicolon too.
fn is_entity(after: &[char]) -> bool {
    if after.first() == Some(&'#') {
        return after.get(1).is_some_and(char::is_ascii_alphanumeric);
    }
    let name: String = after
        .iter()
        .take(40)
        .take_while(|c| c.is_ascii_alphanumeric())
        .collect();
    if name.is_empty() {
        return false;
    }
    let is_closed = name.len() == 40 || after.get(name.len()) == Some(&';');
    is_closed || OLD_NAMES.iter().any(|old| name.starts_with(old))
}

/// The names that HTML accepts without a semicolon (WHATWG, named character references).
#[rustfmt::skip]
const OLD_NAMES: &[&str] = &[
    "AElig", "AMP", "Aacute", "Acirc", "Agrave", "Aring", "Atilde", "Auml", "COPY", "Ccedil", "ETH",
    "Eacute", "Ecirc", "Egrave", "Euml", "GT", "Iacute", "Icirc", "Igrave", "Iuml", "LT", "Ntilde",
    "Oacute", "Ocirc", "Ograve", "Oslash", "Otilde", "Ouml", "QUOT", "REG", "THORN", "Uacute", "Ucirc",
    "Ugrave", "Uuml", "Yacute", "aacute", "acirc", "acute", "aelig", "agrave", "amp", "aring", "atilde",
    "auml", "brvbar", "ccedil", "cedil", "cent", "copy", "curren", "deg", "divide", "eacute", "ecirc",
    "egrave", "eth", "euml", "frac12", "frac14", "frac34", "gt", "iacute", "icirc", "iexcl", "igrave",
    "iquest", "iuml", "laquo", "lt", "macr", "micro", "middot", "nbsp", "not", "ntilde", "oacute",
    "ocirc", "ograve", "ordf", "ordm", "oslash", "otilde", "ouml", "para", "plusmn", "pound", "quot",
    "raquo", "reg", "sect", "shy", "sup1", "sup2", "sup3", "szlig", "thorn", "times", "uacute", "ucirc",
    "ugrave", "uml", "uuml", "yacute", "yen", "yuml",
];
