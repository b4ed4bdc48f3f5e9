//! The demo plans: households whose dates follow today and whose ids never change.
//!
//! There is one plan in euros ([`PLAN`], which is `last-used`), one in yen without decimals
//! ([`YEN_PLAN`]) and one in Jordanian dinars with three decimals ([`DINAR_PLAN`]). Each history
//! covers this month and the 17 months before. The same day always gives the same rows. An id is a
//! version 5 UUID of the row's role, such as "the salary of two months ago", so the id stays when
//! the calendar moves on. The constants below therefore name rows that exist on every day.
//!
//! Some payees are hostile on purpose, such as [`HOSTILE_NEWLINE`] and [`HOSTILE_OVERRIDE`].

mod amman;
mod fill;
mod generate;
mod household;
mod ids;
mod known;
mod shape;
mod table;
mod tokyo;

use jiff::civil::Date;
use rusqlite::Connection;

pub use known::*;

/// Fills an empty database with the demo plans as of that day.
pub(crate) fn fill(db: &Connection, today: Date) -> rusqlite::Result<()> {
    for (position, plan) in (0..).zip([&household::PLAN, &tokyo::PLAN, &amman::PLAN]) {
        fill::plan(db, plan, position, today)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_constants_are_the_ids_of_their_paths() {
        for (constant, path) in [
            (USER, "user"),
            (PLAN, "household"),
            (YEN_PLAN, "tokyo"),
            (DINAR_PLAN, "amman"),
            (SCHEDULED_RENT, "household/scheduled/rent"),
            (YEN_GROCERIES, "tokyo/category/groceries"),
            (DINAR_GROCERIES, "amman/category/groceries"),
            (CURRENT_ACCOUNT, "household/account/current"),
            (GROCERIES, "household/category/groceries"),
            (VISA_PAYMENT, "household/category/payment-visa"),
            (DINER, "household/transaction/diner"),
            (SPLIT, "household/transaction/supermarket-split/1-0"),
        ] {
            assert_eq!(constant, ids::of(path), "{path}");
        }
    }
}
