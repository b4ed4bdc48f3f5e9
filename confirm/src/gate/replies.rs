//! Renders the questions in the person's language, and the replies for the person and the model.

use super::{Disclosure, Gate, Outcome, pending::Pending, texts};
use crate::{
    Catalogue, Status, Subject, Unconfirmed,
    preview::{self, Text},
    tool::{Message, Stop},
};

impl Gate {
    /// Renders the message of a question, for the person and for the model.
    pub(super) fn message<S: Subject>(&self, change: &Unconfirmed<S>) -> Message {
        let asker = self.0.asker.as_deref().map(texts::asked_by);
        let render =
            |catalogue: &Catalogue| preview::render(&change.preview, asker.as_ref(), catalogue);
        Message {
            user: render(&self.0.catalogue),
            assistant: render(&Catalogue::english()),
        }
    }

    /// Marks the preview as sensitive if the settings allow only minimal disclosure.
    pub(super) fn disclose<S: Subject>(&self, change: &mut Unconfirmed<S>) {
        if self.settings().disclosure == Disclosure::Minimal {
            change.preview.hide();
        }
    }

    /// Makes the reply for an outcome other than a yes.
    pub(super) fn stop(&self, outcome: Outcome) -> Stop {
        let Some((status, user, assistant)) = texts::refusal(outcome) else {
            return Stop::internal("this outcome is not a refusal");
        };
        // When elicitation is required, dismissing the form counts as declining: there is no other
        // way to ask.
        let status = match outcome {
            Outcome::Dismissed if self.settings().require_elicitation => Status::Declined,
            _ => status,
        };
        let message = Message {
            user: self.translate(user),
            assistant: assistant.to_owned(),
        };
        Stop::said(outcome, status, message)
    }

    /// Makes the reply for a changed world, with the lines that were shown and those of now.
    pub(super) fn changed<S: Subject>(&self, pending: &Pending, now: &Unconfirmed<S>) -> Stop {
        let (shown, name) = (pending.shown(), now.scope_name);
        let now = self.message(now);
        let (person, english) = (&self.0.catalogue, &Catalogue::english());
        let message = Message {
            user: texts::changed(name, person) + &difference(person, &shown.user, &now.user),
            assistant: [
                texts::changed(name, english).as_str(),
                texts::CALL_AGAIN,
                &difference(english, &shown.assistant, &now.assistant),
            ]
            .concat(),
        };
        Stop::said(Outcome::Changed, Status::Unconfirmed, message)
    }

    /// Makes the reply that hands out a code. The model gets the preview in the person's language, because
    /// it shows the preview to the person.
    pub(super) fn with_code(&self, message: &Message, code: String) -> Stop {
        let minutes = self.settings().lifetime.as_secs().div_ceil(60);
        let note = texts::agree_within(minutes).render(0, &self.0.catalogue);
        let said = Message {
            user: format!("{}\n\n{note}", message.user),
            assistant: texts::code_issued(&message.user, &code, minutes),
        };
        Stop::code(said, code, message.user.clone())
    }

    pub(super) fn translate(&self, template: &'static str) -> String {
        Text::new(template).render(0, &self.0.catalogue)
    }
}

/// Lists the lines that are gone, and the lines that are new.
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
            for part in [
                "\n\n",
                catalogue.translate(label, None),
                "\n",
                &lines.join("\n"),
            ] {
                text.push_str(part);
            }
        }
    }
    text
}
