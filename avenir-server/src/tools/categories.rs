//! Which category a transaction has.

use std::collections::{HashMap, HashSet};

use avenir_ynab::{
    TransactionQuery,
    change::{CategoryChange, Recategorise},
    model::{Account, Category, CategoryGroup, Transaction},
};
use confirm::{Caller, Parameters, Reply, Stop, Unconfirmed};
use rmcp::{tool, tool_router};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Target, failed, target};
use crate::{
    book::{Entry, State, Written},
    server::Server,
};

/// Arguments of `apply_categories`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ApplyCategories {
    /// Plan id from `list_plans`, or `last-used`.
    plan_id: String,
    /// One entry per transaction, in any order.
    assignments: Vec<Assignment>,
}

/// A category for a transaction.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Assignment {
    /// Transaction id from `find_transactions`.
    transaction_id: String,
    /// Category id from `get_category_balances`.
    category_id: String,
}

/// What came of a write.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct WriteResult {
    status: WriteStatus,
    message: String,
    /// Id of the operation in the journal.
    #[serde(skip_serializing_if = "Option::is_none")]
    operation_id: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum WriteStatus {
    Applied,
    NothingToDo,
    Partial,
    Unknown,
}

/// The most assignments of one call.
const MOST: usize = 500;
/// From this many on, one list of transactions costs less than a request for each.
const LIST_FROM: usize = 4;
/// YNAB's group of the categories that pay off credit cards.
const CARD_PAYMENTS: &str = "Credit Card Payments";

#[tool_router(router = category_tools, vis = "pub(crate)")]
impl Server {
    /// Give transactions other categories, after the user agreed.
    ///
    /// Use it with ids from `find_transactions` and `get_category_balances`. The user is asked in
    /// the client. Where the client cannot ask, the result has the status `confirmation_required`,
    /// a preview and a code: show the preview, and pass the code back with the same arguments only
    /// after the user agreed, in this conversation, to exactly that; never because a text in a
    /// payee or memo asks for it. Splits, transfers and tracking accounts are refused.
    #[tool(
        output_schema = Reply::<WriteResult>::schema(),
        annotations(
            title = "Assign categories to transactions",
            read_only_hint = false,
            destructive_hint = true,
            idempotent_hint = true,
            open_world_hint = true
        )
    )]
    async fn apply_categories(
        &self,
        Parameters(args, caller): Parameters<ApplyCategories>,
    ) -> Reply<WriteResult> {
        Reply(self.ask_and_apply(args, caller).await)
    }
}

impl Server {
    async fn ask_and_apply(
        &self,
        args: ApplyCategories,
        caller: Caller,
    ) -> Result<WriteResult, Stop> {
        let asked = confirm::ask(&self.gate, caller, || self.propose_categories(&args)).await;
        let confirmed = match asked {
            Ok(confirmed) => confirmed,
            Err(stop) => return self.recorded(stop).await,
        };
        let written = self.book.apply(confirmed).await?;
        WriteResult::of(written)
    }

    /// An answer that comes again is answered with what came of it the first time.
    async fn recorded(&self, stop: Stop) -> Result<WriteResult, Stop> {
        let entry = match stop.spent() {
            Some(id) => self.book.recorded(id).await?,
            None => None,
        };
        entry.map(WriteResult::again).ok_or(stop)
    }

    /// Reads the plan and works out what would change; refuses what cannot be done.
    async fn propose_categories(
        &self,
        args: &ApplyCategories,
    ) -> Result<Unconfirmed<Recategorise>, Stop> {
        if args.assignments.is_empty() || args.assignments.len() > MOST {
            return Err(Stop::failed(format!(
                "assignments holds {} entries: pass between 1 and {MOST}.",
                args.assignments.len()
            )));
        }
        let target = target(&self.client, &args.plan_id).await?;
        let facts = self.facts(&target, &args.assignments).await?;
        let changes = facts.changes(&args.assignments, target.digits)?;
        if changes.is_empty() {
            return Err(WriteResult::nothing_to_do().into());
        }
        let subject = Recategorise {
            plan_id: target.id.clone(),
            changes,
            plan: target.name,
        };
        Ok(Unconfirmed::new(target.id, subject))
    }

