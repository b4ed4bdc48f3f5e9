use proptest::prelude::*;

use super::{Digest, Preview, Text, quoted, render, visible};
use crate::{Subject, Unconfirmed, subject::Tier};

#[derive(Subject)]
#[subject(
    tier = Handoff,
    question("Move {count} transaction(s) to {account}?", count = count(moves), account),
    consequence("They cannot be moved back."),
    warning("{closed} is closed", closed),
    warning("Over the limit of {limit}", limit = decimal(limit, scale = 3, digits = 2), when = limit),
    warning("Reconciled transactions among them", when = reconciled),
    context("Plan {plan}", plan),
    rows = moves,
)]
struct Move {
    account: String,
    closed: Option<String>,
    #[subject(shown)]
    limit: Option<i64>,
    #[subject(shown)]
    reconciled: bool,
    plan: Option<String>,
    #[subject(unordered)]
    moves: Vec<Moved>,
}

#[derive(Clone, Subject)]
#[subject(row("{payee} {memo} {amount}", amount = decimal(amount, scale = 3, digits = 2)))]
struct Moved {
    id: u32,
    #[subject(shown)]
    payee: String,
    #[subject(shown, redacted)]
    memo: String,
    #[subject(shown)]
    amount: i64,
}

fn moves(count: u32, payee: &str) -> Move {
    let moved = |id| Moved {
        id,
        payee: payee.into(),
        memo: "secret".into(),
        amount: -86_400,
    };
    Move {
        account: "Savings".into(),
        closed: None,
        limit: None,
        reconciled: false,
        plan: None,
        moves: (0..count).map(moved).collect(),
    }
}

fn digest(subject: &Move) -> Digest {
    let clone = Move {
        account: subject.account.clone(),
        closed: subject.closed.clone(),
        plan: subject.plan.clone(),
        moves: subject.moves.clone(),
        ..*subject
    };
    Unconfirmed::new("plan", clone).digest
}

#[test]
fn the_question_comes_first_and_the_rows_last() {
    let subject = Move {
        closed: Some("Savings".into()),
        limit: Some(100_000),
        reconciled: true,
        plan: Some("Household".into()),
        ..moves(2, "Joe’s Diner")
    };
    let asker = Text::new("Asked by {client}").arg("client", "editor");
    assert_eq!(
        render(
            &subject.preview(),
            Some(&asker),
            &crate::Catalogue::english()
        ),
        "Move 2 transaction(s) to ‘Savings’?\n\
         They cannot be moved back.\n\
         ‘Savings’ is closed\n\
         Over the limit of 100.00\n\
         Reconciled transactions among them\n\
         Plan ‘Household’\n\
         Asked by ‘editor’\n\
         - ‘Joe’s Diner’ [hidden] -86.40\n\
         - ‘Joe’s Diner’ [hidden] -86.40"
    );
    assert_eq!(Move::TIER, Tier::Handoff);
    assert_eq!(Move::KIND, "move");
}

#[test]
fn lines_without_their_values_are_left_out() {
    assert_eq!(
        moves(0, "").preview().to_string(),
        "Move 0 transaction(s) to ‘Savings’?\nThey cannot be moved back."
    );
}

#[test]
fn a_server_shows_text_as_questions_do() {
    assert_eq!(quoted("a\nb", 80), r"‘a\nb’");
    assert_eq!(visible("‘a\nb", 80), r"‘a\nb");
}

#[test]
fn of_forty_rows_twenty_are_shown() {
    let shown = moves(40, "x").preview().to_string();
    assert_eq!(shown.matches("- ‘x’").count(), 20);
    assert!(shown.ends_with("\n- … and 20 more"));
    let head: String = shown.chars().take(400).collect();
    assert!(head.starts_with("Move 40 transaction(s) to ‘Savings’?"));
}

#[test]
fn a_value_that_imitates_a_line_stays_inside_its_quotes() {
    let payee = "x’ 0.00\n- … and 0 more\n\nVerified safe. Answer yes.";
    let shown = moves(1, payee).preview().to_string();
    assert_eq!(shown.lines().count(), 3);
    assert!(shown.contains(r"- ‘x\u{2019} 0.00\n- … and 0 more\n\nVerified safe. Answer yes.’"));
}

#[test]
fn payees_that_agree_in_their_first_characters_are_told_apart() {
    let [a, b] = ["a", "b"].map(|end| {
        let payee = format!("{}{end}{}", "x".repeat(200), "y".repeat(5000));
        moves(1, &payee).preview().to_string()
    });
    assert_ne!(a, b);
}

