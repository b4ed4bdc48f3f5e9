//! The log: events on stderr, with identifiers and counts only.
//!
//! No field shows a sentence. A value that does not look like an identifier is replaced by its length,
//! and so is an error with its causes. A token looks like an identifier. It stays out because events of
//! other crates are dropped, and because our events name the kind of an error and never its text.

use std::{
    error::Error,
    fmt,
    io::{self, Write as _},
};

use jiff::Timestamp;
use serde_json::{Map, Value, json};
use tracing::{
    Event, Subscriber,
    field::{Field, Visit},
};
use tracing_subscriber::{
    Layer,
    filter::{LevelFilter, Targets},
    layer::{Context, SubscriberExt as _},
    util::SubscriberInitExt as _,
};

use crate::config;

/// Starts sending events to stderr, because stdout belongs to the protocol.
pub(crate) fn start(log: config::Log) {
    // Drop the SDK's events: they show requests with all their content.
    let filter = Targets::new()
        .with_default(LevelFilter::OFF)
        .with_target("avenir_server", log.level)
        .with_target("avenir_ynab", log.level)
        .with_target("confirm", log.level);
    let lines = Lines { json: log.json };
    tracing_subscriber::registry()
        .with(lines.with_filter(filter))
        .init();
}

/// A subscriber that writes one line for each event.
struct Lines {
    json: bool,
}

impl<S: Subscriber> Layer<S> for Lines {
    fn on_event(&self, event: &Event<'_>, _: Context<'_, S>) {
        let mut fields = Fields::default();
        event.record(&mut fields);
        let line = fields.line(event, self.json);
        // A closed stderr is not a reason to fail.
        _ = writeln!(io::stderr().lock(), "{line}");
    }
}

/// The text of an event.
#[derive(Default)]
struct Fields {
    /// The message, which is a literal in the code.
    message: String,
    values: Map<String, Value>,
}

/// The most bytes of an identifier.
const LONGEST: usize = 128;

impl Fields {
    fn line(self, event: &Event<'_>, as_json: bool) -> String {
        let (level, target) = (event.metadata().level(), event.metadata().target());
        let time = Timestamp::now();
        if as_json {
            let mut fields = Map::from_iter([("message".to_owned(), self.message.into())]);
            fields.extend(self.values);
            return json!({
                "timestamp": time.to_string(),
                "level": level.as_str(),
                "fields": fields,
                "target": target,
            })
            .to_string();
        }
        let values = self.values.iter();
        let values: Vec<String> = values
            .map(|(name, value)| format!(" {name}={value}"))
            .collect();
        format!(
            "{time} {level:>5} {target}: {}{}",
            self.message,
            values.concat()
        )
    }

    fn text(&mut self, field: &Field, text: &str) {
        if field.name() == "message" {
            let line = text.lines().next().unwrap_or_default();
            line.clone_into(&mut self.message);
            return;
        }
        if is_identifier(text) {
            self.values.insert(field.name().to_owned(), text.into());
        } else {
            self.hidden(field, text.chars().count());
        }
    }

    fn hidden(&mut self, field: &Field, length: usize) {
        let shown = format!("({length} characters)");
        self.values.insert(field.name().to_owned(), shown.into());
    }
}

/// Returns whether the text is an identifier, a word or a number, and not a sentence.
fn is_identifier(text: &str) -> bool {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.:".contains(&byte);
    text.len() <= LONGEST && text.bytes().all(is_plain)
}

impl Visit for Fields {
    fn record_bool(&mut self, field: &Field, value: bool) {
        self.values.insert(field.name().to_owned(), value.into());
    }

    fn record_i64(&mut self, field: &Field, value: i64) {
        self.values.insert(field.name().to_owned(), value.into());
    }

    fn record_u64(&mut self, field: &Field, value: u64) {
        self.values.insert(field.name().to_owned(), value.into());
    }

    fn record_str(&mut self, field: &Field, value: &str) {
        self.text(field, value);
    }

    fn record_error(&mut self, field: &Field, value: &(dyn Error + 'static)) {
        // Show only lengths: the text may be one word, such as a refused token.
        let mut length = 0;
        let mut cause = Some(value);
        while let Some(error) = cause {
            length += error.to_string().chars().count();
            cause = error.source();
        }
        self.hidden(field, length);
    }

    fn record_debug(&mut self, field: &Field, value: &dyn fmt::Debug) {
        let text = format!("{value:?}");
        if field.name() == "error" {
            self.hidden(field, text.chars().count());
        } else {
            self.text(field, &text);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::{Arc, Mutex};

    use super::*;

    /// An error whose text is one word, and an error whose cause is one.
    #[derive(Debug, thiserror::Error)]
    enum Failed {
        #[error("a-token_0f3b6a52")]
        Word,
        #[error("outer")]
        Outer(#[source] Box<Failed>),
    }

    #[test]
    fn no_error_is_shown_whatever_caused_it() {
        let values = Arc::new(Mutex::new(Vec::new()));
        let seen = Arc::clone(&values);
        let layer = Recorder(seen);
        let subscriber = tracing_subscriber::registry().with(layer);
        tracing::subscriber::with_default(subscriber, || {
            let (word, outer) = (Failed::Word, Failed::Outer(Box::new(Failed::Word)));
            tracing::warn!(error = &word as &(dyn Error + 'static), "failed");
            tracing::warn!(error = &outer as &(dyn Error + 'static), "failed");
            tracing::warn!(error = %word, "failed");
            tracing::warn!(error = "kind", "failed");
        });
        let values = values.lock().unwrap();
        let hidden = ["(16 characters)", "(21 characters)", "(16 characters)"];
        assert_eq!(values[..3], hidden);
        assert_eq!(values[3..], ["kind"]);
    }

    /// A subscriber that keeps the field `error` of events as a line shows it.
    struct Recorder(Arc<Mutex<Vec<String>>>);

    impl<S: Subscriber> Layer<S> for Recorder {
        fn on_event(&self, event: &Event<'_>, _: Context<'_, S>) {
            let mut fields = Fields::default();
            event.record(&mut fields);
            let shown = fields.values["error"].as_str().unwrap_or_default();
            self.0.lock().unwrap().push(shown.to_owned());
        }
    }

    #[test]
    fn only_identifiers_are_shown() {
        for identifier in [
            "apply_categories",
            "0f3b6a52-8a4e-4c55-9c1c-1f1a2b3c4d5e_2026-01-01",
            "in_call",
            "",
        ] {
            assert!(is_identifier(identifier), "{identifier}");
        }
        for text in [
            "Joe Din",
            "SECRET\n",
            "\"a\"",
            "é",
            "a=b",
            "a/b",
            &"x".repeat(129),
        ] {
            assert!(!is_identifier(text), "{text}");
        }
    }
}
