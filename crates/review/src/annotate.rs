//! Findings as part of the record: comments, better moves as variations, marks. What was there stays, but for what an
//! earlier review said.

use board::{Colour, Move, Size};
use record::game::{move_value, point_value};
use record::sgf::{Name, Node, NodeId, Tree, name};
use speech::english::{self, report as words};

use crate::findings::Findings;
use crate::found_moves::FoundMove;
use crate::mistakes::Mistake;
use crate::reviewed::Reviewed;
use crate::verdict::{of_hard_move, of_mistake};

/// Writes findings into the tree that the game was read from.
pub fn annotate(tree: &mut Tree, game: &Reviewed, findings: &Findings) {
    let size = game.size();
    if tree.node(tree.root()).text(name::C).is_some_and(|text| english::was_reviewed(&text)) {
        take_out_earlier(tree);
    }
    comment(tree.node_mut(tree.root()), &opening(game, findings));
    let costly = findings.costly(game);
    for (after, (node, judged)) in game.nodes.iter().zip(findings.positions.iter().skip(1)).enumerate() {
        let mut text = english::evaluation(judged.win_rate, judged.lead);
        if let Some(mistake) = costly.iter().find(|mistake| mistake.after == after) {
            text = format!("{text}\n{}", sentence(game, findings, mistake));
        }
        if let Some(found) = findings.found.iter().find(|found| found.after == after) {
            text = format!("{text}\n{}", praise(game, found));
        }
        let node = tree.node_mut(*node);
        comment(node, &text);
        // Sabaki draws its graph from this; others from the node's value.
        set_new(node, name::SBKV, &format!("{:.1}", 100.0 * judged.win_rate.of(Colour::Black)));
        set_new(node, name::V, &format!("{:.1}", judged.lead.of(Colour::Black)));
    }
    for mistake in &findings.mistakes {
        let value = if mistake.is_turning_point { "2" } else { "1" };
        mark(tree.node_mut(game.nodes[mistake.after]), name::BM, value);
    }
    for found in &findings.found {
        mark(tree.node_mut(game.nodes[found.after]), name::TE, "1");
    }
    for mistake in &costly {
        add_better(tree, game, mistake, size);
    }
}

fn sentence(game: &Reviewed, findings: &Findings, mistake: &Mistake) -> String {
    english::mistake(game.number(mistake.after), &of_mistake(game, findings, mistake))
}

fn opening(game: &Reviewed, findings: &Findings) -> String {
    let mut text = english::reviewed_by(&findings.judge);
    if let Some(first) = findings.positions.first() {
        text.push_str(&english::evaluation(first.win_rate, first.lead));
    }
    let (first, others) = findings.in_teaching_order(game);
    let mut tell = |heading: Option<&str>, mistakes: &[&Mistake]| {
        if let Some(heading) = heading.filter(|_| !mistakes.is_empty()) {
            text.push_str(&format!("\n{heading}:"));
        }
        for mistake in mistakes {
            text.push('\n');
            text.push_str(&sentence(game, findings, mistake));
        }
    };
    let has_order = !first.is_empty();
    tell(Some(words::FIRST), &first);
    tell(has_order.then_some(words::OTHERS), &others);
    if !findings.found.is_empty() {
        text.push_str(&format!("\n{}:", words::WELL_FOUND));
    }
    for found in &findings.found {
        text.push('\n');
        text.push_str(&praise(game, found));
    }
    text
}

fn praise(game: &Reviewed, found: &FoundMove) -> String {
    english::hard_move(game.number(found.after), &of_hard_move(game, found))
}

/// Takes out what an earlier review said. Its variations, marks and values stay: they might be somebody else's.
fn take_out_earlier(tree: &mut Tree) {
    let ids: Vec<NodeId> = tree.walk().collect();
    for id in ids {
        let node = tree.node_mut(id);
        let Some(text) = node.text(name::C) else { continue };
        let is_ours = |part: &&str| english::starts_as_review_comment(part);
        if !text.split("\n\n").any(|part| is_ours(&part)) {
            continue;
        }
        let others: Vec<&str> = text.split("\n\n").filter(|part| !is_ours(part)).collect();
        let left = others.join("\n\n");
        match left.is_empty() {
            true => node.remove(name::C),
            false => node.set_text(name::C, &left),
        }
    }
}

fn comment(node: &mut Node, text: &str) {
    let all = match node.text(name::C).filter(|there| !there.trim().is_empty()) {
        Some(there) => format!("{}\n\n{text}", there.trim_end()),
        None => text.to_string(),
    };
    node.set_text(name::C, &all);
}

fn set_new(node: &mut Node, name: Name, value: &str) {
    if !node.has(name) {
        node.set_simple_text(name, value);
    }
}

/// Calls the move bad or good, unless the record calls it something.
fn mark(node: &mut Node, as_what: Name, value: &str) {
    if ![name::BM, name::DO, name::IT, name::TE].into_iter().any(|n| node.has(n)) {
        node.set_simple_text(as_what, value);
    }
}

/// Puts the better move and how it would have gone on beside the move.
fn add_better(tree: &mut Tree, game: &Reviewed, mistake: &Mistake, size: Size) {
    let id = game.nodes[mistake.after];
    // A node with several moves has no place for another way from before one of them.
    let shares = game.nodes.iter().filter(|other| **other == id).count() > 1;
    let Some(parent) = tree.parent(id).filter(|_| !shares) else { return };
    let first = mistake.better.first().copied();
    if let Some(p) = first.and_then(Move::point) {
        let value = point_value(p, size);
        let node = tree.node_mut(id);
        if !node.values(name::TR).contains(&value) {
            node.add(name::TR, value);
        }
    }
    let text = english::better_line(mistake.played, &mistake.better);
    if let Some(there) = first.and_then(|mv| already(tree, parent, mistake.colour, mv, size)) {
        return comment(tree.node_mut(there), &text);
    }
    let (mut here, mut colour) = (parent, mistake.colour);
    for (number, mv) in mistake.better.iter().enumerate() {
        here = tree.add_child(here);
        let node = tree.node_mut(here);
        node.set(move_name(colour), [move_value(*mv, size)]);
        if number == 0 {
            node.set_simple_text(name::TE, "1");
            comment(node, &text);
        }
        colour = colour.other();
    }
}

fn move_name(colour: Colour) -> Name {
    match colour {
        Colour::Black => name::B,
        Colour::White => name::W,
    }
}

/// A variation of the record that begins with the same move.
fn already(tree: &Tree, parent: NodeId, colour: Colour, mv: Move, size: Size) -> Option<NodeId> {
    let value = move_value(mv, size);
    tree.children(parent).iter().copied().find(|id| tree.node(*id).value(move_name(colour)) == Some(&value))
}
