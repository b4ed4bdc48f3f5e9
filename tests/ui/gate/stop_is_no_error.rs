// A question does not get lost in somebody's error type.

use confirm::{Caller, Gate, Stop, Subject, Unconfirmed};

#[derive(Subject)]
#[subject(question("Delete {name}?"))]
struct Delete {
    name: String,
}

async fn propose() -> Result<Unconfirmed<Delete>, Stop> {
    Ok(Unconfirmed::new("things", Delete { name: "a".into() }))
}

async fn swallow(gate: &Gate, caller: Caller) -> Result<(), Box<dyn std::error::Error>> {
    let _change = confirm::ask(gate, caller, propose).await?;
    Ok(())
}

fn main() {}
