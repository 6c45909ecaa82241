//! A new game from a position of another one.

use board::{Colour, Game, Move, Position};
use record::game::rules_name;
use review::Reviewed;

use crate::game_record::replay;
use crate::request::{ColourChoice, NewGame, PartnerChoice, StartStones};
use crate::saved::SavedGame;
use speech::Refusal;

/// The position after some moves of a game, and moves tried from there.
pub fn position_after(game: &Reviewed, after: usize, tried: &[Move]) -> Result<Game, Refusal> {
    if after > game.moves().len() {
        return Err(Refusal::GameTooShort);
    }
    let mut game = game.game.after(after);
    for mv in tried {
        let colour = game.position().to_move();
        game.play(colour, *mv).map_err(|error| Refusal::IllegalMove { mv: *mv, error: error.to_string() })?;
    }
    Ok(game)
}

/// The game that goes on from such a position, to be saved.
pub fn continue_from(mut game: Game, choice: ColourChoice, partner: PartnerChoice) -> SavedGame {
    // Where both have passed, something is left to play after all.
    while game.position().last_move() == Some(Move::Pass) {
        game.undo();
    }
    let (start, here) = (game.start(), game.position());
    let player = match choice {
        ColourChoice::Black => Colour::Black,
        ColourChoice::White => Colour::White,
        ColourChoice::Nigiri => here.to_move(),
    };
    let rules = start.rules();
    let saved = |from: &Position, moves: Vec<Move>| {
        let request = NewGame {
            size: game.size().width(),
            colour: if player == Colour::Black { ColourChoice::Black } else { ColourChoice::White },
            handicap: start.handicap(),
            komi: Some(start.komi().points()),
            rules: rules.name().map_or_else(|| rules_name(&rules), String::from),
            partner: partner.clone(),
            clock: None,
            captures: None,
            start: Some(StartStones::of(from)),
        };
        SavedGame::new(request, player, moves)
    };
    // The moves come along, so that they can be taken back.
    let whole = saved(start, game.moves().iter().map(|(_, mv)| *mv).collect());
    let same = replay(&whole).is_ok_and(|again| {
        again.position().board().all_stones().eq(here.board().all_stones())
            && again.position().to_move() == here.to_move()
    });
    // Records may have moves out of turn, or against the rules: then only the stones do.
    if same { whole } else { saved(here, Vec::new()) }
}
