//! Chooses the route of a call. It uses no type of the SDK.

use serde::{Serialize, Serializer};

use super::{Fallback, Outcome, Settings};
use crate::Tier;

/// The route on which a change is confirmed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
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
    /// The client's own dialog, which a tool's annotations ask for.
    ClientHint,
}

impl Route {
    /// Returns a stable label in `snake_case`, the same as in JSON.
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

impl Serialize for Route {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

/// How the client can be asked, according to this request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CanAsk {
    /// By an input-required result.
    RoundTrip,
    /// During the call.
    InCall,
    /// Not at all.
    No,
}

/// Returns the route of a fresh call, or the outcome if nobody can be asked. `codes` is true if the
/// tool has an argument for codes.
pub(crate) fn route(
    tier: Tier,
    can_ask: CanAsk,
    codes: bool,
    settings: &Settings,
) -> Result<Route, Outcome> {
    let can_ask = match can_ask {
        _ if settings.always_code => CanAsk::No,
        can_ask => can_ask,
    };
    match (tier, can_ask) {
        (Tier::Blocked, _) => Err(Outcome::Blocked),
        (Tier::Auto, _) => Ok(Route::Auto),
        (Tier::Confirm | Tier::Handoff, CanAsk::RoundTrip) => Ok(Route::RoundTrip),
        (Tier::Confirm | Tier::Handoff, CanAsk::InCall) => Ok(Route::InCall),
        (Tier::Handoff, CanAsk::No) => Err(Outcome::CannotAsk),
        (Tier::Confirm, CanAsk::No) if settings.require_elicitation => Err(Outcome::CannotAsk),
        (Tier::Confirm, CanAsk::No) => match fallback(settings) {
            // A model that cannot pass the code back would call in an endless loop.
            Fallback::Code if codes => Ok(Route::Code),
            Fallback::ClientHint => Ok(Route::ClientHint),
            Fallback::Code | Fallback::Refuse => Err(Outcome::CannotAsk),
        },
    }
}

/// Returns whether codes are issued and taken for an operation.
pub(crate) fn takes_codes(tier: Tier, codes: bool, settings: &Settings) -> bool {
    codes
        && tier == Tier::Confirm
        && fallback(settings) == Fallback::Code
        && !settings.require_elicitation
}

/// Returns the fallback. Under `always_code` it is a code: nothing weaker stands in for a client
/// that could have been asked.
fn fallback(settings: &Settings) -> Fallback {
    if settings.always_code {
        Fallback::Code
    } else {
        settings.fallback
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks every cell: tier, what the client can do, whether the tool takes codes, and settings.
    #[test]
    fn every_cell() {
        for fallback in [Fallback::Code, Fallback::ClientHint, Fallback::Refuse] {
            for require_elicitation in [false, true] {
                for always_code in [false, true] {
                    for codes in [false, true] {
                        cells(
                            codes,
                            Settings {
                                fallback,
                                require_elicitation,
                                always_code,
                                ..Settings::default()
                            },
                        );
                    }
                }
            }
        }
    }

    fn cells(codes: bool, settings: Settings) {
        use CanAsk::{InCall, No, RoundTrip};
        use Outcome::{Blocked, CannotAsk};
        let cannot_ask = match (settings.require_elicitation, settings.always_code) {
            (true, _) => Err(CannotAsk),
            (false, true) => codes.then_some(Route::Code).ok_or(CannotAsk),
            (false, false) => match (settings.fallback, codes) {
                (Fallback::Code, true) => Ok(Route::Code),
                (Fallback::ClientHint, _) => Ok(Route::ClientHint),
                (Fallback::Code, false) | (Fallback::Refuse, _) => Err(CannotAsk),
            },
        };
        let asked = |route, otherwise| {
            if settings.always_code {
                otherwise
            } else {
                Ok(route)
            }
        };
        for (tier, can_ask, expected) in [
            (Tier::Auto, RoundTrip, Ok(Route::Auto)),
            (Tier::Auto, InCall, Ok(Route::Auto)),
            (Tier::Auto, No, Ok(Route::Auto)),
            (
                Tier::Confirm,
                RoundTrip,
                asked(Route::RoundTrip, cannot_ask),
            ),
            (Tier::Confirm, InCall, asked(Route::InCall, cannot_ask)),
            (Tier::Confirm, No, cannot_ask),
            (
                Tier::Handoff,
                RoundTrip,
                asked(Route::RoundTrip, Err(CannotAsk)),
            ),
            (Tier::Handoff, InCall, asked(Route::InCall, Err(CannotAsk))),
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
