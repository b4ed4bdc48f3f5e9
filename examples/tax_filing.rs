//! A tax ledger: every tier once, subjects that are not shown, two languages, an audit.
//!
//! Run it with `cargo run --example tax_filing`, as the command of an MCP client. The environment
//! sets it up, as `confirm::Settings::with_env` says: `TAX_FILING_LANGUAGE=es` asks in Spanish,
//! `TAX_FILING_FALLBACK=refuse` removes nothing for a client that cannot ask.

use std::{
    future::{Ready, ready},
    sync::{Mutex, MutexGuard, PoisonError},
};

use confirm::{
    Caller, Catalogue, CatalogueError, Fallback, Gate, GateBuilder, Language, Parameters, Reply,
    Settings, Stop, Subject, Unconfirmed,
};
use rmcp::{
    ServerHandler, ServiceExt, handler::server::router::tool::ToolRouter, tool, tool_handler,
    tool_router,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use self::ledger::Ledger;

/// The year of the ledger, which is the scope of every change.
const YEAR: &str = "2026";

/// A reading. It changes nothing, so nobody is asked. It is a subject so that the audit records it.
#[derive(Subject)]
#[subject(kind = "ledger_reading", tier = Auto, question("Read the ledger?"))]
struct Reading {}

/// The removal of an entry with its current values, so that a corrected entry is another change. The
/// values are bound but not shown.
#[derive(Subject)]
#[subject(
    kind = "entry_removal",
    sensitive,
    question("Remove an entry?"),
    consequence("The entry leaves the ledger for good, and every filing from now on.")
)]
struct Removal {
    entry: Entry,
}

/// The export of a filing, which is irreversible. A client's own dialog, which shows only the name of a
/// tool, is not enough for it.
#[derive(Subject)]
#[subject(
    kind = "filing_export",
    tier = Handoff,
    sensitive,
    question("Export the filing?"),
    consequence("The filing leaves this server and cannot be called back.")
)]
struct Filing {
    entries: Vec<Entry>,
}

/// The submission of a filing, which an agent never does, even if somebody agrees.
#[derive(Subject)]
#[subject(
    kind = "live_submission",
    tier = Blocked,
    sensitive,
    question("Submit the filing?"),
    consequence("The tax office takes it for your return.")
)]
struct Submission {}

#[derive(Clone, PartialEq, Subject, Serialize, JsonSchema)]
struct Entry {
    id: u32,
    text: &'static str,
    cents: i64,
}

/// Arguments of `remove_entry`.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Remove {
    /// Id of an entry, from `read_ledger`.
    id: u32,
}

#[derive(Serialize, JsonSchema)]
struct Contents {
    entries: Vec<Entry>,
    /// The number of exported filings.
    exported: usize,
    /// The number of submitted filings.
    submitted: usize,
}

/// The result of a change.
#[derive(Serialize, JsonSchema)]
struct Receipt {
    did: &'static str,
}

pub(crate) struct TaxFiling {
    gate: Gate,
    ledger: Mutex<Ledger>,
    tools: ToolRouter<Self>,
}

#[tool_router]
impl TaxFiling {
    /// Read the ledger.
    #[tool(output_schema = Reply::<Contents>::schema(), annotations(read_only_hint = true))]
    async fn read_ledger(&self, caller: Caller) -> Reply<Contents> {
        let reading = || self.propose(|_| Ok(Reading {}));
        let confirmed = confirm::ask(&self.gate, caller, reading).await;
        Reply(confirmed.map(|reading| self.ledger().read(reading)))
    }

    /// Remove an entry from the ledger. The user is asked first.
    #[tool(output_schema = Reply::<Receipt>::schema())]
    async fn remove_entry(&self, Parameters(args, caller): Parameters<Remove>) -> Reply<Receipt> {
        let removal = || self.propose(|ledger| ledger.removal(args.id));
        let confirmed = confirm::ask(&self.gate, caller, removal).await;
        Reply(confirmed.and_then(|removal| self.ledger().remove(removal)))
    }

    /// Export the filing of the year. The user is asked first.
    #[tool(output_schema = Reply::<Receipt>::schema())]
    async fn export_filing(&self, caller: Caller) -> Reply<Receipt> {
        let filing = || self.propose(|ledger| Ok(ledger.filing()));
        let confirmed = confirm::ask(&self.gate, caller, filing).await;
        Reply(confirmed.map(|filing| self.ledger().export(filing)))
    }

    /// Submit the filing to the tax office. This is always refused: the user does it.
    #[tool(output_schema = Reply::<Receipt>::schema())]
    async fn submit_filing(&self, caller: Caller) -> Reply<Receipt> {
        let submission = || self.propose(|_| Ok(Submission {}));
        let confirmed = confirm::ask(&self.gate, caller, submission).await;
        Reply(confirmed.map(|submission| self.ledger().submit(submission)))
    }
}

