//! Gates of one process. This test is alone in its binary, because gates of other tests would
//! count.

#![allow(missing_docs)]

use std::{
    io,
    sync::{Arc, Mutex},
};

use confirm::Gate;

#[derive(Clone, Default)]
struct Log(Arc<Mutex<Vec<u8>>>);

impl io::Write for Log {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().extend(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Checks a gate made inside the factory that rmcp calls for each session: it refuses every answer
/// of the others.
#[test]
fn a_second_gate_with_a_random_key_is_warned_of_once() {
    let log = Log::default();
    let writer = log.clone();
    let subscriber = tracing_subscriber::fmt()
        .with_writer(move || writer.clone())
        .finish();
    let warnings = || {
        let text = String::from_utf8(log.0.lock().unwrap().clone()).unwrap();
        text.matches("a second gate with a random key").count()
    };
    tracing::subscriber::with_default(subscriber, || {
        let first = Gate::new();
        for _ in 0..3 {
            _ = first.clone();
            _ = Gate::builder().key([7; 32]).build();
        }
        assert_eq!(warnings(), 0, "clones and gates that share a key are one");
        drop(first);
        _ = Gate::new();
        assert_eq!(warnings(), 1);
        _ = Gate::new();
        assert_eq!(warnings(), 1);
    });
}
