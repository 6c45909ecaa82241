//! Stones that can be played and undone, for reading ahead.

use crate::board::NO_CHAIN;
use crate::liberties::Liberties;
use crate::{AREA, BoardSnapshot, Cell, Colour, Few, Point, Size};

/// Chains as [`Board`](crate::Board) keeps them, without what reading does not need, and with undo.
pub(super) struct Stones {
    cells: [Cell; AREA],
    head: [u16; AREA],
    next: [u16; AREA],
    liberties: [Liberties; AREA],
    lengths: [u16; AREA],
    pub ko: Option<Point>,
    played: Vec<Played>,
}

/// What a move did, to undo it.
struct Played {
    p: Point,
    ko: Option<Point>,
    /// The point's previous entry: a stone captured there may still be put back.
    next: u16,
    liberties: Liberties,
    length: u16,
    /// Pairs of joined chains, the larger first.
    joined: [(u16, u16); 4],
    joins: usize,
    /// A stone of each captured chain, and the chain's head.
    captured: [(u16, u16); 4],
    captures: usize,
}

fn at(index: u16) -> usize {
    index as usize & (AREA - 1)
}

impl Stones {
    pub fn new() -> Stones {
        Stones {
            cells: [Cell::Wall; AREA],
            head: [NO_CHAIN; AREA],
            next: [0; AREA],
            liberties: [Liberties::default(); AREA],
            lengths: [0; AREA],
            ko: None,
            played: Vec::new(),
        }
    }

    pub fn load(&mut self, size: Size, snapshot: &BoardSnapshot) {
        self.cells = snapshot.cells;
        self.ko = snapshot.ko;
        self.head = [NO_CHAIN; AREA];
        self.played.clear();
        for p in size.iter() {
            let Some(colour) = self.cell(p).colour() else { continue };
            let i = p.index();
            self.head[i] = i as u16;
            self.next[i] = i as u16;
            self.lengths[i] = 1;
            self.liberties[i] = self.own_liberties(p);
            // Points come row by row from the bottom left, so these two already have their chains.
            for n in [p.step(-1), p.step(-(crate::PITCH as isize))] {
                if self.cell(n) == Cell::from(colour) && self.head[n.index()] != self.head[i] {
                    self.join(p, n);
                }
            }
        }
    }

    #[inline]
    pub fn cell(&self, p: Point) -> Cell {
        self.cells[p.index()]
    }

    #[inline]
    pub fn head(&self, stone: Point) -> Point {
        Point::from_index(self.head[stone.index()] as usize)
    }

    #[inline]
    pub fn next(&self, stone: Point) -> Point {
        Point::from_index(self.next[stone.index()] as usize)
    }

    pub fn chain_len(&self, stone: Point) -> usize {
        self.lengths[at(self.head[stone.index()])] as usize
    }

    /// The last liberty of a chain in atari; otherwise whether it has none or several.
    #[inline]
    pub fn liberties(&self, stone: Point) -> Few {
        self.liberties_of(stone).few()
    }

    #[inline]
    fn liberties_of(&self, stone: Point) -> Liberties {
        self.liberties[at(self.head[stone.index()])]
    }

    /// The liberties of a stone at `p` by itself. Without branches, because its neighbours are unpredictable.
    #[inline]
    fn own_liberties(&self, p: Point) -> Liberties {
        let one = |n: Point| Liberties::one(n) & u64::from(self.cell(n) == Cell::Empty).wrapping_neg();
        Liberties(p.neighbours().map(one).into_iter().sum())
    }

    #[inline]
    pub fn in_atari(&self, stone: Point) -> bool {
        self.liberties_of(stone).are_one_point()
    }

    /// The liberties of a chain besides `p`.
    #[inline]
    pub fn liberties_besides(&self, stone: Point, p: Point) -> Few {
        let head = self.head[stone.index()];
        let shared = p.neighbours().map(|n| u64::from(self.head[n.index()] == head)).into_iter().sum::<u64>();
        self.liberties_of(stone).without(p, shared).few()
    }

    #[inline]
    pub fn empty_neighbours(&self, p: Point) -> usize {
        p.neighbours().into_iter().filter(|n| self.cell(*n) == Cell::Empty).count()
    }

    /// A liberty of the chain; it must have one.
    pub fn some_liberty(&self, stone: Point) -> Option<Point> {
        let mut s = stone;
        loop {
            if let Some(p) = s.neighbours().into_iter().find(|n| self.cell(*n) == Cell::Empty) {
                return Some(p);
            }
            s = self.next(s);
            if s == stone {
                return None;
            }
        }
    }

    /// Whether a player may play there: suicide and retaking the ko are forbidden.
    pub fn allows(&self, p: Point, colour: Colour) -> bool {
        self.cell(p) == Cell::Empty
            && self.ko != Some(p)
            && p.neighbours().into_iter().any(|n| match self.cell(n) {
                Cell::Empty => true,
                Cell::Wall => false,
                cell => (cell == Cell::from(colour)) != self.in_atari(n),
            })
    }

