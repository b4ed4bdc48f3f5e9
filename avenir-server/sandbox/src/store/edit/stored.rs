//! The columns of one transaction, as stored and as edited.

use rusqlite::{OptionalExtension, Row, named_params};
use uuid::Uuid;

use super::{Edit, choose};
use crate::failure::{Failure, Problems};
use crate::store::Scope;
use crate::store::{Patch, months};

#[derive(Debug, Clone)]
pub(super) struct Stored {
    pub(super) id: String,
    pub(super) account_id: String,
    pub(super) date: String,
    pub(super) amount: i64,
    pub(super) payee_id: Option<String>,
    pub(super) category_id: Option<String>,
    pub(super) memo: Option<String>,
    pub(super) cleared: String,
    pub(super) approved: bool,
    pub(super) flag_color: Option<String>,
    pub(super) import_id: Option<String>,
    pub(super) matched: Option<String>,
    pub(super) is_split: bool,
    /// Whether the row is the other side of a split's line, which then determines its date and amount.
    pub(super) mirrors_line: bool,
}

const SELECT: &str = "SELECT t.*, EXISTS (
        SELECT 1 FROM subtransactions AS s WHERE s.transfer_transaction_id = t.id AND NOT s.deleted
    ) AS mirrors_line
    FROM transaction_rows AS t WHERE t.plan_id = ?1 AND NOT t.deleted";

impl Stored {
    pub(super) fn by_id(scope: &Scope<'_>, id: &str) -> rusqlite::Result<Option<Self>> {
        let sql = format!("{SELECT} AND t.id = ?2");
        scope
            .db
            .query_row(&sql, [&scope.plan.id, id], Self::from_row)
            .optional()
    }

    /// Finds a row by its import id. Import ids are unique per account only, so the first match counts.
    pub(super) fn by_import_id(scope: &Scope<'_>, id: &str) -> rusqlite::Result<Option<Self>> {
        let sql = format!("{SELECT} AND t.import_id = ?2 ORDER BY t.sequence LIMIT 1");
        scope
            .db
            .query_row(&sql, [&scope.plan.id, id], Self::from_row)
            .optional()
    }

    /// Creates an empty transaction for [`Self::apply`] to fill. Returns `None` if a required field is
    /// missing.
    pub(super) fn new(
        scope: &Scope<'_>,
        edit: &Edit,
        problems: &mut Problems,
    ) -> Result<Option<Self>, Failure> {
        for (name, is_given) in [
            ("account_id", matches!(edit.account_id, Patch::Value(_))),
            ("date", matches!(edit.date, Patch::Value(_))),
            ("amount", matches!(edit.amount, Patch::Value(_))),
        ] {
            if !is_given {
                problems.add(format!("{name} is required"));
            }
        }
        let (Patch::Value(account_id), Patch::Value(date), Patch::Value(amount)) =
            (&edit.account_id, &edit.date, &edit.amount)
        else {
            return Ok(None);
        };
        if !choose::is_account(scope, account_id)? {
            problems.add("account does not exist");
            return Ok(None);
        }
        Ok(Some(Self {
            id: Uuid::new_v4().to_string(),
            account_id: account_id.clone(),
            date: date.to_string(),
            amount: *amount,
            payee_id: None,
            category_id: None,
            memo: None,
            cleared: "uncleared".to_owned(),
            approved: false,
            flag_color: None,
            import_id: edit.import_id.clone().value().filter(|id| !id.is_empty()),
            matched: None,
            is_split: false,
            mirrors_line: false,
        }))
    }

    /// Returns the import id if the account already has a row with it.
    pub(super) fn duplicate(&self, scope: &Scope<'_>) -> rusqlite::Result<Option<String>> {
        let sql = "SELECT import_id FROM transactions
            WHERE account_id = ?1 AND import_id = ?2 AND NOT deleted";
        scope
            .db
            .query_row(sql, (&self.account_id, &self.import_id), |row| row.get(0))
            .optional()
    }

    /// Finds the row that an import is merged into: a row that the user entered, with the same account
    /// and amount, at most ten days apart. The nearest row is chosen, and the older of two equally near.
    pub(super) fn entered_before(&self, scope: &Scope<'_>) -> rusqlite::Result<Option<Self>> {
        let sql = format!(
            "{SELECT} AND t.account_id = ?2 AND t.amount = ?3 AND t.import_id IS NULL
                 AND NOT t.starting_balance AND abs(julianday(t.date) - julianday(?4)) <= 10
             ORDER BY abs(julianday(t.date) - julianday(?4)), t.sequence LIMIT 1"
        );
        let params = (&scope.plan.id, &self.account_id, self.amount, &self.date);
        scope.db.query_row(&sql, params, Self::from_row).optional()
    }

