//! What a `#[tool]` function takes and gives back.

mod annotate;
mod caller;
mod parameters;
mod progress;
mod reply;
mod stop;

#[cfg(test)]
pub(crate) use self::caller::declares_form;
pub(crate) use self::stop::Said;
pub use self::{
    annotate::{annotate, annotations},
    caller::{Caller, Principal},
    parameters::Parameters,
    progress::Progress,
    reply::Reply,
    stop::{Status, Stop},
};
