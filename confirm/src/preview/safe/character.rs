//! Decides which characters may be shown as themselves, and where.

use icu_properties::{
    CodePointMapData, CodePointSetData,
    props::{
        BidiClass, CanonicalCombiningClass, DefaultIgnorableCodePoint, Emoji, EmojiModifier,
        EmojiPresentation, ExtendedPictographic, GeneralCategory, JoiningType,
    },
};

use super::{
    look_alikes::{is_arrow, is_quote},
    markup::is_markup,
};

/// The most combining marks on one letter. More would smear over the lines around it.
const MAX_MARKS: usize = 4;

const NON_JOINER: char = '\u{200C}';
const JOINER: char = '\u{200D}';
const EMOJI_STYLE: char = '\u{FE0F}';
const KEYCAP: char = '\u{20E3}';

/// A character at its place in a text.
pub(super) struct Place<'a> {
    pub(super) characters: &'a [char],
    pub(super) at: usize,
    /// True if the previous character is shown as itself.
    pub(super) before_is_raw: bool,
}

impl Place<'_> {
    pub(super) fn character(&self) -> char {
        self.characters[self.at]
    }

    pub(super) fn before(&self) -> Option<char> {
        self.at.checked_sub(1).map(|at| self.characters[at])
    }

    /// Returns the previous character, if it is shown as itself.
    fn raw_before(&self) -> Option<char> {
        self.before().filter(|_| self.before_is_raw)
    }

    pub(super) fn after(&self) -> Option<char> {
        self.characters.get(self.at + 1).copied()
    }

    /// Returns the letter that carries the marks before this place.
    fn base(&self) -> Option<char> {
        let before = &self.characters[..self.at];
        let marks = before.iter().rev().take_while(|c| is_mark(**c)).count();
        let base = before.iter().rev().nth(marks).copied();
        base.filter(|_| self.before_is_raw)
    }

    pub(super) fn is_between(&self, test: fn(char) -> bool) -> bool {
        self.raw_before().is_some_and(test) && self.after().is_some_and(test)
    }
}

/// Returns whether the character is shown as itself.
pub(super) fn is_raw(place: &Place<'_>) -> bool {
    let c = place.character();
    match c {
        // Many clients show a run of spaces as one.
        ' ' => place.before() != Some(' '),
        NON_JOINER | JOINER => is_honest_joiner(place),
        EMOJI_STYLE => is_honest_style(place),
        c if !is_visible(c) => false,
        // Such a mark looks like a quote after the letter that it stands on.
        c if is_quote(c) && is_mark(c) => false,
        c if is_quote(c) => place.is_between(is_letter),
        c if is_mark(c) => is_honest_mark(place),
        // The library itself puts the arrow between before and after.
        c => !is_arrow(c) && !is_markup(place),
    }
}

/// Returns whether the character is visible where it has no quotes to close and no markup is
/// rendered.
pub(super) fn is_seen(place: &Place<'_>) -> bool {
    match place.character() {
        '\\' => false,
        ' ' => true,
        c => is_raw(place) || is_visible(c) && !is_mark(c),
    }
}

/// Returns whether the character turns the direction of the text around it.
pub(super) fn is_right_to_left(c: char) -> bool {
    matches!(
        CodePointMapData::<BidiClass>::new().get(c),
        BidiClass::RightToLeft | BidiClass::ArabicLetter | BidiClass::ArabicNumber
    )
}

