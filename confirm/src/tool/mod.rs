//! What a `#[tool]` function takes and gives back.

mod caller;
mod parameters;
mod reply;
mod stop;

pub(crate) use self::stop::Said;
pub use self::{
    caller::{Caller, Principal},
    parameters::Parameters,
    reply::Reply,
    stop::{Status, Stop},
};
