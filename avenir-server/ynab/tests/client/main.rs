//! Tests of the client with a sandbox that injects faults, over real HTTP.

mod cache;
mod errors;
mod hour;
mod money;
mod only_there;
mod person;
mod read_session;
mod reads;
mod tolerance;
mod users;
mod world;
mod writes;
