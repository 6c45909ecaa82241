//! What a game is played for, where that is more than the usual count.

use serde::{Deserialize, Serialize};

use crate::{Colour, Point, Size};

/// A rule of winning: what is counted besides the score. By default nothing is.
///
/// Networks that learn under such rules prefer something: the centre or the edge, to capture or not to lose
/// stones (Shi et al., Journal of Information Science and Engineering 37(3), 2021, sections 4.4.2 and 8).
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Objective {
    /// β: for both sides, a point outside the [neutral line](neutral_line) counts 1 − β and one inside 1 + β.
    pub inner_bonus: f32,
    /// For `side`, what each of its stones counts that is captured: −2 to defend.
    pub lost_stone: f32,
    /// For `side`, what each stone counts that it captures: 2 to attack.
    pub captured_stone: f32,
    /// For `side`, points that it believes to have more: optimists above 0, pessimists below.
    pub shift: f32,
    /// Whose rule this is, but for `inner_bonus`. The other side wins where this one loses.
    pub side: Option<Colour>,
}

/// The line whose points count 1: the fourth, as in the paper, and the third on boards smaller than 13×13. On
/// 9×9 the fourth would leave a single point inside; with the third, about as large a part of the board is
/// inside and outside as with the fourth on 13×13.
pub fn neutral_line(size: Size) -> usize {
    if size.width().min(size.height()) < 13 { 3 } else { 4 }
}

impl Objective {
    /// Whether it is more than the usual count.
    pub fn is_usual(&self) -> bool {
        self.inner_bonus == 0.0 && !self.is_one_sided()
    }

    /// Whether it is another rule for one side than for the other.
    pub fn is_one_sided(&self) -> bool {
        [self.lost_stone, self.captured_stone, self.shift] != [0.0; 3]
    }

    /// The side whose stones count, if any: what the rule of a game has to tell a network. A shift is not its business.
    pub fn stones_count_for(&self) -> Option<Colour> {
        self.side.filter(|_| [self.lost_stone, self.captured_stone] != [0.0; 2])
    }

    /// What a point counts for its owner.
    pub fn weight(&self, size: Size, p: Point) -> f64 {
        match size.line(p).cmp(&neutral_line(size)) {
            std::cmp::Ordering::Less => 1.0 - f64::from(self.inner_bonus),
            std::cmp::Ordering::Equal => 1.0,
            std::cmp::Ordering::Greater => 1.0 + f64::from(self.inner_bonus),
        }
    }

    /// What `side` gets for stones, as Black's lead.
    pub(crate) fn for_stones(&self, lost: usize, captured: usize) -> f64 {
        let points = f64::from(self.lost_stone) * lost as f64
            + f64::from(self.captured_stone) * captured as f64
            + f64::from(self.shift);
        self.side.map_or(0.0, |side| points * f64::from(side.sign()))
    }
}
