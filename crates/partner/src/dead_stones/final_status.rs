//! How the board would be counted now: which stones are dead, what is territory, what is still open.

use board::{Board, Cell, Colour, PassAlive, Point, PointSet, Position, Score, pass_alive};
use evaluation::Ownership;

/// The fate of a stone.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum StoneStatus {
    Alive,
    Dead,
    /// Neither side can capture the other without loss.
    Seki,
}

/// The board as it would be counted now, with what is still open marked.
#[derive(Clone, PartialEq, Debug)]
pub struct FinalStatus {
    dead: PointSet,
    seki: PointSet,
    /// Empty points and dead stones that belong to one side.
    territory: [PointSet; 2],
    /// Neutral points between living stones.
    dame: PointSet,
    /// Points whose fate is not clear: stones that may live or die, borders that are not closed.
    open: PointSet,
    /// Certainty of the least certain point, from 0 to 1.
    certainty: f32,
    /// Number of points on the board.
    points: usize,
}

/// Connected empty points once dead stones are removed.
struct Region {
    points: PointSet,
    touches: [bool; 2],
}

impl FinalStatus {
    /// Decides by ownership, chain by chain, except where Benson's theorem proves more. `sure` is the ownership from
    /// which a point counts as settled.
    pub fn of(position: &Position, ownership: Option<&Ownership>, sure: f32) -> FinalStatus {
        let board = position.board();
        let safe = Colour::BOTH.map(|c| pass_alive(board, c, position.rules().suicide));
        let mut status = FinalStatus {
            dead: PointSet::EMPTY,
            seki: PointSet::EMPTY,
            territory: [PointSet::EMPTY; 2],
            dame: PointSet::EMPTY,
            open: PointSet::EMPTY,
            certainty: 1.0,
            points: board.size().points(),
        };
        status.classify_chains(board, ownership, &safe, sure);
        let regions = regions(board, &status.dead);
        status.classify_regions(board, ownership, &safe, sure, &regions);
        status.find_seki(board, &safe, &regions);
        status
    }

    /// The same board with every stone counted as alive.
    pub(crate) fn with_all_alive(&self, position: &Position) -> FinalStatus {
        let regions = regions(position.board(), &PointSet::EMPTY);
        let of = |owner: Option<Colour>| {
            let owned = regions.iter().filter(|r| sole_owner(r) == owner);
            owned.fold(PointSet::EMPTY, |all, r| all.union(&r.points))
        };
        FinalStatus {
            dead: PointSet::EMPTY,
            seki: PointSet::EMPTY,
            territory: Colour::BOTH.map(|c| of(Some(c))),
            dame: of(None),
            open: PointSet::EMPTY,
            certainty: 1.0,
            points: self.points,
        }
    }

    fn classify_chains(
        &mut self,
        board: &Board,
        ownership: Option<&Ownership>,
        safe: &[PassAlive; 2],
        sure: f32,
    ) {
        for (colour, head) in board.chains() {
            let (own, enemy) = (&safe[colour.index()], &safe[colour.other().index()]);
            if own.stones.contains(head) {
                continue;
            }
            let stones: PointSet = board.chain_stones(head).collect();
            if enemy.territory.contains(head) {
                self.dead = self.dead.union(&stones);
                continue;
            }
            let share = ownership.map_or(0.0, |o| mean(o, colour, &stones));
            // Stones are alive until shown to be dead, as on a real board.
            if share < -sure / 2.0 {
                self.dead = self.dead.union(&stones);
            }
            self.note(&stones, share.abs(), sure);
        }
    }

    /// Records how certain the fate of some points is.
    fn note(&mut self, points: &PointSet, certainty: f32, sure: f32) {
        self.certainty = self.certainty.min(certainty.max(0.0));
        if certainty < sure {
            self.open = self.open.union(points);
        }
    }

    fn classify_regions(
        &mut self,
        board: &Board,
        ownership: Option<&Ownership>,
        safe: &[PassAlive; 2],
        sure: f32,
        regions: &[Region],
    ) {
        for region in regions {
            let Some(colour) = sole_owner(region) else {
                self.classify_contested(board, region);
                continue;
            };
            let index = colour.index();
            self.territory[index] = self.territory[index].union(&region.points);
            let proven = region.points.is_subset(&safe[index].territory);
            let share = ownership.map_or(0.0, |o| mean(o, colour, &region.points));
            if !proven {
                self.note(&region.points, share, sure);
            }
        }
    }

    /// A region between both sides is neutral when nobody can make territory in it: every point touches both,
    /// or lies in a gap of two. Anything wider is a border to be closed.
    fn classify_contested(&mut self, board: &Board, region: &Region) {
        let touches_both = |p: Point| {
            let beside = |c: Colour| {
                p.neighbours().iter().any(|n| board.cell(*n) == Cell::from(c) && !self.dead.contains(*n))
            };
            beside(Colour::Black) && beside(Colour::White)
        };
        let nobody = region.touches == [false; 2];
        if !nobody && (region.points.len() <= 2 || region.points.iter().all(touches_both)) {
            self.dame = self.dame.union(&region.points);
        } else {
            self.note(&region.points, 0.0, 1.0);
        }
    }

