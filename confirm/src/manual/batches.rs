//! Batches: one question for one change, however large, and no lasting permission.
//!
//! # One change may be many
//!
//! A hundred edits are one subject with a list, not a hundred questions: nobody reads the thirtieth
//! dialog. The list is part of the subject, so all of it is in the fingerprint. The person sees
//! the number of elements and the first twenty as rows. The answer is bound to every element, and
//! to the line that each would show.
//!
//! ```
//! # use confirm::{Subject, Unconfirmed};
//! #[derive(Subject)]
//! #[subject(question("Delete {count} file(s)?", count = count(self)), rows = self)]
//! struct Delete(#[subject(unordered)] Vec<String>);
//!
//! let all = Delete((1..=40).map(|n| format!("{n}.txt")).collect());
//! let shown = Unconfirmed::new("files", all).preview().to_string();
//! assert!(shown.starts_with("Delete 40 file(s)?\n- ‘1.txt’\n"));
//! assert!(shown.ends_with("- ‘20.txt’\n- … and 20 more"));
//! ```
//!
//! `unordered` states that the order does not count, so the same files in another order are the
//! same change. Duplicates count: two identical purchases are two purchases.
//!
//! The batch is confirmed as a whole or not at all, and the person cannot edit it in the form. To
//! leave an element out they decline, and the model proposes another batch. The server decides what
//! happens when the write fails in the middle: the yes is spent either way.
//!
//! # A yes is for one change, once
//!
//! There is no "always allow", no session and no trusted tool. A lasting yes would agree to changes
//! that do not exist yet, proposed by a model that reads text written by strangers. So:
//!
//! - A [`Confirmed`](crate::Confirmed) has no `Clone`, and the function that writes takes it by
//!   value.
//! - An answer and a code work once, for exactly the change that was shown.
//! - One call asks once. [`ask`](crate::ask()) takes the [`Caller`](crate::Caller), which has no
//!   `Clone` either:
//!
//! ```compile_fail,E0382
//! # use confirm::{Caller, Confirmed, Gate, Stop, Subject, Unconfirmed};
//! # #[derive(Subject)]
//! # #[subject(question("Delete {name}?"))]
//! # struct Delete { name: String }
//! # async fn propose(name: &str) -> Result<Unconfirmed<Delete>, Stop> {
//! #     Ok(Unconfirmed::new("files", Delete { name: name.to_owned() }))
//! # }
//! # fn delete(change: Confirmed<Delete>) {}
//! async fn delete_both(gate: &Gate, caller: Caller) -> Result<(), Stop> {
//!     delete(confirm::ask(gate, caller, || propose("a")).await?);
//!     delete(confirm::ask(gate, caller, || propose("b")).await?);
//!     Ok(())
//! }
//! ```
//!
//! ```
//! # use confirm::{Caller, Confirmed, Gate, Stop, Subject, Unconfirmed};
//! # #[derive(Subject)]
//! # #[subject(question("Delete {name}?"))]
//! # struct Delete { name: String }
//! # async fn propose(name: &str) -> Result<Unconfirmed<Delete>, Stop> {
//! #     Ok(Unconfirmed::new("files", Delete { name: name.to_owned() }))
//! # }
//! # fn delete(change: Confirmed<Delete>) {}
//! async fn delete_one(gate: &Gate, caller: Caller) -> Result<(), Stop> {
//!     delete(confirm::ask(gate, caller, || propose("a")).await?);
//!     Ok(())
//! }
//! ```
//!
//! An operation that really needs no consent is [`Tier::Auto`](crate::Tier::Auto). That is decided
//! where the subject is declared, in code that is reviewed, and not by a person who is asked for
//! the tenth time today.
//!
//! A decline lasts for a while: the same change is not asked about again during the
//! [cooldown](crate::Settings::cool_down), so that nobody is asked until they give in.
