use std::{collections::VecDeque, fmt};

use confirm::Confirmed;
use reqwest::Method as Verb;
use serde_json::Value;

use crate::{Change, Client, Error, Method, Step, http::Http};

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
pub struct Writing {
    http: Http,
    steps: VecDeque<Step>,
}

impl Client {
    /// Makes a confirmed change: the one way to change anything.
    ///
    /// The change is spent here; its requests go out one by one as [`Writing::next`] is called.
    pub fn write<C: Change>(&self, change: Confirmed<C>) -> Writing {
        Writing {
            http: self.http.clone(),
            steps: change.into_subject().steps().into(),
        }
    }
}

impl Writing {
    /// Sends the next request, and says what came of it. The first that is not applied is the
    /// last: nothing is sent after it, and nothing is sent again.
    pub async fn next(&mut self) -> Option<Outcome> {
        let step = self.steps.pop_front()?;
        let verb = match step.method {
            Method::Patch => Verb::PATCH,
        };
        let path: Vec<&str> = step.path.iter().map(String::as_str).collect();
        let outcome = match self.http.send(verb, &path, &step.body).await {
            Ok(answer) => return Some(Outcome::Applied(answer)),
            Err(error) if error.changed_nothing() => Outcome::Refused(error),
            Err(error) => Outcome::Unknown(error),
        };
        self.steps.clear();
        Some(outcome)
    }
}

/// Shows how much is left to send, and nothing of it.
impl fmt::Debug for Writing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Writing")
            .field("steps", &self.steps.len())
            .finish_non_exhaustive()
    }
}
