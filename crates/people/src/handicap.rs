//! Handicap stones that a record forgot.

use board::{Colour, Point, Size, fixed_handicap};

use crate::Reason;

/// Many KGS records list only the first of several handicap stones. If the listed ones are among the usual
/// places, the others stand there too; such a game would not replay otherwise.
pub(crate) fn complete(size: Size, said: usize, setup: &mut Vec<(Colour, Point)>) -> Result<(), Reason> {
    let stones = setup.len();
    if said < 2 || stones == 0 || stones >= said || setup.iter().any(|(colour, _)| *colour == Colour::White) {
        return Ok(());
    }
    let missing = || Reason::Handicap { said, stones };
    let mut places = fixed_handicap(size, said).map_err(|_| missing())?;
    if said == 3 {
        // Servers leave the upper left corner free, GTP the lower right one.
        let far = size.width() - 1 - places[0].x();
        places[2] = Point::new(far, places[0].y());
    }
    if !setup.iter().all(|(_, p)| places.contains(p)) {
        return Err(missing());
    }
    *setup = places.into_iter().map(|p| (Colour::Black, p)).collect();
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn completed(said: usize, given: &[(usize, usize)]) -> Result<Vec<String>, Reason> {
        let mut setup = given.iter().map(|(x, y)| (Colour::Black, Point::new(*x, *y))).collect();
        complete(Size::square(19).unwrap(), said, &mut setup)?;
        let mut places: Vec<String> = setup.iter().map(|(_, p)| p.to_string()).collect();
        places.sort();
        Ok(places)
    }

    #[test]
    fn the_usual_places_are_filled() {
        assert_eq!(completed(2, &[(15, 15)]).unwrap(), ["D4", "Q16"]);
        assert_eq!(completed(3, &[(15, 15)]).unwrap(), ["D4", "Q16", "Q4"]);
        assert_eq!(completed(4, &[(3, 15)]).unwrap(), ["D16", "D4", "Q16", "Q4"]);
        assert_eq!(completed(5, &[(3, 15)]).unwrap().len(), 5);
    }

    #[test]
    fn other_places_are_left_alone() {
        assert_eq!(completed(2, &[(15, 15), (3, 3)]).unwrap(), ["D4", "Q16"]);
        assert_eq!(completed(0, &[(4, 4)]).unwrap(), ["E5"]);
        assert_eq!(completed(2, &[(16, 15)]), Err(Reason::Handicap { said: 2, stones: 1 }));
        assert!(completed(3, &[(3, 15)]).is_err());
        assert!(completed(12, &[(3, 15)]).is_err());
    }
}
