//! Ladders: chains that are captured by a series of ataris.

mod stones;

use crate::{BoardSnapshot, Cell, Colour, Few, Point, Size};
use stones::Stones;

/// A search that grows larger than this stops, and the chain counts as escaped.
const MOST_MOVES: usize = 25_000;

/// Reads ladders. A reader keeps its memory, so use one for many boards.
///
/// A ladder that depends on winning a ko does not work, and the defender wins every ko at the start. These
/// rules and the limits are KataGo's, because its networks were trained on ladders read this way.
pub struct Ladders {
    stones: Stones,
    size: Size,
    /// Moves still to be tried; those of a deeper level come after those of the level above.
    moves: Vec<Point>,
    tried: usize,
}

impl Ladders {
    pub fn new(size: Size, snapshot: &BoardSnapshot) -> Ladders {
        let mut ladders = Ladders { stones: Stones::new(), size, moves: Vec::new(), tried: 0 };
        ladders.load(size, snapshot);
        ladders
    }

    /// Switches to another board.
    pub fn load(&mut self, size: Size, snapshot: &BoardSnapshot) {
        self.size = size;
        self.stones.load(size, snapshot);
    }

    /// Calls `see` for every chain in a ladder, with one of its stones and the moves that capture it. A chain
    /// in atari has no such moves: it is lost even if its owner moves first. A chain with two liberties is
    /// lost if the opponent moves first.
    pub fn each(&mut self, mut see: impl FnMut(&Ladders, Point, &[Point])) {
        for p in self.size.iter() {
            let Some(colour) = self.stones.cell(p).colour() else { continue };
            if self.stones.head(p) != p {
                continue;
            }
            match self.liberties(p) {
                Breath::One => {
                    if self.catches(p) {
                        see(self, p, &[]);
                    }
                }
                Breath::Two(liberties) => {
                    let mut found = [p; 2];
                    let mut count = 0;
                    let [a, b] = liberties;
                    for (liberty, other) in [(a, b), (b, a)] {
                        if self.works(p, liberty, other, colour) {
                            found[count] = liberty;
                            count += 1;
                        }
                    }
                    if count > 0 {
                        see(self, p, &found[..count]);
                    }
                }
                Breath::More => {}
            }
        }
    }

