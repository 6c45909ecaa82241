//! Experiments with small random networks on a small board.

mod common;

use std::sync::Arc;

use board::{Colour, Komi};
use common::{lab, play, sorted};
use evaluation::Evaluation;
use lab::{Contender, Ending, Entry, Experiment, Lab, NetName, Pairing, Results};
use network::architecture::Architecture;
use network::{Backend, NetworkEvaluator};
use nn::ExecutorKind;
use search::{PuctSettings, SteppedSearch};

#[test]
fn one_thread_and_one_seed_give_the_same_games() {
    let games = play(&lab(Experiment::SaiRecovery, 1), 2);
    assert_eq!(games.len(), 30);
    assert_eq!(games, play(&lab(Experiment::SaiRecovery, 1), 2), "even in the same order");
    assert_eq!(sorted(games.clone()), sorted(play(&lab(Experiment::SaiRecovery, 3), 2)));
    let mut other = lab(Experiment::SaiRecovery, 1);
    other.conditions.seed += 1;
    assert_ne!(sorted(games), sorted(play(&other, 2)));
}

/// The names tell who plays whom; with one game at a time, games end in the order in which they start.
#[test]
fn two_meet_in_all_their_pairings_before_the_next_two_do() {
    let alone = Lab { games_per_thread: 1, ..lab(Experiment::SaiKomi, 1) };
    let games = play(&alone, 2);
    let pairings = alone.names();
    assert_eq!((pairings.len(), games.len()), (20, 40));
    let order: Vec<(&str, u32)> = games.iter().map(|entry| (entry.pairing.as_str(), entry.game)).collect();
    let expected = |names: &'static str| {
        let names: Vec<&String> = pairings.iter().filter(|name| name.contains(names)).collect();
        assert_eq!(names.len(), 10);
        (0..2).flat_map(move |game| names.clone().into_iter().map(move |name| (name.as_str(), game)))
    };
    assert!(order.into_iter().eq(expected("itself").chain(expected("W3"))));
}

/// Replays the recorded games and scores them again.
#[test]
fn results_are_those_of_the_moves() {
    let lab = lab(Experiment::SaiHandicap, 1);
    let (names, games) = (lab.names(), play(&lab, 3));
    let mut endings = Vec::new();
    for entry in &games {
        let pairing = &lab.pairings[names.iter().position(|name| *name == entry.pairing).unwrap()];
        let size = board::Size::square(5).unwrap();
        let mut game = board::Game::new(size, game_runner::RULES, pairing.komi);
        if pairing.stones > 0 {
            game.place_handicap(&board::free_handicap(size, 2).unwrap());
            assert_eq!(game.position().board().stones(Colour::Black), 2);
        }
        let mut position = game.position().clone();
        assert_eq!(position.to_move() == Colour::White, pairing.stones > 0, "with stones White begins");
        for word in entry.moves.split_whitespace() {
            position.play(board::Move::parse(word, size).unwrap()).unwrap();
        }
        endings.push(entry.ending);
        match entry.ending {
            Ending::Counted => {
                assert!(position.is_over());
                let score = position.score(&board::PointSet::EMPTY);
                assert_eq!(entry.winner, score.winner());
                let margin = score.for_side(Colour::White);
                assert_eq!(f64::from(-entry.black_lead) + pairing.komi.points(), margin);
            }
            Ending::Resigned => assert_eq!(entry.winner, Some(Colour::White), "only the weak one may"),
            Ending::Unfinished => assert!(position.moves().len() >= 75),
        }
    }
    assert!(endings.contains(&Ending::Counted), "{endings:?}");
}

