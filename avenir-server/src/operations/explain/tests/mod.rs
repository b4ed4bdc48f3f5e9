//! Tests of the rule on a plan whose every write is known: operations of all shapes, lost answers,
//! late requests, killed processes, and people who edit by hand meanwhile.

mod acts;
mod judge;
mod world;

use proptest::{
    prelude::*,
    test_runner::{Config, TestRunner},
};

use self::{
    acts::{Act, Fault, Turn},
    world::{CATEGORIES, ROWS, World},
};
use super::State;

const OVER_MILLIS: i64 = 35_000;

fn turn() -> impl Strategy<Value = Turn> {
    let category = || 0..CATEGORIES.len();
    let money = || (1..6_i64).prop_map(|tens| tens * 10_000);
    let flags = proptest::collection::vec((0..ROWS.len(), 0..3_usize), 1..4);
    let act = prop_oneof![
        2 => (category(), money()).prop_map(|(one, to)| Act::Set(one, to)),
        4 => (category(), category(), money()).prop_map(|(one, two, by)| Act::Move(one, two, by)),
        3 => flags.prop_map(Act::Flags),
        2 => (1..3_i64, 1..3_usize).prop_map(|(amount, count)| Act::Create(amount, count)),
        3 => (0..12_usize).prop_map(Act::Undo),
        1 => category().prop_map(Act::ByHand),
        1 => (category(), category(), 1..9_i64)
            .prop_map(|(one, two, by)| Act::MoveByHand(one, two, 2 * by + 1)),
        1 => (0..ROWS.len()).prop_map(Act::FlagByHand),
        2 => (0..4_usize).prop_map(Act::Likewise),
    ];
    let fault = prop_oneof![
        1 => Just(Fault::Refused),
        3 => Just(Fault::Lost),
        3 => Just(Fault::Unanswered),
        3 => (1..30_000_i64).prop_map(Fault::Late),
        2 => (0..10_000_i64, 1..30_000_i64).prop_map(|(wait, by)| Fault::Slow(wait, by)),
        1 => Just(Fault::Withdrawn),
    ];
    let fault = proptest::option::of((0..2_usize, fault, any::<bool>()));
    // The next act comes soon, or after everything is over.
    let pause = prop_oneof![3 => 500..20_000_i64, 1 => 36_000..90_000_i64];
    (act, fault, pause)
}

fn history(turns: &[Turn]) -> World {
    let mut world = World::new();
    for turn in turns {
        world.play(turn);
    }
    world.pass(2 * OVER_MILLIS);
    world.recover_in_doubt();
    world.pass(2 * OVER_MILLIS);
    world.recover_in_doubt();
    world
}

fn states(turns: &[Turn]) -> Vec<State> {
    let world = history(turns);
    world.judge();
    world.journal.iter().map(|told| told.entry.state).collect()
}

#[test]
fn the_states_explain_the_plan_and_count_no_write_twice() {
    let mut config = Config::default();
    if std::env::var_os("PROPTEST_CASES").is_none() {
        let is_long = std::env::var_os("CONFIRM_LONG").is_some();
        config.cases = if is_long { 50_000 } else { 300 };
    }
    config.failure_persistence = None;
    let counts = std::cell::Cell::new((0, 0));
    let turns = proptest::collection::vec(turn(), 1..12);
    let run = TestRunner::new(config).run(&turns, |turns| {
        let (unknown, known) = history(&turns).judge();
        let (all_unknown, all_known) = counts.get();
        counts.set((all_unknown + unknown, all_known + known));
        Ok(())
    });
    run.unwrap_or_else(|failure| panic!("{failure}"));
    let (unknown, known) = counts.get();
    println!("{known} operations are known, and {unknown} are not");
    assert!(
        unknown * 20 < known,
        "{unknown} of {} stay unknown",
        unknown + known
    );
}

const SOON: i64 = 1_000;
const MOVE: Act = Act::Move(0, 1, 50_000);

/// Checks that the outcome of a lone lost answer is always found out.
#[test]
fn a_lone_lost_answer_is_found_out() {
    let acts = [
        Act::Set(0, 10_000),
        MOVE,
        Act::Flags(vec![(0, 1), (1, 2)]),
        Act::Create(1, 2),
    ];
    for act in acts {
        for (fault, first, second) in [
            (Fault::Lost, State::Refused, State::Partial),
            (Fault::Unanswered, State::Partial, State::Applied),
            (Fault::Late(20_000), State::Partial, State::Applied),
        ] {
            for is_killed in [false, true] {
                let of = |step| states(&[(act.clone(), Some((step, fault, is_killed)), SOON)]);
                if matches!(act, Act::Move(..)) {
                    assert_eq!(of(0), [first], "{act:?} {fault:?} {is_killed}");
                    assert_eq!(of(1), [second], "{act:?} {fault:?} {is_killed}");
                } else {
                    let whole = if first == State::Partial {
                        State::Applied
                    } else {
                        first
                    };
                    assert_eq!(of(0), [whole], "{act:?} {fault:?} {is_killed}");
                }
            }
        }
    }
}

/// Checks one write: the first request is lost before it is applied, and the second is applied.
#[test]
fn a_repeat_is_not_counted_twice() {
    for act in [
        Act::Set(0, 10_000),
        MOVE,
        Act::Flags(vec![(0, 1), (1, 2)]),
        Act::Create(1, 1),
    ] {
        for is_killed in [false, true] {
            let lost = (act.clone(), Some((0, Fault::Lost, is_killed)), SOON);
            let again = (act.clone(), None, SOON);
            let found = states(&[lost, again]);
            assert_eq!(
                found,
                [State::Refused, State::Applied],
                "{act:?} {is_killed}"
            );
        }
    }
}

