//! The questions of this server in other languages.

use confirm::{Catalogue, Language};

/// The library's texts and ours, in `language`.
pub(crate) fn catalogue(language: Language) -> Catalogue {
    let catalogue = Catalogue::built_in(language);
    match po(language) {
        Some(po) => catalogue.with_po(po).expect("a test reads every one"),
        None => catalogue,
    }
}

/// Our own entries.
fn po(language: Language) -> Option<&'static str> {
    match language {
        Language::Spanish => Some(include_str!("../po/es.po")),
        Language::Dutch => Some(include_str!("../po/nl.po")),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use avenir_ynab::change::{CategoryChange, Recategorise};
    use confirm::Subject;
    use serde_json::Value;

    use super::*;

    /// Templates without a word in them.
    const NEUTRAL: [&str; 1] = ["{date} {payee} {amount}: {before} → {after}"];

    fn recategorise() -> Recategorise {
        let change = |payee: Option<&str>, before: Option<&str>| CategoryChange {
            transaction_id: "t".into(),
            category_id: "c".into(),
            from_category_id: None,
            date: "2026-09-12".into(),
            payee: payee.map(str::to_owned),
            amount: -86_400,
            digits: 2,
            before: before.map(str::to_owned),
            after: "Fun".into(),
        };
        Recategorise {
            plan_id: "p".into(),
            changes: vec![
                change(Some("Market"), Some("Groceries")),
                change(None, None),
            ],
            plan: Some("Household".into()),
        }
    }

    /// Every template that a preview is made of.
    fn templates(value: &Value, found: &mut Vec<String>) {
        match value {
            Value::Object(fields) => {
                if let Some(Value::String(template)) = fields.get("template") {
                    found.push(template.clone());
                }
                fields.values().for_each(|value| templates(value, found));
            }
            Value::Array(items) => items.iter().for_each(|item| templates(item, found)),
            _ => {}
        }
    }

    #[test]
    fn every_question_is_there_in_every_language() {
        let mut found = vec![Recategorise::KIND.replace('_', " ")];
        let preview = serde_json::to_value(recategorise().preview()).unwrap();
        templates(&preview, &mut found);
        assert!(found.len() > 5, "{found:?}");
        for language in [Language::Spanish, Language::Dutch] {
            let catalogue = catalogue(language);
            for template in &found {
                let neutral = NEUTRAL.contains(&template.as_str());
                assert_ne!(catalogue.has(template), neutral, "{language:?}: {template}");
            }
        }
    }
}
