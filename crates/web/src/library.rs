//! All games of the user: those played here, records that were imported, and what reviews found.

use std::collections::HashMap;

use board::{Colour, Rank};
use record::sgf::{Collection, Limits, Tree};
use review::{Findings, PositionAnalysis, Reviewed};
use rusqlite::{OptionalExtension, Row, params};
use serde::Serialize;
use speech::{Refusal, english};
use tutor::{BOARD_SIDES, SavedGame, game_tree};

use crate::messages::{ListedGame, ListedReview, RankShown};
use crate::store::{GameStore, now};
use crate::store_error::StoreError;

/// Bytes of a file that is imported.
pub const LARGEST_FILE: usize = 1 << 20;
/// Games of one file, and of all files together.
const MOST_AT_ONCE: usize = 1_000;
const MOST: usize = 20_000;
/// What a name or an event may be long in the list.
const LONGEST: usize = 100;
/// Deleted games can be had back for a day.
const REGRET: i64 = 24 * 60 * 60;

/// More than any record of a game needs, and no file of a megabyte takes much memory within them.
const LIMITS: Limits = Limits {
    bytes: LARGEST_FILE,
    nodes: 100_000,
    depth: 1_000,
    properties: 256,
    values: 400_000,
    value_bytes: LARGEST_FILE,
};

/// What came of a file.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Import {
    pub games: Vec<String>,
    /// Games of the file that cannot be shown, and why the first of them cannot.
    pub refused: usize,
    pub why: Option<String>,
}

/// A game with its record.
pub struct Found {
    pub tree: Tree,
    pub game: Reviewed,
    pub findings: Option<Findings>,
}

/// A record, and what is known beside it.
struct Record {
    tree: Tree,
    /// Of its positions, by the number of moves.
    known: Vec<Option<PositionAnalysis>>,
    /// The player and their rank, where it was played here.
    rank: Option<(Colour, Rank)>,
}

impl GameStore {
    pub(crate) fn forget_deleted(&self) -> Result<(), StoreError> {
        let connection = self.connection();
        for table in ["games", "records", "reviews", "deleted"] {
            let gone = "SELECT id FROM deleted WHERE at < ?1";
            connection.execute(&format!("DELETE FROM {table} WHERE id IN ({gone})"), [now() - REGRET])?;
        }
        Ok(())
    }

    /// Takes the games of a file in; `name` makes up names for them.
    pub fn import(&self, bytes: &[u8], mut name: impl FnMut() -> String) -> Result<Import, Refusal> {
        let file = Collection::read_within(bytes, &LIMITS).map_err(Refusal::error)?;
        if file.trees.len() > MOST_AT_ONCE {
            return Err(Refusal::TooManyGamesInFile { most: MOST_AT_ONCE });
        }
        let mut import = Import { games: Vec::new(), refused: 0, why: None };
        let mut first = None;
        let mut rows = Vec::new();
        for tree in file.trees {
            match listed(&tree) {
                Ok(listed) => rows.push((name(), listed, tree.to_sgf())),
                Err(refusal) => {
                    import.refused += 1;
                    first.get_or_insert(refusal);
                }
            }
        }
        if rows.is_empty() {
            return Err(first.unwrap_or(Refusal::EmptyFile));
        }
        import.why = first.as_ref().map(english::refusal);
        self.add(&rows).map_err(Refusal::error)?;
        import.games = rows.into_iter().map(|(id, ..)| id).collect();
        Ok(import)
    }

    fn add(&self, rows: &[(String, ListedGame, String)]) -> Result<(), StoreError> {
        let mut connection = self.connection();
        let there: usize = connection.query_row("SELECT COUNT(*) FROM records", [], |row| row.get(0))?;
        if there + rows.len() > MOST {
            return Err(StoreError::Full { most: MOST });
        }
        // All or nothing: half a file would be hard to find again.
        let transaction = connection.transaction()?;
        for (id, listed, sgf) in rows {
            transaction.execute(
                "INSERT INTO records (id, added, listed, sgf) VALUES (?1, ?2, ?3, ?4)",
                params![id, now(), serde_json::to_string(listed)?, sgf],
            )?;
        }
        transaction.commit()?;
        Ok(())
    }

