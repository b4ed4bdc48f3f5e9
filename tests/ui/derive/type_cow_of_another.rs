use std::borrow::{Borrow, Cow};

use confirm::Subject;

#[derive(Subject)]
struct Name {
    name: String,
}

struct Names([Name; 2]);

impl Borrow<Name> for Names {
    fn borrow(&self) -> &Name {
        &self.0[0]
    }
}

impl ToOwned for Name {
    type Owned = Names;

    fn to_owned(&self) -> Names {
        unimplemented!()
    }
}

#[derive(Subject)]
struct Pay {
    payee: Cow<'static, Name>,
}

fn main() {}
