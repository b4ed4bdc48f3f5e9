use std::time::Duration;

/// How a server's questions behave. The same for every tool of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Settings {
    /// What a [`Tier::Confirm`](crate::Tier::Confirm) operation does when the client cannot ask.
    pub fallback: Fallback,
    /// Only a person's answer in the client confirms; codes are neither issued nor taken.
    pub require_elicitation: bool,
    /// How long a question during a call stays open; 55 s, since SDKs give up at 60.
    pub deadline: Duration,
    /// How long a question between two calls, or a code, stays good; 600 s.
    pub lifetime: Duration,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            fallback: Fallback::Code,
            require_elicitation: false,
            deadline: Duration::from_secs(55),
            lifetime: Duration::from_secs(600),
        }
    }
}

/// What stands in for a client that cannot ask.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum Fallback {
    /// A single-use code, bound to exactly what the preview shows.
    #[default]
    Code,
    /// The dialogue that the client itself shows before it calls a tool that can destroy.
    ClientHint,
    /// Nothing: the change is refused.
    Refuse,
}
