//! The MCP tools, with one file for each family.

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

/// The plan of one call.
#[derive(Debug)]
pub(crate) struct OpenPlan {
    pub(crate) id: String,
    /// The plan's name, where the user has several.
    pub(crate) name: Option<String>,
    /// The number of decimals of the plan's currency.
    pub(crate) digits: u32,
    /// The client that reads the plan.
    pub(crate) client: Client,
    /// The notes that a question about the plan shows beside the change.
    pub(crate) notes: apart::Notes,
}

/// The plan id that stands for the plan that the user opened last.
pub(crate) const LAST_USED: &str = "last-used";

/// The name of YNAB's group of the categories that pay off credit cards.
pub(crate) const CARD_PAYMENTS: &str = "Credit Card Payments";

/// Resolves a plan id once for the whole call, because `last-used` moves as the user opens plans.
/// Fails if the plan does not exist, or the plans cannot be read.
pub(crate) async fn open_plan(client: &Client, plan_id: &str) -> Result<OpenPlan, Stop> {
    let plans = client.plans().await.map_err(failed)?;
    let several = plans.len() > 1;
    let id = match plan_id {
        LAST_USED => last_used(client, &plans).await.map_err(failed)?,
        id => id.to_owned(),
    };
    let Some(plan) = plans.iter().find(|plan| plan.id == id) else {
        return Err(Stop::failed(read::not_there(&plans, plan_id)));
    };
    Ok(OpenPlan {
        digits: digits(plan),
        name: several.then(|| apart::plan_name(plan, &plans)),
        id,
        client: client.clone(),
        notes: apart::Notes::default(),
    })
}

/// Returns the id of the plan that the user opened last. If there are several plans, YNAB sends the
/// whole plan with its id.
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

/// Returns the failure of a read, with a text that says that nothing was changed.
pub(crate) fn failed(error: Error) -> Stop {
    Stop::failed(format!("Nothing was changed: {}", text(error)))
}

/// Returns the failure of a change whose amounts cannot be calculated exactly.
#[expect(clippy::needless_pass_by_value, reason = "for `map_err`")]
pub(crate) fn inexact(error: MoneyError) -> Stop {
    Stop::failed(format!("Nothing was changed: {error}."))
}

#[expect(clippy::needless_pass_by_value, reason = "for `map_err`")]
pub(crate) fn text(error: Error) -> String {
    format!("{error}.")
}