/// Checks overlapping changes by another kind of operation, also if only a part overlaps.
#[test]
fn an_overlap_is_not_counted_twice() {
    let lost = |act: Act| (act, Some((0, Fault::Lost, true)), SOON);
    let done = |act: Act| (act, None, SOON);
    for (first, second) in [
        (MOVE, Act::Set(0, 50_000)),
        (Act::Set(0, 50_000), MOVE),
        (Act::Flags(vec![(0, 1), (1, 2)]), Act::Flags(vec![(0, 1)])),
        (Act::Flags(vec![(0, 1)]), Act::Flags(vec![(0, 1), (1, 2)])),
        (MOVE, Act::Move(0, 2, 50_000)),
    ] {
        let found = states(&[lost(first.clone()), done(second.clone())]);
        assert_eq!(
            found,
            [State::Refused, State::Applied],
            "{first:?} {second:?}"
        );
    }
}

/// Keeps both requests unknown if both answers are lost and one of the two arrived.
#[test]
fn what_two_may_have_written_is_unknown() {
    for act in [Act::Set(0, 10_000), Act::Create(1, 1)] {
        let turn = |fault| (act.clone(), Some((0, fault, true)), SOON);
        let found = states(&[turn(Fault::Lost), turn(Fault::Unanswered)]);
        assert_eq!(found, [State::Unknown; 2], "{act:?}");
    }
}

/// Keeps a move unknown if both halves show and the second was never sent: somebody made the move.
#[test]
fn a_move_made_by_hand_is_nobodys() {
    let lost = (MOVE, Some((0, Fault::Lost, true)), SOON);
    let by_hand = (Act::MoveByHand(0, 1, 50_000), None, SOON);
    assert_eq!(states(&[lost, by_hand]), [State::Unknown]);
}

/// Keeps a request unknown if somebody entered another amount since.
#[test]
fn what_a_hand_overwrote_is_unknown() {
    let lost = (Act::Set(0, 10_000), Some((0, Fault::Lost, true)), SOON);
    let by_hand = (Act::ByHand(0), None, SOON);
    assert_eq!(states(&[lost, by_hand]), [State::Unknown]);
}

/// Checks two requests that create two deleted twins again, if only the first was answered.
#[test]
fn a_request_is_not_credited_with_the_twin_of_another() {
    let done = |act| (act, None, SOON);
    let lost = (Act::Undo(1), Some((1, Fault::Lost, false)), SOON);
    let found = states(&[done(Act::Create(1, 2)), done(Act::Undo(0)), lost]);
    assert_eq!(found[2], State::Partial);
}

/// Checks that one change of a request proves nothing: YNAB applies a request whole, and somebody may
/// have made the one change by hand.
#[test]
fn a_request_that_shows_in_part_is_unknown() {
    for act in [Act::Flags(vec![(0, 1), (1, 2)]), Act::Create(1, 2)] {
        for is_killed in [false, true] {
            let lost = (act.clone(), Some((0, Fault::Lost, is_killed)), SOON);
            let by_hand = (Act::Likewise(0), None, SOON);
            let found = states(&[lost, by_hand]);
            assert_eq!(found, [State::Unknown], "{act:?} {is_killed}");
        }
    }
}

/// Keeps a request unknown if a part shows, which a person may have made, and a part was overwritten.
#[test]
fn a_request_whose_other_part_was_overwritten_is_unknown() {
    let lost = (
        Act::Flags(vec![(0, 1), (1, 2)]),
        Some((0, Fault::Lost, true)),
        SOON,
    );
    let over_it = (Act::Flags(vec![(0, 2)]), None, SOON);
    let by_hand = (Act::Likewise(1), None, SOON);
    let found = states(&[lost, over_it, by_hand]);
    assert_eq!(found, [State::Unknown, State::Applied]);
}

/// Checks that a cancelled call keeps nothing unknown, because it sent nothing.
#[test]
fn a_withdrawn_operation_is_no_rival() {
    for act in [
        Act::Set(0, 10_000),
        MOVE,
        Act::Flags(vec![(0, 1), (1, 2)]),
        Act::Create(1, 2),
    ] {
        let withdrawn = (act.clone(), Some((0, Fault::Withdrawn, false)), SOON);
        let lost = (act.clone(), Some((1, Fault::Unanswered, true)), SOON);
        let found = states(&[withdrawn.clone(), lost.clone()]);
        assert_eq!(found, [State::Refused, State::Applied], "{act:?}");
        let lost = (act.clone(), Some((0, Fault::Unanswered, true)), SOON);
        let found = states(&[withdrawn, lost]);
        assert_eq!(found[0], State::Refused, "{act:?}");
        assert_ne!(found[1], State::Unknown, "{act:?}");
    }
}

/// Checks a process that dies while a request waits for its connection, and an operation right after.
#[test]
fn a_request_that_went_out_late_is_not_given_up() {
    let slow = (MOVE, Some((0, Fault::Slow(9_000, 29_000), true)), 27_000);
    let next = (Act::Flags(vec![(0, 1)]), None, SOON);
    let found = states(&[slow, next]);
    assert_eq!(found, [State::Partial, State::Applied]);
}
