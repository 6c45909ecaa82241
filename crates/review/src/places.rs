//! Parts of the board, as players name them.

use std::fmt;

use board::{Point, Size};
use serde::{Deserialize, Serialize};

/// A ninth of the board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
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

    /// Such as “in the upper left”.
    pub fn inside(self) -> String {
        match self {
            Place::Left | Place::Right => format!("on the {self}"),
            Place::Top | Place::Bottom => format!("at the {self}"),
            _ => format!("in the {self}"),
        }
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

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(match self {
            Place::UpperLeft => "upper left",
            Place::Top => "top",
            Place::UpperRight => "upper right",
            Place::Left => "left side",
            Place::Centre => "centre",
            Place::Right => "right side",
            Place::LowerLeft => "lower left",
            Place::Bottom => "bottom",
            Place::LowerRight => "lower right",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn most_points_decide() {
        let size = Size::square(19).unwrap();
        let place = |names: &[&str]| {
            let points = names.iter().map(|name| Point::parse(name, size).unwrap());
            Place::of(points, size).map(|place| place.to_string())
        };
        assert_eq!(place(&["Q16", "R17", "K10"]).as_deref(), Some("upper right"));
        assert_eq!(place(&["A1"]).as_deref(), Some("lower left"));
        assert_eq!(place(&["K3", "L2"]).as_deref(), Some("bottom"));
        assert_eq!(place(&["K10"]).as_deref(), Some("centre"));
        assert_eq!(place(&[]), None);
    }
}