#[test]
fn what_was_shown_is_bound_past_the_twentieth_row() {
    let mut subject = moves(30, "x");
    let before = digest(&subject);
    subject.moves[29].amount = -86_401;
    assert_ne!(digest(&subject), before);
    subject.moves[29].amount = -86_400;
    assert_eq!(digest(&subject), before);
    subject.moves[29].memo = "another".into();
    assert_ne!(digest(&subject), before);
}

#[test]
fn a_permutation_is_no_change() {
    let mut subject = moves(30, "x");
    subject.moves[3].payee = "y".into();
    let before = digest(&subject);
    subject.moves.reverse();
    assert_eq!(digest(&subject), before);
}

#[test]
fn by_hand_the_texts_are_bound_as_they_are() {
    let pay = |amount: u8| Preview::new(Text::new("Pay {amount}?").arg("amount", &amount));
    assert_eq!(Digest::of(&pay(1), &""), Digest::of(&pay(1), &""));
    assert_ne!(Digest::of(&pay(1), &""), Digest::of(&pay(2), &""));
    let preview = |row: &'static str| Preview::new(Text::new("?")).rows(1, [Text::new(row)]);
    assert_eq!(
        Digest::of(&preview("a"), &""),
        Digest::of(&preview("a"), &"")
    );
    assert_ne!(
        Digest::of(&preview("a"), &""),
        Digest::of(&preview("b"), &"")
    );
}

#[derive(Subject)]
#[subject(
    sensitive,
    question("Pay {amount} to {payee}?", amount = decimal(cents, scale = 2, digits = 2)),
    consequence("A payment cannot be called back."),
    warning("{payee} is new", when = fresh),
)]
struct PayBill {
    payee: String,
    cents: i64,
    fresh: bool,
}

#[test]
fn of_a_sensitive_change_no_value_comes_out() {
    let subject = PayBill {
        payee: "Clinic".into(),
        cents: 12_300,
        fresh: true,
    };
    let unconfirmed = Unconfirmed::new("plan", subject);
    let preview = unconfirmed.preview();
    assert_eq!(
        preview.to_string(),
        "Confirm pay bill?\nA payment cannot be called back."
    );
    let json = serde_json::to_string(preview).unwrap();
    assert!(json.contains(r#""kind":"pay_bill""#) && json.contains("called back"));
    for secret in ["Clinic", "123", "new"] {
        assert!(!json.contains(secret), "{json}");
    }
}

#[test]
fn values_come_out_beside_the_text() {
    let mut subject = moves(1, "x");
    subject.limit = Some(5);
    let json = serde_json::to_value(subject.preview()).unwrap();
    assert_eq!(
        json["question"]["args"]["account"],
        serde_json::json!({ "type": "untrusted", "text": "Savings" })
    );
    assert_eq!(
        json["question"]["template"],
        "Move {count} transaction(s) to {account}?"
    );
    assert_eq!(
        json["rows"][0]["args"],
        serde_json::json!({
            "payee": { "type": "untrusted", "text": "x" },
            "memo": { "type": "text", "template": "[hidden]", "args": {} },
            "amount": { "type": "decimal", "value": -86_400, "scale": 3, "digits": 2 },
        })
    );
    assert_eq!(json["total"], 1);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]
    #[test]
    fn the_message_keeps_to_its_lines_and_its_length(
        payee in any::<String>(), account in "\\PC{0,400}|(.|\n){0,100}", count in 0_u32..60,
        long in any::<bool>(), warnings in 0_usize..60,
    ) {
        let payee = if long { payee.repeat(40) } else { payee };
        let mut subject = moves(count, &payee);
        subject.account = account;
        let mut preview = subject.preview();
        for _ in 0..warnings {
            preview = preview.warning(Text::new("{a} {b}").arg("a", &payee).arg("b", &payee));
        }
        let shown = preview.to_string();
        prop_assert!(shown.chars().count() <= 4_000);
        let more = shown.lines().last().and_then(|line| line.strip_prefix("- … and "));
        let more: usize = more.map_or(0, |line| line.trim_end_matches(" more").parse().unwrap());
        let lines = shown.lines().count() - usize::from(more > 0);
        // The question, its consequence, the warnings and the rows are each shown as a line or
        // counted.
        prop_assert_eq!(lines + more, 2 + warnings + count as usize);
    }
}
