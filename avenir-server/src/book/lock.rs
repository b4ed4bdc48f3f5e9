//! A lock per plan, held from the last look at it to the outcome of a write, also against other
//! processes with the same journal.

use std::{
    collections::HashMap,
    fs::File,
    io,
    path::{Path, PathBuf},
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use confirm::Stop;
use tokio::{sync::OwnedMutexGuard, time::Instant};

use crate::private;

/// The locks of this process, and the folder of the files that stand for them elsewhere.
#[derive(Clone, Debug)]
pub(super) struct Locks {
    ours: Arc<Mutex<HashMap<String, Arc<tokio::sync::Mutex<()>>>>>,
    /// None for a journal that no other process has.
    folder: Option<PathBuf>,
}

/// Both are given back when it is dropped; the file also when the process dies.
#[derive(Debug)]
pub(super) struct Held {
    _ours: OwnedMutexGuard<()>,
    _file: Option<File>,
}

/// How long to wait for another process.
const PATIENCE: Duration = Duration::from_secs(30);
/// How often to look whether it is done.
const PAUSE: Duration = Duration::from_millis(20);

impl Locks {
    pub(super) fn beside(journal: Option<&Path>) -> Self {
        let folder = journal.map(|journal| {
            let mut name = journal.as_os_str().to_owned();
            name.push(".locks");
            name.into()
        });
        Self {
            ours: Arc::default(),
            folder,
        }
    }

    pub(super) async fn hold(&self, plan_id: &str) -> Result<Held, Stop> {
        let lock = {
            let mut ours = self.ours.lock().unwrap_or_else(PoisonError::into_inner);
            Arc::clone(ours.entry(plan_id.to_owned()).or_default())
        };
        let ours = lock.lock_owned().await;
        let file = match &self.folder {
            None => None,
            Some(folder) => Some(theirs(folder, plan_id).await?),
        };
        Ok(Held {
            _ours: ours,
            _file: file,
        })
    }
}

async fn theirs(folder: &Path, plan_id: &str) -> Result<File, Stop> {
    let failed = |error: io::Error| {
        Stop::failed(format!(
            "Nothing was changed: the lock of the plan cannot be taken ({error}). Check that the \
             journal's folder can be written."
        ))
    };
    let file = open(folder, plan_id).map_err(failed)?;
    let deadline = Instant::now() + PATIENCE;
    loop {
        match fs4::FileExt::try_lock(&file) {
            Ok(()) => return Ok(file),
            Err(fs4::TryLockError::Error(error)) => return Err(failed(error)),
            Err(fs4::TryLockError::WouldBlock) if Instant::now() < deadline => {
                tokio::time::sleep(PAUSE).await;
            }
            Err(fs4::TryLockError::WouldBlock) => {
                return Err(Stop::failed(
                    "Nothing was changed: another server is writing to this plan. Call again in a \
                     minute.",
                ));
            }
        }
    }
}

fn open(folder: &Path, plan_id: &str) -> io::Result<File> {
    // The names in it are the plans' ids.
    private::make_folder(folder)?;
    // YNAB's ids are UUIDs; another text must not leave the folder.
    let name: String = plan_id
        .chars()
        .map(|c| if c.is_ascii_alphanumeric() { c } else { '-' })
        .collect();
    let path = folder.join(name);
    let file = private::open(&path)?;
    private::close_to_others(&path)?;
    Ok(file)
}
