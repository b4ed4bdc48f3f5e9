//! Reads YNAB's lists, in full or as changes.

use serde::{Deserialize, de::DeserializeOwned};
use serde_json::Value;

use crate::{
    Error,
    http::Http,
    model::{
        Account, Category, CategoryGroup, MonthSummary, Payee, ScheduledTransaction, Transaction,
    },
};

/// A date before any transaction. YNAB began later, and refuses dates more than five years back.
pub(crate) const ALL: &str = "1990-01-01";

/// An answer with a list: the rows under the list's key, and the server knowledge.
#[derive(Debug, Deserialize)]
#[serde(bound = "T: DeserializeOwned, K: DeserializeOwned")]
pub(crate) struct Page<T, K = i64> {
    #[serde(
        alias = "accounts",
        alias = "category_groups",
        alias = "months",
        alias = "payees",
        alias = "scheduled_transactions",
        alias = "transactions"
    )]
    pub(crate) rows: Vec<T>,
    #[serde(default = "none")]
    pub(crate) server_knowledge: Option<K>,
    /// The number of rows that could not be read.
    #[serde(skip)]
    pub(crate) unreadable: usize,
}

fn none<K>() -> Option<K> {
    None
}

/// The treatment of rows that cannot be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Rows {
    /// Such rows are an error, because a write must see all rows.
    All,
    /// Such rows are left out and counted, so that one odd row does not hide all others.
    Readable,
}

/// An element of a list.
pub(crate) trait Row: Clone + DeserializeOwned + Send + Sync + 'static {
    /// The list's segment of the path.
    const LIST: &'static str;

    /// Returns the id of the element in its list.
    fn key(&self) -> &str;

    fn is_deleted(&self) -> bool;

    /// Applies one changed row to a list.
    fn update(rows: &mut Vec<Self>, changed: Self) {
        put(rows, changed, Self::key, Self::is_deleted);
    }

    /// Reads the readable part of a row that cannot be read as a whole, and counts the unreadable
    /// rest.
    fn salvage(value: Value) -> (Option<Self>, usize) {
        match serde_json::from_value(value) {
            Ok(row) => (Some(row), 0),
            Err(_) => (None, 1),
        }
    }

    /// Returns whether a list of `window` holds all rows of a list of `wanted`. The window of
    /// transactions is their first date, the window of categories is the month of their amounts,
    /// and other lists have an empty one.
    fn covers(window: &str, wanted: &str) -> bool {
        window == wanted
    }

    /// Returns the first date to request, if the list has dates.
    fn since_date(_window: &str) -> Option<&str> {
        None
    }
}

/// Reads the whole list.
pub(crate) async fn whole<T: Row>(
    http: &Http,
    plan_id: &str,
    window: &str,
    rows: Rows,
) -> Result<Page<T>, Error> {
    page(http, plan_id, T::since_date(window), None, rows).await
}

/// Reads the rows that changed since `known`, regardless of date. A row that was moved to before a
/// window would otherwise stay in the cached list.
pub(crate) async fn changes<T: Row>(
    http: &Http,
    plan_id: &str,
    known: i64,
) -> Result<Page<T>, Error> {
    page(http, plan_id, T::since_date(ALL), Some(known), Rows::All).await
}

async fn page<T: Row>(
    http: &Http,
    plan_id: &str,
    since_date: Option<&str>,
    known: Option<i64>,
    rows: Rows,
) -> Result<Page<T>, Error> {
    let known = known.map(|knowledge| knowledge.to_string());
    let query: Vec<(&str, &str)> = [
        ("since_date", since_date),
        ("last_knowledge_of_server", known.as_deref()),
    ]
    .into_iter()
    .filter_map(|(name, value)| Some((name, value?)))
    .collect();
    let body = http.get_body(&["plans", plan_id, T::LIST], &query).await?;
    match body.data() {
        Err(Error::Unreadable { .. }) if rows == Rows::Readable => Ok(salvaged(body.data()?)),
        read => read,
    }
}

