//! Makes text of unknown origin safe to show: one line of visible characters inside ‘ ’.
//!
//! Nothing is dropped. Characters that could hide, move or imitate text are shown as escapes. The
//! backslash is one of them, so that two different strings never look the same:
//!
//! - `\n`, `\r`, `\t`, and `\u{202E}` for any other character;
//! - `\*` and the like for characters that Markdown acts on. A client that renders Markdown shows
//!   only the character, any other client shows both. The backslash itself is `\u{5C}`, because
//!   Markdown would show only one of two.
//!
//! Letters of other scripts that look like Latin ones stay as they are, and so do an é of one
//! character and an é of two. No table tells those apart.

mod character;
mod look_alikes;
mod markup;

use std::{fmt::Write as _, ops::Range};

use sha2::{Digest as _, Sha256};

use self::character::{Place, is_mark, is_raw, is_right_to_left, is_seen};
use crate::gate::bounds::CUT_DIGEST;

/// Quotes `text` inside ‘ ’, in at most `width` characters (but never fewer than it takes to tell
/// it apart). A text that is too long is cut in the middle. In place of the middle stand its length
/// in characters and 16 hexadecimal digits of its SHA-256, outside the quotes, where no value can
/// imitate them.
pub(super) fn quote(text: &str, width: usize) -> String {
    let characters: Vec<char> = text.chars().collect();
    let whole = units(&characters);
    if length(&whole) <= width {
        return piece(&whole);
    }
    let cut = format!(" … [{}] … ", cut(characters.len(), text));
    // The beginning of a name says the most, and its end more than its middle.
    let room = width.saturating_sub(cut.chars().count());
    let head = longest(room - room / 3, &whole, |length| 0..length);
    let tail = longest(room / 3, &whole, |length| whole.len() - length..whole.len());
    format!("{}{cut}{}", piece(&head), piece(&tail))
}

/// Escapes `text` without quotes around it. Only the part that is shown is examined, because a
/// value can be megabytes long.
pub(super) fn visible(text: &str, width: usize) -> String {
    let characters: Vec<char> = text.chars().take(width + 1).collect();
    let whole = units_by(&characters, is_seen);
    let show = |units: &[Unit]| {
        let mut shown = String::new();
        for unit in units {
            unit.show(&mut shown);
        }
        shown
    };
    let shown = show(&whole);
    if characters.len() <= width && shown.chars().count() <= width {
        return shown;
    }
    let mut end = whole.len().min(width);
    while show(&whole[..end]).chars().count() > width {
        end -= 1;
    }
    format!(
        "{} … [{}]",
        show(&whole[..end]),
        cut(text.chars().count(), text)
    )
}

/// Describes a text that was cut: its length in characters, and 16 hexadecimal digits of its
/// SHA-256. Two texts with the same length and digits cannot be found by trying.
fn cut(length: usize, text: &str) -> String {
    let mut cut = format!("{length} #");
    for byte in &Sha256::digest(text)[..CUT_DIGEST] {
        _ = write!(cut, "{byte:02x}");
    }
    cut
}

/// Returns the longest part of a text that fits into `room` characters with its quotes.
///
/// A part is judged as a text of its own: a character that is safe inside a word may not be at its
/// edge. A part never separates a letter from its marks.
fn longest(room: usize, whole: &[Unit], part: impl Fn(usize) -> Range<usize>) -> Vec<Unit> {
    let characters: Vec<char> = whole.iter().map(|unit| unit.character).collect();
    let splits = |at: usize| {
        whole
            .get(at)
            .is_some_and(|unit| unit.raw && is_mark(unit.character))
    };
    // Start from the escapes of the whole text. At the edge of a part, one more character may need
    // an escape.
    let most = room.saturating_sub(QUOTES).min(whole.len());
    let fits = |length: &usize| {
        let shown = whole[part(*length)].iter().map(Unit::length);
        shown.sum::<usize>() <= room.saturating_sub(QUOTES)
    };
    let mut longest = (0..=most)
        .collect::<Vec<_>>()
        .partition_point(fits)
        .saturating_sub(1);
    loop {
        let part = part(longest);
        let split = splits(part.start) || splits(part.end);
        let units = units(&characters[part]);
        if longest == 0 || !split && length(&units) <= room {
            return units;
        }
        longest -= 1;
    }
}

/// One character and how it is shown.
struct Unit {
    character: char,
    /// True if the character is shown as itself instead of as an escape.
    raw: bool,
}

fn units(characters: &[char]) -> Vec<Unit> {
    units_by(characters, is_raw)
}

fn units_by(characters: &[char], is_raw: fn(&Place<'_>) -> bool) -> Vec<Unit> {
    let mut units: Vec<Unit> = Vec::with_capacity(characters.len());
    for at in 0..characters.len() {
        let raw = is_raw(&Place {
            characters,
            at,
            before_is_raw: units.last().is_some_and(|unit| unit.raw),
        });
        units.push(Unit {
            character: characters[at],
            raw,
        });
    }
    units
}

/// Returns the number of characters that a piece takes.
fn length(units: &[Unit]) -> usize {
    piece(units).chars().count()
}

/// Begin and end text whose direction does not affect the text around it.
const ISOLATE: char = '\u{2066}';
const END_ISOLATE: char = '\u{2069}';
const QUOTES: usize = 2;

/// Renders units inside quotes.
///
/// Hebrew or Arabic text would pull the numbers and arrows beside it into its own direction, and
/// turn "before → after" around. So it is isolated, as Unicode advises for text that is inserted
/// into other text (UAX #9, §6.1). The value's own isolates are shown as escapes, so it cannot end
/// this one.
fn piece(units: &[Unit]) -> String {
    let isolated = units
        .iter()
        .any(|unit| unit.raw && is_right_to_left(unit.character));
    let mut piece = String::with_capacity(units.len() + 12);
    piece.extend(isolated.then_some(ISOLATE));
    piece.push('‘');
    for unit in units {
        unit.show(&mut piece);
    }
    piece.push('’');
    piece.extend(isolated.then_some(END_ISOLATE));
    piece
}

impl Unit {
    /// Returns the number of characters that the unit takes.
    fn length(&self) -> usize {
        let mut shown = String::new();
        self.show(&mut shown);
        shown.chars().count()
    }

    fn show(&self, out: &mut String) {
        match self.character {
            c if self.raw => out.push(c),
            '\n' => out.push_str(r"\n"),
            '\r' => out.push_str(r"\r"),
            '\t' => out.push_str(r"\t"),
            c @ ('*' | '_' | '~' | '`' | ']' | '^' | '|' | '=') => out.extend(['\\', c]),
            c => _ = write!(out, "\\u{{{:X}}}", u32::from(c)),
        }
    }
}

#[cfg(test)]
mod laws;
#[cfg(test)]
mod tests;
