use std::{collections::VecDeque, fmt};

use confirm::Confirmed;
use reqwest::Method as Verb;
use serde_json::Value;

use crate::{Change, Client, Error, Method, Step, cache::Cache, http::Http};

/// What is known of one request of a change.
#[derive(Debug)]
#[non_exhaustive]
pub enum Outcome {
    /// YNAB said that it is done, and answered this.
    Applied(Value),
    /// It is certain that nothing was done.
    Refused(Error),
    /// The answer was lost: it was done or it was not.
    Unknown(Error),
}

/// A confirmed change that is being made, one request at a time.
#[must_use = "nothing is sent before `next` is called"]
pub struct Writing<C> {
    change: C,
    http: Http,
    cache: Cache,
    steps: VecDeque<Step>,
    /// How many were sent.
    sent: usize,
}

impl Client {
    /// Makes a confirmed change: the one way to change anything.
    ///
    /// The change is spent here; its requests go out one by one as [`Writing::next`] is called.
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
    /// Sends the next request, and says what came of it. The first that is not applied is the
    /// last: nothing is sent after it, and nothing is sent again.
    ///
    /// Before the first, all are looked at: if an id cannot stand in an address, or not all
    /// requests fit into the hour, none is sent.
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
        // Also when it failed: it may have been done.
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

/// Shows how much is left to send, and nothing of it.
impl<C> fmt::Debug for Writing<C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Writing")
            .field("steps", &self.steps.len())
            .finish_non_exhaustive()
    }
}
