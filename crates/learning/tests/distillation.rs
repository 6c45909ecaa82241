//! A teacher's games, with a small random network as the teacher.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use board::{Colour, Komi, Size, Symmetry};
use learning::{
    DistillationSettings, Ending, Examples, Progress, Record, SelfPlay, SelfPlayError, SelfPlaySettings,
    Targets, Writer,
};
use network::architecture::Architecture;
use network::{Backend, InputSettings, Network, PlaneBuilder};
use nn::{Batch, ExecutorKind};

fn teacher() -> Network {
    network::random::network("teacher", &Architecture::preset("tiny").unwrap(), 3).unwrap()
}

fn distillation() -> DistillationSettings {
    DistillationSettings {
        min_temperature: 0.5,
        max_temperature: 1.5,
        max_random_move_prob: 0.2,
        student_prob: 0.0,
        student_visits: 4,
    }
}

fn play(seed: u64, games: u64) -> Vec<Record> {
    play_with(distillation(), None, seed, games)
}

fn play_with(
    distillation: DistillationSettings,
    student: Option<Network>,
    seed: u64,
    games: u64,
) -> Vec<Record> {
    let distillation = Some(distillation);
    let settings = SelfPlaySettings {
        board_sizes: vec![7],
        games_per_thread: 6,
        distillation,
        seed,
        ..SelfPlaySettings::default()
    };
    let backend = |network| Backend::new(ExecutorKind::CpuF32, Arc::new(network)).unwrap();
    let mut all = Vec::new();
    let keep = |games: Vec<Record>, _: &Progress| -> Result<(), SelfPlayError> {
        all.extend(games);
        Ok(())
    };
    let (stop, often) = (AtomicBool::new(false), Duration::from_millis(50));
    let mut selfplay = SelfPlay::new(settings).unwrap();
    selfplay.set_student(student.map(backend));
    selfplay.play(&backend(teacher()), games, &stop, often, keep).unwrap();
    all
}

#[test]
fn games_are_recorded_in_parts_with_all_that_was_said() {
    let games = play(1, 40);
    assert!(games.len() >= 40);
    let mut komi = BTreeSet::new();
    for game in &games {
        assert_eq!(game.check(), Ok(()));
        for turn in &game.turns {
            let teacher_target = turn.teacher_target.as_ref().unwrap();
            komi.insert(teacher_target.komi_halves);
            let shares: u32 = turn.visits.iter().map(|(_, n)| u32::from(*n)).sum();
            assert!((59_000..=61_000).contains(&shares), "{shares}");
        }
    }
    assert!(komi.len() > 20, "komi is drawn at every move: {komi:?}");
    let cut = || games.iter().filter(|game| game.ending == Ending::Cut);
    assert!(cut().count() > 5 && cut().all(|game| game.turns.len() == 40));
    let goes_on = |rest: &Record, part: &Record| {
        let moves: Vec<u16> = part.turns.iter().map(|turn| turn.mv).collect();
        rest.opening == [part.opening.as_slice(), &moves].concat()
    };
    assert!(games.iter().any(|rest| cut().any(|part| goes_on(rest, part))), "no game went on after a cut");
    assert_eq!(play(1, 40), games, "the same seed plays the same games");
    assert_ne!(play(2, 40), games);
}

#[test]
fn a_pupil_plays_in_its_seats_and_the_teacher_judges_everywhere() {
    // Nearly always the likeliest move, so that it shows whose it is.
    let distillation = DistillationSettings {
        min_temperature: 0.01,
        max_temperature: 0.01,
        max_random_move_prob: 0.0,
        student_prob: 0.5,
        student_visits: 4,
    };
    let student = network::random::network("student", &Architecture::preset("tiny").unwrap(), 4).unwrap();
    let games = play_with(distillation, Some(student), 1, 40);
    let mut seats = [0; 2];
    for game in games.iter().filter(|game| game.opening.is_empty()) {
        for colour in 0..2 {
            let turns: Vec<_> = game.turns.iter().skip(colour).step_by(2).collect();
            let likeliest = turns.iter().filter(|turn| {
                turn.visits.iter().max_by_key(|(_, share)| *share).is_some_and(|(mv, _)| *mv == turn.mv)
            });
            let (own, all) = (likeliest.count(), turns.len());
            // Some shares are nearly alike.
            assert!(own * 2 > all || own * 4 < all, "{own} of {all}");
            seats[usize::from(own * 4 < all)] += 1;
        }
        assert!(game.turns.iter().all(|turn| turn.teacher_target.is_some() && turn.visits.len() > 1));
    }
    assert!(seats.iter().all(|seats| *seats > 5), "teacher and student: {seats:?}");
}

#[test]
fn what_was_said_is_learnt() {
    let game = Arc::new(play(1, 40).into_iter().find(|game| game.ending == Ending::Cut).unwrap());
    let mut examples = Examples::default();
    examples.add(game.clone(), 0.0);
    assert_eq!(examples.len(), 40);
    let (network, size) = (teacher(), Size::square(7).unwrap());
    let mut writer = Writer::new(PlaneBuilder::new(network.planes, InputSettings::default()));
    let (mut batch, mut targets) = (Batch::default(), Targets::default());
    batch.reset(&network.graph, 7, 7, 40);
    targets.reset(size, 40);
    for row in 0..40 {
        assert!(examples.write(row, Symmetry::IDENTITY, &mut writer, &mut batch, &mut targets, row));
    }
    for (row, turn) in game.turns.iter().enumerate() {
        let black_moves = (game.opening.len() + row) % 2 == 0;
        let mover = if black_moves { Colour::Black } else { Colour::White };
        let sign = mover.sign() as f32;
        let teacher_target = turn.teacher_target.as_ref().unwrap();
        assert_eq!(targets.result[row], turn.win_rate);
        assert_eq!(targets.bonus[row], -sign * Komi::from_halves(teacher_target.komi_halves).points() as f32);
        assert_eq!((targets.lead[row], targets.counted[row]), (sign * turn.black_lead, 1.0));
        let owners = &targets.ownership[row * 49..(row + 1) * 49];
        let (sum, said): (f32, f32) =
            (owners.iter().sum(), teacher_target.ownership.iter().map(|o| f32::from(*o) / 127.0).sum());
        assert!((sum - sign * said).abs() < 1e-3, "{sum} {said}");
    }
}
