//! The texts that people read, in other languages.

use std::{collections::HashMap, fmt};

use crate::{
    Language,
    preview::{Part, parts},
};

/// Texts for people in one language, keyed by their English template.
///
/// English, Spanish (`es`) and Dutch (`nl`) are built in for the library's own texts. Another
/// language is one file in gettext's PO format. Its `msgid`s are the English templates: the
/// library's, which `po/es.po` lists, and those of your own subjects. A subject whose values are
/// not shown is asked about with "Confirm {operation}?", so its operation is a `msgid` too:
/// [`KIND`](crate::Subject::KIND) with spaces, such as `entry removal`. A template without an entry
/// stays English.
#[derive(Clone, Debug, Default)]
pub struct Catalogue {
    entries: HashMap<String, String>,
}

/// The reason why a PO file is refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CatalogueError(String);

impl Catalogue {
    /// Returns the catalogue of English, in which every template stays as it is.
    #[must_use]
    pub fn english() -> Self {
        Self::default()
    }

    /// Returns the library's own texts in a built-in language.
    ///
    /// # Panics
    ///
    /// Never: a test reads every built-in language.
    #[must_use]
    pub fn built_in(language: Language) -> Self {
        let po = match language {
            Language::English => return Self::english(),
            Language::Spanish => include_str!("../po/es.po"),
            Language::Dutch => include_str!("../po/nl.po"),
        };
        Self::english()
            .with_po(po)
            .expect("a test reads every language")
    }

    /// Adds the entries of a PO file and replaces entries with the same `msgid`. Skips entries
    /// without a translation and entries marked `fuzzy`.
    ///
    /// # Errors
    ///
    /// Fails if `po` is not a PO file or has no messages, or if a translation has other
    /// placeholders than its template: a question that lost its amount must not be asked.
    pub fn with_po(mut self, po: &str) -> Result<Self, CatalogueError> {
        let parsed = polib::po_file::parse_from_reader(po.as_bytes())
            .map_err(|error| CatalogueError(error.to_string()))?;
        if parsed.is_empty() {
            return Err(CatalogueError("there is no translation in it".to_owned()));
        }
        for message in parsed.messages() {
            let (template, translation) = (message.msgid(), message.msgstr().unwrap_or_default());
            if translation.is_empty() || message.is_fuzzy() {
                continue;
            }
            if placeholders(template) != placeholders(translation) {
                return Err(CatalogueError(format!(
                    "{translation:?} must have the placeholders of {template:?}"
                )));
            }
            self.entries
                .insert(template.to_owned(), translation.to_owned());
        }
        Ok(self)
    }

    /// Returns the translation of a template, or the template itself if it has no entry.
    pub(crate) fn translate<'a>(&'a self, template: &'a str) -> &'a str {
        self.entries.get(template).map_or(template, String::as_str)
    }

    /// Returns whether the catalogue has an entry for the template. The English one is always
    /// empty.
    #[must_use]
    pub fn has(&self, template: &str) -> bool {
        self.entries.contains_key(template)
    }
}

/// Returns the names of the placeholders of a template, sorted.
fn placeholders(template: &str) -> Vec<&str> {
    let parts = parts(template);
    let mut names: Vec<&str> = parts
        .filter_map(|part| match part {
            Part::Name(name) => Some(name),
            Part::Literal(_) => None,
        })
        .collect();
    names.sort_unstable();
    names
}

impl fmt::Display for CatalogueError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for CatalogueError {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gate::texts;

    #[test]
    fn every_text_is_there_in_every_language() {
        for language in [Language::Spanish, Language::Dutch] {
            let catalogue = Catalogue::built_in(language);
            let tag = language.tag();
            for template in texts::FOR_PEOPLE {
                let translation = catalogue.entries.get(*template);
                let translation = translation.unwrap_or_else(|| panic!("{tag}: {template}"));
                assert_ne!(translation, template, "{tag}");
            }
            assert_eq!(catalogue.entries.len(), texts::FOR_PEOPLE.len(), "{tag}");
        }
    }

    const HEADER: &str = "msgid \"\"\nmsgstr \"\"\n\"Language: es\\n\"\n\n";

    #[test]
    fn a_translation_keeps_the_placeholders() {
        let po = |translation: &str| {
            let entry = "msgid \"Pay {amount} to {payee}?\"\nmsgstr";
            Catalogue::english().with_po(&format!("{HEADER}{entry} \"{translation}\"\n"))
        };
        assert_eq!(po("¿Pagar {amount} a {payee}?").err(), None);
        assert!(po("¿A {payee} {amount}?").is_ok());
        for lost in [
            "¿Pagar?",
            "¿Pagar {amount}?",
            "{amount} {payee} {payee}",
            "{{amount}} {payee}",
        ] {
            assert!(po(lost).is_err(), "{lost}");
        }
    }

    #[test]
    fn what_nobody_has_translated_is_passed_over() {
        let entries = "msgid \"Pay?\"\nmsgstr \"¿Pagar?\"\n\n\
             msgid \"Move?\"\nmsgstr \"\"\n\n\
             #, fuzzy\nmsgid \"Split?\"\nmsgstr \"¿Dividir?\"\n";
        let catalogue = Catalogue::english().with_po(&format!("{HEADER}{entries}"));
        let catalogue = catalogue.unwrap();
        assert!(catalogue.has("Pay?"));
        assert_eq!(catalogue.translate("Pay?"), "¿Pagar?");
        for english in ["Move?", "Split?", "Undo?"] {
            assert!(!catalogue.has(english), "{english}");
            assert_eq!(catalogue.translate(english), english);
        }
    }

    #[test]
    fn what_is_no_po_file_is_an_error() {
        let error = Catalogue::english().with_po("no po file").unwrap_err();
        assert_eq!(error.to_string(), "there is no translation in it");
    }
}
