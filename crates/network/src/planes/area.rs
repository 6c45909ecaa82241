//! Whose every point is, as the board stands.
//!
//! A point belongs to a player for good, or because only his stones touch its region, or because his stone stands
//! there. Networks know the count of an unfinished game in this form, so it has to be the one they were trained with:
//! KataGo's, which calls more enemy stones dead than unconditional life alone would.

use board::{AREA, Board, Cell, Colour, Point};

const NONE: u16 = u16::MAX;

/// A connected area that one player does not occupy.
#[derive(Clone, Copy)]
struct Region {
    /// Where its points begin in the list of points, and where they end.
    from: usize,
    to: usize,
    /// Heads of the chains that every point of it touches.
    vital_to: [u16; 4],
    vital: usize,
    /// Points that touch none of the player's stones, not counted beyond two.
    inner: u8,
    has_enemy: bool,
    /// Touches a chain that does not live.
    open: bool,
}

/// Finds owners. Memory is kept from board to board.
pub struct Areas {
    owner: [Cell; AREA],
    /// The region of each point, or [`NONE`].
    region: [u16; AREA],
    /// By head: the regions vital to a chain; zero for chains that do not live.
    vital: [u8; AREA],
    points: Vec<Point>,
    regions: Vec<Region>,
    heads: Vec<Point>,
}

impl Default for Areas {
    fn default() -> Areas {
        Areas {
            owner: [Cell::Empty; AREA],
            region: [NONE; AREA],
            vital: [0; AREA],
            points: Vec::new(),
            regions: Vec::new(),
            heads: Vec::new(),
        }
    }
}

impl Areas {
    #[inline]
    pub fn owner(&self, p: Point) -> Cell {
        self.owner[p.index()]
    }

    /// Finds the owners where all that is surrounded counts. `suicide` is whether life is judged with it permitted.
    pub fn find(&mut self, board: &Board, suicide: bool) {
        self.owner = [Cell::Empty; AREA];
        for colour in Colour::BOTH {
            if board.stones(colour) > 0 {
                self.claim(board, colour, suicide);
            }
        }
        for (colour, p) in board.all_stones() {
            if self.owner(p) == Cell::Empty {
                self.owner[p.index()] = Cell::from(colour);
            }
        }
    }

    /// Finds the owners where points in seki do not count, but stones do. Returns how many separate areas without
    /// seki Black has, less White's.
    pub fn find_without_seki(&mut self, board: &Board, suicide: bool) -> i32 {
        self.find(board, suicide);
        let full = self.owner;
        let mut groups = 0;
        self.region = [NONE; AREA];
        for start in board.size().iter() {
            let Some(colour) = full[start.index()].colour() else { continue };
            if self.region[start.index()] != NONE {
                continue;
            }
            let is_dame = |p: Point| board.is_empty(p) && full[p.index()] == Cell::Empty;
            let mut in_seki = false;
            self.points.clear();
            self.points.push(start);
            self.region[start.index()] = 0;
            let mut next = 0;
            while let Some(&p) = self.points.get(next) {
                next += 1;
                in_seki |= board.colour(p) == Some(colour) && board.atari(p).is_some();
                for n in p.neighbours() {
                    in_seki |= is_dame(n);
                    if full[n.index()] == full[start.index()] && self.region[n.index()] == NONE {
                        self.region[n.index()] = 0;
                        self.points.push(n);
                    }
                }
            }
            if !in_seki {
                groups += colour.sign();
                continue;
            }
            for p in &self.points {
                if board.colour(*p) != Some(colour) {
                    self.owner[p.index()] = Cell::Empty;
                }
            }
        }
        groups
    }

