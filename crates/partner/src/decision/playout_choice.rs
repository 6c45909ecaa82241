//! The choice after a search with playouts.
//!
//! A search counts wins: once a game is decided, it hardly cares where it plays. A person expects the engine to fill
//! neutral points where they count, to leave settled territory alone and to pass in time.

use board::{Colour, Move, Point, Position, Score, Scoring};
use evaluation::EvaluationError;
use search::{Candidate, Snapshot};

use super::Reason;
use crate::dead_stones::{FinalStatus, StoneStatus};

/// What a move is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Purpose {
    /// An ordinary move.
    Game,
    /// The players disagree about dead stones: capture them, then pass.
    Cleanup,
}

/// The position after a pass, with the other side to move.
pub struct AfterPass {
    /// The board as the other side's search sees it.
    pub status: FinalStatus,
    /// The other side's search.
    pub snapshot: Snapshot,
}

/// What a pass may seem to cost, given that the search is not exact.
const PASS_RATE: f32 = 0.02;
const PASS_LEAD: f32 = 0.5;
/// The win rate from which a game counts as won, and how certain every point must be to end it then.
const WON: f32 = 0.9;
const CLEAR_ENOUGH: f32 = 0.55;
/// While something is open, a move may be this much worse than a pass and is still preferred.
const RATHER_PLAY: f32 = 0.05;
/// The win rate from which it is better to play on than to pass into a lost count.
const STILL_A_GAME: f32 = 0.15;

/// Chooses a move for the side to move. `after_pass` searches the position with the other side to move; it is only
/// called when a pass is considered.
pub fn choose(
    position: &Position,
    snapshot: &Snapshot,
    status: &FinalStatus,
    purpose: Purpose,
    after_pass: &mut dyn FnMut() -> Result<AfterPass, EvaluationError>,
) -> Result<(Move, Reason), EvaluationError> {
    let mut chooser = Chooser { position, snapshot, status, purpose, after_pass, passed: None };
    chooser.choose()
}

struct Chooser<'a> {
    position: &'a Position,
    snapshot: &'a Snapshot,
    status: &'a FinalStatus,
    purpose: Purpose,
    after_pass: &'a mut dyn FnMut() -> Result<AfterPass, EvaluationError>,
    passed: Option<AfterPass>,
}