    /// Living groups that border on neutral points and lack room for two eyes.
    fn find_seki(&mut self, board: &Board, safe: &[PassAlive; 2], regions: &[Region]) {
        let mut seen = PointSet::EMPTY;
        for (colour, start) in board.all_stones() {
            if self.dead.contains(start) || seen.contains(start) {
                continue;
            }
            let group = self.group(board, colour, start, regions);
            seen = seen.union(&group.stones);
            let alive = group.stones.intersects(&safe[colour.index()].stones);
            if !alive && group.leans_on_dame && group.eyes < 2 && group.room < 3 {
                self.seki = self.seki.union(&group.stones);
            }
        }
        // Seki needs both sides: a group alone would simply be dead.
        let colours = |set: &PointSet| Colour::BOTH.map(|c| set.iter().any(|p| board.colour(p) == Some(c)));
        if colours(&self.seki) != [true; 2] {
            self.seki = PointSet::EMPTY;
        }
    }

    fn group(&self, board: &Board, colour: Colour, start: Point, regions: &[Region]) -> Group {
        let mut group = Group { stones: PointSet::EMPTY, eyes: 0, room: 0, leans_on_dame: false };
        let mut counted = vec![false; regions.len()];
        let mut stack = vec![start];
        while let Some(stone) = stack.pop() {
            if group.stones.contains(stone) {
                continue;
            }
            group.stones = group.stones.union(&board.chain_stones(stone).collect());
            let beside: PointSet = board.chain_stones(stone).flat_map(Point::neighbours).collect();
            for (region, counted) in regions.iter().zip(&mut counted) {
                if !region.points.intersects(&beside) {
                    continue;
                }
                if sole_owner(region) != Some(colour) {
                    group.leans_on_dame = true;
                } else if !std::mem::replace(counted, true) {
                    group.eyes += 1;
                    group.room += region.points.len();
                    let around = region.points.iter().flat_map(Point::neighbours);
                    stack.extend(
                        around.filter(|n| board.colour(*n) == Some(colour) && !self.dead.contains(*n)),
                    );
                }
            }
        }
        group
    }

    pub fn dead(&self) -> &PointSet {
        &self.dead
    }

    /// Dead stones of one side.
    pub fn dead_of<'a>(&'a self, board: &'a Board, colour: Colour) -> impl Iterator<Item = Point> + 'a {
        self.dead.iter().filter(move |p| board.colour(*p) == Some(colour))
    }

    pub fn of_stone(&self, p: Point) -> StoneStatus {
        match p {
            p if self.dead.contains(p) => StoneStatus::Dead,
            p if self.seki.contains(p) => StoneStatus::Seki,
            _ => StoneStatus::Alive,
        }
    }

    pub fn territory(&self, colour: Colour) -> &PointSet {
        &self.territory[colour.index()]
    }

    pub fn dame(&self) -> &PointSet {
        &self.dame
    }

    pub fn open(&self) -> &PointSet {
        &self.open
    }

    /// Certainty of the least certain point, apart from neutral points: from 0 to 1.
    pub fn certainty(&self) -> f32 {
        self.certainty
    }

    /// Whether everything but neutral points is settled.
    pub fn is_quiet(&self) -> bool {
        self.open.is_empty()
    }

    /// Whether so much is open that the search's move is played as it is.
    pub fn is_early(&self) -> bool {
        self.open.len() * 4 > self.points
    }

    /// Whether a stone there would change nothing, because the point is settled territory.
    pub fn is_pointless(&self, p: Point) -> bool {
        let owned = Colour::BOTH.iter().any(|c| self.territory(*c).contains(p));
        owned && !self.open.contains(p)
    }

    /// The result with dead stones removed, under the rules of the game.
    pub fn score(&self, position: &Position) -> Score {
        position.score(&self.dead)
    }
}

struct Group {
    stones: PointSet,
    eyes: usize,
    /// Points of all its eyes together.
    room: usize,
    leans_on_dame: bool,
}

fn mean(ownership: &Ownership, colour: Colour, points: &PointSet) -> f32 {
    points.iter().map(|p| ownership.of(colour, p)).sum::<f32>() / points.len().max(1) as f32
}

fn sole_owner(region: &Region) -> Option<Colour> {
    match region.touches {
        [true, false] => Some(Colour::Black),
        [false, true] => Some(Colour::White),
        _ => None,
    }
}

fn regions(board: &Board, dead: &PointSet) -> Vec<Region> {
    let living = |p: Point| board.colour(p).filter(|_| !dead.contains(p));
    let mut seen = PointSet::EMPTY;
    let mut found = Vec::new();
    for start in board.size().iter() {
        if living(start).is_some() || !seen.insert(start) {
            continue;
        }
        let mut region = Region { points: PointSet::EMPTY, touches: [false; 2] };
        let mut stack = vec![start];
        while let Some(p) = stack.pop() {
            region.points.insert(p);
            for n in p.neighbours().into_iter().filter(|n| board.size().contains(*n)) {
                match living(n) {
                    Some(colour) => region.touches[colour.index()] = true,
                    None if seen.insert(n) => stack.push(n),
                    None => {}
                }
            }
        }
        found.push(region);
    }
    found
}

#[cfg(test)]
mod tests;
