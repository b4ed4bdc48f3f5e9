//! Which way a change is confirmed. Pure: no type of the SDK comes in here.

use serde::Serialize;

use super::{Fallback, Settings};
use crate::Tier;

/// The way a change came to be confirmed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Route {
    /// Nobody is asked: the operation has [`Tier::Auto`].
    Auto,
    /// An input-required result; the answer comes with the retried call (2026-07-28).
    RoundTrip,
    /// A question to the client during the call (older revisions).
    InCall,
    /// A confirmation code that the caller passes back.
    Code,
    /// The client's own dialogue, which a tool's annotations ask for.
    ClientHint,
}

impl Route {
    /// A stable label in `snake_case`, the same as in JSON.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::RoundTrip => "round_trip",
            Self::InCall => "in_call",
            Self::Code => "code",
            Self::ClientHint => "client_hint",
        }
    }
}

/// How the client can be asked, as this request says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CanAsk {
    /// By an input-required result.
    RoundTrip,
    /// During the call.
    InCall,
    /// Not at all.
    No,
}

/// Why no way leads to a person.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NoRoute {
    /// The operation is never allowed.
    Blocked,
    /// The client cannot ask, and nothing else may stand in for it.
    CannotAsk,
}

/// The route of a fresh call. `codes` says that the tool has an argument for them.
pub(crate) fn route(
    tier: Tier,
    can_ask: CanAsk,
    codes: bool,
    settings: &Settings,
) -> Result<Route, NoRoute> {
    match (tier, can_ask) {
        (Tier::Blocked, _) => Err(NoRoute::Blocked),
        (Tier::Auto, _) => Ok(Route::Auto),
        (Tier::Confirm | Tier::Handoff, CanAsk::RoundTrip) => Ok(Route::RoundTrip),
        (Tier::Confirm | Tier::Handoff, CanAsk::InCall) => Ok(Route::InCall),
        (Tier::Handoff, CanAsk::No) => Err(NoRoute::CannotAsk),
        (Tier::Confirm, CanAsk::No) if settings.require_elicitation => Err(NoRoute::CannotAsk),
        (Tier::Confirm, CanAsk::No) => match settings.fallback {
            // A tool that could not be handed the code back would loop for ever.
            Fallback::Code if codes => Ok(Route::Code),
            Fallback::ClientHint => Ok(Route::ClientHint),
            Fallback::Code | Fallback::Refuse => Err(NoRoute::CannotAsk),
        },
    }
}

/// Whether codes are issued and taken for an operation.
pub(crate) fn takes_codes(tier: Tier, codes: bool, settings: &Settings) -> bool {
    codes
        && tier == Tier::Confirm
        && settings.fallback == Fallback::Code
        && !settings.require_elicitation
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every cell: tier, what the client can do, whether the tool takes codes, and settings.
    #[test]
    fn every_cell() {
        for fallback in [Fallback::Code, Fallback::ClientHint, Fallback::Refuse] {
            for require_elicitation in [false, true] {
                for codes in [false, true] {
                    cells(
                        codes,
                        Settings {
                            fallback,
                            require_elicitation,
                            ..Settings::default()
                        },
                    );
                }
            }
        }
    }

    fn cells(codes: bool, settings: Settings) {
        use CanAsk::{InCall, No, RoundTrip};
        use NoRoute::{Blocked, CannotAsk};
        let cannot_ask = match (settings.require_elicitation, settings.fallback, codes) {
            (false, Fallback::Code, true) => Ok(Route::Code),
            (false, Fallback::ClientHint, _) => Ok(Route::ClientHint),
            (false, Fallback::Code, false) | (false, Fallback::Refuse, _) | (true, ..) => {
                Err(CannotAsk)
            }
        };
        for (tier, can_ask, expected) in [
            (Tier::Auto, RoundTrip, Ok(Route::Auto)),
            (Tier::Auto, InCall, Ok(Route::Auto)),
            (Tier::Auto, No, Ok(Route::Auto)),
            (Tier::Confirm, RoundTrip, Ok(Route::RoundTrip)),
            (Tier::Confirm, InCall, Ok(Route::InCall)),
            (Tier::Confirm, No, cannot_ask),
            (Tier::Handoff, RoundTrip, Ok(Route::RoundTrip)),
            (Tier::Handoff, InCall, Ok(Route::InCall)),
            (Tier::Handoff, No, Err(CannotAsk)),
            (Tier::Blocked, RoundTrip, Err(Blocked)),
            (Tier::Blocked, InCall, Err(Blocked)),
            (Tier::Blocked, No, Err(Blocked)),
        ] {
            let got = route(tier, can_ask, codes, &settings);
            assert_eq!(got, expected, "{tier:?} {can_ask:?} {codes} {settings:?}");
            let taken = tier == Tier::Confirm && cannot_ask == Ok(Route::Code);
            assert_eq!(takes_codes(tier, codes, &settings), taken);
        }
    }
}
