use std::{collections::VecDeque, fmt};

use confirm::Confirmed;
use reqwest::Method as Verb;
use serde_json::Value;

use crate::{Change, Client, Error, Method, Step, cache::Cache, http::Http};

/// The outcome of one request of a change.
#[derive(Debug)]
#[non_exhaustive]
pub enum Outcome {
    /// YNAB applied the request and answered this.
    Applied(Value),
    /// YNAB certainly did not apply the request.
    Refused(Error),
    /// The answer was lost, so YNAB may or may not have applied the request.
    Unknown(Error),
}

/// A confirmed change that is being made, one request at a time.
#[must_use = "nothing is sent before `next` is called"]
pub struct Writing<C> {
    change: C,
    http: Http,
    cache: Cache,
    steps: VecDeque<Step>,
    /// The number of requests sent.
    sent: usize,
}

impl Client {
    /// Makes a confirmed change. This is the only way to change anything.
    ///
    /// It takes the change by value. Each call of [`Writing::next`] sends one of its requests.
    pub fn write<C: Change>(&self, change: Confirmed<C>) -> Writing<C> {
        let change = change.into_subject();
        Writing {
            http: self.http.clone(),
            cache: self.cache.clone(),
            steps: change.steps().into(),
            sent: 0,
            change,
        }
    }
}

impl<C: Change> Writing<C> {
    /// Sends the next request and returns its outcome, or `None` after the last. After a request
    /// that was not applied, nothing more is sent. No request is sent twice.
    ///
    /// Before the first request all of them are checked. If an id cannot be part of an address, or
    /// the requests do not all fit into the hour, none is sent.
    pub async fn next(&mut self) -> Option<Outcome> {
        if self.sent == 0
            && let Err(error) = self.prepare()
        {
            self.steps.clear();
            return Some(Outcome::Refused(error));
        }
        let step = self.steps.pop_front()?;
        let verb = match step.method {
            Method::Post => Verb::POST,
            Method::Put => Verb::PUT,
            Method::Patch => Verb::PATCH,
            Method::Delete => Verb::DELETE,
        };
        let sent = self.http.send(verb, &segments(&step), &step.body).await;
        // Forget also after an error, because the request may have been applied.
        self.cache.forget(self.change.plan_id());
        self.sent += 1;
        let outcome = match sent {
            Ok(answer) if step.was_applied(&answer) => {
                return Some(Outcome::Applied(answer));
            }
            Ok(_) => Outcome::Unknown(Error::Ignored),
            Err(error) if error.changed_nothing() => Outcome::Refused(error),
            Err(error) => Outcome::Unknown(error),
        };
        self.steps.clear();
        Some(outcome)
    }

    fn prepare(&mut self) -> Result<(), Error> {
        for step in &self.steps {
            Http::check(&segments(step))?;
        }
        self.http = self.http.reserve(self.steps.len())?;
        Ok(())
    }
}

fn segments(step: &Step) -> Vec<&str> {
    step.path.iter().map(String::as_str).collect()
}

/// Shows how many requests are left, and nothing of their content.
impl<C> fmt::Debug for Writing<C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Writing")
            .field("steps", &self.steps.len())
            .finish_non_exhaustive()
    }
}
