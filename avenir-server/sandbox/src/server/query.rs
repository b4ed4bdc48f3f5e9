//! Query parameters of lists.

use std::collections::HashMap;

use axum::extract;
use jiff::ToSpan;
use jiff::civil::Date;

use crate::failure::Failure;
use crate::store::transactions::{Filter, Kind, Of};

/// The query of a request. As on YNAB, unknown parameters are ignored.
pub(super) type Query = extract::Query<HashMap<String, String>>;

/// Reads `last_knowledge_of_server`.
pub(super) fn knowledge(query: &Query) -> Result<Option<i64>, Failure> {
    parse(
        query,
        "last_knowledge_of_server",
        "must be an integer",
        |text| text.parse().ok(),
    )
}

/// Returns whether the query has `include_accounts=true`.
pub(super) fn include_accounts(query: &Query) -> bool {
    query
        .get("include_accounts")
        .is_some_and(|text| text == "true")
}

/// Reads the parameters of the transaction lists. `since_date` defaults to one year ago; as on YNAB,
/// the default applies to delta requests too.
pub(super) fn filter(query: &Query, of: Of, today: Date) -> Result<Filter, Failure> {
    let a_year_ago = today.saturating_sub(1.year());
    Ok(Filter {
        since_date: date(query, "since_date")?.or(Some(a_year_ago)),
        until_date: date(query, "until_date")?,
        kind: parse(
            query,
            "type",
            "must be uncategorized or unapproved",
            |text| match text {
                "uncategorized" => Some(Kind::Uncategorized),
                "unapproved" => Some(Kind::Unapproved),
                _ => None,
            },
        )?,
        since_knowledge: knowledge(query)?,
        of,
    })
}

fn date(query: &Query, name: &str) -> Result<Option<Date>, Failure> {
    parse(query, name, "must be a date such as 2016-12-30", |text| {
        text.parse().ok()
    })
}

/// Parses a parameter. An empty parameter counts as absent.
fn parse<T>(
    query: &Query,
    name: &str,
    rule: &str,
    read: impl FnOnce(&str) -> Option<T>,
) -> Result<Option<T>, Failure> {
    match query.get(name).map(String::as_str) {
        None | Some("") => Ok(None),
        Some(text) => read(text)
            .map(Some)
            .ok_or_else(|| Failure::bad(format!("{name} {rule}"))),
    }
}
