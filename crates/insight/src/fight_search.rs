//! Reads out each fight on its own.
//!
//! A search of the whole board spreads its playouts over all moves, and playouts misplay long races: a lost
//! fight looks open to them. A search that plays only near one fight, and asks only who wins it, reads deep
//! enough to see the truth.

use std::sync::atomic::AtomicBool;

use board::{Colour, Komi, Move, PointSet, Position};
use evaluation::{Curve, Evaluation, EvaluationError, Evaluator, Lead, Query, WinRate};
use search::{Limits, MoveFilter, Search, Settings};

use crate::fights::Fight;
use crate::groups::SETTLED;
use crate::insight::Insight;
use crate::reading::Reading;

/// Settings for reading fights.
pub struct ReadingWith<'a> {
    /// Evaluators with ownership, one per thread: playouts or networks.
    pub evaluators: &'a mut dyn FnMut() -> Vec<Box<dyn Evaluator>>,
    pub search: Settings,
    /// Visits per search; each fight takes two searches.
    pub visits: u64,
}

/// At most this many fights are read; the smaller ones decide nothing.
const MOST: usize = 6;
/// Limits for probabilities: "never" and "always" in playouts are not believed.
const DOUBT: f64 = 0.02;

impl Insight {
    /// Reads all fights. Each then has the sequence found for the side to move, and is settled if one side
    /// surely wins it, no matter who moves first.
    pub fn read(&mut self, reader: &mut ReadingWith, stop: &AtomicBool) -> Result<(), EvaluationError> {
        if reader.visits == 0 {
            return Ok(());
        }
        self.fights.truncate(MOST);
        self.sequences.truncate(MOST);
        self.readings.clear();
        for (fight, sequence) in self.fights.iter_mut().zip(&mut self.sequences) {
            let mut read = |first| read(&self.position, fight, first, reader, stop);
            let readings = [read(Colour::Black)?, read(Colour::White)?];
            let won = |side: Colour| readings.iter().all(|reading| reading.won.of(side) >= SETTLED);
            fight.is_settled = Colour::BOTH.into_iter().any(won);
            sequence.clone_from(&readings[self.position.to_move().index()].sequence);
            self.readings.push(readings);
        }
        Ok(())
    }

    /// The fight to play first, and the win rate of the game if all fights end as read: the side to move
    /// starts one, and the opponent starts all the others. `None` if no fight was read.
    pub fn after_reading(&self) -> Option<(usize, WinRate)> {
        let mover = self.position.to_move();
        let black_wins = |begun: usize| {
            let read = self.readings.iter().enumerate().map(|(i, readings)| {
                let first = if i == begun { mover } else { mover.other() };
                f64::from(readings[first.index()].won.of(Colour::Black))
            });
            WinRate::for_side(Colour::Black, self.black_wins_if(&read.collect::<Vec<_>>()) as f32)
        };
        let rates = (0..self.readings.len()).map(|begun| (begun, black_wins(begun)));
        rates.max_by(|a, b| a.1.of(mover).total_cmp(&b.1.of(mover)))
    }

    /// The share of playouts that Black wins after reweighting: a playout counts more, the more its fights
    /// ended as read rather than as playouts usually end them.
    fn black_wins_if(&self, read: &[f64]) -> f64 {
        let scores = self.histogram.scores();
        let total = (self.histogram.total() as f64).max(1.0);
        let usual = |fight: &Fight| {
            let wins =
                scores.iter().zip(&fight.black_share_at).map(|((_, n), share)| *n as f64 * chance(*share));
            (wins.sum::<f64>() / total).clamp(DOUBT, 1.0 - DOUBT)
        };
        let usual: Vec<f64> = self.fights.iter().map(usual).collect();
        let komi = self.komi().points();
        let (mut won, mut all) = (0.0, 0.0);
        for (place, (score, count)) in scores.iter().enumerate() {
            let mut weight = *count as f64;
            for ((fight, usual), read) in self.fights.iter().zip(&usual).zip(read) {
                let black = fight.black_share_at.get(place).map_or(*usual, |share| chance(*share));
                weight *= black * read / usual + (1.0 - black) * (1.0 - read) / (1.0 - usual);
            }
            let margin = f64::from(*score) - komi;
            won += weight * if margin == 0.0 { 0.5 } else { f64::from(u8::from(margin > 0.0)) };
            all += weight;
        }
        if all > 0.0 { won / all } else { f64::from(self.win_rate.of(Colour::Black)) }
    }
}

/// The probability that Black has won, given how much more he holds than White.
fn chance(share: f64) -> f64 {
    (0.5 * (1.0 + share)).clamp(0.0, 1.0)
}

fn read(
    position: &Position,
    fight: &Fight,
    first: Colour,
    reader: &mut ReadingWith,
    stop: &AtomicBool,
) -> Result<Reading, EvaluationError> {
    let mut local = position.clone();
    // Komi plays no role in a fight.
    local.set_komi(Komi::ZERO);
    local.set_to_move(first);
    let evaluator =
        |inner| -> Box<dyn Evaluator> { Box::new(FightEvaluator { inner, points: fight.points }) };
    let evaluators = (reader.evaluators)().into_iter().map(evaluator).collect();
    let mut search = Search::new(evaluators, reader.search, &local);
    let mut bars = MoveFilter::none();
    // A pass stands for a move elsewhere.
    let near: Vec<Move> = around(position, fight).iter().map(Move::Play).chain([Move::Pass]).collect();
    for side in Colour::BOTH {
        bars.allow(side, &near, u32::MAX, position.size());
    }
    search.set_move_filter(&bars);
    search.run(Limits::playouts(reader.visits), stop, None, &mut |_| ())?;
    let view = search.snapshot();
    let best = view.candidates.first();
    Ok(Reading {
        first,
        won: best.map_or(view.win_rate, |c| c.win_rate),
        sequence: best.map_or(Vec::new(), |c| c.pv.clone()),
    })
}

/// The area of the fight: its points, the neighbours of the chains in it, and the neighbours of all that.
fn around(position: &Position, fight: &Fight) -> PointSet {
    let mut near = fight.points;
    for stone in fight.chains.iter().flatten().flatten() {
        near.insert(*stone);
    }
    for _ in 0..2 {
        let beside: PointSet =
            near.iter().flat_map(|p| p.neighbours()).filter(|p| position.size().contains(*p)).collect();
        near = near.union(&beside);
    }
    near
}

/// Whoever holds more of the fight wins it.
struct FightEvaluator {
    inner: Box<dyn Evaluator>,
    points: PointSet,
}

impl Evaluator for FightEvaluator {
    fn evaluate(&mut self, queries: &[Query], out: &mut [Evaluation]) -> Result<(), EvaluationError> {
        self.inner.evaluate(queries, out)?;
        for answer in out {
            let Some(ownership) = &answer.ownership else { continue };
            let lead: f32 = self.points.iter().map(|p| ownership.of(Colour::Black, p)).sum();
            answer.curve = Curve::certain(Lead::for_side(Colour::Black, lead));
        }
        Ok(())
    }
}
