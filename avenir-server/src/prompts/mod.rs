//! Workflows that a user picks. Each is a list of steps in the user's name. Only an id, a month or an
//! amount gets into it, so an argument cannot add a line.

mod args;
mod steps;

use rmcp::{
    ErrorData,
    model::{
        GetPromptRequestParams, GetPromptResult, ListPromptsResult, Prompt, PromptArgument,
        PromptMessage, Role,
    },
};

use self::args::Given;
use crate::{server::Server, tools::catalogue::Names};

const CLASSIFY: &str = "classify_pending";
const REVIEW: &str = "monthly_review";
const RECONCILE: &str = "reconcile";
const PLAN: &str = "plan_next_month";

pub(crate) fn list() -> ListPromptsResult {
    let argument = |name: &str, description: &str| {
        PromptArgument::new(name)
            .with_description(description)
            .with_required(true)
    };
    let plan = || argument("plan_id", "A plan's id or name, or last-used.");
    let month = argument("month", "YYYY-MM-01; default: current.").with_required(false);
    let prompt = |name: &str, title: &str, description: &str, arguments| {
        Prompt::new(name, Some(description), Some(arguments)).with_title(title)
    };
    ListPromptsResult::with_all_items(vec![
        prompt(
            CLASSIFY,
            "Classify what waits",
            "Find a category for each transaction that waits for one.",
            vec![plan()],
        ),
        prompt(
            REVIEW,
            "Review a month",
            "Where the money of a month went, and what needs attention.",
            vec![plan(), month],
        ),
        prompt(
            PLAN,
            "Plan next month",
            "Prepare what each category gets next month.",
            vec![plan()],
        ),
        prompt(
            RECONCILE,
            "Reconcile an account",
            "Find out why an account and the bank differ, if they do.",
            vec![
                plan(),
                argument("account_id", "An account's id or name."),
                argument("bank_balance", "What the bank shows, such as 1250.40."),
            ],
        ),
    ])
}

pub(crate) async fn get(
    server: &Server,
    request: GetPromptRequestParams,
) -> Result<GetPromptResult, ErrorData> {
    let names = server.names();
    let given = Given::new(&server.client, request.arguments.unwrap_or_default());
    let text = match request.name.as_str() {
        CLASSIFY => classify(names, &given).await,
        REVIEW => review(names, &given).await,
        PLAN => plan(names, &given).await,
        RECONCILE => reconcile(names, &given).await,
        other => Err(format!(
            "There is no prompt {}: take {CLASSIFY}, {REVIEW}, {PLAN} or {RECONCILE}.",
            confirm::preview::quoted(other, 60)
        )),
    };
    let text = text.map_err(|error| ErrorData::invalid_params(error, None))?;
    let message = PromptMessage::new_text(Role::User, text);
    Ok(GetPromptResult::new(vec![message]))
}

async fn classify(names: &Names, given: &Given<'_>) -> Result<String, String> {
    given.only(&["plan_id"])?;
    Ok(steps::classify(names, &given.plan().await?))
}

async fn review(names: &Names, given: &Given<'_>) -> Result<String, String> {
    given.only(&["plan_id", "month"])?;
    let month = given.month()?;
    Ok(steps::review(names, &given.plan().await?, month))
}

async fn plan(names: &Names, given: &Given<'_>) -> Result<String, String> {
    given.only(&["plan_id"])?;
    Ok(steps::plan(names, &given.plan().await?))
}

async fn reconcile(names: &Names, given: &Given<'_>) -> Result<String, String> {
    given.only(&["plan_id", "account_id", "bank_balance"])?;
    let balance = given.amount("bank_balance")?;
    let plan = given.plan().await?;
    let account = given.account(&plan).await?;
    Ok(steps::reconcile(names, &plan, &account, balance))
}