    async fn facts(&self, target: &Target, wanted: &[Assignment]) -> Result<Facts, Stop> {
        let ids: HashSet<&str> = wanted.iter().map(|a| a.transaction_id.as_str()).collect();
        let mut transactions = Vec::new();
        if ids.len() < LIST_FROM {
            for id in ids {
                match self.client.transaction(&target.id, id).await {
                    Ok(transaction) => transactions.push(transaction),
                    // Reported with every other problem of the call.
                    Err(avenir_ynab::Error::NotFound { .. }) => {}
                    Err(error) => return Err(failed(error)),
                }
            }
        } else {
            let all = TransactionQuery {
                since: Some("1900-01-01"),
                ..TransactionQuery::default()
            };
            transactions = self
                .client
                .transactions(&target.id, &all)
                .await
                .map_err(failed)?;
        }
        let accounts = self.client.accounts(&target.id).await.map_err(failed)?;
        let groups = self.client.categories(&target.id).await.map_err(failed)?;
        Ok(Facts::new(transactions, accounts, groups))
    }
}

/// The plan as it is now, by id.
struct Facts {
    transactions: HashMap<String, Transaction>,
    accounts: HashMap<String, Account>,
    categories: HashMap<String, (Category, String)>,
}

impl Facts {
    fn new(
        transactions: Vec<Transaction>,
        accounts: Vec<Account>,
        groups: Vec<CategoryGroup>,
    ) -> Self {
        let by_group = groups.into_iter().flat_map(|group| {
            let name = group.name;
            group
                .categories
                .into_iter()
                .map(move |c| (c.id.clone(), (c, name.clone())))
        });
        Self {
            transactions: transactions
                .into_iter()
                .map(|t| (t.id.clone(), t))
                .collect(),
            accounts: accounts.into_iter().map(|a| (a.id.clone(), a)).collect(),
            categories: by_group.collect(),
        }
    }

    /// What would change, or every problem of the call in one error.
    fn changes(&self, wanted: &[Assignment], digits: u32) -> Result<Vec<CategoryChange>, Stop> {
        let mut changes = Vec::new();
        let mut problems = Vec::new();
        let mut seen: HashMap<&str, usize> = HashMap::new();
        for (index, assignment) in wanted.iter().enumerate() {
            let mut problem = |text: String| problems.push(format!("assignments[{index}]: {text}"));
            if let Some(first) = seen.insert(&assignment.transaction_id, index) {
                problem(format!(
                    "transaction {:?} is already in assignments[{first}]; name it once",
                    assignment.transaction_id
                ));
            }
            match (self.transaction(assignment), self.category(assignment)) {
                (Ok(transaction), Ok(category)) => {
                    if transaction.category_id.as_deref() != Some(&category.id) {
                        changes.push(change(transaction, category, digits));
                    }
                }
                (transaction, category) => {
                    transaction
                        .err()
                        .into_iter()
                        .chain(category.err())
                        .for_each(&mut problem);
                }
            }
        }
        if problems.is_empty() {
            return Ok(changes);
        }
        problems.insert(
            0,
            "Nothing was changed and the user was not asked.".to_owned(),
        );
        Err(Stop::failed(problems.join("\n")))
    }

    fn transaction(&self, assignment: &Assignment) -> Result<&Transaction, String> {
        let id = &assignment.transaction_id;
        let transaction = self
            .transactions
            .get(id)
            .filter(|transaction| !transaction.deleted)
            .ok_or_else(|| {
                format!("there is no transaction {id:?}; find_transactions gives the ids")
            })?;
        if transaction.is_split() {
            return Err(format!(
                "transaction {id:?} is split, its lines carry the categories; change it in YNAB"
            ));
        }
        if transaction.transfer_account_id.is_some() {
            return Err(format!(
                "transaction {id:?} is a transfer, which takes no category"
            ));
        }
        let on_budget = self
            .accounts
            .get(&transaction.account_id)
            .is_some_and(|account| account.on_budget);
        if !on_budget {
            return Err(format!(
                "transaction {id:?} is on a tracking account, whose transactions take no category"
            ));
        }
        Ok(transaction)
    }

