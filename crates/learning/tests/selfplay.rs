//! Self-play with a small random network.

use std::collections::{BTreeSet, HashSet};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use board::{Colour, Size, Symmetry};
use learning::{
    Ending, Examples, PolicyInitSettings, Progress, Record, SelfPlay, SelfPlayError, SelfPlaySettings,
    Targets, Writer,
};
use network::architecture::Architecture;
use network::{Backend, InputSettings, Network, PlaneBuilder};
use nn::{Batch, ExecutorKind};

fn backend(seed: u64) -> Backend {
    let network = network::random::network("random", &Architecture::preset("tiny").unwrap(), seed).unwrap();
    Backend::new(ExecutorKind::CpuF32, Arc::new(network)).unwrap()
}

fn settings() -> SelfPlaySettings {
    SelfPlaySettings {
        board_sizes: vec![5],
        visits: 12,
        games_per_thread: 8,
        branch_prob: 0.1,
        seed: 5,
        ..SelfPlaySettings::default()
    }
}

fn play(settings: SelfPlaySettings, games: u64) -> (Vec<Record>, Progress, (u64, u64)) {
    let mut selfplay = SelfPlay::new(settings).unwrap();
    let mut all = Vec::new();
    let keep = |games: Vec<Record>, _: &Progress| -> Result<(), SelfPlayError> {
        all.extend(games);
        Ok(())
    };
    let stop = AtomicBool::new(false);
    let progress = selfplay.play(&backend(1), games, &stop, Duration::from_millis(50), keep).unwrap();
    (all, progress, selfplay.counts())
}

#[test]
fn games_are_games_and_some_are_branches() {
    let (games, progress, (complete, branches)) = play(settings(), 60);
    assert!(games.len() >= 60 && progress.games as usize == games.len());
    assert!(progress.evaluations > 60 * 10 && progress.waiting > 0.0 && progress.waiting <= 1.0);
    for game in &games {
        assert_eq!(game.check(), Ok(()));
        assert!(!game.turns.is_empty() && game.side == 5 && game.net == "random");
    }
    let begun = games.iter().filter(|g| !g.opening.is_empty()).count();
    assert!(begun > 5 && branches > 10, "{begun} {branches}");
    assert!(complete as f64 >= 2.0 * branches as f64 - 1.0, "{complete} {branches}");
    let komi: BTreeSet<i16> = games.iter().map(|g| g.komi_halves).collect();
    assert!(komi.len() > 10, "komi is drawn: {komi:?}");
}

#[test]
fn one_thread_and_one_seed_play_the_same_games() {
    let (first, ..) = play(settings(), 20);
    let (second, ..) = play(settings(), 20);
    assert_eq!(first, second);
    let (other, ..) = play(SelfPlaySettings { seed: 6, ..settings() }, 20);
    assert_ne!(first, other);
}

#[test]
fn several_threads_and_sizes_play_together() {
    let settings =
        SelfPlaySettings { board_sizes: vec![4, 5, 7], threads: 3, games_per_thread: 6, ..settings() };
    let (games, ..) = play(settings, 40);
    for side in [4, 5, 7] {
        assert!(games.iter().any(|g| g.side == side), "{side}");
    }
    assert!(games.iter().all(|g| g.check().is_ok()));
}

#[test]
fn short_searches_are_not_learnt_from() {
    let settings = SelfPlaySettings { cheap_search_prob: 0.75, cheap_search_visits: 4, ..settings() };
    let (games, ..) = play(settings, 30);
    let turns: Vec<_> = games.iter().flat_map(|g| &g.turns).collect();
    let learnt = turns.iter().filter(|t| !t.visits.is_empty()).count() as f64 / turns.len() as f64;
    assert!((0.15..0.35).contains(&learnt), "{learnt}");
}

#[test]
fn decided_games_are_played_on_with_fewer_visits() {
    let resigns = SelfPlaySettings { resign_threshold: 0.45, no_resign_prob: 0.0, ..settings() };
    let (games, ..) = play(resigns.clone(), 30);
    let given_up = |game: &&Record| matches!(game.ending, Ending::Resigned { .. });
    assert!(games.iter().filter(given_up).count() > 10);
    let (games, ..) = play(SelfPlaySettings { reduced_visits: 2, ..resigns }, 30);
    assert_eq!(games.iter().filter(given_up).count(), 0);
    let mut reduced = 0;
    for game in &games {
        assert_eq!(game.check(), Ok(()));
        // Once it hurries, a game does so to its end.
        let searched = game.turns.iter().take_while(|turn| !turn.visits.is_empty()).count();
        assert!(game.turns[searched..].iter().all(|turn| turn.visits.is_empty()));
        reduced += usize::from(searched < game.turns.len());
    }
    assert!(reduced > 10, "{reduced}");
}

