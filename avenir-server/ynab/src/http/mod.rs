//! Sends all requests. Only this module holds the token.

mod json;
mod rate_limiter;

pub(crate) use self::json::Body;

use std::{
    fmt,
    sync::{
        Arc,
        atomic::{AtomicI64, Ordering},
    },
    time::{Duration, Instant},
};

use confirm::preview::quoted;
use jiff::{SignedDuration, Timestamp, civil::Date, fmt::rfc2822, tz::TimeZone};
use reqwest::{
    Method, Response, StatusCode, Url,
    header::{self, HeaderValue},
    redirect, retry,
};
use serde::{Deserialize, de::DeserializeOwned};
use serde_json::Value;
use tokio::sync::Semaphore;

use self::rate_limiter::RateLimiter;
use crate::{
    Endpoint, Error, Settings,
    bounds::{
        LARGEST_ANSWER, LARGEST_REFUSAL, LONGEST_CLOSED, LONGEST_ID, MOST_READS, MOST_RETRIES,
        PATIENCE,
    },
    characters::whole_characters,
    foreign::Foreign,
};

#[derive(Clone)]
pub(crate) struct Http {
    client: reqwest::Client,
    base: Url,
    authorization: HeaderValue,
    foreign: Foreign,
    limiter: RateLimiter,
    settings: Settings,
    /// The permits of reads. A write does not wait for reads.
    reads: Arc<Semaphore>,
    /// The seconds that this machine's clock is ahead of the answers' `Date`.
    ahead: Arc<AtomicI64>,
}

/// The value before the clocks were compared.
const UNKNOWN: i64 = i64::MIN;

#[derive(Deserialize)]
struct Failure {
    error: FailureDetail,
}

#[derive(Deserialize)]
struct FailureDetail {
    #[serde(default)]
    detail: String,
}

impl Http {
    pub(crate) fn new(endpoint: Endpoint, settings: Settings) -> Result<Self, Error> {
        let foreign = Foreign::new(&endpoint.token());
        // Ignore an error: the process may have a provider already, and any will do.
        _ = rustls::crypto::ring::default_provider().install_default();
        let client = reqwest::Client::builder()
            .user_agent(concat!("avenir-server/", env!("CARGO_PKG_VERSION")))
            // Use only the configured address: do not follow redirects, and do not use a proxy.
            .redirect(redirect::Policy::none())
            .no_proxy()
            // Do not retry here: the code below decides whether a request may be sent again.
            .retry(retry::never())
            .timeout(settings.timeout)
            .connect_timeout(settings.connect_timeout)
            .pool_max_idle_per_host(MOST_READS)
            .build()
            .map_err(|error| Error::from_transport(&error, &foreign))?;
        Ok(Self {
            client,
            base: endpoint.base,
            authorization: endpoint.authorization,
            foreign,
            limiter: RateLimiter::new(settings.hourly_limit),
            settings,
            reads: Arc::new(Semaphore::new(MOST_READS)),
            ahead: Arc::new(AtomicI64::new(UNKNOWN)),
        })
    }

    /// Returns a clone with `count` reserved requests of the hour.
    pub(crate) fn reserve(&self, count: usize) -> Result<Self, Error> {
        let limiter = self.limiter.reserve(count, Instant::now())?;
        Ok(Self {
            limiter,
            ..self.clone()
        })
    }

    /// Reads. A read can be repeated, so it is retried if that can help.
    pub(crate) async fn get<T: DeserializeOwned>(
        &self,
        path: &[&str],
        query: &[(&str, &str)],
    ) -> Result<T, Error> {
        self.get_body(path, query).await?.data()
    }

