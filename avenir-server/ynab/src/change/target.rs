use confirm::Subject;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use super::{Change, Edit, Field};
use crate::model::Category;

/// A change of a category's target.
#[derive(Clone, Debug, Subject)]
#[subject(
    kind = "set_category_target",
    question("Set the target of {category}: {before} → {after}?"),
    warning("Undo cannot bring the old target back: YNAB lets only its own app make that kind.", when = lost)
)]
#[expect(clippy::exhaustive_structs, reason = "a subject is plain data")]
pub struct SetTarget {
    /// The plan.
    pub plan_id: String,
    /// The category.
    pub category_id: String,
    /// The amount, in milliunits. `None` removes the target.
    pub amount: Option<i64>,
    /// The day by which to reach the target, `YYYY-MM-DD`.
    pub by_date: Option<String>,
    /// The frequency at which the amount is set aside.
    pub frequency: Option<Frequency>,
    /// The category's name.
    #[subject(shown)]
    pub category: String,
    /// The current target.
    #[subject(shown)]
    pub before: Target,
    /// The new target.
    #[subject(shown)]
    pub after: Target,
    /// True if an undo cannot restore the current target.
    #[subject(shown)]
    pub lost: bool,
}

/// How often the amount of a target is set aside.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, Subject)]
#[serde(rename_all = "snake_case")]
#[schemars(inline)]
#[expect(clippy::exhaustive_enums, reason = "YNAB has these")]
pub enum Frequency {
    /// Each month.
    Monthly,
    /// Each week.
    Weekly,
    /// Each year.
    Yearly,
}

/// A category's target.
#[derive(Clone, Debug, PartialEq, Eq, Subject)]
#[expect(clippy::exhaustive_enums, reason = "it is plain data")]
pub enum Target {
    /// The category does not have a target.
    #[subject(label("no target"))]
    None,
    /// An amount by a day.
    #[subject(label(
        "{amount} by {date}",
        amount = decimal(amount, scale = 3, digits = digits),
        date = date(date),
    ))]
    ByDate {
        /// Milliunits.
        amount: i64,
        /// Decimals of the plan's currency.
        digits: u32,
        /// `YYYY-MM-DD`.
        date: String,
        /// YNAB's word for the target's kind.
        kind: String,
    },
    /// An amount each month.
    #[subject(label("{amount} each month", amount = decimal(amount, scale = 3, digits = digits)))]
    Monthly {
        /// Milliunits.
        amount: i64,
        /// Decimals of the plan's currency.
        digits: u32,
    },
    /// An amount each week.
    #[subject(label("{amount} each week", amount = decimal(amount, scale = 3, digits = digits)))]
    Weekly {
        /// Milliunits.
        amount: i64,
        /// Decimals of the plan's currency.
        digits: u32,
    },
    /// An amount each year.
    #[subject(label("{amount} each year", amount = decimal(amount, scale = 3, digits = digits)))]
    Yearly {
        /// Milliunits.
        amount: i64,
        /// Decimals of the plan's currency.
        digits: u32,
    },
    /// A target of a kind that only YNAB's app makes.
    #[subject(label(
        "{amount} as YNAB’s {kind}",
        amount = decimal(amount, scale = 3, digits = digits),
    ))]
    Other {
        /// Milliunits.
        amount: i64,
        /// Decimals of the plan's currency.
        digits: u32,
        /// YNAB's word for the target's kind.
        kind: String,
    },
}

/// The kind of targets that YNAB's API makes.
const NEED: &str = "NEED";

impl Target {
    /// Returns the target of a category.
    #[must_use]
    pub fn of(category: &Category, digits: u32) -> Self {
        let (Some(kind), Some(amount)) = (&category.goal_type, category.goal_target) else {
            return Self::None;
        };
        let (kind, amount) = (kind.clone(), amount.0);
        if let Some(date) = &category.goal_target_date {
            let date = date.clone();
            return Self::ByDate {
                amount,
                digits,
                date,
                kind,
            };
        }
        let every = category.goal_cadence_frequency.unwrap_or(1);
        match (kind.as_str(), category.goal_cadence, every) {
            (NEED, Some(Category::MONTHLY), 1) => Self::Monthly { amount, digits },
            (NEED, Some(Category::WEEKLY), 1) => Self::Weekly { amount, digits },
            (NEED, Some(Category::YEARLY), 1) => Self::Yearly { amount, digits },
            _ => Self::Other {
                amount,
                digits,
                kind,
            },
        }
    }

