use super::{Arg, safe};

/// A sentence or a line: an English template and its named arguments.
///
/// `{name}` stands for an argument. The template is the key under which a catalogue keeps the
/// sentence in other languages.
#[derive(Clone, Debug, PartialEq)]
pub struct Text {
    pub(super) template: &'static str,
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
    pub(super) fn render(&self, width: usize) -> String {
        let mut out = String::new();
        let mut rest = self.template;
        while let Some(open) = rest.find('{') {
            out.push_str(&rest[..open]);
            let after = &rest[open + 1..];
            let Some(close) = after.find('}') else {
                rest = &rest[open..];
                break;
            };
            match self.args.iter().find(|(name, _)| *name == &after[..close]) {
                Some((_, arg)) => out.push_str(&arg.render(width)),
                // A hole is shown as it stands rather than as nothing.
                None => out.push_str(&rest[open..open + close + 2]),
            }
            rest = &after[close + 1..];
        }
        out.push_str(rest);
        out
    }
}

/// One line of visible characters inside ‘ ’.
pub(super) fn quote(text: &str, width: usize) -> String {
    safe::quote(text, width)
}
