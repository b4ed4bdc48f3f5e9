pub(crate) mod bounds;
mod env;

use std::time::Duration;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

pub use self::env::SettingsError;

/// The settings of a server's questions, the same for all of its tools.
///
/// They are read from a file through serde, or from the environment by
/// [`from_env`](Self::from_env). Unknown values are errors, and so are unknown keys of a file: a
/// typing error there does not weaken a question. A misspelt environment variable cannot be told
/// from somebody else's. In a file a duration is a whole number in the unit given for it below.
///
/// A duration outside its [bounds](crate::manual::_5_what_can_still_go_wrong#bounds) is an error
/// too. If the settings were made in code, the gate uses the nearest allowed duration and logs a
/// warning.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
#[non_exhaustive]
pub struct Settings {
    /// The route for a [`Tier::Confirm`](crate::Tier::Confirm) operation when the client cannot
    /// ask.
    pub fallback: Fallback,
    /// If true, only a person's answer in the client confirms: codes are neither issued nor
    /// accepted.
    pub require_elicitation: bool,
    /// If true, every client counts as unable to ask, whatever it declares, and a code takes the
    /// place of the question. It is for clients that declare elicitation and then answer by
    /// themselves. If no code can be used, the call is refused.
    pub always_code: bool,
    /// How long a question during a call stays open, in seconds. 55 by default, because SDKs give
    /// up at 60.
    #[serde(serialize_with = "seconds", deserialize_with = "deadline")]
    pub deadline: Duration,
    /// How long a question between two calls, or a code, stays valid, in seconds. 600 by default.
    #[serde(serialize_with = "seconds", deserialize_with = "lifetime")]
    pub lifetime: Duration,
    /// The cooldown: how long a change that was declined, or whose form came back unticked, is not
    /// asked about again, in seconds. 10 by default; zero asks again at once.
    #[serde(serialize_with = "seconds", deserialize_with = "cool_down")]
    pub cool_down: Duration,
    /// A decline during a call that comes faster than this counts as never asked, in milliseconds.
    /// Zero by default, so that no decline does. No person answers within 50 milliseconds.
    #[serde(serialize_with = "milliseconds", deserialize_with = "instant_decline")]
    pub instant_decline: Duration,
    /// How much of a change is shown.
    pub disclosure: Disclosure,
    /// The language of the texts that people read. Texts for models are always English.
    pub language: Language,
}

impl Settings {
    /// Replaces each duration that is out of bounds by the nearest allowed one, with a warning.
    pub(super) fn within_bounds(mut self) -> Self {
        for (range, setting) in [
            (bounds::DEADLINE, &mut self.deadline),
            (bounds::LIFETIME, &mut self.lifetime),
            (bounds::COOL_DOWN, &mut self.cool_down),
            (bounds::INSTANT_DECLINE, &mut self.instant_decline),
        ] {
            let allowed = range.nearest(*setting);
            if allowed != *setting {
                let (name, given) = (range.name, *setting);
                tracing::warn!(
                    name,
                    ?given,
                    ?allowed,
                    "a setting is out of bounds; the nearest is taken"
                );
                *setting = allowed;
            }
        }
        self
    }
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            fallback: Fallback::default(),
            require_elicitation: false,
            always_code: false,
            deadline: Duration::from_secs(55),
            lifetime: Duration::from_secs(600),
            cool_down: Duration::from_secs(10),
            instant_decline: Duration::ZERO,
            disclosure: Disclosure::default(),
            language: Language::default(),
        }
    }
}

/// The route for a client that cannot ask.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Fallback {
    /// A single-use code, bound to exactly the change that the preview shows.
    #[default]
    Code,
    /// The dialog that the client itself shows before it calls a destructive tool.
    ClientHint,
    /// No route: the change is refused.
    Refuse,
}

/// How much of a change is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Disclosure {
    /// Everything that the subject shows.
    #[default]
    Full,
    /// Only the operation and its consequence, as for a sensitive subject.
    Minimal,
}

