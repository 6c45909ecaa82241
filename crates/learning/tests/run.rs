//! A run's folder says where the run is.

use std::collections::HashMap;
use std::fs;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use learning::{Growth, Manifest, Progress, Record, Run, RunError, RunSettings, SelfPlay};
use network::Backend;
use network::weights::Training;
use nn::ExecutorKind;

fn settings() -> RunSettings {
    let mut settings = RunSettings::preset("tiny").unwrap();
    settings.architecture = "tiny".into();
    (settings.selfplay.visits, settings.selfplay.games_per_thread, settings.selfplay.threads) = (8, 8, 1);
    settings
}

#[test]
fn a_run_goes_on_where_it_was() {
    let folder = tempfile::tempdir().unwrap();
    let run = Run::open(folder.path(), Some(settings())).unwrap();
    let (generation, stored) = run.newest().unwrap();
    assert_eq!((generation, stored.header.name.as_str()), (0, "tiny-g0000"));
    let backend = Backend::new(ExecutorKind::CpuF32, Arc::new(stored.network.clone())).unwrap();
    let mut selfplay = SelfPlay::new(run.settings().selfplay.clone()).unwrap();
    let manifest = run.newest_manifest().unwrap();
    let keep =
        |games: Vec<Record>, _: &Progress| -> Result<(), RunError> { run.store_games(&manifest, &games) };
    let stop = AtomicBool::new(false);
    let progress = selfplay.play(&backend, 40, &stop, Duration::from_millis(5), keep).unwrap();

    // As after a kill: only the folder is there.
    let run = Run::open(folder.path(), None).unwrap();
    assert_eq!(run.settings(), &settings());
    assert_eq!(run.count(0).unwrap(), progress.games);
    assert_eq!(run.newest().unwrap().1.network, stored.network);
    let (first, again) = (run.settings().selfplay.seed, run.selfplay_settings(0).unwrap().seed);
    assert_ne!(first, again, "other games than before");
    let window = run.replay_window(0).unwrap();
    assert_eq!(window.games() as u64, progress.games);
    assert!(window.positions() > 100);
    run.store(1, &stored.network, Training::default()).unwrap();
    let (generation, stored) = run.newest().unwrap();
    assert_eq!((generation, stored.header.training.generation), (1, 1));
    assert_eq!((run.count(1).unwrap(), run.generations().unwrap()), (0, vec![0, 1]));
}

#[test]
fn a_run_may_begin_with_a_network_that_is_there() {
    let folder = tempfile::tempdir().unwrap();
    let earlier = Run::open(&folder.path().join("earlier"), Some(settings())).unwrap();
    let (_, stored) = earlier.newest().unwrap();
    let key = earlier.store(7, &stored.network, Training { games: 30, ..Training::default() }).unwrap();
    let path = folder.path().join("earlier").join(key);

    let run = Run::open(&folder.path().join("run"), Some(settings())).unwrap();
    run.start_from(&path).unwrap();
    let (generation, begun) = run.newest().unwrap();
    assert_eq!((generation, begun.header.training.games), (7, 30));
    assert_eq!(begun.network.graph, stored.network.graph);
    assert!(matches!(run.start_from(&path), Err(RunError::Begun(_))));

    let other = RunSettings { architecture: "b2c32".into(), ..settings() };
    let run = Run::open(&folder.path().join("other"), Some(other)).unwrap();
    let error = run.start_from(&path).unwrap_err().to_string();
    assert!(error.contains("b2c32") && !error.contains('\n'), "{error}");
    assert!(run.generations().unwrap().is_empty());
    let error = run.start_from(&folder.path().join("nothing.safetensors")).unwrap_err().to_string();
    assert!(error.contains("nothing.safetensors"), "{error}");
}

#[test]
fn larger_networks_take_over() {
    let folder = tempfile::tempdir().unwrap();
    let grown = Growth { generation: 2, architecture: "b2c32".into(), steps: 7 };
    let run = Run::open(folder.path(), Some(RunSettings { grow: vec![grown], ..settings() })).unwrap();
    let (_, first) = run.newest().unwrap();
    assert_eq!(run.initial_network(1, &first).unwrap().graph, first.network.graph);
    run.store(1, &first.network, first.header.training.clone()).unwrap();
    let large = run.initial_network(2, &run.newest().unwrap().1).unwrap();
    assert!(large.graph.parameters() > first.network.graph.parameters());
    run.store(2, &large, first.header.training.clone()).unwrap();
    let (generation, second) = run.newest().unwrap();
    assert_eq!((generation, second.header.name.as_str()), (2, "tiny-g0002"));
    assert_eq!(run.initial_network(3, &second).unwrap().graph, large.graph);
}

