use std::time::Duration;

/// The time-outs and limits of a client.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Settings {
    /// The requests in any hour, after which the client refuses further ones. YNAB's limit is 200
    /// for a token; leave a share to other programs with the same token.
    pub hourly_limit: u32,
    /// The longest time of one request. YNAB itself gives up after 30 s.
    pub timeout: Duration,
    /// The longest time for connecting.
    pub connect_timeout: Duration,
    /// The wait before the first retry of a read. The second and last retry waits four times as
    /// long.
    pub first_wait: Duration,
    /// The longest `Retry-After` for which a read waits. A longer one is returned as an error.
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
