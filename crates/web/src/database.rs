//! The file of games: opened, checked, brought up to date, or set aside.

use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::{Connection, ErrorCode};
use speech::{Refusal, english};

use crate::private;
use crate::store_error::StoreError;

/// The steps from an empty database to today's. `user_version` counts those that were taken; a step is never changed
/// once it was published. The first one also fits databases from before they were counted.
const STEPS: [&str; 1] = ["
    CREATE TABLE IF NOT EXISTS games (
        id TEXT PRIMARY KEY,
        begun INTEGER NOT NULL,
        changed INTEGER NOT NULL,
        game TEXT NOT NULL
    ) STRICT;
    CREATE TABLE IF NOT EXISTS records (
        id TEXT PRIMARY KEY,
        added INTEGER NOT NULL,
        listed TEXT NOT NULL,
        sgf TEXT NOT NULL
    ) STRICT;
    CREATE TABLE IF NOT EXISTS reviews (
        id TEXT PRIMARY KEY,
        moves INTEGER NOT NULL,
        black_lost REAL NOT NULL,
        white_lost REAL NOT NULL,
        mistakes INTEGER NOT NULL,
        findings TEXT NOT NULL
    ) STRICT;
    CREATE TABLE IF NOT EXISTS deleted (id TEXT PRIMARY KEY, at INTEGER NOT NULL) STRICT;
"];

/// Opens a database or makes one. A damaged one is set aside under another name, and one without games takes its place;
/// what to do about it is told then.
pub fn open(path: &Path) -> Result<(Connection, Option<String>), StoreError> {
    let reason = match open_sound(path) {
        Err(StoreError::Database(error)) if is_damage(&error) => error.to_string(),
        Err(StoreError::Damaged(reason)) => reason,
        other => return other.map(|connection| (connection, None)),
    };
    let aside = set_aside(path).map_err(|error| StoreError::Folder { path: path.into(), error })?;
    let notice = english::refusal(&Refusal::DamagedDatabase {
        games: path.display().to_string(),
        cause: reason.lines().next().unwrap_or_default().trim().into(),
        aside: aside.display().to_string(),
    });
    Ok((open_sound(path)?, Some(notice)))
}

fn is_damage(error: &rusqlite::Error) -> bool {
    matches!(error.sqlite_error_code(), Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase))
}

fn open_sound(path: &Path) -> Result<Connection, StoreError> {
    // SQLite makes the files beside it as private as this one.
    private::make_file(path).map_err(|error| StoreError::Folder { path: path.into(), error })?;
    let connection = Connection::open(path)?;
    // Somebody may look into it with another program.
    connection.busy_timeout(Duration::from_secs(5))?;
    // A kill must lose nothing.
    connection.pragma_update(None, "journal_mode", "WAL")?;
    let verdict: String = connection.query_row("PRAGMA quick_check(1)", [], |row| row.get(0))?;
    if verdict != "ok" {
        return Err(StoreError::Damaged(verdict));
    }
    migrate(connection, path)
}

fn migrate(mut connection: Connection, path: &Path) -> Result<Connection, StoreError> {
    let version: usize = connection.pragma_query_value(None, "user_version", |row| row.get(0))?;
    if version > STEPS.len() {
        return Err(StoreError::Newer { path: path.into() });
    }
    if version == STEPS.len() {
        return Ok(connection);
    }
    let tables: usize = connection.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0))?;
    if tables > 0 {
        let backup = free_name(path, &format!("version-{version}"));
        let error = |error| StoreError::Folder { path: backup.clone(), error };
        private::make_file(&backup).map_err(error)?;
        connection.execute("VACUUM INTO ?1", [backup.to_string_lossy()])?;
    }
    let transaction = connection.transaction()?;
    for step in &STEPS[version..] {
        transaction.execute_batch(step)?;
    }
    transaction.pragma_update(None, "user_version", STEPS.len())?;
    transaction.commit()?;
    Ok(connection)
}