/// A language with built-in texts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub enum Language {
    /// English.
    #[default]
    #[serde(rename = "en")]
    English,
    /// Spanish.
    #[serde(rename = "es")]
    Spanish,
    /// Dutch.
    #[serde(rename = "nl")]
    Dutch,
}

impl Language {
    /// Returns the language tag, such as `es`.
    #[must_use]
    pub fn tag(self) -> &'static str {
        match self {
            Self::English => "en",
            Self::Spanish => "es",
            Self::Dutch => "nl",
        }
    }
}

fn seconds<S: Serializer>(time: &Duration, s: S) -> Result<S::Ok, S::Error> {
    s.serialize_u64(time.as_secs())
}

fn milliseconds<S: Serializer>(time: &Duration, s: S) -> Result<S::Ok, S::Error> {
    s.serialize_u64(u64::try_from(time.as_millis()).unwrap_or(u64::MAX))
}

fn deadline<'de, D: Deserializer<'de>>(d: D) -> Result<Duration, D::Error> {
    bounds::DEADLINE.deserialize(d)
}

fn lifetime<'de, D: Deserializer<'de>>(d: D) -> Result<Duration, D::Error> {
    bounds::LIFETIME.deserialize(d)
}

fn cool_down<'de, D: Deserializer<'de>>(d: D) -> Result<Duration, D::Error> {
    bounds::COOL_DOWN.deserialize(d)
}

fn instant_decline<'de, D: Deserializer<'de>>(d: D) -> Result<Duration, D::Error> {
    bounds::INSTANT_DECLINE.deserialize(d)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_read_strictly_and_written_back() {
        let settings = Settings {
            fallback: Fallback::ClientHint,
            language: Language::Spanish,
            instant_decline: Duration::from_millis(20),
            ..Settings::default()
        };
        let json = serde_json::to_string(&settings).unwrap();
        assert_eq!(serde_json::from_str::<Settings>(&json).unwrap(), settings);
        assert_eq!(
            serde_json::from_str::<Settings>("{}").unwrap(),
            Settings::default()
        );
        for bad in [
            r#"{"falback":"code"}"#,
            r#"{"fallback":"codes"}"#,
            r#"{"deadline":"55"}"#,
            r#"{"deadline":0}"#,
            r#"{"deadline":3601}"#,
            r#"{"lifetime":0}"#,
            r#"{"lifetime":86401}"#,
            r#"{"lifetime":9223372036854775807}"#,
            r#"{"lifetime":18446744073709551615}"#,
            r#"{"lifetime":-1}"#,
            r#"{"lifetime":1.5}"#,
            r#"{"cool_down":86401}"#,
            r#"{"instant_decline":10001}"#,
        ] {
            assert!(serde_json::from_str::<Settings>(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn a_duration_out_of_bounds_is_told_what_is_allowed() {
        let read = serde_json::from_str::<Settings>(r#"{"lifetime":0}"#);
        let error = read.unwrap_err().to_string();
        let told =
            "lifetime is 0: set it to whole seconds, 1 or more and at most 86400, or leave it out";
        assert!(error.starts_with(told), "{error}");
    }

    #[test]
    fn the_edges_of_every_bound_are_allowed() {
        let edges = |name: &str, least: u64, most: u64| {
            for (number, allowed) in [(least, true), (most, true), (most + 1, false)] {
                let file = format!(r#"{{"{name}":{number}}}"#);
                let read = serde_json::from_str::<Settings>(&file);
                assert_eq!(read.is_ok(), allowed, "{file}");
            }
        };
        edges("deadline", 1, 3_600);
        edges("lifetime", 1, 86_400);
        edges("cool_down", 0, 86_400);
        edges("instant_decline", 0, 10_000);
    }

    #[test]
    fn the_tag_of_a_language_is_its_word_in_a_file() {
        for language in [Language::English, Language::Spanish, Language::Dutch] {
            let word = serde_json::to_value(language).unwrap();
            assert_eq!(word, language.tag());
        }
    }
}
