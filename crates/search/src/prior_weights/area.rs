//! Whose a point seems to be, as far as the stones around it tell.

use board::{Board, Colour, Point};

/// Whose a point seems to be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Area {
    Own,
    /// Neither side is nearer, or both are far away.
    Open,
    Opponents,
}

/// Stones further away do not count.
const FAR: u8 = 5;

/// Steps from every point to the nearest stone of each side, along the lines of the board.
pub(super) struct NearestStones {
    steps: [Vec<u8>; 2],
}

impl NearestStones {
    pub fn new(board: &Board) -> NearestStones {
        NearestStones { steps: [Colour::Black, Colour::White].map(|colour| steps_to(board, colour)) }
    }

    pub fn area(&self, place: usize, side: Colour) -> Area {
        let steps = |colour: Colour| self.steps[colour.index()].get(place).copied().unwrap_or(FAR);
        match steps(side).cmp(&steps(side.other())) {
            std::cmp::Ordering::Less => Area::Own,
            std::cmp::Ordering::Equal => Area::Open,
            std::cmp::Ordering::Greater => Area::Opponents,
        }
    }
}

fn steps_to(board: &Board, colour: Colour) -> Vec<u8> {
    let size = board.size();
    let mut steps = vec![FAR; size.points()];
    let mut reached: Vec<Point> = size.iter().filter(|p| board.colour(*p) == Some(colour)).collect();
    for distance in 0..FAR {
        let mut next = Vec::new();
        for p in reached {
            let known = &mut steps[size.place(p)];
            if *known > distance {
                *known = distance;
                next.extend(p.neighbours().into_iter().filter(|p| size.contains(*p)));
            }
        }
        reached = next;
    }
    steps
}
