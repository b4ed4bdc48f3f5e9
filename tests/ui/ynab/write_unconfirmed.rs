// A proposed change is not written before somebody agreed.

use avenir_ynab::{Client, change::Recategorise};
use confirm::Unconfirmed;

fn write(client: &Client, change: Unconfirmed<Recategorise>) {
    let _writing = client.write(change);
}

fn main() {}
