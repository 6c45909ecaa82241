//! An opening that somebody plays against a player. Nothing of it is kept: all its moves come with every request.

use board::{Colour, Game, Move, Position};
use openings::expert::Unfinished;
use openings::{Expert, Learner, expert::Playouts};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use speech::Refusal;
use tutor::{ColourChoice, PartnerChoice, SavedGame, continue_from};

use crate::messages::{OpeningState, parse_move};

/// Quick games that say how an opening ended.
const PLAYOUTS: u32 = 256;

/// The position after some moves.
fn after(learner: &Learner, moves: &[String]) -> Result<Position, Refusal> {
    if moves.len() > 2 * learner.settings().opening.moves {
        return Err(Refusal::OpeningOver);
    }
    let mut position = learner.start().clone();
    for text in moves {
        let mv = parse_move(text, position.size())?;
        position.play(mv).map_err(|error| Refusal::IllegalMove { mv, error: error.to_string() })?;
    }
    Ok(position)
}

fn is_over(learner: &Learner, position: &Position) -> bool {
    position.moves().len() >= 2 * learner.settings().opening.moves || position.is_over()
}

/// The opening after some moves, with the player's answer if it is its turn.
pub fn answer(
    name: String,
    learner: &Learner,
    you: Colour,
    moves: &[String],
) -> Result<OpeningState, Refusal> {
    let mut position = after(learner, moves)?;
    if !is_over(learner, &position) && position.to_move() != you {
        // Symmetric moves are drawn, so that no two openings need to look the same.
        let best = learner.opener().best(&position, &mut Xoshiro256PlusPlus::from_os_rng());
        position.play_legal(best.map_or(Move::Pass, Move::Play));
    }
    let played_out = match is_over(learner, &position) {
        true => Some(play_out(learner, &position)?),
        false => None,
    };
    Ok(OpeningState::new(name, learner, &position, you, played_out))
}

/// Black's mean lead in quick games from here, by the same kind of games from which the player learnt.
fn play_out(learner: &Learner, position: &Position) -> Result<f32, Refusal> {
    let game = Unfinished { position: position.clone(), seed: learner.settings().learning.seed };
    let leads = Playouts::new(PLAYOUTS, 1).outcomes(&[game]).map_err(Refusal::error)?;
    leads.first().map(|lead| lead.of(Colour::Black)).ok_or(Refusal::Fault)
}

/// The game with a partner that goes on from there.
pub fn go_on(
    learner: &Learner,
    you: Colour,
    moves: &[String],
    partner: PartnerChoice,
) -> Result<SavedGame, Refusal> {
    let mut game = Game::from_position(learner.start().clone());
    for (colour, mv) in after(learner, moves)?.moves() {
        game.play(*colour, *mv)
            .map_err(|error| Refusal::IllegalMove { mv: *mv, error: error.to_string() })?;
    }
    let colour = if you == Colour::Black { ColourChoice::Black } else { ColourChoice::White };
    Ok(continue_from(game, colour, partner))
}
