//! The review itself: all positions, then the suspects again, with fights in between.

use std::sync::atomic::AtomicBool;

use evaluation::WinRate;
use speech::Reason;

use crate::ReviewError;
use crate::engine::ReviewEngine;
use crate::fights::{self, FightLook};
use crate::findings::{Findings, winner};
use crate::for_level::ForLevel;
use crate::losses::losses;
use crate::mistakes::mistakes;
use crate::position_analysis::PositionAnalysis;
use crate::ranking::{chosen, suspects};
use crate::reasons::{Change, reason};
use crate::reviewed::Reviewed;
use crate::settings::ReviewSettings;
use crate::summary::summaries;
use crate::worker::{Done, Seen, Task, Worker};

/// What is told while a review is under way.
#[derive(Clone, PartialEq, Debug)]
pub struct News<'a> {
    /// How far it has come, from 0 to 1; it never goes back.
    pub done: f32,
    /// The position after that many moves that was judged just now, for the first time or again.
    pub judged: Option<(usize, &'a PositionAnalysis)>,
}

/// Looks at every position of a game. Ends early with [`ReviewError::Stopped`] when `stop` becomes true.
pub fn review(
    game: &Reviewed,
    engine: &ReviewEngine,
    settings: &ReviewSettings,
    stop: &AtomicBool,
    mut news: impl FnMut(News),
) -> Result<Findings, ReviewError> {
    engine.check(game.size())?;
    let moves = game.moves().len();
    let worker = Worker { game, engine, settings, stop };
    let first: Vec<Task> =
        (0..=moves).map(|after| Task::Analyse { after, visits: settings.visits.max(1) }).collect();
    let played_out: Vec<usize> = looked_at(game, settings);
    // The suspects are not known yet; a guess is enough for a bar.
    let price = Price::new(settings, first.len(), played_out.len(), moves.min(16));

    let mut seen: Vec<Option<Seen>> = (0..=moves).map(|_| None).collect();
    let mut cost = 0.0;
    worker.all(&first, |done| {
        if let Done::Analysed { after, seen: mut found } = done {
            cost += price.engine;
            if let Some(known) = game.known.get(after).and_then(Option::as_ref) {
                found.judged.deepen(known);
            }
            news(News { done: price.share(cost), judged: Some((after, &found.judged)) });
            seen[after] = Some(found);
        }
    })?;
    let mut seen: Vec<Seen> = seen.into_iter().flatten().collect();
    if seen.len() != moves + 1 {
        return Err(ReviewError::Stopped);
    }
    let ended = seen[moves].ownership.clone();
    let judged = |seen: &[Seen]| seen.iter().map(|seen| seen.judged.clone()).collect::<Vec<_>>();

    // A careful look may show that other moves cost more: it goes on until all that will be named was looked at so.
    let mut is_careful = vec![false; moves + 1];
    let mut price = price;
    loop {
        let losses = losses(game.moves(), &judged(&seen), game.size());
        let is_first = !is_careful.contains(&true);
        let doubtful = if is_first { suspects(&losses, game.size()) } else { chosen(&losses, game.size()) };
        let mut again: Vec<usize> = doubtful.iter().flat_map(|after| [*after, after + 1]).collect();
        again.sort_unstable();
        again.dedup();
        again.retain(|after| !is_careful[*after]);
        if again.is_empty() {
            break;
        }
        again.iter().for_each(|after| is_careful[*after] = true);
        let visits = settings.careful.max(settings.visits);
        let tasks: Vec<Task> = again.iter().map(|after| Task::Analyse { after: *after, visits }).collect();
        price = price.rest(again.len(), cost);
        worker.all(&tasks, |done| {
            if let Done::Analysed { after, seen: found } = done {
                cost += price.careful;
                seen[after].deepen(found);
                news(News { done: price.share(cost), judged: Some((after, &seen[after].judged)) });
            }
        })?;
    }

    let for_level = ForLevel::look(&worker, &seen)?;

    let tasks: Vec<Task> = played_out.iter().map(|after| Task::Fights { after: *after }).collect();
    let price = price.rest(0, cost);
    let mut looks = Vec::new();
    worker.all(&tasks, |done| {
        if let Done::Fights { after, looks: found } = done {
            cost += price.fights;
            news(News { done: price.share(cost), judged: None });
            looks.push((after, found));
        }
    })?;
    let looks = if settings.playouts > 0 { all_looks(game, &seen, looks) } else { Vec::new() };
    news(News { done: 1.0, judged: None });

    let positions = judged(&seen);
    let chances: Vec<WinRate> = positions.iter().map(|judged| judged.win_rate).collect();
    let winner = winner(game, &positions);
    Ok(Findings {
        judge: engine.describe(),
        mistakes: mistakes(game.moves(), &positions, game.size(), winner, &for_level.findability, |after| {
            why(game, &seen, after)
        }),
        fights: fights::stories(&looks, &chances, ended.as_deref(), game.size()),
        players: summaries(game.moves(), &positions, game.size()),
        findability: for_level.findability,
        found: for_level.found,
        positions,
    })
}

