use super::{Arg, Preview, Text, arg::Kind};
use crate::{
    Catalogue,
    gate::bounds::{IN_QUESTION, IN_ROW, MESSAGE, QUESTION_OF_A_LIST},
};

/// Kept free for the line that counts what is not shown.
const MORE: usize = "- … and 18446744073709551615 more".len();

/// The message that asks: the question, then warnings, context and who asks, then the rows, since
/// some clients cut a message near 500 characters. For a sensitive change it is the operation and its
/// consequence.
///
/// A value is whole as far as the message has room, since a person can only agree to what they can
/// read. Only in a list, and in a question that a list follows, it is cut to what leaves the rest its
/// room.
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

    // What the lines take at the least; a line may be as long as the message has room beside that.
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

    /// The characters that it takes, with the line break.
    fn least(&self) -> usize {
        self.mark.chars().count() + self.text.chars().count() + 1
    }
}

/// Widths at which a value that is too long to be whole is tried, the widest first.
const WIDTHS: [usize; 3] = [1_600, 400, 160];

/// The text with its values as wide as `most` characters have room for; `narrow` if they have none.
fn widest(text: &Text, narrow: String, most: usize, catalogue: &Catalogue) -> String {
    let widths = [usize::MAX].into_iter().chain(WIDTHS);
    let mut wide = widths.map(|width| text.render(width, catalogue));
    wide.find(|wide| wide.chars().count() <= most)
        .unwrap_or(narrow)
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
        // Some clients show no more than the first 400 characters.
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
