//! Honest games pass; forged ones are found out.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use board::Objective;
use learning::audit::{Fault, check};
use learning::{Ending, Progress, Record, RecordError, SelfPlay, SelfPlayError, SelfPlaySettings};
use network::Backend;
use network::architecture::Architecture;
use nn::ExecutorKind;

fn play(settings: &SelfPlaySettings, games: u64) -> Vec<Record> {
    let network = network::random::network("random", &Architecture::preset("tiny").unwrap(), 1).unwrap();
    let backend = Backend::new(ExecutorKind::CpuF32, Arc::new(network)).unwrap();
    let mut selfplay = SelfPlay::new(settings.clone()).unwrap();
    let mut all = Vec::new();
    let keep = |games: Vec<Record>, _: &Progress| -> Result<(), SelfPlayError> {
        all.extend(games);
        Ok(())
    };
    selfplay.play(&backend, games, &AtomicBool::new(false), Duration::from_millis(20), keep).unwrap();
    all
}

fn settings() -> SelfPlaySettings {
    SelfPlaySettings {
        board_sizes: vec![5, 4],
        visits: 16,
        branch_prob: 0.1,
        games_per_thread: 16,
        resign_threshold: 0.45,
        no_resign_prob: 0.3,
        ..SelfPlaySettings::default()
    }
}

#[test]
fn honest_games_pass() {
    let plain = settings();
    let cheap = SelfPlaySettings {
        cheap_search_prob: 0.7,
        cheap_search_visits: 4,
        reduced_visits: 2,
        policy_target_pruning: true,
        root_desired_per_child_visits_coeff: 2.0,
        max_moves_per_point: 0.8,
        ..settings()
    };
    let usual = Objective::default();
    for settings in [plain, cheap] {
        let games = play(&settings, 60);
        let resigned = games.iter().filter(|g| matches!(g.ending, Ending::Resigned { .. })).count();
        assert!((settings.reduced_visits == 0) == (resigned > 0), "{resigned} of {}", games.len());
        for game in games {
            assert_eq!(check(&game, (&settings, usual), "random"), Ok(()), "{game:?}");
        }
    }
}

#[test]
fn forged_games_are_found_out() {
    let (settings, usual) = (settings(), Objective::default());
    let games = play(&settings, 100);
    let is_counted = |game: &&Record| matches!(game.ending, Ending::Counted { .. });
    let counted = games.iter().find(is_counted).unwrap();
    let resigned = games.iter().find(|game| !is_counted(game)).unwrap();
    let forged = |game: &Record, change: &dyn Fn(&mut Record)| {
        let mut game = game.clone();
        change(&mut game);
        check(&game, (&settings, usual), "random").unwrap_err()
    };
    let no_move = counted.opening.len() + 1;
    let ownership = |game: &mut Record| match &mut game.ending {
        Ending::Counted { ownership, .. } => ownership[0] = if ownership[0] == 1 { -1 } else { 1 },
        _ => unreachable!(),
    };
    assert_eq!(forged(counted, &ownership), Fault::Result);
    let other = Fault::Network { found: "other".into(), expected: "random".into() };
    assert_eq!(forged(counted, &|g| g.net = "other".into()), other);
    assert_eq!(forged(counted, &|g| g.side = 6), Fault::Side(6));
    assert_eq!(forged(counted, &|g| g.komi_halves = 99), Fault::Komi(99));
    assert_eq!(forged(counted, &|g| _ = g.turns.pop()), Fault::Unfinished);
    assert_eq!(forged(counted, &|g| g.turns[1].visits.clear()), Fault::Visits(no_move));
    assert_eq!(forged(counted, &|g| g.turns[1].visits[0].1 = 500), Fault::Visits(no_move));
    let twice = |g: &mut Record| {
        let first = g.turns[1].visits[0];
        g.turns[1].visits.push(first);
    };
    assert_eq!(forged(counted, &twice), Fault::Visits(no_move));
    let centre = |g: &mut Record| g.objective.inner_bonus = 0.2;
    assert_eq!(forged(resigned, &centre), Fault::Objective);
    let lead = |g: &mut Record| match &mut g.ending {
        Ending::Counted { black_lead, .. } => *black_lead += 2.0,
        _ => unreachable!(),
    };
    assert_eq!(forged(counted, &lead), Fault::Record(RecordError::Lead));
    let winner = |game: &mut Record| match &mut game.ending {
        Ending::Resigned { winner_is_black } => *winner_is_black = !*winner_is_black,
        _ => unreachable!(),
    };
    assert_eq!(forged(resigned, &winner), Fault::Resignation);
    let hopeful = |g: &mut Record| {
        let before = g.turns.len() - 2;
        g.turns[before].win_rate = 0.9;
    };
    assert_eq!(forged(resigned, &hopeful), Fault::Resignation);
    // Somebody else's move is played again.
    let again = |g: &mut Record| g.turns[1].mv = g.turns[0].mv;
    let illegal = forged(games.iter().find(|g| usize::from(g.turns[0].mv) < 16).unwrap(), &again);
    assert!(matches!(illegal, Fault::Record(RecordError::Move(_) | RecordError::Visits(_))), "{illegal:?}");
}
