// Nobody can be asked about a type that says nothing to a person.

use confirm::Unconfirmed;

struct Plain {
    name: String,
}

fn main() {
    let _ = Unconfirmed::new("things", Plain { name: "a".into() });
}
