//! The open connections. If there are too many, the least important one is closed, because clients
//! without a token must not keep out clients with one.

use std::{
    cmp::Reverse,
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
    /// A counter of events, which orders the last uses of connections.
    clock: u64,
    /// The connections in the order in which they were opened.
    connections: HashMap<u64, Entry>,
}

struct Entry {
    /// The token of the last request over the connection.
    token: Option<usize>,
    /// The number of requests whose answer is not finished.
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
    /// Admits one more connection. If there is no room, closes one without a token, else an idle one,
    /// else one of the token with the most connections.
    pub(super) fn admit(&self) -> Connection {
        let mut open = self.open();
        if open.connections.len() >= self.most
            && let Some(entry) = open.least().and_then(|id| open.connections.remove(&id))
        {
            entry.evicted.cancel();
        }
        open.clock += 1;
        let id = open.clock;
        let evicted = CancellationToken::new();
        let entry = Entry {
            token: None,
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
        Connection { place, evicted }
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

impl Open {
    /// Returns the least important connection.
    fn least(&self) -> Option<u64> {
        let mut of_token: HashMap<usize, usize> = HashMap::new();
        for token in self.connections.values().filter_map(|entry| entry.token) {
            *of_token.entry(token).or_default() += 1;
        }
        let cost = |entry: &Entry| {
            let others = entry.token.and_then(|token| of_token.get(&token));
            let is_busy = entry.busy > 0;
            (
                entry.token.is_some(),
                is_busy,
                Reverse(others.copied().filter(|_| is_busy)),
                entry.used,
            )
        };
        let least = self.connections.iter().min_by_key(|(_, entry)| cost(entry));
        least.map(|(id, _)| *id)
    }
}

/// Returns the most connections that leave enough files for the rest of the server.
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

/// One connection. Dropping the last clone frees its place.
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
    /// Returns the token that is cancelled when another connection needs the place.
    pub(super) fn evicted(&self) -> CancellationToken {
        self.evicted.clone()
    }

    /// Records that a request with a token begins. Dropping the answer ends the request.
    pub(super) fn begin(&self, token: usize) -> InUse {
        self.place.connections.update(self.place.id, |entry| {
            entry.token = Some(token);
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
    /// Returns a body that keeps `held`, and the connection in use, until the body ends. An answer may be
    /// a stream.
    pub(super) fn through<T: Send + Unpin + 'static>(self, body: Body, held: T) -> Body {
        Body::new(Streaming {
            body,
            _held: (self, held),
        })
    }
}

struct Streaming<T> {
    body: Body,
    _held: (InUse, T),
}

impl<T: Unpin> HttpBody for Streaming<T> {
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
        let known = connections.admit();
        drop(known.begin(0));
        let [first, second] = [(); 2].map(|()| connections.admit());
        let _third = connections.admit();
        assert!(first.evicted().is_cancelled());
        assert!(!second.evicted().is_cancelled() && !known.evicted().is_cancelled());
    }

    #[test]
    fn an_idle_connection_goes_before_one_in_use() {
        let connections = of(2);
        let [busy, idle] = [(); 2].map(|()| connections.admit());
        let _in_use = busy.begin(0);
        drop(idle.begin(1));
        let _other = connections.admit();
        assert!(idle.evicted().is_cancelled() && !busy.evicted().is_cancelled());
    }

    #[test]
    fn who_has_the_most_gives_way_where_all_are_in_use() {
        let connections = of(4);
        let open = [0, 1, 1, 1].map(|token| {
            let connection = connections.admit();
            (connection.begin(token), connection)
        });
        let new = connections.admit();
        let evicted = open.each_ref().map(|(_, one)| one.evicted().is_cancelled());
        assert_eq!(
            evicted,
            [false, true, false, false],
            "the oldest of token 1"
        );
        assert!(!new.evicted().is_cancelled());
    }

    #[test]
    fn a_place_is_free_when_its_connection_ends() {
        let connections = of(1);
        for _ in 0..3 {
            let connection = connections.admit();
            let in_use = connection.begin(0);
            drop(connection);
            drop(in_use);
        }
        assert!(connections.open().connections.is_empty());
    }
}
