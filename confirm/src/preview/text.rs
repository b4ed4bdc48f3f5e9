use std::fmt;

use serde::{Serialize, Serializer};

use super::Arg;
use crate::Catalogue;

/// A sentence or a line: an English template and its named arguments.
///
/// `{name}` stands for an argument, `{{` and `}}` for braces. The template is the key under which a
/// catalogue keeps the sentence in other languages.
#[derive(Clone, PartialEq, Serialize)]
pub struct Text {
    pub(super) template: &'static str,
    #[serde(serialize_with = "as_map")]
    pub(super) args: Vec<(&'static str, Arg)>,
}

impl Text {
    /// A text without arguments yet.
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

    /// The sentence, with every quoted value at most `width` characters wide.
    pub(crate) fn render(&self, width: usize, catalogue: &Catalogue) -> String {
        let mut out = String::new();
        let mut rest = catalogue.translate(self.template);
        while let Some(at) = rest.find(['{', '}']) {
            out.push_str(&rest[..at]);
            let (brace, after) = (&rest[at..=at], &rest[at + 1..]);
            if after.starts_with(brace) {
                out.push_str(brace);
                rest = &after[1..];
                continue;
            }
            let name = after.split_once('}').filter(|_| brace == "{");
            let arg = name.and_then(|(name, after)| Some((self.value(name)?, after)));
            rest = if let Some((arg, after)) = arg {
                out.push_str(&arg.render(width, catalogue));
                after
            } else {
                // A hole is shown as it stands rather than as nothing.
                out.push_str(brace);
                after
            };
        }
        out.push_str(rest);
        out
    }

    fn value(&self, name: &str) -> Option<&Arg> {
        let mut args = self.args.iter();
        args.find(|(known, _)| *known == name).map(|(_, arg)| arg)
    }
}

/// Shows the template, and no argument.
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