    /// All games that are not deleted, the newest first.
    pub fn list(&self) -> Result<Vec<ListedGame>, StoreError> {
        let connection = self.connection();
        let mut all = Vec::new();
        let mut evidence = HashMap::new();
        for (table, text, since) in [("games", "game", "begun"), ("records", "listed", "added")] {
            let mut query = connection.prepare(&format!(
                "SELECT g.id, g.{since}, g.{text}, r.black_lost, r.white_lost, r.mistakes, r.moves,
                        date(g.{since}, 'unixepoch')
                 FROM {table} g LEFT JOIN reviews r ON r.id = g.id
                 WHERE g.id NOT IN (SELECT id FROM deleted)"
            ))?;
            let read = |row: &Row| -> rusqlite::Result<(String, i64, String, Option<String>)> {
                Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(7)?))
            };
            // A game that is damaged, or that a newer version kept otherwise, must not hide the others; nor must a
            // damaged review hide its game.
            let rows = query.query_map([], |row| Ok((read(row).ok(), review_of(row).unwrap_or_default())))?;
            for row in rows {
                let (Some((id, begun, text, day)), review) = row? else { continue };
                let Some(listed) = (match table {
                    "games" => serde_json::from_str(&text).ok().map(|saved: SavedGame| {
                        evidence.extend(saved.evidence.map(|seen| (id.clone(), seen)));
                        played(&saved, day)
                    }),
                    _ => serde_json::from_str(&text).ok(),
                }) else {
                    continue;
                };
                // A review of a game that went on since is one of another game.
                let review = review.filter(|(_, moves)| *moves == listed.moves).map(|(review, _)| review);
                all.push(ListedGame { id, begun, review, ..listed });
            }
        }
        all.sort_by(|a, b| b.begun.cmp(&a.begun).then_with(|| a.id.cmp(&b.id)));
        // From the oldest on: every game is told with those before it.
        let mut seen = Vec::new();
        for listed in all.iter_mut().rev() {
            if let Some(new) = evidence.get(&listed.id) {
                seen.push((listed.size, *new));
                listed.rank = tutor::estimate(&seen).map(RankShown::from);
            }
        }
        Ok(all)
    }

    fn record(&self, id: &str) -> Result<Option<Record>, Refusal> {
        let stored = |sql: &str| -> Result<Option<(String, String)>, StoreError> {
            let row = |row: &Row| Ok((row.get(0)?, row.get(1)?));
            Ok(self.connection().query_row(sql, [id], row).optional()?)
        };
        let played = stored("SELECT game, coalesce(date(begun, 'unixepoch'), '') FROM games WHERE id = ?1")
            .map_err(Refusal::error)?;
        if let Some((text, day)) = played {
            let saved: SavedGame =
                serde_json::from_str(&text).map_err(|error| Refusal::error(StoreError::from(error)))?;
            let tree = game_tree(&saved, &day)?;
            let rank = saved.players_rank().map(|rank| (saved.player(), rank));
            let known = saved.tree.map_or(Vec::new(), |moves| moves.known_on_the_board());
            return Ok(Some(Record { tree, known, rank }));
        }
        let import = stored("SELECT sgf, id FROM records WHERE id = ?1").map_err(Refusal::error)?;
        let Some((sgf, _)) = import else { return Ok(None) };
        // It was checked when it came; what the writer adds may have made it a little longer since.
        let file = Collection::read_within(sgf.as_bytes(), &Limits::NONE).map_err(Refusal::error)?;
        Ok(file.trees.into_iter().next().map(|tree| Record { tree, known: Vec::new(), rank: None }))
    }

    /// A game with its record and its review, if it has one.
    pub fn look_up(&self, id: &str) -> Result<Found, Refusal> {
        let Record { tree, known, rank } = self.record(id)?.ok_or(Refusal::GameGone)?;
        let mut game = Reviewed { known, ..Reviewed::read(&tree).map_err(Refusal::error)? };
        if let Some((player, rank)) = rank {
            game.ranks[player.index()] = Some(rank);
        }
        let text: Option<String> = self
            .connection()
            .query_row("SELECT findings FROM reviews WHERE id = ?1", [id], |row| row.get(0))
            .optional()
            .map_err(|error| Refusal::error(StoreError::from(error)))?;
        // Findings of another version, or of the game before it went on, are made again.
        let findings: Option<Findings> = text.and_then(|text| serde_json::from_str(&text).ok());
        let mut findings = findings.filter(|findings| findings.check(&game).is_ok());
        // Who looked longer at a position of the game since knows better.
        if let Some(findings) = &mut findings {
            findings.deepen(&game);
        }
        Ok(Found { tree, game, findings })
    }

    pub fn save_review(&self, id: &str, findings: &Findings) -> Result<(), StoreError> {
        let [black, white] = &findings.players;
        let moves = findings.positions.len().saturating_sub(1);
        self.connection().execute(
            "INSERT OR REPLACE INTO reviews (id, moves, black_lost, white_lost, mistakes, findings)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
            params![
                id,
                moves,
                f64::from(black.points_lost),
                f64::from(white.points_lost),
                findings.mistakes.len(),
                serde_json::to_string(findings)?
            ],
        )?;
        Ok(())
    }

    /// Takes a game out of the list; for a day it can come back.
    pub fn delete(&self, id: &str) -> Result<(), StoreError> {
        self.connection()
            .execute("INSERT OR IGNORE INTO deleted (id, at) VALUES (?1, ?2)", params![id, now()])?;
        Ok(())
    }

    pub fn restore(&self, id: &str) -> Result<(), StoreError> {
        self.connection().execute("DELETE FROM deleted WHERE id = ?1", [id])?;
        Ok(())
    }

    /// All games in one file, the oldest first.
    pub fn export(&self) -> Result<String, Refusal> {
        let mut text = String::new();
        for listed in self.list().map_err(Refusal::error)?.iter().rev() {
            // One that cannot be read any more must not keep the others here.
            if let Ok(Some(Record { tree, .. })) = self.record(&listed.id) {
                text.push_str(&tree.to_sgf());
            }
        }
        Ok(text)
    }
}

