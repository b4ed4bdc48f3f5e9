//! Tests of the built server, from its command line to clients that other people made.

mod answers;
mod bad_input;
mod cli;
mod clients;
#[path = "../common/mod.rs"]
mod common;
mod conformance;
mod fresh;
mod http;
mod key_file;
mod languages;
mod one_write;
mod tour;
