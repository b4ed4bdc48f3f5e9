//! Plans and their settings.

use rusqlite::{Connection, OptionalExtension, Row};
use serde_json::{Value, json};

use super::{Prepared, collect};
use crate::answer::Currency;
use crate::failure::Failure;

/// One plan, without its rows.
#[derive(Debug, Clone)]
pub(crate) struct Plan {
    pub(crate) id: String,
    name: String,
    last_modified_on: String,
    first_month: String,
    last_month: String,
    date_format: String,
    pub(crate) currency: Currency,
}

const SELECT: &str = "SELECT p.*,
        (SELECT min(month) FROM months WHERE plan_id = p.id) AS first_month,
        (SELECT max(month) FROM months WHERE plan_id = p.id) AS last_month
    FROM plans AS p";

impl Plan {
    /// Finds the plan that a path names by its id or by `last-used`. `default` needs OAuth, so it is
    /// never found.
    pub(crate) fn find(db: &Connection, id: &str) -> Result<Self, Failure> {
        let sql = if id == "last-used" {
            format!("{SELECT} WHERE ?1 = 'last-used' ORDER BY last_used DESC, position LIMIT 1")
        } else {
            format!("{SELECT} WHERE id = lower(?1)")
        };
        Prepared(db)
            .query_row(&sql, [id], Self::from_row)
            .optional()?
            .ok_or(Failure::ResourceNotFound)
    }

    pub(crate) fn all(db: &Connection) -> rusqlite::Result<Vec<Self>> {
        collect(
            db,
            &format!("{SELECT} ORDER BY position"),
            [],
            Self::from_row,
        )
    }

    fn from_row(row: &Row<'_>) -> rusqlite::Result<Self> {
        Ok(Self {
            id: row.get("id")?,
            name: row.get("name")?,
            last_modified_on: row.get("last_modified_on")?,
            first_month: row.get("first_month")?,
            last_month: row.get("last_month")?,
            date_format: row.get("date_format")?,
            currency: Currency {
                iso_code: row.get("iso_code")?,
                example_format: row.get("example_format")?,
                decimal_digits: row.get("decimal_digits")?,
                decimal_separator: row.get("decimal_separator")?,
                group_separator: row.get("group_separator")?,
                symbol: row.get("currency_symbol")?,
                symbol_first: row.get("symbol_first")?,
                display_symbol: row.get("display_symbol")?,
            },
        })
    }

    /// Makes `last-used` mean this plan.
    pub(crate) fn open(&self, db: &Connection) -> rusqlite::Result<()> {
        let sql = "UPDATE plans SET last_used = (SELECT max(last_used) + 1 FROM plans)
            WHERE id = ?1";
        db.execute(sql, [&self.id]).map(drop)
    }

    pub(crate) fn summary(&self) -> Value {
        json!({
            "id": self.id,
            "name": self.name,
            "last_modified_on": self.last_modified_on,
            "first_month": self.first_month,
            "last_month": self.last_month,
            "date_format": {"format": self.date_format},
            "currency_format": self.currency.to_json(),
        })
    }

    pub(crate) fn settings(&self) -> Value {
        json!({
            "date_format": {"format": self.date_format},
            "currency_format": self.currency.to_json(),
        })
    }
}
