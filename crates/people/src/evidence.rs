//! What the moves of a person say about their rank.

use std::sync::Arc;

use board::{Colour, Game as Moves, Move, Position, Symmetry};
use network::{
    Backend, EvaluatorError, EvaluatorSettings, LoadError, NetworkEvaluator, NetworkOutput, Pace, Players,
    Server, Value,
};
use nn::{ExecutorError, ExecutorKind};
use serde::{Deserialize, Serialize};

use crate::prediction::Prediction;

/// The ranks under which a human network looks at every move, in steps above 30 kyu. The likelihood changes
/// slowly from rank to rank.
pub const RANKS: [f32; 8] = [2.0, 8.0, 14.0, 18.0, 22.0, 26.0, 30.0, 35.0];

/// Losses are cut off here, in points: one huge blunder, or one error of the network, says little about a rank.
const LOSSES: std::ops::RangeInclusive<f64> = -10.0..=20.0;
/// And ln p of a network that does not know how people play.
const LEAST_LOG_P: f64 = -9.0;
/// A large mistake, in points.
const LARGE: f64 = 5.0;

/// Sums over moves of one person. Evidence from several games adds up.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Evidence {
    pub moves: f64,
    /// ln p of the moves under each of [`RANKS`].
    pub log_p: [f64; RANKS.len()],
    /// ln p by a strong policy, which knows no ranks.
    pub plain_log_p: f64,
    /// Moves that were its first choice.
    pub plain_first: f64,
    /// Points that moves lost, as that network values the positions before and after them.
    pub loss: f64,
    pub large_losses: f64,
}

impl Evidence {
    pub fn add(&mut self, other: &Evidence) {
        self.moves += other.moves;
        self.log_p.iter_mut().zip(other.log_p).for_each(|(sum, x)| *sum += x);
        self.plain_log_p += other.plain_log_p;
        self.plain_first += other.plain_first;
        self.loss += other.loss;
        self.large_losses += other.large_losses;
    }
}

/// Looks at games with a human network and with one that plays for itself.
pub struct Examiner {
    human: NetworkEvaluator,
    plain: NetworkEvaluator,
    outputs: Vec<NetworkOutput>,
}

