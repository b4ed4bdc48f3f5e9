//! The tables of the manual, held to the code.

use serde_json::{Value, json};

use super::{
    Fallback, Outcome, Settings,
    answer::{self, Answer},
    route::{CanAsk, NoRoute, route},
};
use crate::{Status, Tier};

const HOW: &str = include_str!("../manual/how.rs");
const ROUTES: &str = include_str!("../manual/routes.rs");

/// The rows of the table under a heading, without the marks of code.
fn table(chapter: &str, heading: &str) -> Vec<Vec<String>> {
    let heading = format!("//! # {heading}");
    let lines = chapter.lines().skip_while(|line| *line != heading);
    let lines = lines.skip_while(|line| !line.starts_with("//! |"));
    let rows = lines
        .take_while(|line| line.starts_with("//! |"))
        .skip(2)
        .map(|line| {
            let cells = line.trim_start_matches("//! |").trim_end_matches('|');
            let cells = cells.split(" |").map(|cell| cell.trim().replace('`', ""));
            cells.collect()
        });
    let rows: Vec<Vec<String>> = rows.collect();
    assert!(!rows.is_empty(), "{heading}");
    rows
}

#[test]
fn routes() {
    let rows = table(ROUTES, "Every cell");
    let mut used = vec![false; rows.len()];
    let mut cells = 0;
    for (tier, tier_word) in [
        (Tier::Auto, "Auto"),
        (Tier::Confirm, "Confirm"),
        (Tier::Handoff, "Handoff"),
        (Tier::Blocked, "Blocked"),
    ] {
        for (can_ask, can_ask_words) in [
            (CanAsk::RoundTrip, "can be asked between calls"),
            (CanAsk::InCall, "can be asked during a call"),
            (CanAsk::No, "cannot be asked"),
        ] {
            for fallback in [Fallback::Code, Fallback::ClientHint, Fallback::Refuse] {
                for (require_elicitation, required) in [(false, "no"), (true, "yes")] {
                    for (codes, taken) in [(false, "no"), (true, "yes")] {
                        let settings = Settings {
                            fallback,
                            require_elicitation,
                            ..Settings::default()
                        };
                        let fallback = json!(fallback);
                        let fallback = fallback.as_str().unwrap();
                        let cell = [tier_word, can_ask_words, fallback, required, taken];
                        let fits = |row: &Vec<String>| {
                            let mut pairs = row.iter().zip(cell);
                            pairs.all(|(told, is)| told == "any" || told == is)
                        };
                        let mut fitting = rows.iter().enumerate().filter(|(_, row)| fits(row));
                        let (Some((at, row)), None) = (fitting.next(), fitting.next()) else {
                            panic!("not one row for {cell:?}");
                        };
                        let taken = match route(tier, can_ask, codes, &settings) {
                            Ok(route) => route.as_str().to_owned(),
                            Err(NoRoute::Blocked) => "refused: blocked".to_owned(),
                            Err(NoRoute::CannotAsk) => "refused: cannot_ask".to_owned(),
                        };
                        assert_eq!(row[5], taken, "{cell:?}");
                        used[at] = true;
                        cells += 1;
                    }
                }
            }
        }
    }
    assert_eq!(cells, 4 * 3 * 3 * 2 * 2);
    assert!(!used.contains(&false), "a row of the table is never used");
}

#[test]
fn answers() {
    for row in table(HOW, "What is a yes") {
        let reply = serde_json::from_str(&row[0]).unwrap();
        let outcome = match answer::read(&reply) {
            Answer::Yes => Outcome::Confirmed,
            Answer::Unticked => Outcome::Unticked,
            Answer::Declined => Outcome::Declined,
            Answer::Dismissed => Outcome::Dismissed,
            Answer::Malformed => Outcome::Malformed,
        };
        assert_eq!(row[1], outcome.as_str(), "{reply}");
    }
}

#[test]
fn outcomes() {
    let told: Vec<_> = table(HOW, "What comes of it");
    let told: Vec<_> = told.iter().map(|row| [&*row[0], &*row[1]]).collect();
    let status = |outcome: &Outcome| outcome.status().map_or("", Status::as_str);
    let all: Vec<_> = std::iter::successors(Some(Outcome::Confirmed), after).collect();
    let all: Vec<_> = all.iter().map(|it| [it.as_str(), status(it)]).collect();
    assert_eq!(told, all);
}

/// The next outcome. A new one does not compile until it has its place here, and in the table.
fn after(outcome: &Outcome) -> Option<Outcome> {
    Some(match outcome {
        Outcome::Confirmed => Outcome::Asked,
        Outcome::Asked => Outcome::CodeIssued,
        Outcome::CodeIssued => Outcome::Unticked,
        Outcome::Unticked => Outcome::Declined,
        Outcome::Declined => Outcome::CoolingDown,
        Outcome::CoolingDown => Outcome::Dismissed,
        Outcome::Dismissed => Outcome::Malformed,
        Outcome::Malformed => Outcome::NotAsked,
        Outcome::NotAsked => Outcome::Expired,
        Outcome::Expired => Outcome::Cancelled,
        Outcome::Cancelled => Outcome::Changed,
        Outcome::Changed => Outcome::CannotAsk,
        Outcome::CannotAsk => Outcome::Blocked,
        Outcome::Blocked => Outcome::CodeRefused,
        Outcome::CodeRefused => Outcome::CodesDisabled,
        Outcome::CodesDisabled => Outcome::CodeAndAnswer,
        Outcome::CodeAndAnswer => Outcome::InvalidState,
        Outcome::InvalidState => Outcome::Spent,
        Outcome::Spent => Outcome::Failed,
        Outcome::Failed => return None,
    })
}

#[test]
fn settings() {
    let rows = table(ROUTES, "What the operator sets");
    let told = rows.iter().map(|row| {
        assert_eq!(row[0].to_uppercase(), row[1]);
        let default: Value = serde_json::from_str(&row[2]).unwrap();
        (row[0].clone(), default)
    });
    let told = Value::Object(told.collect());
    assert_eq!(told, json!(Settings::default()));
}

#[test]
fn capabilities() {
    for row in table(ROUTES, "What the client can do") {
        let elicitation: Value = serde_json::from_str(&row[0]).unwrap();
        let declared = json!({"elicitation": elicitation});
        let can = crate::tool::declares_form(&declared);
        let words = ["cannot be asked", "can be asked"][usize::from(can)];
        assert_eq!(row[1], words, "{declared}");
    }
}
