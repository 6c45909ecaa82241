//! Stones on a board, kept as chains: no history, no rules beyond "a chain without liberties is captured".
//!
//! Each chain keeps its *pseudo-liberties*: every side of every stone that touches an empty point counts
//! once. Their number, sum and sum of squares are cheap to update and answer the three most frequent
//! questions: is the chain captured (none left), is it in atari (all are the same point), and which point is
//! that. Two liberties follow once one of them is found; other exact counts walk along the chain on demand.

use crate::around::{self, Around};
use crate::liberties::{Few, Liberties};
use crate::{AREA, Cell, Colour, PITCH, Point, PointSet, Size, zobrist};

/// The chain of every empty point and of the wall. It lets `play` update the liberties next to a stone
/// without checking what is there.
pub(crate) const NO_CHAIN: u16 = 0;

/// A board with stones.
pub struct Board {
    cells: [Cell; AREA],
    around: [Around; AREA],
    /// The head of each stone's chain; [`NO_CHAIN`] elsewhere.
    head: [u16; AREA],
    /// The next stone of the same chain, in a ring.
    next: [u16; AREA],
    liberties: [Liberties; AREA],
    lengths: [u16; AREA],
    empty: [u16; AREA],
    place_in_empty: [u16; AREA],
    empty_count: usize,
    stones: [u32; 2],
    hash: u64,
    ko: Option<Point>,
    size: Size,
}

impl Clone for Board {
    fn clone(&self) -> Board {
        Board { ..*self }
    }

    /// Searches constantly copy boards of the same size over each other, and a small board fills only a small
    /// part of the tables.
    fn clone_from(&mut self, other: &Board) {
        if self.size != other.size {
            *self = other.clone();
            return;
        }
        let end = Board::end(self.size);
        self.cells[..end].copy_from_slice(&other.cells[..end]);
        self.around[..end].copy_from_slice(&other.around[..end]);
        self.head[..end].copy_from_slice(&other.head[..end]);
        self.next[..end].copy_from_slice(&other.next[..end]);
        self.liberties[..end].copy_from_slice(&other.liberties[..end]);
        self.lengths[..end].copy_from_slice(&other.lengths[..end]);
        self.place_in_empty[..end].copy_from_slice(&other.place_in_empty[..end]);
        self.empty[..other.empty_count].copy_from_slice(&other.empty[..other.empty_count]);
        self.empty_count = other.empty_count;
        self.stones = other.stones;
        self.hash = other.hash;
        self.ko = other.ko;
    }
}

impl Board {
    /// The part of the tables that may differ between two boards of this size: up to the end of the wall
    /// above the last row.
    fn end(size: Size) -> usize {
        ((size.height() + 2) * PITCH + 1).min(AREA)
    }

    pub fn new(size: Size) -> Board {
        let mut board = Board {
            cells: [Cell::Wall; AREA],
            around: [Around::default(); AREA],
            head: [0; AREA],
            next: [0; AREA],
            liberties: [Liberties::default(); AREA],
            lengths: [0; AREA],
            empty: [0; AREA],
            place_in_empty: [0; AREA],
            empty_count: 0,
            stones: [0; 2],
            hash: 0,
            ko: None,
            size,
        };
        for p in size.iter() {
            board.cells[p.index()] = Cell::Empty;
            board.push_empty(p);
        }
        for p in size.iter() {
            board.around[p.index()] = Around::gather(|step| board.cells[p.step(step).index()]);
        }
        board
    }

    /// A board with these stones; `None` if a chain would have no liberty.
    pub fn with_stones(size: Size, stones: impl IntoIterator<Item = (Colour, Point)>) -> Option<Board> {
        let mut board = Board::new(size);
        for (colour, p) in stones {
            if board.cells[p.index()] != Cell::Empty {
                return None;
            }
            board.place(p, colour);
        }
        let alive =
            size.iter().all(|p| board.cells[p.index()] == Cell::Empty || !board.liberties_of(p).none());
        alive.then_some(board)
    }

    #[inline]
    pub fn size(&self) -> Size {
        self.size
    }

    #[inline]
    pub fn cell(&self, p: Point) -> Cell {
        self.cells[p.index()]
    }

    /// All cells by index, including the wall, to count many boards fast.
    #[inline]
    pub fn cells(&self) -> &[Cell; AREA] {
        &self.cells
    }

