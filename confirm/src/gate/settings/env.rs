use std::{borrow::Cow, env, ffi::OsString, fmt, time::Duration};

use serde::de::{DeserializeOwned, IntoDeserializer as _, value, value::StrDeserializer};

use super::{
    Settings,
    bounds::{self, Range},
};
use crate::Language;

/// The error for a setting whose value is not allowed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SettingsError {
    name: String,
    value: String,
    allowed: Cow<'static, str>,
}

impl fmt::Display for SettingsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            name,
            value,
            allowed,
        } = self;
        write!(
            f,
            "{name} is {value:?}: set it to {allowed}, or leave it out"
        )
    }
}

impl std::error::Error for SettingsError {}

impl Settings {
    /// Reads the settings from environment variables that start with `prefix`, such as
    /// `MY_SERVER_`:
    ///
    /// - `FALLBACK`: `code`, `client_hint`, `refuse`
    /// - `REQUIRE_ELICITATION`, `ALWAYS_CODE`: `1`, `true`, `yes`, `on`, `0`, `false`, `no`, `off`
    /// - `DEADLINE`, `LIFETIME`, `COOL_DOWN`: whole seconds
    /// - `INSTANT_DECLINE`: whole milliseconds
    /// - `DISCLOSURE`: `full`, `minimal`
    /// - `LANGUAGE`: `en`, `es`, `nl`, also with a country, as in `es_ES`
    ///
    /// The durations have [bounds](crate::manual::_5_what_can_still_go_wrong#bounds). A variable
    /// that is not set keeps its default. [`with_env`](Self::with_env) starts from other settings
    /// than the defaults.
    ///
    /// # Errors
    ///
    /// Fails if a variable has any other value.
    pub fn from_env(prefix: &str) -> Result<Self, SettingsError> {
        Self::default().with_env(prefix)
    }

    /// Overrides these settings by the environment, which is read as in
    /// [`from_env`](Self::from_env). Use it for a server with defaults of its own that its operator
    /// can change.
    ///
    /// # Errors
    ///
    /// Fails if a variable has a value that is not allowed.
    pub fn with_env(self, prefix: &str) -> Result<Self, SettingsError> {
        let get = |name: &str| env::var_os(format!("{prefix}{name}"));
        self.with_variables(get).map_err(|mut error| {
            error.name.insert_str(0, prefix);
            error
        })
    }

    fn with_variables(self, get: impl Fn(&str) -> Option<OsString>) -> Result<Self, SettingsError> {
        let mut settings = self;
        let read = Variables(get);
        let fallbacks = "code, client_hint or refuse";
        read.word("FALLBACK", fallbacks, &mut settings.fallback)?;
        read.flag("REQUIRE_ELICITATION", &mut settings.require_elicitation)?;
        read.flag("ALWAYS_CODE", &mut settings.always_code)?;
        read.duration("DEADLINE", &bounds::DEADLINE, &mut settings.deadline)?;
        read.duration("LIFETIME", &bounds::LIFETIME, &mut settings.lifetime)?;
        read.duration("COOL_DOWN", &bounds::COOL_DOWN, &mut settings.cool_down)?;
        read.duration(
            "INSTANT_DECLINE",
            &bounds::INSTANT_DECLINE,
            &mut settings.instant_decline,
        )?;
        read.word("DISCLOSURE", "full or minimal", &mut settings.disclosure)?;
        read.language("LANGUAGE", &mut settings.language)?;
        Ok(settings)
    }
}

const A_FLAG: &str = "1, true, yes or on, or to 0, false, no or off";

struct Variables<G>(G);

impl<G: Fn(&str) -> Option<OsString>> Variables<G> {
    /// Reads one of the words that serde knows for the setting.
    fn word<T: DeserializeOwned>(
        &self,
        name: &str,
        allowed: &'static str,
        setting: &mut T,
    ) -> Result<(), SettingsError> {
        self.read(name, allowed, setting, |text| {
            let word: StrDeserializer<'_, value::Error> = text.into_deserializer();
            T::deserialize(word).ok()
        })
    }

    /// Reads a language in the forms that programs and systems use: `es`, `es-MX`, `es_ES.UTF-8`.
    fn language(&self, name: &str, setting: &mut Language) -> Result<(), SettingsError> {
        self.read(name, "en, es or nl", setting, |text| {
            let (code, _) = text.split_once(['-', '_', '.', '@']).unwrap_or((text, ""));
            match code.to_ascii_lowercase().as_str() {
                "en" => Some(Language::English),
                "es" => Some(Language::Spanish),
                "nl" => Some(Language::Dutch),
                _ => None,
            }
        })
    }

    fn flag(&self, name: &str, setting: &mut bool) -> Result<(), SettingsError> {
        self.read(name, A_FLAG, setting, |text| {
            match text.to_ascii_lowercase().as_str() {
                "1" | "true" | "yes" | "on" => Some(true),
                "0" | "false" | "no" | "off" => Some(false),
                _ => None,
            }
        })
    }

    fn duration(
        &self,
        name: &str,
        range: &Range,
        setting: &mut Duration,
    ) -> Result<(), SettingsError> {
        self.read(name, range.allowed(), setting, |text| {
            range.duration(text.parse().ok()?)
        })
    }

