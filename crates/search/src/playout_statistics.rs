//! Statistics of playouts: every score, and who holds each point at that score.

use board::{AREA, Colour, Point, Size};
use evaluation::{Evaluation, Lead};

/// Counts over playouts: how often each score occurred, and how often each side then held each point. Nobody
/// may own a point, in seki or as a dame, so scores are counted separately.
#[derive(Clone, PartialEq, Eq)]
pub struct PlayoutStatistics {
    size: Size,
    playouts: u64,
    /// By Black's lead on the board without komi, from −points to +points.
    scores: Vec<u64>,
    /// For every score, the points that Black held and those that White held.
    control: Vec<[u32; AREA]>,
}

impl PlayoutStatistics {
    pub fn new(size: Size) -> PlayoutStatistics {
        let scores = 2 * size.points() + 1;
        PlayoutStatistics { size, playouts: 0, scores: vec![0; scores], control: vec![[0; AREA]; 2 * scores] }
    }

    pub fn size(&self) -> Size {
        self.size
    }

    /// Counts the evaluation of a playout. An evaluation without ownership adds nothing.
    #[inline]
    pub fn add(&mut self, evaluation: &Evaluation) {
        let Some(ownership) = &evaluation.ownership else { return };
        let place = self.place(evaluation.curve.board_lead());
        self.playouts += 1;
        self.scores[place] += 1;
        if let [black, white] = &mut self.control[2 * place..2 * place + 2] {
            ownership.count(black, white);
        }
    }

    /// Under territory rules, prisoners can lead to scores beyond the board; they count as the largest score.
    fn place(&self, lead: Lead) -> usize {
        let points = self.size.points() as i32;
        (lead.of(Colour::Black).round() as i32).clamp(-points, points).wrapping_add(points) as usize
    }

    /// Adds the counts of another thread, of the same board.
    pub fn merge(&mut self, other: &PlayoutStatistics) {
        self.playouts += other.playouts;
        for (place, count) in other.scores.iter().enumerate().filter(|(_, count)| **count > 0) {
            self.scores[place] += count;
            let rows = 2 * place..2 * place + 2;
            for (own, others) in self.control[rows.clone()].iter_mut().zip(&other.control[rows]) {
                own.iter_mut().zip(others).for_each(|(own, other)| *own += other);
            }
        }
    }

    pub fn clear(&mut self) {
        for (place, count) in self.scores.iter_mut().enumerate().filter(|(_, count)| **count > 0) {
            *count = 0;
            self.control[2 * place..2 * place + 2].fill([0; AREA]);
        }
        self.playouts = 0;
    }

    pub fn playouts(&self) -> u64 {
        self.playouts
    }

    /// Every lead of Black's on the board that occurred, smallest first, and how often.
    pub fn scores(&self) -> impl Iterator<Item = (i32, u64)> + '_ {
        let points = self.size.points() as i32;
        let counts = self.scores.iter().enumerate().filter(|(_, count)| **count > 0);
        counts.map(move |(place, count)| (place as i32 - points, *count))
    }

    /// How often `side` held a point when Black's lead was `score`.
    pub fn control(&self, side: Colour, p: Point, score: i32) -> u64 {
        let place = score + self.size.points() as i32;
        let rows = usize::try_from(place).ok().and_then(|place| self.control.get(2 * place + side.index()));
        rows.map_or(0, |row| u64::from(row[p.index()]))
    }
}

#[cfg(test)]
mod tests {
    use evaluation::{Curve, Ownership};

    use super::*;

    fn ended(black: &[usize], white: &[usize]) -> Evaluation {
        let mut ownership = Ownership::UNKNOWN;
        for (points, side) in [(black, Colour::Black), (white, Colour::White)] {
            points.iter().for_each(|x| ownership.set(side, Point::new(*x, 0), 1.0));
        }
        let lead = Lead::for_side(Colour::Black, black.len() as f32 - white.len() as f32);
        Evaluation {
            curve: Curve::certain(lead),
            ownership: Some(Box::new(ownership)),
            ..Evaluation::blank()
        }
    }

    #[test]
    fn every_score_knows_who_held_what() {
        let size = Size::square(3).unwrap();
        let (mut one, mut other) = (PlayoutStatistics::new(size), PlayoutStatistics::new(size));
        one.add(&ended(&[0, 1], &[2]));
        other.add(&ended(&[0], &[]));
        other.add(&ended(&[], &[0, 1, 2]));
        other.add(&Evaluation::blank());
        one.merge(&other);
        assert_eq!(one.playouts(), 3);
        assert_eq!(one.scores().collect::<Vec<_>>(), [(-3, 1), (1, 2)]);
        let held = |side, x, score| one.control(side, Point::new(x, 0), score);
        assert_eq!([0, 1, 2].map(|x| held(Colour::Black, x, 1)), [2, 1, 0]);
        assert_eq!([0, 1, 2].map(|x| held(Colour::White, x, 1)), [0, 0, 1]);
        assert_eq!([0, 1, 2].map(|x| held(Colour::White, x, -3)), [1, 1, 1]);
        assert_eq!([held(Colour::Black, 0, 2), held(Colour::Black, 0, 99)], [0, 0]);
        one.clear();
        assert!(one == PlayoutStatistics::new(size));
    }
}
