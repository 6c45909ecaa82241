//! Positions to learn from, with their targets.

use std::sync::Arc;

use board::{Komi, Move, Position, Size, Symmetry};
use game_runner::weighted;
use network::{PlaneBuilder, SymmetryMap};
use nn::Batch;
use rand::Rng;
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::record::decode;
use crate::record::{Ending, Record};

/// Positions of one board size to learn from.
#[derive(Default)]
pub struct Examples {
    games: Vec<Arc<Record>>,
    /// Game and turn.
    turns: Vec<(u32, u16)>,
    /// The same for turns with a cheap search: the outcome can be learnt from them, not the policy.
    cheap_searches: Vec<(u32, u16)>,
    /// Where surprising turns count for more ([`crate::TrainingSettings::policy_surprise_weight`]): the part of an
    /// example that is still owed.
    owed: f32,
}

/// Cheap searches of decided games teach nothing new: the mover's win rate must be this far from 0 and 1.
const UNDECIDED: f32 = 0.03;

/// What a network should say of the positions of a batch, all for the side to move.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Targets {
    /// Shares of visits: every point from the top left, then passing. All 0 where there was no search to learn from.
    pub policy: Vec<f32>,
    /// 1 won, 0 lost, ½ drawn; a teacher's win rate is between.
    pub result: Vec<f32>,
    /// Bonus points by komi, and by what is settled already where a game is played for more than the score.
    pub bonus: Vec<f32>,
    /// The lead on the board at the end, or by a teacher, without these bonus points, if known.
    pub lead: Vec<f32>,
    /// 1 where lead and ownership are known, 0 where somebody resigned.
    pub counted: Vec<f32>,
    /// For every point 1 own, −1 the other's, from the top left; a teacher is not always sure.
    pub ownership: Vec<f32>,
    /// The opponent's reply, or the shares of its visits; all 0 if it passed or the game was over.
    pub opponent_policy: Vec<f32>,
    /// 1 where the result is known, 0 elsewhere.
    pub result_known: Vec<f32>,
    /// ln(seconds) that a person thought about the move, and 1 where that is known.
    pub thinking_time: Vec<f32>,
    pub thinking_time_known: Vec<f32>,
}

/// Positions to train on, from which batches are drawn.
pub trait ExampleSource: Sync {
    /// The board side of the next batch: a batch has one size.
    fn draw_side(&self, random: &mut Xoshiro256PlusPlus) -> Option<usize>;

    /// Draws a position of this size, and writes it into a row of a batch and of targets.
    fn write(
        &self,
        side: usize,
        random: &mut Xoshiro256PlusPlus,
        writer: &mut Writer,
        batch: &mut Batch,
        targets: &mut Targets,
        row: usize,
    );

    /// How many positions there are.
    fn positions(&self) -> usize;
}

/// Positions of self-play.
pub struct SelfPlayExamples<'a> {
    /// By board side.
    pub examples: &'a [(usize, Examples)],
    /// Share of those from cheap searches.
    pub cheap_search_share: f64,
}

impl ExampleSource for SelfPlayExamples<'_> {
    /// Sizes are drawn in proportion to their positions.
    fn draw_side(&self, random: &mut Xoshiro256PlusPlus) -> Option<usize> {
        let point = random.random_range(0..self.positions().max(1));
        let (side, _) = weighted(self.examples, |(_, examples)| examples.len() as i64, point as i64)?;
        Some(*side)
    }

    fn write(
        &self,
        side: usize,
        random: &mut Xoshiro256PlusPlus,
        writer: &mut Writer,
        batch: &mut Batch,
        targets: &mut Targets,
        row: usize,
    ) {
        let Some((_, examples)) = self.examples.iter().find(|(own, _)| *own == side) else { return };
        let symmetry = Symmetry::ALL[random.random_range(0..8)];
        let cheap = self.cheap_search_share > 0.0
            && examples.cheap_searches() > 0
            && random.random_bool(self.cheap_search_share);
        let example = match cheap {
            true => examples.len() + random.random_range(0..examples.cheap_searches()),
            false => random.random_range(0..examples.len()),
        };
        examples.write(example, symmetry, writer, batch, targets, row);
    }

    fn positions(&self) -> usize {
        self.examples.iter().map(|(_, examples)| examples.len()).sum()
    }
}

impl Targets {
    pub fn reset(&mut self, size: Size, count: usize) {
        let points = size.points();
        for (numbers, length) in [
            (&mut self.policy, count * (points + 1)),
            (&mut self.result, count),
            (&mut self.bonus, count),
            (&mut self.lead, count),
            (&mut self.counted, count),
            (&mut self.ownership, count * points),
            (&mut self.opponent_policy, count * points),
            (&mut self.result_known, count),
            (&mut self.thinking_time, count),
            (&mut self.thinking_time_known, count),
        ] {
            numbers.clear();
            numbers.resize(length, 0.0);
        }
    }

    /// All of them, in the order of their declaration.
    pub fn parts(&self) -> [&[f32]; 10] {
        [
            &self.policy,
            &self.result,
            &self.bonus,
            &self.lead,
            &self.counted,
            &self.ownership,
            &self.opponent_policy,
            &self.result_known,
            &self.thinking_time,
            &self.thinking_time_known,
        ]
    }
}

