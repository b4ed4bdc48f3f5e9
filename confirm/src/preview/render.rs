use super::{Arg, Preview, Text, arg::Kind};
use crate::{
    Catalogue,
    gate::bounds::{IN_QUESTION, IN_ROW, MESSAGE, QUESTION_OF_A_LIST},
};

/// The room reserved for the line that counts what is not shown.
const MORE: usize = "- … and 18446744073709551615 more".len();

/// Renders the message that asks. It has the question, the consequence, the warnings, the context
/// and the asker first and the rows last, because some clients cut a message near 500 characters.
/// For a sensitive change it has the operation, its consequence and the asker.
///
/// A value is shown whole as far as the message has room, because a person can agree only to text
/// that they can read. Values are cut only in a list and in a question before a list, to leave room
/// for the rest.
pub(crate) fn render(preview: &Preview, asker: Option<&Text>, catalogue: &Catalogue) -> String {
    if preview.sensitive {
        return minimal(preview, asker, catalogue);
    }
    let is_list = preview.total > 1;
    let notes = preview
        .consequence
        .iter()
        .chain(&preview.warnings)
        .chain(&preview.context)
        .chain(asker);
    let mut lines: Vec<Line<'_>> = notes.map(|note| Line::new("", note, catalogue)).collect();
    let notes = lines.len();
    lines.extend(
        preview
            .rows
            .iter()
            .map(|row| Line::new("- ", row, catalogue)),
    );

    // Reserve the least that the lines take. Beyond that, a line may be as long as the message has
    // room.
    let least: usize = lines.iter().map(Line::least).sum();
    let question = preview.question.render(IN_QUESTION, catalogue);
    let room = MESSAGE.saturating_sub(least + MORE + 2);
    let most = if is_list {
        room.min(QUESTION_OF_A_LIST)
    } else {
        room
    };
    let question = widest(&preview.question, question, most, catalogue);
    let mut spare = room.saturating_sub(question.chars().count());
    let whole = if is_list { notes } else { lines.len() };
    for line in &mut lines[..whole] {
        let most = line.text.chars().count() + spare;
        let before = line.least();
        let text = std::mem::take(&mut line.text);
        line.text = widest(line.template, text, most, catalogue);
        spare -= line.least() - before;
    }

    let mut message = Message::new(question);
    let told = lines
        .iter()
        .take_while(|line| message.line(&format!("{}{}", line.mark, line.text)))
        .count();
    let told_notes = told.min(notes);
    let more = notes - told_notes + preview.total - (told - told_notes);
    if more > 0 {
        let more = Text::new("… and {count} more").arg("count", &more);
        message.end(&format!("- {}", more.render(IN_ROW, catalogue)));
    }
    message.text
}

/// A line below the question.
struct Line<'a> {
    mark: &'static str,
    template: &'a Text,
    text: String,
}

impl<'a> Line<'a> {
    fn new(mark: &'static str, template: &'a Text, catalogue: &Catalogue) -> Self {
        let text = template.render(IN_ROW, catalogue);
        Self {
            mark,
            template,
            text,
        }
    }

    /// Returns the number of characters that the line takes, with its line break.
    fn least(&self) -> usize {
        self.mark.chars().count() + self.text.chars().count() + 1
    }
}

/// The widths in characters at which a value that is too long to be whole is tried, widest first.
const WIDTHS: [usize; 3] = [1_600, 400, 160];

/// Renders the text with its values as wide as fits into `most` characters, or returns `narrow` if
/// even the narrowest does not fit.
fn widest(text: &Text, narrow: String, most: usize, catalogue: &Catalogue) -> String {
    let widths = [usize::MAX].into_iter().chain(WIDTHS);
    let mut wide = widths.map(|width| text.render(width, catalogue));
    wide.find(|wide| wide.chars().count() <= most)
        .unwrap_or(narrow)
}

/// Renders the message of a sensitive change, which holds no value of it.
fn minimal(preview: &Preview, asker: Option<&Text>, catalogue: &Catalogue) -> String {
    let mut message = Message::new(operation(preview).render(IN_QUESTION, catalogue));
    for text in preview.consequence.iter().chain(asker) {
        message.line(&text.render(IN_ROW, catalogue));
    }
    message.text
}

/// Makes the question of a change that may not be shown.
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

    /// Adds a line if it fits, and returns whether it did.
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

    fn rename(name: &str) -> Preview {
        Preview::new(
            Text::new("Rename {from} to {to}?")
                .arg("from", "x")
                .arg("to", name),
        )
    }

    fn shown(preview: &Preview) -> String {
        render(preview, None, &Catalogue::english())
    }

    #[test]
    fn a_value_that_stands_alone_is_whole() {
        for length in [58, 60, 200, 500, 3_800] {
            let name = "n".repeat(length);
            assert_eq!(shown(&rename(&name)), format!("Rename ‘x’ to ‘{name}’?"));
            let memo = Text::new("memo {memo}").arg("memo", &name);
            let one = rename("y").rows(1, [memo.clone()]);
            assert!(
                shown(&one).ends_with(&format!("\n- memo ‘{name}’")),
                "{length}"
            );
            let noted = rename("y").context(memo);
            assert!(
                shown(&noted).ends_with(&format!("\nmemo ‘{name}’")),
                "{length}"
            );
        }
    }

    #[test]
    fn only_a_list_cuts_its_values() {
        let memo = |character: &str| Text::new("memo {memo}").arg("memo", &character.repeat(500));
        let two = shown(&rename("y").rows(2, [memo("a"), memo("b")]));
        for line in two.lines().skip(1) {
            assert!(line.contains(" … [500 #"), "{line}");
            assert!(line.chars().count() <= "- memo ".len() + IN_ROW, "{line}");
        }
        // Some clients show only the first 400 characters.
        let long = rename(&"n".repeat(500)).rows(2, [memo("a"), memo("b")]);
        let question = shown(&long).lines().next().unwrap().to_owned();
        assert!(question.chars().count() <= QUESTION_OF_A_LIST, "{question}");
        assert!(question.contains(" … [500 #"), "{question}");
    }

    #[test]
    fn a_message_keeps_to_its_length_whatever_is_in_it() {
        for length in [10, 1_000, 5_000] {
            let value = "\u{200B}".repeat(length);
            let line = Text::new("memo {memo}").arg("memo", &value);
            for rows in [0, 1, 20] {
                let preview = rename(&value)
                    .context(line.clone())
                    .warning(line.clone())
                    .rows(rows, vec![line.clone(); rows]);
                let shown = shown(&preview);
                assert!(shown.chars().count() <= MESSAGE, "{length} {rows}");
                assert!(shown.starts_with("Rename ‘x’ to ‘"), "{length} {rows}");
                assert_eq!(
                    shown.matches('\n').count(),
                    2 + rows,
                    "{length} {rows}: {shown}"
                );
            }
        }
    }
}
