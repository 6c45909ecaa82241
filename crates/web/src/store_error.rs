//! What may be wrong with the file of games.

use std::path::PathBuf;

#[derive(thiserror::Error, Debug)]
pub enum StoreError {
    #[error("no folder for games is known here: name one with --data")]
    NoFolder,
    #[error("{}: {error}", path.display())]
    Folder { path: PathBuf, error: std::io::Error },
    #[error(
        "another Shidogo serves the games in {} already{}: end it first, or name another folder with --data",
        path.display(), address.as_ref().map_or(String::new(), |address| format!(", at {address}"))
    )]
    Served { path: PathBuf, address: Option<String> },
    #[error("{} was kept by a newer Shidogo: use that one, or name another folder with --data", path.display())]
    Newer { path: PathBuf },
    #[error("the games are damaged: {0}")]
    Damaged(String),
    #[error("the games: {0}")]
    Database(#[from] rusqlite::Error),
    #[error("there are {most} records already: delete some first")]
    Full { most: usize },
    #[error("a game that was kept cannot be read: {0}")]
    Unreadable(#[from] serde_json::Error),
}
