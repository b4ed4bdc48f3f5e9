use confirm::{Preview, Subject, Text};

use super::{BudgetLine, CategoryChange, Change, Edit, FlagChange, Target};

/// Takes back what an earlier operation changed, as far as nothing changed it since.
#[derive(Clone, Debug, Subject)]
#[subject(kind = "undo_operation", preview_by_hand = preview)]
#[expect(clippy::exhaustive_structs, reason = "a subject is plain data")]
pub struct Undo {
    /// The plan.
    pub plan_id: String,
    /// What is undone.
    pub operation_id: String,
    /// Exactly what goes back.
    #[subject(unordered)]
    pub edits: Vec<Edit>,
    /// The same in words.
    #[subject(shown)]
    pub what: Undone,
    /// The ids of what stays as it is, since it changed meanwhile.
    #[subject(shown)]
    pub conflicts: Vec<String>,
}

/// What an undo brings back, as the person reads it.
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
            month = date(month),
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
        /// What is assigned now, in milliunits.
        before: i64,
        /// What is assigned then, in milliunits.
        after: i64,
        /// What is available now, in milliunits.
        available_before: i64,
        /// What is available then, in milliunits.
        available_after: i64,
        /// Decimals of the plan's currency.
        digits: u32,
    },
    /// Money that was moved goes back.
    #[subject(
        question(
            "Undo: move {amount} from {from} to {to} for {month}?",
            amount = decimal(amount, scale = 3, digits = digits),
            month = date(month),
        ),
        rows = lines
    )]
    Move {
        /// `YYYY-MM-01`.
        month: String,
        /// How much, in milliunits.
        amount: i64,
        /// Where it was taken from.
        from: String,
        /// Where it went.
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
        /// The target now.
        before: Target,
        /// The target then.
        after: Target,
    },
    /// A category gets its name and group back.
    #[subject(question("Undo: change category {from} ({from_group}) to {name} ({group})?"))]
    Category {
        /// Its name now.
        from: String,
        /// Its group now.
        from_group: String,
        /// Its name then.
        name: String,
        /// Its group then.
        group: String,
    },
    /// A payee gets its name back.
    #[subject(
        question("Undo: rename payee {from} to {name}?"),
        context("Transactions of this payee: {count}.", count = transactions)
    )]
    Payee {
        /// Its name now.
        from: String,
        /// Its name then.
        name: String,
        /// How many transactions name it.
        transactions: usize,
    },
    /// Transactions that were created are deleted.
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
    /// Transactions that were deleted are created again.
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
        /// The account's name; several, if a row was moved since.
        account: String,
        /// How many.
        transactions: usize,
        /// What they become.
        cleared: Cleared,
        /// Whether the adjustment is deleted.
        deletes: bool,
        /// Whether it is created again.
        creates: bool,
    },
}

/// What transactions become when a reconciliation is taken back, or that is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Subject)]
#[expect(clippy::exhaustive_enums, reason = "there are two")]
pub enum Cleared {
    /// Cleared, not reconciled.
    #[subject(label("cleared"))]
    Cleared,
    /// Reconciled.
    #[subject(label("reconciled"))]
    Reconciled,
}

/// A transaction of which something is undone.
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
    /// Who was paid.
    pub payee: Option<String>,
    /// Milliunits.
    pub amount: i64,
    /// Its category's name.
    pub category: Option<String>,
    /// Free text.
    pub memo: Option<String>,
    /// Decimals of the plan's currency.
    pub digits: u32,
}

fn preview(undo: &Undo) -> Preview {
    let count = undo.conflicts.len();
    let skipped = Text::new("Changed since, and left alone: {count}.").arg("count", &count);
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
