//! Points that decide the game, from the results of recent playouts.

use board::{AREA, Colour, Point, Size};
use evaluation::Ownership;

/// Playouts after which criticalities are recomputed.
const EVERY: u32 = 200;
/// The weight that older playouts keep then: about a thousand playouts are remembered.
const KEPT: f32 = 0.8;

/// How strongly holding each point goes together with winning: the covariance of the two, from 0 to 1
/// (Coulom's criticality). Playouts take special care of chains on critical points.
pub struct Critical {
    size: Option<Size>,
    since: u32,
    playouts: f32,
    /// Sum of Black's results, from −1 to 1 for each playout; ownership likewise.
    won: f32,
    owned: Box<[f32; AREA]>,
    /// The product of both.
    together: Box<[f32; AREA]>,
    points: Box<[f32; AREA]>,
}

impl Default for Critical {
    fn default() -> Critical {
        Critical::new()
    }
}

impl Critical {
    /// Nothing is critical yet.
    pub fn new() -> Critical {
        let none = || Box::new([0.0; AREA]);
        Critical {
            size: None,
            since: 0,
            playouts: 0.0,
            won: 0.0,
            owned: none(),
            together: none(),
            points: none(),
        }
    }

    #[inline]
    pub fn of(&self, p: Point) -> f32 {
        self.points[p.index()]
    }

    /// Adds the end of a playout. A draw is won by nobody.
    pub fn see(&mut self, size: Size, ownership: &Ownership, winner: Option<Colour>) {
        if self.size != Some(size) {
            *self = Critical { size: Some(size), ..Critical::new() };
        }
        let won = winner.map_or(0.0, |colour| colour.sign() as f32);
        self.playouts += 1.0;
        self.won += won;
        for p in size.iter() {
            let (i, owner) = (p.index(), ownership.of(Colour::Black, p));
            self.owned[i] += owner;
            self.together[i] += owner * won;
        }
        self.since += 1;
        if self.since == EVERY {
            self.work_out(size);
        }
    }

    fn work_out(&mut self, size: Size) {
        let share = 1.0 / self.playouts;
        for p in size.iter() {
            let i = p.index();
            let apart = self.owned[i] * share * self.won * share;
            // Halved, because both range from −1 to 1.
            self.points[i] = 0.5 * (self.together[i] * share - apart);
            self.owned[i] *= KEPT;
            self.together[i] *= KEPT;
        }
        (self.since, self.playouts, self.won) = (0, self.playouts * KEPT, self.won * KEPT);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_goes_with_winning_is_critical() {
        let size = Size::square(5).unwrap();
        let [decides, settled, apart, against] =
            ["A1", "B1", "C1", "D1"].map(|v| Point::parse(v, size).unwrap());
        let mut critical = Critical::new();
        let mut ownership = Ownership::UNKNOWN;
        for i in 0..2 * EVERY {
            assert!(i >= EVERY || critical.of(decides) == 0.0);
            let winner = Colour::BOTH[i as usize % 2];
            ownership.set(winner, decides, 1.0);
            ownership.set(Colour::White, settled, 1.0);
            ownership.set(Colour::BOTH[i as usize / 2 % 2], apart, 1.0);
            ownership.set(winner.other(), against, 1.0);
            critical.see(size, &ownership, Some(winner));
        }
        for (p, expected) in [(decides, 0.5), (settled, 0.0), (apart, 0.0), (against, -0.5)] {
            assert!((critical.of(p) - expected).abs() < 1e-3, "{p} {}", critical.of(p));
        }
        // Another board starts from zero.
        critical.see(Size::square(9).unwrap(), &ownership, None);
        assert_eq!(critical.of(decides), 0.0);
    }
}