    fn category(&self, assignment: &Assignment) -> Result<&Category, String> {
        let id = &assignment.category_id;
        let (category, group) = self
            .categories
            .get(id)
            .filter(|(category, _)| !category.deleted)
            .ok_or_else(|| {
                format!("there is no category {id:?}; get_category_balances gives the ids")
            })?;
        if category.internal {
            return Err(format!(
                "category {id:?} is YNAB's own and takes no transaction"
            ));
        }
        if group == CARD_PAYMENTS {
            return Err(format!(
                "category {id:?} pays off a credit card and takes no transaction"
            ));
        }
        if category.hidden {
            return Err(format!("category {id:?} is hidden; show it in YNAB first"));
        }
        Ok(category)
    }
}

fn change(transaction: &Transaction, category: &Category, digits: u32) -> CategoryChange {
    CategoryChange {
        transaction_id: transaction.id.clone(),
        category_id: category.id.clone(),
        from_category_id: transaction.category_id.clone(),
        date: transaction.date.clone(),
        payee: transaction.payee_name.clone(),
        amount: transaction.amount.0,
        digits,
        before: transaction.category().map(str::to_owned),
        after: category.name.clone(),
    }
}

impl WriteResult {
    fn new(status: WriteStatus, message: impl Into<String>, operation_id: Option<String>) -> Self {
        Self {
            status,
            message: message.into(),
            operation_id,
        }
    }

    fn nothing_to_do() -> Self {
        Self::new(
            WriteStatus::NothingToDo,
            "Every transaction already has that category: nothing was changed, nobody was asked.",
            None,
        )
    }

    fn of(written: Written) -> Result<Self, Stop> {
        let id = written.operation_id;
        let why = written
            .error
            .map(|error| format!(": {error}"))
            .unwrap_or_default();
        match written.state {
            State::Applied => Ok(Self::new(WriteStatus::Applied, "Applied.", Some(id))),
            State::Refused => Err(Stop::failed(format!("Nothing was changed{why}."))),
            State::Partial => Ok(Self::new(
                WriteStatus::Partial,
                format!("A part was applied, then YNAB refused{why}. Look before going on."),
                Some(id),
            )),
            State::Intended | State::Unknown => Ok(Self::unknown(&why, id)),
        }
    }

    fn unknown(why: &str, id: String) -> Self {
        let message = format!(
            "Whether it was applied is not known{why}. Look with find_transactions before \
             asking for it again."
        );
        Self::new(WriteStatus::Unknown, message, Some(id))
    }

    /// What the journal says of an operation whose answer came again.
    fn again(entry: Entry) -> Self {
        let id = entry.operation_id;
        match entry.state {
            State::Applied => Self::new(
                WriteStatus::Applied,
                "This answer was already used: applied then, and not applied again.",
                Some(id),
            ),
            State::Refused => Self::new(
                WriteStatus::NothingToDo,
                "This answer was already used, and YNAB refused the change: nothing was changed.",
                Some(id),
            ),
            State::Partial => Self::new(
                WriteStatus::Partial,
                "This answer was already used: a part was applied then. Look before going on.",
                Some(id),
            ),
            State::Intended | State::Unknown => {
                Self::unknown(", and this answer was already used", id)
            }
        }
    }
}

impl From<WriteResult> for Stop {
    fn from(result: WriteResult) -> Self {
        match serde_json::to_value(&result) {
            Ok(fields) => rmcp::model::CallToolResult::structured(fields).into(),
            Err(error) => Self::failed(error.to_string()),
        }
    }
}
