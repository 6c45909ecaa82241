//! The built-in expert: many quick games.

use board::Colour;
use evaluation::{Evaluation, Evaluator, Lead, Query};
use playout::{PlayoutEvaluator, Policy};

use super::{Expert, ExpertError, Unfinished, on_threads};

/// The mean of guided playouts.
pub struct Playouts {
    /// Per game.
    playouts: u32,
    threads: usize,
}

impl Playouts {
    pub fn new(playouts: u32, threads: usize) -> Playouts {
        Playouts { playouts, threads }
    }

    fn outcome(&self, game: &Unfinished, policy: &Policy) -> Result<Lead, ExpertError> {
        let mut evaluator = PlayoutEvaluator::new(policy.clone(), game.seed);
        let mut out = [Evaluation::blank()];
        let mut sum = 0.0;
        for _ in 0..self.playouts {
            let query = Query { position: &game.position, wants_priors: false, at_root: false };
            evaluator.evaluate(&[query], &mut out)?;
            sum += out[0].curve.board_lead().of(Colour::Black);
        }
        Ok(Lead::for_side(Colour::Black, sum / self.playouts as f32))
    }
}

impl Expert for Playouts {
    fn outcomes(&mut self, games: &[Unfinished]) -> Result<Vec<Lead>, ExpertError> {
        let policy = Policy::guided();
        on_threads(self.threads, games, |game| self.outcome(game, &policy))?.into_iter().collect()
    }
}