impl Chooser<'_> {
    fn choose(&mut self) -> Result<(Move, Reason), EvaluationError> {
        if self.position.legal_moves().next() == Some(Move::Pass) {
            return Ok((Move::Pass, Reason::OnlyMove));
        }
        if let Some(score) = self.winning_end()? {
            return Ok((Move::Pass, Reason::PassWinning(score)));
        }
        if let Some(p) = self.capture_of_dead_stones() {
            return Ok((Move::Play(p), Reason::CapturesDeadStones));
        }
        let best = self.snapshot.best();
        if best.point().is_some_and(|p| self.is_of_use(p) || self.status.is_early()) {
            return Ok((best, Reason::MostVisited));
        }
        if self.status.is_early() || !self.pass_costs_nothing()? {
            return Ok(match best {
                Move::Pass => self.pass_or_fight(),
                Move::Play(_) => (best, Reason::MostVisited),
            });
        }
        Ok(match self.neutral_point() {
            Some(p) => (Move::Play(p), Reason::FillsDame),
            None => (Move::Pass, Reason::NothingLeft),
        })
    }

    fn side(&self) -> Colour {
        self.snapshot.to_move
    }

    fn area(&self) -> bool {
        self.position.rules().scoring == Scoring::Area
    }

    /// Whether stones count as alive until they are captured.
    fn strict(&self) -> bool {
        self.purpose == Purpose::Cleanup || self.position.rules().counts_as_it_stands()
    }

    /// Whether a pass would be the second in a row.
    fn ends_game(&self) -> bool {
        self.position.passes() == 1 && self.position.moves().last().is_some_and(|(c, _)| *c != self.side())
    }

    /// The result if the game ended with this pass, when it is a win.
    fn winning_end(&mut self) -> Result<Option<Score>, EvaluationError> {
        if !self.ends_game() || self.purpose == Purpose::Cleanup {
            return Ok(None);
        }
        let side = self.side();
        let wins = |score: &Score| score.winner() == Some(side);
        if self.strict() {
            return Ok(Some(self.position.area_score()).filter(wins));
        }
        let position = self.position;
        // A game that is won anyway need not be settled to the last point.
        let won = self.snapshot.candidates.first().is_some_and(|c| c.win_rate.of(side) >= WON);
        let clear = |s: &FinalStatus| s.is_quiet() || (won && s.certainty() >= CLEAR_ENOUGH);
        let now = self.status.score(position);
        if !clear(self.status) || !wins(&now) {
            return Ok(None);
        }
        // The other side must agree, or it would play on.
        let after = &self.after_pass()?.status;
        let later = after.score(position);
        Ok((clear(after) && wins(&later)).then_some(later))
    }

    fn after_pass(&mut self) -> Result<&AfterPass, EvaluationError> {
        let known = match self.passed.take() {
            Some(known) => known,
            None => (self.after_pass)()?,
        };
        Ok(self.passed.insert(known))
    }

    /// A move that captures dead enemy stones, where the count would take them as alive.
    fn capture_of_dead_stones(&self) -> Option<Point> {
        let side = self.side();
        let wins_as_it_stands = self.position.area_score().winner() == Some(side);
        let must = match self.purpose {
            Purpose::Cleanup => true,
            Purpose::Game => self.strict() && self.status.is_quiet() && !wins_as_it_stands,
        };
        if !must {
            return None;
        }
        let board = self.position.board();
        let mut moves: Vec<(usize, u64, Point)> = Vec::new();
        for stone in self.status.dead_of(board, side.other()) {
            let liberties = board.liberties(stone);
            for p in liberties.iter() {
                if self.position.is_legal(Move::Play(p))
                    && !board.around(p).is_eye_of(side)
                    && self.is_safe(p)
                {
                    let visits = self.snapshot.candidate(Move::Play(p)).map_or(0, |c| c.visits);
                    moves.push((liberties.len(), u64::MAX - visits, p));
                }
            }
        }
        moves.into_iter().min().map(|(_, _, p)| p)
    }

    /// Whether a stone there cannot be captured at once.
    fn is_safe(&self, p: Point) -> bool {
        let mut board = self.position.board().clone();
        board.play(p, self.side());
        !board.is_empty(p) && board.liberties_up_to(p, 2) >= 2
    }

    /// Whether a stone there can change the count.
    fn is_of_use(&self, p: Point) -> bool {
        if self.status.dame().contains(p) { self.area() } else { !self.status.is_pointless(p) }
    }

    /// A neutral point that is worth filling.
    fn neutral_point(&self) -> Option<Point> {
        let beside_seki = |p: Point| {
            p.neighbours()
                .iter()
                .any(|n| self.position.size().contains(*n) && self.status.of_stone(*n) == StoneStatus::Seki)
        };
        let worth = |p: &Point| {
            self.area() && self.position.is_legal(Move::Play(*p)) && !beside_seki(*p) && self.is_safe(*p)
        };
        let visits = |p: &Point| self.snapshot.candidate(Move::Play(*p)).map_or(0, |c| c.visits);
        self.status.dame().iter().filter(worth).max_by_key(visits)
    }

    /// The search wants to pass. It should not while something is open and moves are as good, nor if that loses a game
    /// that can still be won.
    fn pass_or_fight(&self) -> (Move, Reason) {
        let side = self.side();
        let quiet = self.status.is_quiet();
        let pass = (Move::Pass, if quiet { Reason::NothingLeft } else { Reason::PassIsBest });
        let rate = |c: &Candidate| c.win_rate.of(side);
        let Some(other) = self.snapshot.candidates.iter().find(|c| c.mv != Move::Pass) else { return pass };
        let pass_rate = self.snapshot.candidate(Move::Pass).map_or(0.0, rate);
        let as_good = !quiet && rate(other) >= pass_rate - RATHER_PLAY && rate(other) >= STILL_A_GAME;
        let strict = self.strict();
        let counted = if strict { self.position.area_score() } else { self.status.score(self.position) };
        let lost = self.ends_game() && counted.winner() == Some(side.other());
        if as_good || (lost && rate(other) >= STILL_A_GAME) { (other.mv, Reason::MostVisited) } else { pass }
    }

    /// Whether the other side gains nothing from an extra move.
    fn pass_costs_nothing(&mut self) -> Result<bool, EvaluationError> {
        if self.purpose == Purpose::Cleanup {
            return Ok(true);
        }
        let (side, position) = (self.side(), self.position);
        let now = self.status.score(position).for_side(side);
        let best = self.snapshot.candidates.first().map(|c| (c.win_rate.of(side), c.lead.of(side)));
        if self.strict() && self.ends_game() && position.area_score().winner() != Some(side) {
            // A count of the board as it stands would lose: play on if there is a chance.
            return Ok(best.is_none_or(|(rate, _)| rate < STILL_A_GAME));
        }
        let quiet = self.status.is_quiet();
        let after = self.after_pass()?;
        if !quiet || !after.status.is_quiet() {
            // Something may be open without being worth a move: the search decides.
            let rate = after.snapshot.win_rate.of(side);
            let lead = after.snapshot.lead.of(side);
            return Ok(best.is_some_and(|(r, l)| rate >= r - PASS_RATE && lead >= l - PASS_LEAD));
        }
        Ok(after.status.score(position).for_side(side) >= now)
    }
}

#[cfg(test)]
mod tests;
