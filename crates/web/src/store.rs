//! Games that outlive the server: a SQLite database under the user's data folder.

use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{SystemTime, UNIX_EPOCH};

use rusqlite::{Connection, OptionalExtension, params};

use crate::kept::Kept;

#[derive(thiserror::Error, Debug)]
pub enum StoreError {
    #[error("no folder for games is known here: name one with --data")]
    NoFolder,
    #[error("{}: {error}", path.display())]
    Folder { path: PathBuf, error: std::io::Error },
    #[error("the games: {0}")]
    Database(#[from] rusqlite::Error),
    #[error("there are {most} records already: delete some first")]
    Full { most: usize },
    #[error("a game that was kept cannot be read: {0}")]
    Unreadable(#[from] serde_json::Error),
}

/// Where the user's games are kept unless somebody says otherwise.
pub fn data_folder() -> Option<PathBuf> {
    dirs::data_dir().map(|folder| folder.join("shidogo"))
}

/// Seconds since 1970.
pub(crate) fn now() -> i64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs() as i64)
}

pub struct Store {
    connection: Mutex<Connection>,
}

impl Store {
    /// Opens the database in a folder, or makes both.
    pub fn open(folder: &Path) -> Result<Store, StoreError> {
        let folder_error = |error| StoreError::Folder { path: folder.into(), error };
        std::fs::create_dir_all(folder).map_err(folder_error)?;
        let connection = Connection::open(folder.join("games.sqlite"))?;
        // Several servers may be at it, and a kill must lose nothing.
        connection.busy_timeout(std::time::Duration::from_secs(5))?;
        connection.pragma_update(None, "journal_mode", "WAL")?;
        connection.execute(
            "CREATE TABLE IF NOT EXISTS games (
                id TEXT PRIMARY KEY,
                begun INTEGER NOT NULL,
                changed INTEGER NOT NULL,
                game TEXT NOT NULL
            ) STRICT",
            [],
        )?;
        let store = Store { connection: Mutex::new(connection) };
        store.prepare_library()?;
        Ok(store)
    }

    pub(crate) fn connection(&self) -> MutexGuard<'_, Connection> {
        self.connection.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub fn keep(&self, id: &str, kept: &Kept) -> Result<(), StoreError> {
        let now = now();
        self.connection().execute(
            "INSERT INTO games (id, begun, changed, game) VALUES (?1, ?2, ?2, ?3)
             ON CONFLICT (id) DO UPDATE SET changed = ?2, game = ?3",
            params![id, now, serde_json::to_string(kept)?],
        )?;
        Ok(())
    }

    /// The game with a name, if there is one.
    pub fn find(&self, id: &str) -> Result<Option<Kept>, StoreError> {
        let text: Option<String> = self
            .connection()
            .query_row("SELECT game FROM games WHERE id = ?1", [id], |row| row.get(0))
            .optional()?;
        Ok(text.map(|text| serde_json::from_str(&text)).transpose()?)
    }
}
