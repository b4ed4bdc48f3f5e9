// A confirmed subject that YNAB cannot carry out is not written.

use avenir_ynab::Client;
use confirm::{Confirmed, Subject};

#[derive(Subject)]
#[subject(question("Write {memo} on the wall?"))]
struct Graffiti {
    memo: String,
}

fn write(client: &Client, change: Confirmed<Graffiti>) {
    let _writing = client.write(change);
}

fn main() {}