/// If everybody believes to be lost, everybody resigns as soon as it is allowed, and the score is the median
/// of a search.
#[test]
fn who_gives_up_has_lost() {
    let mut lab = lab(Experiment::SaiAgents, 1);
    lab.conditions.resign_threshold = 0.499_99;
    let games = play(&lab, 1);
    let resigned: Vec<&Entry> = games.iter().filter(|e| e.ending == Ending::Resigned).collect();
    assert!(!resigned.is_empty());
    for entry in resigned.into_iter().take(5) {
        let moves = entry.moves.split_whitespace().count();
        assert!(moves >= 25usize.div_ceil(4), "{moves}");
        let loser = if moves % 2 == 0 { Colour::Black } else { Colour::White };
        assert_eq!(entry.winner, Some(loser.other()));
        assert_eq!(entry.black_lead, score(&lab, entry), "{}", entry.moves);
    }
}

/// The median of the strong network's leads over a search of the position.
fn score(lab: &Lab, entry: &Entry) -> f32 {
    let size = board::Size::square(5).unwrap();
    let mut position = board::Position::new(size, game_runner::RULES, lab.conditions.komi);
    for word in entry.moves.split_whitespace() {
        position.play(board::Move::parse(word, size).unwrap()).unwrap();
    }
    let network = PuctSettings {
        static_score_utility_factor: 0.0,
        dynamic_score_utility_factor: 0.0,
        ..Default::default()
    };
    let settings = search::Settings::with_puct(network);
    let mut table = SteppedSearch::new(settings, &position, 0);
    let backend = &lab.contenders[0].backend;
    let mut evaluator = NetworkEvaluator::new(backend, Default::default(), 0).unwrap();
    let seed = lab.seed(&entry.pairing, entry.game);
    let mut answer = [Evaluation::blank()];
    while table.step(u64::from(lab.conditions.score_visits)) {
        evaluator.evaluate_seeded(&[table.query().unwrap()], &[seed], &mut answer).unwrap();
        table.answer(&answer[0]);
    }
    let mut leads: Vec<f32> = table.curves().iter().map(|c| c.board_lead().of(Colour::Black)).collect();
    assert!(leads.len() > 10);
    statistics::significance::median(&mut leads).unwrap()
}

#[test]
fn whole_komi_can_be_drawn_and_negative_ones_played() {
    let mut lab = lab(Experiment::SaiKomi, 1);
    lab.conditions.resign_threshold = 0.0;
    let pairing = lab.pairings[0].clone();
    let with = |points: i16| Pairing { komi: Komi::from_halves(2 * points), ..pairing.clone() };
    lab.pairings = (-25..=25).map(with).collect();
    let (names, games) = (lab.names(), play(&lab, 1));
    let mut draws = 0;
    for entry in games.iter().filter(|entry| entry.ending == Ending::Counted) {
        let place = names.iter().position(|name| *name == entry.pairing).unwrap();
        let margin = f64::from(entry.black_lead) - lab.pairings[place].komi.points();
        let winner = [Colour::White, Colour::Black][usize::from(margin > 0.0)];
        assert_eq!(entry.winner, (margin != 0.0).then_some(winner), "{entry:?}");
        draws += usize::from(margin == 0.0);
    }
    assert!(draws > 0);
    let results = Results::new(vec!["S1".into(), "W3".into()], &lab.pairings, &games);
    assert_eq!(results.together(|_| true).tally.draws, draws as u64);
}

#[test]
fn networks_must_fit() {
    let mut lab = lab(Experiment::SaiKomi, 1);
    lab.contenders[1].name.name = "S1".into();
    assert!(lab.check().unwrap_err().to_string().contains("two networks are called S1"));
    let fixed = Architecture::preset("paper-7x7").unwrap();
    let network = network::random::network("p", &fixed, 1).unwrap();
    let backend = Backend::new(ExecutorKind::CpuF32, Arc::new(network)).unwrap();
    lab.contenders[1] = Contender::new(NetName { name: "P7".into(), sha256: String::new() }, backend);
    let error = lab.check().unwrap_err().to_string();
    assert!(error.contains("P7 knows boards of 49 points only") && error.contains("--size 7"), "{error}");
}
