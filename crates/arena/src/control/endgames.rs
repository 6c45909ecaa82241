//! Positions that have just become endgames, from records of games.

use board::{Colour, Game, Move, Symmetry};
use partner::{EndgameSigns, Evaluators, RawOutputs, spread_scale};

use crate::naturalness::NaturalnessError;
use crate::opening::Opening;

/// The moves that lead to the first position of a game at which an endgame has begun that either side may win, as the
/// network sees it; `None` if there is no such position.
pub fn first_endgame(game: &Game, network: &Evaluators) -> Result<Option<Opening>, NaturalnessError> {
    let side = game.size().width();
    let look = |position: &board::Position| -> Result<RawOutputs, NaturalnessError> {
        let output = network.raw(position, Symmetry::IDENTITY, None).ok_or(NaturalnessError::NoNetwork)?;
        output.map_err(NaturalnessError::Network)
    };
    let scale = spread_scale(&network.net().ok_or(NaturalnessError::NoNetwork)?.network().name);
    let mut position = game.start().clone();
    for (number, &(colour, mv)) in game.moves().iter().enumerate() {
        // Once somebody passes, there is nothing left to play for.
        if mv == Move::Pass {
            return Ok(None);
        }
        position.set_to_move(colour);
        let seen = look(&position)?;
        if seen.white_lead.abs() < EndgameSigns::even_lead(side) {
            let mut passed = position.clone();
            passed.play_legal(Move::Pass);
            let lost_by_white = seen.white_lead - look(&passed)?.white_lead;
            let pass_cost = if colour == Colour::White { lost_by_white } else { -lost_by_white };
            if (EndgameSigns { spread: scale * seen.score_stdev(), pass_cost }).has_begun(side) {
                return Ok(Some(game.moves()[..number].to_vec()));
            }
        }
        position.play_legal(mv);
    }
    Ok(None)
}

/// Openings as text that reads back as the same: one a line.
pub fn as_text(openings: &[Opening]) -> String {
    let line = |opening: &Opening| {
        let moves: Vec<String> = opening.iter().map(|(_, mv)| mv.to_string()).collect();
        moves.join(" ") + "\n"
    };
    openings.iter().map(line).collect()
}

#[cfg(test)]
mod tests {
    use board::Size;
    use partner::{LoadedNetworks, Overrides, Settings};

    use super::*;

    fn network() -> Evaluators {
        let overrides = Overrides { net: Some("default".into()), ..Overrides::default() };
        let settings = Settings::layered("network", None, &overrides).unwrap();
        Evaluators::from_settings(&settings, &LoadedNetworks::default()).unwrap()
    }

    #[test]
    fn endgames_are_neither_openings_nor_decided() {
        // A game of the repository that a 7.5 point komi decides by 1.5 points.
        let text = include_bytes!("../../../../docs/game.sgf");
        let tree = record::sgf::Collection::read(text).unwrap().trees.remove(0);
        let game = record::game::Reader::default().main_line(&tree).unwrap().game;
        let found = first_endgame(&game, &network()).unwrap().expect("it has an endgame");
        assert!(found.len() > 15 && found.len() < game.moves().len(), "{}", found.len());
        assert_eq!(found[..], game.moves()[..found.len()]);
        let read = crate::opening::read(
            as_text(std::slice::from_ref(&found)).as_bytes(),
            game.size(),
            Colour::Black,
        );
        assert_eq!(read.unwrap(), [found]);
        // The same stones with nothing to win.
        let mut lopsided = Game::new(game.size(), game.position().rules(), board::Komi::from_halves(200));
        game.moves().iter().for_each(|(colour, mv)| lopsided.play(*colour, *mv).unwrap());
        assert_eq!(first_endgame(&lopsided, &network()).unwrap(), None);
        let playouts = Settings::preset("playout").unwrap();
        let playouts = Evaluators::from_settings(&playouts, &LoadedNetworks::default()).unwrap();
        assert!(first_endgame(&game, &playouts).is_err());
        let empty = Game::new(Size::square(9).unwrap(), game.position().rules(), board::Komi::ZERO);
        assert_eq!(first_endgame(&empty, &network()).unwrap(), None);
    }
}
