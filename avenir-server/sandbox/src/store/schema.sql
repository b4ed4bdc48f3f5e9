-- The stored data of a plan. Balances, activity and Ready to Assign are not stored: amounts.sql
-- computes them. changes.sql records each change.
-- Amounts are integer milliunits, dates `YYYY-MM-DD`, months `YYYY-MM-01`, flags 0 or 1.
-- Rows are never removed: `deleted` hides a row from everything but delta requests.

CREATE TABLE plans (
    id                TEXT PRIMARY KEY,
    name              TEXT NOT NULL,
    position          INTEGER NOT NULL,
    last_used         INTEGER NOT NULL,  -- the greatest is the plan that `last-used` means
    last_modified_on  TEXT NOT NULL,
    date_format       TEXT NOT NULL,
    iso_code          TEXT NOT NULL,
    example_format    TEXT NOT NULL,
    decimal_digits    INTEGER NOT NULL,
    decimal_separator TEXT NOT NULL,
    group_separator   TEXT NOT NULL,
    currency_symbol   TEXT NOT NULL,
    symbol_first      INTEGER NOT NULL,
    display_symbol    INTEGER NOT NULL
) STRICT;

CREATE TABLE accounts (
    id                TEXT PRIMARY KEY,
    plan_id           TEXT NOT NULL REFERENCES plans,
    position          INTEGER NOT NULL,
    name              TEXT NOT NULL,
    type              TEXT NOT NULL,
    on_budget         INTEGER NOT NULL,
    closed            INTEGER NOT NULL DEFAULT 0,
    note              TEXT,
    transfer_payee_id TEXT NOT NULL REFERENCES payees DEFERRABLE INITIALLY DEFERRED, -- each names the other
    deleted           INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE TABLE category_groups (
    id       TEXT PRIMARY KEY,
    plan_id  TEXT NOT NULL REFERENCES plans,
    position INTEGER NOT NULL,
    name     TEXT NOT NULL,
    hidden   INTEGER NOT NULL DEFAULT 0,
    internal INTEGER NOT NULL DEFAULT 0,
    deleted  INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE TABLE categories (
    id                TEXT PRIMARY KEY,
    plan_id           TEXT NOT NULL REFERENCES plans,
    category_group_id TEXT NOT NULL REFERENCES category_groups,
    position          INTEGER NOT NULL,
    name              TEXT NOT NULL,
    role              TEXT NOT NULL CHECK (role IN ('ordinary', 'inflow', 'uncategorized', 'card')),
    account_id        TEXT REFERENCES accounts,  -- the card that a card payment category pays
    hidden            INTEGER NOT NULL DEFAULT 0,
    note              TEXT,
    -- The target. The store's targets module computes its progress.
    goal_type               TEXT CHECK (goal_type IN ('TB', 'TBD', 'MF', 'NEED', 'DEBT')),
    goal_target             INTEGER,
    goal_target_date        TEXT,
    goal_needs_whole_amount INTEGER,
    goal_cadence            INTEGER,
    goal_cadence_frequency  INTEGER,
    goal_day                INTEGER,
    goal_creation_month     TEXT,
    deleted           INTEGER NOT NULL DEFAULT 0,
    CHECK ((role = 'card') = (account_id IS NOT NULL)),
    CHECK ((goal_type IS NULL) = (goal_target IS NULL))
) STRICT;
CREATE INDEX categories_of_plan ON categories (plan_id, role);

CREATE TABLE months (
    plan_id TEXT NOT NULL REFERENCES plans,
    month   TEXT NOT NULL,
    note    TEXT,
    PRIMARY KEY (plan_id, month)
) STRICT, WITHOUT ROWID;

CREATE TABLE month_budgets (
    category_id TEXT NOT NULL REFERENCES categories,
    month       TEXT NOT NULL,
    budgeted    INTEGER NOT NULL,
    PRIMARY KEY (category_id, month)
) STRICT, WITHOUT ROWID;

CREATE TABLE payees (
    id                  TEXT PRIMARY KEY,
    plan_id             TEXT NOT NULL REFERENCES plans,
    name                TEXT NOT NULL,
    transfer_account_id TEXT REFERENCES accounts,  -- set: this payee stands for a transfer
    deleted             INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX payees_of_plan ON payees (plan_id, name);

CREATE TABLE transactions (
    id                      TEXT PRIMARY KEY,
    plan_id                 TEXT NOT NULL REFERENCES plans,
    account_id              TEXT NOT NULL REFERENCES accounts,
    date                    TEXT NOT NULL,
    amount                  INTEGER NOT NULL,
    payee_id                TEXT REFERENCES payees,
    category_id             TEXT REFERENCES categories,  -- never set on a split or inside-budget transfer
    memo                    TEXT,
    cleared                 TEXT NOT NULL CHECK (cleared IN ('uncleared', 'cleared', 'reconciled')),
    approved                INTEGER NOT NULL,
    flag_color              TEXT,
    transfer_account_id     TEXT REFERENCES accounts,
    transfer_transaction_id TEXT,
    import_id               TEXT,
    import_payee_name       TEXT,
    matched_transaction_id  TEXT,  -- set where an import was merged into this row
    debt_transaction_type   TEXT,
    starting_balance        INTEGER NOT NULL DEFAULT 0,
    deleted                 INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX transactions_of_account ON transactions (account_id, date);
CREATE INDEX transactions_of_plan ON transactions (plan_id, date);
-- An import id is unique within an account. The import id of a deleted row may be used again.
CREATE UNIQUE INDEX import_ids ON transactions (account_id, import_id) WHERE NOT deleted;

CREATE TABLE subtransactions (
    id                      TEXT PRIMARY KEY,
    transaction_id          TEXT NOT NULL REFERENCES transactions,
    position                INTEGER NOT NULL,
    amount                  INTEGER NOT NULL,
    memo                    TEXT,
    payee_id                TEXT REFERENCES payees,
    category_id             TEXT REFERENCES categories,
    transfer_account_id     TEXT REFERENCES accounts,
    transfer_transaction_id TEXT,
    deleted                 INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX lines_of_transaction ON subtransactions (transaction_id);

CREATE TABLE scheduled_transactions (
    id          TEXT PRIMARY KEY,
    plan_id     TEXT NOT NULL REFERENCES plans,
    account_id  TEXT NOT NULL REFERENCES accounts,
    date_first  TEXT NOT NULL,
    date_next   TEXT NOT NULL,  -- after today: what is due is entered as a transaction
    frequency   TEXT NOT NULL,
    amount      INTEGER NOT NULL,
    payee_id    TEXT REFERENCES payees,
    category_id TEXT REFERENCES categories,
    memo        TEXT,
    flag_color  TEXT,
    deleted     INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX scheduled_by_date ON scheduled_transactions (date_next) WHERE NOT deleted;

CREATE TABLE scheduled_subtransactions (
    id                       TEXT PRIMARY KEY,
    scheduled_transaction_id TEXT NOT NULL REFERENCES scheduled_transactions,
    position                 INTEGER NOT NULL,
    amount                   INTEGER NOT NULL,
    category_id              TEXT REFERENCES categories
) STRICT;
CREATE INDEX lines_of_scheduled ON scheduled_subtransactions (scheduled_transaction_id);