#[tool_handler(router = self.tools, name = "tax_filing", version = "1.0.0")]
impl ServerHandler for TaxFiling {}

impl TaxFiling {
    pub(crate) fn new(gate: Gate) -> Self {
        let mut tools = Self::tool_router();
        confirm::annotate::<Removal, _>(&mut tools, "remove_entry");
        confirm::annotate::<Filing, _>(&mut tools, "export_filing");
        confirm::annotate::<Submission, _>(&mut tools, "submit_filing");
        Self {
            gate,
            ledger: Mutex::new(Ledger::demo()),
            tools,
        }
    }

    /// Works out the change from the current ledger.
    fn propose<S: Subject>(
        &self,
        subject: impl Fn(&Ledger) -> Result<S, Stop>,
    ) -> Ready<Result<Unconfirmed<S>, Stop>> {
        let subject = subject(&self.ledger());
        ready(subject.map(|subject| Unconfirmed::new(YEAR, subject)))
    }

    /// Locks the ledger. The lock is never held while a person decides.
    fn ledger(&self) -> MutexGuard<'_, Ledger> {
        self.ledger.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The ledger. Functions that read its values or change it take a confirmed change; without one, only
/// descriptions are available.
mod ledger {
    use confirm::{Confirmed, Stop};

    use super::{Contents, Entry, Filing, Reading, Receipt, Removal, Submission};

    pub(super) struct Ledger {
        entries: Vec<Entry>,
        exported: Vec<Filing>,
        submitted: usize,
    }

    impl Ledger {
        pub(super) fn demo() -> Self {
            let entry = |(id, text, cents)| Entry { id, text, cents };
            let entries = [
                (1, "Consulting", 8_642_097),
                (2, "Consulting, booked twice", 8_642_097),
                (3, "Office rent", -1_357_531),
            ];
            Self {
                entries: entries.map(entry).into(),
                exported: Vec::new(),
                submitted: 0,
            }
        }

        pub(super) fn removal(&self, id: u32) -> Result<Removal, Stop> {
            let entry = self.entries.iter().find(|entry| entry.id == id).cloned();
            let entry = entry.ok_or_else(|| {
                Stop::failed(format!("there is no entry {id}: take an id of read_ledger"))
            })?;
            Ok(Removal { entry })
        }

        pub(super) fn filing(&self) -> Filing {
            let entries = self.entries.clone();
            Filing { entries }
        }

        pub(super) fn read(&self, _: Confirmed<Reading>) -> Contents {
            Contents {
                entries: self.entries.clone(),
                exported: self.exported.len(),
                submitted: self.submitted,
            }
        }

        pub(super) fn remove(&mut self, removal: Confirmed<Removal>) -> Result<Receipt, Stop> {
            let Removal { entry } = removal.into_subject();
            let at = self.entries.iter().position(|other| *other == entry);
            let changed = || Stop::failed("the entry has just changed: read the ledger again");
            self.entries.remove(at.ok_or_else(changed)?);
            let did = "removed the entry";
            Ok(Receipt { did })
        }

        pub(super) fn export(&mut self, filing: Confirmed<Filing>) -> Receipt {
            self.exported.push(filing.into_subject());
            let did = "exported the filing";
            Receipt { did }
        }

        pub(super) fn submit(&mut self, _: Confirmed<Submission>) -> Receipt {
            self.submitted += 1;
            let did = "submitted the filing";
            Receipt { did }
        }
    }
}

/// Returns the settings. For an entry, the dialog of a client that cannot ask is enough.
pub(crate) fn settings() -> Settings {
    let mut settings = Settings::default();
    settings.fallback = Fallback::ClientHint;
    settings
}

/// Makes the gate, with the texts of the library and of this server in the person's language.
pub(crate) fn gate(settings: Settings) -> Result<GateBuilder, CatalogueError> {
    let mut catalogue = Catalogue::built_in(settings.language);
    if settings.language == Language::Spanish {
        catalogue = catalogue.with_po(include_str!("tax_filing.es.po"))?;
    }
    let gate = Gate::builder().asker("tax_filing").catalogue(catalogue);
    Ok(gate.settings(settings))
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let gate = gate(settings().with_env("TAX_FILING_")?)?
        .on_decision(|decision| eprintln!("{}", serde_json::json!(decision)))
        .build();
    let (stdin, stdout) = rmcp::transport::stdio_pipes();
    let stdin = gate.cancel_on_disconnect(stdin);
    let server = TaxFiling::new(gate);
    let service = server.serve((stdin, stdout)).await?;
    service.waiting().await?;
    Ok(())
}