    fn read<T>(
        &self,
        name: &str,
        allowed: impl Into<Cow<'static, str>>,
        setting: &mut T,
        parse: impl FnOnce(&str) -> Option<T>,
    ) -> Result<(), SettingsError> {
        let Some(value) = (self.0)(name) else {
            return Ok(());
        };
        match value.to_str().and_then(parse) {
            Some(parsed) => {
                *setting = parsed;
                Ok(())
            }
            None => Err(SettingsError {
                name: name.to_owned(),
                value: value.to_string_lossy().into_owned(),
                allowed: allowed.into(),
            }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Disclosure, Fallback, Language};

    fn with(name: &'static str, value: &str) -> Result<Settings, SettingsError> {
        Settings::default().with_variables(|asked| (asked == name).then(|| value.into()))
    }

    #[test]
    fn what_is_not_set_stays_as_it_was() {
        let mut own = Settings::default();
        (own.fallback, own.language) = (Fallback::ClientHint, Language::Dutch);
        assert_eq!(own.with_variables(|_| None), Ok(own));
        let set = own.with_variables(|name| (name == "FALLBACK").then(|| "refuse".into()));
        own.fallback = Fallback::Refuse;
        assert_eq!(set, Ok(own));
    }

    #[test]
    fn the_environment_is_read_strictly() {
        let unset = Settings::default().with_variables(|_| None);
        assert_eq!(unset, Ok(Settings::default()));
        assert_eq!(
            with("FALLBACK", "refuse").unwrap().fallback,
            Fallback::Refuse
        );
        assert!(
            with("REQUIRE_ELICITATION", "1")
                .unwrap()
                .require_elicitation
        );
        for (text, flag) in [
            ("1", true),
            ("true", true),
            ("TRUE", true),
            ("yes", true),
            ("On", true),
            ("0", false),
            ("false", false),
            ("no", false),
            ("OFF", false),
        ] {
            let other = Settings {
                always_code: !flag,
                ..Settings::default()
            };
            let read = other.with_variables(|name| (name == "ALWAYS_CODE").then(|| text.into()));
            assert_eq!(read.unwrap().always_code, flag, "{text}");
        }
        assert_eq!(with("DEADLINE", "5").unwrap().deadline.as_secs(), 5);
        assert_eq!(with("LIFETIME", "60").unwrap().lifetime.as_secs(), 60);
        assert_eq!(with("COOL_DOWN", "0").unwrap().cool_down, Duration::ZERO);
        assert_eq!(
            with("INSTANT_DECLINE", "50")
                .unwrap()
                .instant_decline
                .as_millis(),
            50
        );
        assert_eq!(
            with("DISCLOSURE", "minimal").unwrap().disclosure,
            Disclosure::Minimal
        );
        assert_eq!(with("LANGUAGE", "nl").unwrap().language, Language::Dutch);
        for (text, language) in [
            ("es_ES", Language::Spanish),
            ("es-ES", Language::Spanish),
            ("es_ES.UTF-8", Language::Spanish),
            ("ES", Language::Spanish),
            ("nl_BE@euro", Language::Dutch),
            ("en-GB", Language::English),
        ] {
            assert_eq!(with("LANGUAGE", text).unwrap().language, language, "{text}");
        }
        for name in ["DEADLINE", "LIFETIME"] {
            let error = with(name, "0").unwrap_err().to_string();
            assert!(error.contains("1 or more"), "{error}");
        }
        for (name, value) in [
            ("FALLBACK", "Code"),
            ("FALLBACK", ""),
            ("REQUIRE_ELICITATION", "maybe"),
            ("ALWAYS_CODE", "2"),
            ("DEADLINE", "0"),
            ("DEADLINE", "5s"),
            ("DEADLINE", "3601"),
            ("LIFETIME", "9223372036854775807"),
            ("COOL_DOWN", "86401"),
            ("INSTANT_DECLINE", "10001"),
            ("LIFETIME", "-1"),
            ("LIFETIME", "18446744073709551615"),
            ("INSTANT_DECLINE", "0.5"),
            ("DISCLOSURE", "none"),
            ("LANGUAGE", "xx"),
            ("LANGUAGE", "espresso"),
            ("LANGUAGE", ""),
        ] {
            let error = with(name, value).unwrap_err().to_string();
            assert!(
                error.contains(name) && error.contains(&format!("{value:?}")),
                "{error}"
            );
        }
    }

    /// Runs in a process of its own, because the environment belongs to the whole process.
    #[test]
    fn it_is_the_environment_of_the_process() {
        if env::var_os("CONFIRM_TEST_LANGUAGE").is_some() {
            let settings = Settings::from_env("CONFIRM_TEST_").unwrap();
            assert_eq!(settings.language, Language::Dutch);
            let error = settings.with_env("CONFIRM_TEST_BAD_").unwrap_err();
            assert_eq!(
                error.to_string(),
                "CONFIRM_TEST_BAD_DEADLINE is \"soon\": set it to whole seconds, 1 or more and at most 3600, or leave it out"
            );
            return;
        }
        let this = "gate::settings::env::tests::it_is_the_environment_of_the_process";
        let ran = std::process::Command::new(env::current_exe().unwrap())
            .args(["--exact", this])
            .env("CONFIRM_TEST_LANGUAGE", "nl")
            .env("CONFIRM_TEST_BAD_DEADLINE", "soon")
            .output()
            .unwrap();
        let said = String::from_utf8_lossy(&ran.stdout);
        assert!(ran.status.success() && said.contains("1 passed"), "{said}");
    }
}
