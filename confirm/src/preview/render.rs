use super::{Arg, Preview, Text, arg::Kind};
use crate::{
    Catalogue,
    gate::bounds::{IN_QUESTION, IN_ROW, MESSAGE},
};

/// Kept free for the line that counts what is not shown.
const MORE: usize = "- … and 18446744073709551615 more".len();

/// The message that asks: the question, then warnings, context and who asks, then the rows, since
/// some clients cut a message near 500 characters. Of a sensitive change it is the operation and
/// its consequence.
pub(crate) fn render(preview: &Preview, asker: Option<&Text>, catalogue: &Catalogue) -> String {
    if preview.sensitive {
        return minimal(preview, asker, catalogue);
    }
    let mut message = Message::new(preview.question.render(IN_QUESTION, catalogue));
    let notes: Vec<&Text> = preview
        .consequence
        .iter()
        .chain(&preview.warnings)
        .chain(&preview.context)
        .chain(asker)
        .collect();
    let told = notes
        .iter()
        .take_while(|note| message.line(&note.render(IN_ROW, catalogue)))
        .count();
    let rows = if told == notes.len() {
        preview.rows.as_slice()
    } else {
        &[]
    };
    let listed = rows
        .iter()
        .take_while(|row| message.line(&format!("- {}", row.render(IN_ROW, catalogue))))
        .count();
    let more = notes.len() - told + preview.total - listed;
    if more > 0 {
        let more = Text::new("… and {count} more").arg("count", &more);
        message.end(&format!("- {}", more.render(IN_ROW, catalogue)));
    }
    message.text
}

/// The message that gives no value of the change away.
fn minimal(preview: &Preview, asker: Option<&Text>, catalogue: &Catalogue) -> String {
    let mut message = Message::new(operation(preview).render(IN_QUESTION, catalogue));
    for text in preview.consequence.iter().chain(asker) {
        message.line(&text.render(IN_ROW, catalogue));
    }
    message.text
}

/// The question of a change that may not be shown.
pub(super) fn operation(preview: &Preview) -> Text {
    Text::new("Confirm {operation}?").arg(
        "operation",
        Arg(Kind::Operation {
            kind: preview.operation,
        }),
    )
}

struct Message {
    text: String,
    length: usize,
}

impl Message {
    fn new(question: String) -> Self {
        Self {
            length: question.chars().count(),
            text: question,
        }
    }

    /// Adds a line if it fits.
    fn line(&mut self, line: &str) -> bool {
        let length = self.length + 1 + line.chars().count();
        let fits = length + 1 + MORE <= MESSAGE;
        if fits {
            self.length = length;
            self.end(line);
        }
        fits
    }

    fn end(&mut self, line: &str) {
        self.text.push('\n');
        self.text.push_str(line);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_fits_if_the_rest_can_still_be_counted() {
        let room = MESSAGE - "\n".len() - MORE - "?\n".len();
        let mut message = Message::new("?".to_owned());
        assert!(!message.line(&"x".repeat(room + 1)));
        assert!(message.line(&"x".repeat(room)));
        assert!(!message.line(""));
    }
}
