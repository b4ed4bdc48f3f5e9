//! Tests attributes that the documentation does not show.

use std::{borrow::Cow, collections::BTreeMap};

use confirm::{
    Preview, Row, Subject, Text, Tier,
    preview::{Show, decimal},
};

/// Every format inside `or`.
#[derive(Default, Subject)]
#[subject(
    tier = Blocked,
    question(
        "Set {limit}, {date}, {count}, {name}, {twice} and {twice} {{}}?",
        limit = or(decimal(limit, scale = scale, digits = 1), "no limit"),
        date = or(date(date), "no date"),
        count = or(count(list), "no list"),
        name = or(name, "no name"),
        twice = count(map),
    ),
)]
struct All {
    limit: Option<u64>,
    scale: u8,
    date: Option<String>,
    list: Option<Vec<bool>>,
    name: Option<Flag>,
    map: BTreeMap<String, u8>,
}

#[derive(Subject)]
enum Flag {
    #[subject(label("red"))]
    Red,
    #[subject(label("{name} of {count}", count = count(names)))]
    Custom { name: String, names: Vec<String> },
}

#[test]
fn every_format_goes_into_or() {
    assert_eq!(
        All::default().preview().to_string(),
        "Set no limit, no date, no list, no name, 0 and 0 {}?"
    );
    let all = All {
        limit: Some(u64::MAX),
        scale: 2,
        date: Some("2026-02-30x".into()),
        list: Some(vec![true]),
        name: Some(Flag::Custom {
            name: "x".into(),
            names: vec![String::new()],
        }),
        map: BTreeMap::from([("a".into(), 1)]),
    };
    assert_eq!(
        all.preview().to_string(),
        "Set 184467440737095516.15, ‘2026-02-30x’, 1, ‘x’ of 1, 1 and 1 {}?"
    );
    assert_eq!(All::TIER, Tier::Blocked);
    assert_eq!(Flag::Red.show(), Text::new("red").into());
}

#[derive(Subject)]
#[subject(preview_by_hand = by_hand, consequence("It is gone."), sensitive)]
struct ByHand {
    cents: i64,
}

fn by_hand(subject: &ByHand) -> Preview {
    Preview::new(Text::new("Pay {amount}?").arg("amount", decimal(subject.cents, 2, 2)))
        .warning(Text::new("Said by hand"))
}

#[test]
fn a_preview_by_hand_is_still_sensitive() {
    let subject = ByHand { cents: 1 };
    assert_eq!(by_hand(&subject).to_string(), "Pay 0.01?\nSaid by hand");
    // Nothing has named the operation yet: `Unconfirmed` does.
    let unconfirmed = confirm::Unconfirmed::new("plan", subject);
    assert_eq!(
        unconfirmed.preview().to_string(),
        "Confirm by hand?\nIt is gone."
    );
}

#[derive(Subject)]
enum Change {
    #[subject(question("Add {count}?", count = count(rows)), rows = rows, row("added {count}", count = count(rows)))]
    Add { rows: Vec<Line> },
    #[subject(question("Stop?"), row("stopped"))]
    Stop,
}

#[derive(Subject)]
#[subject(row("{number}. {text}"))]
struct Line {
    number: u8,
    text: Box<str>,
}

#[test]
fn the_texts_of_an_enum_are_those_of_its_variants() {
    let add = Change::Add {
        rows: vec![Line {
            number: 1,
            text: "a".into(),
        }],
    };
    assert_eq!(add.preview().to_string(), "Add 1?\n- 1. ‘a’");
    assert_eq!(Change::Stop.preview().to_string(), "Stop?");
    assert_eq!(Change::Stop.row(), Text::new("stopped"));
}

/// Borrowed fields, which are shown like owned ones.
#[derive(Subject)]
#[subject(
    question(
        "Pay on {one}, {other} or {third} from {account}?",
        one = date(one),
        other = date(other),
        third = date(third),
        account = or(account, "any account"),
    ),
    warning("It is late", when = late),
    rows = rows,
)]
struct Borrowed<'a> {
    one: &'a str,
    other: Cow<'a, str>,
    third: &'a String,
    account: &'a Option<String>,
    late: &'a bool,
    rows: [Line; 2],
}

#[derive(Subject)]
#[subject(question("Add?"), rows = rows)]
struct Shared<'a> {
    rows: Cow<'a, [Numbered]>,
}

#[derive(Clone, Subject)]
#[subject(row("{number}"))]
struct Numbered {
    number: u8,
}

#[test]
fn what_is_borrowed_is_shown_too() {
    let line = |number| Line {
        number,
        text: "a".into(),
    };
    let borrowed = Borrowed {
        one: "2026-01-02",
        other: "2026-03-04".into(),
        third: &"2026-05-06".into(),
        account: &Some("Savings".into()),
        late: &true,
        rows: [line(1), line(2)],
    };
    assert_eq!(
        borrowed.preview().to_string(),
        "Pay on 2026-01-02, 2026-03-04 or 2026-05-06 from ‘Savings’?\nIt is late\n\
         - 1. ‘a’\n- 2. ‘a’"
    );
    let rows = [Numbered { number: 7 }];
    let shared = Shared {
        rows: (&rows).into(),
    };
    assert_eq!(shared.preview().to_string(), "Add?\n- 7");
}

/// A list inside a newtype, whose lines are counted past the twentieth.
#[derive(Subject)]
#[subject(question("Delete {count} of {named}?", count = count(inner), named), rows = inner)]
struct Outer<'a, T> {
    inner: Named<T>,
    named: &'a T,
}

#[derive(Subject)]
#[subject(rows = self)]
struct Named<T>(#[subject(unordered)] Vec<Item<T>>);

#[derive(Subject)]
#[subject(row("{item}"))]
struct Item<T> {
    item: T,
}

#[test]
fn a_newtype_of_a_list_has_rows_of_its_own() {
    let list = (0_u8..22).map(|item| Item { item }).collect();
    let outer = Outer {
        inner: Named(list),
        named: &7,
    };
    let shown = outer.preview().to_string();
    assert!(shown.starts_with("Delete 22 of 7?\n- 0\n"));
    assert!(shown.ends_with("\n- 19\n- … and 2 more"));
}