    /// The stones of a chain.
    pub fn chain(&self, stone: Point) -> impl Iterator<Item = Point> + '_ {
        let mut s = stone;
        (0..self.stones.chain_len(stone)).map(move |_| {
            let here = s;
            s = self.stones.next(s);
            here
        })
    }

    /// Whether an enemy stone on `p` starts a ladder that works, where `other` is the only liberty left.
    fn works(&mut self, stone: Point, p: Point, other: Point, defender: Colour) -> bool {
        let free = self.stones.empty_neighbours(other) - usize::from(other.neighbours().contains(&p));
        if free >= 3 || !self.stones.allows(p, defender.other()) {
            return false;
        }
        self.stones.play(p, defender.other());
        let caught = self.catches(stone);
        self.stones.undo();
        caught
    }

    /// Whether a chain in atari is lost even with its owner to move.
    fn catches(&mut self, stone: Point) -> bool {
        let Some(defender) = self.stones.cell(stone).colour() else { return false };
        let ko = self.stones.ko.take();
        self.moves.clear();
        self.tried = 0;
        let caught = self.defend(stone, stone, defender, 0);
        self.stones.ko = ko;
        caught && self.tried < MOST_MOVES
    }

    /// A sequence may be a little longer than the board has points, because captured points are played again.
    fn too_deep(&self, depth: usize) -> bool {
        depth >= self.size.points() * 3 / 2
    }

    /// Whether the chain is lost with its owner to move. `newest` is one of its stones, where liberties are
    /// likely.
    fn defend(&mut self, stone: Point, newest: Point, defender: Colour, depth: usize) -> bool {
        if self.too_deep(depth) {
            return true;
        }
        if self.tried >= MOST_MOVES {
            return false;
        }
        let Few::One(liberty) = self.stones.liberties(newest) else { return false };
        if self.stones.ko.is_some() {
            return false;
        }
        let (least, most) = self.liberties_after(liberty, defender);
        if least >= 3 {
            return false;
        }
        let first = self.moves.len();
        self.push_captures(stone, defender.other());
        if !self.moves[first..].contains(&liberty) {
            self.moves.push(liberty);
        }
        let hopeless = self.moves.len() == first + 1 && most <= 1;
        let lost = hopeless || self.try_defences(stone, defender, depth, first);
        self.moves.truncate(first);
        lost
    }

    fn try_defences(&mut self, stone: Point, defender: Colour, depth: usize, first: usize) -> bool {
        for i in first..self.moves.len() {
            let Some(&p) = self.moves.get(i) else { break };
            if !self.stones.allows(p, defender) {
                continue;
            }
            self.stones.play(p, defender);
            self.tried += 1;
            let joined = self.stones.head(p) == self.stones.head(stone);
            let lost = self.attack(stone, if joined { p } else { stone }, defender, depth + 1);
            self.stones.undo();
            if !lost {
                return false;
            }
        }
        true
    }

    /// Whether the chain is lost with the enemy to move.
    fn attack(&mut self, stone: Point, newest: Point, defender: Colour, depth: usize) -> bool {
        if self.too_deep(depth) {
            return true;
        }
        if self.tried >= MOST_MOVES {
            return false;
        }
        let [a, b] = match self.liberties(newest) {
            Breath::One => return true,
            Breath::More => return false,
            Breath::Two(liberties) => liberties,
        };
        let (room_a, room_b) = (self.stones.empty_neighbours(a), self.stones.empty_neighbours(b));
        if room_a == 0 && room_b == 0 && self.is_double_ko(stone, a, b, defender) {
            return true;
        }
        let adjacent = a.neighbours().contains(&b);
        // The enemy must play where the chain would get three liberties.
        let moves = match (room_a >= 3 && !adjacent, room_b >= 3 && !adjacent) {
            (true, true) => return false,
            (true, false) => [Some(a), None],
            (false, true) => [Some(b), None],
            (false, false) if self.ease(b, room_b, defender) > self.ease(a, room_a, defender) => {
                [Some(b), Some(a)]
            }
            (false, false) => [Some(a), Some(b)],
        };
        for p in moves.into_iter().flatten() {
            if !self.stones.allows(p, defender.other()) {
                continue;
            }
            self.stones.play(p, defender.other());
            self.tried += 1;
            let lost = self.defend(stone, newest, defender, depth + 1);
            self.stones.undo();
            if lost {
                return true;
            }
        }
        false
    }

    /// How well the chain does by extending there: the enemy tries the better point first.
    fn ease(&self, p: Point, room: usize, defender: Colour) -> usize {
        let friends = p.neighbours().into_iter().filter(|n| self.stones.cell(*n) == Cell::from(defender));
        let lent = friends.map(|n| match self.stones.liberties_besides(n, p) {
            Few::None => 0,
            Few::One(_) => 1,
            Few::Many => 3,
        });
        2 * room + lent.sum::<usize>()
    }

    /// Both liberties are ko points, and filling either gains nothing: the chain is dead as it stands.
    fn is_double_ko(&self, stone: Point, a: Point, b: Point, defender: Colour) -> bool {
        let is_ko = |p| self.is_ko_mouth(p, defender);
        let gains = |p| self.liberties_after_play(p, defender) > 2;
        is_ko(a) && is_ko(b) && !gains(a) && !gains(b) && !self.can_capture(stone, defender.other())
    }

    /// Whether the opponent of `defender` would capture exactly one stone there and could be recaptured.
    fn is_ko_mouth(&self, p: Point, defender: Colour) -> bool {
        let mut victim = None;
        for n in p.neighbours() {
            match self.stones.cell(n) {
                Cell::Wall => {}
                cell if cell == Cell::from(defender) => {
                    if self.stones.in_atari(n) && victim.replace(n).is_some() {
                        return false;
                    }
                }
                _ => return false,
            }
        }
        victim.is_some_and(|stone| self.stones.chain_len(stone) == 1)
    }

    fn can_capture(&self, stone: Point, enemy: Colour) -> bool {
        self.chain(stone)
            .flat_map(Point::neighbours)
            .any(|n| self.stones.cell(n) == Cell::from(enemy) && self.stones.in_atari(n))
    }

    /// Adds the moves that capture an enemy chain next to this one.
    fn push_captures(&mut self, stone: Point, enemy: Colour) {
        let first = self.moves.len();
        let mut s = stone;
        loop {
            for n in s.neighbours() {
                if self.stones.cell(n) == Cell::from(enemy)
                    && let Few::One(p) = self.stones.liberties(n)
                    && !self.moves[first..].contains(&p)
                {
                    self.moves.push(p);
                }
            }
            s = self.stones.next(s);
            if s == stone {
                return;
            }
        }
    }

    /// Bounds on the number of liberties a stone there would have, from its neighbours alone.
    fn liberties_after(&self, p: Point, colour: Colour) -> (usize, usize) {
        let (mut room, mut captures, mut prisoners, mut lent, mut most_lent) = (0, 0, 0, 0, 0);
        for n in p.neighbours() {
            match self.stones.cell(n) {
                Cell::Empty => room += 1,
                Cell::Wall => {}
                cell if cell == Cell::from(colour) => {
                    let more = match self.stones.liberties_besides(n, p) {
                        Few::None => 0,
                        Few::One(_) => 1,
                        Few::Many => self.count_liberties(n, 4) - 1,
                    };
                    lent += more;
                    most_lent = more.max(most_lent);
                }
                _ if self.stones.in_atari(n) => {
                    captures += 1;
                    prisoners += self.stones.chain_len(n);
                }
                _ => {}
            }
        }
        (captures + room.max(most_lent), room + prisoners + lent)
    }

    /// The number of liberties a stone there would have; counting stops at three.
    fn liberties_after_play(&self, p: Point, colour: Colour) -> usize {
        let captured = |n: Point| {
            let enemy = self.stones.cell(n) == Cell::from(colour.other());
            enemy
                && self.stones.in_atari(n)
                && p.neighbours().into_iter().any(|q| {
                    self.stones.cell(q) == Cell::from(colour.other())
                        && self.stones.head(q) == self.stones.head(n)
                })
        };
        let mut found = [p; 3];
        let mut count = 0;
        let mut note = |q: Point| {
            let free = self.stones.cell(q) == Cell::Empty || captured(q);
            if q != p && free && count < 3 && !found[..count].contains(&q) {
                found[count] = q;
                count += 1;
            }
        };
        p.neighbours().into_iter().for_each(&mut note);
        for n in p.neighbours().into_iter().filter(|n| self.stones.cell(*n) == Cell::from(colour)) {
            self.chain(n).flat_map(Point::neighbours).for_each(&mut note);
        }
        count
    }

    /// The number of liberties; counting stops at `limit`, which is at most 4.
    fn count_liberties(&self, stone: Point, limit: usize) -> usize {
        let mut found = [stone; 4];
        let mut count = 0;
        for s in self.chain(stone) {
            for n in s.neighbours() {
                if self.stones.cell(n) == Cell::Empty && !found[..count].contains(&n) {
                    found[count] = n;
                    count += 1;
                    if count == limit.min(4) {
                        return count;
                    }
                }
            }
        }
        count
    }

    /// The liberties of a chain, as far as a ladder needs them. Walks only to the first.
    fn liberties(&self, stone: Point) -> Breath {
        match self.stones.liberties(stone) {
            Few::One(_) => Breath::One,
            Few::None => Breath::More,
            Few::Many => {
                let Some(a) = self.stones.some_liberty(stone) else { return Breath::More };
                match self.stones.liberties_besides(stone, a) {
                    Few::One(b) => Breath::Two([a, b]),
                    _ => Breath::More,
                }
            }
        }
    }
}

enum Breath {
    One,
    Two([Point; 2]),
    More,
}

#[cfg(test)]
mod tests;
