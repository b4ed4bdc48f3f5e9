//! A plan small enough for mental arithmetic: three accounts, three categories, two months.

use jiff::{Timestamp, ToSpan as _, civil::Date, tz::TimeZone};
use rusqlite::Connection;

use super::common::World;

pub(crate) const PLAN: &str = "11111111-0000-4000-8000-000000000000";
pub(crate) const BANK: &str = "11111111-0000-4000-8000-0000000000a1";
pub(crate) const CARD: &str = "11111111-0000-4000-8000-0000000000a2";
pub(crate) const SHED: &str = "11111111-0000-4000-8000-0000000000a3";
pub(crate) const FOOD: &str = "11111111-0000-4000-8000-0000000000c1";
pub(crate) const FUN: &str = "11111111-0000-4000-8000-0000000000c2";
pub(crate) const OLD: &str = "11111111-0000-4000-8000-0000000000c3";
const INFLOW: &str = "11111111-0000-4000-8000-0000000000c8";

/// Returns the first day of the month that is `after` months from this month.
pub(crate) fn month(after: i64) -> Date {
    let today = TimeZone::UTC.to_datetime(Timestamp::now()).date();
    today.first_of_month().saturating_add(after.months())
}

/// Adds the plan to a world.
pub(crate) fn plan(world: &World) -> Connection {
    let db = world.plan();
    let ids = format!(
        "{HEAD}
         INSERT INTO months SELECT '{PLAN}', column1, NULL
             FROM (VALUES ('{last}'), ('{this}'), ('{next}'));
         INSERT INTO month_budgets VALUES
             ('{FOOD}', '{last}', 200000), ('{FUN}', '{last}', 30000),
             ('{FOOD}', '{this}', 100000), ('{FUN}', '{this}', 20000);",
        last = month(-1),
        this = month(0),
        next = month(1),
    );
    db.execute_batch(&ids).unwrap();
    let last = |day: i64| month(-1).saturating_add((day - 1).days());
    let this = month(0);
    let row = |id, account, date: Date, amount, payee, category| {
        transaction(&db, id, account, date, amount, payee, category);
    };
    row("last-pay", BANK, last(1), 1_000_000, "Mill", Some(INFLOW));
    row("last-food", BANK, last(5), -120_500, "Grocer", Some(FOOD));
    row("last-split", BANK, last(6), -80_000, "Market", None);
    row("last-fun", CARD, last(7), -10_100, "Cinema", Some(FUN));
    row("pay", BANK, this, 1_000_000, "Mill", Some(INFLOW));
    row("food", CARD, this, -99_990, "Grocer", Some(FOOD));
    row("refund", BANK, this, 20_000, "Grocer", Some(FOOD));
    row("fun", BANK, this, -45_050, "Cinema", Some(FUN));
    row("old", BANK, this, -5_000, "Gym", Some(OLD));
    row("shed", SHED, this, 7_770, "Valuer", None);
    row("waiting", BANK, this, -3_330, "Kiosk", None);
    row("pay-card", BANK, this, -10_100, "to-card", None);
    row("card-paid", CARD, this, 10_100, "to-bank", None);
    db.execute_batch(&format!(
        "INSERT INTO subtransactions (id, transaction_id, position, amount, category_id) VALUES
             ('split-food', 'last-split', 0, -50250, '{FOOD}'),
             ('split-fun', 'last-split', 1, -29750, '{FUN}');
         UPDATE transactions SET transfer_account_id = '{CARD}',
             transfer_transaction_id = 'card-paid' WHERE id = 'pay-card';
         UPDATE transactions SET transfer_account_id = '{BANK}',
             transfer_transaction_id = 'pay-card' WHERE id = 'card-paid';"
    ))
    .unwrap();
    db
}

