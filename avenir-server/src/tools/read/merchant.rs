//! The shop that a payee names, without the dates, cards and references that banks add.

/// The words with which banks say how something was paid, not to whom.
const PAYMENT_WORDS: [&str; 22] = [
    "CARD",
    "CARTE",
    "CB",
    "CONTACTLESS",
    "DD",
    "DEBIT",
    "DIRECT",
    "ECOM",
    "FACT",
    "KARTE",
    "MASTERCARD",
    "PAYMENT",
    "POS",
    "PRLV",
    "PURCHASE",
    "REF",
    "SEPA",
    "TXN",
    "VDA",
    "VDP",
    "VIR",
    "VISA",
];

/// Returns the words of a payee that name the shop, in capitals. If none of its words names a shop,
/// returns all of them. Two payees of the same merchant are one shop.
pub(super) fn merchant(payee: &str) -> String {
    let capitals = payee.to_uppercase();
    let visible: String = capitals
        .chars()
        // Remove invisible characters, and apostrophes, because a name means the same without them.
        .filter(|c| !matches!(c, '\'' | '’' | '‘' | '`') && !is_unseen(*c))
        .collect();
    let words: Vec<&str> = visible
        .split(|c: char| !(c.is_alphanumeric() || is_mark(c) || matches!(c, '*' | '&')))
        .map(|word| word.trim_matches(['*', '&']))
        .filter(|word| !word.is_empty())
        .collect();
    let named: Vec<&str> = words.iter().copied().filter(|word| names(word)).collect();
    let kept = if named.is_empty() { words } else { named };
    kept.join(" ")
}

/// Returns whether a word can be a part of a name. A number, a masked card, a reference and a word
/// about payment cannot.
fn names(word: &str) -> bool {
    let digits = word.chars().filter(char::is_ascii_digit).count();
    let letters = word.chars().filter(|c| c.is_alphabetic()).count();
    letters > 0 && digits < 3 && !word.contains("XXX") && !PAYMENT_WORDS.contains(&word)
}

/// Returns whether a character is a format character that is not visible.
pub(crate) fn is_unseen(c: char) -> bool {
    matches!(
        c,
        '\u{AD}'
            | '\u{61C}'
            | '\u{180E}'
            | '\u{200B}'..='\u{200F}'
            | '\u{202A}'..='\u{202E}'
            | '\u{2060}'..='\u{206F}'
            | '\u{FEFF}'
            | '\u{E0000}'..='\u{E0FFF}'
    )
}

/// Returns whether a character is a mark on a letter, which does not end a word.
fn is_mark(c: char) -> bool {
    matches!(c, '\u{300}'..='\u{36F}' | '\u{591}'..='\u{5C7}' | '\u{610}'..='\u{61A}' | '\u{64B}'..='\u{65F}')
        || matches!(c, '\u{93C}' | '\u{94D}' | '\u{3099}' | '\u{309A}')
}

/// Returns whether two shops may be one. The longer name must have every word of the shorter name,
/// and one of these words must be long: at least 4 characters, or 2 if the word is not ASCII.
pub(super) fn is_like(one: &str, other: &str) -> bool {
    let of = |name: &str| name.split(' ').map(str::to_owned).collect::<Vec<_>>();
    let (one, other) = (of(one), of(other));
    let (short, long) = if one.len() <= other.len() {
        (one, other)
    } else {
        (other, one)
    };
    short.iter().all(|word| long.contains(word))
        && short.iter().any(|word| {
            let letters = word.chars().count();
            letters >= 4 || letters >= 2 && !word.is_ascii()
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_bank_adds_goes() {
        for (payee, shop) in [
            ("Lidl", "LIDL"),
            ("POS PURCHASE 0412 LIDL 1234****99 12/09/26", "LIDL"),
            ("CARD 5512XXXXXXXX0091 Joe's Diner REF:88123", "JOES DINER"),
            ("Joe’s Diner", "JOES DINER"),
            ("Pay\u{200b}Centre\u{feff}", "PAYCENTRE"),
            ("H&M 0231", "H&M"),
            ("7-Eleven", "ELEVEN"),
            ("SEPA DD 00012345", "SEPA DD 00012345"),
            ("مخبز السلام", "مخبز السلام"),
            ("عيديّة", "عيديّة"),
            ("セブン-イレブン 目黒店", "セブン イレブン 目黒店"),
            ("", ""),
            ("***", ""),
        ] {
            assert_eq!(merchant(payee), shop, "{payee}");
        }
    }

    #[test]
    fn names_that_are_alike() {
        for (one, other, alike) in [
            ("LIDL", "LIDL DUBLIN", true),
            ("DUBLIN LIDL", "LIDL", true),
            ("LIDL", "ALDI", false),
            ("CO", "CO OP", false),
            ("西友", "西友 目黒店", true),
            ("", "LIDL", false),
        ] {
            assert_eq!(is_like(one, other), alike, "{one} {other}");
        }
    }
}
