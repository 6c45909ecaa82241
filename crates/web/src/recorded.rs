//! Games that were played here, without a partner: for records and reviews.

use board::{Board, Colour, Game, Komi, Move, Position, Rules, Size, free_handicap};
use record::game::{Info, Player, move_value, parse_rules, to_tree};
use record::sgf::{NodeId, Tree, name};

use crate::kept::Kept;
use crate::messages::{NewGame, StartStones, Strength};
use crate::refusal::Refusal;
use crate::shown::from_the_top;

/// Boards that are shown here.
pub const SIDES: std::ops::RangeInclusive<usize> = 5..=19;

/// The game that was asked for, before its first move.
pub fn opening(wanted: &NewGame) -> Result<Game, Refusal> {
    let size = Size::square(wanted.size).ok().filter(|size| SIDES.contains(&size.width()));
    let Some(size) = size else { return Err(Refusal("Boards are from 5×5 to 19×19.".into())) };
    let Some(rules) = wanted.rules.parse::<Rules>().ok().or_else(|| parse_rules(&wanted.rules)) else {
        return Err(Refusal(format!("There are no rules '{}'.", wanted.rules.escape_default())));
    };
    let komi = match wanted.komi {
        None if wanted.handicap > 0 => Komi::from_halves(1),
        None => rules.usual_komi(),
        Some(points) => Komi::new(points).map_err(|_| Refusal("That komi is not possible.".into()))?,
    };
    if let Some(start) = &wanted.start {
        return from_stones(start, wanted.handicap, size, rules, komi);
    }
    let mut game = Game::new(size, rules, komi);
    if wanted.handicap > 0 {
        let places = free_handicap(size, wanted.handicap).map_err(|error| Refusal(format!("{error}.")))?;
        game.place_handicap(&places);
    }
    Ok(game)
}

fn from_stones(
    start: &StartStones,
    handicap: usize,
    size: Size,
    rules: Rules,
    komi: Komi,
) -> Result<Game, Refusal> {
    let signs = from_the_top(size).zip(start.stones.chars());
    let stones = signs.filter_map(|(p, sign)| match sign {
        'X' => Some((Colour::Black, p)),
        'O' => Some((Colour::White, p)),
        _ => None,
    });
    let board = Board::with_stones(size, stones)
        .filter(|_| start.stones.len() == size.points() && handicap <= size.points());
    let board = board.ok_or_else(|| Refusal("Those stones cannot be on a board.".into()))?;
    let to_move = if start.white_first { Colour::White } else { Colour::Black };
    let mut position = Position::from_board(board, to_move, rules, komi);
    position.set_handicap(handicap);
    Ok(Game::from_position(position))
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
    let mut tree = to_tree(&game, &info);
    add_tried(&mut tree, &game, kept);
    Ok(tree)
}

/// Lines that were tried and left become variations, beside the line on the board.
fn add_tried(tree: &mut Tree, game: &Game, kept: &Kept) {
    let Some(moves) = kept.tree.as_ref().filter(|moves| moves.is_whole() && moves.names() == kept.moves)
    else {
        return;
    };
    let main = tree.main_line();
    let mut nodes: Vec<Option<NodeId>> = vec![None; moves.steps().len()];
    for (place, node) in moves.line().into_iter().zip(main.iter().skip(1)) {
        nodes[place] = Some(*node);
    }
    let end = main.last().copied().unwrap_or(tree.root());
    if moves.steps().iter().any(|step| step.after == moves.here()) {
        // Otherwise what was taken back at the end would read as a part of the game.
        let stop = tree.add_child(end);
        tree.node_mut(stop).set_text(name::C, "The game stands here. What follows was tried and taken back.");
    }
    let mut blacks: Vec<bool> = Vec::with_capacity(moves.steps().len());
    for (place, step) in moves.steps().iter().enumerate() {
        let black_first = game.start().to_move() == Colour::Black;
        let is_black = step.after.map_or(black_first, |after| !blacks[after]);
        blacks.push(is_black);
        if nodes[place].is_some() {
            continue;
        }
        // A tree that is whole has the one before a move before it.
        let before = step.after.map_or(Some(tree.root()), |after| nodes[after]);
        let Some((before, mv)) = before.zip(Move::parse(&step.at, game.size()).ok()) else { continue };
        let node = tree.add_child(before);
        let property = if is_black { name::B } else { name::W };
        tree.node_mut(node).set(property, [move_value(mv, game.size())]);
        nodes[place] = Some(node);
    }
}

fn partner_name(strength: Strength) -> String {
    format!("Shidogo, {}", word(strength))
}

/// The word that messages have for a strength.
pub fn word(strength: Strength) -> String {
    let word = serde_json::to_value(strength).ok();
    word.and_then(|word| word.as_str().map(String::from)).unwrap_or_default()
}
