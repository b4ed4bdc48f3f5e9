//! The commands beside serving.

pub(crate) mod clients;
pub(crate) mod doctor;
pub(crate) mod journal;
pub(crate) mod sandbox;
pub(crate) mod tour;
pub(crate) mod undo;
