//! What rank the player's moves were like.

use board::{Colour, Game};
use partner::{ExecutorKind, LoadedNetworks};
use people::{Calibration, Estimate, Evidence, Examiner, FEWEST_MOVES};

/// Games that say what rank somebody has now: more would say what they once were.
const RECENT: usize = 5;

/// Whether a player has made enough moves to say something of them.
pub fn is_long_enough(game: &Game, player: Colour) -> bool {
    let own = game.moves().iter().filter(|(colour, mv)| *colour == player && mv.point().is_some());
    own.count() as f64 >= FEWEST_MOVES
}

/// What a player's moves in a game say about their rank. It takes a while. `None` where the networks for it are missing.
pub fn examine(game: &Game, player: Colour, nets: &LoadedNetworks) -> Option<Evidence> {
    let load = |name| nets.load(Some(name), ExecutorKind::default()).ok();
    let (human, plain) = (load("human")?, load("default")?);
    let mut examiner = Examiner::new(human.backend(), plain.backend()).ok()?;
    let evidence = examiner.examine(game, Colour::BOTH.map(|colour| colour == player)).ok()?;
    Some(evidence[player.index()])
}

/// The rank that the last of some games speak for, each with its board's side, the oldest first.
pub fn estimate(games: &[(usize, Evidence)]) -> Option<Estimate> {
    by_calibration(Calibration::included(), games)
}

fn by_calibration(calibration: &Calibration, games: &[(usize, Evidence)]) -> Option<Estimate> {
    calibration.estimate(&games[games.len().saturating_sub(RECENT)..])
}

#[cfg(test)]
mod tests {
    use people::{BoardCalibration, Measure, PhaseEvidence};

    use super::*;

    #[test]
    fn only_the_last_games_count() {
        // Four ranks for each step by which moves seem stronger.
        let (mean, variance, means) = (15.0, 40.0, [0.0; 3]);
        let by_moves = Measure { base: mean, slopes: vec![4.0], error: (1.0, 100.0), interval: 1.28 };
        let board = BoardCalibration { side: 9, mean, variance, means, by_moves, by_results: None };
        let calibration = Calibration { boards: vec![board], ..Calibration::default() };
        let played = |strength: f64| {
            let part = PhaseEvidence { moves: 40.0, weight: 40.0, strength: 40.0 * strength };
            let phases = [part, PhaseEvidence::default(), PhaseEvidence::default()];
            (9, Evidence { phases, ..Evidence::default() })
        };
        let rank = |games: &[(usize, Evidence)]| by_calibration(&calibration, games).map(|found| found.rank);
        let mut games = vec![played(-2.0); 20];
        let weak = rank(&games).unwrap();
        games.extend([played(0.5); RECENT]);
        let now = rank(&games).unwrap();
        assert!(weak < 10.0 && now > 15.0, "{weak} {now}");
        assert_eq!(rank(&games[20..]), Some(now));
        assert_eq!(rank(&[]), None);
        assert_eq!(rank(&[(13, played(1.0).1)]), None, "nothing is known of that board");
    }

    #[test]
    fn short_games_say_nothing() {
        let mut game = Game::new(board::Size::square(9).unwrap(), board::Rules::CHINESE, board::Komi::ZERO);
        for (number, p) in board::Size::square(9).unwrap().iter().take(19).enumerate() {
            let colour = Colour::BOTH[number % 2];
            game.play(colour, board::Move::Play(p)).unwrap();
        }
        assert!(is_long_enough(&game, Colour::Black) && !is_long_enough(&game, Colour::White));
    }
}
