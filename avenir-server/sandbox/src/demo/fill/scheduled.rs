//! The scheduled transactions and targets of a demo plan.

use jiff::ToSpan;
use rusqlite::named_params;

use super::Fill;
use crate::clock::month_of;
use crate::demo::generate::{self, dates};
use crate::demo::ids;
use crate::demo::shape::{Goal, Scheduled, What};

impl Fill<'_> {
    pub(super) fn schedule(&self, scheduled: &Scheduled) -> rusqlite::Result<()> {
        let (first, next) = dates(scheduled, self.today);
        let id = self.of("scheduled", scheduled.key);
        let (payee, category) = match &scheduled.what {
            What::Transfer(account, category) => (Some(self.transfer_payee(account)), *category),
            What::Spending(_, category) => (None, Some(*category)),
            _ => (None, None),
        };
        let payee = payee.or_else(|| payee_of(scheduled).map(|name| self.of("payee", name)));
        self.db.execute(
            "INSERT INTO scheduled_transactions (id, plan_id, account_id, date_first, date_next,
                 frequency, amount, payee_id, category_id)
             VALUES (:id, :plan, :account, :first, :next, :frequency, :amount, :payee, :category)",
            named_params! {
                ":id": id,
                ":plan": self.id,
                ":account": self.of("account", scheduled.account),
                ":first": first.to_string(),
                ":next": next.to_string(),
                ":frequency": scheduled.frequency,
                ":amount": scheduled.amount,
                ":payee": payee,
                ":category": category.map(|key| self.of("category", key)),
            },
        )?;
        let What::Split(_, shares) = scheduled.what else {
            return Ok(());
        };
        let lines = generate::share(scheduled.amount, shares, self.plan);
        for (position, (category, amount)) in (0_i64..).zip(lines) {
            self.db.execute(
                "INSERT INTO scheduled_subtransactions VALUES (?1, ?2, ?3, ?4, ?5)",
                (
                    ids::line(&id, usize::try_from(position).unwrap_or(0)),
                    &id,
                    position,
                    amount,
                    self.of("category", category),
                ),
            )?;
        }
        Ok(())
    }

    pub(super) fn goals(&self) -> rusqlite::Result<()> {
        for category in self.plan.groups.iter().flat_map(|group| group.categories) {
            let Some(goal) = category.goal else { continue };
            let (kind, amount, cadence) = match goal {
                Goal::SetAside(amount) | Goal::Refill(amount) => ("NEED", amount, 1),
                Goal::Weekly(amount) => ("NEED", amount, 2),
                Goal::ByDate(amount, _) => ("NEED", amount, 0),
                Goal::Balance(amount) => ("TB", amount, 0),
            };
            let due = match goal {
                Goal::ByDate(_, months) => Some(self.today.saturating_add(months.months())),
                _ => None,
            };
            let whole = (kind == "NEED").then_some(!matches!(goal, Goal::Refill(_)));
            self.db.execute(
                "UPDATE categories SET goal_type = :kind, goal_target = :amount,
                     goal_target_date = :due, goal_needs_whole_amount = :whole,
                     goal_cadence = :cadence, goal_cadence_frequency = :frequency,
                     goal_day = :day, goal_creation_month = :created
                 WHERE id = :id",
                named_params! {
                    ":id": self.of("category", category.key),
                    ":kind": kind,
                    ":amount": amount,
                    ":due": due.map(|date| month_of(date).to_string()),
                    ":whole": whole,
                    ":cadence": cadence,
                    ":frequency": (cadence > 0).then_some(1),
                    ":day": (cadence == 2).then_some(0),
                    ":created": generate::first_month(self.today).to_string(),
                },
            )?;
        }
        Ok(())
    }
}

/// Returns the payee's name, or `None` for a transfer.
pub(super) fn payee_of(scheduled: &Scheduled) -> Option<&'static str> {
    match scheduled.what {
        What::Income(name) | What::Split(name, _) | What::Tracking(name, _) => Some(name),
        What::Spending(names, _) => names.first().copied(),
        What::Transfer(..) | What::CardPayment(_) => None,
    }
}
