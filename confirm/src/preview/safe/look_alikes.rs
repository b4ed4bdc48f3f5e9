//! Characters that look like the quotes and the arrow of a question, from Unicode's own data.
//!
//! The quotes are the characters whose prototype in `confusables.txt` (Unicode 17, UTS #39) is the
//! apostrophe, as for ‘ and ’, and those that `UnicodeData.txt` names a single quotation mark, a
//! raised or turned comma, or a breathing mark. U+05D9, the Hebrew letter Yod, is left out: without
//! it no Hebrew could be read.
//!
//! The arrows are the blocks of arrows, and the other characters that `UnicodeData.txt` names an
//! arrow, an arrowhead or a harpoon. Letters are left out, and so are pictures with an arrow in
//! them that does not point to the right.
//!
//! Data: © Unicode, Inc., under the Unicode License v3, <https://www.unicode.org/license.txt>.

/// Returns whether the character looks like one of the library's quotes at the size of a message.
pub(super) fn is_quote(c: char) -> bool {
    contains(QUOTES, c)
}

/// Returns whether the character looks like the arrow between before and after.
pub(super) fn is_arrow(c: char) -> bool {
    contains(ARROWS, c)
}

fn contains(ranges: &[(char, char)], c: char) -> bool {
    let after = ranges.partition_point(|(first, _)| *first <= c);
    after > 0 && c <= ranges[after - 1].1
}

/// Sorted ranges, with both ends included.
#[rustfmt::skip]
const QUOTES: &[(char, char)] = &[
    ('\u{27}', '\u{27}'),
    ('\u{60}', '\u{60}'),
    ('\u{B4}', '\u{B4}'),
    ('\u{2B9}', '\u{2B9}'),
    ('\u{2BB}', '\u{2BF}'),
    ('\u{2C8}', '\u{2C8}'),
    ('\u{2CA}', '\u{2CB}'),
    ('\u{2F4}', '\u{2F4}'),
    ('\u{312}', '\u{315}'),
    ('\u{343}', '\u{343}'),
    ('\u{374}', '\u{374}'),
    ('\u{384}', '\u{384}'),
    ('\u{485}', '\u{486}'),
    ('\u{559}', '\u{55B}'),
    ('\u{55D}', '\u{55D}'),
    ('\u{59C}', '\u{59D}'),
    ('\u{5F3}', '\u{5F3}'),
    ('\u{7F4}', '\u{7F5}'),
    ('\u{144A}', '\u{144A}'),
    ('\u{16CC}', '\u{16CC}'),
    ('\u{1FBD}', '\u{1FBD}'),
    ('\u{1FBF}', '\u{1FBF}'),
    ('\u{1FCD}', '\u{1FCF}'),
    ('\u{1FDD}', '\u{1FDF}'),
    ('\u{1FEF}', '\u{1FEF}'),
    ('\u{1FFD}', '\u{1FFE}'),
    ('\u{2018}', '\u{201B}'),
    ('\u{2032}', '\u{2032}'),
    ('\u{2035}', '\u{2035}'),
    ('\u{275B}', '\u{275C}'),
    ('\u{275F}', '\u{275F}'),
    ('\u{2CFF}', '\u{2CFF}'),
    ('\u{2E32}', '\u{2E32}'),
    ('\u{2E34}', '\u{2E34}'),
    ('\u{2E41}', '\u{2E41}'),
    ('\u{A78B}', '\u{A78C}'),
    ('\u{FF07}', '\u{FF07}'),
    ('\u{FF40}', '\u{FF40}'),
    ('\u{16F51}', '\u{16F52}'),
    ('\u{1D000}', '\u{1D000}'),
    ('\u{1D089}', '\u{1D089}'),
    ('\u{1E94B}', '\u{1E94B}'),
];

