//! What is not known of a request is found out by reading.

use std::time::{Duration, SystemTime};

use avenir_ynab::{Client, Error, change::Edit};
use confirm::Stop;

use super::{
    Book, State,
    journal::{Entry, JournalError, WrittenStep},
    seal::Seal,
};

/// When a request whose connection broke is certainly over: YNAB gives up on one after 30 s.
const OVER: Duration = Duration::from_secs(35);
/// How long each change of a plan looks once more for what stayed unknown.
const WEEK: Duration = Duration::from_secs(7 * 24 * 60 * 60);

impl Book {
    /// Finds out what is not known of the operations of a plan, or of all plans. A plan that
    /// another call or process is writing to is waited for.
    pub(crate) async fn settle(&self, plan_id: Option<&str>) -> Result<Vec<Entry>, Stop> {
        let failed = |error: JournalError| Stop::failed(format!("Nothing was changed: {error}."));
        // What a reading could not tell in a week, it will hardly tell now; a start tries once more.
        let since = match plan_id {
            Some(_) => SystemTime::now() - WEEK,
            None => SystemTime::UNIX_EPOCH,
        };
        let open = self.journal.unsettled(plan_id, since).await;
        let mut settled = Vec::new();
        for entry in open.map_err(failed)? {
            let _held = self.locks.hold(&entry.plan_id).await?;
            // Whoever held the lock may have ended it.
            let now = self.journal.operation(&entry.operation_id).await;
            let Some(now) = now.map_err(failed)?.filter(|now| now.state.is_open()) else {
                continue;
            };
            let at_rest = now.age() >= OVER;
            let (state, _) = self
                .settle_one(&now.plan_id, &now.operation_id, at_rest)
                .await;
            settled.push(Entry { state, ..now });
        }
        Ok(settled)
    }

    /// Finds out what an earlier process left open, and says it to the operator.
    pub(crate) async fn reconcile(self) {
        if let Ok(settled) = self.settle(None).await {
            for Entry {
                operation_id,
                kind,
                state,
                ..
            } in &settled
            {
                let state = state.as_str();
                tracing::warn!(
                    operation_id,
                    kind,
                    state,
                    "an operation was open, and was looked up"
                );
            }
            if settled
                .iter()
                .any(|entry| entry.state.is_open() && entry.age() < OVER)
            {
                self.settle_later().await;
            }
        } else {
            tracing::warn!("what was cut off cannot be looked up");
        }
    }

    /// Settles once more when nothing can be under way any more.
    pub(super) async fn settle_later(self) {
        tokio::time::sleep(OVER).await;
        if self.settle(None).await.is_err() {
            tracing::warn!("what is unknown cannot be looked up");
        }
    }

    /// Reads what is not known of an operation's requests, and ends it. Its plan is locked. Unless
    /// the last request is over (`at_rest`), it may still land, so that it was not is not known.
    pub(super) async fn settle_one(
        &self,
        plan_id: &str,
        id: &str,
        at_rest: bool,
    ) -> (State, Vec<WrittenStep>) {
        let mut steps = match self.journal.steps(id).await {
            Ok(steps) => steps,
            Err(error) => {
                tracing::error!(error = error.kind(), id, "the journal cannot be read");
                return (State::Unknown, Vec::new());
            }
        };
        // A request is sent when the outcome of the one before it is written down, so that of those
        // behind the first open one none was.
        let mut stopped = false;
        for step in &mut steps {
            match step.state {
                State::Applied => continue,
                State::Intended if stopped => step.state = State::Refused,
                State::Intended | State::Unknown => {
                    self.find_out(plan_id, id, step, at_rest).await;
                }
                _ => {}
            }
            stopped = true;
            let edits = Some(step.edits.clone());
            self.note_step(id, step.number, step.state, edits).await;
        }
        let state = State::of(steps.iter().map(|step| step.state));
        self.note_end(id, state).await;
        (state, steps)
    }

    async fn find_out(&self, plan_id: &str, id: &str, step: &mut WrittenStep, at_rest: bool) {
        // Without this, what another operation created would pass for this one's.
        let claimed = match self.journal.created_by_others(id).await {
            Ok(claimed) => claimed,
            Err(error) => {
                tracing::error!(error = error.kind(), id, "the journal cannot be read");
                step.state = State::Unknown;
                return;
            }
        };
        match look(&self.client, self.journal.seal(), plan_id, step, claimed).await {
            Ok(Found { state, edits }) => {
                let missing = matches!(state, State::Refused | State::Partial);
                step.state = if missing && !at_rest {
                    State::Unknown
                } else {
                    state
                };
                if step.state != State::Unknown {
                    step.edits = edits;
                }
            }
            Err(error) => {
                tracing::warn!(
                    error = error.kind(),
                    id,
                    "what became of a request cannot be read"
                );
                step.state = State::Unknown;
            }
        }
    }
}

/// What the plan shows of a request whose answer nobody has.
#[derive(Debug)]
struct Found {
    state: State,
    /// With the ids of what it created.
    edits: Vec<Edit>,
}

/// Reads the plan. What it shows of each edit is known; where something else changed a field since,
/// or there is something that may be what was created, it stays unknown. `claimed` was created by
/// other operations.
async fn look(
    client: &Client,
    seal: &Seal,
    plan_id: &str,
    step: &WrittenStep,
    claimed: Vec<String>,
) -> Result<Found, Error> {
    let facts = client.facts(plan_id, &step.edits).await?;
    let mut taken = [step.alike.clone(), claimed].concat();
    let (mut landed, mut missing) = (Vec::new(), 0);
    let mut edits = step.edits.clone();
    for edit in &mut edits {
        if edit.creates() {
            let new = seal.alike(&facts, edit);
            let mut exact = new
                .into_iter()
                .filter(|(id, exact)| *exact && !taken.contains(id));
            if let Some((id, _)) = exact.next() {
                taken.push(id.clone());
                edit.id = id;
                landed.push(edit.clone());
            } else {
                missing += 1;
            }
            continue;
        }
        match seal.now(&facts, edit) {
            Some(now) if edit.same(&now, &edit.after) => landed.push(edit.clone()),
            Some(now) if edit.same(&now, &edit.before) => missing += 1,
            _ => return Ok(Found::unknown(step)),
        }
    }
    // More that may be what was created: it was edited since, or it is somebody else's.
    let doubtful = edits.iter().filter(|edit| edit.creates()).any(|edit| {
        let alike = seal.alike(&facts, edit);
        alike.iter().any(|(id, _)| !taken.contains(id))
    });
    Ok(match (landed.len(), missing) {
        (landed, missing) if doubtful || landed + missing == 0 => Found::unknown(step),
        (_, 0) => Found {
            state: State::Applied,
            edits,
        },
        (0, _) => Found {
            state: State::Refused,
            edits,
        },
        // YNAB kept a part of what it was sent.
        _ => Found {
            state: State::Partial,
            edits: landed,
        },
    })
}

impl Found {
    fn unknown(step: &WrittenStep) -> Self {
        Self {
            state: State::Unknown,
            edits: step.edits.clone(),
        }
    }
}
