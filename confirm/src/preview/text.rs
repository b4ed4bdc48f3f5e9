use std::fmt;

use serde::{Serialize, Serializer};

use super::Arg;
use crate::Catalogue;

/// A sentence or a line: an English template and its named arguments.
///
/// `{name}` is the placeholder of an argument; `{{` and `}}` are literal braces. A catalogue keeps
/// the sentence in other languages under the template.
#[derive(Clone, PartialEq, Serialize)]
pub struct Text {
    pub(super) template: &'static str,
    #[serde(serialize_with = "as_map")]
    pub(super) args: Vec<(&'static str, Arg)>,
}

impl Text {
    /// Makes a text without arguments.
    #[must_use]
    pub fn new(template: &'static str) -> Self {
        Self {
            template,
            args: Vec::new(),
        }
    }

    /// Sets the argument `name`.
    #[must_use]
    pub fn arg(mut self, name: &'static str, value: impl Into<Arg>) -> Self {
        self.args.push((name, value.into()));
        self
    }

    /// Renders the sentence, with every quoted value at most `width` characters wide.
    pub(crate) fn render(&self, width: usize, catalogue: &Catalogue) -> String {
        let mut out = String::new();
        for part in parts(catalogue.translate(self.template, self.count())) {
            match part {
                Part::Literal(text) => out.push_str(text),
                Part::Name(name) => match self.value(name) {
                    Some(arg) => out.push_str(&arg.render(width, catalogue)),
                    // A placeholder without a value is shown literally rather than as nothing.
                    None => out.extend(["{", name, "}"]),
                },
            }
        }
        out
    }

    /// Returns the first integer that the template names, by which a plural form is chosen.
    fn count(&self) -> Option<u64> {
        parts(self.template).find_map(|part| match part {
            Part::Name(name) => self.value(name)?.count(),
            Part::Literal(_) => None,
        })
    }

    fn value(&self, name: &str) -> Option<&Arg> {
        let mut args = self.args.iter();
        args.find(|(known, _)| *known == name).map(|(_, arg)| arg)
    }
}

/// A part of a template.
pub(crate) enum Part<'a> {
    Literal(&'a str),
    /// The name of a placeholder.
    Name(&'a str),
}

/// Splits a template into its parts. A brace that is neither doubled nor part of a placeholder is
/// literal.
pub(crate) fn parts(template: &str) -> impl Iterator<Item = Part<'_>> {
    let mut rest = template;
    std::iter::from_fn(move || {
        let at = rest.find(['{', '}']).unwrap_or(rest.len());
        if at > 0 {
            let (text, after) = rest.split_at(at);
            rest = after;
            return Some(Part::Literal(text));
        }
        let (brace, after) = rest.split_at_checked(1)?;
        if let Some(after) = after.strip_prefix(brace) {
            rest = after;
            return Some(Part::Literal(brace));
        }
        let name = after.split_once('}');
        let name = name.filter(|(name, _)| brace == "{" && !name.contains('{'));
        let (part, after) = match name {
            Some((name, after)) => (Part::Name(name), after),
            None => (Part::Literal(brace), after),
        };
        rest = after;
        Some(part)
    })
}

/// Shows the template and no argument.
impl fmt::Debug for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Text")
            .field("template", &self.template)
            .finish_non_exhaustive()
    }
}

fn as_map<S: Serializer>(args: &[(&'static str, Arg)], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(args.iter().map(|(name, arg)| (name, arg)))
}

#[cfg(test)]
mod tests {
    use super::Text;
    use crate::Catalogue;

    #[test]
    fn braces_and_holes() {
        for (template, shown) in [
            ("Pay {payee}?", "Pay ‘x’?"),
            ("{payee}{payee}", "‘x’‘x’"),
            ("{{payee}} }}{{", "{payee} }{"),
            ("{{{payee}}}", "{‘x’}"),
            ("{other} {", "{other} {"),
            ("} {payee", "} {payee"),
            ("{a {payee}", "{a ‘x’"),
            ("é{payee}é{é}", "é‘x’é{é}"),
            ("", ""),
        ] {
            assert_eq!(
                Text::new(template)
                    .arg("payee", "x")
                    .render(80, &Catalogue::english()),
                shown
            );
        }
    }

    #[test]
    fn a_value_is_no_template() {
        let text = Text::new("{a} {b}").arg("a", "{b}").arg("b", "y");
        assert_eq!(text.render(80, &Catalogue::english()), "‘{b}’ ‘y’");
    }
}
