//! Whom a partner plays with, as far as the moves of the game tell.

use board::{Colour, Move, Position, Rank};
use evaluation::EvaluationError;
use network::Profile;
use search::Snapshot;

use super::Session;

/// The ranks under which moves are looked at, in steps above 30 kyu. The likelihood changes slowly from rank to rank.
const RANKS: [u8; 8] = [3, 8, 13, 17, 21, 25, 29, 34];
/// What is expected before the first move, in steps: a mean, if nothing is known of the opponent, and a standard deviation.
const USUAL: u8 = 19;
const DEVIATION: f64 = 7.0;
/// Moves of a game are alike, so each counts as this much of an independent one.
const INDEPENDENCE: f64 = 0.7;
/// The fewest ranks by which a partner changes its idea of the other: every change costs the tree.
const STEP: u8 = 3;

/// What the opponent's moves so far say about their rank.
#[derive(Clone, Debug)]
pub(crate) struct OpponentRank {
    colour: Colour,
    /// The rank that was expected, in steps.
    expected: u8,
    /// Moves of the game that were looked at.
    seen: Vec<(Colour, Move)>,
    log_p: [f64; RANKS.len()],
    /// Points that their moves lost, as far as the searches before and after them tell, and how many moves these are.
    lost: (f64, f64),
}

impl OpponentRank {
    fn new(colour: Colour, expected: Option<Rank>) -> OpponentRank {
        let expected = expected.map_or(USUAL, |rank| rank.steps());
        OpponentRank { colour, expected, seen: Vec::new(), log_p: [0.0; RANKS.len()], lost: (0.0, 0.0) }
    }

    /// The mean of the posterior distribution.
    pub fn rank(&self) -> Rank {
        let log_weight = |place: usize| {
            let away = (f64::from(RANKS[place]) - f64::from(self.expected)) / DEVIATION;
            INDEPENDENCE * self.log_p[place] - 0.5 * away * away
        };
        let most = (0..RANKS.len()).map(log_weight).fold(f64::NEG_INFINITY, f64::max);
        let (mut sum, mut all) = (0.0, 0.0);
        for (place, rank) in RANKS.into_iter().enumerate() {
            let weight = (log_weight(place) - most).exp();
            sum += weight * f64::from(rank);
            all += weight;
        }
        Rank::nearest((sum / all) as f32)
    }
}

impl OpponentRank {
    /// Points that a move of theirs may be expected to lose.
    pub fn loss_per_move(&self) -> f32 {
        let by_rank = LOSS_OF_12K * ((STEPS_OF_12K - f64::from(self.rank().steps())) / RANKS_PER_E).exp();
        let (sum, moves) = self.lost;
        ((by_rank * KNOWN_MOVES + sum) / (KNOWN_MOVES + moves)) as f32
    }
}

/// What a move of a 12 kyu usually loses, with what one may count for, and by how many ranks it takes to lose e times less.
const LOSS_OF_12K: f64 = 1.3;
const STEPS_OF_12K: f64 = 18.0;
const RANKS_PER_E: f64 = 16.0;
/// The weight of what is usual for a rank, in moves. Ranks say more than the few moves of a game, of which one may lose
/// much.
const KNOWN_MOVES: f64 = 10.0;
/// What one move may count for. A huge blunder does not make the next one likely, and where a search was wrong about its
/// own move, as it is against strong programs, that counts as much as a mistake of theirs.
const LARGEST: f64 = 4.0;

impl Session {
    /// Takes note of what the opponent's last move lost: the difference between what the search expected before it and
    /// what it sees now.
    pub(super) fn note_loss(&mut self, position: &Position, snapshot: &Snapshot) {
        let side = position.to_move();
        let expected = self
            .last
            .as_ref()
            .filter(|last| last.colour == side && last.position.moves().len() + 2 == position.moves().len());
        let expected = expected.and_then(|last| last.table.chosen()).map(|row| row.lead.of(side));
        let (Some(expected), Some(opponent)) = (expected, &mut self.opponent) else { return };
        let now = snapshot.candidates.iter().map(|c| c.lead.of(side)).next().unwrap_or(expected);
        opponent.lost.0 += f64::from(now - expected).clamp(-LARGEST, LARGEST);
        opponent.lost.1 += 1.0;
    }