    /// Gives a player what is his for good, and empty regions that only he touches unless they are the enemy's.
    fn claim(&mut self, board: &Board, us: Colour, suicide: bool) {
        self.find_regions(board, us, suicide);
        self.find_living(board, us);
        for head in &self.heads {
            if self.vital[head.index()] > 0 {
                board.chain_stones(*head).for_each(|s| self.owner[s.index()] = Cell::from(us));
            }
        }
        for region in &self.regions {
            let ours = !region.open && (region.inner <= 1 || !region.has_enemy);
            for p in &self.points[region.from..region.to] {
                let owner = &mut self.owner[p.index()];
                if ours || !region.has_enemy && *owner == Cell::Empty {
                    *owner = Cell::from(us);
                }
            }
        }
    }

    fn find_regions(&mut self, board: &Board, us: Colour, suicide: bool) {
        self.region = [NONE; AREA];
        self.points.clear();
        self.regions.clear();
        for start in board.empty_points() {
            if self.region[start.index()] != NONE {
                continue;
            }
            let number = self.regions.len() as u16;
            let from = self.points.len();
            let mut region = Region {
                from,
                to: from,
                vital_to: [NONE; 4],
                vital: 0,
                inner: 0,
                has_enemy: false,
                open: false,
            };
            for n in start.neighbours().into_iter().filter(|n| board.colour(*n) == Some(us)) {
                let head = board.chain_head(n).index() as u16;
                if !region.vital_to[..region.vital].contains(&head) {
                    region.vital_to[region.vital] = head;
                    region.vital += 1;
                }
            }
            self.region[start.index()] = number;
            self.points.push(start);
            let mut next = from;
            while let Some(&p) = self.points.get(next) {
                next += 1;
                let empty = board.is_empty(p);
                region.has_enemy |= !empty;
                if region.vital > 0 && (suicide || empty) {
                    region.keep_vital(board, p, us);
                }
                region.inner = (region.inner + u8::from(!board.around(p).touches(us))).min(2);
                for n in p.neighbours() {
                    let inside = board.cell(n) != Cell::from(us) && board.cell(n) != Cell::Wall;
                    if inside && self.region[n.index()] == NONE {
                        self.region[n.index()] = number;
                        self.points.push(n);
                    }
                }
            }
            region.to = self.points.len();
            self.regions.push(region);
        }
    }

    /// Benson's algorithm: chains with fewer than two vital regions fall, and with them the regions they touch.
    fn find_living(&mut self, board: &Board, us: Colour) {
        self.heads.clear();
        for (colour, p) in board.all_stones() {
            if colour == us && board.chain_head(p) == p {
                self.heads.push(p);
                self.vital[p.index()] = 0;
            }
        }
        for region in &self.regions {
            for head in &region.vital_to[..region.vital] {
                self.vital[*head as usize & (AREA - 1)] += 1;
            }
        }
        // Those still thought to live come first in the list.
        let mut living = self.heads.len();
        loop {
            let before = living;
            let mut i = 0;
            while i < living {
                let head = self.heads[i];
                if self.vital[head.index()] >= 2 {
                    i += 1;
                    continue;
                }
                living -= 1;
                self.heads.swap(i, living);
                self.fall(board, head);
            }
            if living == before {
                break;
            }
        }
        for head in &self.heads[living..] {
            self.vital[head.index()] = 0;
        }
    }

    fn fall(&mut self, board: &Board, head: Point) {
        for n in board.chain_stones(head).flat_map(Point::neighbours) {
            let Some(region) = self.regions.get_mut(self.region[n.index()] as usize) else { continue };
            if !region.open {
                region.open = true;
                for other in &region.vital_to[..region.vital] {
                    self.vital[*other as usize & (AREA - 1)] -= 1;
                }
            }
        }
    }
}

impl Region {
    /// Keeps the chains that touch `p` as well.
    fn keep_vital(&mut self, board: &Board, p: Point, us: Colour) {
        let touches = |head: u16| {
            let ours =
                |n: &Point| board.colour(*n) == Some(us) && board.chain_head(*n).index() as u16 == head;
            p.neighbours().iter().any(ours)
        };
        let mut kept = 0;
        for i in 0..self.vital {
            if touches(self.vital_to[i]) {
                self.vital_to[kept] = self.vital_to[i];
                kept += 1;
            }
        }
        self.vital = kept;
    }
}
