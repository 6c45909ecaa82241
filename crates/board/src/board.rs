//! Stones on a board, kept as chains: no history, no rules beyond "a chain without liberties is taken off".
//!
//! Each chain keeps its *pseudo-liberties*: every side of every stone that touches an empty point counts
//! once. Their number, sum and sum of squares are cheap to keep up to date and tell the three things play
//! asks most: captured (none left), in atari (all the same point), and which point that is. Exact liberty
//! counts are walked when somebody wants them.

use crate::around::{self, Around};
use crate::{AREA, Cell, Colour, PITCH, Point, PointSet, Size, zobrist};

#[derive(Clone, Copy, Default, Debug, PartialEq, Eq)]
struct Chain {
    stones: u16,
    liberties: u16,
    sum: u32,
    sum_of_squares: u32,
}

impl Chain {
    #[inline]
    fn gain(&mut self, liberty: Point) {
        let i = liberty.index() as u32;
        self.liberties += 1;
        self.sum += i;
        self.sum_of_squares += i * i;
    }

    #[inline]
    fn lose(&mut self, liberty: Point) {
        let i = liberty.index() as u32;
        self.liberties -= 1;
        self.sum -= i;
        self.sum_of_squares -= i * i;
    }

    /// All pseudo-liberties are one point: equality in Cauchy's inequality.
    #[inline]
    fn in_atari(&self) -> bool {
        u64::from(self.liberties) * u64::from(self.sum_of_squares) == u64::from(self.sum) * u64::from(self.sum)
    }
}

/// A board with stones.
#[derive(Clone)]
pub struct Board {
    cells: [Cell; AREA],
    around: [Around; AREA],
    /// The point that names the chain of each stone.
    head: [u16; AREA],
    /// The next stone of the same chain, in a ring.
    next: [u16; AREA],
    chains: [Chain; AREA],
    empty: [u16; AREA],
    place_in_empty: [u16; AREA],
    empty_count: usize,
    stones: [u32; 2],
    hash: u64,
    ko: Option<Point>,
    size: Size,
}

