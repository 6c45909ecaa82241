//! The area of the board as it stands.
//!
//! A point belongs to a player unconditionally, or because only that player's stones touch its region, or
//! because that player has a stone there. Networks see the area of an unfinished game in this form, so it
//! must be the one they were trained with: KataGo's, which counts more enemy stones as dead than
//! unconditional life alone would.

use board::{Board, Colour, Point, PointSet};

/// A connected region that one player does not occupy.
struct Region {
    points: PointSet,
    /// Its border: the player's stones and the wall.
    around: PointSet,
    /// Heads of the chains that touch every point of it.
    vital_to: [Option<Point>; 4],
    /// Whether it touches a chain that is not alive.
    open: bool,
}

/// Computes areas, reusing memory between boards.
#[derive(Default)]
pub struct Areas {
    empty: PointSet,
    /// By colour, like the following fields.
    stones: [PointSet; 2],
    owned: [PointSet; 2],
    regions: Vec<Region>,
}

impl Areas {
    /// The points that a player owns.
    pub fn owned_by(&self, colour: Colour) -> &PointSet {
        &self.owned[colour.index()]
    }

    /// Computes the area where everything surrounded counts. `suicide` tells whether it is legal when
    /// computing life.
    pub fn find(&mut self, board: &Board, suicide: bool) {
        self.empty = board.empty_points().collect();
        self.stones = [PointSet::EMPTY; 2];
        self.owned = [PointSet::EMPTY; 2];
        for (colour, p) in board.all_stones() {
            self.stones[colour.index()].insert(p);
        }
        for colour in Colour::BOTH {
            if board.stones(colour) > 0 {
                self.claim(board, colour, suicide);
            }
        }
        for colour in Colour::BOTH {
            let rest = self.stones[colour.index()].without(&self.owned[colour.other().index()]);
            give(&mut self.owned, colour, &rest);
        }
    }

    /// Computes the area where points in seki do not count but stones do. Returns Black's number of separate
    /// areas without seki, minus White's.
    pub fn find_without_seki(&mut self, board: &Board, suicide: bool) -> i32 {
        self.find(board, suicide);
        let dame = self.owned.iter().fold(self.empty, |left, owned| left.without(owned));
        let mut groups = 0;
        for colour in Colour::BOTH {
            let stones = self.stones[colour.index()];
            let mut left = self.owned[colour.index()];
            while let Some(start) = left.first() {
                let group = left.connected(start);
                left = left.without(&group);
                let in_atari = || group.intersection(&stones).iter().any(|s| board.atari(s).is_some());
                if group.beside().intersects(&dame) || in_atari() {
                    let owned = &mut self.owned[colour.index()];
                    *owned = owned.without(&group.without(&stones));
                } else {
                    groups += colour.sign();
                }
            }
        }
        groups
    }

    /// Gives a player the unconditional points, and the empty regions that only this player touches, unless
    /// they are the enemy's.
    fn claim(&mut self, board: &Board, us: Colour, suicide: bool) {
        let [ours, theirs] = [us, us.other()].map(Colour::index);
        let stones = self.stones[ours];
        let touched = stones.beside();
        self.find_regions(board, us, &touched, suicide);
        let living = self.find_living(board, &stones);
        give(&mut self.owned, us, &living);
        for region in &self.regions {
            let has_enemy = region.points.intersects(&self.stones[theirs]);
            let few_inside = || region.points.without(&touched).len() <= 1;
            if !region.open && (!has_enemy || few_inside()) {
                give(&mut self.owned, us, &region.points);
            } else if !has_enemy {
                self.owned[ours] = region.points.without(&self.owned[theirs]).union(&self.owned[ours]);
            }
        }
    }

    /// `touched` are the points next to the player's stones.
    fn find_regions(&mut self, board: &Board, us: Colour, touched: &PointSet, suicide: bool) {
        self.regions.clear();
        let mut left = self.empty.union(&self.stones[us.other().index()]);
        while let Some(start) = left.first() {
            let points = left.connected(start);
            left = left.without(&points);
            let wanted = if suicide { points } else { points.intersection(&self.empty) };
            let vital_to = match wanted.is_subset(touched) {
                true => vital_to(board, us, &wanted),
                false => [None; 4],
            };
            self.regions.push(Region { points, around: points.beside(), vital_to, open: false });
        }
    }

    /// Benson's algorithm: chains with fewer than two vital regions are removed, and with them the regions
    /// they touch. Returns the stones of the living chains.
    fn find_living(&mut self, board: &Board, stones: &PointSet) -> PointSet {
        let mut living = *stones;
        loop {
            let fallen = stones.without(&living);
            for region in &mut self.regions {
                region.open = region.around.intersects(&fallen);
            }
            let closed = || self.regions.iter().filter(|region| !region.open);
            let mut still = PointSet::EMPTY;
            for head in closed().flat_map(|region| region.vital_to).flatten() {
                let vital = closed().filter(|region| region.vital_to.contains(&Some(head)));
                if !still.contains(head) && vital.count() >= 2 {
                    board.chain_stones(head).for_each(|s| _ = still.insert(s));
                }
            }
            if still == living {
                return living;
            }
            living = still;
        }
    }
}

/// The player's chains that touch all of these points; a point touches at most four.
fn vital_to(board: &Board, us: Colour, wanted: &PointSet) -> [Option<Point>; 4] {
    let mut found = [None; 4];
    let Some(first) = wanted.first() else { return found };
    for (place, n) in first.neighbours().into_iter().enumerate() {
        if board.colour(n) != Some(us) || found.contains(&Some(board.chain_head(n))) {
            continue;
        }
        let beside = board.chain_stones(n).collect::<PointSet>().beside();
        found[place] = wanted.is_subset(&beside).then(|| board.chain_head(n));
    }
    found
}

/// Makes a player the owner, replacing any other.
fn give(owned: &mut [PointSet; 2], us: Colour, points: &PointSet) {
    let [ours, theirs] = [us, us.other()].map(Colour::index);
    owned[ours] = owned[ours].union(points);
    owned[theirs] = owned[theirs].without(points);
}

#[cfg(test)]
mod tests;