fn review_of(row: &Row) -> rusqlite::Result<Option<(ListedReview, usize)>> {
    let Some(black_lost) = row.get(3)? else { return Ok(None) };
    Ok(Some((ListedReview { black_lost, white_lost: row.get(4)?, mistakes: row.get(5)? }, row.get(6)?)))
}

/// A game with the partner.
fn played(saved: &SavedGame, day: Option<String>) -> ListedGame {
    ListedGame {
        id: String::new(),
        begun: 0,
        size: saved.request.size,
        handicap: saved.request.handicap,
        captures: saved.request.captures,
        moves: saved.moves.len(),
        black: String::new(),
        white: String::new(),
        event: None,
        date: day,
        result: saved.result.map(|result| result.to_string()),
        you: Some(saved.player()),
        strength: Some(saved.request.partner.opponent()),
        goes_on: saved.result.is_none(),
        rank: None,
        review: None,
    }
}

/// A record, if it can be shown here.
fn listed(tree: &Tree) -> Result<ListedGame, Refusal> {
    let game = Reviewed::read(tree).map_err(Refusal::error)?;
    let size = game.size();
    if !size.is_square() || !BOARD_SIDES.contains(&size.width()) {
        let (width, height) = (size.width(), size.height());
        return Err(Refusal::BoardNotShown { width, height });
    }
    let short = |text: &str| text.chars().take(LONGEST).collect::<String>();
    let info = &game.info;
    Ok(ListedGame {
        id: String::new(),
        begun: 0,
        size: size.width(),
        handicap: game.game.start().handicap(),
        captures: None,
        moves: game.moves().len(),
        black: short(info.black.name.as_deref().unwrap_or_default()),
        white: short(info.white.name.as_deref().unwrap_or_default()),
        event: info.event.as_deref().map(short),
        date: info.date.as_deref().map(short),
        result: info.result.map(|result| result.to_string()),
        you: None,
        strength: None,
        goes_on: false,
        rank: None,
        review: None,
    })
}
