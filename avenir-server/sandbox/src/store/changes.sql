-- Server knowledge. Triggers record each change, so that every write is recorded, even a write from
-- another connection. A plan's knowledge is the number of its newest change. A delta holds the rows
-- that have a change after the number the client sent.

CREATE TABLE changes (
    knowledge INTEGER PRIMARY KEY AUTOINCREMENT,
    plan_id   TEXT NOT NULL,
    kind      TEXT NOT NULL,
    -- The id of the changed row. For kind `month`, the first month whose amounts moved: the amounts
    -- of all later months move too. For kind `category`, NULL means Uncategorized.
    entity    TEXT
) STRICT;
CREATE INDEX changes_of_plan ON changes (plan_id, kind, knowledge);

CREATE TRIGGER account_added AFTER INSERT ON accounts BEGIN
    INSERT INTO changes (plan_id, kind, entity) VALUES (NEW.plan_id, 'account', NEW.id);
END;
CREATE TRIGGER account_changed AFTER UPDATE ON accounts BEGIN
    INSERT INTO changes (plan_id, kind, entity) VALUES (NEW.plan_id, 'account', NEW.id);
END;

CREATE TRIGGER group_added AFTER INSERT ON category_groups BEGIN
    INSERT INTO changes (plan_id, kind, entity) VALUES (NEW.plan_id, 'group', NEW.id);
END;
CREATE TRIGGER group_changed AFTER UPDATE ON category_groups BEGIN
    INSERT INTO changes (plan_id, kind, entity) VALUES (NEW.plan_id, 'group', NEW.id);
END;

CREATE TRIGGER category_added AFTER INSERT ON categories BEGIN
    INSERT INTO changes (plan_id, kind, entity) VALUES (NEW.plan_id, 'category', NEW.id);
END;
CREATE TRIGGER category_changed AFTER UPDATE ON categories BEGIN
    INSERT INTO changes (plan_id, kind, entity) VALUES (NEW.plan_id, 'category', NEW.id);
END;

CREATE TRIGGER payee_added AFTER INSERT ON payees BEGIN
    INSERT INTO changes (plan_id, kind, entity) VALUES (NEW.plan_id, 'payee', NEW.id);
END;
CREATE TRIGGER payee_changed AFTER UPDATE ON payees BEGIN
    INSERT INTO changes (plan_id, kind, entity) VALUES (NEW.plan_id, 'payee', NEW.id);
END;

CREATE TRIGGER month_added AFTER INSERT ON months BEGIN
    INSERT INTO changes (plan_id, kind, entity) VALUES (NEW.plan_id, 'month', NEW.month);
END;

CREATE TRIGGER budget_added AFTER INSERT ON month_budgets BEGIN
    INSERT INTO changes (plan_id, kind, entity)
    SELECT plan_id, 'category', id FROM categories WHERE id = NEW.category_id
    UNION ALL
    SELECT plan_id, 'month', NEW.month FROM categories WHERE id = NEW.category_id;
END;
CREATE TRIGGER budget_changed AFTER UPDATE ON month_budgets
WHEN OLD.budgeted IS NOT NEW.budgeted BEGIN
    INSERT INTO changes (plan_id, kind, entity)
    SELECT plan_id, 'category', id FROM categories WHERE id = NEW.category_id
    UNION ALL
    SELECT plan_id, 'month', NEW.month FROM categories WHERE id = NEW.category_id;
END;

CREATE TRIGGER transaction_added AFTER INSERT ON transactions BEGIN
    INSERT INTO changes (plan_id, kind, entity) VALUES
        (NEW.plan_id, 'transaction', NEW.id),
        (NEW.plan_id, 'account', NEW.account_id),
        (NEW.plan_id, 'category', NEW.category_id),
        (NEW.plan_id, 'month', substr(NEW.date, 1, 7) || '-01');
