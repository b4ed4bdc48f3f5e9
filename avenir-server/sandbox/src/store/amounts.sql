-- All computed amounts, as views, so that a second SQLite connection can read them too.

CREATE VIEW account_balances AS
SELECT a.id AS account_id,
       coalesce(sum(t.amount), 0) AS balance,
       coalesce(sum(t.amount) FILTER (WHERE t.cleared <> 'uncleared'), 0) AS cleared_balance,
       coalesce(sum(t.amount) FILTER (WHERE t.cleared = 'uncleared'), 0) AS uncleared_balance
FROM accounts AS a
LEFT JOIN transactions AS t ON t.account_id = a.id AND NOT t.deleted
GROUP BY a.id;

-- The amounts that count in the budget: each line of a split, or else the transaction itself.
-- `counted_in` is the category the amount belongs to. It is NULL where no category is needed: on
-- tracking accounts, on transfers inside the budget, and on the starting debt of a card. The casts
-- give the expressions a type, without which SQLite would not index them for the joins below.
CREATE VIEW lines AS
WITH leaves AS (
    SELECT t.plan_id, t.id AS transaction_id, t.account_id, t.date, t.amount, t.category_id,
           t.transfer_account_id, t.starting_balance
    FROM transactions AS t
    WHERE NOT t.deleted
      AND NOT EXISTS (SELECT 1 FROM subtransactions AS s WHERE s.transaction_id = t.id AND NOT s.deleted)
    UNION ALL
    SELECT t.plan_id, t.id, t.account_id, t.date, s.amount, s.category_id, s.transfer_account_id, 0
    FROM subtransactions AS s
    JOIN transactions AS t ON t.id = s.transaction_id
    WHERE NOT t.deleted AND NOT s.deleted
)
SELECT l.plan_id, l.transaction_id, l.account_id, l.amount,
       CAST(substr(l.date, 1, 7) || '-01' AS TEXT) AS month,
       a.on_budget AND a.type IN ('creditCard', 'lineOfCredit') AS on_card,
       a.on_budget AND coalesce(other.on_budget, 0) AS inside_budget,
       CAST(CASE
           WHEN NOT a.on_budget OR coalesce(other.on_budget, 0) THEN NULL
           WHEN l.category_id IS NOT NULL THEN l.category_id
           WHEN l.starting_balance THEN NULL
           ELSE uncategorized.id
       END AS TEXT) AS counted_in
FROM leaves AS l
JOIN accounts AS a ON a.id = l.account_id
LEFT JOIN accounts AS other ON other.id = l.transfer_account_id
JOIN categories AS uncategorized ON uncategorized.plan_id = l.plan_id AND uncategorized.role = 'uncategorized';

