use confirm::{Preview, Subject, Text};

use super::{BudgetLine, CategoryChange, Change, Edit, FlagChange, Target};

/// An undo of an earlier operation, except for what was changed since.
#[derive(Clone, Debug, Subject)]
#[subject(kind = "undo_operation", preview_by_hand = preview)]
#[expect(clippy::exhaustive_structs, reason = "a subject is plain data")]
pub struct Undo {
    /// The plan.
    pub plan_id: String,
    /// The id of the operation that is undone.
    pub operation_id: String,
    /// Exactly the edits that are made.
    #[subject(unordered)]
    pub edits: Vec<Edit>,
    /// The same edits in words.
    #[subject(shown)]
    pub what: Undone,
    /// The ids of the objects that are skipped, because they were changed since.
    #[subject(shown)]
    pub conflicts: Vec<String>,
}

/// The description of an undo for the person.
#[derive(Clone, Debug, Subject)]
#[expect(clippy::exhaustive_enums, reason = "a subject is plain data")]
pub enum Undone {
    /// Transactions get their categories back.
    #[subject(
        question("Undo: recategorise {count} transaction(s)?", count = count(changes)),
        rows = changes
    )]
    Categories {
        /// The transactions.
        #[subject(unordered)]
        changes: Vec<CategoryChange>,
    },
    /// Transactions get their flags back.
    #[subject(
        question("Undo: change the flag of {count} transaction(s)?", count = count(flags)),
        rows = flags
    )]
    Flags {
        /// The transactions.
        #[subject(unordered)]
        flags: Vec<FlagChange>,
    },
    /// Transactions wait for approval again.
    #[subject(
        question("Undo: approve {count} transaction(s)?", count = count(rows)),
        context("They will wait for your approval in YNAB."),
        rows = rows
    )]
    Unapproved {
        /// The transactions.
        #[subject(unordered)]
        rows: Vec<UndoneRow>,
    },
    /// Transactions are approved again.
    #[subject(
        question("Undo: approve {count} transaction(s)?", count = count(rows)),
        context("They will be approved."),
        rows = rows
    )]
    Approved {
        /// The transactions.
        #[subject(unordered)]
        rows: Vec<UndoneRow>,
    },
    /// A category gets its amount back.
    #[subject(
        question(
            "Undo: budget {category} for {month}: {before} → {after}?",
            month = month(month),
            before = decimal(before, scale = 3, digits = digits),
            after = decimal(after, scale = 3, digits = digits),
        ),
        context(
            "Available: {before} → {after}.",
            before = decimal(available_before, scale = 3, digits = digits),
            after = decimal(available_after, scale = 3, digits = digits),
        )
    )]
    Budget {
        /// `YYYY-MM-01`.
        month: String,
        /// The category's name.
        category: String,
        /// The current assigned amount, in milliunits.
        before: i64,
        /// The restored assigned amount, in milliunits.
        after: i64,
        /// The current available amount, in milliunits.
        available_before: i64,
        /// The restored available amount, in milliunits.
        available_after: i64,
        /// Decimals of the plan's currency.
        digits: u32,
    },
    /// Moved money goes back.
    #[subject(
        question(
            "Undo: move {amount} from {from} to {to} for {month}?",
            amount = decimal(amount, scale = 3, digits = digits),
            month = month(month),
        ),
        rows = lines
    )]
    Move {
        /// `YYYY-MM-01`.
        month: String,
        /// The amount, in milliunits.
        amount: i64,
        /// The category that lost money.
        from: String,
        /// The category that got money.
        to: String,
        /// Both categories, before and after.
        lines: Vec<BudgetLine>,
        /// Decimals of the plan's currency.
        digits: u32,
    },
    /// A category gets its target back.
    #[subject(question("Undo: set the target of {category}: {before} → {after}?"))]
    Target {
        /// The category's name.
        category: String,
        /// The current target.
        before: Target,
        /// The restored target.
        after: Target,
    },
    /// A category gets its name and group back.
    #[subject(question("Undo: change category {from} ({from_group}) to {name} ({group})?"))]
    Category {
        /// The current name.
        from: String,
        /// The current group.
        from_group: String,
        /// The restored name.
        name: String,
        /// The restored group.
        group: String,
    },
    /// A payee gets its name back.
    #[subject(
        question("Undo: rename payee {from} to {name}?"),
        context("Transactions of this payee: {count}.", count = transactions)
    )]
    Payee {
        /// The current name.
        from: String,
        /// The restored name.
        name: String,
        /// The number of transactions of the payee.
        transactions: usize,
    },
    /// Created transactions are deleted.
    #[subject(
        question("Undo: create {count} transaction(s) on {account}?", count = count(rows)),
        warning("They are deleted."),
        rows = rows
    )]
    Created {
        /// The account's name.
        account: String,
        /// The transactions.
        #[subject(unordered)]
        rows: Vec<UndoneRow>,
    },
    /// Deleted transactions are created again.
    #[subject(
        question("Undo: delete {count} transaction(s) from {account}?", count = count(rows)),
        warning("They are created again."),
        rows = rows
    )]
    Deleted {
        /// The account's name.
        account: String,
        /// The transactions.
        #[subject(unordered)]
        rows: Vec<UndoneRow>,
    },
    /// Transactions are only cleared again, or reconciled again.
    #[subject(
        question(
            "Undo: reconcile {account}: mark {count} transaction(s) {cleared}?",
            count = transactions,
        ),
        warning("The balance adjustment is deleted.", when = deletes),
        warning("The balance adjustment is added again.", when = creates)
    )]
    Reconciled {
        /// The account's name, or several names if a row was moved since.
        account: String,
        /// The number of transactions.
        transactions: usize,
        /// The state that the transactions get.
        cleared: Cleared,
        /// True if the adjustment is deleted.
        deletes: bool,
        /// True if the adjustment is created again.
        creates: bool,
    },
}

