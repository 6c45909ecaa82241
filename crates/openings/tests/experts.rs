//! Experts from outside: outcomes do not depend on company or threads, and they know who is ahead.

use board::{Board, Colour, Komi, Position, Rules};
use evaluation::Lead;
use openings::expert::{Parallel, Playouts, Unfinished};
use openings::{Expert, ExpertKind, OpeningRules, Player, play};

fn games(count: u64) -> Vec<Unfinished> {
    let start = OpeningRules { size: 7, ..OpeningRules::default() }.start().unwrap();
    let opening = |seed| play([Player::Random; 2], &start, 4, seed);
    (0..count).map(|seed| Unfinished { position: opening(seed).unwrap(), seed }).collect()
}

#[test]
fn outcomes_do_not_depend_on_company() {
    let games = games(5);
    let together = Playouts::new(8, 1).outcomes(&games).unwrap();
    assert_eq!(Playouts::new(8, 3).outcomes(&games).unwrap(), together);
    let alone: Vec<Lead> = games
        .iter()
        .map(|game| Playouts::new(8, 1).outcomes(std::slice::from_ref(game)).unwrap()[0])
        .collect();
    assert_eq!(alone, together);
    let expert = |_| -> Box<dyn Expert> { Box::new(Playouts::new(8, 1)) };
    for experts in [1, 2, 5, 9] {
        let mut parallel = Parallel::new((0..experts).map(expert).collect());
        assert_eq!(parallel.outcomes(&games).unwrap(), together, "{experts}");
    }
    assert!(Playouts::new(8, 2).outcomes(&[]).unwrap().is_empty());
    let mut other = games.clone();
    other.iter_mut().for_each(|game| game.seed += 1000);
    assert_ne!(Playouts::new(8, 1).outcomes(&other).unwrap(), together);
}

/// Both live with two eyes each, so every playout ends the same way: Black has two columns and a wall, White the rest.
#[test]
fn a_settled_board_is_counted() {
    let rows = [".XXOO.", "XXXOOO", ".XXOO.", "XXXOOO", "XXXOOO"];
    let board = Board::from_diagram(&rows).unwrap();
    let smaller = Board::from_diagram(&[".XOO.", "XXOOO", ".XOO.", "XXOOO"]).unwrap();
    for (board, lead) in [(board, 0.0), (smaller, -4.0)] {
        for colour in Colour::BOTH {
            let position = Position::from_board(board.clone(), colour, Rules::CHINESE, Komi::from_halves(11));
            let game = Unfinished { position, seed: 1 };
            let found = Playouts::new(16, 1).outcomes(&[game]).unwrap()[0];
            assert_eq!(found.of(Colour::Black), lead, "{colour}");
        }
    }
}

#[test]
fn kinds_are_read_as_they_are_written() {
    for kind in ExpertKind::ALL {
        assert_eq!(kind.to_string().parse(), Ok(kind));
        let settings = openings::Settings::read(&format!("[expert]\nkind = \"{kind}\"")).unwrap();
        assert_eq!(settings.expert.kind, kind);
    }
    assert!("oracle".parse::<ExpertKind>().unwrap_err().contains("playouts, evaluation, policy, gnugo"));
}
