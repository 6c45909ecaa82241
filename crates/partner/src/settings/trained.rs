//! Characters that play for something else than the score: the objective of each, and the network that has learnt it.

use board::Objective;

use super::Character;

/// β of Shi et al. (2021), section 4.4.2.
const INNER_BONUS: f32 = 0.2;
/// Points for a stone.
const STONE: f32 = 2.0;
/// Points that optimists and pessimists are wrong by, for each point of the board's side.
const SHIFT: f32 = 0.5;

/// What a character plays for on a board of this side. The side that it is for is not in it.
pub(super) fn objective(character: Character, side: usize) -> Option<Objective> {
    let usual = Objective::default();
    let shift = SHIFT * side as f32;
    Some(match character {
        Character::CentreTrained => Objective { inner_bonus: INNER_BONUS, ..usual },
        Character::EdgeTrained => Objective { inner_bonus: -INNER_BONUS, ..usual },
        Character::DefenceTrained => Objective { lost_stone: -STONE, ..usual },
        Character::OffenceTrained => Objective { captured_stone: STONE, ..usual },
        Character::Optimist => Objective { shift, ..usual },
        Character::Pessimist => Objective { shift: -shift, ..usual },
        _ => return None,
    })
}

/// The network inside that has learnt it. Optimists and pessimists need none: the normal one knows the win rate under any
/// bonus.
pub(super) fn network(character: Character) -> Option<&'static str> {
    match character {
        Character::CentreTrained => Some(network::CENTRE),
        Character::EdgeTrained => Some(network::EDGE),
        Character::DefenceTrained => Some(network::DEFENCE),
        Character::OffenceTrained => Some(network::OFFENCE),
        _ => None,
    }
}
