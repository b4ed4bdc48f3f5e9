//! The key of a journal's digests, in a file of its own beside the journal.

use std::{
    io::{self, Read as _, Write as _},
    path::{Path, PathBuf},
};

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};

use super::JournalError;
use crate::{operations::seal::Key, private};

/// The place of a journal's key.
pub(super) enum Keys {
    /// In memory, with a journal that ends with the process.
    Memory,
    File(PathBuf),
}

impl Keys {
    pub(super) fn beside(journal: &Path) -> Self {
        let mut name = journal.as_os_str().to_owned();
        name.push(".key");
        Self::File(name.into())
    }

    /// Returns whether there is a key.
    pub(super) fn exist(&self) -> bool {
        match self {
            Self::Memory => false,
            Self::File(path) => path.exists(),
        }
    }

    /// Reads the key.
    pub(super) fn read(&self) -> Result<Key, JournalError> {
        let Self::File(path) = self else {
            return random();
        };
        if !path.exists() {
            return Err(self.missing());
        }
        let file = private::open(path)?;
        private::close_to_others(path)?;
        let mut text = String::new();
        file.take(256).read_to_string(&mut text)?;
        let key = URL_SAFE_NO_PAD.decode(text.trim()).unwrap_or_default();
        key.try_into().map_err(|_| self.missing())
    }

    /// Reads or makes the key of a new journal. If an earlier journal of that name left a key, that key
    /// is used.
    pub(super) fn read_or_make(&self) -> Result<Key, JournalError> {
        if !self.exist() {
            self.keep(&random()?)?;
        }
        self.read()
    }

    /// Writes the key, whole or not at all.
    pub(super) fn keep(&self, key: &Key) -> Result<(), JournalError> {
        let Self::File(path) = self else {
            return Ok(());
        };
        let folder = path.parent().unwrap_or(Path::new("."));
        // Only its owner can read the file.
        let mut half = tempfile::NamedTempFile::new_in(folder)?;
        writeln!(half, "{}", URL_SAFE_NO_PAD.encode(key))?;
        half.as_file().sync_all()?;
        half.persist(path).map_err(|error| error.error)?;
        Ok(())
    }

    pub(super) fn missing(&self) -> JournalError {
        match self {
            Self::Memory => JournalError::NotOurs,
            Self::File(path) => JournalError::NoKey(path.clone()),
        }
    }
}

fn random() -> Result<Key, JournalError> {
    let mut key = Key::default();
    getrandom::fill(&mut key).map_err(|error| io::Error::other(error.to_string()))?;
    Ok(key)
}
