//! What networks see in a move of a person.

use board::{Move, Position};
use network::NetworkOutput;
use serde::{Deserialize, Serialize};

use crate::prediction::index;

/// What three evaluations say of a move: by a network that plays for itself ("plain"), and by a human network that is told a
/// weak and a strong rank ([`TOLD`](crate::TOLD)).
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(into = "Row", from = "Row")]
pub struct Observation([f32; NUMBERS]);

const NUMBERS: usize = 15;

/// What is made of them for a network.
pub(crate) const INPUTS: usize = NUMBERS + 6;

/// An observation in a file: in hundredths.
type Row = [i32; NUMBERS];

/// ln p is cut off here: one odd move says little about a rank.
const LEAST_LOG_P: f32 = -7.0;
/// And so is the difference that the rank makes to it.
const LARGEST_RATIO: f32 = 5.0;
/// A network gets ln p as far down as this.
const LEAST_INPUT: f32 = -9.0;
/// From this line on all are alike.
const CENTRE: f32 = 5.0;

impl Observation {
    pub(crate) fn new(
        position: &Position,
        played: Move,
        plain: &NetworkOutput,
        [weak, strong]: [&NetworkOutput; 2],
    ) -> Observation {
        let (size, place) = (position.size(), index(played, position.size()));
        let [plain, weak, strong] = [plain, weak, strong].map(Policy::new);
        let ratio = |place: usize| strong.log(place) - weak.log(place);
        let bounded_plain = |place: usize| plain.log(place).max(f64::from(LEAST_LOG_P));
        let better = plain.0.iter().filter(|p| **p > plain.0[place]);
        let last = position.moves().last().and_then(|(_, last)| last.point());
        let distance = |point: board::Point| match last {
            None => -1.0,
            Some(last) => last.x().abs_diff(point.x()).max(last.y().abs_diff(point.y())) as f64,
        };
        let numbers = [
            // Moves made before it.
            position.moves().len() as f64,
            // ln p of the move.
            plain.log(place),
            weak.log(place),
            strong.log(place),
            // How open the position is.
            plain.entropy(),
            weak.entropy(),
            strong.entropy(),
            // How much likelier a move is for the strong, on average if the weak or the strong were playing.
            weak.mean(ratio),
            strong.mean(ratio),
            // The plain network's ln p, on average if they were playing.
            weak.mean(bounded_plain),
            strong.mean(bounded_plain),
            // The probability of what the plain network likes better; whether that is nothing.
            better.clone().sum(),
            f64::from(u8::from(better.count() == 0)),
            // To the last move, the larger of rows and columns.
            played.point().map_or(-1.0, distance),
            // From 1 at the edge.
            played.point().map_or(0.0, |point| size.line(point) as f64),
        ];
        Observation(numbers.map(|number| number as f32))
    }

    /// What a network learns ranks from, on a board of this side.
    pub(crate) fn inputs(&self, side: usize) -> [f32; INPUTS] {
        let mut inputs = [0.0; INPUTS];
        let (numbers, rest) = inputs.split_at_mut(NUMBERS);
        numbers.copy_from_slice(&self.0);
        let (share, distance) = (self.0[0] / (side * side) as f32, self.0[13]);
        numbers[0] = share;
        numbers[1..4].iter_mut().for_each(|log_p| *log_p = log_p.max(LEAST_INPUT));
        numbers[13] = distance.max(0.0).ln_1p();
        numbers[14] = numbers[14].min(CENTRE);
        let is = |is: bool| f32::from(u8::from(is));
        rest.copy_from_slice(&[
            // Openings are short, and different.
            (3.0 * share).min(1.0),
            is(distance < 0.0),
            is(side == 9),
            is(side == 13),
            self.plain_log_p() as f32,
            self.human_ratio() as f32,
        ]);
        inputs
    }

    pub(crate) fn number(&self) -> usize {
        self.0[0] as usize
    }

    /// The plain network's ln p, less what that would be on average if it made the move.
    pub(crate) fn plain_log_p(&self) -> f64 {
        f64::from(self.0[1].max(LEAST_LOG_P) + self.0[4])
    }

