//! One lock for each plan, held from the last reading before a write to the write's outcome. It also
//! excludes other processes with the same journal.
//!
//! The lock is a file beside the journal. Two servers with different journals have different locks:
//! each reads the plan right before it writes, but nothing stops the other from writing between the
//! two, since YNAB's API sets values and does not compare them.

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
    /// `None` for a journal that no other process uses.
    folder: Option<PathBuf>,
}

/// The lock of a plan. Dropping it releases both parts; the file's part also ends with the process.
#[derive(Debug)]
pub(super) struct Held {
    _ours: OwnedMutexGuard<()>,
    file: Option<(File, PathBuf)>,
}

impl Held {
    /// Returns whether another process still finds this lock, because its file was not moved or deleted.
    pub(super) fn is_found(&self) -> bool {
        #[cfg(unix)]
        if let Some((file, path)) = &self.file {
            use std::os::unix::fs::MetadataExt as _;
            let identity = |data: std::fs::Metadata| (data.dev(), data.ino());
            let ours = file.metadata().map(identity).ok();
            return ours.is_some() && ours == path.metadata().map(identity).ok();
        }
        true
    }
}

/// The time that a call waits for another process.
pub(super) const PATIENCE: Duration = Duration::from_secs(30);
/// The time between two tries.
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

    /// Takes the lock of a plan. Waits for another process at most [`PATIENCE`].
    pub(super) async fn hold(&self, plan_id: &str) -> Result<Held, Stop> {
        self.hold_within(plan_id, PATIENCE).await
    }

    /// Takes the lock of a plan. Waits for another process at most `patience`.
    pub(super) async fn hold_within(
        &self,
        plan_id: &str,
        patience: Duration,
    ) -> Result<Held, Stop> {
        let lock = {
            let mut ours = self.ours.lock().unwrap_or_else(PoisonError::into_inner);
            Arc::clone(ours.entry(plan_id.to_owned()).or_default())
        };
        let ours = lock.lock_owned().await;
        let file = match &self.folder {
            None => None,
            Some(folder) => Some(theirs(folder, plan_id, patience).await?),
        };
        Ok(Held { _ours: ours, file })
    }
}

async fn theirs(folder: &Path, plan_id: &str, patience: Duration) -> Result<(File, PathBuf), Stop> {
    let failed = |error: io::Error| {
        Stop::failed(format!(
            "Nothing was changed: the lock of the plan cannot be taken ({error}). Check that the \
             journal's folder can be written."
        ))
    };
    let (file, path) = open(folder, plan_id).map_err(failed)?;
    let deadline = Instant::now() + patience;
    loop {
        match fs4::FileExt::try_lock(&file) {
            Ok(()) => return Ok((file, path)),
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

fn open(folder: &Path, plan_id: &str) -> io::Result<(File, PathBuf)> {
    // The names in the folder are the ids of plans, so it is private.
    private::make_folder(folder)?;
    // YNAB's ids are UUIDs; another text must not leave the folder.
    let name: String = plan_id
        .chars()
        .map(|c| if c.is_ascii_alphanumeric() { c } else { '-' })
        .collect();
    let path = folder.join(name);
    let file = private::open(&path)?;
    private::close_to_others(&path)?;
    Ok((file, path))
}
