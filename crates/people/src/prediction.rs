//! What a network's policy says of the move that was played.

use board::{Move, Size};
use network::NetworkOutput;

/// Probabilities below this are as good as impossible; their logarithm would outweigh thousands of moves.
const LEAST: f32 = 1e-9;

/// How well a policy predicted a move.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Prediction {
    /// The natural logarithm of the move's probability.
    pub log_p: f64,
    /// Whether no other move was likelier.
    pub is_first: bool,
}

impl Prediction {
    pub fn new(output: &NetworkOutput, played: Move, size: Size) -> Prediction {
        let p = probability(output, played, size);
        let most = output.policy.iter().fold(output.pass, |most, p| most.max(*p));
        Prediction { log_p: f64::from(p.max(LEAST).ln()), is_first: p >= most }
    }
}

/// The place of a move among a policy's probabilities, which are row by row from the top; a pass comes last.
pub(crate) fn index(played: Move, size: Size) -> usize {
    played
        .point()
        .map_or(size.width() * size.height(), |p| (size.height() - 1 - p.y()) * size.width() + p.x())
}

fn probability(output: &NetworkOutput, played: Move, size: Size) -> f32 {
    match played {
        Move::Pass => output.pass,
        _ => output.policy.get(index(played, size)).copied().unwrap_or(0.0),
    }
}

/// The temperatures that are tried for a policy: from 0.5 to 4, each 9% above the one before.
pub const TEMPERATURES: usize = 25;

/// The temperature at a place.
pub fn temperature(place: usize) -> f64 {
    0.5 * 8f64.powf(place as f64 / (TEMPERATURES - 1) as f64)
}

/// ln p of the move under every temperature.
pub fn tempered(output: &NetworkOutput, played: Move, size: Size) -> [f64; TEMPERATURES] {
    let legal = output.policy.iter().chain([&output.pass]).filter(|p| **p >= 0.0);
    let logs: Vec<f32> = legal.map(|p| p.max(LEAST).ln()).collect();
    let own = probability(output, played, size).max(LEAST).ln();
    std::array::from_fn(|place| {
        let sharpness = 1.0 / temperature(place) as f32;
        let sum: f32 = logs.iter().map(|log| (log * sharpness).exp()).sum();
        f64::from(own * sharpness - sum.ln())
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use board::Point;

    /// A 2×2 board whose top right corner is taken.
    fn output() -> (NetworkOutput, Size) {
        let policy = vec![0.5, -1.0, 0.2, 0.1];
        (NetworkOutput { policy, pass: 0.2, ..NetworkOutput::blank() }, Size::square(2).unwrap())
    }

    #[test]
    fn rows_are_read_from_the_top() {
        let (output, size) = output();
        let of = |m: Move| Prediction::new(&output, m, size);
        let top_left = of(Move::Play(Point::new(0, 1)));
        assert!(top_left.is_first && (top_left.log_p - 0.5f64.ln()).abs() < 1e-6);
        let bottom_right = of(Move::Play(Point::new(1, 0)));
        assert!(!bottom_right.is_first && (bottom_right.log_p - 0.1f64.ln()).abs() < 1e-6);
        assert!((of(Move::Pass).log_p - 0.2f64.ln()).abs() < 1e-6);
        // A move that the network holds to be illegal is very unlikely, but not impossible.
        assert!(of(Move::Play(Point::new(1, 1))).log_p > -30.0);
    }

    #[test]
    fn temperatures_keep_a_distribution() {
        let (output, size) = output();
        let moves =
            [Move::Play(Point::new(0, 1)), Move::Play(Point::new(0, 0)), Move::Play(Point::new(1, 0))];
        let all = moves.into_iter().chain([Move::Pass]).map(|m| tempered(&output, m, size));
        let sums = all.fold([0.0; TEMPERATURES], |mut sums, logs| {
            sums.iter_mut().zip(logs).for_each(|(sum, log)| *sum += log.exp());
            sums
        });
        assert!(sums.iter().all(|sum| (sum - 1.0).abs() < 1e-5), "{sums:?}");
        let plain = (0..TEMPERATURES).find(|place| (temperature(*place) - 1.0).abs() < 1e-9).unwrap();
        assert!((tempered(&output, moves[0], size)[plain] - 0.5f64.ln()).abs() < 1e-5);
        let first = tempered(&output, moves[0], size);
        assert!(first[0] > first[plain] && first[plain] > first[TEMPERATURES - 1]);
    }
}
