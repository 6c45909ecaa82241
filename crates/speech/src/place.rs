//! Parts of the board, as players name them.

use board::{Point, Size};
use serde::{Deserialize, Serialize};

/// A ninth of the board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum Place {
    UpperLeft,
    Top,
    UpperRight,
    Left,
    Centre,
    Right,
    LowerLeft,
    Bottom,
    LowerRight,
}

impl Place {
    /// Where most of these points are; `None` without points.
    pub fn of(points: impl IntoIterator<Item = Point>, size: Size) -> Option<Place> {
        let mut counts = [0; 9];
        points.into_iter().for_each(|p| counts[ninth(p, size)] += 1);
        let (place, count) =
            counts.into_iter().enumerate().max_by_key(|(place, count)| (*count, 8 - place))?;
        (count > 0).then_some(ALL[place])
    }

    pub fn holds(self, p: Point, size: Size) -> bool {
        ALL[ninth(p, size)] == self
    }
}

const ALL: [Place; 9] = [
    Place::UpperLeft,
    Place::Top,
    Place::UpperRight,
    Place::Left,
    Place::Centre,
    Place::Right,
    Place::LowerLeft,
    Place::Bottom,
    Place::LowerRight,
];

/// By rows from the top left.
fn ninth(p: Point, size: Size) -> usize {
    let third = |at: usize, side: usize| (3 * at / side.max(1)).min(2);
    3 * (2 - third(p.y(), size.height())) + third(p.x(), size.width())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn most_points_decide() {
        let size = Size::square(19).unwrap();
        let place = |names: &[&str]| {
            let points = names.iter().map(|name| Point::parse(name, size).unwrap());
            Place::of(points, size)
        };
        assert_eq!(place(&["Q16", "R17", "K10"]), Some(Place::UpperRight));
        assert_eq!(place(&["A1"]), Some(Place::LowerLeft));
        assert_eq!(place(&["K3", "L2"]), Some(Place::Bottom));
        assert_eq!(place(&["K10"]), Some(Place::Centre));
        assert_eq!(place(&[]), None);
    }
}