/// The state of transactions after an undo of a reconciliation, or after an undo of that.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Subject)]
#[expect(clippy::exhaustive_enums, reason = "there are two")]
pub enum Cleared {
    /// Cleared, but not reconciled.
    #[subject(label("cleared"))]
    Cleared,
    /// Reconciled.
    #[subject(label("reconciled"))]
    Reconciled,
}

/// A transaction in an undo.
#[derive(Clone, Debug, Subject)]
#[subject(row(
    "{date} {payee} {amount}, {category}, {memo}",
    date = date(date),
    payee = or(payee, "no payee"),
    amount = decimal(amount, scale = 3, digits = digits),
    category = or(category, "no category"),
    memo = or(memo, "no memo"),
))]
#[expect(clippy::exhaustive_structs, reason = "a subject is plain data")]
pub struct UndoneRow {
    /// `YYYY-MM-DD`.
    pub date: String,
    /// The name of the payee.
    pub payee: Option<String>,
    /// The amount, in milliunits.
    pub amount: i64,
    /// The name of the category.
    pub category: Option<String>,
    /// The memo.
    pub memo: Option<String>,
    /// Decimals of the plan's currency.
    pub digits: u32,
}

fn preview(undo: &Undo) -> Preview {
    let count = undo.conflicts.len();
    let skipped = Text::new("Changed since, and skipped: {count}.").arg("count", &count);
    let skipped = (count > 0).then_some(skipped);
    undo.what.preview().warning(skipped)
}

#[diagnostic::do_not_recommend]
impl Change for Undo {
    fn plan_id(&self) -> &str {
        &self.plan_id
    }

    fn undoes(&self) -> Option<&str> {
        Some(&self.operation_id)
    }

    fn skipped(&self) -> &[String] {
        &self.conflicts
    }

    fn edits(&self) -> Vec<Edit> {
        self.edits.clone()
    }
}