/// Openings are drawn without a search, nothing is learnt from them, and komi fits what they lead to.
#[test]
fn games_open_in_many_ways() {
    let policy_init = PolicyInitSettings { avg_moves: 4.0, temperature: 1.5, random_move_prob: 0.2 };
    let (games, ..) = play(
        SelfPlaySettings {
            policy_init: Some(policy_init),
            branch_prob: 0.0,
            no_resign_prob: 1.0,
            ..settings()
        },
        60,
    );
    let lengths: Vec<usize> = games.iter().map(|game| game.opening.len()).collect();
    let mean = lengths.iter().sum::<usize>() as f64 / lengths.len() as f64;
    assert!((2.0..5.5).contains(&mean) && lengths.contains(&0), "{lengths:?}");
    assert!(games.iter().all(|game| game.check().is_ok() && !game.opening.contains(&25)));
    let openings: HashSet<&Vec<u16>> =
        games.iter().map(|game| &game.opening).filter(|o| o.len() > 2).collect();
    assert!(openings.len() > 20, "{}", openings.len());
    // Komi is what it would be without them where nothing was drawn, and the position's own elsewhere.
    let komi: BTreeSet<i16> = games.iter().map(|game| game.komi_halves).collect();
    assert!(komi.len() > 10, "{komi:?}");
}

/// Branches may begin with what the game did not choose.
#[test]
fn branches_may_begin_with_another_move() {
    let moves = |game: &Record| -> Vec<u16> {
        game.opening.iter().chain(game.turns.iter().map(|turn| &turn.mv)).copied().collect()
    };
    // Of the branches, those whose beginning was played in another game.
    let played = |branch_other_move_prob| {
        let (games, ..) = play(SelfPlaySettings { branch_other_move_prob, ..settings() }, 60);
        let branches: Vec<&[u16]> = games.iter().map(|g| &g.opening[..]).filter(|o| !o.is_empty()).collect();
        assert!(branches.len() > 5, "{}", branches.len());
        let is_played = |branch: &&&[u16]| {
            games.iter().any(|game| game.opening.len() < branch.len() && moves(game).starts_with(branch))
        };
        branches.iter().filter(is_played).count() as f64 / branches.len() as f64
    };
    let (never, always) = (played(0.0), played(1.0));
    assert!(never > 0.8 && always < 0.4, "{never} {always}");
}

#[test]
fn cheap_searches_say_who_won_and_no_move() {
    let (games, ..) = play(
        SelfPlaySettings {
            cheap_search_prob: 0.75,
            cheap_search_visits: 4,
            no_resign_prob: 1.0,
            ..settings()
        },
        10,
    );
    let (mut examples, backend) = (Examples::default(), backend(1));
    let network = backend.network();
    games.iter().for_each(|game| examples.add(Arc::new(game.clone()), 0.0));
    assert!(examples.cheap_searches() > examples.len(), "{} {}", examples.cheap_searches(), examples.len());
    for example in [0, examples.len() - 1, examples.len(), examples.len() + examples.cheap_searches() - 1] {
        let (batch, targets) = write(network, &examples, example, Symmetry::IDENTITY);
        let searched = if example < examples.len() { 1.0 } else { 0.0 };
        assert!((targets.policy.iter().sum::<f32>() - searched).abs() < 1e-4, "{example}");
        assert!(batch.inputs[0].iter().any(|x| *x != 0.0) && targets.counted == [1.0]);
        assert!(targets.ownership.iter().any(|x| *x != 0.0));
    }
}

/// A game counts for as much as before, and in it what surprised the network for more.
#[test]
fn surprises_are_learnt_from_more_often() {
    let (games, ..) = play(SelfPlaySettings { no_resign_prob: 1.0, ..settings() }, 10);
    let surprise = |game: &Record| game.turns.iter().map(|turn| turn.policy_surprise).sum::<f32>();
    assert!(games.iter().all(|game| surprise(game) > 0.0));
    let all = |share: f64| {
        let mut examples = Examples::default();
        games.iter().for_each(|game| examples.add(Arc::new(game.clone()), share));
        examples
    };
    let (plain, weighed) = (all(0.0), all(0.5));
    assert!(plain.len().abs_diff(weighed.len()) <= 1, "{} {}", plain.len(), weighed.len());
    let mut game = games[0].clone();
    game.turns.iter_mut().for_each(|turn| turn.policy_surprise = 0.0);
    game.turns[3].policy_surprise = 1.0;
    let mut examples = Examples::default();
    examples.add(Arc::new(game.clone()), 1.0);
    assert_eq!(examples.len(), game.turns.len());
    let backend = backend(1);
    let network = backend.network();
    let [first, last] =
        [0, examples.len() - 1].map(|i| write(network, &examples, i, Symmetry::IDENTITY).1.policy);
    assert_eq!(first, last);
}

