//! Counting.

use crate::{Board, Cell, Colour, Point, PointSet, Position, Rules, Score, Scoring, Tax};

/// Who owns each point at the end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Owners {
    owned: [PointSet; 2],
}

impl Owners {
    pub fn of(&self, p: Point) -> Option<Colour> {
        Colour::BOTH.into_iter().find(|c| self.owned[c.index()].contains(p))
    }

    pub fn points(&self, colour: Colour) -> usize {
        self.owned[colour.index()].len()
    }
}

/// A connected area of empty points and dead stones, and whose living stones it touches.
struct Region {
    points: PointSet,
    touches: [bool; 2],
}

/// Stones that count as on the board: the dead are taken off.
fn living(board: &Board, dead: &PointSet, p: Point) -> Option<Colour> {
    board.colour(p).filter(|_| !dead.contains(p))
}

fn regions(board: &Board, dead: &PointSet) -> Vec<Region> {
    let mut seen = PointSet::EMPTY;
    let mut found = Vec::new();
    for start in board.size().iter() {
        if living(board, dead, start).is_some() || !seen.insert(start) {
            continue;
        }
        let mut region = Region { points: PointSet::EMPTY, touches: [false; 2] };
        let mut stack = vec![start];
        while let Some(p) = stack.pop() {
            region.points.insert(p);
            for n in p.neighbours().into_iter().filter(|n| board.cell(*n) != Cell::Wall) {
                match living(board, dead, n) {
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

/// Area ownership: living stones, and regions that touch only one player's.
pub fn owners(board: &Board, dead: &PointSet) -> Owners {
    let mut owned = [PointSet::EMPTY; 2];
    for p in board.size().iter() {
        if let Some(colour) = living(board, dead, p) {
            owned[colour.index()].insert(p);
        }
    }
    for region in regions(board, dead) {
        if let Some(colour) = sole_owner(&region) {
            owned[colour.index()] = owned[colour.index()].union(&region.points);
        }
    }
    Owners { owned }
}

fn sole_owner(region: &Region) -> Option<Colour> {
    match region.touches {
        [true, false] => Some(Colour::Black),
        [false, true] => Some(Colour::White),
        _ => None,
    }
}

/// A group: chains of one player that share surrounded regions.
struct Group {
    colour: Colour,
    eyes: Vec<usize>,
    touches_dame: bool,
}

impl Group {
    /// Alive on its own: two eyes, or room for them. A group with less that also touches dame is in seki.
    fn in_seki(&self, sizes: &[usize]) -> bool {
        let room: usize = self.eyes.iter().map(|e| sizes[*e]).sum();
        self.touches_dame && self.eyes.len() < 2 && room < 3
    }
}

fn groups(board: &Board, dead: &PointSet, regions: &[Region]) -> Vec<Group> {
    let mut of_region = [None::<usize>; crate::AREA];
    for (i, region) in regions.iter().enumerate() {
        for p in region.points.iter() {
            of_region[p.index()] = Some(i);
        }
    }
    let mut seen = PointSet::EMPTY;
    let mut found = Vec::new();
    for (colour, start) in board.all_stones() {
        if dead.contains(start) || !seen.insert(start) {
            continue;
        }
        let mut group = Group { colour, eyes: Vec::new(), touches_dame: false };
        let mut stack = vec![start];
        while let Some(p) = stack.pop() {
            for n in p.neighbours().into_iter().filter(|n| board.size().contains(*n)) {
                match living(board, dead, n) {
                    Some(c) if c == colour && seen.insert(n) => stack.push(n),
                    Some(_) => {}
                    None => {
                        let Some(i) = of_region[n.index()] else { continue };
                        if sole_owner(&regions[i]) != Some(colour) {
                            group.touches_dame = true;
                        } else if !group.eyes.contains(&i) {
                            group.eyes.push(i);
                            // Every chain around the same eye belongs to the group.
                            let around = regions[i].points.iter().flat_map(|q| q.neighbours());
                            stack.extend(
                                around.filter(|q| living(board, dead, *q) == Some(colour) && seen.insert(*q)),
                            );
                        }
                    }
                }
            }
        }
        found.push(group);
    }
    found
}

impl Position {
    /// Tromp–Taylor's count of the board as it stands: every stone lives.
    pub fn area_score(&self) -> Score {
        let owners = owners(self.board(), &PointSet::EMPTY);
        Score::new(lead(&owners), self.komi_with_bonus())
    }

    /// The result under the game's own rules once both agree which stones are dead.
    pub fn score(&self, dead: &PointSet) -> Score {
        let rules = self.rules();
        let regions = regions(self.board(), dead);
        let owners = owners(self.board(), dead);
        let mut black_lead = match rules.scoring {
            Scoring::Area => lead(&owners),
            Scoring::Territory => self.territory_lead(&owners, dead),
        };
        black_lead -= tax(self.board(), dead, &regions, rules);
        if rules.has_button {
            // The button is half a point for whoever passes first.
            let first = self.moves().iter().find(|(_, m)| m.point().is_none()).map(|(c, _)| c.sign());
            let komi = self.komi_with_bonus().halves() - first.unwrap_or(0) as i16;
            return Score::new(black_lead, crate::Komi::from_halves(komi));
        }
        Score::new(black_lead, self.komi_with_bonus())
    }

    fn territory_lead(&self, owners: &Owners, dead: &PointSet) -> i32 {
        let board = self.board();
        let mut lead = self.captures(Colour::Black) as i32 - self.captures(Colour::White) as i32;
        for p in board.size().iter() {
            let owner = owners.of(p).map_or(0, Colour::sign);
            match board.colour(p) {
                None => lead += owner,
                // A dead stone is a prisoner and leaves a point, if the region has an owner.
                Some(c) if dead.contains(p) => lead += owner - c.sign(),
                Some(_) => {}
            }
        }
        lead
    }
}

fn lead(owners: &Owners) -> i32 {
    owners.points(Colour::Black) as i32 - owners.points(Colour::White) as i32
}

/// Points that Black pays more than White.
fn tax(board: &Board, dead: &PointSet, regions: &[Region], rules: Rules) -> i32 {
    if rules.tax == Tax::None {
        return 0;
    }
    let sizes: Vec<usize> = regions.iter().map(|r| r.points.len()).collect();
    let mut paid = 0;
    for group in groups(board, dead, regions) {
        let room: usize = group.eyes.iter().map(|e| sizes[*e]).sum();
        let due = if group.in_seki(&sizes) {
            room
        } else if rules.tax == Tax::All {
            room.min(2)
        } else {
            0
        };
        paid += due as i32 * group.colour.sign();
    }
    paid
}
