//! A match of many games, several at a time, that can be resumed.

use std::collections::{BTreeSet, VecDeque};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use board::{Colour, Game, HandicapError, Size};
use ledger::{Ledger, LedgerError};
use parking_lot::Mutex;
use partner::LoadedNetworks;

use crate::opening::Opening;
use crate::player::{GameStart, Player};
use crate::player_spec::PlayerSpec;
use crate::referee::{self, Comment, Played, StartError, Terms};
use crate::results::{Entry, Winner, first_colour};
use crate::settings::MatchSettings;
use crate::start::{PlayerStartError, start_player};
use crate::{notation, opening};
use statistics::{Sprt, Tally, Verdict};

/// A match to play.
pub struct Match {
    pub settings: MatchSettings,
    pub first: PlayerSpec,
    pub second: PlayerSpec,
    pub referee: Option<PlayerSpec>,
    /// Networks that the players share.
    pub nets: LoadedNetworks,
    /// Each is played twice, with colours swapped; without any, games start from the empty board.
    pub openings: Vec<Opening>,
    /// Stops the match once it is decided.
    pub sprt: Option<Sprt>,
    /// Games at a time.
    pub parallel_games: usize,
    /// Comments on the moves of the first player, in the records.
    pub comment: Option<Comment>,
}

#[derive(Debug, thiserror::Error)]
pub enum MatchError {
    #[error(transparent)]
    Ledger(#[from] LedgerError),
    #[error("{0}")]
    PlayerStartError(#[from] PlayerStartError),
    #[error("{player} cannot play this match: {reason}")]
    CannotPlay { player: String, reason: String },
    #[error("handicap: {0}")]
    Handicap(#[from] HandicapError),
    #[error("{0} is not a board size: use 2 to 19")]
    Size(usize),
}

/// Called after every game of a match, with its place among the matches and all its games so far.
pub type Observe<'a> = &'a (dyn Fn(usize, &Entry, &[Entry]) + Sync);

/// What the workers share.
struct Shared<'a> {
    the_match: &'a Match,
    place: usize,
    state: Mutex<State>,
    observe: Observe<'a>,
    /// Something went wrong, in this match or in another that is played with it.
    failed: &'a AtomicBool,
}

struct State {
    ledger: Ledger<MatchSettings>,
    waiting: VecDeque<usize>,
    error: Option<MatchError>,
}

impl State {
    fn open(the_match: &Match, folder: &Path) -> Result<State, LedgerError> {
        let ledger = Ledger::open(folder, &the_match.settings)?;
        let finished: BTreeSet<usize> = ledger.entries().iter().map(|e| e.game).collect();
        let waiting = (1..=the_match.settings.games).filter(|game| !finished.contains(game)).collect();
        Ok(State { ledger, waiting, error: None })
    }
}

impl Match {
    /// Plays the remaining games and returns all games of the match, including earlier ones. `observe` is
    /// called after every game, with all games so far.
    pub fn run(
        &self,
        folder: &Path,
        observe: &(dyn Fn(&Entry, &[Entry]) + Sync),
    ) -> Result<Vec<Entry>, MatchError> {
        let all = run_all(&[(self, folder)], self.parallel_games, &|_, entry, all| observe(entry, all))?;
        Ok(all.into_iter().next().unwrap_or_default())
    }

    fn start_of(&self, game: usize) -> Result<GameStart, MatchError> {
        let settings = &self.settings;
        let size = Size::playable(settings.size).ok_or(MatchError::Size(settings.size))?;
        let handicap = match settings.handicap {
            0 | 1 => Vec::new(),
            stones => board::free_handicap(size, stones)?,
        };
        let seed = settings.seed_of(game as u64);
        Ok(GameStart { size, komi: settings.komi, rules: settings.rules, handicap, seed })
    }

    /// The opening of a game: the same for both games of a pair.
    fn opening_of(&self, game: usize, start: &GameStart) -> Opening {
        let pair = (game - 1) / 2;
        if !self.openings.is_empty() {
            return self.openings[pair % self.openings.len()].clone();
        }
        let mut board = Game::new(start.size, start.rules, start.komi);
        if !start.handicap.is_empty() {
            board.place_handicap(&start.handicap);
        }
        // Far from the numbers of games, whose seeds are for the players.
        opening::random(&board, self.settings.random_opening, self.settings.seed_of(!(pair as u64)))
    }

    fn is_decided(&self, entries: &[Entry]) -> bool {
        self.sprt.is_some_and(|sprt| sprt.state(tally(entries)).verdict != Verdict::Open)
    }

    fn timeout(&self) -> Duration {
        Duration::try_from_secs_f64(self.settings.timeout).unwrap_or(Duration::MAX)
    }
}

/// Plays what remains of several matches, each in its folder, and returns the games of each. The threads play one match
/// after the other: who finds no game left to begin goes on to the next, so that none is idle until the last games.
pub fn run_all(
    matches: &[(&Match, &Path)],
    threads: usize,
    observe: Observe,
) -> Result<Vec<Vec<Entry>>, MatchError> {
    // Settings that allow no game must not leave a folder behind.
    matches.iter().try_for_each(|(the_match, _)| the_match.start_of(1).map(|_| ()))?;
    let failed = AtomicBool::new(false);
    let open = matches.iter().enumerate().map(|(place, &(the_match, folder))| {
        let state = Mutex::new(State::open(the_match, folder)?);
        Ok(Shared { the_match, place, state, observe, failed: &failed })
    });
    let all = open.collect::<Result<Vec<Shared>, MatchError>>()?;
    thread::scope(|scope| {
        for _ in 0..threads.max(1) {
            scope.spawn(|| all.iter().for_each(Shared::work));
        }
    });
    let finished = all.into_iter().map(|shared| match shared.state.into_inner() {
        State { error: Some(error), .. } => Err(error),
        State { ledger, .. } => Ok(ledger.entries().to_vec()),
    });
    finished.collect()
}

/// The results of the first player.
pub fn tally(entries: &[Entry]) -> Tally {
    let count = |winner| entries.iter().filter(|e| e.winner == winner).count() as u64;
    Tally { wins: count(Winner::First), draws: count(Winner::Draw), losses: count(Winner::Second) }
}

/// The players of one worker. They stay between games; one that failed is restarted.
#[derive(Default)]
struct Players {
    first: Option<Box<dyn Player>>,
    second: Option<Box<dyn Player>>,
    referee: Option<Box<dyn Player>>,
}

impl Shared<'_> {
    fn next_game(&self) -> Option<usize> {
        let mut state = self.state.lock();
        if self.failed.load(Ordering::Relaxed) || self.the_match.is_decided(state.ledger.entries()) {
            return None;
        }
        state.waiting.pop_front()
    }

    fn work(&self) {
        let mut players = Players::default();
        while let Some(game) = self.next_game() {
            if let Err(error) = self.play(game, &mut players) {
                // The first error is the one to tell; others follow from it.
                self.state.lock().error.get_or_insert(error);
                self.failed.store(true, Ordering::Relaxed);
                return;
            }
        }
    }

    fn play(&self, game: usize, players: &mut Players) -> Result<(), MatchError> {
        let this = self.the_match;
        let start = this.start_of(game)?;
        let opening = this.opening_of(game, &start);
        let first_colour = first_colour(game);
        let comment = this.comment.map(|comment| (first_colour, comment));
        let terms = Terms { opening: &opening, move_limit: this.settings.move_limit, comment };

        let time = this.settings.time;
        let start_if_absent =
            |player: &mut Option<Box<dyn Player>>, spec: &PlayerSpec| -> Result<(), PlayerStartError> {
                if player.is_none() {
                    *player = Some(start_player(spec, time, this.timeout(), &this.nets)?);
                }
                Ok(())
            };
        start_if_absent(&mut players.first, &this.first)?;
        start_if_absent(&mut players.second, &this.second)?;
        if let Some(referee) = &this.referee {
            start_if_absent(&mut players.referee, referee)?;
        }
        let (Some(first), Some(second)) = (&mut players.first, &mut players.second) else { return Ok(()) };
        let sides: [&mut dyn Player; 2] = match first_colour {
            Colour::Black => [first.as_mut(), second.as_mut()],
            Colour::White => [second.as_mut(), first.as_mut()],
        };
        let names = Colour::BOTH.map(|c| match c == first_colour {
            true => this.settings.first_name.as_str(),
            false => this.settings.second_name.as_str(),
        });
        let own_names: [String; 2] = [sides[0].name_and_version().into(), sides[1].name_and_version().into()];
        let referee = players.referee.as_mut().map(|r| r.as_mut() as &mut dyn Player);
        let played = referee::play(sides, referee, &start, &terms).map_err(|e| refusal(e, names))?;
        for (i, failed) in played.failed.into_iter().enumerate() {
            match failed {
                true if i == first_colour.index() => players.first = None,
                true => players.second = None,
                false => {}
            }
        }
        let sgf = notation::sgf(&played, names, &own_names, game);
        let entry = entry(game, first_colour, &played, start.seed);
        let mut state = self.state.lock();
        // Write the record before the line.
        let path = state.ledger.folder().join(&entry.sgf);
        atomic_file::write(&path, sgf.as_bytes()).map_err(|e| LedgerError::Io(path, e))?;
        state.ledger.record(entry.clone())?;
        (self.observe)(self.place, &entry, state.ledger.entries());
        Ok(())
    }
}

fn refusal(error: StartError, names: [&str; 2]) -> MatchError {
    MatchError::CannotPlay {
        player: names[error.colour.index()].to_string(),
        reason: error.fault.to_string(),
    }
}

fn entry(game: usize, first_colour: Colour, played: &Played, seed: u64) -> Entry {
    let decision = &played.decision;
    let first = played.thinking[first_colour.index()];
    let second = played.thinking[first_colour.other().index()];
    Entry {
        game,
        first_colour,
        winner: match decision.winner {
            None => Winner::Draw,
            Some(colour) if colour == first_colour => Winner::First,
            Some(_) => Winner::Second,
        },
        result: decision.result.clone(),
        ending: decision.ending,
        fault: decision.fault.as_ref().map(|(_, fault)| fault.kind),
        reason: decision.fault.as_ref().map(|(colour, fault)| format!("{colour} {fault}")),
        counted: decision.count.as_ref().map(|c| c.source),
        disputed: decision.count.as_ref().is_some_and(|c| c.disputed),
        moves: played.game.moves().len(),
        seed,
        first_moves: first.moves,
        second_moves: second.moves,
        first_seconds: first.time.as_secs_f64(),
        second_seconds: second.time.as_secs_f64(),
        sgf: format!("game-{game:05}.sgf"),
    }
}
