//! Prints to the terminal: at most 80 columns, and color only on a terminal.

use std::{
    io::{self, IsTerminal as _},
    sync::atomic::{AtomicBool, Ordering},
};

use anstyle::{AnsiColor, Style};
use rmcp::model::{ElicitationSchema, PrimitiveSchemaDefinition};
use textwrap::core::display_width;

use crate::{cli::Answer, operations::Entry};

/// Prints a line; see [`printed`].
macro_rules! println {
    ($($text:tt)*) => {{
        use std::io::Write as _;
        $crate::terminal::screen::printed(writeln!(anstream::stdout(), $($text)*));
    }};
}
pub(crate) use println;

/// Prints a line on stderr, if stderr is still open.
macro_rules! eprintln {
    ($($text:tt)*) => {{
        use std::io::Write as _;
        _ = writeln!(anstream::stderr(), $($text)*);
    }};
}
pub(crate) use eprintln;

static LOST: AtomicBool = AtomicBool::new(false);

/// Records whether a line was printed. A closed pipe is ignored; a full disk fails the command at its
/// end.
pub(crate) fn printed(result: io::Result<()>) {
    if result.is_err_and(|error| error.kind() != io::ErrorKind::BrokenPipe) {
        LOST.store(true, Ordering::Relaxed);
    }
}

/// Returns whether a line could not be printed although its reader is there.
pub(crate) fn is_lost() -> bool {
    LOST.load(Ordering::Relaxed)
}

/// The most columns.
const WIDTH: usize = 80;
/// The fewest columns of a box.
const NARROWEST: usize = 40;
const BOLD: Style = Style::new().bold();
const DIM: Style = Style::new().dimmed();
const FRAME: Style = AnsiColor::Yellow.on_default();
const YES: Style = AnsiColor::Green.on_default().bold();

/// Prints a title.
pub(crate) fn title(text: &str) {
    println!();
    for line in textwrap::wrap(text, width()) {
        println!("{BOLD}{line}{BOLD:#}");
    }
    println!();
}

pub(crate) fn say(text: &str) {
    // Names such as `claude-desktop` stay whole.
    let options = textwrap::Options::new(width());
    let options = options.word_splitter(textwrap::WordSplitter::NoHyphenation);
    for line in textwrap::wrap(text, options) {
        println!("{line}");
    }
}

/// Prints an item of a list behind its mark. It is wrapped only on a terminal, so that a program can
/// read one item from one line.
pub(crate) fn item(mark: &str, text: &str) {
    if !io::stdout().is_terminal() {
        println!("{mark}{text}");
        return;
    }
    let indent = " ".repeat(mark.len());
    let options = textwrap::Options::new(width())
        .initial_indent(mark)
        .subsequent_indent(&indent)
        .word_splitter(textwrap::WordSplitter::NoHyphenation);
    for line in textwrap::wrap(text, options) {
        println!("{line}");
    }
}

/// Prints a text below a heading, wrapped.
pub(crate) fn indented(text: &str) {
    let options = textwrap::Options::new(width())
        .initial_indent("   ")
        .subsequent_indent("     ");
    for line in textwrap::wrap(text, options) {
        println!("{line}");
    }
}

pub(crate) fn heading(number: usize, text: &str) {
    println!();
    let options = textwrap::Options::new(width()).subsequent_indent("   ");
    for line in textwrap::wrap(&format!("{number}. {text}"), options) {
        println!("{BOLD}{line}{BOLD:#}");
    }
    println!();
}

pub(crate) fn journal(operations: &[Entry]) {
    if operations.is_empty() {
        println!("   {DIM}Nothing was written.{DIM:#}");
    }
    for operation in operations {
        let line = format!(
            "{}  {}  {BOLD}{}{BOLD:#}  {DIM}asked: {}{DIM:#}",
            &operation.operation_id[..8],
            operation.kind,
            operation.state.as_str(),
            operation.route,
        );
        indented(&line);
    }
}

/// Prints the question as a client shows it: the message, and the form's one box.
pub(crate) fn question(message: &str, form: &ElicitationSchema) {
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

/// Prints the answer.
pub(crate) fn answer(answer: Option<Answer>) {
    match answer {
        Some(Answer::Yes) => println!("   {YES}→ yes{YES:#}"),
        Some(Answer::No) => println!("   → no"),
        Some(Answer::Cancel) => println!("   → dismissed"),
        None => println!("   → no answer: the question is closed"),
    }
}

/// Returns the width of the terminal, at most [`WIDTH`].
fn width() -> usize {
    let columns = crossterm::terminal::size().map_or(WIDTH, |(columns, _)| columns.into());
    columns.clamp(NARROWEST, WIDTH)
}

/// Makes the bank's text safe for a terminal.
pub(crate) fn safe(text: &str) -> String {
    confirm::preview::quoted(text, 60)
}

/// Returns text from a file as one line that cannot move the cursor or hide anything.
pub(crate) fn plain(text: &str) -> String {
    // Show backslashes as they are, for paths on Windows.
    confirm::preview::visible(text, 200).replace(r"\u{5C}", r"\")
}

pub(crate) fn pad(text: &str, width: usize) -> String {
    let gap = width.saturating_sub(display_width(text));
    format!("{text}{}", " ".repeat(gap))
}
