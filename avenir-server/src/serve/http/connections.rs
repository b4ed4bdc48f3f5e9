//! The connections that are open. Where there are too many, the one that matters least is closed:
//! whoever has no token must not keep out those who have one.

use std::{
    collections::HashMap,
    pin::Pin,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    task::{Context, Poll},
};

use axum::body::{Body, Bytes, HttpBody};
use hyper::body::{Frame, SizeHint};
use tokio_util::sync::CancellationToken;

use crate::bounds::{FILES_KEPT, MOST_CONNECTIONS};

/// All connections of a server.
#[derive(Clone)]
pub(super) struct Connections {
    most: usize,
    open: Arc<Mutex<Open>>,
}

#[derive(Default)]
struct Open {
    /// Counts what happens to connections, so that their last uses have an order.
    clock: u64,
    /// By the time at which each was opened.
    connections: HashMap<u64, Entry>,
}

struct Entry {
    /// Whether a request with a token came over it.
    known: bool,
    /// Requests whose answer is not over.
    busy: usize,
    used: u64,
    evicted: CancellationToken,
}

impl Default for Connections {
    fn default() -> Self {
        Self {
            most: most(),
            open: Arc::default(),
        }
    }
}

impl Connections {
    /// Makes room for one more connection. Returns `None` if every other one is in use.
    pub(super) fn admit(&self) -> Option<Connection> {
        let mut open = self.open();
        if open.connections.len() >= self.most {
            let (id, _) = open
                .connections
                .iter()
                .filter(|(_, entry)| entry.busy == 0 || !entry.known)
                .min_by_key(|(_, entry)| (entry.known, entry.used))?;
            let id = *id;
            if let Some(entry) = open.connections.remove(&id) {
                entry.evicted.cancel();
            }
        }
        open.clock += 1;
        let id = open.clock;
        let evicted = CancellationToken::new();
        let entry = Entry {
            known: false,
            busy: 0,
            used: id,
            evicted: evicted.clone(),
        };
        open.connections.insert(id, entry);
        drop(open);
        let place = Arc::new(Place {
            id,
            connections: self.clone(),
        });
        Some(Connection { place, evicted })
    }

    fn open(&self) -> MutexGuard<'_, Open> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn update(&self, id: u64, update: impl FnOnce(&mut Entry)) {
        let mut open = self.open();
        open.clock += 1;
        let clock = open.clock;
        if let Some(entry) = open.connections.get_mut(&id) {
            entry.used = clock;
            update(entry);
        }
    }
}

/// Returns how many connections there may be, so that files are left for the rest of the server.
fn most() -> usize {
    #[cfg(unix)]
    {
        let files = rustix::process::getrlimit(rustix::process::Resource::Nofile).current;
        if let Some(files) = files.and_then(|files| usize::try_from(files).ok()) {
            return MOST_CONNECTIONS.min(files.saturating_sub(FILES_KEPT).max(1));
        }
    }
    MOST_CONNECTIONS
}

/// One connection; its place is free when the last clone is dropped.
#[derive(Clone)]
pub(super) struct Connection {
    place: Arc<Place>,
    evicted: CancellationToken,
}

struct Place {
    id: u64,
    connections: Connections,
}

impl Drop for Place {
    fn drop(&mut self) {
        self.connections.open().connections.remove(&self.id);
    }
}

impl Connection {
    /// Returns what is cancelled when another connection needs the place.
    pub(super) fn evicted(&self) -> CancellationToken {
        self.evicted.clone()
    }

    /// Notes that a request with a token begins. It is over when the answer is dropped.
    pub(super) fn begin(&self) -> InUse {
        self.place.connections.update(self.place.id, |entry| {
            entry.known = true;
            entry.busy += 1;
        });
        InUse(Arc::clone(&self.place))
    }
}

/// A request that is being answered.
pub(super) struct InUse(Arc<Place>);

impl Drop for InUse {
    fn drop(&mut self) {
        let Place { id, connections } = &*self.0;
        connections.update(*id, |entry| entry.busy = entry.busy.saturating_sub(1));
    }
}

impl InUse {
    /// Returns a body that keeps the connection in use until its end: an answer may be a stream.
    pub(super) fn through(self, body: Body) -> Body {
        Body::new(Streaming {
            body,
            _in_use: self,
        })
    }
}

struct Streaming {
    body: Body,
    _in_use: InUse,
}

impl HttpBody for Streaming {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        Pin::new(&mut self.body).poll_frame(cx)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(most: usize) -> Connections {
        Connections {
            most,
            ..Connections::default()
        }
    }

    #[test]
    fn strangers_go_first_and_the_oldest_of_them() {
        let connections = of(3);
        let known = connections.admit().unwrap();
        drop(known.begin());
        let [first, second] = [(); 2].map(|()| connections.admit().unwrap());
        let _third = connections.admit().unwrap();
        assert!(first.evicted().is_cancelled());
        assert!(!second.evicted().is_cancelled() && !known.evicted().is_cancelled());
    }

    #[test]
    fn a_connection_in_use_stays() {
        let connections = of(2);
        let [busy, idle] = [(); 2].map(|()| connections.admit().unwrap());
        let in_use = busy.begin();
        drop(idle.begin());
        let other = connections.admit().unwrap();
        assert!(idle.evicted().is_cancelled() && !busy.evicted().is_cancelled());
        let also = other.begin();
        assert!(connections.admit().is_none(), "every one is in use");
        drop((in_use, also));
        assert!(connections.admit().is_some());
        assert!(busy.evicted().is_cancelled());
    }

    #[test]
    fn a_place_is_free_when_its_connection_ends() {
        let connections = of(1);
        for _ in 0..3 {
            let connection = connections.admit().unwrap();
            let in_use = connection.begin();
            drop(connection);
            drop(in_use);
        }
        assert!(connections.open().connections.is_empty());
    }
}
