//! What a player prefers: the kinds of moves that it plays more often than a network's policy expects.
//!
//! How many moves on the fourth line a game has is mostly a matter of how the game goes. What tells players apart is which
//! of the moves at hand they choose.

use partner::{Area, Contact, Features};

/// A kind of move: one of its lines, distances to the opponent's last move, contacts or areas.
pub(super) const KINDS: usize = LINES + DISTANCES + 4 + 3;
/// Lines further in count as the last.
const LINES: usize = 6;
/// The distances are up to 1, 2, … and beyond.
const DISTANCES: usize = 8;

/// A player's taste in openings, and later.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Taste {
    opening: Excess,
    later: Excess,
}

/// For each kind of move, how many more of them were played than expected, and of how many moves.
#[derive(Clone, PartialEq, Debug)]
struct Excess {
    more: [f64; KINDS],
    moves: f64,
}

impl Default for Excess {
    fn default() -> Excess {
        Excess { more: [0.0; KINDS], moves: 0.0 }
    }
}

impl Taste {
    /// Counts a move. `policy` has the moves at hand, and how likely each was; its sum need not be 1.
    pub fn add(&mut self, is_opening: bool, played: &Features, policy: &[(Features, f64)]) {
        let phase = if is_opening { &mut self.opening } else { &mut self.later };
        let all: f64 = policy.iter().map(|(_, prior)| prior).sum();
        phase.moves += 1.0;
        kinds(played).for_each(|kind| phase.more[kind] += 1.0);
        for (features, prior) in policy {
            kinds(features).for_each(|kind| phase.more[kind] -= prior / all);
        }
    }

    /// Per move.
    pub fn vector(&self) -> Vec<f64> {
        let per_move = |phase: &Excess| phase.more.map(|more| more / phase.moves.max(1.0));
        [&self.opening, &self.later].into_iter().flat_map(per_move).collect()
    }
}

/// The kinds that a move belongs to.
fn kinds(features: &Features) -> impl Iterator<Item = usize> {
    let line = features.line.clamp(1, LINES) - 1;
    let distance = features.squared_distance.map(|squared| {
        LINES + (1..DISTANCES).position(|most| squared <= most * most).unwrap_or(DISTANCES - 1)
    });
    let contact = match features.contact {
        Contact::Atari => 0,
        Contact::Touch => 1,
        Contact::Near => 2,
        Contact::Away => 3,
    };
    let area = match features.area {
        Area::Own => 0,
        Area::Open => 1,
        Area::Opponents => 2,
    };
    [line, LINES + DISTANCES + contact, LINES + DISTANCES + 4 + area].into_iter().chain(distance)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn features(line: usize, squared_distance: Option<usize>) -> Features {
        Features { line, squared_distance, contact: Contact::Away, area: Area::Opponents }
    }

    #[test]
    fn every_kind_has_its_place() {
        let found = |features| kinds(&features).collect::<Vec<_>>();
        assert_eq!(found(features(1, Some(1))), [0, 17, 20, 6]);
        assert_eq!(found(features(3, Some(4))), [2, 17, 20, 7]);
        assert_eq!(found(features(3, Some(5))), [2, 17, 20, 8]);
        assert_eq!(found(features(10, Some(324))), [5, 17, 20, 13]);
        assert_eq!(found(features(10, None)), [5, 17, 20]);
        let first = Features { contact: Contact::Atari, area: Area::Own, ..features(1, None) };
        assert_eq!(found(first), [0, 14, 18]);
        assert_eq!(KINDS, 21);
    }

    #[test]
    fn what_the_policy_expects_is_no_taste() {
        let (low, high) = (features(2, None), features(4, None));
        let mut taste = Taste::default();
        taste.add(true, &low, &[(low, 0.9)]);
        assert_eq!(taste.vector(), [0.0; 2 * KINDS], "there was no other move");
        // Twice as likely high, but played low.
        taste.add(true, &low, &[(low, 0.2), (high, 0.4)]);
        let found = taste.vector();
        assert!((found[1] - 1.0 / 3.0).abs() < 1e-9 && (found[3] + 1.0 / 3.0).abs() < 1e-9, "{found:?}");
        assert!(found.iter().enumerate().all(|(kind, more)| [1, 3].contains(&kind) || more.abs() < 1e-9));
        taste.add(false, &high, &[(low, 0.2), (high, 0.4)]);
        let later = taste.vector();
        assert_eq!(later[..KINDS], found[..KINDS]);
        assert!((later[KINDS + 3] - 1.0 / 3.0).abs() < 1e-9, "{later:?}");
    }
}
