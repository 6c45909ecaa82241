//! Training with libtorch.
#![cfg(feature = "torch")]

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use learning::{
    Progress, Record, ReplayWindow, Run, RunError, RunSettings, SelfPlay, TrainError, TrainingSettings, train,
};
use network::architecture::Architecture;
use network::{Backend, Network};
use nn::{Batch, ExecutorKind, Outputs};

fn backend(network: &Network, kind: ExecutorKind) -> Backend {
    Backend::new(kind, Arc::new(network.clone())).unwrap()
}

/// A run with its first games.
fn begin(folder: &std::path::Path, games: u64) -> (Run, Network, ReplayWindow) {
    let mut settings = RunSettings::preset("tiny").unwrap();
    (settings.selfplay.visits, settings.selfplay.games_per_thread, settings.selfplay.threads) = (16, 32, 1);
    let run = Run::open(folder, Some(settings)).unwrap();
    let (_, stored) = run.newest().unwrap();
    let mut selfplay = SelfPlay::new(run.settings().selfplay.clone()).unwrap();
    let manifest = run.newest_manifest().unwrap();
    let keep =
        |games: Vec<Record>, _: &Progress| -> Result<(), RunError> { run.store_games(&manifest, &games) };
    let backend = backend(&stored.network, ExecutorKind::Cpu);
    selfplay.play(&backend, games, &AtomicBool::new(false), Duration::from_millis(100), keep).unwrap();
    let window = run.replay_window(0).unwrap();
    (run, stored.network, window)
}

fn answers(network: &Network, kind: ExecutorKind) -> Vec<Vec<f32>> {
    let mut batch = Batch::default();
    batch.reset(&network.graph, 5, 5, 3);
    for (i, x) in batch.inputs[0].iter_mut().enumerate() {
        *x = f32::from(u8::from(i * 7 % 5 < 2));
    }
    let mut answers = Outputs::default();
    backend(network, kind).executors().make().unwrap().run(&batch, &mut answers).unwrap();
    answers.values
}

#[test]
fn a_network_learns_and_both_executors_agree_on_it() {
    let folder = tempfile::tempdir().unwrap();
    let (_, network, window) = begin(folder.path(), 200);
    let settings = TrainingSettings {
        batch_size: 64,
        steps: 300,
        ownership_loss_weight: 0.1,
        validation_share: 0.1,
        ..TrainingSettings::default()
    };
    let mut told = Vec::new();
    let trained =
        train(&network, &window, &settings, (1, 1), |step, losses| told.push((step, *losses))).unwrap();
    assert_eq!(told.last().map(|(step, _)| *step), Some(trained.steps));
    let (first, last) = (told[0].1, trained.losses);
    assert!(last.policy < first.policy && last.ownership < first.ownership, "{first:?} {last:?}");
    let held_out = trained.validation.unwrap();
    assert!(held_out.policy.is_finite() && held_out.policy < 25f64.ln(), "{held_out:?}");
    assert!((held_out.policy - last.policy).abs() < 0.5, "folded, it says the same: {held_out:?} {last:?}");
    for (ours, torch) in answers(&trained.network, ExecutorKind::CpuF32)
        .iter()
        .zip(&answers(&trained.network, ExecutorKind::Torch))
    {
        assert!(ours.iter().zip(torch).all(|(a, b)| (a - b).abs() < 1e-3));
    }
}

/// Whichever way it is blamed for results, it learns from them; by cross-entropy it must not be thrown over by what it
/// was sure of.
#[test]
fn results_are_learnt_in_both_ways() {
    let folder = tempfile::tempdir().unwrap();
    let (_, network, window) = begin(folder.path(), 12);
    let both = [false, true].map(|value_cross_entropy| {
        // Enough to know the games by heart, so that nothing is left to chance.
        let settings = TrainingSettings {
            batch_size: 64,
            steps: 200,
            max_epochs: 1000.0,
            muon_learning_rate: 0.02,
            value_loss_weight: 4.0,
            value_cross_entropy,
            grad_clip_norm: 5.0,
            ..TrainingSettings::default()
        };
        let mut told = Vec::new();
        let trained = train(&network, &window, &settings, (1, 1), |_, losses| told.push(*losses)).unwrap();
        assert!(trained.losses.value < 0.9 * told[0].value, "{value_cross_entropy}: {told:?}");
        assert_eq!(trained.rollbacks, 0);
        trained.network
    });
    assert_ne!(both[0].graph, both[1].graph);
}

