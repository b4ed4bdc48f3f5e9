//! The parameters and the results of a `#[tool]` function.

mod annotate;
mod caller;
mod capabilities;
mod parameters;
mod progress;
mod reply;
mod schema;
mod stop;

#[cfg(test)]
pub(crate) use self::capabilities::declares_form;
pub use self::{
    annotate::{annotate, annotations},
    caller::{Caller, Principal},
    parameters::Parameters,
    progress::Progress,
    reply::Reply,
    stop::{Status, Stop},
};
pub(crate) use self::{capabilities::without_unknown_modes, stop::Message};
