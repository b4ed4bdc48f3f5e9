//! Lists operations and decisions.

use std::error::Error;

use jiff::{Timestamp, tz::TimeZone};
use serde_json::json;
use textwrap::core::display_width;

use crate::{
    cli::{self, Format},
    config,
    operations::{Decided, Entry},
    terminal::screen,
};

pub(crate) async fn run(options: cli::Journal) -> Result<(), Box<dyn Error>> {
    let journal = config::journal()?;
    if options.decisions {
        let mut decisions = journal.decisions().await?;
        let first = decisions.len().saturating_sub(options.limit);
        decisions.drain(..first);
        match options.format {
            Format::Json => print(&decisions.iter().map(decision_json).collect::<Vec<_>>())?,
            Format::Table if decisions.is_empty() => screen::println!("Nothing was asked yet."),
            Format::Table => table(
                ["when", "kind", "route", "outcome", "confirmation"],
                decisions.into_iter().map(|decided| {
                    [
                        time(decided.at),
                        decided.kind,
                        decided.route.unwrap_or_else(|| "-".into()),
                        decided.outcome,
                        decided.confirmation.unwrap_or_else(|| "-".into()),
                    ]
                }),
            ),
        }
        return Ok(());
    }
    let mut operations = journal.operations().await?;
    let first = operations.len().saturating_sub(options.limit);
    operations.drain(..first);
    match options.format {
        Format::Json => print(&operations.iter().map(operation_json).collect::<Vec<_>>())?,
        Format::Table if operations.is_empty() => screen::println!("Nothing was written yet."),
        Format::Table => table(
            ["when", "kind", "state", "route", "operation"],
            operations.into_iter().map(|entry| {
                [
                    time(entry.intended),
                    entry.kind,
                    entry.state.as_str().to_owned(),
                    entry.route,
                    entry.operation_id,
                ]
            }),
        ),
    }
    Ok(())
}

fn operation_json(entry: &Entry) -> serde_json::Value {
    json!({
        "operation_id": entry.operation_id,
        "kind": entry.kind,
        "plan_id": entry.plan_id,
        "state": entry.state.as_str(),
        "route": entry.route,
        "fingerprint": entry.fingerprint,
        "intended": time(entry.intended),
        "undoes": entry.undoes,
    })
}

fn decision_json(decided: &Decided) -> serde_json::Value {
    json!({
        "at": time(decided.at),
        "kind": decided.kind,
        "change": decided.change,
        "confirmation": decided.confirmation,
        "route": decided.route,
        "outcome": decided.outcome,
        "latency_ms": decided.latency_ms,
    })
}

fn print(rows: &[serde_json::Value]) -> Result<(), serde_json::Error> {
    screen::println!("{}", serde_json::to_string_pretty(rows)?);
    Ok(())
}

/// Returns a time in UTC, to the second.
fn time(millis: i64) -> String {
    let time = Timestamp::from_millisecond(millis).unwrap_or_default();
    let time = TimeZone::UTC.to_datetime(time);
    time.strftime("%Y-%m-%d %H:%M:%SZ").to_string()
}

fn table(head: [&str; 5], rows: impl Iterator<Item = [String; 5]>) {
    let rows: Vec<[String; 5]> = std::iter::once(head.map(str::to_owned))
        .chain(rows.map(|row| row.map(|cell| screen::plain(&cell))))
        .collect();
    let mut widths = [0; 5];
    for row in &rows {
        for (width, cell) in widths.iter_mut().zip(row) {
            *width = (*width).max(display_width(cell));
        }
    }
    for row in rows {
        let cells = row.iter().zip(widths);
        let line: Vec<String> = cells
            .map(|(cell, width)| screen::pad(cell, width))
            .collect();
        screen::println!("{}", line.join("  ").trim_end());
    }
}