-- Every category in every month. Sums that are used twice are computed once, because they take most
-- of the time of listing the categories of a two-year plan.
--
-- Envelopes are all categories but the card payment ones:
--   balance(M) = max(0, balance(M-1)) + budgeted(M) + activity(M)
-- This needs no recursion: it is the running total less its lowest earlier value below zero.
-- Inflow is not cut at zero and has no budget: its balance is the lifetime sum of inflows.
--
-- Overspending is divided by who bears it. Cash spending takes a category's money first. The
-- shortfall is therefore attributed to card spending first (`unfunded`: it stays as debt on the
-- card), and then to cash (`cash_overspent`: it lowers next month's Ready to Assign).
--
-- Card payment categories gain the funded spending on the card and lose refunds and payments. With
-- several cards in one overspent category, the first account's spending is funded first.
CREATE VIEW category_months AS
WITH counted AS MATERIALIZED (SELECT * FROM lines),
sums AS (
    SELECT plan_id, counted_in AS category_id, month,
           sum(amount) AS activity, sum(amount) FILTER (WHERE on_card) AS card_activity
    FROM counted WHERE counted_in IS NOT NULL
    GROUP BY plan_id, counted_in, month
),
grid AS (
    SELECT c.plan_id, c.id AS category_id, c.role, m.month,
           coalesce(b.budgeted, 0) AS budgeted,
           coalesce(s.activity, 0) AS activity,
           coalesce(s.card_activity, 0) AS card_activity
    FROM categories AS c
    JOIN months AS m ON m.plan_id = c.plan_id
    LEFT JOIN month_budgets AS b ON b.category_id = c.id AND b.month = m.month
    LEFT JOIN sums AS s ON s.plan_id = c.plan_id AND s.category_id = c.id AND s.month = m.month
    WHERE c.role <> 'card'
),
running AS (
    SELECT *, sum(budgeted + activity) OVER (PARTITION BY plan_id, category_id ORDER BY month) AS total
    FROM grid
),
lowest AS (
    SELECT *, min(0, coalesce(min(total) OVER (
        PARTITION BY plan_id, category_id ORDER BY month
        ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0)) AS fallen
    FROM running
),
balances AS (
    SELECT plan_id, category_id, role, month, budgeted, activity, card_activity,
           total - CASE role WHEN 'inflow' THEN 0 ELSE fallen END AS balance
    FROM lowest
),
envelopes AS MATERIALIZED (
    SELECT *, CASE role WHEN 'inflow' THEN 0 ELSE max(-balance, 0) END AS overspent,
           CASE role WHEN 'inflow' THEN 0
                ELSE min(max(-balance, 0), max(-card_activity, 0)) END AS unfunded
    FROM balances
),
spending AS (
    SELECT plan_id, account_id, counted_in AS category_id, month,
           -sum(amount) AS spent, max(-sum(amount), 0) AS claim
    FROM counted WHERE on_card AND counted_in IS NOT NULL
    GROUP BY plan_id, account_id, counted_in, month
),
claims AS (
    SELECT s.*, coalesce(o.unfunded, 0) AS unfunded,
           sum(s.claim) OVER (PARTITION BY s.plan_id, s.category_id, s.month) AS claimed,
           sum(s.claim) OVER (PARTITION BY s.plan_id, s.category_id, s.month
                              ORDER BY a.position, a.id) - s.claim AS before
    FROM spending AS s
    JOIN accounts AS a ON a.id = s.account_id
    LEFT JOIN envelopes AS o ON o.plan_id = s.plan_id AND o.category_id = s.category_id AND o.month = s.month
),
moves AS (
    SELECT plan_id, account_id, month,
           spent - claim + min(claim, max(claimed - unfunded - before, 0)) AS amount
    FROM claims
    UNION ALL
    SELECT plan_id, account_id, month, -amount FROM counted WHERE on_card AND inside_budget
),
payments AS (
    SELECT plan_id, account_id, month, sum(amount) AS activity FROM moves
    GROUP BY plan_id, account_id, month
),
cards AS (
    SELECT c.plan_id, c.id AS category_id, c.role, m.month,
           coalesce(b.budgeted, 0) AS budgeted,
           coalesce(p.activity, 0) AS activity,
           sum(coalesce(b.budgeted, 0) + coalesce(p.activity, 0))
               OVER (PARTITION BY c.plan_id, c.id ORDER BY m.month) AS balance
    FROM categories AS c
    JOIN months AS m ON m.plan_id = c.plan_id
    LEFT JOIN month_budgets AS b ON b.category_id = c.id AND b.month = m.month
    LEFT JOIN payments AS p ON p.plan_id = c.plan_id AND p.account_id = c.account_id AND p.month = m.month
    WHERE c.role = 'card'
)
SELECT plan_id, category_id, role, month, budgeted, activity, balance,
       overspent - unfunded AS cash_overspent
FROM envelopes
UNION ALL
SELECT plan_id, category_id, role, month, budgeted, activity, balance, 0 FROM cards;

-- Ready to Assign of a month: all inflows so far, less everything assigned so far, less the cash
-- overspending of earlier months. Assigning in later months does not lower it.
CREATE VIEW month_amounts AS
WITH sums AS (
    SELECT plan_id, month,
           sum(activity) FILTER (WHERE role = 'inflow') AS income,
           sum(budgeted) AS budgeted,
           sum(activity) FILTER (WHERE role NOT IN ('inflow', 'card')) AS activity,
           sum(cash_overspent) AS cash_overspent
    FROM category_months GROUP BY plan_id, month
)
SELECT plan_id, month, income, budgeted, activity,
       sum(income - budgeted - cash_overspent) OVER (PARTITION BY plan_id ORDER BY month)
           + cash_overspent AS to_be_budgeted
FROM sums;
