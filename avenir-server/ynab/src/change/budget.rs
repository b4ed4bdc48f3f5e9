use confirm::Subject;

use super::{Change, Edit};
use crate::{Milliunits, MoneyError};

/// Sets what is assigned to a category in a month.
#[derive(Clone, Debug, Subject)]
#[subject(
    kind = "set_category_budget",
    question(
        "Budget {category} for {month}: {before} → {amount}?",
        month = date(month),
        before = decimal(before, scale = 3, digits = digits),
        amount = decimal(amount, scale = 3, digits = digits),
    ),
    warning("{category} goes below zero.", when = below_zero),
    context(
        "Available: {before} → {after}.",
        before = decimal(available_before, scale = 3, digits = digits),
        after = decimal(available_after, scale = 3, digits = digits),
    )
)]
#[expect(clippy::exhaustive_structs, reason = "a subject is plain data")]
pub struct SetBudget {
    /// The plan.
    pub plan_id: String,
    /// The category.
    pub category_id: String,
    /// `YYYY-MM-01`.
    pub month: String,
    /// What is assigned then, in milliunits.
    pub amount: i64,
    /// The category's name.
    #[subject(shown)]
    pub category: String,
    /// What is assigned now, in milliunits.
    #[subject(shown)]
    pub before: i64,
    /// What is available now, in milliunits.
    #[subject(shown)]
    pub available_before: i64,
    /// What is available then, in milliunits.
    #[subject(shown)]
    pub available_after: i64,
    /// Whether that is less than nothing, and less than now.
    #[subject(shown)]
    pub below_zero: bool,
    /// Decimals of the plan's currency.
    #[subject(shown)]
    pub digits: u32,
}

/// Moves money that is assigned in a month from one category to another.
#[derive(Clone, Debug, Subject)]
#[subject(
    kind = "move_money",
    question(
        "Move {amount} from {from} to {to} for {month}?",
        amount = decimal(amount, scale = 3, digits = digits),
        month = date(month),
    ),
    warning("{from} goes below zero.", when = below_zero),
    rows = lines
)]
#[expect(clippy::exhaustive_structs, reason = "a subject is plain data")]
pub struct MoveMoney {
    /// The plan.
    pub plan_id: String,
    /// Where it is taken from.
    pub from_category_id: String,
    /// Where it goes.
    pub to_category_id: String,
    /// `YYYY-MM-01`.
    pub month: String,
    /// How much, in milliunits; more than 0.
    pub amount: i64,
    /// The one category's name.
    #[subject(shown)]
    pub from: String,
    /// The other's.
    #[subject(shown)]
    pub to: String,
    /// Both categories, before and after.
    #[subject(shown)]
    pub lines: [BudgetLine; 2],
    /// Whether less than nothing is available then where it is taken from.
    #[subject(shown)]
    pub below_zero: bool,
    /// Decimals of the plan's currency.
    #[subject(shown)]
    pub digits: u32,
}

/// A category of which money is assigned, before and after.
#[derive(Clone, Debug, Subject)]
#[subject(row(
    "{category}: {before} → {after}; available {available_before} → {available_after}",
    before = decimal(before, scale = 3, digits = digits),
    after = decimal(after, scale = 3, digits = digits),
    available_before = decimal(available_before, scale = 3, digits = digits),
    available_after = decimal(available_after, scale = 3, digits = digits),
))]
#[expect(clippy::exhaustive_structs, reason = "a subject is plain data")]
pub struct BudgetLine {
    /// The category's name.
    pub category: String,
    /// Assigned before, in milliunits.
    pub before: i64,
    /// Assigned after, in milliunits.
    pub after: i64,
    /// Available before, in milliunits.
    pub available_before: i64,
    /// Available after, in milliunits.
    pub available_after: i64,
    /// Decimals of the plan's currency.
    pub digits: u32,
}

impl BudgetLine {
    /// A category in a month, of which nothing changes yet. The amounts are milliunits.
    #[must_use]
    pub fn new(category: String, assigned: i64, available: i64, digits: u32) -> Self {
        Self {
            category,
            before: assigned,
            after: assigned,
            available_before: available,
            available_after: available,
            digits,
        }
    }

    /// Returns the same with another amount assigned, in milliunits.
    ///
    /// # Errors
    ///
    /// If the amounts come to more than there can be.
    pub fn assigned(&self, amount: i64) -> Result<Self, MoneyError> {
        let rest = Milliunits(self.available_before).checked_sub(Milliunits(self.before))?;
        Ok(Self {
            after: amount,
            available_after: rest.checked_add(Milliunits(amount))?.0,
            ..self.clone()
        })
    }
}

#[diagnostic::do_not_recommend]
impl Change for SetBudget {
    fn plan_id(&self) -> &str {
        &self.plan_id
    }

    fn edits(&self) -> Vec<Edit> {
        vec![Edit::budgeted(
            &self.month,
            &self.category_id,
            self.before,
            self.amount,
        )]
    }
}

#[diagnostic::do_not_recommend]
impl Change for MoveMoney {
    fn plan_id(&self) -> &str {
        &self.plan_id
    }

    fn edits(&self) -> Vec<Edit> {
        [&self.from_category_id, &self.to_category_id]
            .into_iter()
            .zip(&self.lines)
            .map(|(id, line)| Edit::budgeted(&self.month, id, line.before, line.after))
            .collect()
    }
}
