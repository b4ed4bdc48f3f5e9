use super::{quote, visible};

fn show(text: &str) -> String {
    quote(text, 80)
}

#[test]
fn honest_names_stay() {
    for name in [
        "Joe’s Diner",
        "Joe's Diner",
        "AT&T",
        "AT&; w.w wxw.a SQ @ Market",
        "H&M, R&D, Q&A, B&Q",
        "C++ #1 12:30:45 a|b a=b {x} (c) 100% -> WALMART #1234",
        "Bills: Rent :: Home",
        "Mum's 12\" pizza “deluxe”",
        "👨\u{200D}⚕\u{FE0F} 🏴 ☝🏽 ™ ❤ 💘 🇩🇪",
        "A & B [Store] - 24/7",
        "日本橋",
        "snake_case",
        "👩\u{200D}🍳 Küche",
        "❤\u{FE0F} Blumen",
        "👨🏽\u{200D}👩🏽\u{200D}👧 1\u{FE0F}\u{20E3}",
        "हिन्दी क्\u{200D}ष",
        "Hawaiʻi",
        "м’який знак",
        "e\u{301}cole",
    ] {
        assert_eq!(show(name), format!("‘{name}’"));
    }
}

#[test]
fn text_from_right_to_left_is_isolated() {
    for name in [
        "مقهى الشرق",
        "קפה גרג",
        "می\u{200C}خواهم",
        "كِتَاب",
        "Café קפה",
    ] {
        assert_eq!(show(name), format!("\u{2066}‘{name}’\u{2069}"));
    }
}

#[test]
fn what_hides_or_moves_text_is_shown() {
    for (text, shown) in [
        ("a\nb", r"‘a\nb’"),
        ("\r\u{1b}[2K", r"‘\r\u{1B}[2K’"),
        ("\u{85}\u{9b}", r"‘\u{85}\u{9B}’"),
        ("a\u{202E}b", r"‘a\u{202E}b’"),
        ("\u{2066}\u{2069}", r"‘\u{2066}\u{2069}’"),
        (
            "\u{200B}\u{2060}\u{FEFF}\u{AD}",
            r"‘\u{200B}\u{2060}\u{FEFF}\u{AD}’",
        ),
        ("\u{2028}\u{2029}", r"‘\u{2028}\u{2029}’"),
        ("a\u{200D}b", r"‘a\u{200D}b’"),
        ("a\u{200C}b", r"‘a\u{200C}b’"),
        ("❤\u{FE0F}\u{FE0F}", "‘❤\u{FE0F}\\u{FE0F}’"),
        // The same picture with and without a style selector, and a picture that takes none.
        ("💰\u{FE0F} Fun", r"‘💰\u{FE0F} Fun’"),
        ("💰\u{FE0E} Fun", r"‘💰\u{FE0E} Fun’"),
        ("❤\u{FE0E}", r"‘❤\u{FE0E}’"),
        ("a\u{FE0F}", r"‘a\u{FE0F}’"),
        ("1\u{20E3}", r"‘1\u{20E3}’"),
        ("☝\u{FE0F}🏽", r"‘☝\u{FE0F}🏽’"),
        ("🏽\u{FE0F}", r"‘🏽\u{FE0F}’"),
        ("👨\u{200D}⚕", r"‘👨\u{200D}⚕’"),
        ("❤\u{200D}🔥", r"‘❤\u{200D}🔥’"),
        ("1\u{FE0F}", r"‘1\u{FE0F}’"),
        ("👩\u{200D}\u{1FC00}", r"‘👩\u{200D}\u{1FC00}’"),
        ("\u{3164}\u{115F}\u{2800}", r"‘\u{3164}\u{115F}\u{2800}’"),
        // Format characters that are not default-ignorable.
        ("\u{600}\u{FFF9}\u{13430}", r"‘\u{600}\u{FFF9}\u{13430}’"),
        ("\u{E0041}\u{E000}", r"‘\u{E0041}\u{E000}’"),
        ("a\u{A0}b\u{3000}", r"‘a\u{A0}b\u{3000}’"),
        ("a  b", r"‘a \u{20}b’"),
        ("\u{301}a", r"‘\u{301}a’"),
        (" \u{301}a", r"‘ \u{301}a’"),
        ("\\\u{301}", r"‘\u{5C}\u{301}’"),
        (r"\n", r"‘\u{5C}n’"),
    ] {
        assert_eq!(show(text), shown);
    }
    let smear = format!("a{}", "\u{301}".repeat(79));
    assert_eq!(quote(&smear, 9999).matches('\u{301}').count(), 4);
    assert_eq!(quote(&smear, 9999).matches(r"\u{301}").count(), 75);
}

