use std::time::Duration;

/// How patient a client is.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Settings {
    /// Requests in any hour, after which the client refuses by itself. YNAB's limit is 200 for a
    /// token; leave a share to whatever else uses the same one.
    pub hourly_limit: u32,
    /// How long one request may take. YNAB itself gives up after 30 s.
    pub timeout: Duration,
    /// How long a connection may take.
    pub connect_timeout: Duration,
    /// How long to wait before a read is tried a second time; four times as long before the third,
    /// and there is no fourth.
    pub first_wait: Duration,
    /// The longest `Retry-After` that a read waits for; a longer one is told to the caller.
    pub longest_wait: Duration,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            hourly_limit: 200,
            timeout: Duration::from_secs(35),
            connect_timeout: Duration::from_secs(10),
            first_wait: Duration::from_millis(250),
            longest_wait: Duration::from_secs(5),
        }
    }
}
