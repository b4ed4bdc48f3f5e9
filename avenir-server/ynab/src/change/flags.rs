use confirm::Subject;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Change, Edit, Field};

/// A change of the flags of transactions.
#[derive(Clone, Debug, Subject)]
#[subject(
    kind = "flag_transactions",
    question("Change the flag of {count} transaction(s)?", count = count(flags)),
    rows = flags
)]
#[expect(clippy::exhaustive_structs, reason = "a subject is plain data")]
pub struct SetFlags {
    /// The plan.
    pub plan_id: String,
    /// The transactions, in no particular order.
    #[subject(unordered)]
    pub flags: Vec<FlagChange>,
}

/// The flag of one transaction, before and after.
#[derive(Clone, Debug, Subject)]
#[subject(row(
    "{date} {payee} {amount}: {before} → {color}",
    date = date(date),
    payee = or(payee, "no payee"),
    amount = decimal(amount, scale = 3, digits = digits),
    before = or(before, "no flag"),
    color = or(color, "no flag"),
))]
#[expect(clippy::exhaustive_structs, reason = "a subject is plain data")]
pub struct FlagChange {
    /// The transaction.
    pub transaction_id: String,
    /// The new flag.
    pub color: Option<Flag>,
    /// The current flag.
    #[subject(shown)]
    pub before: Option<Flag>,
    /// The date, `YYYY-MM-DD`.
    #[subject(shown)]
    pub date: String,
    /// The name of the payee.
    #[subject(shown)]
    pub payee: Option<String>,
    /// The amount, in milliunits.
    #[subject(shown)]
    pub amount: i64,
    /// The decimals of the plan's currency.
    #[subject(shown)]
    pub digits: u32,
}

/// The colour of a flag.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, Subject)]
#[serde(rename_all = "snake_case")]
#[schemars(inline)]
#[expect(clippy::exhaustive_enums, reason = "YNAB has these")]
pub enum Flag {
    /// Red.
    #[subject(label("red"))]
    Red,
    /// Orange.
    #[subject(label("orange"))]
    Orange,
    /// Yellow.
    #[subject(label("yellow"))]
    Yellow,
    /// Green.
    #[subject(label("green"))]
    Green,
    /// Blue.
    #[subject(label("blue"))]
    Blue,
    /// Purple.
    #[subject(label("purple"))]
    Purple,
}

impl Flag {
    const ALL: [Self; 6] = [
        Self::Red,
        Self::Orange,
        Self::Yellow,
        Self::Green,
        Self::Blue,
        Self::Purple,
    ];

    /// Returns YNAB's word for the color.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Red => "red",
            Self::Orange => "orange",
            Self::Yellow => "yellow",
            Self::Green => "green",
            Self::Blue => "blue",
            Self::Purple => "purple",
        }
    }

    /// Returns the flag with that word. Returns `None` for any other word, because old plans hold
    /// odd words.
    #[must_use]
    pub fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|flag| flag.as_str() == word)
    }
}

impl FlagChange {
    pub(super) fn edit(&self) -> Edit {
        let word = |flag: Option<Flag>| flag.map(Flag::as_str);
        Edit::new(
            Field::Flag,
            &self.transaction_id,
            word(self.before),
            word(self.color),
        )
    }
}

#[diagnostic::do_not_recommend]
impl Change for SetFlags {
    fn plan_id(&self) -> &str {
        &self.plan_id
    }

    fn edits(&self) -> Vec<Edit> {
        self.flags.iter().map(FlagChange::edit).collect()
    }
}