fn is_visible(c: char) -> bool {
    use GeneralCategory as G;
    let unseen = matches!(
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
    !unseen && !CodePointSetData::new::<DefaultIgnorableCodePoint>().contains(c) && !is_blank(c)
}

/// Returns whether Unicode counts the character as a letter, mark or symbol although it looks
/// blank.
fn is_blank(c: char) -> bool {
    matches!(
        c,
        '\u{2800}' // the empty Braille cell
        | '\u{FFFC}' // stands for an object that is not there
        | '\u{13441}' | '\u{13442}' // blanks among the hieroglyphs
        | '\u{16FE4}' // the filler of Khitan
        | '\u{1D159}' // a note without a head
    )
}

fn is_honest_mark(place: &Place<'_>) -> bool {
    // Without a base of its own, the mark would change one of the library's characters.
    let base = place.raw_before();
    // A keycap looks the same with and without the emoji style, so require the style.
    if place.character() == KEYCAP && base != Some(EMOJI_STYLE) {
        return false;
    }
    let marks = place.characters[..place.at]
        .iter()
        .rev()
        .take(MAX_MARKS)
        .take_while(|c| is_mark(**c))
        .count();
    base.is_some_and(|c| c != ' ') && marks < MAX_MARKS
}

/// Returns whether a selector of the emoji style changes the picture. If it does not, a name with
/// the selector would look like one without it. The selector of the text style is never shown raw,
/// because it makes no visible difference in most clients.
fn is_honest_style(place: &Place<'_>) -> bool {
    match place.raw_before() {
        Some('#' | '0'..='9') => place.after() == Some(KEYCAP),
        before => {
            before.is_some_and(is_styled_by_choice) && !place.after().is_some_and(is_emoji_modifier)
        }
    }
}

/// Returns whether a joiner is needed by a word or an emoji.
fn is_honest_joiner(place: &Place<'_>) -> bool {
    let (Some(before), Some(after)) = (place.raw_before(), place.after()) else {
        return false;
    };
    // In the scripts of India both joiners choose how the letters of a cluster are drawn.
    if is_virama(before) {
        return is_letter(after);
    }
    if place.character() == JOINER {
        let styled = before == EMOJI_STYLE || is_emoji_modifier(before);
        // In a joined emoji, a picture without its style looks like one with it.
        let next = place.characters.get(place.at + 2).copied();
        let is_whole = !is_styled_by_choice(after)
            || next.is_some_and(|next| next == EMOJI_STYLE || is_emoji_modifier(next));
        let is_before_whole = styled || is_pictograph(before) && !is_styled_by_choice(before);
        return is_before_whole && is_whole && is_pictograph(after) && is_visible(after);
    }
    // In the cursive scripts a non-joiner only keeps apart two letters that would join.
    let joins_on = |c| joins(c, JoiningType::LeftJoining);
    place.base().is_some_and(joins_on) && joins(after, JoiningType::RightJoining)
}

/// Returns whether a letter of a cursive script joins on both sides or on the given side.
fn joins(c: char, side: JoiningType) -> bool {
    let joining = CodePointMapData::<JoiningType>::new().get(c);
    (joining == JoiningType::DualJoining || joining == side) && is_letter(c)
}

/// Returns whether the character is a virama, which binds two letters in the scripts of India.
fn is_virama(c: char) -> bool {
    CodePointMapData::<CanonicalCombiningClass>::new().get(c) == CanonicalCombiningClass::Virama
}

fn category(c: char) -> GeneralCategory {
    CodePointMapData::<GeneralCategory>::new().get(c)
}

pub(super) fn is_mark(c: char) -> bool {
    use GeneralCategory as G;
    matches!(
        category(c),
        G::NonspacingMark | G::SpacingMark | G::EnclosingMark
    )
}

/// Returns whether the character is a visible letter. A `’` between two of them does not end a
/// quote.
fn is_letter(c: char) -> bool {
    use GeneralCategory as G;
    let letter = matches!(
        category(c),
        G::UppercaseLetter
            | G::LowercaseLetter
            | G::TitlecaseLetter
            | G::ModifierLetter
            | G::OtherLetter
    );
    letter && is_visible(c) && !is_quote(c)
}

fn is_pictograph(c: char) -> bool {
    CodePointSetData::new::<ExtendedPictographic>().contains(c)
}

/// Returns whether the character is an emoji that is drawn as text unless a style selector follows.
fn is_styled_by_choice(c: char) -> bool {
    CodePointSetData::new::<Emoji>().contains(c)
        && !CodePointSetData::new::<EmojiPresentation>().contains(c)
}

/// Returns whether the character is a skin tone.
fn is_emoji_modifier(c: char) -> bool {
    CodePointSetData::new::<EmojiModifier>().contains(c)
}
