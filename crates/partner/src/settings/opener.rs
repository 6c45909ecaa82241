//! A character that has taught itself to open.
//!
//! Its players are files of `shidogo openings learn` in `presets/openers`, one for each of the usual boards.

use std::sync::LazyLock;

use board::{Point, Position, Size};
use openings::{Opener, read_player};
use search::{OpeningPlayer, OpeningTaste};

/// How far the taste yields to a policy that knows what to play; see `FeatureWeights`.
const YIELDS: f32 = 0.5;

struct SelfTaught {
    opener: Opener,
    /// The share of the board that stones cover after the openings it has learnt from: then its taste has gone.
    ends: f32,
}

impl SelfTaught {
    fn read(bytes: &[u8]) -> Option<SelfTaught> {
        let learner = read_player(bytes).ok()?;
        let stones = 2 * learner.settings().opening.moves;
        let ends = stones as f32 / learner.start().size().points() as f32;
        Some(SelfTaught { opener: learner.opener().clone(), ends })
    }
}

impl OpeningPlayer for SelfTaught {
    fn values(&self, position: &Position) -> Vec<(Point, f32)> {
        let side = position.to_move();
        self.opener
            .moves(position)
            .into_iter()
            .map(|found| (found.point, found.expectation.of(side)))
            .collect()
    }
}

// The files are compiled in, and a test reads them.
static PLAYERS: [LazyLock<Option<SelfTaught>>; 3] = [
    LazyLock::new(|| SelfTaught::read(include_bytes!("../../presets/openers/9x9.opening"))),
    LazyLock::new(|| SelfTaught::read(include_bytes!("../../presets/openers/13x13.opening"))),
    LazyLock::new(|| SelfTaught::read(include_bytes!("../../presets/openers/19x19.opening"))),
];

/// The taste on a board; `None` on boards that it does not know.
pub(super) fn taste(size: Size, strength: f32) -> Option<OpeningTaste> {
    let place = [9, 13, 19].into_iter().position(|side| Size::square(side) == Ok(size))?;
    let player = PLAYERS[place].as_ref()?;
    Some(OpeningTaste { player, strength, yields: YIELDS, ends: player.ends })
}

#[cfg(test)]
mod tests {
    use board::{Komi, Move, Rules};

    use super::*;
    use crate::settings::{Character, Settings};

    #[test]
    fn it_opens_on_the_usual_boards_only() {
        for (side, moves) in [(9, 10.0), (13, 14.0), (19, 21.0)] {
            let size = Size::square(side).unwrap();
            let taste = taste(size, 1.0).unwrap();
            assert!((taste.ends * size.points() as f32 - 2.0 * moves).abs() < 1e-3, "{size}");
            let empty = Position::new(size, Rules::CHINESE, Komi::ZERO);
            let values = taste.player.values(&empty);
            let value =
                |m: &str| values.iter().find(|(p, _)| Move::Play(*p) == Move::parse(m, size).unwrap());
            let of = |m| value(m).unwrap().1;
            // Whatever else it has learnt: first moves at the edge are bad.
            assert!(of("D4") > of("A1") + 0.5 && of("D4") > of("D1") + 0.5, "{size}");
        }
        assert!(taste(Size::square(11).unwrap(), 1.0).is_none());
    }

    /// It chooses among what the policy would play, and what that would never play stays unlikely.
    #[test]
    fn it_prefers_what_it_has_learnt_and_nothing_senseless() {
        let size = Size::square(9).unwrap();
        let position = Position::new(size, Rules::CHINESE, Komi::ZERO);
        let values = taste(size, 1.0).unwrap().player.values(&position);
        let best = values.iter().max_by(|a, b| a.1.total_cmp(&b.1)).unwrap().0;
        let mut settings = Settings::default();
        settings.character.character = Character::Opener;
        let weights = settings.weights_for(position.to_move(), size).unwrap();
        let at = |m: &str| Move::parse(m, size).unwrap();
        let mut natural = [(Move::Play(best), 0.3), (at("D1"), 0.3), (Move::Pass, 0.1)];
        weights.apply(&position, &mut natural);
        assert!(natural[0].1 > 4.0 * natural[1].1 && natural[2].1 == 0.1, "{natural:?}");
        let mut odd = [(Move::Play(best), 0.002), (at("D1"), 0.3)];
        weights.apply(&position, &mut odd);
        assert!(odd[0].1 < 0.01 && odd[1].1 > 0.07, "{odd:?}");
    }
}
