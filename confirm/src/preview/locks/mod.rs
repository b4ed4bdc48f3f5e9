//! Law: the texts that the person read are bound even if two canonical forms are equal.
//!
//! No derive writes two values alike. The types here do so by hand, in the ways in which a derive
//! could by mistake, so these tests hold even if that lock is broken.

mod kinds;

use proptest::prelude::{ProptestConfig, prop_assert_eq, proptest};

use crate::{
    __private::{Present, Writer},
    Canonical, Preview, Row, Subject, Text, Unconfirmed,
    preview::{Arg, Digest, Show},
};

/// An enum whose variants are written under one name.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Op {
    SetUp,
    Setup,
}

impl Canonical for Op {
    type Null = Present;

    fn write_canonical(&self, out: &mut Writer) {
        out.raw("\"setup\"");
    }
}

impl Show for Op {
    fn show(&self) -> Arg {
        Text::new(match self {
            Self::SetUp => "keep",
            Self::Setup => "ERASE",
        })
        .into()
    }
}

/// An `Option` that loses a level when it is written.
#[derive(Clone, Copy, Debug, PartialEq)]
#[expect(clippy::option_option, reason = "it is about these")]
struct Twice(Option<Option<u8>>);

impl Canonical for Twice {
    type Null = Present;

    fn write_canonical(&self, out: &mut Writer) {
        self.0.flatten().write_canonical(out);
    }
}

impl Show for Twice {
    fn show(&self) -> Arg {
        match self.0 {
            None => Text::new("unchanged").into(),
            Some(None) => Text::new("CLEARED").into(),
            Some(Some(value)) => value.show(),
        }
    }
}

/// A value that a predicate leaves out.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Fee(i64);

impl Canonical for Fee {
    type Null = Present;

    fn write_canonical(&self, out: &mut Writer) {
        out.raw("0");
    }
}

impl Show for Fee {
    fn show(&self) -> Arg {
        crate::preview::decimal(self.0, 2, 2)
    }
}

#[derive(Subject)]
#[subject(question("Set it to {value}?"))]
struct Question<T> {
    value: T,
}

#[derive(Subject)]
#[subject(question("Set it?"), warning("It becomes {value}", value))]
struct Warning<T> {
    value: T,
}

#[derive(Subject)]
#[subject(question("Set it?"), context("To {value}", value))]
struct Context<T> {
    value: T,
}

#[derive(Subject)]
#[subject(question("Set it?"), rows = rows)]
struct Ordered<T> {
    rows: Vec<Line<T>>,
}

#[derive(Subject)]
#[subject(question("Set it?"), rows = rows)]
struct Unordered<T> {
    #[subject(unordered)]
    rows: Vec<Line<T>>,
}

#[derive(Subject)]
#[subject(question("Set {count}?", count = count(self)), rows = self)]
struct Newtype<T>(#[subject(unordered)] Vec<Line<T>>);

#[derive(Subject)]
#[subject(question("Set it?"), rows = list)]
struct Inner<'a, T> {
    list: &'a Newtype<T>,
}

#[derive(Clone, Subject)]
#[subject(row("to {value}"))]
struct Line<T> {
    id: u8,
    value: T,
}

#[derive(Subject)]
#[subject(preview_by_hand = by_hand)]
struct ByHand<T: Show> {
    rows: Vec<T>,
}

fn by_hand<T: Show>(subject: &ByHand<T>) -> Preview {
    let rows = subject.rows.iter();
    let rows = rows.map(|value| Text::new("to {value}").arg("value", value));
    Preview::new(Text::new("Set it?")).rows(subject.rows.len(), rows)
}

/// Asserts that two subjects have one fingerprint but differ by what is shown.
#[track_caller]
fn told_apart_by_what_is_shown<S: Subject>(one: S, other: S) {
    let (one, other) = (
        Unconfirmed::new("plan", one),
        Unconfirmed::new("plan", other),
    );
    assert_eq!(
        one.fingerprint, other.fingerprint,
        "the first lock is broken"
    );
    assert_ne!(one.digest, other.digest);
}

#[track_caller]
fn one_change<S: Subject>(one: S, other: S) {
    let (one, other) = (
        Unconfirmed::new("plan", one),
        Unconfirmed::new("plan", other),
    );
    assert_eq!(one.fingerprint, other.fingerprint);
    assert_eq!(one.digest, other.digest);
}

/// Returns many lines, one of which differs.
fn lines<T: Clone>(all: &T, but: &T, at: usize) -> Vec<Line<T>> {
    let line = |i| Line {
        id: u8::try_from(i).unwrap(),
        value: if i == at { but.clone() } else { all.clone() },
    };
    (0..30).map(line).collect()
}

