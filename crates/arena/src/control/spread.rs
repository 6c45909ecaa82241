//! How far results are from the leads that a network sees, beside the spread that it expects.

use board::{Colour, Game, Move, Symmetry};
use partner::Evaluators;
use record::game::Outcome;

use crate::naturalness::NaturalnessError;

/// Beyond this spread, in points, hardly anything is known yet.
const MOST: f32 = 20.0;
/// Below it nothing is open any more.
const LEAST: f32 = 1.0;

/// The mean distance to the mean of a normal distribution, in standard deviations.
const NORMAL: f64 = 0.798;

/// What a network saw in the positions of one game, and what became of them.
#[derive(Clone, Copy, Default, PartialEq, Debug)]
pub struct Spreads {
    pub positions: u64,
    /// How far results would be from leads with the spreads that it expected, as a sum.
    pub expected: f64,
    /// How far the result was from the leads that it saw. Single collapses would rule squares, so these are distances.
    pub found: f64,
}

impl Spreads {
    /// The positions of a game whose result is open but not wide open, up to the first pass.
    pub fn of_game(game: &Game, result: Outcome, network: &Evaluators) -> Result<Spreads, NaturalnessError> {
        let mut spreads = Spreads::default();
        let Some(white_result) = white_points(result) else { return Ok(spreads) };
        let mut position = game.start().clone();
        for &(colour, mv) in game.moves() {
            if mv == Move::Pass {
                break;
            }
            position.set_to_move(colour);
            let seen = network.raw(&position, Symmetry::IDENTITY, None).ok_or(NaturalnessError::NoNetwork)?;
            let seen = seen.map_err(NaturalnessError::Network)?;
            if (LEAST..MOST).contains(&seen.score_stdev()) {
                spreads.positions += 1;
                spreads.expected += NORMAL * f64::from(seen.score_stdev());
                spreads.found += (white_result - f64::from(seen.white_lead)).abs();
            }
            position.play_legal(mv);
        }
        Ok(spreads)
    }

    /// What the spread has to be multiplied by; `None` without positions.
    pub fn scale(games: &[Spreads]) -> Option<f64> {
        let sum = |of: fn(&Spreads) -> f64| games.iter().map(of).sum::<f64>();
        let expected = sum(|game| game.expected);
        (expected > 0.0).then(|| sum(|game| game.found) / expected)
    }
}

fn white_points(result: Outcome) -> Option<f64> {
    match result {
        Outcome::Points { winner: Colour::White, margin } => Some(margin),
        Outcome::Points { winner: Colour::Black, margin } => Some(-margin),
        Outcome::Draw => Some(0.0),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use partner::{LoadedNetworks, Overrides, Settings};

    use super::*;

    #[test]
    fn results_are_compared_with_leads() {
        let overrides = Overrides { net: Some("default".into()), ..Overrides::default() };
        let settings = Settings::layered("network", None, &overrides).unwrap();
        let network = Evaluators::from_settings(&settings, &LoadedNetworks::default()).unwrap();
        let tree = record::sgf::Collection::read(include_bytes!("../../../../docs/game.sgf"))
            .unwrap()
            .trees
            .remove(0);
        let game = record::game::Reader::default().main_line(&tree).unwrap().game;
        let seen = |result| Spreads::of_game(&game, result, &network).unwrap();
        let near = seen(Outcome::Points { winner: Colour::White, margin: 1.5 });
        let far = seen(Outcome::Points { winner: Colour::White, margin: 40.5 });
        assert!(near.positions > 10 && near.expected == far.expected);
        assert!(
            Spreads::scale(&[far]).unwrap() > 2.0 * Spreads::scale(&[near]).unwrap(),
            "{near:?}, {far:?}"
        );
        assert_eq!(Spreads::scale(&[seen(Outcome::Resignation { winner: Colour::Black })]), None);
    }
}