END;
CREATE TRIGGER transaction_changed AFTER UPDATE ON transactions
WHEN (OLD.account_id, OLD.date, OLD.amount, OLD.payee_id, OLD.category_id, OLD.memo, OLD.cleared,
      OLD.approved, OLD.flag_color, OLD.transfer_account_id, OLD.transfer_transaction_id,
      OLD.import_id, OLD.matched_transaction_id, OLD.deleted)
  IS NOT
     (NEW.account_id, NEW.date, NEW.amount, NEW.payee_id, NEW.category_id, NEW.memo, NEW.cleared,
      NEW.approved, NEW.flag_color, NEW.transfer_account_id, NEW.transfer_transaction_id,
      NEW.import_id, NEW.matched_transaction_id, NEW.deleted)
BEGIN
    INSERT INTO changes (plan_id, kind, entity) VALUES (NEW.plan_id, 'transaction', NEW.id);
    INSERT INTO changes (plan_id, kind, entity)
    SELECT NEW.plan_id, 'account', value.id
    FROM (SELECT OLD.account_id AS id UNION SELECT NEW.account_id) AS value
    WHERE (OLD.account_id, OLD.amount, OLD.cleared, OLD.deleted)
       IS NOT (NEW.account_id, NEW.amount, NEW.cleared, NEW.deleted);
    INSERT INTO changes (plan_id, kind, entity)
    SELECT NEW.plan_id, value.kind, value.entity
    FROM (
        SELECT 'category' AS kind, OLD.category_id AS entity UNION SELECT 'category', NEW.category_id
        UNION SELECT 'month', substr(min(OLD.date, NEW.date), 1, 7) || '-01'
    ) AS value
    WHERE (OLD.account_id, OLD.date, OLD.amount, OLD.category_id, OLD.transfer_account_id, OLD.deleted)
       IS NOT (NEW.account_id, NEW.date, NEW.amount, NEW.category_id, NEW.transfer_account_id, NEW.deleted);
END;

CREATE TRIGGER line_added AFTER INSERT ON subtransactions BEGIN
    INSERT INTO changes (plan_id, kind, entity)
    SELECT t.plan_id, value.kind, value.entity
    FROM transactions AS t, (
        SELECT 'transaction' AS kind, NEW.transaction_id AS entity
        UNION ALL SELECT 'category', NEW.category_id
        UNION ALL SELECT 'category', NULL  -- the parent leaves Uncategorized
    ) AS value
    WHERE t.id = NEW.transaction_id;
END;
CREATE TRIGGER line_changed AFTER UPDATE ON subtransactions BEGIN
    INSERT INTO changes (plan_id, kind, entity)
    SELECT t.plan_id, value.kind, value.entity
    FROM transactions AS t, (
        SELECT 'transaction' AS kind, NEW.transaction_id AS entity
        UNION ALL SELECT 'category', OLD.category_id
        UNION ALL SELECT 'category', NEW.category_id
    ) AS value
    WHERE t.id = NEW.transaction_id;
END;

CREATE TRIGGER scheduled_added AFTER INSERT ON scheduled_transactions BEGIN
    INSERT INTO changes (plan_id, kind, entity) VALUES (NEW.plan_id, 'scheduled', NEW.id);
END;
CREATE TRIGGER scheduled_changed AFTER UPDATE ON scheduled_transactions
WHEN (OLD.account_id, OLD.date_first, OLD.date_next, OLD.frequency, OLD.amount, OLD.payee_id,
      OLD.category_id, OLD.memo, OLD.flag_color, OLD.deleted)
  IS NOT
     (NEW.account_id, NEW.date_first, NEW.date_next, NEW.frequency, NEW.amount, NEW.payee_id,
      NEW.category_id, NEW.memo, NEW.flag_color, NEW.deleted)
BEGIN
    INSERT INTO changes (plan_id, kind, entity) VALUES (NEW.plan_id, 'scheduled', NEW.id);
END;
