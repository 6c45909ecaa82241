//! What a player prefers, measured by the tastes of all characters: which of them explain its choices.
//!
//! How many moves on the fourth line a game has is mostly a matter of how the game goes. What tells players apart is which
//! of the moves at hand they choose.

use board::{Move, Position};
use partner::Character;
use statistics::Choice;

/// The characters that are weights on the policy.
pub(super) fn characters() -> impl Iterator<Item = Character> {
    Character::ALL.into_iter().filter(|character| *character != Character::None && !character.is_trained())
}

/// A choice among the moves at hand, whose qualities are how much each character likes them; `None` where none of them has
/// an opinion. `policy` says how likely each move was, and `played` is the place of one of them.
pub(super) fn choice(position: &Position, policy: &[(Move, f32)], played: usize) -> Option<Choice> {
    let mut options: Vec<(f64, Vec<f64>)> =
        policy.iter().map(|(_, prior)| (f64::from(*prior), Vec::new())).collect();
    for character in characters() {
        let weights = character
            .weights(position.to_move(), position.size())
            .map_or_else(|| vec![1.0; policy.len()], |weights| weights.of(position, policy));
        options.iter_mut().zip(weights).for_each(|((_, liked), weight)| liked.push(f64::from(weight.ln())));
    }
    let somebody_cares = options.iter().flat_map(|(_, liked)| liked).any(|liked| *liked != 0.0);
    somebody_cares.then_some(Choice { options, chosen: played })
}

#[cfg(test)]
mod tests {
    use board::{Komi, Rules, Size};

    use super::*;

    fn at(name: &str) -> Move {
        Move::parse(name, Size::square(19).unwrap()).unwrap()
    }

    /// The weight that a character gives to an option of the choice.
    fn liked(choice: &Choice, option: usize, by: Character) -> f64 {
        let place = characters().position(|character| character == by).unwrap();
        choice.options[option].1[place].exp()
    }

    #[test]
    fn options_are_what_characters_make_of_them() {
        let position = Position::new(Size::square(19).unwrap(), Rules::CHINESE, Komi::ZERO);
        let policy = [(at("K10"), 0.0), (at("K2"), 0.0), (at("K1"), 0.0)];
        let choice = choice(&position, &policy, 1).unwrap();
        assert_eq!(choice.chosen, 1);
        // The paper's weights; no move is likely, so nothing is held back.
        for (option, centre, edge) in [(0, 2.0, 0.25), (1, 0.25, 2.0), (2, 0.25, 2.0)] {
            assert!((liked(&choice, option, Character::Centre) - centre).abs() < 1e-6);
            assert!((liked(&choice, option, Character::Edge) - edge).abs() < 1e-6);
        }
    }

    #[test]
    fn where_tastes_have_gone_there_is_no_choice() {
        let mut position = Position::new(Size::square(19).unwrap(), Rules::CHINESE, Komi::ZERO);
        let filled = position.size().iter().filter(|p| p.x() % 3 != 0 && p.y() < 15);
        for (p, side) in filled.zip([board::Colour::Black, board::Colour::White].into_iter().cycle()) {
            position.set_to_move(side);
            position.play(Move::Play(p)).unwrap();
        }
        assert_eq!(choice(&position, &[(at("A1"), 0.5), (at("A2"), 0.5)], 0), None);
    }
}
