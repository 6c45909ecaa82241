//! Games that outlive the server: a SQLite database under the user's data folder.

use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use parking_lot::{Mutex, MutexGuard};

use etcetera::base_strategy::{BaseStrategy, choose_native_strategy};
use rusqlite::{Connection, OptionalExtension, params};
use tutor::{Phase, SavedGame};

use crate::folder_lock::{FolderLock, Holder};
use crate::store_error::StoreError;
use crate::{database, private};

/// Where the user's games are kept unless somebody says otherwise.
pub fn data_folder() -> Option<PathBuf> {
    let folders = choose_native_strategy().ok()?;
    Some(folders.data_dir().join("shidogo"))
}

/// Seconds since 1970.
pub(crate) fn now() -> i64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs() as i64)
}

/// Games among which the last one that is over is looked for.
const RECENT: usize = 20;

/// The file of games in its folder.
const DATABASE: &str = "games.sqlite";

pub struct GameStore {
    connection: Mutex<Connection>,
    notice: Option<String>,
    /// Held until nobody can store anything any more.
    lock: FolderLock,
}

impl GameStore {
    /// Opens the database in a folder, or makes both. They are for their owner only, and for one server at a time.
    pub fn open(folder: &Path) -> Result<GameStore, StoreError> {
        let folder_error = |error| StoreError::Folder { path: folder.into(), error };
        private::make_folder(folder, DATABASE).map_err(folder_error)?;
        let lock = match FolderLock::take(folder).map_err(folder_error)? {
            Holder::Us(lock) => lock,
            Holder::Another(address) => return Err(StoreError::Served { path: folder.into(), address }),
        };
        let (connection, notice) = database::open(&folder.join(DATABASE))?;
        let store = GameStore { connection: Mutex::new(connection), notice, lock };
        store.forget_deleted()?;
        Ok(store)
    }

    /// What the user should know about the games, in one line.
    pub fn notice(&self) -> Option<&str> {
        self.notice.as_deref()
    }

    /// Tells servers that come later where this one is.
    pub fn tell_address(&self, address: &str) -> std::io::Result<()> {
        self.lock.tell(address)
    }

    pub(crate) fn connection(&self) -> MutexGuard<'_, Connection> {
        self.connection.lock()
    }

    pub fn save(&self, id: &str, game: &SavedGame) -> Result<(), StoreError> {
        let now = now();
        self.connection().execute(
            "INSERT INTO games (id, begun, changed, game) VALUES (?1, ?2, ?2, ?3)
             ON CONFLICT (id) DO UPDATE SET changed = ?2, game = ?3",
            params![id, now, serde_json::to_string(game)?],
        )?;
        Ok(())
    }

    /// The last game that was played to its end, unless that is long past or deleted.
    pub fn last_over(&self) -> Result<Option<SavedGame>, StoreError> {
        let connection = self.connection();
        let mut query = connection.prepare(
            "SELECT game FROM games WHERE id NOT IN (SELECT id FROM deleted)
             ORDER BY changed DESC, begun DESC LIMIT ?1",
        )?;
        let mut texts = query.query_map([RECENT], |row| row.get::<_, String>(0))?;
        let is_over = |game: &SavedGame| game.phase == Phase::Over && game.request.captures.is_none();
        // A damaged game must not hide the others.
        Ok(texts.find_map(|text| serde_json::from_str(&text.ok()?).ok().filter(is_over)))
    }

    /// The game with a name, if there is one.
    pub fn find(&self, id: &str) -> Result<Option<SavedGame>, StoreError> {
        let text: Option<String> = self
            .connection()
            .query_row("SELECT game FROM games WHERE id = ?1", [id], |row| row.get(0))
            .optional()?;
        Ok(text.map(|text| serde_json::from_str(&text)).transpose()?)
    }
}