#[test]
fn an_error_of_the_keeper_ends_the_play() {
    #[derive(Debug)]
    struct Full;
    impl From<SelfPlayError> for Full {
        fn from(_: SelfPlayError) -> Full {
            Full
        }
    }
    let mut selfplay = SelfPlay::new(settings()).unwrap();
    let stop = AtomicBool::new(false);
    let result = selfplay.play(&backend(1), u64::MAX, &stop, Duration::from_millis(1), |_, _| Err(Full));
    assert!(result.is_err());
}

fn write(network: &Network, examples: &Examples, example: usize, symmetry: Symmetry) -> (Batch, Targets) {
    let size = Size::square(5).unwrap();
    let (mut batch, mut targets) = (Batch::default(), Targets::default());
    batch.reset(&network.graph, 5, 5, 1);
    targets.reset(size, 1);
    let mut writer = Writer::new(PlaneBuilder::new(network.planes, InputSettings::default()));
    assert!(examples.write(example, symmetry, &mut writer, &mut batch, &mut targets, 0));
    (batch, targets)
}

#[test]
fn examples_say_what_came_of_positions() {
    let backend = backend(1);
    let network = backend.network();
    let (games, ..) = play(SelfPlaySettings { no_resign_prob: 1.0, ..settings() }, 10);
    let game = Arc::new(games[0].clone());
    let mut examples = Examples::default();
    examples.add(game.clone(), 0.0);
    assert_eq!(examples.len(), game.turns.len());
    let Ending::Counted { ownership, .. } = &game.ending else { panic!("nobody may resign") };
    let lead: f32 = ownership.iter().map(|o| f32::from(*o)).sum();
    for turn in 0..examples.len() {
        let mover = if (game.opening.len() + turn) % 2 == 0 { Colour::Black } else { Colour::White };
        let sign = mover.sign() as f32;
        for symmetry in Symmetry::ALL {
            let (batch, targets) = write(network, &examples, turn, symmetry);
            assert!((targets.policy.iter().sum::<f32>() - 1.0).abs() < 1e-5);
            assert_eq!(targets.lead[0], sign * lead);
            // The answer is what the next search visited, passes aside.
            if turn + 1 < examples.len() {
                let next = write(network, &examples, turn + 1, symmetry).1.policy;
                let on_board: f32 = next[..25].iter().sum();
                let shares = next[..25].iter().map(|share| share / on_board.max(1e-9));
                assert!(targets.opponent_policy.iter().zip(shares).all(|(a, b)| (a - b).abs() < 1e-4));
            } else {
                assert!(targets.opponent_policy.iter().all(|share| *share == 0.0));
            }
            assert_eq!(targets.bonus[0], -sign * game.komi_halves as f32 / 2.0);
            let margin = targets.lead[0] + targets.bonus[0];
            let expected = if margin == 0.0 { 0.5 } else { 0.5 + 0.5 * margin.signum() };
            assert_eq!(targets.result[0], expected);
            // Nobody visits an occupied point: own and enemy stones are planes 1 and 2 of seventeen.
            for place in 0..25 {
                let stones = batch.inputs[0][place * 17 + 1] + batch.inputs[0][place * 17 + 2];
                assert!(stones == 0.0 || targets.policy[place] == 0.0);
            }
        }
    }
}

/// The same symmetry turns the board and what is said of it.
#[test]
fn symmetries_turn_targets_with_their_boards() {
    let backend = backend(1);
    let network = backend.network();
    let (games, ..) = play(settings(), 5);
    let mut examples = Examples::default();
    examples.add(Arc::new(games[0].clone()), 0.0);
    let size = Size::square(5).unwrap();
    let (plain_batch, plain) = write(network, &examples, 1, Symmetry::IDENTITY);
    for symmetry in Symmetry::ALL {
        let (batch, turned) = write(network, &examples, 1, symmetry);
        for p in size.iter() {
            let place = |p: board::Point| (4 - p.y()) * 5 + p.x();
            let (from, to) = (place(p), place(symmetry.apply(p, size)));
            assert_eq!(plain.policy[from], turned.policy[to]);
            assert_eq!(plain.ownership[from], turned.ownership[to]);
            assert_eq!(plain_batch.inputs[0][from * 17..][..17], batch.inputs[0][to * 17..][..17]);
        }
    }
}
