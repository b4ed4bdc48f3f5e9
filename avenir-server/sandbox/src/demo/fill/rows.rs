//! The payees and transactions of a demo plan.

use std::collections::HashSet;

use jiff::ToSpan;
use jiff::civil::Date;
use rusqlite::named_params;

use super::{Fill, scheduled};
use crate::demo::generate::{Payee, Row};
use crate::demo::ids;

impl Fill<'_> {
    pub(super) fn payees(&self, rows: &[Row]) -> rusqlite::Result<()> {
        let own = [
            "Manual Balance Adjustment",
            "Reconciliation Balance Adjustment",
        ];
        let mut known = HashSet::new();
        for name in own
            .into_iter()
            .chain(rows.iter().filter_map(|row| row.payee.name()))
            .chain(self.plan.scheduled.iter().filter_map(scheduled::payee_of))
        {
            if known.insert(name) {
                self.db.execute(
                    "INSERT INTO payees (id, plan_id, name) VALUES (?1, ?2, ?3)",
                    (self.of("payee", name), &self.id, name),
                )?;
            }
        }
        Ok(())
    }

    pub(super) fn transaction(&self, row: &Row) -> rusqlite::Result<()> {
        let (payee, other) = match row.payee {
            Payee::Named(name) => (self.of("payee", name), None),
            Payee::Transfer(account) => (
                self.transfer_payee(account),
                Some(self.of("account", account)),
            ),
        };
        self.db
            .prepare_cached(
                "INSERT INTO transactions (id, plan_id, account_id, date, amount, payee_id,
                     category_id, memo, cleared, approved, flag_color, transfer_account_id,
                     transfer_transaction_id, import_id, import_payee_name, debt_transaction_type,
                     starting_balance)
                 VALUES (:id, :plan, :account, :date, :amount, :payee, :category, :memo, :cleared,
                     :approved, :flag, :other, :mirror, :import, :import_payee, :debt, :starting)",
            )?
            .execute(named_params! {
                ":id": row.id,
                ":plan": self.id,
                ":account": self.of("account", row.account),
                ":date": row.date.to_string(),
                ":amount": row.amount,
                ":payee": payee,
                ":category": row.category.map(|key| self.of("category", key)),
                ":memo": row.memo,
                ":cleared": self.cleared(row.date),
                ":approved": row.approved,
                ":flag": row.flag,
                ":other": other,
                ":mirror": row.mirror,
                ":import": row.imported.then(|| format!("YNAB:{}:{}:1", row.amount, row.date)),
                ":import_payee": row.payee.name().filter(|_| row.imported),
                ":debt": row.debt,
                ":starting": row.starting,
            })?;
        for (position, &(category, amount)) in row.lines.iter().enumerate() {
            self.db.execute(
                "INSERT INTO subtransactions (id, transaction_id, position, amount, category_id)
                 VALUES (?1, ?2, ?3, ?4, ?5)",
                (
                    ids::line(&row.id, position),
                    &row.id,
                    i64::try_from(position).unwrap_or(i64::MAX),
                    amount,
                    self.of("category", category),
                ),
            )?;
        }
        Ok(())
    }

    /// Returns the cleared status of a row by its age: the bank needs some days, and statements are monthly.
    fn cleared(&self, date: Date) -> &'static str {
        if date < self.today.saturating_sub(45.days()) {
            "reconciled"
        } else if date < self.today.saturating_sub(4.days()) {
            "cleared"
        } else {
            "uncleared"
        }
    }
}

impl Payee {
    fn name(&self) -> Option<&'static str> {
        match *self {
            Self::Named(name) => Some(name),
            Self::Transfer(_) => None,
        }
    }
}
