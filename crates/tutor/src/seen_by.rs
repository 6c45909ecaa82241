//! Whether players of about the same rank would have seen something better than a move.

use board::{Colour, Move, Position, Rank, Symmetry};
use evaluation::Lead;
use partner::Evaluators;
use review::{Findability, FoundMove, PeoplesMove, peoples_moves};
use search::Snapshot;
use serde::{Deserialize, Serialize};
use speech::Difficulty;

/// Points from which on a mistake is always told.
const LARGE: f32 = 8.0;
/// What stronger players see less often is not made a lesson.
const SELDOM: f32 = 1.0 / 3.0;
/// Visits with which a search has looked at a move.
const LOOKED_AT: u64 = 4;
/// Parts of a mistake's points that a first impression does not tell from the half, which is clearly better.
const UNCLEAR: std::ops::Range<f32> = 0.25..0.75;
/// A move that may lose everything.
const LOST: f32 = 1_000.0;

/// How often players would have seen something better, at least and at most. The game's search has not looked at every move
/// that people play, and a network's first impression of a move may be wrong.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct SeenBy {
    least: Findability,
    most: Findability,
}

/// A move of a player whose rank is known.
pub struct Asked<'a> {
    /// Moves before it.
    pub after: usize,
    pub rank: Rank,
    pub colour: Colour,
    pub played: Move,
    /// Before the move.
    pub position: &'a Position,
    /// What the search saw there, and what its best move promised.
    pub before: &'a Snapshot,
    pub best: Lead,
    /// The lead after the move.
    pub lead: Lead,
}

/// Moves that people would play, with the lead after each: at worst, and at best.
type Bounds = [Vec<(PeoplesMove, Lead)>; 2];

impl Asked<'_> {
    /// Who would have seen something better; `None` where nobody can tell.
    pub fn seen_by(&self, points: f32, evaluators: &Evaluators) -> Option<SeenBy> {
        let of = |moves: &[(PeoplesMove, Lead)]| {
            Findability::of(self.after, self.rank, self.colour, self.best, points, moves)
        };
        let [worst, best] = self.bounds(points, evaluators)?;
        Some(SeenBy { least: of(&worst)?, most: of(&best)? })
    }

    /// Whether few players of the rank find the move, even if all that was not looked at is as good.
    pub fn is_hard(&self, evaluators: &Evaluators) -> bool {
        let bounds = self.bounds(0.0, evaluators);
        let hard = |[_, best]: Bounds| FoundMove::of(self.after, self.rank, self.colour, self.best, &best);
        bounds.and_then(hard).is_some()
    }

    fn bounds(&self, points: f32, evaluators: &Evaluators) -> Option<Bounds> {
        let moves = peoples_moves(evaluators.human()?, self.position, self.rank, Some(self.played)).ok()?;
        let mut bounds: Bounds = [Vec::new(), Vec::new()];
        for m in moves {
            let [worst, best] = self.leads(m.mv, points, evaluators);
            bounds[0].push((m, worst));
            bounds[1].push((m, best));
        }
        Some(bounds)
    }

    /// The lead after a move, at worst and at best.
    fn leads(&self, mv: Move, points: f32, evaluators: &Evaluators) -> [Lead; 2] {
        let looked_at = self.before.candidate(mv).filter(|candidate| candidate.visits >= LOOKED_AT);
        if mv == self.played {
            return [self.lead; 2];
        }
        if let Some(candidate) = looked_at {
            return [candidate.lead; 2];
        }
        let lost = Lead::for_side(self.colour, self.best.of(self.colour) - LOST);
        let mut after = self.position.clone();
        after.set_to_move(self.colour);
        if after.play(mv).is_err() || after.is_over() {
            return [lost; 2];
        }
        // What the network thinks at first of a move that the search did not care for: only where it is far from the line
        // between clearly better moves and the others is it believed.
        match evaluators.raw(&after, Symmetry::IDENTITY, None) {
            Some(Ok(raw)) => {
                let lead = Lead::for_side(Colour::White, raw.white_lead);
                let cost = self.best.of(self.colour) - lead.of(self.colour);
                if UNCLEAR.contains(&(cost / points)) { [lost, self.best] } else { [lead; 2] }
            }
            _ => [lost, self.best],
        }
    }
}

impl SeenBy {
    /// What can be said of it in any case.
    pub fn difficulty(&self) -> Option<Difficulty> {
        self.least.difficulty().filter(|_| self.least.difficulty() == self.most.difficulty())
    }

    /// The rank of players who would rarely have seen something better either, if there is no lesson in a mistake of so
    /// many points.
    pub fn beyond(&self, points: f32) -> Option<Rank> {
        (points < LARGE && self.most.stronger < SELDOM).then(|| self.most.stronger_rank())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seen_by(least: (f32, f32), most: (f32, f32)) -> SeenBy {
        let rank: Rank = "12k".parse().unwrap();
        let of = |(own, stronger)| Findability { after: 3, rank, own, stronger };
        SeenBy { least: of(least), most: of(most) }
    }

    #[test]
    fn only_what_is_so_in_any_case_is_said() {
        let up = "8k".parse().unwrap();
        assert_eq!(seen_by((0.3, 0.7), (0.4, 0.8)).difficulty(), Some(Difficulty::Usual { rank: up }));
        assert_eq!(seen_by((0.3, 0.4), (0.4, 0.8)).difficulty(), None);
        assert_eq!(seen_by((0.1, 0.1), (0.1, 0.2)).difficulty(), Some(Difficulty::Hard { rank: up }));
    }

    #[test]
    fn large_mistakes_are_always_told() {
        let (hard, unclear) = (seen_by((0.0, 0.1), (0.1, 0.2)), seen_by((0.0, 0.1), (0.1, 0.5)));
        assert_eq!(hard.beyond(7.9), Some("8k".parse().unwrap()));
        assert_eq!((hard.beyond(8.0), unclear.beyond(3.0)), (None, None));
    }
}
