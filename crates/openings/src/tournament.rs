//! Games between players of openings; an expert finishes them.

use std::collections::{BTreeMap, HashSet};
use std::path::Path;
use std::sync::Arc;

use board::{Colour, Komi, Position, splitmix64};
use evaluation::Lead;
use ledger::Ledger;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use statistics::Tally;

use crate::expert::{Expert, ExpertError, ExpertSettings, Unfinished, on_threads};
use crate::opener::Opener;
use crate::opening::{OpeningRules, Player, play};
use crate::policy::PolicyPlayer;

/// Games that are played before the expert is asked and results are saved.
const AT_ONCE: usize = 64;

/// A player with its name.
#[derive(Clone)]
pub struct Entrant {
    pub name: String,
    pub opens: Opens,
}

/// How an entrant opens.
#[derive(Clone)]
pub enum Opens {
    Learned(Box<Opener>),
    Policy(Arc<PolicyPlayer>),
    Random,
}

impl Entrant {
    pub fn random() -> Entrant {
        Entrant { name: "random".into(), opens: Opens::Random }
    }

    pub fn learned(name: impl Into<String>, opener: &Opener) -> Entrant {
        Entrant { name: name.into(), opens: Opens::Learned(Box::new(opener.clone())) }
    }

    /// A network's policy.
    pub fn policy(name: impl Into<String>, player: PolicyPlayer) -> Entrant {
        Entrant { name: name.into(), opens: Opens::Policy(Arc::new(player)) }
    }

    fn player(&self, exploration: f32) -> Player<'_> {
        match &self.opens {
            Opens::Learned(opener) => Player::Learned(opener, exploration),
            Opens::Policy(player) => Player::Policy(player, exploration),
            Opens::Random => Player::Random,
        }
    }

    /// Tells its weights apart from others.
    fn fingerprint(&self) -> String {
        let bytes: Vec<u8> = match &self.opens {
            Opens::Learned(opener) => opener.net().weights().iter().flat_map(|w| w.to_le_bytes()).collect(),
            Opens::Policy(player) => player.name().into(),
            Opens::Random => Vec::new(),
        };
        Sha256::digest(bytes).iter().take(8).map(|byte| format!("{byte:02x}")).collect()
    }
}

/// What results depend on.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TournamentSettings {
    /// Names and fingerprints.
    pub players: Vec<(String, String)>,
    pub opening: OpeningRules,
    /// The probability of a random move. Without any, two players would repeat one game.
    pub exploration: f32,
    pub expert: ExpertSettings,
    pub seed: u64,
}

/// A finished game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entry {
    pub first: String,
    pub second: String,
    /// From 0; the first player has Black in games with even numbers.
    pub game: u32,
    /// The first player's margin with komi: it wins if this is above 0.
    pub margin: f32,
}

impl ledger::Settings for TournamentSettings {
    type Entry = Entry;
    const FILE: &'static str = "tournament.json";
    const WHAT: &'static str = "a tournament of openings";
    const SYNCED: bool = false;

    fn difference(&self, other: &TournamentSettings) -> Option<String> {
        let word = |value: &TournamentSettings| serde_json::to_value(value).unwrap_or_default();
        let (mine, theirs) = (word(self), word(other));
        let mut fields = mine.as_object().into_iter().flatten();
        let (name, value) = fields.find(|(name, value)| theirs.get(name) != Some(value))?;
        Some(match name.as_str() {
            "players" => "other players".into(),
            name => format!("{name} {value}, not {}", theirs[name]),
        })
    }

    fn check(&self, entries: &[Entry]) -> Result<(), (usize, String)> {
        let known: HashSet<&String> = self.players.iter().map(|(name, _)| name).collect();
        let mut seen = HashSet::new();
        for (line, entry) in (1..).zip(entries) {
            if !known.contains(&entry.first) || !known.contains(&entry.second) {
                return Err((line, format!("{} or {} does not take part", entry.first, entry.second)));
            }
            if !seen.insert((&entry.first, &entry.second, entry.game)) {
                return Err((line, format!("game {} appears twice", entry.game)));
            }
            if !entry.margin.is_finite() {
                return Err((line, "its margin is no number".into()));
            }
        }
        Ok(())
    }
}

#[derive(Debug, thiserror::Error)]
pub enum TournamentError {
    #[error(transparent)]
    Ledger(#[from] ledger::LedgerError),
    #[error(transparent)]
    Expert(#[from] ExpertError),
    #[error("two players are called {0}: rename a file")]
    SameName(String),
    #[error("there is no board of {0}×{0}")]
    Size(usize),
}

/// A tournament. Every finished game is saved, and the same call goes on where an earlier one was stopped.
pub struct Tournament<'a> {
    pub entrants: &'a [Entrant],
    pub opening: OpeningRules,
    pub exploration: f32,
    pub expert: ExpertSettings,
    pub seed: u64,
    pub threads: usize,
}

/// Every pair of players.
pub fn round_robin(players: usize) -> Vec<(usize, usize)> {
    (0..players).flat_map(|first| (first + 1..players).map(move |second| (first, second))).collect()
}

impl Tournament<'_> {
    fn settings(&self) -> TournamentSettings {
        TournamentSettings {
            players: self.entrants.iter().map(|e| (e.name.clone(), e.fingerprint())).collect(),
            opening: self.opening,
            exploration: self.exploration,
            expert: self.expert.clone(),
            seed: self.seed,
        }
    }

    fn start(&self) -> Result<Position, TournamentError> {
        self.opening.start().ok_or(TournamentError::Size(self.opening.size))
    }