impl Board {
    pub fn new(size: Size) -> Board {
        let mut board = Board {
            cells: [Cell::Wall; AREA],
            around: [Around::default(); AREA],
            head: [0; AREA],
            next: [0; AREA],
            chains: [Chain::default(); AREA],
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

    /// A board with these stones; `None` when a chain would have no liberty.
    pub fn with_stones(size: Size, stones: impl IntoIterator<Item = (Colour, Point)>) -> Option<Board> {
        let mut board = Board::new(size);
        for (colour, p) in stones {
            if board.cells[p.index()] != Cell::Empty {
                return None;
            }
            board.place(p, colour);
        }
        let alive = size.iter().all(|p| board.cells[p.index()] == Cell::Empty || board.chain(p).liberties > 0);
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

    #[inline]
    pub fn colour(&self, p: Point) -> Option<Colour> {
        self.cell(p).colour()
    }

    #[inline]
    pub fn is_empty(&self, p: Point) -> bool {
        self.cell(p) == Cell::Empty
    }

    /// The eight cells around a point in one number.
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

    /// Exchanges two places of the list of empty points: how a random choice sets a rejected point aside.
    #[inline]
    pub fn swap_empty(&mut self, a: usize, b: usize) {
        let (a, b) = (a & (AREA - 1), b & (AREA - 1));
        self.empty.swap(a, b);
        self.place_in_empty[self.empty[a] as usize & (AREA - 1)] = a as u16;
        self.place_in_empty[self.empty[b] as usize & (AREA - 1)] = b as u16;
    }

    #[inline]
    fn chain(&self, stone: Point) -> &Chain {
        &self.chains[self.head[stone.index()] as usize & (AREA - 1)]
    }

    #[inline]
    fn chain_mut(&mut self, stone: Point) -> &mut Chain {
        &mut self.chains[self.head[stone.index()] as usize & (AREA - 1)]
    }

    /// The point that names the chain a stone belongs to: equal for two stones of one chain.
    #[inline]
    pub fn chain_head(&self, stone: Point) -> Point {
        Point::from_index(self.head[stone.index()] as usize)
    }

    /// How many stones a stone's chain has.
    #[inline]
    pub fn chain_len(&self, stone: Point) -> usize {
        self.chain(stone).stones as usize
    }

    /// The stones of a chain, from `stone` on.
    pub fn chain_stones(&self, stone: Point) -> impl Iterator<Item = Point> + '_ {
        let mut at = stone;
        (0..self.chain_len(stone)).map(move |_| {
            let here = at;
            at = Point::from_index(self.next[at.index()] as usize);
            here
        })
    }

    /// The last liberty of a stone's chain, if it has just one.
    #[inline]
    pub fn atari(&self, stone: Point) -> Option<Point> {
        let chain = self.chain(stone);
        chain.in_atari().then(|| Point::from_index((chain.sum / u32::from(chain.liberties.max(1))) as usize))
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

    /// Calls `see` with the chain's liberties, some of them several times, until it returns false.
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

    /// The number of liberties, not counted beyond `limit` (at most 8).
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

    /// Whether the stones allow the move: the point is empty and not a ko, and the move is no suicide, or is
    /// one of several stones and `suicide` permits that. Superko needs history and is not seen here.
    #[inline]
    pub fn allows(&self, p: Point, colour: Colour, suicide: bool) -> bool {
        if !self.is_empty(p) || self.ko == Some(p) {
            return false;
        }
        if self.around(p).touches_empty() {
            return true;
        }
        let mut joins = false;
        for n in p.neighbours() {
            let cell = self.cell(n);
            if cell == Cell::Wall {
                continue;
            }
            let own = cell == Cell::from(colour);
            if own != self.chain(n).in_atari() {
                return true;
            }
            joins |= own;
        }
        suicide && joins
    }

    /// Hash of the stones after a move that the stones allow, without playing it.
    pub fn hash_after(&self, p: Point, colour: Colour) -> u64 {
        let mut hash = self.hash ^ zobrist::stone(colour, p);
        let mut taken = [0u16; 4];
        let mut captures = false;
        for (i, n) in p.neighbours().into_iter().enumerate() {
            if self.cell(n) == Cell::from(colour.other()) && self.chain(n).in_atari() {
                captures = true;
                let head = self.head[n.index()];
                if !taken[..i].contains(&head) {
                    hash ^= self.chain_hash(n, colour.other());
                }
                taken[i] = head;
            }
        }
        if !captures && self.is_suicide(p, colour) {
            hash ^= zobrist::stone(colour, p);
            for (i, n) in p.neighbours().into_iter().enumerate() {
                if self.cell(n) == Cell::from(colour) {
                    let head = self.head[n.index()];
                    if !taken[..i].contains(&head) {
                        hash ^= self.chain_hash(n, colour);
                    }
                    taken[i] = head;
                }
            }
        }
        hash
    }

    fn chain_hash(&self, stone: Point, colour: Colour) -> u64 {
        self.chain_stones(stone).fold(0, |hash, s| hash ^ zobrist::stone(colour, s))
    }

    /// Whether the move would take its own chain off the board.
    pub fn is_suicide(&self, p: Point, colour: Colour) -> bool {
        !self.around(p).touches_empty()
            && p.neighbours()
                .into_iter()
                .filter(|n| self.cell(*n) != Cell::Wall)
                .all(|n| (self.cell(n) == Cell::from(colour)) == self.chain(n).in_atari())
    }

    /// Plays a move that [`allows`](Board::allows) permits and returns how many enemy stones it took.
    #[inline]
    pub fn play(&mut self, p: Point, colour: Colour) -> usize {
        debug_assert!(self.allows(p, colour, true), "{colour} {p}\n{self}");
        let enemy = Cell::from(colour.other());
        // Only a stone without a friend or an empty point beside it can be retaken at once.
        let could_be_ko = self.around(p).surrounded_by(colour.other());
        self.ko = None;
        self.place(p, colour);
        let mut taken = 0;
        let mut last = p;
        for n in p.neighbours() {
            if self.cell(n) == enemy && self.chain(n).liberties == 0 {
                taken += self.remove_chain(n);
                last = n;
            }
        }
        if taken == 0 {
            if self.chain(p).liberties == 0 {
                self.remove_chain(p);
            }
        } else if taken == 1 && could_be_ko {
            self.ko = Some(last);
        }
        taken
    }

    /// Puts a stone down and joins its chain; takes nothing off.
    #[inline]
    fn place(&mut self, p: Point, colour: Colour) {
        let i = p.index();
        self.drop_empty(p);
        self.set_cell(p, Cell::from(colour));
        self.hash ^= zobrist::stone(colour, p);
        self.stones[colour.index()] += 1;
        self.head[i] = i as u16;
        self.next[i] = i as u16;
        let mut chain = Chain { stones: 1, ..Chain::default() };
        for n in p.neighbours() {
            match self.cell(n) {
                Cell::Empty => chain.gain(n),
                Cell::Wall => {}
                Cell::Black | Cell::White => self.chain_mut(n).lose(p),
            }
        }
        self.chains[i] = chain;
        for n in p.neighbours() {
            if self.cell(n) == Cell::from(colour) && self.head[n.index()] != self.head[i] {
                self.join(p, n);
            }
        }
    }

    fn join(&mut self, a: Point, b: Point) {
        let (mut big, mut small) = (self.head[a.index()], self.head[b.index()]);
        if self.chains[big as usize & (AREA - 1)].stones < self.chains[small as usize & (AREA - 1)].stones {
            std::mem::swap(&mut big, &mut small);
        }
        let from = self.chains[small as usize & (AREA - 1)];
        let into = &mut self.chains[big as usize & (AREA - 1)];
        into.stones += from.stones;
        into.liberties += from.liberties;
        into.sum += from.sum;
        into.sum_of_squares += from.sum_of_squares;
        let mut at = small;
        loop {
            self.head[at as usize & (AREA - 1)] = big;
            at = self.next[at as usize & (AREA - 1)];
            if at == small {
                break;
            }
        }
        self.next.swap(big as usize & (AREA - 1), small as usize & (AREA - 1));
    }

    fn remove_chain(&mut self, stone: Point) -> usize {
        let Some(colour) = self.colour(stone) else { return 0 };
        let mut at = stone;
        let mut count = 0;
        loop {
            self.set_cell(at, Cell::Empty);
            self.push_empty(at);
            self.hash ^= zobrist::stone(colour, at);
            count += 1;
            for n in at.neighbours() {
                if self.cell(n) == Cell::from(colour.other()) {
                    self.chain_mut(n).gain(at);
                }
            }
            at = Point::from_index(self.next[at.index()] as usize);
            if at == stone {
                break;
            }
        }
        self.stones[colour.index()] -= count as u32;
        count
    }

    #[inline]
    fn set_cell(&mut self, p: Point, cell: Cell) {
        let change = self.cells[p.index()] as u16 ^ cell as u16;
        self.cells[p.index()] = cell;
        for (place, step) in around::STEPS.into_iter().enumerate() {
            // Seen from the neighbour, this point lies in the opposite place.
            self.around[p.step(-step).index()].flip(place, change);
        }
    }

    #[inline]
    fn push_empty(&mut self, p: Point) {
        self.empty[self.empty_count & (AREA - 1)] = p.index() as u16;
        self.place_in_empty[p.index()] = self.empty_count as u16;
        self.empty_count += 1;
    }

    #[inline]
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

    /// Rebuilds everything from the stones and compares: for tests.
    pub fn check(&self) -> Result<(), String> {
        let fresh = Board::with_stones(self.size, self.all_stones()).ok_or("a chain has no liberty")?;
        let same = |ok: bool, what: &str| if ok { Ok(()) } else { Err(format!("{what} differ\n{self}")) };
        same(self.hash == fresh.hash, "hashes")?;
        same(self.stones == fresh.stones, "stone counts")?;
        same(self.around == fresh.around, "surroundings")?;
        let mine: PointSet = self.empty_points().collect();
        same(self.empty_count == fresh.empty_count && mine == fresh.empty_points().collect(), "empty points")?;
        for (_, p) in self.all_stones() {
            same(self.chain(p) == fresh.chain(p), &format!("chains at {p}"))?;
            let stones = |b: &Board| b.chain_stones(p).collect::<PointSet>();
            same(stones(self) == stones(&fresh), &format!("stones of the chain at {p}"))?;
            let liberties = self.liberties(p);
            let single = (liberties.len() == 1).then(|| liberties.iter().next()).flatten();
            same(self.atari(p) == single, &format!("atari at {p}"))?;
            same(self.liberties_up_to(p, 8) == liberties.len().min(8), &format!("liberties at {p}"))?;
        }
        Ok(())
    }
}

/// A diagram: `X` Black, `O` White, `.` empty, with coordinates.
impl std::fmt::Display for Board {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        let columns: String = (0..self.size.width())
            .flat_map(|x| [' ', Point::new(x, 0).to_string().chars().next().unwrap_or('?')])
            .collect();
        writeln!(f, "  {columns}")?;
        for y in (0..self.size.height()).rev() {
            write!(f, "{:2}", y + 1)?;
            for x in 0..self.size.width() {
                let c = match self.cell(Point::new(x, y)) {
                    Cell::Black => 'X',
                    Cell::White => 'O',
                    _ => '.',
                };
                write!(f, " {c}")?;
            }
            writeln!(f, " {:<2}", y + 1)?;
        }
        write!(f, "  {columns}")
    }
}

impl std::fmt::Debug for Board {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        std::fmt::Display::fmt(self, f)
    }
}

const _: () = assert!((PITCH + 1) * (PITCH) + PITCH < AREA);
