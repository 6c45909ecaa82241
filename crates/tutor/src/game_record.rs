//! Games that were played here, without a partner: for records and reviews.

use board::{Colour, Game, Komi, Position, Rules, Size, free_handicap};
use record::game::{Info, Player, move_value, parse_rules, to_tree};
use record::sgf::{NodeId, Tree, name};
use speech::{Refusal, english};

use crate::capture_game::GOALS;
use crate::request::{NewGame, StartStones, Strength};
use crate::saved::SavedGame;
use crate::tree::is_on_board;

/// Boards that are shown here.
pub const BOARD_SIDES: std::ops::RangeInclusive<usize> = 5..=19;

/// The game that was asked for, before its first move.
pub fn opening(request: &NewGame) -> Result<Game, Refusal> {
    let size = Size::square(request.size).ok().filter(|size| BOARD_SIDES.contains(&size.width()));
    let Some(size) = size else { return Err(Refusal::BoardSize) };
    let Some(rules) = request.rules.parse::<Rules>().ok().or_else(|| parse_rules(&request.rules)) else {
        return Err(Refusal::UnknownRules(request.rules.clone()));
    };
    if request.captures.is_some_and(|goal| !GOALS.contains(&goal)) {
        return Err(Refusal::CaptureGoal { most: *GOALS.end() });
    }
    let komi = match request.komi {
        None if request.handicap > 0 => Komi::from_halves(1),
        None => rules.usual_komi(),
        Some(points) => Komi::new(points).map_err(|_| Refusal::Komi)?,
    };
    if let Some(start) = &request.start {
        return from_stones(start, request.handicap, size, rules, komi);
    }
    let mut game = Game::new(size, rules, komi);
    if request.handicap > 0 {
        let places = free_handicap(size, request.handicap).map_err(Refusal::error)?;
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
    let board = start.board(size).filter(|_| handicap <= size.points());
    let board = board.ok_or(Refusal::ImpossibleStones)?;
    let mut position = Position::from_board(board, start.to_move(), rules, komi);
    position.set_handicap(handicap);
    Ok(Game::from_position(position))
}

/// A game that was saved, as far as it was played.
pub fn replay(saved: &SavedGame) -> Result<Game, Refusal> {
    let mut game = opening(&saved.request)?;
    for mv in &saved.moves {
        let colour = game.position().to_move();
        if !is_on_board(*mv, game.size()) || game.play(colour, *mv).is_err() {
            return Err(Refusal::DamagedGame);
        }
    }
    Ok(game)
}

/// Its record; `date` as in SGF.
pub fn game_tree(saved: &SavedGame, date: &str) -> Result<Tree, Refusal> {
    let game = replay(saved)?;
    let named = |name: String| Player { name: Some(name), rank: None };
    let (you, partner) = (named("You".into()), named(partner_name(saved.request.partner.strength)));
    let (black, white) = if saved.plays_black { (you, partner) } else { (partner, you) };
    let result = saved.result;
    let info = Info { black, white, result, date: Some(date.into()), ..Info::default() };
    let mut tree = to_tree(&game, &info);
    add_tried(&mut tree, &game, saved);
    Ok(tree)
}

/// Lines that were tried and left become variations, beside the line on the board.
fn add_tried(tree: &mut Tree, game: &Game, saved: &SavedGame) {
    let Some(tried) =
        saved.tree.as_ref().filter(|tried| tried.is_whole(game.size()) && tried.moves() == saved.moves)
    else {
        return;
    };
    let main = tree.main_line();
    let mut nodes: Vec<Option<NodeId>> = vec![None; tried.nodes().len()];
    for (place, node) in tried.line().into_iter().zip(main.iter().skip(1)) {
        nodes[place] = Some(*node);
    }
    let end = main.last().copied().unwrap_or(tree.root());
    if tried.nodes().iter().any(|node| node.after == tried.here()) {
        // Otherwise what was taken back at the end would read as a part of the game.
        let stop = tree.add_child(end);
        tree.node_mut(stop).set_text(name::C, english::main_line_ends());
    }
    let mut blacks: Vec<bool> = Vec::with_capacity(tried.nodes().len());
    for (place, tried_move) in tried.nodes().iter().enumerate() {
        let black_first = game.start().to_move() == Colour::Black;
        let is_black = tried_move.after.map_or(black_first, |after| !blacks[after]);
        blacks.push(is_black);
        if nodes[place].is_some() {
            continue;
        }
        // A tree that is whole has the one before a move before it.
        let before = tried_move.after.map_or(Some(tree.root()), |after| nodes[after]);
        let Some(before) = before else { continue };
        let node = tree.add_child(before);
        let property = if is_black { name::B } else { name::W };
        tree.node_mut(node).set(property, [move_value(tried_move.mv, game.size())]);
        nodes[place] = Some(node);
    }
}

fn partner_name(strength: Strength) -> String {
    format!("Shidogo, {strength}")
}
