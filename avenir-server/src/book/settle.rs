//! What is not known of a request is found out by reading.

use avenir_ynab::{Client, Error, change::Edit};

use super::{State, journal::WrittenStep, seal::Seal};

/// What the plan shows of a request whose answer nobody has.
#[derive(Debug)]
pub(super) struct Found {
    pub(super) state: State,
    /// With the ids of what it created.
    pub(super) edits: Vec<Edit>,
}

/// Reads the plan. Where it shows neither all that the request changes nor all that was before,
/// something else changed it since, and what landed stays unknown.
pub(super) async fn look(
    client: &Client,
    seal: &Seal,
    plan_id: &str,
    step: &WrittenStep,
) -> Result<Found, Error> {
    let facts = client.facts(plan_id, &step.edits).await?;
    let mut edits = step.edits.clone();
    let (mut landed, mut missing) = (0, 0);
    let mut taken = step.alike.clone();
    for edit in &mut edits {
        if edit.creates() {
            let new = seal.alike(&facts, edit);
            let mut new = new.into_iter().filter(|id| !taken.contains(id));
            match new.next() {
                Some(id) => {
                    edit.id.clone_from(&id);
                    taken.push(id);
                    landed += 1;
                }
                None => missing += 1,
            }
            continue;
        }
        match seal.now(&facts, edit) {
            Some(now) if edit.same(&now, &edit.after) => landed += 1,
            Some(now) if edit.same(&now, &edit.before) => missing += 1,
            _ => return Ok(unknown(edits)),
        }
    }
    // More that looks like it than it creates: some of it is somebody else's.
    let extra = edits.iter().filter(|edit| edit.creates()).any(|edit| {
        let alike = seal.alike(&facts, edit);
        alike.iter().any(|id| !taken.contains(id))
    });
    Ok(match (landed, missing) {
        (_, 0) if landed > 0 && !extra => Found {
            state: State::Applied,
            edits,
        },
        (0, _) if missing > 0 => Found {
            state: State::Refused,
            edits,
        },
        _ => unknown(edits),
    })
}

fn unknown(edits: Vec<Edit>) -> Found {
    Found {
        state: State::Unknown,
        edits,
    }
}
