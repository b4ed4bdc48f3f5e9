use confirm::Subject;

use super::{Change, Edit};
use crate::{Milliunits, MoneyError};

/// A change of the amount that is assigned to a category in a month.
#[derive(Clone, Debug, Subject)]
#[subject(
    kind = "set_category_budget",
    question(
        "Budget {category} for {month}: {before} → {amount}?",
        month = month(month),
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
    /// The new assigned amount, in milliunits.
    pub amount: i64,
    /// The category's name.
    #[subject(shown)]
    pub category: String,
    /// The current assigned amount, in milliunits.
    #[subject(shown)]
    pub before: i64,
    /// The current available amount, in milliunits.
    #[subject(shown)]
    pub available_before: i64,
    /// The new available amount, in milliunits.
    #[subject(shown)]
    pub available_after: i64,
    /// True if the new available amount is negative and less than the current one.
    #[subject(shown)]
    pub below_zero: bool,
    /// The decimals of the plan's currency.
    #[subject(shown)]
    pub digits: u32,
}

/// A move of assigned money in a month from one category to another.
#[derive(Clone, Debug, Subject)]
#[subject(
    kind = "move_money",
    question(
        "Move {amount} from {from} to {to} for {month}?",
        amount = decimal(amount, scale = 3, digits = digits),
        month = month(month),
    ),
    warning("{from} goes below zero.", when = below_zero),
    rows = lines
)]
#[expect(clippy::exhaustive_structs, reason = "a subject is plain data")]
pub struct MoveMoney {
    /// The plan.
    pub plan_id: String,
    /// The category that loses money.
    pub from_category_id: String,
    /// The category that gets money.
    pub to_category_id: String,
    /// `YYYY-MM-01`.
    pub month: String,
    /// The amount, in milliunits; more than 0.
    pub amount: i64,
    /// The name of the category that loses money.
    #[subject(shown)]
    pub from: String,
    /// The name of the category that gets money.
    #[subject(shown)]
    pub to: String,
    /// Both categories with their amounts before and after.
    #[subject(shown)]
    pub lines: [BudgetLine; 2],
    /// True if the available amount of the losing category becomes negative.
    #[subject(shown)]
    pub below_zero: bool,
    /// The decimals of the plan's currency.
    #[subject(shown)]
    pub digits: u32,
}

/// The amounts of a category, before and after.
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
    /// The assigned amount before, in milliunits.
    pub before: i64,
    /// The assigned amount after, in milliunits.
    pub after: i64,
    /// The available amount before, in milliunits.
    pub available_before: i64,
    /// The available amount after, in milliunits.
    pub available_after: i64,
    /// The decimals of the plan's currency.
    pub digits: u32,
}

impl BudgetLine {
    /// Makes a line without a change yet. The amounts are milliunits.
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

    /// Returns the line with another assigned amount, in milliunits.
    ///
    /// # Errors
    ///
    /// Fails if the sum of the amounts is too large.
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
