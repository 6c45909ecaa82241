//! A new game from a position of another one.

use board::{Colour, Game, Move};
use record::game::rules_name;
use review::Reviewed;

use crate::kept::Kept;
use crate::messages::{NewGame, Phase, PlayFrom, Seat, StartStones};
use crate::recorded::game_of;
use crate::refusal::{Refusal, refuse};
use crate::shown::{from_the_top, stone_sign};

/// The position after some moves of a game, and moves tried from there.
pub fn position_of(game: &Reviewed, after: usize, tried: &[String]) -> Result<Game, Refusal> {
    if after > game.moves().len() {
        return refuse("The game is not that long.");
    }
    let mut game = game.game.after(after);
    for text in tried {
        let Ok(mv) = Move::parse(text, game.size()) else {
            return refuse(format!("'{}' is no point of this board.", text.escape_default()));
        };
        let colour = game.position().to_move();
        game.play(colour, mv).map_err(|error| Refusal(format!("{mv} is not possible: {error}.")))?;
    }
    Ok(game)
}

/// The game that goes on from there, to be kept.
pub fn begin_from(game: &Reviewed, wanted: PlayFrom) -> Result<Kept, Refusal> {
    let mut game = position_of(game, wanted.after, &wanted.moves)?;
    // Where both have passed, something is left to play after all.
    while game.position().last_move() == Some(Move::Pass) {
        game.undo();
    }
    let (start, here) = (game.start(), game.position());
    let plays_black = match wanted.colour {
        Seat::Black => true,
        Seat::White => false,
        Seat::Nigiri => here.to_move() == Colour::Black,
    };
    let rules = start.rules();
    let kept = |from: &board::Position, moves: Vec<String>| Kept {
        wanted: NewGame {
            size: game.size().width(),
            colour: if plays_black { Seat::Black } else { Seat::White },
            handicap: start.handicap(),
            komi: Some(start.komi().points()),
            rules: rules.name().map_or_else(|| rules_name(&rules), String::from),
            partner: wanted.partner.clone(),
            clock: None,
            start: Some(StartStones {
                stones: from_the_top(game.size())
                    .map(|p| from.board().colour(p).map_or('.', stone_sign))
                    .collect(),
                white_first: from.to_move() == Colour::White,
            }),
        },
        plays_black,
        moves,
        phase: Phase::Playing,
        dead: Vec::new(),
        result: None,
        said: None,
        graph: Vec::new(),
        tree: None,
        clocks: None,
        gave_up: None,
    };
    // The moves come along, so that they can be taken back.
    let whole = kept(start, game.moves().iter().map(|(_, mv)| mv.to_string()).collect());
    let same = game_of(&whole).is_ok_and(|again| {
        again.position().board().all_stones().eq(here.board().all_stones())
            && again.position().to_move() == here.to_move()
    });
    // Records may have moves out of turn, or against the rules: then only the stones do.
    Ok(if same { whole } else { kept(here, Vec::new()) })
}