/// Reads row by row, after the rows could not be read together.
fn salvaged<T: Row>(page: Page<Value, Value>) -> Page<T> {
    let mut unreadable = 0;
    let rows = page.rows.into_iter().filter_map(|row| {
        let (row, odd) = T::salvage(row);
        unreadable += odd;
        row
    });
    Page {
        rows: rows.collect(),
        server_knowledge: page.server_knowledge.and_then(|known| known.as_i64()),
        unreadable,
    }
}

/// Reads an object without its unreadable categories, and counts those.
pub(crate) fn with_readable_categories<T: DeserializeOwned>(
    mut value: Value,
) -> (Option<T>, usize) {
    let Some(Value::Array(all)) = value.get_mut("categories") else {
        return (serde_json::from_value(value).ok(), 0);
    };
    let before = all.len();
    all.retain(|category| serde_json::from_value::<Category>(category.clone()).is_ok());
    let odd = before - all.len();
    (serde_json::from_value(value).ok(), odd)
}

/// Returns whether a transaction has a date from `since` to `until`, both included.
pub(crate) fn is_within(row: &Transaction, since: &str, until: Option<&str>) -> bool {
    row.date.as_str() >= since && until.is_none_or(|until| row.date.as_str() <= until)
}

fn put<T>(rows: &mut Vec<T>, changed: T, key: fn(&T) -> &str, is_deleted: fn(&T) -> bool) {
    let at = rows.iter().position(|row| key(row) == key(&changed));
    match (at, is_deleted(&changed)) {
        (Some(at), true) => drop(rows.remove(at)),
        (Some(at), false) => rows[at] = changed,
        (None, true) => {}
        (None, false) => rows.push(changed),
    }
}

impl Row for Account {
    const LIST: &'static str = "accounts";

    fn key(&self) -> &str {
        &self.id
    }

    fn is_deleted(&self) -> bool {
        self.deleted
    }
}

impl Row for Payee {
    const LIST: &'static str = "payees";

    fn key(&self) -> &str {
        &self.id
    }

    fn is_deleted(&self) -> bool {
        self.deleted
    }
}

impl Row for MonthSummary {
    const LIST: &'static str = "months";

    fn key(&self) -> &str {
        &self.month
    }

    fn is_deleted(&self) -> bool {
        self.deleted
    }
}

impl Row for ScheduledTransaction {
    const LIST: &'static str = "scheduled_transactions";

    fn key(&self) -> &str {
        &self.id
    }

    fn is_deleted(&self) -> bool {
        self.deleted
    }
}

impl Row for Transaction {
    const LIST: &'static str = "transactions";

    fn key(&self) -> &str {
        &self.id
    }

    fn is_deleted(&self) -> bool {
        self.deleted
    }

    fn covers(window: &str, wanted: &str) -> bool {
        window <= wanted
    }

    fn since_date(window: &str) -> Option<&str> {
        Some(window)
    }
}

impl Row for CategoryGroup {
    const LIST: &'static str = "categories";

    /// Reads a group even if one of its categories is unreadable.
    fn salvage(value: Value) -> (Option<Self>, usize) {
        let (group, odd) = with_readable_categories(value);
        let lost = usize::from(group.is_none());
        (group, odd + lost)
    }

    fn key(&self) -> &str {
        &self.id
    }

    fn is_deleted(&self) -> bool {
        self.deleted
    }

    /// Applies a changed group, which comes with only its changed categories. A category may have
    /// come from another group.
    fn update(rows: &mut Vec<Self>, mut changed: Self) {
        let moved = std::mem::take(&mut changed.categories);
        for row in rows.iter_mut().filter(|row| row.id != changed.id) {
            row.categories
                .retain(|own| moved.iter().all(|category| category.id != own.id));
        }
        if let Some(row) = rows.iter_mut().find(|row| row.id == changed.id) {
            changed.categories = std::mem::take(&mut row.categories);
        }
        for category in moved {
            put(
                &mut changed.categories,
                category,
                |category: &Category| &category.id,
                |category| category.deleted,
            );
        }
        put(rows, changed, Self::key, Self::is_deleted);
    }
}