/// Sorted ranges, with both ends included.
#[rustfmt::skip]
const ARROWS: &[(char, char)] = &[
    ('\u{2C3}', '\u{2C3}'),
    ('\u{2F2}', '\u{2F2}'),
    ('\u{2FF}', '\u{2FF}'),
    ('\u{34D}', '\u{34E}'),
    ('\u{362}', '\u{362}'),
    ('\u{1AB3}', '\u{1AB3}'),
    ('\u{20D0}', '\u{20D1}'),
    ('\u{20D4}', '\u{20D7}'),
    ('\u{20E1}', '\u{20E1}'),
    ('\u{20EA}', '\u{20EA}'),
    ('\u{20EC}', '\u{20EF}'),
    ('\u{2190}', '\u{21FF}'),
    ('\u{2301}', '\u{2301}'),
    ('\u{2347}', '\u{2348}'),
    ('\u{2350}', '\u{2350}'),
    ('\u{2357}', '\u{2357}'),
    ('\u{237C}', '\u{237C}'),
    ('\u{238B}', '\u{238B}'),
    ('\u{2794}', '\u{2794}'),
    ('\u{2798}', '\u{27AF}'),
    ('\u{27B1}', '\u{27BE}'),
    ('\u{27F0}', '\u{27FF}'),
    ('\u{2900}', '\u{297F}'),
    ('\u{29A8}', '\u{29AF}'),
    ('\u{29B3}', '\u{29B4}'),
    ('\u{29BD}', '\u{29BD}'),
    ('\u{29EA}', '\u{29EA}'),
    ('\u{29EC}', '\u{29ED}'),
    ('\u{29F4}', '\u{29F4}'),
    ('\u{2A17}', '\u{2A17}'),
    ('\u{2B00}', '\u{2B11}'),
    ('\u{2B30}', '\u{2B4F}'),
    ('\u{2B5A}', '\u{2BB8}'),
    ('\u{2BEC}', '\u{2BEF}'),
    ('\u{A71B}', '\u{A71C}'),
    ('\u{FFE9}', '\u{FFEC}'),
    ('\u{1F10E}', '\u{1F10E}'),
    ('\u{1F4F2}', '\u{1F4F2}'),
    ('\u{1F500}', '\u{1F502}'),
    ('\u{1F51C}', '\u{1F51C}'),
    ('\u{1F5D8}', '\u{1F5D8}'),
    ('\u{1F800}', '\u{1F8FF}'),
    ('\u{1FBB4}', '\u{1FBB8}'),
];

#[cfg(test)]
mod tests {
    use unicode_security::confusable_detection::skeleton;

    use super::*;

    fn all() -> impl Iterator<Item = char> {
        ('\0'..=char::MAX).filter(|c| !('\u{E0000}'..='\u{E0FFF}').contains(c))
    }

    #[test]
    fn the_ranges_are_in_order() {
        for ranges in [QUOTES, ARROWS] {
            assert!(ranges.iter().all(|(first, last)| first <= last));
            assert!(ranges.windows(2).all(|pair| pair[0].1 < pair[1].0));
        }
    }

    /// Compares with the same data from an independent crate.
    #[test]
    fn every_confusable_of_a_quote_is_one() {
        let prototype = |c: char| skeleton(c.encode_utf8(&mut [0; 4])).collect::<String>();
        let ours = prototype('’');
        assert_eq!(ours, prototype('‘'));
        let alike: Vec<char> = all().filter(|c| prototype(*c) == ours).collect();
        assert!(alike.len() > 30, "{alike:?}");
        let missed: Vec<char> = alike.into_iter().filter(|c| !is_quote(*c)).collect();
        assert_eq!(missed, ['\u{5D9}']);
    }

    #[test]
    fn arrows_that_are_drawn_from_left_to_right() {
        for c in "→⟶⇒⟹➔➙➜➝➞➟➠➡➢➤➥➨⇨⇾⤍⤏⥅⮕🠊🠖🡒🡢🢂￫↠↣↦↪↬↳↝⇀⇁⇛⇝⇢⇥⇰⇴⇶⇸⧴".chars()
        {
            assert!(is_arrow(c), "{c} {:X}", u32::from(c));
        }
        for c in "🔜🔁📲".chars() {
            assert!(is_arrow(c), "{c}");
        }
        for c in "💘🏹>»-".chars() {
            assert!(!is_arrow(c), "{c}");
        }
    }
}
