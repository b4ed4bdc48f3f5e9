mod env;

use std::time::Duration;

use serde::{Deserialize, Serialize};

pub use self::env::SettingsError;

/// How a server's questions behave: the same for every tool of it.
///
/// It is read from a file through serde, or from the environment by [`from_env`](Self::from_env).
/// Unknown values are errors, and unknown keys of a file: a typing error there does not weaken a
/// question. A misspelt variable of the environment cannot be told from somebody else's. In a file a
/// duration is a whole number of the unit that stands beside it here.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
#[non_exhaustive]
pub struct Settings {
    /// What a [`Tier::Confirm`](crate::Tier::Confirm) operation does when the client cannot ask.
    pub fallback: Fallback,
    /// Only a person's answer in the client confirms; codes are neither issued nor taken.
    pub require_elicitation: bool,
    /// Clients are taken to be unable to ask, whatever they declare, and a code stands in: for
    /// those that declare elicitation and then answer by themselves. Where no code can be, it is
    /// refused.
    pub always_code: bool,
    /// How long a question during a call stays open, in seconds: 55, since SDKs give up at 60.
    #[serde(with = "seconds")]
    pub deadline: Duration,
    /// How long a question between two calls, or a code, stays good, in seconds: 600.
    #[serde(with = "seconds")]
    pub lifetime: Duration,
    /// How long a change that was declined, or whose form came back unticked, is not asked about
    /// again, in seconds: 10. Zero asks at once.
    #[serde(with = "seconds")]
    pub cool_down: Duration,
    /// A decline during a call that comes faster than this counts as never asked, in
    /// milliseconds: 0, so none does. No person answers within 50.
    #[serde(with = "milliseconds")]
    pub instant_decline: Duration,
    /// How much of a change is shown.
    pub disclosure: Disclosure,
    /// The language of what people read. What models read is English.
    pub language: Language,
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

/// What stands in for a client that cannot ask.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
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

/// How much of a change is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Disclosure {
    /// All that the subject shows.
    #[default]
    Full,
    /// The operation and its consequence only, as for a sensitive subject.
    Minimal,
}

/// A language that the library's own texts are built in for.
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
    /// The tag, such as `es`.
    #[must_use]
    pub fn tag(self) -> &'static str {
        match self {
            Self::English => "en",
            Self::Spanish => "es",
            Self::Dutch => "nl",
        }
    }
}

mod seconds {
    use std::time::Duration;

    use serde::{Deserialize as _, Deserializer, Serializer};

    pub(super) fn serialize<S: Serializer>(time: &Duration, s: S) -> Result<S::Ok, S::Error> {
        s.serialize_u64(time.as_secs())
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(d: D) -> Result<Duration, D::Error> {
        u64::deserialize(d).map(Duration::from_secs)
    }
}

mod milliseconds {
    use std::time::Duration;

    use serde::{Deserialize as _, Deserializer, Serializer};

    pub(super) fn serialize<S: Serializer>(time: &Duration, s: S) -> Result<S::Ok, S::Error> {
        s.serialize_u64(u64::try_from(time.as_millis()).unwrap_or(u64::MAX))
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(d: D) -> Result<Duration, D::Error> {
        u64::deserialize(d).map(Duration::from_millis)
    }
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
        ] {
            assert!(serde_json::from_str::<Settings>(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn the_tag_of_a_language_is_its_word_in_a_file() {
        for language in [Language::English, Language::Spanish, Language::Dutch] {
            let word = serde_json::to_value(language).unwrap();
            assert_eq!(word, language.tag());
        }
    }
}
