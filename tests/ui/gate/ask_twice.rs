// One call of a tool asks one question.

use confirm::{Caller, Gate, Stop, Subject, Unconfirmed};

#[derive(Subject)]
#[subject(question("Delete {name}?"))]
struct Delete {
    name: String,
}

async fn propose() -> Result<Unconfirmed<Delete>, Stop> {
    Ok(Unconfirmed::new("things", Delete { name: "a".into() }))
}

async fn twice(gate: &Gate, caller: Caller) -> Result<(), Stop> {
    let _a = confirm::ask(gate, caller, propose).await?;
    let _b = confirm::ask(gate, caller, propose).await?;
    Ok(())
}

fn main() {}
