//! The world of these tests, which can change between a question and its answer.

use std::{
    collections::BTreeMap,
    fmt::{self, Write as _},
    sync::{
        Mutex,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use confirm::{Decision, Evidence, Outcome, Stop};
use tokio::{
    sync::{Notify, watch},
    time::timeout,
};

/// How the world answers when a proposal reads it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reading {
    Works,
    Fails,
    Panics,
    /// Waits until [`Shop::let_go`].
    Waits,
    /// Works, except for the read with this number, which waits.
    WaitsAt(usize),
}

/// The world: it can change between a question and its answer.
pub struct Shop {
    prices: Mutex<BTreeMap<String, i64>>,
    reading: Mutex<Reading>,
    reads: AtomicUsize,
    waits: Notify,
    let_go: Notify,
    written: Mutex<Vec<(String, Evidence)>>,
    decisions: watch::Sender<Vec<Decision>>,
    printed: Mutex<String>,
}

impl Default for Shop {
    fn default() -> Self {
        let prices = [("lamp", 12_000), ("chair", 4_500)];
        Self {
            prices: Mutex::new(
                prices
                    .map(|(thing, price)| (thing.to_owned(), price))
                    .into(),
            ),
            reading: Mutex::new(Reading::Works),
            reads: AtomicUsize::new(0),
            waits: Notify::new(),
            let_go: Notify::new(),
            written: Mutex::default(),
            decisions: watch::Sender::default(),
            printed: Mutex::default(),
        }
    }
}

impl Shop {
    /// Sets a price behind the gate's back, as somebody else would.
    pub fn reprice(&self, thing: &str, price: i64) {
        self.prices.lock().unwrap().insert(thing.to_owned(), price);
    }

    pub fn price(&self, thing: &str) -> i64 {
        self.prices.lock().unwrap()[thing]
    }

    pub fn set_reading(&self, reading: Reading) {
        *self.reading.lock().unwrap() = reading;
    }

    /// Returns how often a proposal has read the world.
    pub fn reads(&self) -> usize {
        self.reads.load(Ordering::SeqCst)
    }

    pub fn writes(&self) -> usize {
        self.written.lock().unwrap().len()
    }

    /// Returns the writes, each with its evidence.
    pub fn written(&self) -> Vec<(String, Evidence)> {
        self.written.lock().unwrap().clone()
    }

    /// Waits until a proposal waits in the middle of its reading.
    pub async fn waits(&self) {
        self.waits.notified().await;
    }

    pub fn let_go(&self) {
        self.let_go.notify_one();
    }

    pub(super) fn hear(&self, decision: &Decision) {
        self.decisions.send_modify(|all| all.push(decision.clone()));
    }

    /// Returns every decision that the gate reported.
    pub fn decisions(&self) -> Vec<Decision> {
        self.decisions.borrow().clone()
    }

    /// Returns the last decision that the gate reported.
    pub fn decision(&self) -> Decision {
        let decisions = self.decisions.borrow();
        decisions.last().expect("there was one").clone()
    }

    pub fn outcome(&self) -> Outcome {
        self.decision().outcome
    }

    /// Waits until the gate reports an outcome.
    pub async fn decided(&self, outcome: Outcome) {
        let mut decisions = self.decisions.subscribe();
        let is_last = |all: &Vec<Decision>| all.last().is_some_and(|last| last.outcome == outcome);
        let decided = timeout(Duration::from_secs(60), decisions.wait_for(is_last)).await;
        let all = || self.decisions.borrow().clone();
        assert!(decided.is_ok(), "{outcome:?} is none of {:?}", all());
    }

    #[track_caller]
    pub fn assert_untouched(&self) {
        let written = self.written();
        assert!(written.is_empty(), "{written:?}");
    }

    /// Records what a careless server would log.
    pub(super) fn print(&self, what: &impl fmt::Debug) {
        let mut printed = self.printed.lock().unwrap();
        writeln!(printed, "{what:?} {what:#?}").unwrap();
    }

    pub fn printed(&self) -> String {
        self.printed.lock().unwrap().clone()
    }

    pub(super) async fn read(&self, thing: &str) -> Result<i64, Stop> {
        let number = self.reads.fetch_add(1, Ordering::SeqCst) + 1;
        let reading = *self.reading.lock().unwrap();
        match reading {
            Reading::Fails => return Err(Stop::failed("the shop cannot be read")),
            Reading::Panics => panic!("the proposal panics"),
            Reading::Waits => self.wait().await,
            Reading::WaitsAt(at) if at == number => self.wait().await,
            Reading::Works | Reading::WaitsAt(_) => {}
        }
        let price = self.prices.lock().unwrap().get(thing).copied();
        price.ok_or_else(|| Stop::failed(format!("there is no {thing:?} in the shop")))
    }

    async fn wait(&self) {
        self.waits.notify_one();
        self.let_go.notified().await;
    }

    pub(super) fn write(&self, what: String, evidence: &Evidence) -> usize {
        let mut written = self.written.lock().unwrap();
        written.push((what, evidence.clone()));
        written.len()
    }
}
