// Nobody can be asked about a type that is not a subject.

use confirm::Unconfirmed;

struct Plain {
    name: String,
}

fn main() {
    let _ = Unconfirmed::new("things", Plain { name: "a".into() });
}