/// Adds a transaction to that plan, and its payee if the payee does not exist.
pub(crate) fn transaction(
    db: &Connection,
    id: &str,
    account: &str,
    date: Date,
    amount: i64,
    payee: &str,
    category: Option<&str>,
) {
    let payee_id = format!("payee-{payee}");
    let sql = "INSERT OR IGNORE INTO payees (id, plan_id, name) VALUES (?1, ?2, ?3)";
    db.execute(sql, (&payee_id, PLAN, payee)).unwrap();
    let sql = "INSERT INTO transactions
            (id, plan_id, account_id, date, amount, payee_id, category_id, cleared, approved)
        VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, 'cleared', 1)";
    let row = (
        id,
        PLAN,
        account,
        date.to_string(),
        amount,
        &payee_id,
        category,
    );
    db.execute(sql, row).unwrap();
}

const HEAD: &str = "
    INSERT INTO plans SELECT '11111111-0000-4000-8000-000000000000', 'Small', 9, -9, '',
        date_format, iso_code, example_format, decimal_digits, decimal_separator, group_separator,
        currency_symbol, symbol_first, display_symbol FROM plans WHERE position = 0;
    BEGIN;
    INSERT INTO accounts (id, plan_id, position, name, type, on_budget, transfer_payee_id) VALUES
        ('11111111-0000-4000-8000-0000000000a1', '11111111-0000-4000-8000-000000000000', 0,
            'Bank', 'checking', 1, 'payee-to-bank'),
        ('11111111-0000-4000-8000-0000000000a2', '11111111-0000-4000-8000-000000000000', 1,
            'Card', 'creditCard', 1, 'payee-to-card'),
        ('11111111-0000-4000-8000-0000000000a3', '11111111-0000-4000-8000-000000000000', 2,
            'Shed', 'otherAsset', 0, 'payee-to-shed');
    INSERT INTO payees (id, plan_id, name, transfer_account_id) VALUES
        ('payee-to-bank', '11111111-0000-4000-8000-000000000000', 'Transfer : Bank',
            '11111111-0000-4000-8000-0000000000a1'),
        ('payee-to-card', '11111111-0000-4000-8000-000000000000', 'Transfer : Card',
            '11111111-0000-4000-8000-0000000000a2'),
        ('payee-to-shed', '11111111-0000-4000-8000-000000000000', 'Transfer : Shed',
            '11111111-0000-4000-8000-0000000000a3');
    COMMIT;
    INSERT INTO category_groups (id, plan_id, position, name, internal) VALUES
        ('group-internal', '11111111-0000-4000-8000-000000000000', 0, 'Internal Master Category', 1),
        ('group-cards', '11111111-0000-4000-8000-000000000000', 1, 'Credit Card Payments', 0),
        ('group-daily', '11111111-0000-4000-8000-000000000000', 2, 'Daily', 0);
    INSERT INTO categories
        (id, plan_id, category_group_id, position, name, role, account_id, hidden) VALUES
        ('11111111-0000-4000-8000-0000000000c8', '11111111-0000-4000-8000-000000000000',
            'group-internal', 0, 'Inflow: Ready to Assign', 'inflow', NULL, 0),
        ('11111111-0000-4000-8000-0000000000c9', '11111111-0000-4000-8000-000000000000',
            'group-internal', 1, 'Uncategorized', 'uncategorized', NULL, 0),
        ('11111111-0000-4000-8000-0000000000c7', '11111111-0000-4000-8000-000000000000',
            'group-cards', 0, 'Card', 'card', '11111111-0000-4000-8000-0000000000a2', 0),
        ('11111111-0000-4000-8000-0000000000c1', '11111111-0000-4000-8000-000000000000',
            'group-daily', 0, 'Food', 'ordinary', NULL, 0),
        ('11111111-0000-4000-8000-0000000000c2', '11111111-0000-4000-8000-000000000000',
            'group-daily', 1, 'Fun', 'ordinary', NULL, 0),
        ('11111111-0000-4000-8000-0000000000c3', '11111111-0000-4000-8000-000000000000',
            'group-daily', 2, 'Old', 'ordinary', NULL, 1);";
