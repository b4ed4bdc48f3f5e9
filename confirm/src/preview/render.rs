use super::{Preview, Text};

/// The widest a value may be in the question, in characters.
const IN_QUESTION: usize = 60;
/// The widest a value may be in a row, in characters.
const IN_ROW: usize = 80;
/// The longest message, in characters.
const MESSAGE: usize = 4_000;

/// The message that asks: the question, then warnings, context and who asks, then the rows, since
/// some clients cut a message near 500 characters.
pub(crate) fn render(preview: &Preview, asker: Option<&Text>) -> String {
    let head = preview
        .warnings
        .iter()
        .chain(&preview.context)
        .chain(asker)
        .map(|text| text.render(IN_ROW));
    let mut lines: Vec<String> = Some(preview.question.render(IN_QUESTION))
        .into_iter()
        .chain(head)
        .collect();
    let mut length: usize = lines.iter().map(|line| line.chars().count() + 1).sum();
    let mut shown = 0;
    for row in &preview.rows {
        let line = format!("- {}", row.render(IN_ROW));
        let more = line.chars().count() + 1;
        if length + more > MESSAGE - "- … and 18446744073709551615 more".len() {
            break;
        }
        length += more;
        lines.push(line);
        shown += 1;
    }
    if shown < preview.total {
        lines.push(format!("- … and {} more", preview.total - shown));
    }
    lines.join("\n")
}
