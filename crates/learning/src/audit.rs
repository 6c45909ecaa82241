//! Whether a game may be learnt from. Games come from machines that may be broken, out of date or not ours.

use board::{Colour, Objective, Position};
use serde::{Deserialize, Serialize};

use crate::record::{Ending, Record, RecordError, Turn, decode};
use crate::settings::SelfPlaySettings;

/// Why a game is set aside.
#[derive(thiserror::Error, Clone, PartialEq, Eq, Debug)]
pub enum Fault {
    #[error(transparent)]
    Record(#[from] RecordError),
    #[error("it is by network '{found}', not '{expected}'")]
    Network { found: String, expected: String },
    #[error("this run plays no {0}×{0} boards")]
    Side(u8),
    #[error("a komi of {0} half points is more than the board has")]
    Komi(i16),
    #[error("it was played for something else than this run's games")]
    Objective,
    #[error("the result is not that of the final position")]
    Result,
    #[error("it ends before it is over")]
    Unfinished,
    #[error("nobody had reason to resign")]
    Resignation,
    #[error("the visits of move {0} are not those of a search of this run")]
    Visits(usize),
    #[error("this run is taught by a teacher, or the game is")]
    Teacher,
}

/// What is set aside of a batch, as it is written beside it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Rejection {
    pub batch: String,
    /// Games by their place in the batch, from 1, with the reason; a whole batch has no place.
    pub games: Vec<(Option<usize>, String)>,
}

/// Checks a game that a network of the run is said to have played.
pub fn check(
    game: &Record,
    (settings, objective): (&SelfPlaySettings, Objective),
    network: &str,
) -> Result<(), Fault> {
    if !settings.board_sizes.contains(&usize::from(game.side)) {
        return Err(Fault::Side(game.side));
    }
    // What is replayed below is known to be legal then.
    game.check()?;
    let points = game.size()?.points();
    if usize::from(game.komi_halves.unsigned_abs()) > 2 * points {
        return Err(Fault::Komi(game.komi_halves));
    }
    // Whose objective it is differs from game to game.
    if game.objective != (Objective { side: game.objective.side, ..objective }) {
        return Err(Fault::Objective);
    }
    let is_taught = game.turns.iter().any(|turn| turn.teacher_target.is_some());
    if settings.distillation.is_some() {
        // The teacher's name is not the run's; its evaluations are the targets, whatever the end.
        return if is_taught { Ok(()) } else { Err(Fault::Teacher) };
    }
    if is_taught {
        return Err(Fault::Teacher);
    }
    if game.net != network {
        return Err(Fault::Network { found: game.net.clone(), expected: network.into() });
    }
    for (i, turn) in game.turns.iter().enumerate() {
        if !has_fitting_visits(turn, i, settings) {
            return Err(Fault::Visits(game.opening.len() + i));
        }
    }
    check_ending(game, &last(game)?, settings)
}

fn last(game: &Record) -> Result<Position, RecordError> {
    let mut position = game.start()?;
    for (i, mv) in game.opening.iter().chain(game.turns.iter().map(|t| &t.mv)).enumerate() {
        let mv = decode(*mv, position.size()).ok_or(RecordError::Move(i))?;
        position.play(mv).map_err(|_| RecordError::Move(i))?;
    }
    Ok(position)
}

/// The move is one of those the search looked at, none is listed twice, and there are no more visits than the tree may have
/// kept from the turns before.
fn has_fitting_visits(turn: &Turn, before: usize, settings: &SelfPlaySettings) -> bool {
    let visits = &turn.visits;
    if visits.is_empty() {
        return settings.cheap_search_prob > 0.0 || settings.reduced_visits > 0;
    }
    let most = u64::from(settings.visits) + before as u64 * (u64::from(settings.visits) / 4 + 1);
    let all: u64 = visits.iter().map(|(_, n)| u64::from(*n)).sum();
    let once = |mv: u16| visits.iter().filter(|(other, _)| *other == mv).count() == 1;
    all <= most && visits.iter().all(|(mv, n)| *n > 0 && once(*mv)) && once(turn.mv)
}

fn check_ending(game: &Record, last: &Position, settings: &SelfPlaySettings) -> Result<(), Fault> {
    let moves = game.opening.len() + game.turns.len();
    let most = (settings.max_moves_per_point * last.size().points() as f64) as usize;
    match &game.ending {
        Ending::Cut => Err(Fault::Unfinished),
        Ending::Counted { .. } if !last.is_over() && moves < most => Err(Fault::Unfinished),
        Ending::Counted { .. } if game.ending != Ending::count(last) => Err(Fault::Result),
        Ending::Counted { .. } => Ok(()),
        Ending::Resigned { winner_is_black } => {
            // Who resigns has the move, and had no hope the turn before either.
            let is_loser = *winner_is_black == (last.to_move() == Colour::White);
            let before = game.turns.len().checked_sub(2).map(|i| &game.turns[i]);
            let is_hopeless = before.is_some_and(|turn| turn.win_rate < settings.resign_threshold);
            match is_loser && is_hopeless && settings.reduced_visits == 0 {
                true => Ok(()),
                false => Err(Fault::Resignation),
            }
        }
    }
}
