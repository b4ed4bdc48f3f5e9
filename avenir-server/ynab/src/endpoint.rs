use std::fmt;

use reqwest::{
    Url,
    header::{HeaderValue, InvalidHeaderValue},
};

/// Where YNAB is, and the token that opens it. `Debug` shows no token.
#[derive(Clone)]
pub struct Endpoint {
    pub(crate) base: Url,
    pub(crate) authorization: HeaderValue,
}

/// Why an endpoint cannot be used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum EndpointError {
    /// The address is not one.
    #[error(
        "`{address}` is not a usable address ({reason}); an example is {}",
        Endpoint::YNAB
    )]
    Address {
        /// What was given.
        address: String,
        /// What is wrong with it.
        reason: String,
    },
    /// The token is empty or holds what no header can.
    #[error(
        "the YNAB token is empty or holds characters that no token has; copy it again from YNAB's developer settings"
    )]
    Token,
}

impl Endpoint {
    /// The address of YNAB's API.
    pub const YNAB: &'static str = "https://api.ynab.com/v1";

    /// An endpoint at `address`, which is `https`, or `http` on loopback, opened by `token`.
    ///
    /// # Errors
    ///
    /// If the address is another one, or the token cannot be sent.
    pub fn new(address: &str, token: &str) -> Result<Self, EndpointError> {
        let wrong = |reason: String| EndpointError::Address {
            address: address.to_owned(),
            reason,
        };
        let base = Url::parse(address).map_err(|error| wrong(error.to_string()))?;
        let secure = match base.scheme() {
            "https" => true,
            "http" => is_loopback(&base),
            _ => false,
        };
        if !secure {
            return Err(wrong("it must be https, or http on this machine".into()));
        }
        if base.query().is_some() || base.fragment().is_some() || !base.username().is_empty() {
            return Err(wrong("it must be a plain address".into()));
        }
        if token.trim().is_empty() {
            return Err(EndpointError::Token);
        }
        let mut authorization = HeaderValue::from_str(&format!("Bearer {}", token.trim()))
            .map_err(|_: InvalidHeaderValue| EndpointError::Token)?;
        authorization.set_sensitive(true);
        Ok(Self {
            base,
            authorization,
        })
    }
}

fn is_loopback(url: &Url) -> bool {
    let host = url.host_str().unwrap_or_default();
    let host = host.trim_start_matches('[').trim_end_matches(']');
    host == "localhost"
        || host
            .parse()
            .is_ok_and(|ip: std::net::IpAddr| ip.is_loopback())
}

impl fmt::Debug for Endpoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Endpoint")
            .field("base", &self.base.as_str())
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_safe_addresses() {
        for good in [
            Endpoint::YNAB,
            "http://127.0.0.1:8080/v1",
            "http://localhost/v1",
            "http://[::1]:1/v1",
        ] {
            assert!(Endpoint::new(good, "t").is_ok(), "{good}");
        }
        for bad in [
            "http://api.ynab.com/v1",
            "http://localhost.example.com/v1",
            "http://127.0.0.1.example.com/v1",
            "ftp://127.0.0.1/v1",
            "https://user@api.ynab.com/v1",
            "https://api.ynab.com/v1?x=1",
            "api.ynab.com",
            "",
        ] {
            assert!(Endpoint::new(bad, "t").is_err(), "{bad}");
        }
    }

    #[test]
    fn the_token_is_not_shown() {
        let endpoint = Endpoint::new(Endpoint::YNAB, "s3cret").unwrap();
        assert!(!format!("{endpoint:?}").contains("s3cret"));
        for bad in ["", "  ", "a\nb", "é\u{0}"] {
            assert!(Endpoint::new(Endpoint::YNAB, bad).is_err(), "{bad:?}");
        }
    }
}
