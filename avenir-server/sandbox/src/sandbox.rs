//! Opening a sandbox and serving it.

use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use jiff::civil::Date;
use tokio::net::TcpListener;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

use crate::clock::Clock;
use crate::fault::{Fault, Request};
use crate::server::{self, App, Connection, ConnectionListener};
use crate::store::{Database, OpenError, Store};

/// The token that a sandbox accepts unless [`Options::token`] says another.
pub const DEFAULT_TOKEN: &str = "sandbox-token";

/// How a sandbox behaves.
#[derive(Debug, Clone)]
pub struct Options {
    token: String,
    today: Option<Date>,
    hourly_limit: Option<u32>,
    control: bool,
}

/// YNAB's limit: requests an hour, for each token.
pub const HOURLY_LIMIT: u32 = 200;

impl Default for Options {
    fn default() -> Self {
        Self {
            token: DEFAULT_TOKEN.to_owned(),
            today: None,
            hourly_limit: Some(HOURLY_LIMIT),
            control: false,
        }
    }
}

impl Options {
    /// The one bearer token that is accepted.
    #[must_use]
    pub fn token(mut self, token: impl Into<String>) -> Self {
        self.token = token.into();
        self
    }

    /// Fixes today's UTC date. Without it the system's clock is asked at each request.
    #[must_use]
    pub fn today(mut self, today: Date) -> Self {
        self.today = Some(today);
        self
    }

    /// How many requests are answered in any hour; more get 429. Without it, 200 as by YNAB. None
    /// lifts the limit.
    #[must_use]
    pub fn hourly_limit(mut self, limit: Option<u32>) -> Self {
        self.hourly_limit = limit;
        self
    }

    /// Opens the control route to whoever has the token: `POST` a [`Fault`] to `/control/faults`,
    /// `DELETE` all of them, `GET` or `DELETE` the log at `/control/requests`.
    #[must_use]
    pub fn control(mut self) -> Self {
        self.control = true;
        self
    }
}

/// A YNAB-compatible API that is not served yet.
#[derive(Debug)]
pub struct Sandbox {
    app: App,
    control: bool,
}

impl Sandbox {
    /// Opens the store. A new one is filled with the [demo](crate::demo) plan; one that exists is
    /// taken as it is.
    ///
    /// # Errors
    ///
    /// The file cannot be opened, or is not a sandbox's.
    pub fn open(store: &Store, options: Options) -> Result<Self, OpenError> {
        let clock = Clock::new(options.today);
        let database = Database::open(store, clock.today())?;
        Ok(Self {
            app: App::new(database, options.token, clock, options.hourly_limit),
            control: options.control,
        })
    }

    /// Serves on 127.0.0.1. Port 0 takes any free one: see [`Running::base_url`].
    ///
    /// # Errors
    ///
    /// The port is not free.
    pub async fn start(self, port: u16) -> io::Result<Running> {
        self.serve(TcpListener::bind((Ipv4Addr::LOCALHOST, port)).await?)
    }

    /// Serves on a listener of the caller's, in a task of the current runtime.
    ///
    /// # Errors
    ///
    /// The listener has no address.
    pub fn serve(self, listener: TcpListener) -> io::Result<Running> {
        let address = listener.local_addr()?;
        let app = Arc::new(self.app);
        let (stop, stopped) = oneshot::channel::<()>();
        let router = server::router(Arc::clone(&app), self.control)
            .into_make_service_with_connect_info::<Connection>();
        let task = tokio::spawn(async move {
            // An error here means that `stop` was dropped: stop as well.
            let ended = async { stopped.await.unwrap_or_default() };
            axum::serve(ConnectionListener::new(listener), router)
                .with_graceful_shutdown(ended)
                .await
        });
        Ok(Running {
            address,
            app,
            stop,
            task,
        })
    }
}

/// A sandbox that is being served. Dropping it stops accepting connections.
#[derive(Debug)]
#[must_use = "the sandbox stops when this is dropped"]
pub struct Running {
    address: SocketAddr,
    app: Arc<App>,
    stop: oneshot::Sender<()>,
    task: JoinHandle<io::Result<()>>,
}

impl Running {
    /// What a client takes as the API's address, such as `http://127.0.0.1:8123/v1`.
    #[must_use]
    pub fn base_url(&self) -> String {
        format!("http://{}/v1", self.address)
    }

    /// The bearer token that is accepted.
    #[must_use]
    pub fn token(&self) -> &str {
        self.app.token()
    }

    /// Makes something go wrong with requests to come.
    pub fn inject(&self, fault: Fault) {
        self.app.request_log.inject(fault);
    }

    /// Takes back all faults.
    pub fn mend(&self) {
        self.app.request_log.mend();
    }

    /// The requests so far, oldest first, at most 10,000: those that were answered, and those
    /// whose connection was closed.
    #[must_use]
    pub fn requests(&self) -> Vec<Request> {
        self.app.request_log.requests()
    }

    /// Empties the log of requests.
    pub fn forget_requests(&self) {
        self.app.request_log.forget_requests();
    }

    /// Where it listens.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Makes another plan the one that `last-used` means, as if the user opened it in the app.
    ///
    /// # Errors
    ///
    /// There is no such plan, or SQLite failed.
    pub async fn open_plan(&self, plan_id: &str) -> io::Result<()> {
        self.app.open_plan(plan_id).await.map_err(io::Error::other)
    }

    /// Finishes the requests that are under way (for at most two seconds), and stops. Afterwards a
    /// file can be opened again.
    pub async fn shutdown(mut self) {
        // It fails only if the server has ended already.
        let _ended = self.stop.send(());
        if tokio::time::timeout(Duration::from_secs(2), &mut self.task)
            .await
            .is_err()
        {
            self.task.abort();
        }
    }
}
