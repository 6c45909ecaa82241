//! Looks at the moves of people with networks.

use std::sync::Arc;

use board::{Colour, Game as Moves, Move, Position, Symmetry};
use network::{
    Backend, EvaluatorError, EvaluatorSettings, LoadError, NetworkEvaluator, NetworkOutput, Pace, Players,
    Server,
};
use nn::{ExecutorError, ExecutorKind};

use crate::calibration::Calibration;
use crate::evidence::Evidence;
use crate::move_net::MoveNet;
use crate::observation::Observation;

/// The weak and the strong rank that a human network is told, in steps above 30 kyu: 17k and 3k. What makes a move
/// likelier for the one than for the other changes little from rank to rank, so two are enough.
pub const TOLD: [f32; 2] = [13.1, 26.9];

/// Positions that a network evaluates at once.
const BATCH: usize = 32;

/// Looks at moves with a human network and with one that plays for itself.
pub struct Examiner {
    /// What the moves say.
    strength: &'static MoveNet,
    plain: NetworkEvaluator,
    human: NetworkEvaluator,
    outputs: Outputs,
}

#[derive(Default)]
struct Outputs {
    plain: Vec<NetworkOutput>,
    told: [Vec<NetworkOutput>; TOLD.len()],
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

impl Examiner {
    pub fn new(human: &Backend, plain: &Backend) -> Result<Examiner, EvaluatorError> {
        let evaluator = |backend| NetworkEvaluator::new(backend, EvaluatorSettings::default(), 0);
        Ok(Examiner {
            strength: &Calibration::included().network,
            plain: evaluator(plain)?,
            human: evaluator(human)?,
            outputs: Outputs::default(),
        })
    }

    /// With the networks inside, for which [`Calibration::included`](crate::Calibration::included) is made.
    pub fn included() -> Result<Examiner, ExaminerError> {
        let backend = |name| -> Result<Backend, ExaminerError> {
            Ok(Backend::new(ExecutorKind::default(), Arc::new(network::load(name)?))?)
        };
        Ok(Examiner::new(&backend(network::HUMAN)?, &backend(network::DEFAULT)?)?)
    }

    /// What the moves of a game say about the players who are asked for, by [`Colour::index`].
    pub fn examine(&mut self, game: &Moves, asked: [bool; 2]) -> Result<[Evidence; 2], EvaluatorError> {
        let mut evidence = [Evidence::default(); 2];
        for colour in Colour::BOTH.into_iter().filter(|colour| asked[colour.index()]) {
            let seen = self.observe(game, colour)?;
            evidence[colour.index()] = Evidence::new(self.strength, &seen, game.size().width());
        }
        Ok(evidence)
    }

    /// What some moves say about whoever made them, each in the position before it, all on boards of one size. Passes say
    /// nothing. During a game it can be asked move by move, and the answers added.
    pub fn examine_moves(&mut self, turns: &[(&Position, Move)]) -> Result<Evidence, EvaluatorError> {
        let Some((position, _)) = turns.first() else { return Ok(Evidence::default()) };
        let seen = self.observe_moves(turns)?;
        Ok(Evidence::new(self.strength, &seen, position.size().width()))
    }

    /// What is seen in one player's moves of a game.
    pub(crate) fn observe(
        &mut self,
        game: &Moves,
        player: Colour,
    ) -> Result<Vec<Observation>, EvaluatorError> {
        let positions = positions(game);
        let turns = positions.iter().zip(game.moves()).map(|(position, (_, played))| (position, *played));
        let own: Vec<_> = turns.filter(|(position, _)| position.to_move() == player).collect();
        self.observe_moves(&own)
    }

    fn observe_moves(&mut self, turns: &[(&Position, Move)]) -> Result<Vec<Observation>, EvaluatorError> {
        let turns: Vec<_> = turns.iter().copied().filter(|(_, played)| *played != Move::Pass).collect();
        let mut seen = Vec::with_capacity(turns.len());
        for turns in turns.chunks(BATCH) {
            self.ask(turns)?;
            seen.extend(turns.iter().enumerate().map(|(row, (position, played))| {
                let told = self.outputs.told.each_ref().map(|told| &told[row]);
                Observation::new(position, *played, &self.outputs.plain[row], told)
            }));
        }
        Ok(seen)
    }

    fn ask(&mut self, turns: &[(&Position, Move)]) -> Result<(), EvaluatorError> {
        let queries = |players: &dyn Fn(Colour) -> Players| -> Vec<_> {
            let query = |(position, _): &(&Position, Move)| players(position.to_move());
            turns.iter().map(|turn| (turn.0, query(turn), &[Symmetry::IDENTITY][..])).collect()
        };
        self.plain.policies(&queries(&|_| Players::default()), &mut self.outputs.plain)?;
        for (rank, outputs) in TOLD.into_iter().zip(&mut self.outputs.told) {
            self.human.policies(&queries(&|colour| against_a_program(colour, rank)), outputs)?;
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

/// The positions before each move.
fn positions(game: &Moves) -> Vec<Position> {
    let mut position = game.start().clone();
    let mut positions = Vec::with_capacity(game.moves().len());
    for (colour, played) in game.moves() {
        if position.is_over() {
            position.play_on();
        }
        position.set_to_move(*colour);
        positions.push(position.clone());
        position.play_legal(*played);
    }
    positions
}
