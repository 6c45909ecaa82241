//! What a record holds besides its main line: variations, and marks on the board.

use std::collections::{HashMap, VecDeque};

use board::{Colour, Size};
use record::game::{parse_move, parse_point, point_set};
use record::sgf::{Name, Node, NodeId, Tree, name};
use serde::Serialize;

/// A mark on a point, as a record has it after a move.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Mark {
    /// Moves before it.
    pub after: usize,
    pub at: String,
    #[serde(flatten)]
    pub sign: Sign,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(tag = "sign", content = "text", rename_all = "kebab-case")]
pub enum Sign {
    Triangle,
    Square,
    Circle,
    Cross,
    Selected,
    /// Text from strangers.
    Label(String),
}

const SIGNS: [(Name, Sign); 5] = [
    (name::TR, Sign::Triangle),
    (name::SQ, Sign::Square),
    (name::CR, Sign::Circle),
    (name::MA, Sign::Cross),
    (name::SL, Sign::Selected),
];

/// A variation: moves in place of those that follow in the line it leaves. Numbers count from the start of the game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct RecordLine {
    /// The variation that it leaves; the main line where there is none.
    pub of: Option<usize>,
    /// Moves before its first.
    pub after: usize,
    pub moves: Vec<(Colour, String)>,
    pub comments: Vec<(usize, String)>,
    pub marks: Vec<Mark>,
}

/// All that a record shows besides the moves of its main line.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct RecordLines {
    /// Of the main line.
    pub marks: Vec<Mark>,
    /// A line comes after the one that it leaves.
    pub lines: Vec<RecordLine>,
    /// Variations that cannot be shown, because they begin with stones set up or before the game.
    pub left_out: usize,
}

impl RecordLines {
    /// `nodes` are those of the moves of the main line; it starts over where stones were set up in its middle.
    pub fn read(tree: &Tree, nodes: &[NodeId], size: Size) -> RecordLines {
        let numbers: HashMap<NodeId, usize> = nodes.iter().copied().zip(1..).collect();
        let mut all = RecordLines::default();
        let mut waiting: VecDeque<(Option<usize>, usize, NodeId)> = VecDeque::new();
        let main = tree.main_line();
        let (before, shown) = main.split_at(beginning(tree, &main, nodes));
        all.left_out = before.iter().map(|id| tree.children(*id).len() - 1).sum();
        let mut number = 0;
        for id in shown {
            match numbers.get(id) {
                Some(played) => number = *played,
                // It could not be played, and nothing after it.
                None if has_move(tree.node(*id)) => break,
                None => {}
            }
            all.marks.extend(marks(tree.node(*id), number, size));
            waiting.extend(tree.children(*id).iter().skip(1).map(|child| (None, number, *child)));
        }
        while let Some((of, after, first)) = waiting.pop_front() {
            if sets_up(tree.node(first)) {
                all.left_out += 1;
                continue;
            }
            let mut line =
                RecordLine { of, after, moves: Vec::new(), comments: Vec::new(), marks: Vec::new() };
            let mut next = Some(first);
            while let Some(id) = next {
                let node = tree.node(id);
                let Some(moves) = moves(node, size).filter(|_| !sets_up(node)) else { break };
                line.moves.extend(moves);
                let number = after + line.moves.len();
                line.comments.extend(node.text(name::C).map(|text| (number, text)));
                line.marks.extend(marks(node, number, size));
                let children = tree.children(id);
                waiting.extend(children.iter().skip(1).map(|child| (Some(all.lines.len()), number, *child)));
                next = children.first().copied();
            }
            all.lines.push(line);
        }
        all
    }
}

/// Where in the main line the game begins that is shown: at stones that were set up after some moves, if there are any.
fn beginning(tree: &Tree, main: &[NodeId], nodes: &[NodeId]) -> usize {
    let first = main.iter().position(|id| nodes.first() == Some(id)).unwrap_or(main.len() - 1);
    let moved = main.iter().position(|id| has_move(tree.node(*id))).unwrap_or(main.len());
    (moved + 1..=first).rev().find(|i| sets_up(tree.node(main[*i]))).unwrap_or(0)
}

fn has_move(node: &Node) -> bool {
    node.has(name::B) || node.has(name::W)
}

fn sets_up(node: &Node) -> bool {
    [name::AB, name::AW, name::AE].into_iter().any(|name| node.has(name))
}