/// Positions to play out: spread over the game, without the end, where nothing is open.
fn looked_at(game: &Reviewed, settings: &ReviewSettings) -> Vec<usize> {
    let moves = game.moves().len();
    if settings.playouts == 0 || settings.looks == 0 {
        return Vec::new();
    }
    let step = moves.div_ceil(settings.looks).max(1);
    (step..=moves).step_by(step).filter(|after| !game.game.after(*after).position().is_over()).collect()
}

/// What is seen of fights in every position.
fn all_looks(
    game: &Reviewed,
    seen: &[Seen],
    played_out: Vec<(usize, Vec<FightLook>)>,
) -> Vec<Vec<FightLook>> {
    let mut all: Vec<Vec<FightLook>> = vec![Vec::new(); seen.len()];
    played_out.into_iter().for_each(|(after, looks)| all[after] = looks);
    let mut position = game.game.start().clone();
    for (after, seen) in seen.iter().enumerate() {
        if let Some(owners) = &seen.ownership {
            let playouts = std::mem::take(&mut all[after]);
            all[after] = fights::both(playouts, fights::contested(position.board(), owners, after));
        }
        if let Some((colour, mv)) = game.moves().get(after) {
            position.set_to_move(*colour);
            position.play_legal(*mv);
        }
    }
    all
}

/// Why the move after that many others was bad, as far as who owns what tells.
fn why(game: &Reviewed, seen: &[Seen], after: usize) -> Option<Reason> {
    let (colour, played) = game.moves()[after];
    let (before, then) = (&seen[after], &seen[after + 1]);
    reason(&Change {
        colour,
        board: game.game.after(after).position().board(),
        played,
        better: before.judged.best(),
        before: before.ownership.as_deref()?,
        after: then.ownership.as_deref()?,
    })
}

/// What the parts of a review cost, in visits.
struct Price {
    engine: f32,
    careful: f32,
    fights: f32,
    looks: usize,
    /// From this cost and share on, to the cost of all.
    from: (f32, f32),
    all: f32,
}

impl Price {
    /// A playout is a good deal cheaper than a network's judgement.
    const PLAYOUT: f32 = 0.2;

    fn new(settings: &ReviewSettings, positions: usize, looks: usize, careful: usize) -> Price {
        let price = Price {
            engine: settings.visits as f32,
            careful: settings.careful as f32,
            fights: settings.playouts as f32 * Price::PLAYOUT,
            looks,
            from: (0.0, 0.0),
            all: 1.0,
        };
        let all = positions as f32 * price.engine + price.after(careful);
        Price { all, ..price }
    }

    /// What comes after all positions have been judged.
    fn after(&self, careful: usize) -> f32 {
        careful as f32 * self.careful + self.looks as f32 * self.fights
    }

    /// Once it is known how many positions are looked at again.
    fn rest(self, careful: usize, cost: f32) -> Price {
        let all = cost + self.after(careful);
        Price { from: (cost, self.share(cost)), all, ..self }
    }

    fn share(&self, cost: f32) -> f32 {
        let (begun, share) = self.from;
        let part = (cost - begun) / (self.all - begun).max(1.0);
        (share + (1.0 - share) * part).min(1.0)
    }
}
