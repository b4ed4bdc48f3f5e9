//! Laws of every quoted text.

use icu_properties::{
    CodePointMapData, CodePointSetData,
    props::{DefaultIgnorableCodePoint, GeneralCategory, GeneralCategoryGroup},
};
use proptest::prelude::*;

use super::quote;

const WIDE: usize = usize::MAX;

/// Characters that a rule names, mixed with ordinary ones.
const DELICATE: &str = "‘’'ʼ′\\`*_~[]()<>&#;:/ \n\r\t0aßé日\u{301}\u{200B}\u{200C}\u{200D}\u{200E}\
    \u{202E}\u{2066}\u{2067}\u{2069}\u{FE0E}\u{FE0F}\u{20E3}❤👩🏽🍳\u{E0041}\u{3164}\u{2800}\u{A0}\u{3000}\
    میخرא1क\u{94D}ष\u{AD}\u{85}\u{9B}\u{FFFC}\u{FFF9}\u{600}";

fn text() -> impl Strategy<Value = String> {
    let delicate: Vec<char> = DELICATE.chars().collect();
    let character = prop_oneof![
        6 => proptest::sample::select(delicate),
        2 => any::<char>(),
        1 => proptest::char::range(' ', '~'),
    ];
    proptest::collection::vec(character, 0..120)
        .prop_map(|characters| characters.into_iter().collect())
}

/// Returns the message without the library's isolates, which stand right before and after quotes.
fn without_isolates(shown: &str) -> String {
    shown.replace("\u{2066}‘", "‘").replace("’\u{2069}", "’")
}

/// Reads an uncut value back: each shown text belongs to exactly one value.
fn read(shown: &str) -> Option<String> {
    let shown = without_isolates(shown);
    let mut rest = shown.strip_prefix('‘')?.strip_suffix('’')?.chars();
    let mut text = String::new();
    while let Some(c) = rest.next() {
        if c != '\\' {
            text.push(c);
            continue;
        }
        match rest.next()? {
            'n' => text.push('\n'),
            'r' => text.push('\r'),
            't' => text.push('\t'),
            'u' => {
                let digits: String = rest.by_ref().skip(1).take_while(|c| *c != '}').collect();
                text.push(char::from_u32(u32::from_str_radix(&digits, 16).ok()?)?);
            }
            c => text.push(c),
        }
    }
    Some(text)
}

/// Tests for a letter with the same tables: the standard library may have an older Unicode version.
fn is_letter(c: char) -> bool {
    let category = CodePointMapData::<GeneralCategory>::new().get(c);
    GeneralCategoryGroup::Letter.contains(category) && !is_unseen(c)
}

fn is_unseen(c: char) -> bool {
    let category = CodePointMapData::<GeneralCategory>::new().get(c);
    let unseen = GeneralCategoryGroup::Other
        .union(GeneralCategoryGroup::Separator)
        .contains(category)
        && c != ' ';
    unseen || CodePointSetData::new::<DefaultIgnorableCodePoint>().contains(c)
}

proptest! {
    #[test]
    fn a_value_is_one_line_of_visible_characters(text in text(), width in 0_usize..200) {
        let shown = without_isolates(&quote(&text, width));
        let characters: Vec<char> = shown.chars().collect();
        for (i, c) in characters.iter().enumerate() {
            let excepted = matches!(c, '\u{200C}' | '\u{200D}' | '\u{FE0E}' | '\u{FE0F}');
            prop_assert!(excepted || !is_unseen(*c), "{c:?} in {shown:?}");
            if excepted {
                // A joiner or selector is never at an edge, nor beside another one.
                let [before, after] = [characters[i - 1], characters[i + 1]];
                prop_assert!(!matches!(before, '‘' | ' ' | '\u{200C}' | '\u{200D}'), "{shown:?}");
                prop_assert!(!matches!((c, after), ('\u{200C}' | '\u{200D}', '’' | '\\')), "{shown:?}");
            }
        }
    }

    #[test]
    fn a_whole_value_can_be_read_back(text in text()) {
        let shown = quote(&text, WIDE);
        prop_assert_eq!(read(&shown), Some(text));
    }

    #[test]
    fn a_value_cannot_close_its_quotes(text in text()) {
        let shown = without_isolates(&quote(&text, WIDE));
        let inner: Vec<char> = shown.chars().collect();
        for (i, c) in inner.iter().enumerate().take(inner.len() - 1).skip(1) {
            if matches!(c, '‘' | '’' | 'ʼ' | '′') {
                let [before, after] = [inner[i - 1], inner[i + 1]];
                prop_assert!(is_letter(before) && is_letter(after), "{shown:?}");
            }
        }
    }

    #[test]
    fn a_shortened_value_is_never_a_whole_one(text in text(), other in text(), width in 0_usize..200) {
        let whole = without_isolates(&quote(&other, WIDE));
        prop_assert!(!whole.contains("’ … ["));
        let shown = quote(&text, width);
        if shown != quote(&text, WIDE) {
            let shown = without_isolates(&shown);
            prop_assert!(shown.contains("’ … [") && shown.contains("] … ‘"));
            prop_assert!(quote(&text, WIDE).chars().count() > width);
        }
    }

    #[test]
    fn a_value_keeps_to_its_width(text in text(), width in 40_usize..200) {
        prop_assert!(quote(&text, width).chars().count() <= width);
    }

    #[test]
    fn long_values_that_differ_in_one_character_are_told_apart(
        text in text(), at in any::<prop::sample::Index>(), width in 0_usize..80,
    ) {
        prop_assume!(!text.is_empty());
        let mut other: Vec<char> = text.chars().collect();
        let at = at.index(other.len());
        other[at] = if other[at] == 'x' { 'y' } else { 'x' };
        let other: String = other.into_iter().collect();
        prop_assert_ne!(quote(&text, width), quote(&other, width));
    }
}
