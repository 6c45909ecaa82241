//! Writes a game as a tree.

use board::{Colour, Game, Position, Size};

use super::points::{move_value, point_value};
use super::{Info, rule_names};
use crate::sgf::{Node, Tree, Value, name};

/// Writes a game: its settings, its starting stones, the information about it, and its moves.
///
/// A [`Reader`](super::Reader) reads the same game back if its moves are legal under its rules.
pub fn to_tree(game: &Game, info: &Info) -> Tree {
    let mut tree = Tree::new();
    let mut here = tree.root();
    let root = tree.node_mut(here);
    root.set_simple_text(name::FF, "4");
    root.set_simple_text(name::GM, "1");
    root.set(name::AP, [Value::composed("Shidogo", env!("CARGO_PKG_VERSION"))]);
    settings(root, game.start());
    info.write(root);
    stones(root, game.start());
    turn(root, game);
    comment(root, info, 0);
    for (number, (colour, m)) in (1..).zip(game.moves()) {
        here = tree.add_child(here);
        let node = tree.node_mut(here);
        let name = if *colour == Colour::Black { name::B } else { name::W };
        node.set(name, [move_value(*m, game.size())]);
        comment(node, info, number);
    }
    tree
}

fn settings(root: &mut Node, start: &Position) {
    root.set_simple_text(name::SZ, &size_text(start.size()));
    root.set_simple_text(name::RU, &rule_names::rules_name(&start.rules()));
    root.set_simple_text(name::KM, &start.komi().to_string());
}

fn stones(root: &mut Node, start: &Position) {
    let board = start.board();
    // Black stones alone would be read as a handicap, so say so if they are not one.
    let looks_like_handicap = board.stones(Colour::Black) > 0 && board.stones(Colour::White) == 0;
    if start.handicap() > 0 || looks_like_handicap {
        root.set_simple_text(name::HA, &start.handicap().to_string());
    }
    for (colour, name) in [(Colour::Black, name::AB), (Colour::White, name::AW)] {
        let points = board.all_stones().filter(|(c, _)| *c == colour);
        root.set(name, points.map(|(_, p)| point_value(p, start.size())));
    }
}

/// Writes who moves first if that does not follow from the first move.
fn turn(root: &mut Node, game: &Game) {
    let start = game.start();
    let usual = if start.handicap() < 2 { Colour::Black } else { Colour::White };
    let expected = game.moves().first().map_or(usual, |(colour, _)| *colour);
    let is_empty = start.board().empty_count() == game.size().points();
    if !is_empty || start.to_move() != expected {
        root.set_simple_text(name::PL, &start.to_move().letter().to_string());
    }
}

fn size_text(size: Size) -> String {
    if size.is_square() { size.width().to_string() } else { format!("{}:{}", size.width(), size.height()) }
}

fn comment(node: &mut Node, info: &Info, number: usize) {
    if let Some(text) = info.comments.get(&number) {
        node.set_text(name::C, text);
    }
}
