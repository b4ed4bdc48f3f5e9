//! serde's renaming rules.

use syn::LitStr;

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Rule {
    Lower,
    Upper,
    Pascal,
    Camel,
    Snake,
    ScreamingSnake,
    Kebab,
    ScreamingKebab,
}

const RULES: [(&str, Rule); 8] = [
    ("lowercase", Rule::Lower),
    ("UPPERCASE", Rule::Upper),
    ("PascalCase", Rule::Pascal),
    ("camelCase", Rule::Camel),
    ("snake_case", Rule::Snake),
    ("SCREAMING_SNAKE_CASE", Rule::ScreamingSnake),
    ("kebab-case", Rule::Kebab),
    ("SCREAMING-KEBAB-CASE", Rule::ScreamingKebab),
];

impl Rule {
    pub(crate) fn parse(literal: &LitStr) -> syn::Result<Self> {
        let name = literal.value();
        RULES
            .iter()
            .find(|(known, _)| *known == name)
            .map(|(_, rule)| *rule)
            .ok_or_else(|| {
                let known = RULES.map(|(known, _)| format!("`{known}`")).join(", ");
                syn::Error::new(
                    literal.span(),
                    format!("unknown renaming rule `{name}`; expected one of {known}"),
                )
            })
    }

    /// Renames a field, which is in `snake_case`.
    pub(crate) fn field(self, name: &str) -> String {
        match self {
            Self::Lower | Self::Snake => name.to_owned(),
            Self::Upper | Self::ScreamingSnake => name.to_ascii_uppercase(),
            Self::Pascal => pascal(name),
            Self::Camel => uncapitalized(&pascal(name)),
            Self::Kebab => name.replace('_', "-"),
            Self::ScreamingKebab => name.to_ascii_uppercase().replace('_', "-"),
        }
    }

    /// Renames a variant, which is in `PascalCase`.
    pub(crate) fn variant(self, name: &str) -> String {
        match self {
            Self::Lower => name.to_ascii_lowercase(),
            Self::Upper => name.to_ascii_uppercase(),
            Self::Pascal => name.to_owned(),
            Self::Camel => uncapitalized(name),
            Self::Snake => snake(name),
            Self::ScreamingSnake => snake(name).to_ascii_uppercase(),
            Self::Kebab => snake(name).replace('_', "-"),
            Self::ScreamingKebab => snake(name).to_ascii_uppercase().replace('_', "-"),
        }
    }
}

/// Turns `SetPayee` into `set_payee`.
pub(crate) fn snake(name: &str) -> String {
    let mut snake = String::new();
    for (i, c) in name.char_indices() {
        if i > 0 && c.is_uppercase() {
            snake.push('_');
        }
        snake.push(c.to_ascii_lowercase());
    }
    snake
}

fn pascal(name: &str) -> String {
    let mut pascal = String::new();
    for word in name.split('_') {
        let mut chars = word.chars();
        if let Some(first) = chars.next() {
            pascal.push(first.to_ascii_uppercase());
            pascal.push_str(chars.as_str());
        }
    }
    pascal
}

fn uncapitalized(name: &str) -> String {
    let mut chars = name.chars();
    match chars.next() {
        Some(first) => first.to_ascii_lowercase().to_string() + chars.as_str(),
        None => String::new(),
    }
}