    /// Plays this many games of each pair, less those already in the folder; `done` hears how many of all are finished.
    pub fn play(
        &self,
        folder: &Path,
        pairs: &[(usize, usize)],
        games: u32,
        expert: &mut dyn Expert,
        mut done: impl FnMut(usize, usize),
    ) -> Result<Vec<Entry>, TournamentError> {
        let mut names = HashSet::new();
        if let Some(twice) = self.entrants.iter().find(|entrant| !names.insert(&entrant.name)) {
            return Err(TournamentError::SameName(twice.name.clone()));
        }
        self.start()?;
        let mut ledger = Ledger::open(folder, &self.settings())?;
        let played: HashSet<(String, String, u32)> =
            ledger.entries().iter().map(|e| (e.first.clone(), e.second.clone(), e.game)).collect();
        let name = |player: usize| self.entrants[player].name.clone();
        let is_missing = |(first, second, game): &(usize, usize, u32)| {
            !played.contains(&(name(*first), name(*second), *game))
        };
        let all = pairs.iter().flat_map(|(a, b)| (0..games).map(move |game| (*a, *b, game)));
        let missing: Vec<(usize, usize, u32)> = all.filter(is_missing).collect();
        let wanted = pairs.len() * games as usize;
        let mut finished = wanted - missing.len();
        done(finished, wanted);
        for part in missing.chunks(AT_ONCE) {
            self.round(part, expert)?.into_iter().try_for_each(|entry| ledger.record(entry))?;
            finished += part.len();
            done(finished, wanted);
        }
        Ok(ledger.entries().to_vec())
    }

    /// Plays some games, each given by two players and its number. Nothing is saved.
    pub fn round(
        &self,
        games: &[(usize, usize, u32)],
        expert: &mut dyn Expert,
    ) -> Result<Vec<Entry>, TournamentError> {
        let start = self.start()?;
        let outcomes = expert.outcomes(&self.openings(&start, games)?)?;
        let name = |player: usize| self.entrants[player].name.clone();
        let entry = |(&(first, second, game), outcome): (&(usize, usize, u32), Lead)| {
            let margin = margin(outcome, first_colour(game), self.opening.komi);
            Entry { first: name(first), second: name(second), game, margin }
        };
        Ok(games.iter().zip(outcomes).map(entry).collect())
    }

    fn openings(
        &self,
        start: &Position,
        games: &[(usize, usize, u32)],
    ) -> Result<Vec<Unfinished>, TournamentError> {
        let opening = |&(first, second, game): &(usize, usize, u32)| -> Result<Unfinished, ExpertError> {
            let mut players = [first, second].map(|player| self.entrants[player].player(self.exploration));
            if first_colour(game) == Colour::White {
                players.reverse();
            }
            let pair = splitmix64((first * self.entrants.len() + second) as u64);
            let seed = splitmix64(self.seed ^ splitmix64(pair ^ u64::from(game)));
            let position = play(players, start, self.opening.moves, seed)?;
            Ok(Unfinished { position, seed: splitmix64(seed) })
        };
        Ok(on_threads(self.threads, games, opening)?.into_iter().collect::<Result<_, _>>()?)
    }
}

fn first_colour(game: u32) -> Colour {
    if game.is_multiple_of(2) { Colour::Black } else { Colour::White }
}

fn margin(outcome: Lead, side: Colour, komi: Komi) -> f32 {
    outcome.of(side) - (f64::from(side.sign()) * komi.points()) as f32
}

/// Results of each player against each other one, by names.
pub fn results(entries: &[Entry]) -> BTreeMap<(String, String), Tally> {
    let mut results: BTreeMap<(String, String), Tally> = BTreeMap::new();
    for entry in entries {
        let sides =
            [(&entry.first, &entry.second, entry.margin), (&entry.second, &entry.first, -entry.margin)];
        for (name, other, margin) in sides {
            let tally = results.entry((name.clone(), other.clone())).or_default();
            let count = match margin {
                m if m > 0.0 => &mut tally.wins,
                m if m < 0.0 => &mut tally.losses,
                _ => &mut tally.draws,
            };
            *count += 1;
        }
    }
    results
}

/// Results of each player against all others, by name.
pub fn totals(entries: &[Entry]) -> BTreeMap<String, Tally> {
    let mut totals: BTreeMap<String, Tally> = BTreeMap::new();
    for ((name, _), tally) in results(entries) {
        let total = totals.entry(name).or_default();
        total.wins += tally.wins;
        total.draws += tally.draws;
        total.losses += tally.losses;
    }
    totals
}

/// A table of all players, the best first: the score against all others with its 95% interval, and against each.
pub fn table(entries: &[Entry]) -> String {
    let (results, totals) = (results(entries), totals(entries));
    let mut names: Vec<(&String, &Tally)> = totals.iter().collect();
    names.sort_by(|a, b| b.1.points().total_cmp(&a.1.points()).then(a.0.cmp(b.0)));
    let percent = |tally: &Tally| tally.score().map_or(0.0, |score| 100.0 * score.value);
    let width = names.iter().map(|(name, _)| name.len()).max().unwrap_or(0).max(6);
    let mut text = format!("{:width$}  score  95% interval  games", "player");
    names.iter().for_each(|(name, _)| text += &format!(" {name:>5}"));
    for (name, total) in &names {
        let Some(score) = total.score() else { continue };
        let (low, high) = (100.0 * score.low, 100.0 * score.high);
        text += &format!(
            "\n{name:width$} {:5.1}%  {low:4.1} to {high:4.1}%  {:5}",
            percent(total),
            total.games()
        );
        for (other, _) in &names {
            let cell = results.get(&((*name).clone(), (*other).clone()));
            let cell = cell.map_or("·".into(), |tally| format!("{:.0}", percent(tally)));
            text += &format!(" {cell:>w$}", w = other.len().max(5));
        }
    }
    text + "\n"
}

#[cfg(test)]
#[path = "tournament/tests.rs"]
mod tests;