    /// About what rank the opponent is expected to have, before any move of theirs tells.
    pub fn expect_opponent(&mut self, rank: Rank) {
        self.expected_opponent = Some(rank);
    }

    /// Looks at the opponent's moves since the last time, and imitates people of their rank from now on.
    pub(super) fn follow_opponent(&mut self, colour: Colour) -> Result<(), EvaluationError> {
        if !self.settings.control.steering.follows_rank || !self.controls() {
            return Ok(());
        }
        let Some(human) = self.evaluators.human().cloned() else { return Ok(()) };
        let moves = self.game.moves();
        let other = colour.other();
        let known =
            self.opponent.take().filter(|known| known.colour == other && moves.starts_with(&known.seen));
        let mut known = known.unwrap_or_else(|| OpponentRank::new(other, self.expected_opponent));
        let mut game = self.game.after(known.seen.len());
        for (mover, mv) in &moves[known.seen.len()..] {
            game.set_to_move(*mover);
            if *mover == other && *mv != Move::Pass {
                for (rank, log_p) in RANKS.into_iter().zip(&mut known.log_p) {
                    let output =
                        human.evaluate(game.position(), &profile(Rank::nearest(rank.into())), self.seed)?;
                    *log_p += f64::from(output.prior_of(game.size(), *mv).max(1e-4).ln());
                }
            }
            if game.play(*mover, *mv).is_err() {
                break;
            }
        }
        known.seen = moves.to_vec();
        let rank = known.rank();
        self.opponent = Some(known);
        let imitated = self.settings.nn.human_profile.as_deref().and_then(|name| name.strip_prefix("rank_"));
        let imitated: Option<Rank> = imitated.and_then(|name| name.parse().ok());
        if imitated.is_none_or(|now| now.steps().abs_diff(rank.steps()) >= STEP) {
            self.settings.nn.human_profile = Some(format!("rank_{rank}"));
            self.rebuild();
        }
        Ok(())
    }
}

fn profile(rank: Rank) -> Profile {
    // Every rank is a profile.
    format!("rank_{rank}").parse().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn likelihood_moves_the_rank() {
        let unknown = OpponentRank::new(Colour::White, None);
        assert!((17..=21).contains(&unknown.rank().steps()), "{}", unknown.rank());
        let mut strong = unknown.clone();
        // Ten nats for every rank up to the strongest.
        strong.log_p = std::array::from_fn(|place| 10.0 * place as f64);
        assert!(strong.rank().steps() >= 33, "{}", strong.rank());
        let mut weak = unknown.clone();
        weak.log_p = std::array::from_fn(|place| -10.0 * place as f64);
        assert!(weak.rank().steps() <= 4, "{}", weak.rank());
        assert!(weak.loss_per_move() > 2.0 * strong.loss_per_move());
    }

    #[test]
    fn what_is_expected_counts_until_moves_tell() {
        let beginner = OpponentRank::new(Colour::White, Rank::kyu(25));
        assert!((3..=9).contains(&beginner.rank().steps()), "{}", beginner.rank());
        let mut strong = beginner.clone();
        strong.log_p = std::array::from_fn(|place| 10.0 * place as f64);
        assert!(strong.rank().steps() >= 30, "{}", strong.rank());
    }

    #[test]
    fn what_moves_lost_counts_more_than_the_rank() {
        let mut blunders = OpponentRank::new(Colour::White, None);
        let before = blunders.loss_per_move();
        blunders.lost = (80.0, 20.0);
        assert!(blunders.loss_per_move() > 3.0 && before < 2.0, "{before}");
        blunders.lost = (-20.0, 20.0);
        assert!(blunders.loss_per_move() < 0.0, "who finds more than the search is not waited for");
    }
}
