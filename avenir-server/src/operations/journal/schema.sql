CREATE TABLE meta (
    -- Tells the key that digests are made with from another. The key is in a file of its own.
    key_check BLOB NOT NULL
) STRICT;

CREATE TABLE operations (
    -- That of the confirmation that it came from; an answer writes once.
    id           TEXT PRIMARY KEY,
    kind         TEXT NOT NULL,
    plan_id      TEXT NOT NULL,
    -- A keyed digest of the change's fingerprint.
    fingerprint  TEXT NOT NULL,
    route        TEXT NOT NULL,
    -- Milliseconds since 1970, and the milliseconds that the answer took.
    asked        INTEGER NOT NULL,
    latency      INTEGER NOT NULL,
    intended     INTEGER NOT NULL,
    state        TEXT NOT NULL,
    -- The operation that this one takes back.
    undoes       TEXT,
    -- When the boot of the machine began by the clock of `intended`, and its id: `1700000000000@…`.
    clock        TEXT
) STRICT;

CREATE INDEX operations_of_a_plan ON operations (plan_id, state);

-- The requests of an operation, written down before the first is sent.
CREATE TABLE steps (
    operation_id TEXT NOT NULL REFERENCES operations (id),
    number       INTEGER NOT NULL,
    state        TEXT NOT NULL,
    finished     INTEGER,
    -- JSON: the fields that it changes, with their values before and after. No payee and no memo,
    -- but for the two names of a payee that is renamed.
    edits        TEXT NOT NULL,
    -- JSON: ids of what looked like what is to be created, before it was.
    alike        TEXT NOT NULL,
    -- As that of an operation, of `finished`.
    clock        TEXT,
    -- Whether a reading of the plan found the state, and no answer of YNAB's: it is final.
    looked       INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (operation_id, number)
) STRICT;

-- Every question and every refusal, also of what was not written. No value of a change.
CREATE TABLE decisions (
    -- Milliseconds since 1970.
    at           INTEGER NOT NULL,
    kind         TEXT NOT NULL,
    -- As an operation's fingerprint.
    change       TEXT,
    confirmation TEXT,
    route        TEXT,
    outcome      TEXT NOT NULL,
    latency_ms   INTEGER
) STRICT;