/// Why the networks inside cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum ExaminerError {
    #[error(transparent)]
    Load(#[from] LoadError),
    #[error(transparent)]
    Executor(#[from] ExecutorError),
    #[error(transparent)]
    Evaluator(#[from] EvaluatorError),
}

/// Positions that a network evaluates at once.
const BATCH: usize = 32;

/// A move to look at, and the position before it.
struct Turn<'a> {
    position: &'a Position,
    colour: Colour,
    played: Move,
}

impl Examiner {
    pub fn new(human: &Backend, plain: &Backend) -> Result<Examiner, EvaluatorError> {
        let evaluator = |backend| NetworkEvaluator::new(backend, EvaluatorSettings::default(), 0);
        Ok(Examiner { human: evaluator(human)?, plain: evaluator(plain)?, outputs: Vec::new() })
    }

    /// With the networks inside, for which [`Calibration::included`](crate::Calibration::included) is made.
    pub fn included() -> Result<Examiner, ExaminerError> {
        let backend = |name| -> Result<Backend, ExaminerError> {
            Ok(Backend::new(ExecutorKind::default(), Arc::new(network::load(name)?))?)
        };
        Ok(Examiner::new(&backend(network::HUMAN)?, &backend(network::DEFAULT)?)?)
    }

    /// What the moves of a game say about the players who are asked for, by [`Colour::index`]. Passes say
    /// nothing.
    pub fn examine(&mut self, game: &Moves, asked: [bool; 2]) -> Result<[Evidence; 2], EvaluatorError> {
        let positions = positions(game);
        let turns: Vec<Turn> = game
            .moves()
            .iter()
            .zip(&positions)
            .map(|((colour, played), position)| Turn { position, colour: *colour, played: *played })
            .collect();
        let counts = |turn: &Turn| asked[turn.colour.index()] && turn.played != Move::Pass;
        let mut evidence = [Evidence::default(); 2];
        self.value(&positions, &turns, counts, &mut evidence)?;
        let turns: Vec<Turn> = turns.into_iter().filter(counts).collect();
        for turns in turns.chunks(BATCH) {
            self.likelihood(turns, &mut evidence)?;
        }
        Ok(evidence)
    }

    /// What moves cost, and how a strong policy likes them.
    fn value(
        &mut self,
        positions: &[Position],
        turns: &[Turn],
        counts: impl Fn(&Turn) -> bool,
        evidence: &mut [Evidence; 2],
    ) -> Result<(), EvaluatorError> {
        // For Black.
        let mut leads = Vec::with_capacity(positions.len());
        for (number, batch) in positions.chunks(BATCH).enumerate() {
            let queries: Vec<_> =
                batch.iter().map(|position| (position, Players::default(), Symmetry::IDENTITY)).collect();
            self.plain.policies(&queries, &mut self.outputs)?;
            leads.extend(self.outputs.iter().map(lead_for_black));
            for (turn, output) in turns.iter().skip(number * BATCH).zip(&self.outputs) {
                if counts(turn) {
                    let prediction = Prediction::new(output, turn.played, turn.position.size());
                    let sums = &mut evidence[turn.colour.index()];
                    sums.moves += 1.0;
                    sums.plain_log_p += prediction.log_p.max(LEAST_LOG_P);
                    sums.plain_first += f64::from(u8::from(prediction.is_first));
                }
            }
        }
        for (turn, leads) in turns.iter().zip(leads.windows(2)).filter(|(turn, _)| counts(turn)) {
            let lost = f64::from(turn.colour.sign()) * (leads[0] - leads[1]);
            let lost = lost.clamp(*LOSSES.start(), *LOSSES.end());
            let sums = &mut evidence[turn.colour.index()];
            sums.loss += lost;
            sums.large_losses += f64::from(u8::from(lost >= LARGE));
        }
        Ok(())
    }

    /// How likely the moves are for people of each rank.
    fn likelihood(&mut self, turns: &[Turn], evidence: &mut [Evidence; 2]) -> Result<(), EvaluatorError> {
        for (place, rank) in RANKS.into_iter().enumerate() {
            let queries: Vec<_> = turns
                .iter()
                .map(|turn| (turn.position, against_a_program(turn.colour, rank), Symmetry::IDENTITY))
                .collect();
            self.human.policies(&queries, &mut self.outputs)?;
            for (turn, output) in turns.iter().zip(&self.outputs) {
                let prediction = Prediction::new(output, turn.played, turn.position.size());
                evidence[turn.colour.index()].log_p[place] += prediction.log_p;
            }
        }
        Ok(())
    }
}

/// Every game is looked at as if it had been played on OGS against a program, as the games were that estimates
/// are calibrated with: ranks are then those of OGS. The other's rank is not told, because it would tell much about the
/// person's own.
fn against_a_program(colour: Colour, rank: f32) -> Players {
    let mut players = Players { server: Some(Server::Ogs), pace: Some(Pace::Live), ..Players::default() };
    players.ranks[colour.index()] = Some(rank);
    players.programs[colour.other().index()] = true;
    players
}

fn lead_for_black(output: &NetworkOutput) -> f64 {
    let lead = match output.value {
        Value::Curve { board_lead, .. } => board_lead,
        Value::KataGo(value) => value.lead,
    };
    f64::from(output.to_move.sign()) * f64::from(lead)
}

/// The positions before each move, and the last one.
fn positions(game: &Moves) -> Vec<Position> {
    let mut position = game.start().clone();
    let mut positions = Vec::with_capacity(game.moves().len() + 1);
    for (colour, played) in game.moves() {
        if position.is_over() {
            position.play_on();
        }
        position.set_to_move(*colour);
        positions.push(position.clone());
        position.play_legal(*played);
    }
    positions.push(position);
    positions
}
