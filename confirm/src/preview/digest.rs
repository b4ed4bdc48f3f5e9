use std::{
    any,
    hash::{DefaultHasher, Hash as _, Hasher as _},
};

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use serde::{Deserialize, Serialize};

use super::{Arg, Preview, Text, arg::Kind};
use crate::subject::{
    canonical::{Canonical, Form, Writer},
    null::Present,
};

/// The SHA-256 of the type of the change and everything that was shown of it: every text of the
/// preview with its values, the rows past the ones that fit, and every field in full. Every answer
/// and code is bound to it beside the fingerprint.
///
/// The texts are included whatever the fields are. If two changes ever had one canonical form, the
/// person would still have read two different things.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Digest(String);

impl Digest {
    pub(crate) fn of<S: Canonical>(preview: &Preview, subject: &S) -> Self {
        let mut out = Writer::hashing(Form::Shown);
        out.raw("[");
        out.string(&identity::<S>());
        out.raw(",");
        preview.write_canonical(&mut out);
        out.raw(",");
        subject.write_canonical(&mut out);
        out.raw("]");
        Self(URL_SAFE_NO_PAD.encode(out.into_hash()))
    }
}

/// Identifies a type within one build: it differs from every other type, even of the same name, and
/// from the same type with other parameters. That is enough, because an answer is valid for minutes
/// and outlives no build.
fn identity<S>() -> String {
    let mut hasher = DefaultHasher::new();
    typeid::of::<S>().hash(&mut hasher);
    format!("{} {:x}", any::type_name::<S>(), hasher.finish())
}

#[diagnostic::do_not_recommend]
impl Canonical for Preview {
    type Null = Present;

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
        out.string(&URL_SAFE_NO_PAD.encode(self.all_rows));
        out.raw(",");
        self.total.write_canonical(out);
        out.raw("]");
    }
}

#[diagnostic::do_not_recommend]
impl Canonical for Text {
    type Null = Present;

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
    type Null = Present;

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
            Kind::Month { date } => {
                out.raw("\"month\",");
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
