//! What networks say about the moves of people, with small networks of random weights.

use std::path::Path;
use std::sync::Arc;

use board::{Band, Colour, Symmetry};
use network::architecture::{Architecture, Inputs};
use network::{Backend, EvaluatorSettings, NetworkEvaluator, Server, random};
use nn::{ExecutorKind, MetadataEncoder};
use people::{Examiner, Game, Group, Place, Prediction, measure, read, sample};

fn games() -> Vec<Game> {
    read(&[Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/good.jsonl")]).unwrap().games
}

fn backend(is_human: bool) -> Backend {
    let architecture = Architecture {
        inputs: Inputs::KataGo,
        players: is_human.then_some(MetadataEncoder { units: 8 }),
        ..Architecture::preset("tiny").unwrap()
    };
    let network = random::network("small", &architecture, 3).unwrap();
    Backend::new(ExecutorKind::CpuF32, Arc::new(network)).unwrap()
}

fn group(server: Server, side: usize, rank: &str) -> Group {
    Group { server, side, band: Band::of(rank.parse().unwrap()) }
}

#[test]
fn people_with_ranks_are_drawn_and_bots_are_not() {
    let games = games();
    let groups = sample(&games, |_| [true; 2], None, 0);
    let sizes: Vec<_> = groups.iter().map(|(group, places)| (*group, places.len())).collect();
    assert_eq!(
        sizes,
        [
            (group(Server::Ogs, 5, "30k"), 2),
            (group(Server::Ogs, 9, "13k"), 7),
            (group(Server::Kgs, 19, "9k"), 3),
            (group(Server::Kgs, 19, "1d"), 3),
            (group(Server::Other, 5, "25k"), 3),
        ]
    );
    // The thirteen moves of the first game are White's at odd places.
    assert!(groups[&group(Server::Ogs, 9, "13k")].iter().all(|place| place.number % 2 == 0));
    let some = sample(&games, |_| [true, false], Some(2), 1);
    assert!(some.values().all(|places| places.len() <= 2 && places.is_sorted()));
    assert_eq!(some.len(), 3);
    assert_eq!(some, sample(&games, |_| [true, false], Some(2), 1));
}

#[test]
fn every_move_is_drawn_alike() {
    let games = games();
    let mut drawn = std::collections::BTreeMap::<Place, usize>::new();
    for seed in 0..350 {
        let groups = sample(&games, |_| [true; 2], Some(2), seed);
        groups[&group(Server::Ogs, 9, "13k")].iter().for_each(|place| *drawn.entry(*place).or_default() += 1);
    }
    // Each of the seven 100 times, with a standard deviation of 8.
    assert_eq!(drawn.len(), 7);
    assert!(drawn.values().all(|count| (65..135).contains(count)), "{drawn:?}");
}

#[test]
fn agreement_is_what_the_policy_says_of_each_move() {
    let (games, human, plain) = (games(), backend(true), backend(false));
    let groups = sample(&games, |_| [true; 2], None, 0);
    let agreements = measure(&games, &groups, (&human, &plain), 1, 1, |_| {}).unwrap();
    assert_eq!(agreements, measure(&games, &groups, (&human, &plain), 1, 3, |_| {}).unwrap());

    // One group with one move, by hand.
    let key = group(Server::Ogs, 9, "13k");
    let place = Place { game: 0, number: 4 };
    let one = [(key, vec![place])].into();
    let agreement = &measure(&games, &one, (&human, &plain), 1, 1, |_| {}).unwrap()[&key];
    let mut replay = games[0].replay().unwrap();
    (0..4).for_each(|_| replay.advance());
    let turn = replay.next_turn().unwrap();
    let mut evaluator = NetworkEvaluator::new(&human, EvaluatorSettings::default(), 0).unwrap();
    let mut log_ps = |rank: f32| -> Vec<f64> {
        let players = games[0].described().with_rank(turn.colour, rank);
        let queries: Vec<_> = Symmetry::ALL.chunks(1).map(|one| (replay.position(), players, one)).collect();
        let mut out = Vec::new();
        evaluator.policies(&queries, &mut out).unwrap();
        out.iter().map(|output| Prediction::new(output, turn.played, games[0].size).log_p).collect()
    };
    for (rank, nll) in [17.43, 22.43, 12.43].into_iter().zip(agreement.nll()) {
        let possible = log_ps(rank);
        assert!(possible.iter().any(|log_p| (log_p + nll).abs() < 1e-4), "{rank}: {nll}, {possible:?}");
    }
    let [nll, up, down] = agreement.nll();
    assert!(nll != up && nll != down && up != down);
    // Nothing is learnt yet, so every legal move is about as likely: 77 and the pass.
    let (plain_nll, _) = agreement.plain_nll();
    assert!((2.0..6.0).contains(&plain_nll), "{plain_nll}");
}

#[test]
fn evidence_adds_up() {
    let games = games();
    let mut examiner = Examiner::new(&backend(true), &backend(false)).unwrap();
    let game = games[2].moves_on_board().unwrap();
    let [black, white] = examiner.examine(&game, [true; 2]).unwrap();
    // Each of them passed once in six moves.
    assert_eq!((black.moves(), white.moves()), (2.0, 2.0));
    let [nobody, alone] = examiner.examine(&game, [false, true]).unwrap();
    assert_eq!(nobody, people::Evidence::default());
    assert_eq!(alone, white);
    // Move by move it comes to the same.
    let mut replay = games[2].replay().unwrap();
    let mut sum = people::Evidence::default();
    while let Some(turn) = replay.next_turn() {
        if turn.colour == Colour::Black {
            sum += &examiner.examine_moves(&[(replay.position(), turn.played)]).unwrap();
        }
        replay.advance();
    }
    let (a, b) = (&sum.phases[0], &black.phases[0]);
    assert_eq!(a.moves, b.moves);
    assert!((a.strength - b.strength).abs() < 0.05 && a.strength != 0.0, "{a:?} {b:?}");
}
