//! What the gate says: questions in the person's language, and replies in two.

use super::{
    Disclosure, Gate, Outcome,
    pending::{Message, Pending},
    texts,
};
use crate::{
    Catalogue, Status, Subject, Unconfirmed,
    preview::{self, Text},
    tool::{Said, Stop},
};

impl Gate {
    /// The question and its rows, for the person and for the model.
    pub(super) fn message<S: Subject>(&self, change: &Unconfirmed<S>) -> Message {
        let asker = self.asker().map(texts::asked_by);
        let render =
            |catalogue: &Catalogue| preview::render(&change.preview, asker.as_ref(), catalogue);
        Message {
            person: render(self.catalogue()),
            model: render(&Catalogue::english()),
        }
    }

    /// Takes what may not be shown out of a preview.
    pub(super) fn disclose<S: Subject>(&self, change: &mut Unconfirmed<S>) {
        if self.settings().disclosure == Disclosure::Minimal {
            change.preview.hide();
        }
    }

    /// The reply for an outcome that needs no more words.
    pub(super) fn stop(&self, outcome: Outcome) -> Stop {
        let said = Said {
            person: self.translate(texts::for_person(outcome)),
            model: texts::for_model(outcome).to_owned(),
        };
        Stop::said(outcome, self.status(outcome), said)
    }

    /// The reply when the world moved: what was shown, and what it is now.
    pub(super) fn changed(&self, pending: &Pending, now: &Message) -> Stop {
        let outcome = Outcome::Changed;
        let (shown, english) = (pending.shown(), Catalogue::english());
        let said = Said {
            person: self.translate(texts::for_person(outcome))
                + &difference(self.catalogue(), &shown.person, &now.person),
            model: texts::for_model(outcome).to_owned()
                + &difference(&english, &shown.model, &now.model),
        };
        Stop::said(outcome, self.status(outcome), said)
    }

    /// The reply that hands out a code.
    pub(super) fn with_code(&self, message: &Message, code: String) -> Stop {
        let minutes = self.settings().lifetime.as_secs().div_ceil(60);
        let note = texts::agree_within(minutes).render(0, self.catalogue());
        let said = Said {
            person: format!("{}\n\n{note}", message.person),
            model: texts::code_issued(&message.model, &code, minutes),
        };
        Stop::code(said, code, message.model.clone())
    }

    /// Under require-elicitation whoever does not answer has not agreed, and is not asked in
    /// another way.
    fn status(&self, outcome: Outcome) -> Status {
        match outcome {
            Outcome::Dismissed if self.settings().require_elicitation => Status::Declined,
            other => other.status().unwrap_or(Status::Unconfirmed),
        }
    }

    pub(super) fn translate(&self, template: &'static str) -> String {
        Text::new(template).render(0, self.catalogue())
    }
}

/// The lines that are gone, and those that are new.
fn difference(catalogue: &Catalogue, shown: &str, now: &str) -> String {
    let lines_of = |text: &'_ str, other: &str| -> Vec<String> {
        let other: Vec<&str> = other.lines().collect();
        let lines = text.lines().filter(|line| !other.contains(line));
        lines.map(str::to_owned).collect()
    };
    let mut text = String::new();
    for (label, lines) in [
        (texts::SHOWN, lines_of(shown, now)),
        (texts::NOW, lines_of(now, shown)),
    ] {
        if !lines.is_empty() {
            for part in ["\n\n", catalogue.translate(label), "\n", &lines.join("\n")] {
                text.push_str(part);
            }
        }
    }
    text
}