    /// How much likelier the move is for the strong than for the weak, less the mean of what that would be if either of them
    /// were playing.
    pub(crate) fn human_ratio(&self) -> f64 {
        let [weak, strong] = [self.0[2], self.0[3]];
        let expected = 0.5 * (self.0[7] + self.0[8]);
        f64::from((strong - weak).clamp(-LARGEST_RATIO, LARGEST_RATIO) - expected)
    }
}

impl From<Observation> for Row {
    fn from(Observation(numbers): Observation) -> Row {
        numbers.map(|number| (100.0 * number).round() as i32)
    }
}

impl From<Row> for Observation {
    fn from(row: Row) -> Observation {
        Observation(row.map(|number| number as f32 / 100.0))
    }
}

/// Probabilities of all points row by row, and of a pass; 0 where it is illegal.
struct Policy(Vec<f64>);

impl Policy {
    fn new(output: &NetworkOutput) -> Policy {
        Policy(output.policy.iter().chain([&output.pass]).map(|p| f64::from(p.max(0.0))).collect())
    }

    fn log(&self, place: usize) -> f64 {
        self.0[place].max(1e-9).ln()
    }

    fn mean(&self, of: impl Fn(usize) -> f64) -> f64 {
        let likely = self.0.iter().enumerate().filter(|(_, p)| **p > 0.0);
        likely.map(|(place, p)| p * of(place)).sum()
    }

    fn entropy(&self) -> f64 {
        -self.mean(|place| self.log(place))
    }
}

#[cfg(test)]
mod tests {
    use board::{Board, Colour, Komi, Point, Rules, Size};

    use super::*;

    fn output(points: [f32; 4], pass: f32) -> NetworkOutput {
        NetworkOutput { policy: points.to_vec(), pass, ..NetworkOutput::blank() }
    }

    #[test]
    fn an_observation_by_hand() {
        let size = Size::square(2).unwrap();
        let board = Board::with_stones(size, []).unwrap();
        let mut position = Position::from_board(board, Colour::Black, Rules::default(), Komi::ZERO);
        let plain = output([0.5, 0.25, 0.25, 0.0], 0.0);
        let (weak, strong) = (output([0.5, 0.5, 0.0, -1.0], 0.0), output([0.25, 0.75, 0.0, 0.0], 0.0));
        let top_right = Move::Play(Point::new(1, 1));
        let seen = Observation::new(&position, top_right, &plain, [&weak, &strong]);
        let ln = |p: f32| p.ln();
        let ratios = [ln(0.5), ln(1.5)];
        let of_weak = 0.5 * (ratios[0] + ratios[1]);
        let of_strong = 0.25 * ratios[0] + 0.75 * ratios[1];
        let expected = [
            0.0,
            ln(0.25),
            ln(0.5),
            ln(0.75),
            1.5 * ln(2.0),
            ln(2.0),
            -(0.25 * ln(0.25) + 0.75 * ln(0.75)),
            of_weak,
            of_strong,
            -1.5 * ln(2.0),
            -1.75 * ln(2.0),
            0.5,
            0.0,
            -1.0,
            1.0,
        ];
        assert!(seen.0.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-5), "{seen:?}");
        assert!((seen.plain_log_p() - f64::from(-0.5 * ln(2.0))).abs() < 1e-5);
        assert!((seen.human_ratio() - f64::from(ln(1.5) - 0.5 * (of_weak + of_strong))).abs() < 1e-5);
        position.play_legal(top_right);
        let bottom_left = Move::Play(Point::new(0, 0));
        let next = Observation::new(&position, bottom_left, &plain, [&weak, &strong]);
        assert_eq!((next.number(), next.0[13]), (1, 1.0));
        // In a file there are two digits.
        let read: Observation = serde_json::from_str(&serde_json::to_string(&seen).unwrap()).unwrap();
        assert!(read.0.iter().zip(seen.0).all(|(a, b)| (a - b).abs() <= 0.005001), "{read:?}");
    }
}
