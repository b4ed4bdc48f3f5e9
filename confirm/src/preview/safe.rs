//! Makes text of unknown origin safe to show: one line of visible characters inside ‘ ’.
//!
//! Nothing is dropped. What could hide, move or imitate text is shown as an escape, and so is the
//! backslash, so that two different strings never look the same. The letters of other scripts
//! that look alike stay as they are: no table settles those.

use icu_properties::{
    CodePointMapData, CodePointSetData,
    props::{
        Alphabetic, DefaultIgnorableCodePoint, ExtendedPictographic, GeneralCategory, JoiningType,
    },
};
use sha2::{Digest as _, Sha256};

/// More marks than this on one letter are a smear over the lines around it.
const MAX_MARKS: usize = 4;

/// `text` inside ‘ ’, in at most `width` characters (but never fewer than it takes to tell it
/// apart). What is too long is cut in the middle, where its length in characters and 8 digits of
/// its SHA-256 stand outside the quotes, which no value can imitate.
pub(super) fn quote(text: &str, width: usize) -> String {
    let units = units(text);
    let length = |units: &[Unit]| units.iter().map(|u| u.shown.chars().count()).sum::<usize>();
    let join = |units: &[Unit]| units.iter().map(|u| u.shown.as_str()).collect::<String>();
    if length(&units) + 2 <= width {
        return format!("‘{}’", join(&units));
    }
    let digest = Sha256::digest(text);
    let cut = format!(
        "’ … [{} #{:02x}{:02x}{:02x}{:02x}] … ‘",
        text.chars().count(),
        digest[0],
        digest[1],
        digest[2],
        digest[3]
    );
    let room = width.saturating_sub(cut.chars().count() + 2);
    // The end tells more about a name than its middle, the beginning most.
    let mut head = prefix(&units, room - room / 3);
    while head > 0 && units.get(head).is_some_and(|unit| unit.continues) {
        head -= 1;
    }
    let mut tail = units.len() - suffix(&units, room / 3);
    while units.get(tail).is_some_and(|unit| unit.continues) {
        tail += 1;
    }
    format!("‘{}{cut}{}’", join(&units[..head]), join(&units[tail..]))
}

/// How many units from the front fit into `room` characters.
fn prefix(units: &[Unit], room: usize) -> usize {
    fitting(units.iter(), room)
}

/// How many units from the back fit into `room` characters.
fn suffix(units: &[Unit], room: usize) -> usize {
    fitting(units.iter().rev(), room)
}

fn fitting<'a>(units: impl Iterator<Item = &'a Unit>, room: usize) -> usize {
    units
        .scan(0, |used, unit| {
            *used += unit.shown.chars().count();
            Some(*used)
        })
        .take_while(|used| *used <= room)
        .count()
}

/// One character as it is shown.
struct Unit {
    shown: String,
    /// It belongs to the character before it, so no cut may come between.
    continues: bool,
}

fn units(text: &str) -> Vec<Unit> {
    let chars: Vec<char> = text.chars().collect();
    let mut marks = 0;
    let mut raw_before = false;
    let mut units = Vec::with_capacity(chars.len());
    for (i, &c) in chars.iter().enumerate() {
        let around = Around {
            before: i.checked_sub(1).map(|i| chars[i]),
            after: chars.get(i + 1).copied(),
            raw_before,
        };
        marks = if is_mark(c) { marks + 1 } else { 0 };
        let raw = marks <= MAX_MARKS && is_safe(c, &around);
        units.push(Unit {
            shown: if raw { c.to_string() } else { escape(c) },
            continues: raw && continues(c, &around),
        });
        raw_before = raw;
    }
    units
}

struct Around {
    before: Option<char>,
    after: Option<char>,
    /// The character before stands there as itself, not as an escape.
    raw_before: bool,
}

fn escape(c: char) -> String {
    match c {
        '\\' => r"\\".into(),
        '\n' => r"\n".into(),
        '\r' => r"\r".into(),
        '\t' => r"\t".into(),
        c => format!("\\u{{{:X}}}", c as u32),
    }
}

/// Whether `c` may be shown as itself.
fn is_safe(c: char, around: &Around) -> bool {
    use GeneralCategory as G;
    if c == ' ' {
        // A run of spaces is shown as one by many clients.
        return around.before != Some(' ');
    }
    if matches!(c, JOINER | NON_JOINER) || is_variation(c) {
        return around.raw_before && is_honest_joiner(c, around);
    }
    if is_mark(c) && !ignorable(c) {
        // Without a base of its own it would change a character of ours.
        return around.raw_before && around.before != Some(' ');
    }
    let visible = !matches!(
        category(c),
        G::Control
            | G::Format
            | G::Surrogate
            | G::PrivateUse
            | G::Unassigned
            | G::LineSeparator
            | G::ParagraphSeparator
            | G::SpaceSeparator
    );
    // U+2800, the empty Braille cell, is a symbol to Unicode and a blank to people.
    visible && !ignorable(c) && c != '\u{2800}' && !is_markup(c, around)
}

