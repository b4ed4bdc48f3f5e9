use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use serde::{Deserialize, Serialize};

use super::{Arg, Preview, Text, arg::Kind};
use crate::subject::canonical::{Canonical, Form, Writer};

/// SHA-256 over all that was shown: the preview, and every shown field in full, also past the
/// rows that fit. Every answer and code is bound to it beside the fingerprint.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Digest(String);

impl Digest {
    pub(crate) fn of(preview: &Preview, subject: &impl Canonical) -> Self {
        let mut out = Writer::hashing(Form::Shown);
        out.raw("[");
        preview.write_canonical(&mut out);
        out.raw(",");
        subject.write_canonical(&mut out);
        out.raw("]");
        Self(URL_SAFE_NO_PAD.encode(out.into_hash()))
    }
}

#[diagnostic::do_not_recommend]
impl Canonical for Preview {
    fn write_canonical(&self, out: &mut Writer) {
        out.raw("[");
        out.string(self.operation);
        out.raw(",");
        self.question.write_canonical(out);
        out.raw(",");
        self.consequence.write_canonical(out);
        out.raw(",");
        self.sensitive.write_canonical(out);
        out.raw(",");
        self.warnings.write_canonical(out);
        out.raw(",");
        self.context.write_canonical(out);
        out.raw(",");
        if !self.rows_are_fields {
            self.rows.write_canonical(out);
            out.raw(",");
        }
        self.total.write_canonical(out);
        out.raw("]");
    }
}

#[diagnostic::do_not_recommend]
impl Canonical for Text {
    fn write_canonical(&self, out: &mut Writer) {
        out.raw("[");
        out.string(self.template);
        for (name, arg) in &self.args {
            out.raw(",");
            out.string(name);
            out.raw(",");
            arg.write_canonical(out);
        }
        out.raw("]");
    }
}

#[diagnostic::do_not_recommend]
impl Canonical for Arg {
    fn write_canonical(&self, out: &mut Writer) {
        out.raw("[");
        match &self.0 {
            Kind::Untrusted { text } => {
                out.raw("\"untrusted\",");
                out.string(text);
            }
            Kind::Integer { value } => {
                out.raw("\"integer\",");
                out.string(&value.to_string());
            }
            Kind::Decimal {
                value,
                scale,
                digits,
            } => {
                out.raw("\"decimal\",");
                out.string(&value.to_string());
                out.raw(",");
                scale.write_canonical(out);
                out.raw(",");
                digits.write_canonical(out);
            }
            Kind::Date { date } => {
                out.raw("\"date\",");
                out.string(date);
            }
            Kind::Text(text) => {
                out.raw("\"text\",");
                text.write_canonical(out);
            }
            Kind::Operation { kind } => {
                out.raw("\"operation\",");
                out.string(kind);
            }
        }
        out.raw("]");
    }
}