fn wherever_it_is_shown<T: Canonical<Null = Present> + Show + Clone>(one: &T, other: &T) {
    let value = || one.clone();
    let another = || other.clone();
    told_apart_by_what_is_shown(Question { value: value() }, Question { value: another() });
    told_apart_by_what_is_shown(Warning { value: value() }, Warning { value: another() });
    told_apart_by_what_is_shown(Context { value: value() }, Context { value: another() });
    for at in [0, 19, 20, 29] {
        let (same, but) = (|| lines(one, one, 0), || lines(one, other, at));
        told_apart_by_what_is_shown(Ordered { rows: same() }, Ordered { rows: but() });
        told_apart_by_what_is_shown(Unordered { rows: same() }, Unordered { rows: but() });
        told_apart_by_what_is_shown(Newtype(same()), Newtype(but()));
        let (same, but) = (Newtype(same()), Newtype(but()));
        told_apart_by_what_is_shown(Inner { list: &same }, Inner { list: &but });
        let (mut same, mut but) = (vec![value(); 30], vec![value(); 30]);
        but[at] = another();
        told_apart_by_what_is_shown(ByHand { rows: same.clone() }, ByHand { rows: but.clone() });
        // Let one element of the other list differ too, at the mirrored position.
        same[29 - at] = another();
        told_apart_by_what_is_shown(ByHand { rows: same }, ByHand { rows: but });
    }
}

#[test]
fn variants_of_one_name() {
    wherever_it_is_shown(&Op::SetUp, &Op::Setup);
}

#[test]
fn an_option_that_lost_a_level() {
    wherever_it_is_shown(&Twice(None), &Twice(Some(None)));
}

#[test]
fn a_value_that_was_left_out() {
    wherever_it_is_shown(&Fee(0), &Fee(-1_000_000));
}

/// Checks two lists with the same lines in the same order that stand for different elements.
#[test]
fn a_line_belongs_to_its_element() {
    let list = |values: [Op; 2]| {
        let line = |(id, value)| Line { id, value };
        Vec::from([1, 2].map(|id| line((id, values[usize::from(id) - 1]))))
    };
    let (one, other) = ([Op::SetUp, Op::Setup], [Op::Setup, Op::SetUp]);
    told_apart_by_what_is_shown(Ordered { rows: list(one) }, Ordered { rows: list(other) });
    told_apart_by_what_is_shown(Newtype(list(one)), Newtype(list(other)));
    told_apart_by_what_is_shown(
        Unordered { rows: list(one) },
        Unordered { rows: list(other) },
    );
}

#[test]
fn the_order_of_lines_counts_where_that_of_the_list_does() {
    let (rows, turned) = (lines(&Op::SetUp, &Op::Setup, 3), || {
        let mut rows = lines(&Op::SetUp, &Op::Setup, 3);
        rows.reverse();
        rows
    });
    one_change(
        Unordered { rows: rows.clone() },
        Unordered { rows: turned() },
    );
    one_change(Newtype(rows), Newtype(turned()));
    let ordered = |list: [Op; 2]| Ordered {
        rows: list.map(|value| Line { id: 1, value }).into(),
    };
    told_apart_by_what_is_shown(
        ordered([Op::SetUp, Op::Setup]),
        ordered([Op::Setup, Op::SetUp]),
    );
}

/// Checks lines by hand, which need not be made of the fields alone.
#[test]
fn a_line_by_hand_is_bound_too() {
    #[derive(Subject)]
    #[subject(question("Set it?"), rows = rows)]
    struct Set {
        #[subject(unordered)]
        rows: Vec<Told>,
    }
    #[derive(Subject)]
    struct Told {
        id: u8,
    }
    impl Row for Told {
        fn row(&self) -> Text {
            thread_local!(static CALLS: std::cell::Cell<u8> = const { std::cell::Cell::new(0) });
            CALLS.set(CALLS.get() + 1);
            Text::new("line {calls}").arg("calls", &CALLS.get())
        }
    }
    let set = || Set {
        rows: vec![Told { id: 1 }],
    };
    told_apart_by_what_is_shown(set(), set());
}

/// Checks that a preview shows no more lines than there are elements.
#[test]
fn by_hand_there_are_as_many_lines_as_elements() {
    let preview = |total| {
        let lines = std::iter::repeat_with(|| Text::new("a line"));
        Preview::new(Text::new("?")).rows(total, lines)
    };
    assert_eq!(preview(1).to_string(), "?\n- a line");
    assert!(preview(25).to_string().ends_with("\n- … and 5 more"));
    assert_ne!(Digest::of(&preview(24), &""), Digest::of(&preview(25), &""));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]
    /// Compares without the locks of the fields and of the type.
    #[test]
    fn texts_are_told_apart(
        [one, other] in proptest::array::uniform2(proptest::collection::vec("[ab‘{},]{0,3}", 1..5)),
        place in 0..4,
    ) {
        let preview = |texts: &[String]| {
            let text = |text: &String| Text::new("{text} {again}").arg("text", text).arg("again", text);
            let asked = Preview::new(Text::new("?"));
            match place {
                0 => texts.iter().fold(asked, |preview, line| preview.warning(text(line))),
                1 => texts.iter().fold(asked, |preview, line| preview.context(text(line))),
                2 => asked.rows(texts.len(), texts.iter().map(text)),
                _ => Preview::new(texts.iter().fold(Text::new("?"), |text, value| text.arg("x", value))),
            }
        };
        let same = one == other;
        prop_assert_eq!(Digest::of(&preview(&one), &"") == Digest::of(&preview(&other), &""), same);
    }
}