/// Characters that end our quotes, escape, or mean something to a client that renders Markdown
/// or HTML.
fn is_markup(c: char, around: &Around) -> bool {
    let between =
        |test: fn(char) -> bool| around.before.is_some_and(test) && around.after.is_some_and(test);
    match c {
        '\\' | '‘' | '`' | '*' => true,
        '’' => !between(is_letter),
        '_' => !between(char::is_alphanumeric),
        '~' => around.before == Some('~') || around.after == Some('~'),
        ']' => matches!(around.after, Some('(' | '[')),
        ':' => around.after == Some('/'),
        '<' => around
            .after
            .is_some_and(|c| c.is_alphabetic() || matches!(c, '/' | '!' | '?')),
        '&' => around.after.is_some_and(|c| c.is_alphabetic() || c == '#'),
        _ => false,
    }
}

const NON_JOINER: char = '\u{200C}';
const JOINER: char = '\u{200D}';

/// The choice between the text and the emoji form of a character.
fn is_variation(c: char) -> bool {
    matches!(c, '\u{FE0E}' | '\u{FE0F}')
}

/// Joiners that a word or an emoji needs.
fn is_honest_joiner(c: char, around: &Around) -> bool {
    let (Some(before), after) = (around.before, around.after) else {
        return false;
    };
    if is_variation(c) {
        return is_pictograph(before) || matches!(before, '#' | '*' | '0'..='9');
    }
    let Some(after) = after else { return false };
    let emoji = |c| is_pictograph(c) || is_variation(c) || matches!(c, '\u{1F3FB}'..='\u{1F3FF}');
    if c == JOINER && emoji(before) && is_pictograph(after) {
        return true;
    }
    (joins(before) && joins(after)) || (is_virama(before) && is_letter(after))
}

/// Letters of the cursive scripts, where U+200C ends a joining form inside a word.
fn joins(c: char) -> bool {
    let joining = CodePointMapData::<JoiningType>::new().get(c);
    matches!(
        joining,
        JoiningType::DualJoining | JoiningType::RightJoining | JoiningType::LeftJoining
    ) && is_letter(c)
}

/// The sign that binds two letters in the scripts of India, where joiners choose the form.
fn is_virama(c: char) -> bool {
    use icu_properties::props::CanonicalCombiningClass;
    CodePointMapData::<CanonicalCombiningClass>::new().get(c) == CanonicalCombiningClass::Virama
}

/// Whether a cut before `c` would split what belongs together.
fn continues(c: char, around: &Around) -> bool {
    is_mark(c)
        || matches!(c, JOINER | NON_JOINER)
        || is_variation(c)
        || matches!(around.before, Some(JOINER | NON_JOINER))
}

fn category(c: char) -> GeneralCategory {
    CodePointMapData::<GeneralCategory>::new().get(c)
}

fn is_mark(c: char) -> bool {
    use GeneralCategory as G;
    matches!(
        category(c),
        G::NonspacingMark | G::SpacingMark | G::EnclosingMark
    )
}

fn is_letter(c: char) -> bool {
    CodePointSetData::new::<Alphabetic>().contains(c)
}

fn is_pictograph(c: char) -> bool {
    CodePointSetData::new::<ExtendedPictographic>().contains(c)
}

fn ignorable(c: char) -> bool {
    CodePointSetData::new::<DefaultIgnorableCodePoint>().contains(c)
}

#[cfg(test)]
mod tests {
    use super::quote;

    fn show(text: &str) -> String {
        quote(text, 80)
    }

    #[test]
    fn honest_names_stay() {
        for name in [
            "Joe’s Diner",
            "Joe's Diner",
            "A & B [Store] - 24/7",
            "مقهى الشرق",
            "קפה גרג",
            "می\u{200C}خواهم",
            "👩\u{200D}🍳 Küche",
            "❤\u{FE0F} Blumen",
            "snake_case",
            "日本橋",
        ] {
            assert_eq!(show(name), format!("‘{name}’"));
        }
    }

    #[test]
    fn what_hides_or_moves_text_is_shown() {
        for (text, shown) in [
            ("a\nb", r"‘a\nb’"),
            ("\r\u{1b}[2K", r"‘\r\u{1B}[2K’"),
            ("a\u{202E}b", r"‘a\u{202E}b’"),
            ("a\u{200D}b", r"‘a\u{200D}b’"),
            ("a\u{200C}b", r"‘a\u{200C}b’"),
            ("\u{3164}", r"‘\u{3164}’"),
            ("\u{E0041}", r"‘\u{E0041}’"),
            ("a\u{A0}b", r"‘a\u{A0}b’"),
            ("a  b", r"‘a \u{20}b’"),
            ("\u{301}a", r"‘\u{301}a’"),
            ("](http://x)", r"‘\u{5D}(http\u{3A}//x)’"),
            ("**x**", r"‘\u{2A}\u{2A}x\u{2A}\u{2A}’"),
            ("<b>", r"‘\u{3C}b>’"),
            (r"\n", r"‘\\n’"),
            ("a’ ‘b", r"‘a\u{2019} \u{2018}b’"),
        ] {
            assert_eq!(show(text), shown);
        }
        assert!(show(&format!("a{}", "\u{301}".repeat(79))).contains(r"\u{301}\u{301}"));
    }

    #[test]
    fn long_text_is_cut_in_the_middle_and_told_apart() {
        let [a, b] =
            ["a", "b"].map(|end| show(&format!("{}{end}{}", "x".repeat(200), "y".repeat(99))));
        assert_ne!(a, b);
        assert!(a.starts_with("‘xxx") && a.contains("’ … [300 #") && a.ends_with("yyy’"));
        assert_eq!(a.chars().count(), 80);
    }
}
