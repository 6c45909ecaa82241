//! A board that does everything in the plainest way, to check the fast one and what is built on it.

use board::{AREA, Board, Colour, Point, Size};

#[derive(Clone)]
pub struct PlainBoard {
    size: Size,
    cells: [Option<Colour>; AREA],
}

/// Moves that a ladder may be read on for.
const MOST_READ: usize = 4_000;

impl PlainBoard {
    pub fn of(board: &Board) -> PlainBoard {
        let size = board.size();
        let mut cells = [None; AREA];
        size.iter().for_each(|p| cells[p.index()] = board.colour(p));
        PlainBoard { size, cells }
    }

    pub fn side(&self) -> usize {
        self.size.width()
    }

    pub fn colour(&self, p: Point) -> Option<Colour> {
        self.cells[p.index()]
    }

    fn set(&mut self, p: Point, colour: Option<Colour>) {
        self.cells[p.index()] = colour;
    }

    pub fn stones(&self) -> impl Iterator<Item = Point> + '_ {
        self.size.iter().filter(|p| self.colour(*p).is_some())
    }

    fn empty(&self) -> Vec<Point> {
        self.size.iter().filter(|p| self.colour(*p).is_none()).collect()
    }

    fn beside(&self, p: Point) -> impl Iterator<Item = Point> + '_ {
        p.neighbours().into_iter().filter(|q| self.size.contains(*q))
    }

    pub fn chain(&self, stone: Point) -> Vec<Point> {
        let colour = self.colour(stone);
        let mut chain = vec![stone];
        let mut next = 0;
        while next < chain.len() {
            for q in self.beside(chain[next]) {
                if colour.is_some() && self.colour(q) == colour && !chain.contains(&q) {
                    chain.push(q);
                }
            }
            next += 1;
        }
        chain
    }

    pub fn liberties(&self, stone: Point) -> Vec<Point> {
        let mut all = Vec::new();
        for p in self.chain(stone) {
            let empty = self.beside(p).filter(|q| self.colour(*q).is_none() && !all.contains(q));
            all.extend(empty.collect::<Vec<_>>());
        }
        all
    }

    /// Plays and returns how many stones were captured; `None`, and nothing is played, where that is suicide.
    pub fn play(&mut self, p: Point, colour: Colour) -> Option<usize> {
        let before = self.clone();
        self.set(p, Some(colour));
        let mut captured = 0;
        for q in before.beside(p) {
            if self.colour(q) == Some(colour.other()) && self.liberties(q).is_empty() {
                for stone in self.chain(q) {
                    self.set(stone, None);
                    captured += 1;
                }
            }
        }
        if self.liberties(p).is_empty() {
            *self = before;
            return None;
        }
        Some(captured)
    }

    pub fn is_own_eye(&self, p: Point, colour: Colour) -> bool {
        self.beside(p).all(|q| self.colour(q) == Some(colour))
    }

    /// Whether no single move of their owner joins two chains.
    pub fn stay_apart(&self, one: Point, other: Point) -> bool {
        let Some(colour) = self.colour(one) else { return false };
        !self.chain(one).contains(&other)
            && self.empty().into_iter().all(|p| {
                let mut joined = self.clone();
                joined.play(p, colour);
                !joined.chain(one).contains(&other)
            })
    }

    /// Stones in the part of the board that a corner stone speaks for.
    pub fn stones_near(&self, upper: bool, right: bool) -> Vec<Point> {
        let (width, height) = (self.size.width(), self.size.height());
        let near = |p: &Point| {
            let x = if right { width - 1 - p.x() } else { p.x() };
            let y = if upper { height - 1 - p.y() } else { p.y() };
            x <= width.div_ceil(3) && y <= height.div_ceil(3)
        };
        self.stones().filter(near).collect()
    }

    /// Whether a chain is lost in a ladder, with its owner to move or not; `None` where a ko or too many moves leave it open.
    pub fn is_lost(&self, stone: Point, owner_moves: bool) -> Option<bool> {
        let mut left = MOST_READ;
        if owner_moves {
            self.defended(stone, &mut left).map(|safe| !safe)
        } else {
            self.attacked(stone, &mut left)
        }
    }

    /// Whether the chain is caught when the other side moves.
    fn attacked(&self, stone: Point, left: &mut usize) -> Option<bool> {
        *left = left.checked_sub(1)?;
        let (liberties, owner) = (self.liberties(stone), self.colour(stone)?);
        match liberties.len() {
            1 => return Some(true),
            2 => {}
            _ => return Some(false),
        }
        let mut unknown = false;
        for p in liberties {
            let mut next = self.clone();
            match next.play(p, owner.other()) {
                None => continue,
                Some(1) => unknown = true,
                Some(_) => match next.defended(stone, left) {
                    Some(false) => return Some(true),
                    Some(true) => {}
                    None => unknown = true,
                },
            }
        }
        (!unknown).then_some(false)
    }

    /// Whether the chain gets away when its owner moves.
    fn defended(&self, stone: Point, left: &mut usize) -> Option<bool> {
        *left = left.checked_sub(1)?;
        let (liberties, owner) = (self.liberties(stone), self.colour(stone)?);
        if liberties.len() > 1 {
            return Some(true);
        }
        let mut moves = liberties;
        for p in self.chain(stone) {
            for q in self.beside(p).filter(|q| self.colour(*q) == Some(owner.other())) {
                let around = self.liberties(q);
                if around.len() == 1 && !moves.contains(&around[0]) {
                    moves.push(around[0]);
                }
            }
        }
        let mut unknown = false;
        for p in moves {
            let mut next = self.clone();
            match next.play(p, owner) {
                None => continue,
                Some(1) => unknown = true,
                Some(_) => match next.attacked(stone, left) {
                    Some(false) => return Some(true),
                    Some(true) => {}
                    None => unknown = true,
                },
            }
        }
        (!unknown).then_some(false)
    }
}

/// Numbers from a seed.
pub struct Random(pub u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    pub fn pick<T: Copy>(&mut self, all: &[T]) -> Option<T> {
        if all.is_empty() { None } else { all.get((self.next() >> 20) as usize % all.len()).copied() }
    }

    /// Whether some random game, in which the stone's owner always passes, captures it.
    pub fn can_capture(&mut self, board: &PlainBoard, stone: Point, tries: usize) -> bool {
        let Some(owner) = board.colour(stone) else { return true };
        (0..tries).any(|_| {
            let mut board = board.clone();
            for _ in 0..board.empty().len() {
                let Some(p) = self.pick(&board.empty()) else { break };
                board.play(p, owner.other());
                if board.colour(stone) != Some(owner) {
                    return true;
                }
            }
            false
        })
    }
}