#[test]
fn markup_is_inert() {
    for (text, shown) in [
        ("](http://x)", r"‘\](http\u{3A}//x)’"),
        ("[x][y]", r"‘[x\][y]’"),
        ("**x** __y__ ~z~ `w`", r"‘\*\*x\*\* \_\_y\_\_ \~z\~ \`w\`’"),
        ("PAYPAL *STEAM", r"‘PAYPAL \*STEAM’"),
        ("<b>&lt;&#60;", r"‘\u{3C}b>\u{26}lt;\u{26}#60;’"),
        ("see www.evil.org", r"‘see www\u{2E}evil.org’"),
        ("me@evil.org", r"‘me\u{40}evil.org’"),
        (
            "@here <@123> <#1>",
            r"‘\u{40}here \u{3C}\u{40}123> \u{3C}#1>’",
        ),
        (
            "&shy a&nbsp b &#60 &#x3C &ltb",
            r"‘\u{26}shy a\u{26}nbsp b \u{26}#60 \u{26}#x3C \u{26}ltb’",
        ),
        ("||spoiler||", r"‘\|\|spoiler\|\|’"),
        ("$x^{2}$ $5", r"‘\u{24}x\^{2}\u{24} \u{24}5’"),
        (r"\(x\) \[y\]", r"‘\u{5C}(x\u{5C}) \u{5C}[y\u{5C}]’"),
        ("==x== ~~y~~", r"‘\=\=x\=\= \~\~y\~\~’"),
        ("x[^1] ^[y] [[z]]", r"‘x\u{5B}\^1] \^[y] \u{5B}[z]]’"),
        ("<!-- x -->", r"‘\u{3C}!-- x -->’"),
        (":smile: :+1:", r"‘\u{3A}smile: \u{3A}+1:’"),
        (
            "a → b ⟶ c ⇒ d ➜ e",
            r"‘a \u{2192} b \u{27F6} c \u{21D2} d \u{279C} e’",
        ),
    ] {
        assert_eq!(show(text), shown);
    }
}

#[test]
fn a_value_cannot_close_its_quotes() {
    for (text, shown) in [
        ("a’ ‘b", r"‘a\u{2019} \u{2018}b’"),
        ("’a", r"‘\u{2019}a’"),
        ("a’", r"‘a\u{2019}’"),
        ("a’’b", r"‘a\u{2019}\u{2019}b’"),
        // A quote may not stand beside an invisible letter.
        ("a\u{3164}’b", r"‘a\u{3164}\u{2019}b’"),
        ("a’\u{3164}", r"‘a\u{2019}\u{3164}’"),
        ("a\u{2BC} b", r"‘a\u{2BC} b’"),
        ("a′", r"‘a\u{2032}’"),
        (
            "Market΄ -1.00: ΄Groceries΄ ⟶ ΄Rent΄;",
            r"‘Market\u{384} -1.00: \u{384}Groceries\u{384} \u{27F6} \u{384}Rent\u{384};’",
        ),
        ("a\u{315} b", r"‘a\u{315} b’"),
        (
            "a\u{275F} \u{144A}\u{16CC}\u{5F3}",
            r"‘a\u{275F} \u{144A}\u{16CC}\u{5F3}’",
        ),
    ] {
        assert_eq!(show(text), shown);
    }
}

#[test]
fn long_text_is_cut_in_the_middle_and_told_apart() {
    let [a, b] =
        ["a", "b"].map(|middle| show(&format!("{}{middle}{}", "x".repeat(200), "y".repeat(99))));
    assert_ne!(a, b);
    assert!(a.starts_with("‘xxx") && a.contains("’ … [300 #") && a.ends_with("yyy’"));
    assert_eq!(a.chars().count(), 80);
    // The digest needs at least 64 bits: a collision of 32 bits is found after a hundred thousand
    // tries.
    let (_, digest) = a.split_once('#').unwrap();
    let (digest, _) = digest.split_once(']').unwrap();
    assert!(
        digest.len() == 16 && digest.bytes().all(|digit| digit.is_ascii_hexdigit()),
        "{a}"
    );
}

#[test]
fn a_cut_leaves_nothing_at_its_edge_that_was_safe_inside() {
    for filler in ["a’", "a_", "a\u{301}", "👩\u{200D}", "می\u{200C}"] {
        for lead in 0..8 {
            let text = format!("{}{}z", "x".repeat(lead), filler.repeat(300));
            let shown = quote(&text, 60);
            let edges = shown.replace(['\u{2066}', '\u{2069}'], "");
            for broken in [
                "’’",
                "‘’",
                "_’",
                "‘_",
                "‘\u{301}",
                "\u{200D}’",
                "‘\u{200D}",
                "\u{200C}’",
            ] {
                assert!(!edges.contains(broken), "{broken:?} in {shown:?}");
            }
        }
    }
}

#[test]
fn a_cut_does_not_take_a_letter_from_its_marks() {
    for lead in 0..4 {
        let text = format!("{}{}", "x".repeat(lead), "e\u{301}".repeat(300));
        assert!(!quote(&text, 60).contains(r"\u{301}"));
        assert!(!quote(&text, 60).contains("e’"));
    }
}

#[test]
fn text_that_json_delimits() {
    for (text, shown) in [
        ("AMZN*Mktp  US_1 <b>`x`</b> [a](http://b) ’", None),
        ("'quoted' \"twice\" → 5", None),
        ("می\u{200C}خواهم", None),
        ("👨‍👩‍👧", None),
        ("a\nb\tc", Some(r"a\nb\tc")),
        ("fdp\u{202E}exe\\n", Some(r"fdp\u{202E}exe\u{5C}n")),
        ("Pay\u{200B}ment", Some(r"Pay\u{200B}ment")),
    ] {
        assert_eq!(visible(text, 80), shown.unwrap_or(text));
    }
    let long = visible(&"\u{200B}".repeat(4_000_000), 80);
    assert!(
        long.starts_with(r"\u{200B}") && long.contains("… [4000000 #"),
        "{long}"
    );
    assert!(long.chars().count() <= 80 + " … [4000000 #0123456789abcdef]".chars().count());
    assert_eq!(visible("abcdef", 6), "abcdef");
    assert_eq!(visible("'a' ’b’ ‘c’ \u{201A}", 13), "'a' ’b’ ‘c’ \u{201A}");
    assert!(visible("\n\n\n", 3).starts_with(r"\n … [3 #"));
    assert!(visible("abcdefg", 6).starts_with("abcdef … [7 #"));
}