/// A network that counts is told of an error of α where it comes from: if owners were not, they would shift what they add
/// up to with every step, and the rest of α run after it.
#[test]
fn what_is_counted_learns_from_the_count() {
    let folder = tempfile::tempdir().unwrap();
    let (_, _, window) = begin(folder.path(), 20);
    let network =
        network::random::network("counts", &Architecture::preset("b6c96-katago").unwrap(), 1).unwrap();
    let weights = |network: &Network| -> Vec<f32> {
        let mut graph = nn::Graph::clone(&network.graph);
        graph.weights_mut().find(|(name, _)| name == "ownership.out.weight").unwrap().1.to_vec()
    };
    let settings = TrainingSettings {
        batch_size: 8,
        steps: 2,
        ownership_loss_weight: 0.0,
        lead_loss_weight: 1.0,
        weight_decay: 0.0,
        ..TrainingSettings::default()
    };
    let trained = train(&network, &window, &settings, (1, 1), |_, _| ()).unwrap().network;
    assert_ne!(weights(&trained), weights(&network));
}

/// Who foresees answers learns from them, if they count for something.
#[test]
fn answers_are_learnt_where_they_count() {
    let folder = tempfile::tempdir().unwrap();
    let (_, _, window) = begin(folder.path(), 20);
    let architecture = Architecture::preset("b10c128-reply").unwrap();
    let network = network::random::network("reply", &architecture, 1).unwrap();
    let weights = |network: &Network| -> Vec<f32> {
        let mut graph = nn::Graph::clone(&network.graph);
        graph.weights_mut().find(|(name, _)| name == "reply.moves.weight").unwrap().1.to_vec()
    };
    let changed = [0.0, 0.5].map(|opponent_policy_loss_weight| {
        let settings = TrainingSettings {
            batch_size: 8,
            steps: 2,
            opponent_policy_loss_weight,
            weight_decay: 0.0,
            ..TrainingSettings::default()
        };
        let trained = train(&network, &window, &settings, (1, 1), |_, _| ()).unwrap().network;
        weights(&trained) != weights(&network)
    });
    assert_eq!(changed, [false, true]);
}

/// Nothing but rounding changes when a network is unfolded and folded again without a step in between.
#[test]
fn a_rate_of_nearly_nothing_changes_nearly_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let (_, network, window) = begin(folder.path(), 60);
    let settings =
        TrainingSettings { batch_size: 128, steps: 1, learning_rate: 1e-12, ..TrainingSettings::default() };
    let trained = train(&network, &window, &settings, (1, 1), |_, _| ()).unwrap();
    for (before, after) in
        answers(&network, ExecutorKind::CpuF32).iter().zip(&answers(&trained.network, ExecutorKind::CpuF32))
    {
        let off = before.iter().zip(after).map(|(a, b)| (a - b).abs()).fold(0.0, f32::max);
        assert!(off < 0.15, "{off}");
    }
}

#[test]
fn the_same_seed_trains_the_same_network() {
    let folder = tempfile::tempdir().unwrap();
    let (_, network, window) = begin(folder.path(), 40);
    let settings =
        TrainingSettings { batch_size: 32, steps: 20, ema_weight: 0.1, ..TrainingSettings::default() };
    let train = |threads| train(&network, &window, &settings, (7, threads), |_, _| ()).unwrap().network;
    let (one, two) = (train(1), train(3));
    for (a, b) in answers(&one, ExecutorKind::CpuF32).iter().zip(&answers(&two, ExecutorKind::CpuF32)) {
        assert!(a.iter().zip(b).all(|(a, b)| (a - b).abs() < 1e-4));
    }
}

#[test]
fn a_training_ends_when_its_time_is_over() {
    let folder = tempfile::tempdir().unwrap();
    let (_, network, window) = begin(folder.path(), 10);
    let settings = TrainingSettings {
        batch_size: 8,
        steps: 10_000_000,
        max_epochs: 1e9,
        max_seconds: Some(0.5),
        frozen_batch_norm_share: 0.5,
        ..TrainingSettings::default()
    };
    let mut told = 0;
    let trained = train(&network, &window, &settings, (1, 1), |step, _| told = step).unwrap();
    assert!(0 < trained.steps && trained.steps < 10_000_000);
    assert_eq!(told, trained.steps);
    assert!(trained.losses.is_finite() && trained.network != network);
}

#[test]
fn from_nothing_nothing_is_learnt() {
    let folder = tempfile::tempdir().unwrap();
    let (_, network, _) = begin(folder.path(), 1);
    let nothing = train(&network, &ReplayWindow::default(), &TrainingSettings::default(), (1, 1), |_, _| ());
    assert!(matches!(nothing, Err(TrainError::Nothing)));
}
