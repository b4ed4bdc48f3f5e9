//! The sandbox: its options, and serving it on loopback.

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

/// The token that a sandbox accepts unless [`Options::token`] sets another.
pub const DEFAULT_TOKEN: &str = "sandbox-token";

/// The options of a sandbox.
#[derive(Debug, Clone)]
pub struct Options {
    token: String,
    today: Option<Date>,
    hourly_limit: Option<u32>,
    control: bool,
}

/// YNAB's rate limit: requests per hour and token.
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
    /// Sets the only bearer token that is accepted.
    #[must_use]
    pub fn token(mut self, token: impl Into<String>) -> Self {
        self.token = token.into();
        self
    }

    /// Fixes today's UTC date. By default the system's clock is read at each request.
    #[must_use]
    pub fn today(mut self, today: Date) -> Self {
        self.today = Some(today);
        self
    }

    /// Sets how many requests are answered in any hour; further requests get 429. The default is
    /// [`HOURLY_LIMIT`], and `None` lifts the limit.
    #[must_use]
    pub fn hourly_limit(mut self, limit: Option<u32>) -> Self {
        self.hourly_limit = limit;
        self
    }

    /// Opens the control route to every client that has the token. `POST /control/faults` adds a
    /// [`Fault`] and `DELETE /control/faults` removes all of them; `GET` and `DELETE` on
    /// `/control/requests` read and empty the request log.
    #[must_use]
    pub fn control(mut self) -> Self {
        self.control = true;
        self
    }
}

/// A YNAB-compatible API that is open but not yet served.
#[derive(Debug)]
pub struct Sandbox {
    app: App,
    control: bool,
}

impl Sandbox {
    /// Opens the store. A new store is filled with the [demo](crate::demo) plans; an existing store
    /// is used unchanged.
    ///
    /// # Errors
    ///
    /// Fails if the file cannot be opened or was not created by a sandbox of this version.
    pub fn open(store: &Store, options: Options) -> Result<Self, OpenError> {
        let clock = Clock::new(options.today);
        let database = Database::open(store, clock.today())?;
        Ok(Self {
            app: App::new(database, options.token, clock, options.hourly_limit),
            control: options.control,
        })
    }

    /// Serves on 127.0.0.1. Port 0 takes any free port; [`Running::base_url`] returns it.
    ///
    /// # Errors
    ///
    /// Fails if the port cannot be bound.
    pub async fn start(self, port: u16) -> io::Result<Running> {
        self.serve(TcpListener::bind((Ipv4Addr::LOCALHOST, port)).await?)
    }

    /// Serves on the given listener, in a task of the current runtime.
    ///
    /// # Errors
    ///
    /// Fails if the listener has no local address.
    pub fn serve(self, listener: TcpListener) -> io::Result<Running> {
        let address = listener.local_addr()?;
        let app = Arc::new(self.app);
        let (stop, stopped) = oneshot::channel::<()>();
        let router = server::router(Arc::clone(&app), self.control)
            .into_make_service_with_connect_info::<Connection>();
        let task = tokio::spawn(async move {
            // An error means that `stop` was dropped, so the server stops too.
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
    /// Returns the base URL for clients, such as `http://127.0.0.1:8123/v1`.
    #[must_use]
    pub fn base_url(&self) -> String {
        format!("http://{}/v1", self.address)
    }

    /// Returns the bearer token that is accepted.
    #[must_use]
    pub fn token(&self) -> &str {
        self.app.token()
    }

    /// Adds a fault for future requests.
    pub fn inject(&self, fault: Fault) {
        self.app.request_log.inject(fault);
    }

    /// Removes all faults.
    pub fn mend(&self) {
        self.app.request_log.mend();
    }

    /// Returns the last 10,000 requests, oldest first, whether they were answered or their
    /// connection was closed.
    #[must_use]
    pub fn requests(&self) -> Vec<Request> {
        self.app.request_log.requests()
    }

    /// Empties the request log.
    pub fn forget_requests(&self) {
        self.app.request_log.forget_requests();
    }

    /// Returns the address that the sandbox listens on.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Makes `last-used` mean this plan, as if the user had opened it in the app.
    ///
    /// # Errors
    ///
    /// Fails if the plan does not exist or SQLite fails.
    pub async fn open_plan(&self, plan_id: &str) -> io::Result<()> {
        self.app.open_plan(plan_id).await.map_err(io::Error::other)
    }

    /// Waits at most two seconds for requests in progress, and stops. Afterwards the file can be
    /// opened again.
    pub async fn shutdown(mut self) {
        // Sending fails only if the server has already ended.
        let _ended = self.stop.send(());
        if tokio::time::timeout(Duration::from_secs(2), &mut self.task)
            .await
            .is_err()
        {
            self.task.abort();
        }
    }
}
