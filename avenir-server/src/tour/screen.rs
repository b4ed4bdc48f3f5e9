//! What the tour prints: 80 columns, and colour only on a terminal.

use anstream::{eprintln, println};
use anstyle::{AnsiColor, Style};
use rmcp::model::{ElicitationSchema, PrimitiveSchemaDefinition};
use textwrap::core::display_width;

use super::Row;
use crate::{book::Entry, cli::Answer};

/// The widest it gets.
const WIDTH: usize = 80;
/// No box is drawn narrower.
const NARROWEST: usize = 40;
const BOLD: Style = Style::new().bold();
const DIM: Style = Style::new().dimmed();
const FRAME: Style = AnsiColor::Yellow.on_default();
const YES: Style = AnsiColor::Green.on_default().bold();

/// What the tour is about.
pub(super) fn title(text: &str) {
    println!("\n{BOLD}{text}{BOLD:#}\n");
}

pub(super) fn say(text: &str) {
    for line in textwrap::wrap(text, width()) {
        println!("{line}");
    }
}

pub(super) fn heading(number: usize, text: &str) {
    println!("\n{BOLD}{number}. {text}{BOLD:#}\n");
}

pub(super) fn rows(rows: &[Row]) {
    for row in rows {
        // Text of the bank's goes to the terminal only made safe.
        let payee = safe(row.payee.as_deref().unwrap_or("no payee"));
        let category = row.category.as_deref().map_or("no category".into(), safe);
        println!(
            "   {}  {}  {:>9}  {category}",
            row.date,
            pad(&payee, 24),
            row.amount()
        );
    }
}

pub(super) fn journal(operations: &[Entry]) {
    if operations.is_empty() {
        println!("   {DIM}no operation{DIM:#}");
    }
    for operation in operations {
        println!(
            "   {}  {}  {BOLD}{}{BOLD:#}  {DIM}asked: {}{DIM:#}",
            &operation.operation_id[..8],
            operation.kind,
            operation.state.as_str(),
            operation.route,
        );
        println!("   {DIM}fingerprint{DIM:#}");
        println!("   {DIM}{}{DIM:#}", operation.fingerprint);
    }
}

/// The question as a client shows it: the message, and the form's one box.
pub(super) fn question(message: &str, form: &ElicitationSchema) {
    let inner = width() - "│  │".chars().count() - 3;
    let frame = |left, right| println!("   {FRAME}{left}{}{right}{FRAME:#}", "─".repeat(inner + 2));
    let line = |text: &str| {
        println!(
            "   {FRAME}│{FRAME:#} {} {FRAME}│{FRAME:#}",
            pad(text, inner)
        );
    };
    frame("┌", "┐");
    for paragraph in message.lines() {
        let hanging = textwrap::Options::new(inner).subsequent_indent("  ");
        for text in textwrap::wrap(paragraph, hanging) {
            line(&text);
        }
    }
    line("");
    for field in form.properties.values() {
        if let PrimitiveSchemaDefinition::Boolean(field) = field {
            line(&format!("[ ] {}", field.title.as_deref().unwrap_or("Yes")));
        }
    }
    frame("└", "┘");
    println!("\n   {YES}y{YES:#} agree   {BOLD}n{BOLD:#} decline   {BOLD}Esc{BOLD:#} dismiss");
}

/// What was answered.
pub(super) fn answer(answer: Option<Answer>) {
    match answer {
        Some(Answer::Yes) => println!("   {YES}→ yes{YES:#}"),
        Some(Answer::No) => println!("   → no"),
        Some(Answer::Cancel) => println!("   → dismissed"),
        None => eprintln!("   → no answer: the question is closed"),
    }
}

/// As wide as the terminal, within reason.
fn width() -> usize {
    let columns = crossterm::terminal::size().map_or(WIDTH, |(columns, _)| columns.into());
    columns.clamp(NARROWEST, WIDTH)
}

fn safe(text: &str) -> String {
    confirm::preview::quoted(text, 60)
}

fn pad(text: &str, width: usize) -> String {
    let gap = width.saturating_sub(display_width(text));
    format!("{text}{}", " ".repeat(gap))
}
