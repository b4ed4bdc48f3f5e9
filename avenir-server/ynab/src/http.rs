//! The only place that sends anything. It holds the token.

use std::time::Duration;

use reqwest::{Method, RequestBuilder, Response, Url, header, redirect};
use serde::{Deserialize, de::DeserializeOwned};
use serde_json::Value;

use crate::{Endpoint, Error};

/// YNAB gives up after 30 s with a 503.
const TIMEOUT: Duration = Duration::from_secs(35);
const CONNECT_TIMEOUT: Duration = Duration::from_secs(10);

#[derive(Clone, Debug)]
pub(crate) struct Http {
    client: reqwest::Client,
    base: Url,
}

#[derive(Deserialize)]
struct Envelope<T> {
    data: T,
}

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
    pub(crate) fn new(endpoint: Endpoint) -> Result<Self, Error> {
        // The process may have one already; any will do.
        _ = rustls::crypto::ring::default_provider().install_default();
        let client = reqwest::Client::builder()
            .default_headers(
                [(header::AUTHORIZATION, endpoint.authorization)]
                    .into_iter()
                    .collect(),
            )
            .user_agent(concat!("avenir-server/", env!("CARGO_PKG_VERSION")))
            // No address but the configured one: neither by a redirect nor through a proxy.
            .redirect(redirect::Policy::none())
            .no_proxy()
            .timeout(TIMEOUT)
            .connect_timeout(CONNECT_TIMEOUT)
            .build()
            .map_err(|error| Error::from_transport(&error))?;
        let base = endpoint.base;
        Ok(Self { client, base })
    }

    /// Reads. `path` is a list of segments, so that no id can leave its place.
    pub(crate) async fn get<T: DeserializeOwned>(
        &self,
        path: &[&str],
        query: &[(&str, &str)],
    ) -> Result<T, Error> {
        let request = self.client.get(self.url(path)).query(query);
        let response = send(request).await?;
        let body: Envelope<T> = response.json().await.map_err(|error| {
            if error.is_decode() {
                Error::unreadable(&error)
            } else {
                Error::from_transport(&error)
            }
        })?;
        Ok(body.data)
    }

    /// Writes. Only [`Writing`](crate::Writing) calls it, which a confirmed change alone makes.
    pub(crate) async fn send(
        &self,
        method: Method,
        path: &[&str],
        body: &Value,
    ) -> Result<Value, Error> {
        let request = self.client.request(method, self.url(path)).json(body);
        let response = send(request).await?;
        // YNAB said that it is done; a body that cannot be read does not undo it.
        let text = response.text().await.unwrap_or_default();
        let data = serde_json::from_str::<Envelope<Value>>(&text);
        Ok(data.map_or(Value::Null, |body| body.data))
    }

    fn url(&self, path: &[&str]) -> Url {
        let mut url = self.base.clone();
        url.path_segments_mut()
            .expect("http and https addresses have a path")
            .pop_if_empty()
            .extend(path);
        url
    }
}

async fn send(request: RequestBuilder) -> Result<Response, Error> {
    let response = request
        .send()
        .await
        .map_err(|error| Error::from_transport(&error))?;
    let status = response.status();
    if status.is_success() {
        return Ok(response);
    }
    let body = response.text().await.unwrap_or_default();
    let detail = serde_json::from_str(&body)
        .map(|failure: Failure| failure.error.detail)
        .unwrap_or_default();
    Err(Error::from_status(status.as_u16(), detail))
}
