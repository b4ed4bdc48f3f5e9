//! Shows one confirmed change in a terminal: a sandbox, the real server, and an MCP client over an
//! in-memory pipe. The tour asks the same question as every other write.

use std::error::Error;

use avenir_sandbox::demo as known;
use avenir_ynab::Milliunits;
use clap::ValueEnum as _;
use confirm::Gate;
use jiff::{ToSpan as _, civil::Date};
use rmcp::model::CallToolResult;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::{
    cli,
    demo::Demo,
    server::{Access, NAME, Server},
    terminal::{Terminal, screen},
    tools::dates::today,
};

/// The change that the agent proposes: a category for each of two transactions.
const WANTED: [(&str, &str); 2] = [
    (known::DINER, known::RESTAURANTS),
    (known::GREENGROCER, known::GROCERIES),
];

pub(crate) async fn run(options: cli::Tour) -> Result<(), Box<dyn Error>> {
    let demo = Demo::start().await?;
    let gate = Gate::builder().asker(NAME).build();
    let server = Server::new(demo.client.clone(), gate, demo.operations, Access::Write);
    let client = Terminal::open(server, options.answer).await?;

    screen::title("Nothing is written until you agree to exactly that change, once.");
    screen::say(
        "A sandbox with the demo plan ‘Household’ runs on this machine, the real server on it, \
         and this terminal plays the MCP client of an agent.",
    );
    let first_day = today(&demo.client).saturating_sub(30.days());
    screen::heading(1, "Two of its transactions have no category");
    show(&rows(&client, first_day).await?);
    screen::heading(
        2,
        "The agent calls apply_categories, and the server asks you",
    );
    let outcome = client.call("apply_categories", assignments()).await?;
    let outcome: Outcome = serde_json::from_value(structured(outcome)?)?;
    screen::heading(
        3,
        match outcome.status.as_str() {
            "applied" => "You agreed: it was applied",
            "declined" => "You declined: nothing was written",
            _ => "You did not answer: nothing was written",
        },
    );
    show(&rows(&client, first_day).await?);
    screen::heading(4, "The journal");
    let operations = demo.journal.operations().await?;
    screen::journal(&operations);
    screen::println!();
    next();

    client.close().await?;
    demo.sandbox.shutdown().await;
    Ok(())
}

/// Prints how to connect a client. A command is never wrapped, so that it can be copied.
fn next() {
    screen::say("Next: connect your client to the demo plans. Put its name into this command:");
    screen::println!("\n   avenir-server config CLIENT --demo --write\n");
    let clients: Vec<String> = cli::Client::value_variants()
        .iter()
        .filter_map(|client| Some(client.to_possible_value()?.get_name().to_owned()))
        .collect();
    screen::say(&format!("CLIENT is one of {}.", clients.join(", ")));
    screen::println!();
}

#[derive(Debug, Deserialize)]
struct Outcome {
    status: String,
}

/// A transaction as `find_transactions` returns it.
#[derive(Debug, Deserialize)]
struct Row {
    transaction_id: String,
    date: String,
    amount: serde_json::Number,
    payee: Option<String>,
    category: Option<String>,
}

impl Row {
    /// Returns the amount with the two decimals of the demo plan.
    fn amount(&self) -> String {
        let text = self.amount.to_string();
        match text.parse::<Milliunits>() {
            Ok(amount) => format!("{:.2}", amount.decimal()),
            Err(_) => text,
        }
    }
}

/// Reads the two transactions with the server's own tool.
async fn rows(client: &Terminal, first_day: Date) -> Result<Vec<Row>, Box<dyn Error>> {
    #[derive(Deserialize)]
    struct Found {
        transactions: Vec<Row>,
    }
    let arguments =
        json!({"plan_id": known::PLAN, "since_date": first_day.to_string(), "limit": 200});
    let found = client.call("find_transactions", arguments).await?;
    let found: Found = serde_json::from_value(structured(found)?)?;
    let wanted = |row: &Row| WANTED.iter().any(|(id, _)| *id == row.transaction_id);
    Ok(found.transactions.into_iter().filter(wanted).collect())
}

fn assignments() -> Value {
    let assignments = WANTED.map(
        |(transaction, category)| json!({"transaction_id": transaction, "category_id": category}),
    );
    json!({"plan_id": known::PLAN, "assignments": assignments})
}

fn structured(result: CallToolResult) -> Result<Value, Box<dyn Error>> {
    match result.structured_content {
        Some(content) => Ok(content),
        None => Err(format!("the server answered {:?}", result.content).into()),
    }
}

fn show(rows: &[Row]) {
    for row in rows {
        let payee = screen::safe(row.payee.as_deref().unwrap_or("no payee"));
        let category = row
            .category
            .as_deref()
            .map_or("no category".into(), screen::safe);
        let payee = screen::pad(&payee, 24);
        let line = format!("{}  {payee}  {:>9}  {category}", row.date, row.amount());
        screen::indented(&line);
    }
}
