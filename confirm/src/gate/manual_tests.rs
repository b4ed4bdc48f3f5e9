//! Tests that the tables of the manual match the code.

use serde_json::{Value, json};

use super::{
    Fallback, Outcome, Settings,
    answer::{self, Answer},
    bounds,
    route::{CanAsk, route},
    texts,
};
use crate::{Status, Tier};

const HOW: &str = include_str!("../manual/how.rs");
const LIMITS: &str = include_str!("../manual/limits.rs");
const ROUTES: &str = include_str!("../manual/routes.rs");

/// Returns the rows of the table under a heading, without backticks.
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
    for tier in [Tier::Auto, Tier::Confirm, Tier::Handoff, Tier::Blocked] {
        for can_ask in [CanAsk::RoundTrip, CanAsk::InCall, CanAsk::No] {
            for fallback in [Fallback::Code, Fallback::ClientHint, Fallback::Refuse] {
                for [require_elicitation, always_code, codes] in FLAGS {
                    let settings = Settings {
                        fallback,
                        require_elicitation,
                        always_code,
                        ..Settings::default()
                    };
                    let cell = cell(tier, can_ask, codes, &settings);
                    let fits = |row: &Vec<String>| {
                        let mut pairs = row.iter().zip(&cell);
                        pairs.all(|(told, is)| told == "any" || told == is)
                    };
                    let mut fitting = rows.iter().enumerate().filter(|(_, row)| fits(row));
                    let (Some((at, row)), None) = (fitting.next(), fitting.next()) else {
                        panic!("not one row for {cell:?}");
                    };
                    let taken = match route(tier, can_ask, codes, &settings) {
                        Ok(route) => route.as_str().to_owned(),
                        Err(outcome) => format!("refused: {}", outcome.as_str()),
                    };
                    assert_eq!(row[5], taken, "{cell:?}");
                    used[at] = true;
                }
            }
        }
    }
    assert!(!used.contains(&false), "a row of the table is never used");
}

const FLAGS: [[bool; 3]; 8] = [
    [false, false, false],
    [false, false, true],
    [false, true, false],
    [false, true, true],
    [true, false, false],
    [true, false, true],
    [true, true, false],
    [true, true, true],
];

/// Describes a cell in the words of the table. The text below the table explains `always_code`.
fn cell(tier: Tier, can_ask: CanAsk, codes: bool, settings: &Settings) -> [String; 5] {
    let word = |yes| if yes { "yes" } else { "no" };
    let client = match can_ask {
        CanAsk::RoundTrip if !settings.always_code => "can be asked between calls",
        CanAsk::InCall if !settings.always_code => "can be asked during a call",
        _ => "cannot be asked",
    };
    let fallback = match settings.fallback {
        Fallback::ClientHint if !settings.always_code => "client_hint",
        Fallback::Refuse if !settings.always_code => "refuse",
        _ => "code",
    };
    let tier = format!("{tier:?}");
    let (required, taken) = (word(settings.require_elicitation), word(codes));
    [&*tier, client, fallback, required, taken].map(str::to_owned)
}

#[test]
fn answers() {
    for row in table(HOW, "The forms of a yes") {
        let reply = serde_json::from_str(&row[0]).unwrap();
        let outcome = match answer::read(&reply) {
            Answer::Yes => Outcome::Agreed,
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
    let told: Vec<_> = table(HOW, "Outcomes");
    let told: Vec<_> = told.iter().map(|row| [&*row[0], &*row[1]]).collect();
    let status = |outcome| match outcome {
        Outcome::CodeIssued => Status::ConfirmationRequired.as_str(),
        refusal => texts::refusal(refusal).map_or("", |(status, ..)| status.as_str()),
    };
    let all = std::iter::successors(Some(Outcome::Agreed), |outcome| after(*outcome));
    let all: Vec<_> = all.map(|it| [it.as_str(), status(it)]).collect();
    assert_eq!(told, all);
}

/// Returns the next outcome. A new one does not compile until it has a place here; the test then
/// fails until it has one in the table.
fn after(outcome: Outcome) -> Option<Outcome> {
    Some(match outcome {
        Outcome::Agreed => Outcome::Asked,
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
        Outcome::Spent => Outcome::Lost,
        Outcome::Lost => Outcome::NotProposed,
        Outcome::NotProposed => Outcome::Failed,
        Outcome::Failed => return None,
    })
}

#[test]
fn settings() {
    let rows = table(ROUTES, "Settings of the operator");
    let told = rows.iter().map(|row| {
        assert_eq!(row[0].to_uppercase(), row[1]);
        let default: Value = serde_json::from_str(&row[2]).unwrap();
        (row[0].clone(), default)
    });
    let told = Value::Object(told.collect());
    assert_eq!(told, json!(Settings::default()));
}

#[test]
fn every_bound() {
    let told: Vec<_> = table(LIMITS, "Bounds")
        .into_iter()
        .map(TryInto::try_into)
        .collect();
    let is: Vec<Result<[String; 3], _>> = bounds::rows().into_iter().map(Ok).collect();
    assert_eq!(told, is);
}

#[test]
fn capabilities() {
    for row in table(ROUTES, "Capabilities of the client") {
        let elicitation: Value = serde_json::from_str(&row[0]).unwrap();
        let declared = json!({"elicitation": elicitation});
        let can = crate::tool::declares_form(&declared);
        let words = ["cannot be asked", "can be asked"][usize::from(can)];
        assert_eq!(row[1], words, "{declared}");
    }
}
