//! The first moves of a game, drawn from the policy alone.
//!
//! A network that only plays against itself knows its own openings and little else; other players lead it elsewhere.

use board::{Komi, Move, Position};
use evaluation::{Evaluation, Query};
use game_runner::weighted;
use rand::Rng;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::komi::draw;
use crate::settings::PolicyInitSettings;

/// An opening that is being played.
pub(crate) struct PolicyInit {
    left: usize,
    answer: Option<Evaluation>,
}

impl PolicyInit {
    /// None if the game starts at once.
    pub fn draw(settings: &PolicyInitSettings, random: &mut Xoshiro256PlusPlus) -> Option<PolicyInit> {
        let left = (-random.random_range(1e-9..1.0f64).ln() * settings.avg_moves) as usize;
        (left > 0).then_some(PolicyInit { left, answer: None })
    }

    /// What has to be evaluated before the next move.
    pub fn query<'a>(&self, position: &'a Position) -> Option<Query<'a>> {
        self.answer.is_none().then_some(Query { position, wants_priors: true, at_root: true })
    }

    pub fn apply(&mut self, evaluation: &Evaluation) {
        self.answer = Some(evaluation.clone());
    }

    /// The next move, or the komi of the game that starts now.
    pub fn next(
        &mut self,
        position: &Position,
        settings: &PolicyInitSettings,
        komi_spread: f64,
        random: &mut Xoshiro256PlusPlus,
    ) -> Result<Move, Komi> {
        let Some(said) = self.answer.take() else { return Err(position.komi()) };
        let is_random = random.random::<f64>() < settings.random_move_prob;
        let weight = |prior: f32| match is_random {
            true => 1.0,
            false => f64::from(prior.max(0.0)).powf(1.0 / settings.temperature),
        };
        // Two passes would end the game.
        let points = said.priors.iter().filter(|(mv, _)| mv.point().is_some());
        let points: Vec<(Move, f64)> = points.map(|(mv, prior)| (*mv, weight(*prior))).collect();
        if self.left == 0 || points.is_empty() {
            return Err(draw(&said.curve, komi_spread, position.size().points(), random));
        }
        self.left -= 1;
        let point = random.random::<f64>() * points.iter().map(|(_, weight)| weight).sum::<f64>();
        let drawn = weighted(&points, |(_, weight)| *weight, point);
        Ok(drawn.or(points.last()).map_or(Move::Pass, |(mv, _)| *mv))
    }
}