    /// Reads the body of an answer, for callers that parse it more than once.
    pub(crate) async fn get_body(
        &self,
        path: &[&str],
        query: &[(&str, &str)],
    ) -> Result<Body<'_>, Error> {
        let mut url = self.url(path)?;
        if !query.is_empty() {
            url.query_pairs_mut().extend_pairs(query);
        }
        let started = Instant::now();
        self.limiter.take(started)?;
        let mut retries = 0;
        loop {
            let error = match self.read(url.clone()).await {
                Ok(bytes) => return Ok(Body::new(&bytes, &self.foreign)),
                Err(error) => error,
            };
            let Some(wait) = self.wait_after(&error, retries) else {
                return Err(error);
            };
            if started.elapsed() + wait > PATIENCE {
                return Err(error);
            }
            tokio::time::sleep(wait).await;
            if self.limiter.take(Instant::now()).is_err() {
                return Err(error);
            }
            retries += 1;
        }
    }

    /// Writes. Never sends the request again. Only [`Client::write`](crate::Client::write) calls
    /// this.
    pub(crate) async fn send(
        &self,
        method: Method,
        path: &[&str],
        body: &Value,
    ) -> Result<Value, Error> {
        let url = self.url(path)?;
        self.limiter.take(Instant::now())?;
        let response = self.once(method, url, body).await?;
        // YNAB applied the request, even if the body is lost or cannot be read.
        let bytes = self
            .bytes(response, LARGEST_ANSWER)
            .await
            .unwrap_or_default();
        let body = Body::new(&bytes, &self.foreign);
        Ok(body.data().unwrap_or_default())
    }

    /// Checks that every part of a path has only characters without a meaning in an address: no dot
    /// and no slash. So an id cannot change the address.
    pub(crate) fn check(path: &[&str]) -> Result<(), Error> {
        let is_plain = |part: &str| {
            let plain = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_';
            (1..=LONGEST_ID).contains(&part.len()) && part.bytes().all(plain)
        };
        match path.iter().find(|part| !is_plain(part)) {
            None => Ok(()),
            Some(part) => Err(Error::NoId {
                id: quoted(part, 60),
            }),
        }
    }

    fn url(&self, path: &[&str]) -> Result<Url, Error> {
        Self::check(path)?;
        let mut url = self.base.clone();
        url.path_segments_mut()
            .expect("http and https addresses have a path")
            .pop_if_empty()
            .extend(path);
        Ok(url)
    }

    async fn read(&self, url: Url) -> Result<Vec<u8>, Error> {
        let _one_of_few = self.reads.acquire().await;
        let response = self.once(Method::GET, url, &Value::Null).await?;
        self.bytes(response, LARGEST_ANSWER).await
    }

    /// Reads a body of at most `most` bytes.
    async fn bytes(&self, mut response: Response, most: usize) -> Result<Vec<u8>, Error> {
        let announced = response.content_length().unwrap_or_default();
        if announced > most as u64 {
            return Err(Error::TooLarge);
        }
        let mut bytes = Vec::new();
        loop {
            match response.chunk().await {
                Ok(Some(chunk)) if bytes.len() + chunk.len() > most => return Err(Error::TooLarge),
                Ok(Some(chunk)) => bytes.extend_from_slice(&chunk),
                Ok(None) => return Ok(bytes),
                Err(error) => return Err(Error::from_transport(&error, &self.foreign)),
            }
        }
    }

    async fn once(&self, method: Method, url: Url, body: &Value) -> Result<Response, Error> {
        let mut request = self
            .client
            .request(method, url)
            .header(header::AUTHORIZATION, self.authorization.clone());
        if !body.is_null() {
            request = request.json(body);
        }
        let response = match request.send().await {
            Ok(response) => response,
            Err(error) => return Err(Error::from_transport(&error, &self.foreign)),
        };
        self.compare_clocks(&response);
        if response.status().is_success() {
            return Ok(response);
        }
        Err(self.refusal(response).await)
    }

    fn compare_clocks(&self, response: &Response) {
        let date = response.headers().get(header::DATE);
        let date = date.and_then(|date| rfc2822::parse(date.to_str().ok()?).ok());
        if let Some(date) = date {
            let ahead = Timestamp::now().as_second() - date.timestamp().as_second();
            self.ahead.store(ahead, Ordering::Relaxed);
        }
    }

    /// Returns how many seconds this machine's clock was ahead of the last answer.
    pub(crate) fn clock_ahead(&self) -> Option<i64> {
        Some(self.ahead.load(Ordering::Relaxed)).filter(|&ahead| ahead != UNKNOWN)
    }

    /// Returns the UTC day by YNAB's clock: this machine's clock, corrected by the last answer.
    pub(crate) fn today(&self) -> Date {
        let ahead = SignedDuration::from_secs(self.clock_ahead().unwrap_or_default());
        let now = Timestamp::now();
        let now = now.checked_sub(ahead).unwrap_or(now);
        TimeZone::UTC.to_datetime(now).date()
    }

    async fn refusal(&self, response: Response) -> Error {
        let status = response.status();
        let wait = retry_after(&response);
        if let (StatusCode::TOO_MANY_REQUESTS, Some(wait)) = (status, wait) {
            self.limiter.close(wait, Instant::now());
        }
        let body = self.bytes(response, LARGEST_REFUSAL).await;
        let body = body.unwrap_or_default();
        let detail = serde_json::from_str(&whole_characters(&body))
            .map(|failure: Failure| failure.error.detail)
            .unwrap_or_default();
        Error::from_status(status.as_u16(), self.foreign.line(&detail), wait)
    }

    /// Returns how long to wait before a failed read is retried, or `None` if the read is not
    /// retried.
    fn wait_after(&self, error: &Error, retries: u32) -> Option<Duration> {
        if retries >= MOST_RETRIES {
            return None;
        }
        match error {
            Error::Unreachable { .. } | Error::Lost { .. } | Error::Failed { status: 500.. } => {
                Some(self.settings.first_wait * 4_u32.pow(retries))
            }
            Error::RateLimited { wait } => wait.filter(|&wait| wait <= self.settings.longest_wait),
            _ => None,
        }
    }
}

/// Returns how long the answer says to wait. Accepts only seconds, because a date would need equal
/// clocks.
fn retry_after(response: &Response) -> Option<Duration> {
    let value = response.headers().get(header::RETRY_AFTER)?;
    value
        .to_str()
        .ok()?
        .trim()
        .parse()
        .ok()
        .map(Duration::from_secs)
        .map(|wait| wait.min(LONGEST_CLOSED))
}

/// Shows the address, and not the token.
impl fmt::Debug for Http {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Http")
            .field("base", &self.base.as_str())
            .finish_non_exhaustive()
    }
}
