//! The texts that people read, in other languages.

mod plural;

use std::{collections::HashMap, fmt, sync::Arc};

use self::plural::Rule;
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
///
/// An entry with a `msgid_plural` has one form for each number, chosen by the file's `Plural-Forms`.
/// The number is the first integer that the template names.
#[derive(Clone, Debug, Default)]
pub struct Catalogue {
    entries: HashMap<String, Entry>,
}

#[derive(Clone, Debug)]
struct Entry {
    /// At least one.
    forms: Vec<String>,
    rule: Arc<Rule>,
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
            Language::Spanish => include_str!("../../po/es.po"),
            Language::Dutch => include_str!("../../po/nl.po"),
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
    /// Fails if `po` is not a PO file or has no messages, if its `Plural-Forms` cannot be read, if an
    /// entry has another number of forms, or if a translation has other placeholders than its
    /// template: a question that lost its amount must not be asked.
    pub fn with_po(mut self, po: &str) -> Result<Self, CatalogueError> {
        let parsed = polib::po_file::parse_from_reader(po.as_bytes())
            .map_err(|error| CatalogueError(error.to_string()))?;
        if parsed.is_empty() {
            return Err(CatalogueError(
                "the file does not have a translation".to_owned(),
            ));
        }
        let rules = &parsed.metadata.plural_rules;
        let rule = Rule::parse(&rules.expr).ok_or_else(|| {
            CatalogueError(format!("{:?} is not a rule of plural forms", rules.expr))
        })?;
        let rule = Arc::new(rule);
        for message in parsed.messages() {
            let forms: Vec<String> = match message.msgstr_plural() {
                Ok(forms) => forms.clone(),
                Err(_) => vec![message.msgstr().unwrap_or_default().to_owned()],
            };
            if message.is_fuzzy() || forms.iter().all(String::is_empty) {
                continue;
            }
            let template = message.msgid();
            if message.is_plural() && forms.len() != rules.nplurals {
                return Err(CatalogueError(format!(
                    "{template:?} must have {} plural forms, as the header says",
                    rules.nplurals
                )));
            }
            for form in &forms {
                if placeholders(template) != placeholders(form) {
                    return Err(CatalogueError(format!(
                        "{form:?} must have the placeholders of {template:?}"
                    )));
                }
            }
            let rule = Arc::clone(&rule);
            self.entries
                .insert(template.to_owned(), Entry { forms, rule });
        }
        Ok(self)
    }

    /// Returns the translation of a template, or the template itself if it has no entry. `count`
    /// chooses the plural form, and the last form is returned without one.
    pub(crate) fn translate<'a>(&'a self, template: &'a str, count: Option<u64>) -> &'a str {
        let Some(Entry { forms, rule }) = self.entries.get(template) else {
            return template;
        };
        let form = count.and_then(|count| usize::try_from(rule.form(count)).ok());
        let form = form.and_then(|form| forms.get(form));
        form.or(forms.last()).map_or(template, String::as_str)
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
    use crate::{Text, gate::texts, preview};

    #[test]
    fn every_text_is_there_in_every_language() {
        for language in [Language::Spanish, Language::Dutch] {
            let catalogue = Catalogue::built_in(language);
            let tag = language.tag();
            for template in texts::FOR_PEOPLE {
                assert!(catalogue.has(template), "{tag}: {template}");
                assert_ne!(catalogue.translate(template, None), *template, "{tag}");
            }
            for pattern in preview::formats_for_people() {
                assert!(catalogue.has(pattern), "{tag}: {pattern}");
            }
            let known = texts::FOR_PEOPLE.len() + preview::formats_for_people().count();
            assert_eq!(catalogue.entries.len(), known, "{tag}");
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
    fn a_count_chooses_its_form() {
        let entries = "msgid \"Pay {count} bill(s)?\"\nmsgid_plural \"Pay {count} bill(s)?\"\n\
             msgstr[0] \"¿Pagar {count} factura?\"\nmsgstr[1] \"¿Pagar {count} facturas?\"\n";
        let rule = |rule: &str| HEADER.trim_end().to_owned() + &format!("\n\"{rule}\\n\"\n\n");
        let spanish = "Plural-Forms: nplurals=2; plural=(n != 1);";
        let catalogue = Catalogue::english().with_po(&(rule(spanish) + entries));
        let catalogue = catalogue.unwrap();
        for (count, shown) in [
            (0, "¿Pagar 0 facturas?"),
            (1, "¿Pagar 1 factura?"),
            (21, "¿Pagar 21 facturas?"),
        ] {
            let text = Text::new("Pay {count} bill(s)?").arg("payee", "x");
            assert_eq!(text.arg("count", &count).render(80, &catalogue), shown);
        }
        for wrong in [
            "Plural-Forms: nplurals=3; plural=(n != 1);",
            "Plural-Forms: nplurals=2; plural=n of course;",
        ] {
            let error = Catalogue::english().with_po(&(rule(wrong) + entries));
            assert!(error.is_err(), "{wrong}");
        }
        // A form that lost its count is refused too.
        let lost = entries.replace("{count} facturas", "facturas");
        assert!(
            Catalogue::english()
                .with_po(&(rule(spanish) + &lost))
                .is_err()
        );
    }

    #[test]
    fn what_nobody_has_translated_is_passed_over() {
        let entries = "msgid \"Pay?\"\nmsgstr \"¿Pagar?\"\n\n\
             msgid \"Move?\"\nmsgstr \"\"\n\n\
             #, fuzzy\nmsgid \"Split?\"\nmsgstr \"¿Dividir?\"\n";
        let catalogue = Catalogue::english().with_po(&format!("{HEADER}{entries}"));
        let catalogue = catalogue.unwrap();
        assert!(catalogue.has("Pay?"));
        assert_eq!(catalogue.translate("Pay?", None), "¿Pagar?");
        for english in ["Move?", "Split?", "Undo?"] {
            assert!(!catalogue.has(english), "{english}");
            assert_eq!(catalogue.translate(english, None), english);
        }
    }

    #[test]
    fn what_is_no_po_file_is_an_error() {
        let error = Catalogue::english().with_po("no po file").unwrap_err();
        assert_eq!(error.to_string(), "the file does not have a translation");
    }
}
