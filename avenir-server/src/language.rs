//! Translations of this server's questions.

use confirm::{Catalogue, Language};

/// Returns the texts of the library and of this server in `language`.
pub(crate) fn catalogue(language: Language) -> Catalogue {
    let catalogue = Catalogue::built_in(language);
    match po(language) {
        Some(po) => catalogue.with_po(po).expect("a test reads every one"),
        None => catalogue,
    }
}

/// Returns the entries of this server.
fn po(language: Language) -> Option<&'static str> {
    match language {
        Language::Spanish => Some(include_str!("../po/es.po")),
        Language::Dutch => Some(include_str!("../po/nl.po")),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use std::{fs, path::Path};

    use avenir_ynab::change::{
        Approve, CreateCategory, CreateTransactions, Import, MoveMoney, Recategorise, Reconcile,
        RenamePayee, SetBudget, SetFlags, SetTarget, SplitTransaction, Undo, UpdateCategory,
    };
    use confirm::Subject;

    use super::*;

    /// The code before a literal that a person reads.
    const BEFORE: [&str; 8] = [
        "question(",
        "warning(",
        "context(",
        "row(",
        "label(",
        "or(",
        "Text::new(",
        "scope_name(",
    ];

    /// Collects every text in the sources below a folder.
    fn texts(folder: &Path, found: &mut Vec<String>) {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                texts(&path, found);
                continue;
            }
            let source = fs::read_to_string(&path).unwrap();
            for before in BEFORE {
                let calls = source.split(before).skip(1);
                found.extend(calls.filter_map(|call| literal(before, call)));
            }
        }
    }

    /// Returns the first string among the arguments of a call. For `or`, returns the string behind the
    /// value.
    fn literal(before: &str, call: &str) -> Option<String> {
        let call = match before {
            "or(" => call.split_once(", ")?.1,
            _ => call.trim_start(),
        };
        let text = call.strip_prefix('"')?.split('"').next()?;
        let mut lines = text.split("\\\n").map(str::trim_start);
        let first = lines.next()?.to_owned();
        Some(lines.fold(first, |text, line| text + line))
    }

    #[test]
    fn every_question_is_there_in_every_language() {
        let here = Path::new(env!("CARGO_MANIFEST_DIR"));
        let mut found: Vec<String> = [
            Approve::KIND,
            CreateCategory::KIND,
            CreateTransactions::KIND,
            Import::KIND,
            MoveMoney::KIND,
            Recategorise::KIND,
            Reconcile::KIND,
            RenamePayee::KIND,
            SetBudget::KIND,
            SetFlags::KIND,
            SetTarget::KIND,
            SplitTransaction::KIND,
            Undo::KIND,
            UpdateCategory::KIND,
        ]
        .map(|kind| kind.replace('_', " "))
        .into();
        texts(&here.join("ynab/src/change"), &mut found);
        texts(&here.join("src/tools/write"), &mut found);
        assert!(found.len() > 60, "{found:?}");
        for language in [Language::Spanish, Language::Dutch] {
            let catalogue = catalogue(language);
            for text in &found {
                assert_ne!(
                    catalogue.has(text),
                    is_neutral(text),
                    "{language:?}: {text}"
                );
            }
        }
    }

    /// Returns whether a text has no words besides the names of values.
    fn is_neutral(text: &str) -> bool {
        let mut outside = true;
        !text.chars().any(|c| {
            outside = match c {
                '{' => false,
                '}' => true,
                _ => outside,
            };
            outside && c.is_alphabetic()
        })
    }
}