/// A name beside the database that nothing has yet: `games-version-0.sqlite`, `games-version-0-2.sqlite`, …
fn free_name(path: &Path, what: &str) -> PathBuf {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let named = |number: usize| match number {
        1 => path.with_file_name(format!("{stem}-{what}.sqlite")),
        _ => path.with_file_name(format!("{stem}-{what}-{number}.sqlite")),
    };
    (1..).map(named).find(|name| !name.exists()).unwrap_or_else(|| named(1))
}

/// Gives a database another name, with the files beside it: what is left in them belongs to it.
fn set_aside(path: &Path) -> std::io::Result<PathBuf> {
    let aside = free_name(path, "damaged");
    std::fs::rename(path, &aside)?;
    for ending in ["-wal", "-shm"] {
        let with = |path: &Path| PathBuf::from(format!("{}{ending}", path.display()));
        // They are there only after a kill.
        let _ = std::fs::rename(with(path), with(&aside));
    }
    Ok(aside)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn count(connection: &Connection) -> usize {
        connection.query_row("SELECT count(*) FROM games", [], |row| row.get(0)).unwrap()
    }

    const ROW: &str = "INSERT INTO games VALUES ('a', 1, 2, '{}')";

    #[test]
    fn an_older_database_is_backed_up_and_brought_up_to_date() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.sqlite");
        let old = Connection::open(&path).unwrap();
        let table = "CREATE TABLE games (id TEXT PRIMARY KEY, begun INTEGER NOT NULL, changed INTEGER NOT NULL, \
                     game TEXT NOT NULL) STRICT";
        old.execute(table, []).unwrap();
        old.execute(ROW, []).unwrap();
        drop(old);
        let (new, notice) = open(&path).unwrap();
        let version: usize = new.pragma_query_value(None, "user_version", |row| row.get(0)).unwrap();
        assert_eq!((version, count(&new), notice), (STEPS.len(), 1, None));
        let backup = Connection::open(folder.path().join("games-version-0.sqlite")).unwrap();
        assert_eq!(count(&backup), 1);
        assert!(backup.prepare("SELECT * FROM records").is_err(), "it is as it was");
        drop((new, backup));
        // The next start has nothing to do.
        open(&path).unwrap();
        assert!(!folder.path().join("games-version-0-2.sqlite").exists());
    }

    #[test]
    fn a_database_of_a_newer_program_is_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.sqlite");
        let (connection, _) = open(&path).unwrap();
        connection.execute(ROW, []).unwrap();
        connection.pragma_update(None, "user_version", 99).unwrap();
        drop(connection);
        let error = open(&path).unwrap_err().to_string();
        assert!(error.contains("newer") && error.contains("--data") && !error.contains('\n'), "{error}");
        assert_eq!(count(&Connection::open(&path).unwrap()), 1);
    }

    #[test]
    fn a_damaged_database_is_set_aside_with_the_way_to_go_on() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.sqlite");
        let (connection, _) = open(&path).unwrap();
        let long = "x".repeat(5_000);
        for id in 0..50 {
            connection.execute("INSERT INTO games VALUES (?1, 1, 2, ?2)", (id.to_string(), &long)).unwrap();
        }
        connection.execute_batch("PRAGMA wal_checkpoint(TRUNCATE)").unwrap();
        drop(connection);
        // Once in the middle, once from the beginning.
        let mut torn = std::fs::read(&path).unwrap();
        let half = torn.len() / 2;
        torn[8_192..half].fill(0xa5);
        let names = ["games-damaged.sqlite", "games-damaged-2.sqlite"];
        for (bytes, name) in [(torn, names[0]), (b"This is no database at all. ".repeat(100), names[1])] {
            std::fs::write(&path, &bytes).unwrap();
            let (fresh, notice) = open(&path).unwrap();
            let notice = notice.unwrap();
            assert!(
                notice.contains(name) && notice.contains(".recover") && !notice.contains('\n'),
                "{notice}"
            );
            assert_eq!(count(&fresh), 0);
            assert_eq!(std::fs::read(folder.path().join(name)).unwrap(), bytes);
        }
    }
}