    /// Makes a target of an amount at that frequency.
    #[must_use]
    pub fn each(frequency: Frequency, amount: i64, digits: u32) -> Self {
        match frequency {
            Frequency::Monthly => Self::Monthly { amount, digits },
            Frequency::Weekly => Self::Weekly { amount, digits },
            Frequency::Yearly => Self::Yearly { amount, digits },
        }
    }

    /// Returns the target with another amount. Without a target returns a monthly one, as YNAB
    /// does.
    #[must_use]
    pub fn with_amount(&self, new: i64, decimals: u32) -> Self {
        let mut target = self.clone();
        match &mut target {
            Self::None => return Self::each(Frequency::Monthly, new, decimals),
            Self::ByDate { amount, .. }
            | Self::Monthly { amount, .. }
            | Self::Weekly { amount, .. }
            | Self::Yearly { amount, .. }
            | Self::Other { amount, .. } => *amount = new,
        }
        target
    }

    /// Returns whether a category's target has parts that only YNAB's app can set: a due day other
    /// than 0 (Sunday), a repeated date, or that the remaining money counts.
    #[must_use]
    pub fn has_more(category: &Category) -> bool {
        let repeats =
            category.goal_target_date.is_some() && category.goal_cadence.unwrap_or(0) != 0;
        let on_a_day = category.goal_day.is_some_and(|day| day != 0);
        repeats || on_a_day || category.goal_needs_whole_amount == Some(false)
    }

    /// Returns whether YNAB's API can turn `now` into this target.
    #[must_use]
    pub fn can_follow(&self, now: &Self) -> bool {
        let amount_only = |target: &Self| target.with_amount(0, 0).value();
        match self {
            Self::None | Self::Monthly { .. } | Self::Weekly { .. } | Self::Yearly { .. } => true,
            Self::ByDate { kind, .. } if kind == NEED => true,
            Self::ByDate { .. } | Self::Other { .. } => amount_only(self) == amount_only(now),
        }
    }

    /// Returns the target as an [`Edit`] holds it.
    #[must_use]
    pub fn value(&self) -> Value {
        let target = |amount: &i64, date: Option<&str>, frequency: Option<&str>, kind: &str| json!({"amount": amount, "date": date, "frequency": frequency, "kind": kind});
        match self {
            Self::None => Value::Null,
            Self::ByDate {
                amount, date, kind, ..
            } => target(amount, Some(date), None, kind),
            Self::Monthly { amount, .. } => target(amount, None, Some("monthly"), NEED),
            Self::Weekly { amount, .. } => target(amount, None, Some("weekly"), NEED),
            Self::Yearly { amount, .. } => target(amount, None, Some("yearly"), NEED),
            Self::Other { amount, kind, .. } => target(amount, None, None, kind),
        }
    }

    /// Reads the target from the value of an [`Edit`].
    #[must_use]
    pub fn from_value(value: &Value, digits: u32) -> Self {
        let text = |key: &str| value[key].as_str().map(str::to_owned);
        let Some(amount) = value["amount"].as_i64() else {
            return Self::None;
        };
        let kind = text("kind").unwrap_or_default();
        match (text("date"), text("frequency").as_deref()) {
            (Some(date), _) => Self::ByDate {
                amount,
                digits,
                date,
                kind,
            },
            (None, Some("monthly")) => Self::Monthly { amount, digits },
            (None, Some("weekly")) => Self::Weekly { amount, digits },
            (None, Some("yearly")) => Self::Yearly { amount, digits },
            (None, _) => Self::Other {
                amount,
                digits,
                kind,
            },
        }
    }

    /// Adds the fields that a request sends for an edit. An amount alone keeps the kind of the
    /// current target.
    pub(super) fn fields(edit: &Edit, fields: &mut Map<String, Value>) {
        let (before, after) = (&edit.before, &edit.after);
        fields.insert("goal_target".into(), after["amount"].clone());
        for (key, name) in [
            ("date", "goal_target_date"),
            ("frequency", "goal_frequency"),
        ] {
            if !after[key].is_null() && after[key] != before[key] {
                fields.insert(name.into(), after[key].clone());
            }
        }
    }
}

#[diagnostic::do_not_recommend]
impl Change for SetTarget {
    fn plan_id(&self) -> &str {
        &self.plan_id
    }

    fn edits(&self) -> Vec<Edit> {
        let (before, after) = (self.before.value(), self.after.value());
        vec![Edit::new(Field::Target, &self.category_id, before, after)]
    }

    fn irreversible_because(&self) -> Option<&'static str> {
        let why = "YNAB lets only its own app make the old kind of target";
        self.lost.then_some(why)
    }
}
