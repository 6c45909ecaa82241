//! Where handicap stones go.

use crate::{Point, PointSet, Size};

/// A handicap that cannot be given.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum HandicapError {
    #[error("a {0} board has no fixed handicap points")]
    NoPoints(Size),
    #[error("{0} is not a handicap here: use 2 to {1}")]
    Number(usize, usize),
}

/// The largest fixed handicap on a board, as defined by GTP.
pub fn max_fixed_handicap(size: Size) -> usize {
    let side = size.width();
    match size.is_square() {
        false => 0,
        true if side < 7 => 0,
        true if side == 7 || side.is_multiple_of(2) => 4,
        true => 9,
    }
}

/// The fixed points for 2 to 9 stones.
pub fn fixed_handicap(size: Size, stones: usize) -> Result<Vec<Point>, HandicapError> {
    let most = max_fixed_handicap(size);
    if most == 0 {
        return Err(HandicapError::NoPoints(size));
    }
    if !(2..=most).contains(&stones) {
        return Err(HandicapError::Number(stones, most));
    }
    let low = if size.width() < 13 { 2 } else { 3 };
    let high = size.width() - 1 - low;
    let middle = size.width() / 2;
    let corners = [(low, low), (high, high), (low, high), (high, low)];
    let sides = [(low, middle), (high, middle), (middle, low), (middle, high)];
    let mut places: Vec<(usize, usize)> = corners.into_iter().take(stones).collect();
    if stones >= 6 {
        places.extend(&sides[..if stones >= 8 { 4 } else { 2 }]);
    }
    if stones >= 5 && stones % 2 == 1 {
        places.push((middle, middle));
    }
    Ok(places.into_iter().map(|(x, y)| Point::new(x, y)).collect())
}

/// Points for any number of stones that leaves room to play: the fixed ones first, then points as far as
/// possible from the earlier ones, preferably on lines three and four.
pub fn free_handicap(size: Size, stones: usize) -> Result<Vec<Point>, HandicapError> {
    let most = size.points().saturating_sub(1);
    if stones < 2 || stones > most {
        return Err(HandicapError::Number(stones, most));
    }
    let fixed = (2..=stones.min(max_fixed_handicap(size))).next_back();
    let mut places = match fixed {
        Some(n) => fixed_handicap(size, n)?,
        None => Vec::new(),
    };
    let mut taken: PointSet = places.iter().copied().collect();
    while places.len() < stones {
        let roomiest = size.iter().filter(|p| !taken.contains(*p)).max_by_key(|p| {
            let room =
                places.iter().map(|q| p.x().abs_diff(q.x()).pow(2) + p.y().abs_diff(q.y()).pow(2)).min();
            let line = size.line(*p).min(4);
            (room.unwrap_or(usize::MAX).min(16) * line, line, std::cmp::Reverse(*p))
        });
        let Some(p) = roomiest else { break };
        taken.insert(p);
        places.push(p);
    }
    Ok(places)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(points: Vec<Point>) -> String {
        points.iter().map(|p| p.to_string()).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn fixed_places_are_the_protocols() {
        let at = |side, n| names(fixed_handicap(Size::square(side).unwrap(), n).unwrap());
        assert_eq!(at(19, 2), "D4 Q16");
        assert_eq!(at(19, 5), "D4 Q16 D16 Q4 K10");
        assert_eq!(at(19, 6), "D4 Q16 D16 Q4 D10 Q10");
        assert_eq!(at(19, 7), "D4 Q16 D16 Q4 D10 Q10 K10");
        assert_eq!(at(19, 9), "D4 Q16 D16 Q4 D10 Q10 K4 K16 K10");
        assert_eq!(at(9, 4), "C3 G7 C7 G3");
        assert_eq!(at(13, 3), "D4 K10 D10");
        for (side, n) in [(6, 2), (8, 5), (7, 5), (19, 1), (19, 10)] {
            assert!(fixed_handicap(Size::square(side).unwrap(), n).is_err());
        }
    }

    #[test]
    fn free_handicap_always_fits() {
        for side in 2..=19 {
            let size = Size::square(side).unwrap();
            for n in 2..size.points().min(30) {
                let places = free_handicap(size, n).unwrap();
                let distinct: PointSet = places.iter().copied().collect();
                assert_eq!((places.len(), distinct.len()), (n, n));
            }
            assert!(free_handicap(size, 1).is_err() && free_handicap(size, size.points()).is_err());
        }
    }
}
