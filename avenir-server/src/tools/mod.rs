//! The tools, one file a family.

pub(crate) mod apart;
mod arguments;
pub(crate) mod catalogue;
pub(crate) mod dates;
pub(crate) mod progress;
pub(crate) mod read;
mod schema;
pub(crate) mod write;

use avenir_ynab::{
    Client, Error, MoneyError,
    model::{CurrencyFormat, Plan},
};
use confirm::Stop;

/// A plan that a call is about.
#[derive(Debug)]
pub(crate) struct Target {
    pub(crate) id: String,
    /// The plan's name, where the user has several.
    pub(crate) name: Option<String>,
    /// Decimals of its currency.
    pub(crate) digits: u32,
    /// Reads it.
    pub(crate) client: Client,
    /// What a question about it must say beside the change.
    pub(crate) notes: apart::Notes,
}

/// Whatever plan the user opened last.
pub(crate) const LAST_USED: &str = "last-used";

/// YNAB's group of the categories that pay off credit cards.
pub(crate) const CARD_PAYMENTS: &str = "Credit Card Payments";

/// Resolves what a caller named to one plan, once: `last-used` moves as the user opens plans.
pub(crate) async fn target(client: &Client, plan_id: &str) -> Result<Target, Stop> {
    let plans = client.plans().await.map_err(failed)?;
    let several = plans.len() > 1;
    let id = match plan_id {
        LAST_USED => last_used(client, &plans).await.map_err(failed)?,
        id => id.to_owned(),
    };
    let Some(plan) = plans.iter().find(|plan| plan.id == id) else {
        return Err(Stop::failed(read::not_there(&plans, plan_id)));
    };
    Ok(Target {
        digits: digits(plan),
        name: several.then(|| apart::plan_name(plan, &plans)),
        id,
        client: client.clone(),
        notes: apart::Notes::default(),
    })
}

/// The id of the plan that the user opened last. To tell which of several, YNAB sends all of it.
pub(crate) async fn last_used(client: &Client, plans: &[Plan]) -> Result<String, Error> {
    match plans {
        [only] => Ok(only.id.clone()),
        _ => client.last_used().await,
    }
}

fn digits(plan: &Plan) -> u32 {
    let format: Option<&CurrencyFormat> = plan.currency_format.as_ref();
    format.map_or(2, |format| format.decimal_digits)
}

/// A read that failed: nothing was changed.
pub(crate) fn failed(error: Error) -> Stop {
    Stop::failed(format!("Nothing was changed: {}", text(error)))
}

/// Stops a change whose amounts cannot be counted exactly.
#[expect(clippy::needless_pass_by_value, reason = "for `map_err`")]
pub(crate) fn inexact(error: MoneyError) -> Stop {
    Stop::failed(format!("Nothing was changed: {error}."))
}

#[expect(clippy::needless_pass_by_value, reason = "for `map_err`")]
pub(crate) fn text(error: Error) -> String {
    format!("{error}.")
}
