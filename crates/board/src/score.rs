//! Scoring.

use crate::{Board, Cell, Colour, Point, PointSet, Position, Rules, Score, Scoring, Tax};

/// Who owns each point at the end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Area {
    owned: [PointSet; 2],
}

impl Area {
    pub fn of(&self, p: Point) -> Option<Colour> {
        Colour::BOTH.into_iter().find(|c| self.owned[c.index()].contains(p))
    }

    pub fn points(&self, colour: Colour) -> usize {
        self.owned[colour.index()].len()
    }

    /// Black's lead without komi.
    pub fn black_lead(&self) -> i32 {
        self.points(Colour::Black) as i32 - self.points(Colour::White) as i32
    }
}

/// A connected region of empty points and dead stones, and the colours of the living stones it touches.
struct Region {
    points: PointSet,
    touches: [bool; 2],
}

/// The board without its dead stones.
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
pub fn area(board: &Board, dead: &PointSet) -> Area {
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
    Area { owned }
}

impl Board {
    /// Area of the board as it stands: every stone counts as alive.
    pub fn area(&self) -> Area {
        area(self, &PointSet::EMPTY)
    }
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
    /// The Tromp–Taylor score of the board as it stands: every stone counts as alive.
    pub fn area_score(&self) -> Score {
        Score::new(self.board().area().black_lead(), self.komi_with_bonus())
    }

    /// The result under the rules of the game, once both sides agree which stones are dead.
    pub fn score(&self, dead: &PointSet) -> Score {
        let [black, white] = self.counts(dead).map(|count| count.total(self.rules().scoring));
        let button = self.button().map_or(0, Colour::sign);
        let komi = self.komi_with_bonus().halves() - button as i16;
        Score::new(black - white, crate::Komi::from_halves(komi))
    }

    /// What Black and White have to count, before komi.
    pub fn counts(&self, dead: &PointSet) -> [SideCount; 2] {
        let (board, rules) = (self.board(), self.rules());
        let area = area(board, dead);
        let taxes = taxes(board, dead, &regions(board, dead), rules);
        Colour::BOTH.map(|colour| {
            let of = |side: Colour| board.all_stones().filter(move |(c, _)| *c == side);
            let stones = of(colour).filter(|(_, p)| !dead.contains(*p)).count();
            let dead_of_other = of(colour.other()).filter(|(_, p)| dead.contains(*p)).count();
            SideCount {
                stones,
                territory: area.points(colour) - stones,
                prisoners: self.captures(colour) as usize + dead_of_other,
                tax: taxes[colour.index()],
            }
        })
    }

    /// Who has the button, under rules with one: half a point for whoever passed first.
    pub fn button(&self) -> Option<Colour> {
        let first = self.moves().iter().find(|(_, m)| m.point().is_none());
        first.filter(|_| self.rules().has_button).map(|(colour, _)| *colour)
    }
}

/// What one side has at the end, the way players count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SideCount {
    /// Living stones on the board.
    pub stones: usize,
    /// Points that only this side surrounds; a dead stone leaves one.
    pub territory: usize,
    /// Stones captured, and dead stones of the other side.
    pub prisoners: usize,
    /// Points that do not count: those in seki, or two per group.
    pub tax: usize,
}

impl SideCount {
    /// The total under a scoring method. Under territory scoring, a dead stone counts as a prisoner and as a
    /// point.
    pub fn total(&self, scoring: Scoring) -> i32 {
        let counted = match scoring {
            Scoring::Area => self.stones + self.territory,
            Scoring::Territory => self.territory + self.prisoners,
        };
        counted as i32 - self.tax as i32
    }
}

/// Points that each side pays.
fn taxes(board: &Board, dead: &PointSet, regions: &[Region], rules: Rules) -> [usize; 2] {
    let mut paid = [0; 2];
    if rules.tax == Tax::None {
        return paid;
    }
    let sizes: Vec<usize> = regions.iter().map(|r| r.points.len()).collect();
    for group in groups(board, dead, regions) {
        let room: usize = group.eyes.iter().map(|e| sizes[*e]).sum();
        paid[group.colour.index()] += if group.in_seki(&sizes) {
            room
        } else if rules.tax == Tax::All {
            room.min(2)
        } else {
            0
        };
    }
    paid
}
