//! An evaluator that plays positions out.

use board::{Board, Colour, Komi, Move, Point, Position, Scoring};
use evaluation::{Curve, Evaluation, EvaluationError, Evaluator, FirstMoves, Lead, Ownership, Query};

use crate::critical::Critical;
use crate::guided::play_guided;
use crate::observer::Observer;
use crate::policy::Policy;
use crate::priors::priors;
use crate::random::Random;
use crate::score::{final_lead, final_ownership};
use crate::uniform::play_uniform;

/// Evaluates a position with one playout.
pub struct PlayoutEvaluator {
    policy: Policy,
    random: Random,
    board: Board,
    critical: Critical,
}

impl PlayoutEvaluator {
    pub fn new(policy: Policy, seed: u64) -> PlayoutEvaluator {
        // Replaced by the first position, so any size works.
        let board = Position::new(smallest(), board::Rules::TROMP_TAYLOR, Komi::ZERO).board().clone();
        PlayoutEvaluator { policy, random: Random::new(seed), board, critical: Critical::new() }
    }

    fn play_out(&mut self, position: &Position, out: &mut Evaluation) {
        self.board.clone_from(position.board());
        let first = out.first_moves.get_or_insert_with(|| Box::new(FirstMoves::NONE));
        first.clear();
        if !position.is_over() {
            let last = position.last_move().and_then(Move::point);
            let mut observer = Notes(first);
            let (policy, random) = (&self.policy, &mut self.random);
            if policy.guided {
                let how = (policy, &self.critical);
                play_guided(&mut self.board, position.to_move(), last, how, random, &mut observer);
            } else {
                play_uniform(&mut self.board, position.to_move(), random, &mut observer);
            }
        }
        let lead = if position.is_over() { counted(&self.board) } else { final_lead(&self.board) };
        let lead = lead - territory_correction(position);
        out.curve = Curve::certain(Lead::for_side(Colour::Black, lead as f32));
        let ownership = out.ownership.get_or_insert_with(|| Box::new(Ownership::UNKNOWN));
        final_ownership(&self.board, ownership);
        if self.policy.looks_at_races() && !position.is_over() {
            let margin = f64::from(lead) - position.komi_with_bonus().points();
            let ahead = if margin > 0.0 { Colour::Black } else { Colour::White };
            self.critical.see(self.board.size(), ownership, (margin != 0.0).then_some(ahead));
        }
    }
}

/// Evaluators for finding fights, one per thread, each with its own seed.
pub fn evaluators(threads: usize, seed: u64) -> Vec<Box<dyn Evaluator>> {
    let evaluator = |i: usize| -> Box<dyn Evaluator> {
        Box::new(PlayoutEvaluator::new(Policy::guided().impartial(), seed.wrapping_add(i as u64)))
    };
    (0..threads).map(evaluator).collect()
}

fn smallest() -> board::Size {
    board::Size::square(2).expect("2 is a size")
}

/// A finished game is scored as it stands: every stone is alive.
fn counted(board: &Board) -> i32 {
    board.area().black_lead()
}

/// Playouts count area. Under territory rules, every stone that a player has placed, on the board or
/// captured, costs one point compared with area.
fn territory_correction(position: &Position) -> i32 {
    match position.rules().scoring {
        Scoring::Area => 0,
        Scoring::Territory => {
            let played = |c: Colour| (position.board().stones(c) + position.captures(c.other())) as i32;
            played(Colour::Black) - played(Colour::White)
        }
    }
}

struct Notes<'a>(&'a mut FirstMoves);

impl Observer for Notes<'_> {
    #[inline]
    fn played(&mut self, colour: Colour, p: Point) {
        self.0.note(colour, p);
    }
}

impl Evaluator for PlayoutEvaluator {
    fn evaluate(&mut self, queries: &[Query], out: &mut [Evaluation]) -> Result<(), EvaluationError> {
        for (query, out) in queries.iter().zip(out) {
            if query.wants_priors {
                priors(&self.policy, query.position, &self.critical, &mut out.priors);
            } else {
                out.priors.clear();
            }
            self.play_out(query.position, out);
        }
        Ok(())
    }
}
