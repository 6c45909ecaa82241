//! Games that were played here, without a partner: for records and reviews.

use board::{Game, Komi, Move, Rules, Size, free_handicap};
use record::game::{Info, Player, to_tree};
use record::sgf::Tree;

use crate::kept::Kept;
use crate::messages::{NewGame, Strength};
use crate::refusal::Refusal;

/// Boards that are shown here.
pub const SIDES: std::ops::RangeInclusive<usize> = 5..=19;

/// The game that was asked for, before its first move.
pub fn opening(wanted: &NewGame) -> Result<Game, Refusal> {
    let size = Size::square(wanted.size).ok().filter(|size| SIDES.contains(&size.width()));
    let Some(size) = size else { return Err(Refusal("Boards are from 5×5 to 19×19.".into())) };
    let Ok(rules) = wanted.rules.parse::<Rules>() else {
        return Err(Refusal(format!("There are no rules '{}'.", wanted.rules.escape_default())));
    };
    let komi = match wanted.komi {
        None if wanted.handicap > 0 => Komi::from_halves(1),
        None => rules.usual_komi(),
        Some(points) => Komi::new(points).map_err(|_| Refusal("That komi is not possible.".into()))?,
    };
    let mut game = Game::new(size, rules, komi);
    if wanted.handicap > 0 {
        let places = free_handicap(size, wanted.handicap).map_err(|error| Refusal(format!("{error}.")))?;
        game.place_handicap(&places);
    }
    Ok(game)
}

/// A game that was kept, as far as it was played.
pub fn game_of(kept: &Kept) -> Result<Game, Refusal> {
    let mut game = opening(&kept.wanted)?;
    for text in &kept.moves {
        let colour = game.position().to_move();
        let played = Move::parse(text, game.size()).is_ok_and(|mv| game.play(colour, mv).is_ok());
        if !played {
            return Err(Refusal("The game that was kept is damaged.".into()));
        }
    }
    Ok(game)
}

/// Its record; `date` as in SGF.
pub fn tree_of(kept: &Kept, date: &str) -> Result<Tree, Refusal> {
    let game = game_of(kept)?;
    let named = |name: String| Player { name: Some(name), rank: None };
    let (you, partner) = (named("You".into()), named(partner_name(kept.wanted.partner.strength)));
    let (black, white) = if kept.plays_black { (you, partner) } else { (partner, you) };
    let result = kept.result.as_deref().and_then(|result| result.parse().ok());
    let info = Info { black, white, result, date: Some(date.into()), ..Info::default() };
    Ok(to_tree(&game, &info))
}

fn partner_name(strength: Strength) -> String {
    format!("Shidogo, {}", word(strength))
}

/// The word that messages have for a strength.
pub fn word(strength: Strength) -> String {
    let word = serde_json::to_value(strength).ok();
    word.and_then(|word| word.as_str().map(String::from)).unwrap_or_default()
}
