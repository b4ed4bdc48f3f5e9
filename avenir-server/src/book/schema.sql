CREATE TABLE IF NOT EXISTS operations (
    -- That of the confirmation that it came from; an answer writes once.
    id           TEXT PRIMARY KEY,
    kind         TEXT NOT NULL,
    plan_id      TEXT NOT NULL,
    fingerprint  TEXT NOT NULL,
    route        TEXT NOT NULL,
    -- Milliseconds since 1970, and the milliseconds that the answer took.
    asked        INTEGER NOT NULL,
    latency      INTEGER NOT NULL,
    intended     INTEGER NOT NULL,
    state        TEXT NOT NULL,
    -- Identifiers and the values before; no payee and no memo.
    record       TEXT NOT NULL
) STRICT;

CREATE TABLE IF NOT EXISTS steps (
    operation_id TEXT NOT NULL REFERENCES operations (id),
    number       INTEGER NOT NULL,
    state        TEXT NOT NULL,
    finished     INTEGER NOT NULL,
    PRIMARY KEY (operation_id, number)
) STRICT;