/// Writes examples into batches. Every thread has its own.
pub struct Writer {
    pub(crate) builder: PlaneBuilder,
    pub(crate) places: SymmetryMap,
}

impl Writer {
    pub fn new(builder: PlaneBuilder) -> Writer {
        Writer { builder, places: SymmetryMap::default() }
    }
}

impl Examples {
    /// Adds the turns of a game. A share of their weight follows the policy surprise: surprising turns are added more than
    /// once, and others not at all.
    pub fn add(&mut self, game: Arc<Record>, surprise: f64) {
        let number = self.games.len() as u32;
        let searched = game.turns.iter().filter(|turn| !turn.visits.is_empty());
        let surprises: Vec<f32> = searched.map(|turn| turn.policy_surprise).collect();
        let mean = surprises.iter().sum::<f32>() / surprises.len().max(1) as f32;
        let share = if mean > 0.0 { surprise as f32 } else { 0.0 };
        for (i, turn) in game.turns.iter().enumerate() {
            if !turn.visits.is_empty() {
                self.owed += 1.0 - share + share * turn.policy_surprise / mean.max(f32::MIN_POSITIVE);
                while self.owed >= 0.5 {
                    self.owed -= 1.0;
                    self.turns.push((number, i as u16));
                }
            } else if (UNDECIDED..=1.0 - UNDECIDED).contains(&turn.win_rate) {
                self.cheap_searches.push((number, i as u16));
            }
        }
        self.games.push(game);
    }

    pub fn len(&self) -> usize {
        self.turns.len()
    }

    pub fn is_empty(&self) -> bool {
        self.turns.is_empty()
    }

    /// Examples from cheap searches. They come after the others.
    pub fn cheap_searches(&self) -> usize {
        self.cheap_searches.len()
    }

    pub fn games(&self) -> usize {
        self.games.len()
    }

    /// Writes an example into a row of a batch and of targets, under a symmetry. False, with nothing written, if there is no
    /// such example; games from files have been checked, so all others can be replayed.
    pub fn write(
        &self,
        example: usize,
        symmetry: Symmetry,
        writer: &mut Writer,
        batch: &mut Batch,
        targets: &mut Targets,
        row: usize,
    ) -> bool {
        let cheap = || self.cheap_searches.get(example.checked_sub(self.turns.len())?);
        let Some((game, turn)) = self.turns.get(example).or_else(cheap) else { return false };
        let game = &self.games[*game as usize];
        let Some(position) = replay(game, usize::from(*turn)) else { return false };
        writer.builder.fill(&position, symmetry, batch, row);
        writer.places.set(position.size(), symmetry);
        targets.write(game, usize::from(*turn), &position, writer, row);
        true
    }
}

fn replay(game: &Record, turn: usize) -> Option<Position> {
    let size = game.size().ok()?;
    let mut position = game.start().ok()?;
    for mv in game.opening.iter().chain(game.turns.iter().take(turn).map(|t| &t.mv)) {
        position.play_legal(decode(*mv, size)?);
    }
    Some(position)
}

impl Targets {
    fn write(&mut self, game: &Record, turn: usize, position: &Position, writer: &Writer, row: usize) {
        let (size, mover) = (position.size(), position.to_move());
        let Writer { places, .. } = writer;
        let points = size.points();
        let sign = mover.sign() as f32;
        self.result_known[row] = 1.0;
        let visits = &game.turns[turn].visits;
        let total: f32 = visits.iter().map(|(_, n)| f32::from(*n)).sum();
        for (mv, n) in visits {
            let Some(mv) = decode(*mv, size) else { continue };
            let place = mv.point().map_or(points, |p| places.of(p));
            self.policy[row * (points + 1) + place] = f32::from(*n) / total;
        }
        if let Some(next) = game.turns.get(turn + 1) {
            let played = [(next.mv, 1)];
            let answers = if next.visits.is_empty() { &played[..] } else { &next.visits };
            let on_board = || answers.iter().filter(|(mv, _)| usize::from(*mv) < points);
            let total: f32 = on_board().map(|(_, n)| f32::from(*n)).sum();
            for (mv, n) in on_board() {
                if let Some(p) = decode(*mv, size).and_then(Move::point) {
                    self.opponent_policy[row * points + places.of(p)] = f32::from(*n) / total;
                }
            }
        }
        if let Some(teacher_target) = &game.turns[turn].teacher_target {
            self.result[row] = game.turns[turn].win_rate;
            self.bonus[row] = -sign * Komi::from_halves(teacher_target.komi_halves).points() as f32;
            self.counted[row] = 1.0;
            self.lead[row] = sign * game.turns[turn].black_lead;
            for (p, owner) in size.iter().zip(&teacher_target.ownership) {
                self.ownership[row * points + places.of(p)] = sign * f32::from(*owner) / f32::from(i8::MAX);
            }
            return;
        }
        self.result[row] = game.result(mover);
        // What is settled is no matter of the network's: the evaluator adds it.
        let settled = position.settled_lead() as f32;
        self.bonus[row] = sign * (settled - game.komi().points() as f32);
        if let Ending::Counted { ownership, black_lead } = &game.ending {
            self.counted[row] = 1.0;
            self.lead[row] = sign * (black_lead - settled);
            for (p, owner) in size.iter().zip(ownership) {
                self.ownership[row * points + places.of(p)] = sign * f32::from(*owner);
            }
        }
    }
}
