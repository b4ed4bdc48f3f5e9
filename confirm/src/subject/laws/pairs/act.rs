//! An enum of subjects.

use serde::Serialize;

use super::{
    Compared,
    catalogue::{Line, Word, sort},
    made::{Made, Random},
};
use crate::Subject;

/// An enum with several subjects as variants.
#[derive(Clone, Debug, PartialEq, Serialize, Subject)]
#[serde(rename_all = "lowercase", rename_all_fields = "UPPERCASE")]
pub(super) enum Act {
    #[subject(question("Pay {to}?"), rows = lines)]
    Pay {
        to: String,
        #[subject(unordered)]
        lines: Vec<Line>,
    },
    #[subject(question("Pay {to}?"), context("{note}", note), rows = lines)]
    Repay {
        to: String,
        #[subject(unordered)]
        lines: Vec<Line>,
        #[serde(skip_serializing_if = "Option::is_none")]
        note: Option<String>,
    },
    #[subject(question("Stop?"))]
    Stop,
    #[subject(question("Stop?"))]
    Halt {
        #[serde(skip)]
        #[subject(shown)]
        reason: Option<Word>,
    },
}

impl Made for Act {
    fn made(random: &mut Random) -> Self {
        match random.below(6) {
            0 | 1 => Self::Pay {
                to: Made::made(random),
                lines: many(random),
            },
            2 | 3 => Self::Repay {
                to: Made::made(random),
                lines: many(random),
                note: Made::made(random),
            },
            4 => Self::Stop,
            _ => Self::Halt {
                reason: Made::made(random),
            },
        }
    }
}

/// Makes a list that is now and then longer than the rows that are shown.
fn many(random: &mut Random) -> Vec<Line> {
    let length = random.one_of(&[0, 1, 2, 2, 25]);
    (0..length).map(|_| Made::made(random)).collect()
}

impl Act {
    fn lines_mut(&mut self) -> Option<&mut Vec<Line>> {
        match self {
            Self::Pay { lines, .. } | Self::Repay { lines, .. } => Some(lines),
            Self::Stop | Self::Halt { .. } => None,
        }
    }
}

impl Compared for Act {
    fn normal(&self) -> Self {
        let mut normal = self.clone();
        normal.lines_mut().into_iter().for_each(|lines| sort(lines));
        normal
    }

    fn written(&self) -> Self {
        let mut written = self.clone();
        if let Self::Halt { reason } = &mut written {
            *reason = None;
        }
        let lines = written.lines_mut().into_iter().flatten();
        lines.for_each(|line| line.amount = 0);
        written.normal()
    }

    /// Returns this value, the other, or another variant with the parts of this one that fit; then
    /// perhaps with one line changed.
    fn with(&self, other: &Self, random: &mut Random) -> Self {
        let mut with = match random.below(3) {
            0 => self.clone(),
            1 => other.clone(),
            _ => match (self, other) {
                (Self::Pay { to, lines }, Self::Repay { note, .. }) => Self::Repay {
                    to: to.clone(),
                    lines: lines.clone(),
                    note: note.clone(),
                },
                (Self::Repay { to, lines, .. }, _) => Self::Pay {
                    to: to.clone(),
                    lines: lines.clone(),
                },
                (Self::Stop, _) => Self::Halt { reason: None },
                _ => self.clone(),
            },
        };
        if let Some(lines) = with.lines_mut()
            && !lines.is_empty()
            && bool::made(random)
        {
            let (at, line) = (random.below(lines.len()), Line::made(random));
            lines[at] = lines[at].with_field(&line, random.below(4));
        }
        with
    }

    fn shuffled(&self, random: &mut Random) -> Self {
        let mut shuffled = self.clone();
        let lines = shuffled.lines_mut().into_iter();
        lines.for_each(|lines| random.shuffle(lines));
        shuffled
    }

    fn lines(&self) -> &[Line] {
        match self {
            Self::Pay { lines, .. } | Self::Repay { lines, .. } => lines,
            Self::Stop | Self::Halt { .. } => &[],
        }
    }
}
