//! Writing of a demo plan into an empty database.

mod rows;
mod scheduled;

use jiff::ToSpan;
use jiff::civil::Date;
use rusqlite::{Connection, named_params};

use super::generate;
use super::ids;
use super::shape::{Category, Plan};
use crate::clock::{month_of, next_month};
use crate::store::months;

/// Writes a plan as of that day.
pub(super) fn plan(
    db: &Connection,
    plan: &Plan,
    position: i64,
    today: Date,
) -> rusqlite::Result<()> {
    let fill = Fill {
        db,
        plan,
        id: ids::of(plan.key),
        today,
    };
    fill.head(position)?;
    fill.accounts()?;
    fill.categories()?;
    fill.budgets()?;
    let rows = generate::rows(plan, today);
    fill.payees(&rows)?;
    rows.iter().try_for_each(|row| fill.transaction(row))?;
    plan.scheduled
        .iter()
        .try_for_each(|one| fill.schedule(one))?;
    fill.goals()?;
    // Set the date last, because writing the rows above does not count as a user's change.
    db.execute(
        "UPDATE plans SET last_modified_on = ?2 WHERE id = ?1",
        (&fill.id, format!("{today}T00:00:00Z")),
    )?;
    Ok(())
}

struct Fill<'a> {
    db: &'a Connection,
    plan: &'a Plan,
    id: String,
    today: Date,
}

impl Fill<'_> {
    fn head(&self, position: i64) -> rusqlite::Result<()> {
        let currency = (self.plan.currency)();
        self.db.execute(
            "INSERT INTO plans VALUES (:id, :name, :position, -:position, '', :date_format, :iso_code,
                 :example, :digits, :decimal, :group, :symbol, :symbol_first, :display)",
            named_params! {
                ":id": self.id,
                ":name": self.plan.name,
                ":position": position,
                ":date_format": self.plan.date_format,
                ":iso_code": currency.iso_code,
                ":example": currency.example_format,
                ":digits": currency.decimal_digits,
                ":decimal": currency.decimal_separator,
                ":group": currency.group_separator,
                ":symbol": currency.symbol,
                ":symbol_first": currency.symbol_first,
                ":display": currency.display_symbol,
            },
        )?;
        let first = generate::first_month(self.today).to_string();
        months::insert(
            self.db,
            &self.id,
            &first,
            &next_month(self.today).to_string(),
        )
    }

    fn accounts(&self) -> rusqlite::Result<()> {
        for (position, account) in (0_i64..).zip(self.plan.accounts) {
            let (id, payee) = (
                self.of("account", account.key),
                self.transfer_payee(account.key),
            );
            self.db.execute(
                "INSERT INTO accounts (id, plan_id, position, name, type, on_budget, note, transfer_payee_id)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
                (&id, &self.id, position, account.name, account.kind, account.on_budget, account.note, &payee),
            )?;
            self.db.execute(
                "INSERT INTO payees (id, plan_id, name, transfer_account_id) VALUES (?1, ?2, ?3, ?4)",
                (&payee, &self.id, format!("Transfer : {}", account.name), &id),
            )?;
        }
        Ok(())
    }

    fn categories(&self) -> rusqlite::Result<()> {
        self.group(0, "internal", "Internal Master Category", true)?;
        self.category(
            0,
            "internal",
            ids::INFLOW,
            "Inflow: Ready to Assign",
            "inflow",
            None,
            false,
        )?;
        self.category(
            1,
            "internal",
            ids::UNCATEGORIZED,
            "Uncategorized",
            "uncategorized",
            None,
            false,
        )?;
        self.group(1, "cards", "Credit Card Payments", false)?;
        let cards = self
            .plan
            .accounts
            .iter()
            .filter(|account| account.is_card());
        for (position, card) in (0..).zip(cards) {
            let account = self.of("account", card.key);
            self.category(
                position,
                "cards",
                &payment(card.key),
                card.name,
                "card",
                Some(account),
                false,
            )?;
        }
        for (position, group) in (2..).zip(self.plan.groups) {
            self.group(position, group.key, group.name, false)?;
            for (position, one) in (0..).zip(group.categories) {
                self.category(
                    position, group.key, one.key, one.name, "ordinary", None, one.hidden,
                )?;
            }
        }
        Ok(())
    }

    fn group(&self, position: i64, key: &str, name: &str, internal: bool) -> rusqlite::Result<()> {
        self.db.execute(
            "INSERT INTO category_groups (id, plan_id, position, name, internal) VALUES (?1, ?2, ?3, ?4, ?5)",
            (self.of("group", key), &self.id, position, name, internal),
        )?;
        Ok(())
    }

    #[expect(clippy::too_many_arguments, reason = "one for each column of the row")]
    fn category(
        &self,
        position: i64,
        group: &str,
        key: &str,
        name: &str,
        role: &str,
        card: Option<String>,
        hidden: bool,
    ) -> rusqlite::Result<()> {
        self.db.execute(
            "INSERT INTO categories
                 (id, plan_id, category_group_id, position, name, role, account_id, hidden)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
            (
                self.of("category", key),
                &self.id,
                self.of("group", group),
                position,
                name,
                role,
                card,
                hidden,
            ),
        )?;
        Ok(())
    }

    fn budgets(&self) -> rusqlite::Result<()> {
        let first = generate::first_month(self.today);
        // Cover the starting debt of each card at once.
        for card in self
            .plan
            .accounts
            .iter()
            .filter(|account| account.is_card())
        {
            self.assign(&payment(card.key), first, -card.starting)?;
        }
        for category in self.plan.groups.iter().flat_map(|group| group.categories) {
            self.assign_every_month(category, first)?;
        }
        Ok(())
    }

    fn assign_every_month(&self, category: &Category, first: Date) -> rusqlite::Result<()> {
        let mut month = first;
        while month <= month_of(self.today) {
            let extra = if month == first { category.first } else { 0 };
            self.assign(category.key, month, category.monthly + extra)?;
            month = month.saturating_add(1.month());
        }
        Ok(())
    }

    fn assign(&self, category: &str, month: Date, budgeted: i64) -> rusqlite::Result<()> {
        if budgeted != 0 {
            self.db.execute(
                "INSERT INTO month_budgets VALUES (?1, ?2, ?3)",
                (self.of("category", category), month.to_string(), budgeted),
            )?;
        }
        Ok(())
    }

    fn of(&self, kind: &str, key: &str) -> String {
        ids::in_plan(self.plan.key, kind, key)
    }

    fn transfer_payee(&self, account: &str) -> String {
        self.of("transfer-payee", account)
    }
}

/// Returns the key of a card's payment category.
fn payment(card: &str) -> String {
    format!("payment-{card}")
}
