//! Faults that a test asks the sandbox to make, and the requests it records.

use std::time::Duration;

use serde::{Deserialize, Serialize};

/// A fault that strikes chosen requests.
///
/// As JSON, for the control route: `{"method": "PATCH", "path": "/transactions", "nth": 2,
/// "effect": {"drop": "after"}}`. Effects are `{"drop": "before"}`, `{"drop": "after"}`,
/// `{"delay_ms": 250}`, `{"delay_answer_ms": 250}` and `{"answer": {"status": 503}}`.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Fault {
    #[serde(default)]
    method: Option<String>,
    #[serde(default)]
    path: String,
    #[serde(default = "first")]
    nth: u32,
    #[serde(default = "first")]
    times: u32,
    effect: Effect,
}

fn first() -> u32 {
    1
}

#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Effect {
    Drop(Moment),
    DelayMs(u64),
    DelayAnswerMs(u64),
    Answer(CannedAnswer),
}

/// The moment at which a fault strikes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Moment {
    /// Before the request is carried out: the plan is neither read nor written.
    Before,
    /// After the request has been carried out.
    After,
}

/// A response that a test chose, in place of the sandbox's own.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CannedAnswer {
    status: u16,
    #[serde(default)]
    headers: Vec<(String, String)>,
    #[serde(default)]
    body: Option<String>,
    #[serde(default = "before")]
    moment: Moment,
}

fn before() -> Moment {
    Moment::Before
}

impl CannedAnswer {
    /// Creates a response with that HTTP status and YNAB's error body. The request is not carried out.
    #[must_use]
    pub fn status(status: u16) -> Self {
        Self {
            status,
            headers: Vec::new(),
            body: None,
            moment: Moment::Before,
        }
    }

    /// Adds a header.
    #[must_use]
    pub fn header(mut self, name: &str, value: &str) -> Self {
        self.headers.push((name.to_owned(), value.to_owned()));
        self
    }

    /// Sends this text as the body, with the JSON content type. The text need not be valid JSON.
    #[must_use]
    pub fn body(mut self, body: &str) -> Self {
        self.body = Some(body.to_owned());
        self
    }

    /// Carries the request out before the canned response is sent.
    #[must_use]
    pub fn after(mut self) -> Self {
        self.moment = Moment::After;
        self
    }
}

impl Fault {
    /// Closes the connection without an answer.
    #[must_use]
    pub fn drop(moment: Moment) -> Self {
        Self::every(Effect::Drop(moment))
    }

    /// Delays the request before it is carried out.
    #[must_use]
    pub fn delay(time: Duration) -> Self {
        Self::every(Effect::DelayMs(millis(time)))
    }

    /// Carries the request out at once and delays the response.
    #[must_use]
    pub fn delay_answer(time: Duration) -> Self {
        Self::every(Effect::DelayAnswerMs(millis(time)))
    }

    /// Sends a canned response.
    #[must_use]
    pub fn answer(answer: CannedAnswer) -> Self {
        Self::every(Effect::Answer(answer))
    }

    /// Restricts the fault to requests with this method and with this text in their path.
    #[must_use]
    pub fn on(mut self, method: &str, path: &str) -> Self {
        self.method = Some(method.to_owned());
        path.clone_into(&mut self.path);
        self
    }

    /// Skips matching requests until the `nth` from now on, counted from 1.
    #[must_use]
    pub fn nth(mut self, nth: u32) -> Self {
        self.nth = nth;
        self
    }

    /// Strikes this many matching requests in a row. The default is one.
    #[must_use]
    pub fn times(mut self, times: u32) -> Self {
        self.times = times;
        self
    }

    fn every(effect: Effect) -> Self {
        Self {
            method: None,
            path: String::new(),
            nth: 1,
            times: 1,
            effect,
        }
    }

    /// Counts the request and returns the effect on it, if the fault strikes.
    pub(crate) fn meet(&mut self, method: &str, path: &str) -> Option<Strike> {
        let meant = self.method.as_deref().is_none_or(|own| own == method);
        if !meant || !path.contains(&self.path) || self.is_over() {
            return None;
        }
        if self.nth > 1 {
            self.nth -= 1;
            return None;
        }
        self.times -= 1;
        Some(match &self.effect {
            Effect::Drop(moment) => Strike::Drop(*moment),
            Effect::DelayMs(millis) => {
                Strike::Delay(Moment::Before, Duration::from_millis(*millis))
            }
            Effect::DelayAnswerMs(millis) => {
                Strike::Delay(Moment::After, Duration::from_millis(*millis))
            }
            Effect::Answer(answer) => Strike::Answer(answer.clone()),
        })
    }

    pub(crate) fn is_over(&self) -> bool {
        self.times == 0
    }
}

fn millis(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

/// The effect of a fault on one request.
#[derive(Debug)]
pub(crate) enum Strike {
    Drop(Moment),
    Delay(Moment, Duration),
    Answer(CannedAnswer),
}

impl CannedAnswer {
    pub(crate) fn moment(&self) -> Moment {
        self.moment
    }

    pub(crate) fn parts(&self) -> (u16, &[(String, String)], Option<&str>) {
        (self.status, &self.headers, self.body.as_deref())
    }
}

/// A request that reached the sandbox.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Request {
    /// The number of the connection, the same for all of its requests.
    pub connection: u64,
    /// The HTTP method.
    pub method: String,
    /// The path, with `/v1`.
    pub path: String,
    /// The query, without the question mark.
    pub query: String,
    /// The first 64 KiB of the body, as text. Headers are not recorded, so the token is not either.
    pub body: String,
    /// The status of the response, or `None` if the connection was closed instead.
    pub status: Option<u16>,
}
