//! What a move does on the board, that a player can check there: the reasons for it.
//!
//! An effect is found from the stones alone and is said only where it is true. Win rates and leads say how much a move
//! is worth; effects say what for.

mod life;
mod opening;
mod race;
mod tactics;

use board::{Board, BoardSnapshot, Colour, Move, Point, PointSet, Position};

pub use opening::Corner;

/// Something that a move does. `own` stones are those of who moves.
#[derive(Clone, PartialEq, Debug)]
pub enum Effect {
    /// Takes enemy stones off the board.
    Captures { stones: Stones },
    /// Enemy stones are in atari, and a ladder catches them although it is their turn.
    CatchesInLadder { stones: Stones },
    /// Enemy stones are in atari, and extending does not help them.
    Traps { stones: Stones },
    /// Own stones that were in atari have liberties, and no ladder catches them.
    SavesFromAtari { stones: Stones },
    /// A ladder would have caught own stones, and does not any more.
    BreaksLadder { stones: Stones },
    /// Enemy stones have one liberty left.
    PutsInAtari { stones: Stones },
    /// Own stones live from now on, even if their owner never answers.
    Lives { stones: Stones },
    /// Enemy stones would have lived for good with a stone there.
    DeniesLife { stones: Stones },
    /// Enemy stones that could have been connected there, and cannot with one move any more.
    Cuts { one: Stones, other: Stones },
    /// Own stones that the enemy could have cut apart there.
    Connects { one: Stones, other: Stones },
    /// Takes a liberty of stones that cannot get away from own stones which cannot get away either.
    Races { own: Stones, own_liberties: usize, enemy: Stones, enemy_liberties: usize },
    /// Own stones with few liberties get at least two more.
    GainsLiberties { stones: Stones, from: usize, to: usize },
    /// The first stone in a corner.
    TakesCorner { corner: Corner },
    /// The first own stone near a corner with enemy stones only.
    Approaches { corner: Corner },
}

/// Some stones of one colour, as they stood before the move.
#[derive(Clone, PartialEq, Debug)]
pub struct Stones {
    /// In the order of their points, never empty.
    pub points: Vec<Point>,
}

impl Stones {
    fn of(set: &PointSet) -> Option<Stones> {
        (!set.is_empty()).then(|| Stones { points: set.iter().collect() })
    }

    fn chain(board: &Board, head: Point) -> Stones {
        let set: PointSet = board.chain_stones(head).collect();
        Stones { points: set.iter().collect() }
    }

    pub fn count(&self) -> usize {
        self.points.len()
    }

    /// One of them, to name them by.
    pub fn at(&self) -> Point {
        self.points[0]
    }
}

/// A board before and after a move.
struct Change<'a> {
    before: &'a Board,
    after: Board,
    side: Colour,
    at: Point,
}

/// All that a legal move does, what matters most first. A pass does nothing, and neither does a suicide.
pub fn effects(position: &Position, mv: Move) -> Vec<Effect> {
    let Move::Play(at) = mv else { return Vec::new() };
    let (before, side) = (position.board(), position.to_move());
    if position.check_legal(side, mv).is_err() || before.is_suicide(at, side) {
        return Vec::new();
    }
    let mut after = before.clone();
    after.play(at, side);
    let change = Change { before, after, side, at };
    let suicide = position.rules().suicide;
    let mut all = tactics::captures(&change);
    all.extend(tactics::ataris(&change));
    all.extend(life::lives(&change, suicide));
    all.extend(life::denies(&change, suicide));
    all.extend(tactics::cuts(&change));
    all.extend(tactics::connections(&change));
    let is_forcing = all.iter().any(|effect| {
        matches!(effect, Effect::Captures { .. } | Effect::PutsInAtari { .. } | Effect::SavesFromAtari { .. })
    });
    if !is_forcing {
        all.extend(race::race(&change, suicide));
    }
    if all.is_empty() {
        all.extend(race::liberties(&change));
        all.extend(opening::opening(&change));
    }
    all
}

/// One stone of every chain of a colour beside a point.
fn chains_beside(board: &Board, p: Point, colour: Colour) -> Vec<Point> {
    let beside = p.neighbours().into_iter().filter(|q| board.colour(*q) == Some(colour));
    let mut heads: Vec<Point> = beside.map(|q| board.chain_head(q)).collect();
    heads.sort_by_key(|head| head.index());
    heads.dedup();
    heads
}

/// One stone of every chain of a colour.
fn chains(board: &Board, colour: Colour) -> impl Iterator<Item = Point> + '_ {
    board.chains().filter(move |(c, _)| *c == colour).map(|(_, head)| head)
}

fn snapshot(board: &Board) -> BoardSnapshot {
    BoardSnapshot { cells: *board.cells(), ko: board.ko() }
}