    fn from_row(row: &Row<'_>) -> rusqlite::Result<Self> {
        Ok(Self {
            id: row.get("id")?,
            account_id: row.get("account_id")?,
            date: row.get("date")?,
            amount: row.get("amount")?,
            payee_id: row.get("payee_id")?,
            category_id: row.get("category_id")?,
            memo: row.get("memo")?,
            cleared: row.get("cleared")?,
            approved: row.get("approved")?,
            flag_color: row.get("flag_color")?,
            import_id: row.get("import_id")?,
            matched: row.get("matched_transaction_id")?,
            is_split: row.get("is_split")?,
            mirrors_line: row.get("mirrors_line")?,
        })
    }

    /// Applies the fields of a request. The import id never changes.
    pub(super) fn apply(
        &mut self,
        scope: &Scope<'_>,
        edit: Edit,
        problems: &mut Problems,
    ) -> Result<(), Failure> {
        if let Some(account) = edit.account_id.value() {
            if choose::is_account(scope, &account)? {
                self.account_id = account;
            } else {
                problems.add("account does not exist");
            }
        }
        if let Some(date) = edit.date.value() {
            if choose::check_date(scope, date, problems) {
                months::reach_back(scope, date)?;
            }
            self.date = date.to_string();
        }
        self.amount = edit.amount.value().unwrap_or(self.amount);
        choose::payee(
            scope,
            edit.payee_id,
            edit.payee_name,
            &mut self.payee_id,
            problems,
        )?;
        choose::category(scope, edit.category_id, &mut self.category_id, problems)?;
        edit.memo.replace(&mut self.memo);
        if let Some(cleared) = edit.cleared.value() {
            self.cleared = cleared;
        }
        self.approved = edit.approved.value().unwrap_or(self.approved);
        edit.flag_color.replace(&mut self.flag_color);
        // Both "" and null mean no flag.
        self.flag_color = self.flag_color.take().filter(|color| !color.is_empty());
        self.normalise_category(scope, problems)
    }

    /// Removes the category on tracking accounts and on transfers inside the budget, whatever was sent.
    fn normalise_category(
        &mut self,
        scope: &Scope<'_>,
        problems: &mut Problems,
    ) -> Result<(), Failure> {
        let place = choose::place(scope, &self.account_id, self.payee_id.as_deref())?;
        if place.other.as_deref() == Some(&self.account_id) {
            problems.add("payee must not be a transfer to the same account");
        }
        if !place.takes_category {
            self.category_id = None;
        }
        Ok(())
    }

    pub(super) fn save(&self, scope: &Scope<'_>) -> Result<(), Failure> {
        let columns = named_params! {
            ":id": self.id,
            ":plan": scope.plan.id,
            ":account": self.account_id,
            ":date": self.date,
            ":amount": self.amount,
            ":payee": self.payee_id,
            ":category": self.category_id,
            ":memo": self.memo,
            ":cleared": self.cleared,
            ":approved": self.approved,
            ":flag": self.flag_color,
            ":import": self.import_id,
            ":matched": self.matched,
        };
        let sql = "INSERT INTO transactions (id, plan_id, account_id, date, amount, payee_id,
                 category_id, memo, cleared, approved, flag_color, import_id, import_payee_name,
                 matched_transaction_id)
             VALUES (:id, :plan, :account, :date, :amount, :payee,
                 :category, :memo, :cleared, :approved, :flag, :import,
                 (SELECT name FROM payees WHERE id = :payee AND :import IS NOT NULL), :matched)
             ON CONFLICT (id) DO UPDATE SET account_id = :account, date = :date, amount = :amount,
                 payee_id = :payee, category_id = :category, memo = :memo, cleared = :cleared,
                 approved = :approved, flag_color = :flag, import_id = :import,
                 matched_transaction_id = :matched";
        match scope.db.execute(sql, columns) {
            // The schema checks this rule: the row moved to an account that already has its import id.
            Err(error) if is_duplicate(&error) => Err(Failure::Conflict(
                "a transaction on the same account with the same import_id exists already".into(),
            )),
            other => Ok(other.map(drop)?),
        }
    }
}

fn is_duplicate(error: &rusqlite::Error) -> bool {
    error
        .sqlite_error()
        .is_some_and(|error| error.extended_code == rusqlite::ffi::SQLITE_CONSTRAINT_UNIQUE)
}