    /// Plays a move that is [allowed](Stones::allows).
    pub fn play(&mut self, p: Point, colour: Colour) {
        let i = p.index();
        let mut played = Played {
            p,
            ko: self.ko.take(),
            next: self.next[i],
            liberties: self.liberties[i],
            length: self.lengths[i],
            joined: [(0, 0); 4],
            joins: 0,
            captured: [(0, 0); 4],
            captures: 0,
        };
        self.cells[i] = Cell::from(colour);
        for n in p.neighbours() {
            let chain = &mut self.liberties[at(self.head[n.index()])];
            chain.0 = chain.0.wrapping_sub(Liberties::one(p));
        }
        self.head[i] = i as u16;
        self.next[i] = i as u16;
        self.liberties[i] = self.own_liberties(p);
        self.lengths[i] = 1;
        for n in p.neighbours() {
            if self.cell(n) == Cell::from(colour) && self.head[n.index()] != self.head[i] {
                played.joined[played.joins] = self.join(p, n);
                played.joins += 1;
            }
        }
        let mut stones = 0;
        for n in p.neighbours() {
            if self.cell(n) == Cell::from(colour.other()) && self.liberties_of(n).none() {
                played.captured[played.captures] = (n.index() as u16, self.head[n.index()]);
                played.captures += 1;
                stones += self.take_off(n);
                self.ko = Some(n);
            }
        }
        let retakable = stones == 1 && self.lengths[at(self.head[i])] == 1 && self.in_atari(p);
        self.ko = self.ko.filter(|_| retakable);
        self.played.push(played);
    }

    /// Undoes the last move.
    pub fn undo(&mut self) {
        let Some(played) = self.played.pop() else { return };
        let Some(colour) = self.cell(played.p).colour() else { return };
        for &(stone, head) in played.captured[..played.captures].iter().rev() {
            self.put_back(Point::from_index(stone as usize), head, colour.other());
        }
        for &(big, small) in played.joined[..played.joins].iter().rev() {
            self.part(big, small);
        }
        let i = played.p.index();
        self.cells[i] = Cell::Empty;
        self.head[i] = NO_CHAIN;
        for n in played.p.neighbours() {
            let chain = &mut self.liberties[at(self.head[n.index()])];
            chain.0 = chain.0.wrapping_add(Liberties::one(played.p));
        }
        self.next[i] = played.next;
        self.liberties[i] = played.liberties;
        self.lengths[i] = played.length;
        self.ko = played.ko;
    }

    /// Joins two chains and returns them, the larger first.
    fn join(&mut self, a: Point, b: Point) -> (u16, u16) {
        let (mut big, mut small) = (self.head[a.index()], self.head[b.index()]);
        if self.lengths[at(big)] < self.lengths[at(small)] {
            std::mem::swap(&mut big, &mut small);
        }
        self.lengths[at(big)] += self.lengths[at(small)];
        let gained = self.liberties[at(small)].0;
        self.liberties[at(big)].0 += gained;
        self.rename(small, big);
        self.next.swap(at(big), at(small));
        (big, small)
    }

    fn part(&mut self, big: u16, small: u16) {
        self.next.swap(at(big), at(small));
        self.rename(small, small);
        let lost = self.liberties[at(small)].0;
        self.liberties[at(big)].0 -= lost;
        self.lengths[at(big)] -= self.lengths[at(small)];
    }

    /// Gives all stones of a ring a new head.
    fn rename(&mut self, ring: u16, head: u16) {
        let mut s = ring;
        loop {
            self.head[at(s)] = head;
            s = self.next[at(s)];
            if s == ring {
                break;
            }
        }
    }

    fn take_off(&mut self, stone: Point) -> usize {
        let mut s = stone;
        let mut count = 0;
        loop {
            self.cells[s.index()] = Cell::Empty;
            self.head[s.index()] = NO_CHAIN;
            count += 1;
            for n in s.neighbours() {
                let chain = &mut self.liberties[at(self.head[n.index()])];
                chain.0 = chain.0.wrapping_add(Liberties::one(s));
            }
            s = self.next(s);
            if s == stone {
                return count;
            }
        }
    }

    /// Puts back a captured chain.
    fn put_back(&mut self, stone: Point, head: u16, colour: Colour) {
        let mut s = stone;
        loop {
            // Stones of the chain remove liberties from it as well; it has none in any case.
            for n in s.neighbours() {
                let chain = &mut self.liberties[at(self.head[n.index()])];
                chain.0 = chain.0.wrapping_sub(Liberties::one(s));
            }
            self.cells[s.index()] = Cell::from(colour);
            self.head[s.index()] = head;
            s = self.next(s);
            if s == stone {
                break;
            }
        }
        self.liberties[at(head)] = Liberties::default();
    }
}