    #[inline]
    pub fn colour(&self, p: Point) -> Option<Colour> {
        self.cell(p).colour()
    }

    #[inline]
    pub fn is_empty(&self, p: Point) -> bool {
        self.cell(p) == Cell::Empty
    }

    /// The eight cells around a point as one number.
    #[inline]
    pub fn around(&self, p: Point) -> Around {
        self.around[p.index()]
    }

    /// Hash of the stones alone.
    #[inline]
    pub fn hash(&self) -> u64 {
        self.hash
    }

    /// Where simple ko forbids the next move.
    #[inline]
    pub fn ko(&self) -> Option<Point> {
        self.ko
    }

    /// Lets the ko be retaken, as after a pass or a move elsewhere.
    #[inline]
    pub fn lift_ko(&mut self) {
        self.ko = None;
    }

    #[inline]
    pub fn stones(&self, colour: Colour) -> u32 {
        self.stones[colour.index()]
    }

    /// The number of empty points.
    #[inline]
    pub fn empty_count(&self) -> usize {
        self.empty_count
    }

    /// The empty points, in an order that play changes.
    pub fn empty_points(&self) -> impl ExactSizeIterator<Item = Point> + '_ {
        self.empty[..self.empty_count].iter().map(|&i| Point::from_index(i as usize))
    }

    #[inline]
    pub fn empty_at(&self, place: usize) -> Point {
        Point::from_index(self.empty[place & (AREA - 1)] as usize)
    }

    /// Swaps two entries in the list of empty points: a random choice uses this to set a rejected point
    /// aside.
    #[inline]
    pub fn swap_empty(&mut self, a: usize, b: usize) {
        let (a, b) = (a & (AREA - 1), b & (AREA - 1));
        self.empty.swap(a, b);
        self.place_in_empty[self.empty[a] as usize & (AREA - 1)] = a as u16;
        self.place_in_empty[self.empty[b] as usize & (AREA - 1)] = b as u16;
    }

    #[inline]
    fn liberties_of(&self, stone: Point) -> Liberties {
        self.liberties[self.head[stone.index()] as usize & (AREA - 1)]
    }

    /// The head of a stone's chain: equal for two stones of the same chain.
    #[inline]
    pub fn chain_head(&self, stone: Point) -> Point {
        Point::from_index(self.head[stone.index()] as usize)
    }

    /// The number of stones in a stone's chain.
    #[inline]
    pub fn chain_len(&self, stone: Point) -> usize {
        self.lengths[self.head[stone.index()] as usize & (AREA - 1)] as usize
    }

    /// The stones of a chain, starting with `stone`.
    pub fn chain_stones(&self, stone: Point) -> impl Iterator<Item = Point> + '_ {
        let mut at = stone;
        (0..self.chain_len(stone)).map(move |_| {
            let here = at;
            at = Point::from_index(self.next[at.index()] as usize);
            here
        })
    }

    /// The last liberty of a stone's chain, if it has exactly one.
    #[inline]
    pub fn atari(&self, stone: Point) -> Option<Point> {
        let liberties = self.liberties_of(stone);
        liberties.are_one_point().then(|| liberties.the_point())
    }

    /// The chain's distinct liberties.
    pub fn liberties(&self, stone: Point) -> PointSet {
        let mut set = PointSet::EMPTY;
        self.walk_liberties(stone, |p| {
            set.insert(p);
            true
        });
        set
    }

    /// Calls `see` with the chain's liberties, some of them more than once, until it returns false.
    #[inline]
    pub fn walk_liberties(&self, stone: Point, mut see: impl FnMut(Point) -> bool) {
        let mut at = stone;
        loop {
            if self.around(at).touches_empty() {
                for p in at.neighbours() {
                    if self.is_empty(p) && !see(p) {
                        return;
                    }
                }
            }
            at = Point::from_index(self.next[at.index()] as usize);
            if at == stone {
                return;
            }
        }
    }

    /// The number of liberties; counting stops at `limit` (at most 8).
    #[inline]
    pub fn liberties_up_to(&self, stone: Point, limit: usize) -> usize {
        let mut seen = [0u16; 8];
        let mut count = 0;
        self.walk_liberties(stone, |p| {
            let i = p.index() as u16;
            if !seen[..count].contains(&i) {
                seen[count] = i;
                count += 1;
            }
            count < limit.min(8)
        });
        count
    }

    /// The liberties of the chain of `stone` besides `p`. Cheap: it does not walk along the chain.
    #[inline]
    pub fn liberties_besides(&self, stone: Point, p: Point) -> Few {
        self.without(stone, self.liberties_of(stone), p).few()
    }

    /// The liberties of the chain of `stone` besides two points; just as cheap.
    #[inline]
    pub fn liberties_besides_both(&self, stone: Point, [p, q]: [Point; 2]) -> Few {
        self.without(stone, self.without(stone, self.liberties_of(stone), p), q).few()
    }

    /// Liberties of the chain of `stone` without those at `p`.
    #[inline(always)]
    fn without(&self, stone: Point, liberties: Liberties, p: Point) -> Liberties {
        let head = self.head[stone.index()];
        let shared = p.neighbours().map(|n| u64::from(self.head[n.index()] == head)).into_iter().sum::<u64>();
        liberties.without(p, shared)
    }

    /// The liberties of a chain that has exactly two; walks along the chain only to the first.
    #[inline]
    pub fn two_liberties(&self, stone: Point) -> Option<[Point; 2]> {
        // Two points have eight sides.
        if self.around(stone).touches_three_empty() | (self.liberties_of(stone).count() > 8) {
            return None;
        }
        let mut at = stone;
        let first = loop {
            if let Some(step) = self.around(at).step_to_empty() {
                break at.step(step);
            }
            at = Point::from_index(self.next[at.index()] as usize);
            if at == stone {
                return None;
            }
        };
        match self.liberties_besides(stone, first) {
            Few::One(second) => Some([first, second]),
            _ => None,
        }
    }

    /// Whether the stones allow the move: the point is empty and not a ko, and the move is not suicide, or it
    /// is suicide of several stones and `suicide` allows that. Superko needs history and is not checked here.
    #[inline(always)]
    pub fn allows(&self, p: Point, colour: Colour, suicide: bool) -> bool {
        self.ko != Some(p) && self.has_room(p, colour, suicide)
    }

    /// As [`allows`](Board::allows), but ignores simple ko, for rules with superko.
    #[inline(always)]
    pub fn has_room(&self, p: Point, colour: Colour, suicide: bool) -> bool {
        if !self.is_empty(p) {
            return false;
        }
        if self.around(p).touches_empty() {
            return true;
        }
        self.breathes(p, colour) || suicide && self.around(p).touches(colour)
    }

    /// Whether a stone on a point without empty neighbours would join a chain with another liberty, or
    /// capture a chain without one.
    #[inline(always)]
    pub fn breathes(&self, p: Point, colour: Colour) -> bool {
        p.neighbours().map(|n| {
            let cell = self.cell(n);
            let own = cell == Cell::from(colour);
            (cell != Cell::Wall) & (own != self.liberties_of(n).are_one_point())
        }) != [false; 4]
    }

    /// Whether a stone at `p`, next to the chain of `stone`, would join another chain or capture one.
    #[inline]
    pub fn has_help(&self, p: Point, stone: Point) -> bool {
        let (own, head) = (self.cell(stone), self.head[stone.index()]);
        p.neighbours().map(|n| {
            let (cell, chain) = (self.cell(n), self.head[n.index()]);
            let takes = self.liberties[chain as usize & (AREA - 1)].are_one_point();
            // Empty points and the wall belong to no chain.
            (chain != NO_CHAIN) & (chain != head) & ((cell == own) | takes)
        }) != [false; 4]
    }

    /// Hash of the stones after a move that the stones allow, without playing it.
    pub fn hash_after(&self, p: Point, colour: Colour) -> u64 {
        let mut hash = self.hash ^ zobrist::stone(colour, p);
        let mut captured = [0u16; 4];
        let mut captures = false;
        for (i, n) in p.neighbours().into_iter().enumerate() {
            if self.cell(n) == Cell::from(colour.other()) && self.liberties_of(n).are_one_point() {
                captures = true;
                let head = self.head[n.index()];
                if !captured[..i].contains(&head) {
                    hash ^= self.chain_hash(n, colour.other());
                }
                captured[i] = head;
            }
        }
        if !captures && self.is_suicide(p, colour) {
            hash ^= zobrist::stone(colour, p);
            for (i, n) in p.neighbours().into_iter().enumerate() {
                if self.cell(n) == Cell::from(colour) {
                    let head = self.head[n.index()];
                    if !captured[..i].contains(&head) {
                        hash ^= self.chain_hash(n, colour);
                    }
                    captured[i] = head;
                }
            }
        }
        hash
    }

    fn chain_hash(&self, stone: Point, colour: Colour) -> u64 {
        self.chain_stones(stone).fold(0, |hash, s| hash ^ zobrist::stone(colour, s))
    }

    /// Whether the move would remove its own chain.
    pub fn is_suicide(&self, p: Point, colour: Colour) -> bool {
        !self.around(p).touches_empty()
            && p.neighbours()
                .into_iter()
                .filter(|n| self.cell(*n) != Cell::Wall)
                .all(|n| (self.cell(n) == Cell::from(colour)) == self.liberties_of(n).are_one_point())
    }

    /// The stones that a move with [room](Board::has_room) removes: the enemy's, or for suicide its own,
    /// including `p`.
    pub fn captured_by(&self, p: Point, colour: Colour) -> PointSet {
        let mut captured = PointSet::EMPTY;
        for n in p.neighbours() {
            if self.cell(n) == Cell::from(colour.other()) && self.liberties_of(n).are_one_point() {
                self.chain_stones(n).for_each(|s| _ = captured.insert(s));
            }
        }
        if captured.is_empty() && self.is_suicide(p, colour) {
            captured.insert(p);
            for n in p.neighbours().into_iter().filter(|n| self.cell(*n) == Cell::from(colour)) {
                self.chain_stones(n).for_each(|s| _ = captured.insert(s));
            }
        }
        captured
    }

    /// Plays a move with [room](Board::has_room) and returns the number of captured enemy stones.
    #[inline(always)]
    pub fn play(&mut self, p: Point, colour: Colour) -> usize {
        debug_assert!(self.has_room(p, colour, true), "{colour} {p}\n{self}");
        // Only a stone without a friendly or empty neighbour can be recaptured at once.
        let could_be_ko = self.around(p).surrounded_by(colour.other());
        self.ko = None;
        let mut captured = 0;
        if self.place(p, colour) {
            let enemy = Cell::from(colour.other());
            let mut last = p;
            for n in p.neighbours() {
                if self.cell(n) == enemy && self.liberties_of(n).none() {
                    captured += self.remove_chain(n);
                    last = n;
                }
            }
            if captured == 1 && could_be_ko {
                self.ko = Some(last);
            }
        } else if self.liberties_of(p).none() {
            self.remove_chain(p);
        }
        captured
    }

    /// Places a stone and joins its chain. Removes nothing, but returns whether an enemy chain has no liberty
    /// left.
    #[inline(always)]
    fn place(&mut self, p: Point, colour: Colour) -> bool {
        let i = p.index();
        self.drop_empty(p);
        self.set_cell(p, Cell::from(colour));
        self.hash ^= zobrist::stone(colour, p);
        self.stones[colour.index()] += 1;
        let mut own = 0u64;
        let mut captures = false;
        for n in p.neighbours() {
            let cell = self.cell(n);
            let chain = &mut self.liberties[self.head[n.index()] as usize & (AREA - 1)];
            chain.0 = chain.0.wrapping_sub(Liberties::one(p));
            captures |= (cell == Cell::from(colour.other())) & chain.none();
            own = own.wrapping_add(Liberties::one(n) & u64::from(cell == Cell::Empty).wrapping_neg());
        }
        self.head[i] = i as u16;
        self.next[i] = i as u16;
        self.liberties[i] = Liberties(own);
        self.lengths[i] = 1;
        if self.around(p).touches(colour) {
            for n in p.neighbours() {
                if self.cell(n) == Cell::from(colour) && self.head[n.index()] != self.head[i] {
                    self.join(p, n);
                }
            }
        }
        captures
    }

    #[inline(always)]
    fn join(&mut self, a: Point, b: Point) {
        let (mut big, mut small) =
            (self.head[a.index()] as usize & (AREA - 1), self.head[b.index()] as usize & (AREA - 1));
        if self.lengths[big] < self.lengths[small] {
            std::mem::swap(&mut big, &mut small);
        }
        self.lengths[big] += self.lengths[small];
        self.liberties[big].0 += self.liberties[small].0;
        let mut at = small;
        loop {
            self.head[at] = big as u16;
            at = self.next[at] as usize & (AREA - 1);
            if at == small {
                break;
            }
        }
        self.next.swap(big, small);
    }

    fn remove_chain(&mut self, stone: Point) -> usize {
        let Some(colour) = self.colour(stone) else { return 0 };
        let mut at = stone;
        let mut count = 0;
        loop {
            self.set_cell(at, Cell::Empty);
            self.push_empty(at);
            self.hash ^= zobrist::stone(colour, at);
            self.head[at.index()] = NO_CHAIN;
            count += 1;
            for n in at.neighbours() {
                // Stones of the same chain that are still to be removed gain liberties too; nobody reads
                // them.
                let chain = &mut self.liberties[self.head[n.index()] as usize & (AREA - 1)];
                chain.0 = chain.0.wrapping_add(Liberties::one(at));
            }
            at = Point::from_index(self.next[at.index()] as usize);
            if at == stone {
                break;
            }
        }
        self.stones[colour.index()] -= count as u32;
        count
    }

    #[inline(always)]
    fn set_cell(&mut self, p: Point, cell: Cell) {
        let change = self.cells[p.index()] as u16 ^ cell as u16;
        self.cells[p.index()] = cell;
        around::flip(&mut self.around, p, change);
    }

    #[inline(always)]
    fn push_empty(&mut self, p: Point) {
        self.empty[self.empty_count & (AREA - 1)] = p.index() as u16;
        self.place_in_empty[p.index()] = self.empty_count as u16;
        self.empty_count += 1;
    }

    #[inline(always)]
    fn drop_empty(&mut self, p: Point) {
        self.empty_count -= 1;
        let place = self.place_in_empty[p.index()];
        let last = self.empty[self.empty_count & (AREA - 1)];
        self.empty[place as usize & (AREA - 1)] = last;
        self.place_in_empty[last as usize & (AREA - 1)] = place;
    }

    /// Every stone, row by row from the bottom left.
    pub fn all_stones(&self) -> impl Iterator<Item = (Colour, Point)> + '_ {
        self.size.iter().filter_map(|p| self.colour(p).map(|c| (c, p)))
    }

    /// Each chain once: its colour and its head.
    pub fn chains(&self) -> impl Iterator<Item = (Colour, Point)> + '_ {
        self.all_stones().filter(|(_, p)| self.chain_head(*p) == *p)
    }

    /// Rebuilds everything from the stones and compares; for tests.
    pub fn check(&self) -> Result<(), String> {
        let fresh = Board::with_stones(self.size, self.all_stones()).ok_or("a chain has no liberty")?;
        let same = |ok: bool, what: &str| if ok { Ok(()) } else { Err(format!("{what} differ\n{self}")) };
        same(self.hash == fresh.hash, "hashes")?;
        same(self.stones == fresh.stones, "stone counts")?;
        same(self.around == fresh.around, "surroundings")?;
        let mine: PointSet = self.empty_points().collect();
        same(
            self.empty_count == fresh.empty_count && mine == fresh.empty_points().collect(),
            "empty points",
        )?;
        for (_, p) in self.all_stones() {
            same(self.liberties_of(p) == fresh.liberties_of(p), &format!("liberties at {p}"))?;
            let stones = |b: &Board| b.chain_stones(p).collect::<PointSet>();
            same(stones(self) == stones(&fresh), &format!("stones of the chain at {p}"))?;
            let liberties = self.liberties(p);
            let single = (liberties.len() == 1).then(|| liberties.iter().next()).flatten();
            same(self.atari(p) == single, &format!("atari at {p}"))?;
            same(self.liberties_up_to(p, 8) == liberties.len().min(8), &format!("liberties at {p}"))?;
            let two = self.two_liberties(p).map(|both| both.into_iter().collect::<PointSet>());
            same(two == (liberties.len() == 2).then_some(liberties), &format!("two liberties at {p}"))?;
        }
        Ok(())
    }
}

const _: () = assert!((PITCH + 1) * (PITCH) + PITCH < AREA);