/// The moves of a node, mostly one; `None` where one means nothing.
fn moves(node: &Node, size: Size) -> Option<Vec<(Colour, String)>> {
    let of = |colour, name| node.values(name).iter().map(move |value| (colour, value));
    of(Colour::Black, name::B)
        .chain(of(Colour::White, name::W))
        .map(|(colour, value)| {
            let mv = parse_move(&value.to_simple_text(), size).ok()?;
            Some((colour, mv.to_string()))
        })
        .collect()
}

fn marks(node: &Node, after: usize, size: Size) -> Vec<Mark> {
    let signs = SIGNS.into_iter().flat_map(|(name, sign)| {
        // A mark beside the board is nobody's loss.
        let points = point_set(node.values(name), size).ok();
        let points: Vec<_> = points.iter().flat_map(|points| points.iter()).collect();
        points.into_iter().map(move |p| (p, sign.clone()))
    });
    let labels = node.values(name::LB).iter().filter_map(|value| {
        let (at, text) = value.to_composed()?;
        Some((parse_point(&at, size).ok()?, Sign::Label(text)))
    });
    signs.chain(labels).map(|(p, sign)| Mark { after, at: p.to_string(), sign }).collect()
}

#[cfg(test)]
mod tests {
    use record::sgf::Collection;

    use super::*;
    use crate::Reviewed;

    fn read(sgf: &str) -> RecordLines {
        let file = Collection::read(sgf.as_bytes()).unwrap();
        Reviewed::read(&file.trees[0]).unwrap().besides
    }

    fn sketch(all: &RecordLines) -> Vec<(Option<usize>, usize, String)> {
        let names = |line: &RecordLine| {
            line.moves
                .iter()
                .map(|(colour, at)| format!("{}{at}", colour.letter()))
                .collect::<Vec<_>>()
                .join(" ")
        };
        all.lines.iter().map(|line| (line.of, line.after, names(line))).collect()
    }

    #[test]
    fn variations_know_where_they_leave() {
        let all = read(
            "(;SZ[9](;B[aa];W[bb](;B[cc];W[dd])(;B[ee]C[why]TR[aa])(;B[ff](;W[gg])(;W[];B[hh])))(;B[ia]))",
        );
        let expected = [(None, 0, "BJ9"), (None, 2, "BE5"), (None, 2, "BF4 WG3"), (Some(2), 3, "Wpass BH2")];
        assert_eq!(sketch(&all), expected.map(|(of, after, moves)| (of, after, moves.to_string())));
        assert_eq!(all.lines[1].comments, [(3, "why".to_string())]);
        assert_eq!(all.lines[1].marks, [Mark { after: 3, at: "A9".into(), sign: Sign::Triangle }]);
        assert_eq!(all.left_out, 0);
    }

    #[test]
    fn marks_and_labels_belong_to_their_position() {
        let all = read("(;SZ[9]LB[aa:A][bb:a\\:b][zz:x]SQ[cc:dc];B[ee];C[more]MA[ff]CR[];W[dd]SL[aa])");
        let told: Vec<_> =
            all.marks.iter().map(|mark| (mark.after, mark.at.as_str(), mark.sign.clone())).collect();
        assert_eq!(
            told,
            [
                (0, "C7", Sign::Square),
                (0, "D7", Sign::Square),
                (0, "A9", Sign::Label("A".into())),
                (0, "B8", Sign::Label("a:b".into())),
                (1, "F4", Sign::Cross),
                (2, "A9", Sign::Selected),
            ]
        );
        let mark = serde_json::to_value(&all.marks[2]).unwrap();
        assert_eq!(mark, serde_json::json!({"after": 0, "at": "A9", "sign": "label", "text": "A"}));
    }

    #[test]
    fn what_cannot_be_shown_is_counted() {
        // Two leave before stones are set up in mid-game, one sets stones up itself, one means nothing.
        let all = read("(;SZ[9](;B[aa](;AB[ee](;W[bb])(;W[cc]AW[dd])(;W[zz]))(;W[ff]))(;B[gg]))");
        assert_eq!((all.left_out, sketch(&all)), (3, vec![(None, 0, String::new())]));
        let broken = read("(;SZ[9];B[aa](;W[aa](;B[cc])(;B[dd]))(;W[ee]))");
        assert_eq!(sketch(&broken), [(None, 1, "WE5".to_string())]);
    }
}
