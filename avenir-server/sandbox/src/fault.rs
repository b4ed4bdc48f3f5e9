//! What can be made to go wrong, for tests of clients.

use std::time::Duration;

use serde::{Deserialize, Serialize};

/// Something that goes wrong with chosen requests.
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

/// When a fault strikes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Moment {
    /// Nothing is read or written of the plan.
    Before,
    /// The request has been carried out.
    After,
}

/// An answer that does not come from the plan.
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
    /// An answer with that HTTP status and YNAB's error body, in place of carrying the request out.
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

    /// Answers this text, as JSON, whether it is any or not.
    #[must_use]
    pub fn body(mut self, body: &str) -> Self {
        self.body = Some(body.to_owned());
        self
    }

    /// Carries the request out all the same.
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

    /// Waits before the request is carried out.
    #[must_use]
    pub fn delay(time: Duration) -> Self {
        Self::every(Effect::DelayMs(millis(time)))
    }

    /// Carries the request out, and waits before it is answered.
    #[must_use]
    pub fn delay_answer(time: Duration) -> Self {
        Self::every(Effect::DelayAnswerMs(millis(time)))
    }

    /// Answers something else.
    #[must_use]
    pub fn answer(answer: CannedAnswer) -> Self {
        Self::every(Effect::Answer(answer))
    }

    /// Only requests with that verb, and with that text in their path.
    #[must_use]
    pub fn on(mut self, method: &str, path: &str) -> Self {
        self.method = Some(method.to_owned());
        path.clone_into(&mut self.path);
        self
    }

    /// Strikes the `nth` such request from now on, counted from 1, and not those before it.
    #[must_use]
    pub fn nth(mut self, nth: u32) -> Self {
        self.nth = nth;
        self
    }

    /// Strikes that many such requests in a row; without it, one.
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

    /// Counts the request, and says what happens to it.
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

/// What happens to one request.
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
    /// Requests of one connection have the same number.
    pub connection: u64,
    /// The verb.
    pub method: String,
    /// The path, with `/v1`.
    pub path: String,
    /// The query, without the question mark.
    pub query: String,
    /// The body as text, at most its first 64 KiB. No header is kept, so no token either.
    pub body: String,
    /// The status it was answered with; none if the connection was closed instead.
    pub status: Option<u16>,
}
