-- Transactions as the API returns them, with names joined.
--   is_split       the amounts are in subtransactions, and the row has no category of its own
--   uncategorized  the row, or one line of the split, needs a category and lacks one

CREATE VIEW transaction_rows AS
SELECT t.*, t.rowid AS sequence,
       NULL AS flag_name, t.import_payee_name AS import_payee_name_original,
       a.name AS account_name, p.name AS payee_name,
       EXISTS (SELECT 1 FROM subtransactions AS s WHERE s.transaction_id = t.id) AS is_split,
       CASE WHEN EXISTS (SELECT 1 FROM subtransactions AS s WHERE s.transaction_id = t.id) THEN 'Split'
            ELSE coalesce(c.name, CASE WHEN bare.id IS NOT NULL THEN 'Uncategorized' END)
       END AS category_name,
       coalesce((SELECT max(s.category_id IS NULL AND s.transfer_account_id IS NULL)
                 FROM subtransactions AS s WHERE s.transaction_id = t.id),
                bare.id IS NOT NULL) AS uncategorized
FROM transactions AS t
JOIN accounts AS a ON a.id = t.account_id
LEFT JOIN payees AS p ON p.id = t.payee_id
LEFT JOIN categories AS c ON c.id = t.category_id
LEFT JOIN accounts AS other ON other.id = t.transfer_account_id
LEFT JOIN transactions AS bare
    ON bare.id = t.id AND a.on_budget AND t.category_id IS NULL
   AND NOT coalesce(other.on_budget, 0) AND NOT t.starting_balance;

CREATE VIEW line_rows AS
SELECT s.*, t.plan_id, t.date, p.name AS payee_name,
       coalesce(c.name, CASE WHEN s.transfer_account_id IS NULL THEN 'Uncategorized' END) AS category_name
FROM subtransactions AS s
JOIN transactions AS t ON t.id = s.transaction_id
LEFT JOIN payees AS p ON p.id = s.payee_id
LEFT JOIN categories AS c ON c.id = s.category_id;

-- Transactions and the lines of splits side by side, for the lists of one category or payee.
CREATE VIEW hybrid_rows AS
SELECT 'transaction' AS type, NULL AS parent_transaction_id, is_split,
       id, plan_id, date, amount, memo, cleared, approved, flag_color, flag_name, account_id,
       payee_id, category_id, transfer_account_id, transfer_transaction_id, matched_transaction_id,
       import_id, import_payee_name, import_payee_name_original, debt_transaction_type,
       deleted, account_name, payee_name, category_name, uncategorized, sequence, -1 AS position,
       id AS changed_with
FROM transaction_rows
UNION ALL
SELECT 'subtransaction', s.transaction_id, 0,
       s.id, s.plan_id, t.date, s.amount, s.memo, t.cleared, t.approved, t.flag_color, t.flag_name, t.account_id,
       coalesce(s.payee_id, t.payee_id), s.category_id, s.transfer_account_id, s.transfer_transaction_id, NULL,
       NULL, NULL, NULL, NULL,
       s.deleted, t.account_name, coalesce(s.payee_name, t.payee_name), s.category_name,
       s.category_id IS NULL AND s.transfer_account_id IS NULL, t.sequence, s.position,
       t.id
FROM line_rows AS s
JOIN transaction_rows AS t ON t.id = s.transaction_id;

CREATE VIEW scheduled_rows AS
SELECT s.*, NULL AS flag_name, a.name AS account_name, p.name AS payee_name,
       p.transfer_account_id,
       CASE WHEN EXISTS (SELECT 1 FROM scheduled_subtransactions AS l
                         WHERE l.scheduled_transaction_id = s.id) THEN 'Split'
            WHEN c.id IS NOT NULL THEN c.name
            WHEN a.on_budget AND NOT coalesce(other.on_budget, 0) THEN 'Uncategorized'
       END AS category_name
FROM scheduled_transactions AS s
JOIN accounts AS a ON a.id = s.account_id
LEFT JOIN payees AS p ON p.id = s.payee_id
LEFT JOIN accounts AS other ON other.id = p.transfer_account_id
LEFT JOIN categories AS c ON c.id = s.category_id;

CREATE VIEW scheduled_line_rows AS
SELECT l.*, s.plan_id, s.deleted, NULL AS memo, s.payee_id, s.payee_name,
       coalesce(c.name, 'Uncategorized') AS category_name, NULL AS transfer_account_id
FROM scheduled_subtransactions AS l
JOIN scheduled_rows AS s ON s.id = l.scheduled_transaction_id
LEFT JOIN categories AS c ON c.id = l.category_id;