/// Where only a head is added, all else stays, and rates go on falling.
#[test]
fn heads_can_be_added() {
    let folder = tempfile::tempdir().unwrap();
    let grown =
        |generation, architecture: &str| Growth { generation, architecture: architecture.into(), steps: 7 };
    let grow = vec![grown(2, "b10c128-katago"), grown(3, "b10c128-reply")];
    let mut settings = RunSettings { grow, ..settings() };
    (settings.train.learning_rate, settings.train.lr_decay_generations) = (0.4, 1.0);
    assert_eq!([0, 1, 2, 3, 4].map(|g| settings.train_at(g).learning_rate), [0.4, 0.2, 0.4, 0.2, 0.4 / 3.0]);
    let run = Run::open(folder.path(), Some(settings)).unwrap();
    let (_, first) = run.newest().unwrap();
    let large = run.initial_network(2, &first).unwrap();
    run.store(2, &large, first.header.training.clone()).unwrap();
    let mut more = run.initial_network(3, &run.newest().unwrap().1).unwrap();
    assert!(more.graph.parameters() > large.graph.parameters());
    let old: HashMap<String, Vec<f32>> =
        large.clone().graph_mut().weights_mut().map(|(name, weights)| (name, weights.to_vec())).collect();
    let new: Vec<String> = more
        .graph_mut()
        .weights_mut()
        .filter(|(name, weights)| old.get(name).is_none_or(|old| old[..] != **weights))
        .map(|(name, _)| name)
        .collect();
    assert_eq!(new, ["reply.moves.weight"]);
}

#[test]
fn mistakes_are_told_and_nothing_is_lost() {
    let folder = tempfile::tempdir().unwrap();
    assert!(matches!(Run::open(folder.path(), None), Err(RunError::NoRun(_))));
    let run = Run::open(folder.path(), Some(settings())).unwrap();
    run.newest().unwrap();
    let mut other = settings();
    other.selfplay.visits += 1;
    assert!(matches!(Run::open(folder.path(), Some(other)), Err(RunError::OtherSettings(_))));
    // A batch that is none is set aside, and nothing else suffers.
    fs::create_dir_all(folder.path().join("games/0000")).unwrap();
    fs::write(folder.path().join("games/0000/0123456789abcdef.games"), b"something else").unwrap();
    fs::write(folder.path().join("games/0000/.x.games.7.part"), b"half").unwrap();
    assert_eq!((run.count(0).unwrap(), run.replay_window(0).unwrap().games()), (0, 0));
    let why = fs::read_to_string(folder.path().join("rejected/0000/0123456789abcdef.json")).unwrap();
    assert!(why.contains("no file of games"), "{why}");
    // A damaged network.
    let net = folder.path().join(run.newest_manifest().unwrap().network);
    fs::write(&net, b"half").unwrap();
    let error = run.newest().err().unwrap().to_string();
    assert!(error.contains("tiny-g0000") && !error.contains('\n'), "{error}");
    fs::write(folder.path().join("settings.toml"), "name = ").unwrap();
    assert!(!Run::open(folder.path(), None).err().unwrap().to_string().contains('\n'));
}

/// Whoever comes second has lost, and what the first has promoted stays.
#[test]
fn a_generation_is_promoted_once() {
    let folder = tempfile::tempdir().unwrap();
    let run = Run::open(folder.path(), Some(settings())).unwrap();
    let (_, stored) = run.newest().unwrap();
    let manifest = |games: u64| {
        let training = Training { games, ..Training::default() };
        let network = run.upload(1, &stored.network, training).unwrap();
        Manifest { generation: 1, network, games: Default::default(), figures: None }
    };
    let (first, second) = (manifest(10), manifest(20));
    assert_ne!(first.network, second.network);
    // Stored is not promoted.
    assert_eq!(run.newest().unwrap().0, 0);
    assert!(run.promote(&first).unwrap());
    assert!(!run.promote(&second).unwrap());
    assert!(run.promote(&first).unwrap(), "whose answer got lost asks again");
    assert_eq!(run.newest_manifest().unwrap(), first);
    assert_eq!(run.newest().unwrap().1.header.training.games, 10);
}
