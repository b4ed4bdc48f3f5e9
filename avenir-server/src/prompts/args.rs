//! Reads the arguments of a prompt, which become part of the user's message.

use avenir_ynab::{Client, Decimal, Milliunits};
use confirm::preview::quoted;
use rmcp::model::JsonObject;
use serde_json::Value;

use crate::tools::{LAST_USED, dates::Month, last_used, read::no_plan, text};

/// The arguments that the client passed.
pub(super) struct Given<'a> {
    client: &'a Client,
    arguments: JsonObject,
}

impl<'a> Given<'a> {
    pub(super) fn new(client: &'a Client, arguments: JsonObject) -> Self {
        Self { client, arguments }
    }

    /// Refuses arguments that the prompt does not have.
    pub(super) fn only(&self, names: &[&str]) -> Result<(), String> {
        let mut all = self.arguments.keys();
        match all.find(|name| !names.contains(&name.as_str())) {
            None => Ok(()),
            Some(name) => Err(format!(
                "There is no argument {}: pass {}.",
                quoted(name, 60),
                names.join(", ")
            )),
        }
    }

    /// Returns the id of the plan that the user named. Only the id gets into the prompt, never the name.
    pub(super) async fn plan(&self) -> Result<String, String> {
        let given = self.needed("plan_id", "a plan's id or name, or last-used")?;
        if is_id(given) {
            return Ok(given.to_owned());
        }
        let plans = self.client.plans().await.map_err(text)?;
        // Resolve `last-used` now: a workflow of several steps is about one plan, even if the user opens
        // another meanwhile.
        if given == LAST_USED {
            return last_used(self.client, &plans).await.map_err(text);
        }
        let plans = plans.into_iter().map(|plan| (plan.id, plan.name));
        match named(plans, given) {
            Some(id) => Ok(id),
            None => Err(no_plan(self.client, given)
                .await
                .unwrap_or_else(|| format!("There is no plan {}.", quoted(given, 60)))),
        }
    }

    /// Returns the id of the account that the user named.
    pub(super) async fn account(&self, plan_id: &str) -> Result<String, String> {
        let given = self.needed("account_id", "an account's id or name")?;
        if is_id(given) {
            return Ok(given.to_owned());
        }
        let accounts = self.client.cached().accounts(plan_id).await.map_err(text)?;
        let open = accounts
            .into_iter()
            .filter(|one| !(one.deleted || one.closed));
        named(open.map(|one| (one.id, one.name)), given).ok_or_else(|| {
            format!(
                "The plan has no account {}, or several: take its id from list_accounts.",
                quoted(given, 60)
            )
        })
    }

    pub(super) fn month(&self) -> Result<Month, String> {
        match self.text("month")? {
            None => Ok(Month::Current),
            Some(given) => given.parse().map_err(|error| format!("month: {error}.")),
        }
    }

    pub(super) fn amount(&self, name: &str) -> Result<Decimal, String> {
        let given = self.needed(name, "an amount such as 1250.40")?;
        let amount: Result<Milliunits, _> = given.parse();
        amount.map(Milliunits::decimal).map_err(|_| {
            format!(
                "{name}: {} is not an amount: write it like 1250.40.",
                quoted(given, 40)
            )
        })
    }

    fn needed(&self, name: &str, what: &str) -> Result<&str, String> {
        self.text(name)?
            .ok_or_else(|| format!("{name} is missing: pass {what}."))
    }

    /// Returns the argument with that name, if it is not empty. Clients pass empty text for optional ones.
    fn text(&self, name: &str) -> Result<Option<&str>, String> {
        match self.arguments.get(name) {
            None | Some(Value::Null) => Ok(None),
            Some(Value::String(given)) => Ok(Some(given.trim()).filter(|given| !given.is_empty())),
            Some(_) => Err(format!("{name} must be a string: pass it in quotes.")),
        }
    }
}

/// Returns whether the text is a UUID, as YNAB's ids of plans and accounts are.
fn is_id(text: &str) -> bool {
    text.len() == 36
        && text.bytes().enumerate().all(|(at, byte)| match at {
            8 | 13 | 18 | 23 => byte == b'-',
            _ => byte.is_ascii_hexdigit(),
        })
}

/// Returns the id of the only object with that name or id.
fn named(all: impl Iterator<Item = (String, String)>, given: &str) -> Option<String> {
    let is_it = |id: &str, name: &str| id == given || name.to_lowercase() == given.to_lowercase();
    let mut found = all.filter(|(id, name)| is_it(id, name)).map(|(id, _)| id);
    found.next().filter(|_| found.next().is_none())
}
