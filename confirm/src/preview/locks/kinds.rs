//! Law: an answer is bound to the type of the change, not only to its name, its kind and its
//! fields.

use std::any;

use super::{Line, Newtype};
use crate::{Subject, Unconfirmed};

/// Declares modes that are written alike.
macro_rules! modes {
    ($($name:ident)*) => {$(
        #[derive(Subject)]
        struct $name;
    )*};
}
modes!(Gently Forever);

#[derive(Subject)]
#[subject(question("Remove {name}?"))]
struct Remove<M> {
    name: &'static str,
    mode: M,
}

mod one {
    #[derive(crate::Subject)]
    #[subject(question("Delete {id}?"))]
    pub(super) struct Delete {
        pub(super) id: u8,
    }
}

mod other {
    #[derive(crate::Subject)]
    #[subject(question("Delete {id}?"))]
    pub(super) struct Delete {
        pub(super) id: u8,
    }
}

/// Lets two types have the same path, because blocks have no names.
trait InBlock {
    type Delete: Subject;
    const DELETE: Self::Delete;
}

macro_rules! blocks {
    ($($mode:ident)*) => {$(
        const _: () = {
            #[derive(Subject)]
            #[subject(question("Delete {id}?"))]
            struct Delete {
                id: u8,
            }
            impl InBlock for $mode {
                type Delete = Delete;
                const DELETE: Delete = Delete { id: 1 };
            }
        };
    )*};
}
blocks!(Gently Forever);

/// Checks that types of the same name, kind and fields are told apart.
#[test]
fn the_type_is_bound() {
    fn both<S: Subject, T: Subject>(one: S, other: T) {
        assert_eq!(S::KIND, T::KIND);
        let one = Unconfirmed::new("plan", one);
        let other = Unconfirmed::new("plan", other);
        assert_eq!(one.fingerprint, other.fingerprint);
        assert_eq!(one.preview, other.preview);
        assert_ne!(one.digest, other.digest);
    }
    let name = "x";
    let (gently, forever) = (Gently, Forever);
    both(
        Remove { name, mode: Gently },
        Remove {
            name,
            mode: Forever,
        },
    );
    both(
        Remove {
            name,
            mode: &gently,
        },
        Remove {
            name,
            mode: &forever,
        },
    );
    both(one::Delete { id: 1 }, other::Delete { id: 1 });
    both(
        Newtype(Vec::<Line<u8>>::new()),
        Newtype(Vec::<Line<u64>>::new()),
    );
    both(Gently::DELETE, Forever::DELETE);
    let name = any::type_name::<<Gently as InBlock>::Delete>();
    assert_eq!(name, any::type_name::<<Forever as InBlock>::Delete>());
}
