//! What a game holds for players of their rank: which mistakes stronger ones avoid, and good moves that few find.

use board::{Colour, Move, Rank};
use evaluation::Lead;

use crate::ReviewError;
use crate::findability::Findability;
use crate::found_moves::{FoundMove, GOOD};
use crate::losses::{Loss, losses};
use crate::peoples_moves::{PeoplesMove, is_known_on};
use crate::position_analysis::PositionAnalysis;
use crate::teaching_order::pool;
use crate::worker::{Done, Seen, Task, Worker};

/// Good moves of each player that are looked at closely.
const CLOSELY: usize = 3;
/// What a move costs that the search did not care to look at, for a first guess, and the most that it may cost there.
const NOT_LOOKED_AT: f32 = 2.0;
const MOST_LOST: f32 = 20.0;

/// Moves that people would play, with the lead after each.
type Tried = Vec<(PeoplesMove, Lead)>;

#[derive(Default)]
pub(crate) struct ForLevel {
    pub findability: Vec<Findability>,
    pub found: Vec<FoundMove>,
}

impl ForLevel {
    /// Nothing where no rank is known, or where nobody can say what people would play.
    pub fn look(worker: &Worker, seen: &[Seen]) -> Result<ForLevel, ReviewError> {
        let game = worker.game;
        let has_ranks = game.ranks.iter().any(Option::is_some);
        if !has_ranks || worker.engine.people().is_none() || !is_known_on(game.size()) {
            return Ok(ForLevel::default());
        }
        let judged: Vec<PositionAnalysis> = seen.iter().map(|seen| seen.judged.clone()).collect();
        let losses = losses(game.moves(), &judged, game.size());
        Ok(ForLevel {
            findability: findability(worker, seen, &losses)?,
            found: found(worker, seen, &losses)?,
        })
    }
}

/// Moves that were tried after some others. More is known of the one that was played than a short search tells.
fn with_known(mut moves: Tried, worker: &Worker, seen: &[Seen], after: usize) -> Tried {
    let (_, played) = worker.game.moves()[after];
    if let Some((_, lead)) = moves.iter_mut().find(|(m, _)| m.mv == played) {
        *lead = seen[after + 1].judged.lead;
    }
    moves
}

/// The rank of who made a move, where it is known.
fn rank(worker: &Worker, losses: &[Loss], after: usize) -> Option<Rank> {
    worker.game.ranks[losses[after].colour.index()]
}

/// How hard it was to find something better, for the gravest mistakes of players whose rank is known.
fn findability(worker: &Worker, seen: &[Seen], losses: &[Loss]) -> Result<Vec<Findability>, ReviewError> {
    let tasks: Vec<Task> = pool(losses, worker.game.size())
        .into_iter()
        .filter_map(|after| Some(Task::People { after, rank: rank(worker, losses, after)? }))
        .collect();
    let mut all = Vec::new();
    worker.all(&tasks, |done| {
        if let Done::People { after, rank, moves } = done {
            let moves = with_known(moves, worker, seen, after);
            let (loss, best) = (&losses[after], seen[after].judged.best_lead);
            all.extend(Findability::of(after, rank, loss.colour, best, loss.points, &moves));
        }
    })?;
    all.sort_by_key(|findability| findability.after);
    Ok(all)
}

/// The hardest good move of each player whose rank is known.
fn found(worker: &Worker, seen: &[Seen], losses: &[Loss]) -> Result<Vec<FoundMove>, ReviewError> {
    let moves = worker.game.moves();
    let is_good = |after: &usize| losses[*after].points < GOOD && moves[*after].1 != Move::Pass;
    let tasks: Vec<Task> = (0..losses.len())
        .filter(is_good)
        .filter_map(|after| Some(Task::Policy { after, rank: rank(worker, losses, after)? }))
        .collect();
    let mut guesses: Vec<(usize, Rank, f32)> = Vec::new();
    worker.all(&tasks, |done| {
        if let Done::Policy { after, rank, policy } = done {
            guesses.push((after, rank, expected_loss(&seen[after], losses[after].colour, &policy)));
        }
    })?;
    guesses.sort_by(|a, b| b.2.total_cmp(&a.2).then(a.0.cmp(&b.0)));
    let of = |colour: Colour| {
        guesses.iter().filter(move |(after, ..)| losses[*after].colour == colour).take(CLOSELY)
    };
    let tasks: Vec<Task> = Colour::BOTH
        .into_iter()
        .flat_map(of)
        .map(|(after, rank, _)| Task::People { after: *after, rank: *rank })
        .collect();
    let mut all: Vec<FoundMove> = Vec::new();
    worker.all(&tasks, |done| {
        if let Done::People { after, rank, moves } = done {
            let moves = with_known(moves, worker, seen, after);
            let best = seen[after].judged.best_lead;
            all.extend(FoundMove::of(after, rank, losses[after].colour, best, &moves));
        }
    })?;
    let hardest = |colour: Colour| {
        let own = all.iter().filter(|found| losses[found.after].colour == colour);
        own.copied().max_by(|a, b| a.saved.total_cmp(&b.saved).then(b.after.cmp(&a.after)))
    };
    Ok(Colour::BOTH.into_iter().filter_map(hardest).collect())
}

/// What people lose in a position, as far as the search looked at their moves.
fn expected_loss(seen: &Seen, colour: Colour, policy: &[(Move, f32)]) -> f32 {
    let best = seen.judged.best_lead.of(colour);
    let cost = |mv: Move| {
        let lead = seen.looked_at.iter().find(|(m, _)| *m == mv).map(|(_, lead)| lead.of(colour));
        lead.map_or(NOT_LOOKED_AT, |lead| (best - lead).clamp(0.0, MOST_LOST))
    };
    policy.iter().map(|(mv, share)| share * cost(*mv)).sum()
}
