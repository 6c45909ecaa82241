//! How well the network inside knows the score of finished games.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use learning::{Progress, Record, SelfPlay, SelfPlayError, SelfPlaySettings};
use network::Backend;
use nn::ExecutorKind;

/// By how many points α is off before the last pass, in games that it plays against itself; the best first.
fn errors(side: usize, games: u64) -> Vec<f32> {
    let network = Arc::new(network::load(network::DEFAULT).unwrap());
    let backend = Backend::new(ExecutorKind::CpuF32, network).unwrap();
    let settings = SelfPlaySettings {
        board_sizes: vec![side],
        visits: 8,
        games_per_thread: 20,
        branch_prob: 0.0,
        no_resign_prob: 1.0,
        seed: 5,
        ..SelfPlaySettings::default()
    };
    let mut errors = Vec::new();
    let keep = |games: Vec<Record>, _: &Progress| -> Result<(), SelfPlayError> {
        let pass = (side * side) as u16;
        for game in games {
            let both_passed = game.turns.iter().rev().take(2).all(|turn| turn.mv == pass);
            if let (true, Some(count), Some(last)) = (both_passed, game.black_lead(), game.turns.last()) {
                errors.push((last.black_lead - count).abs());
            }
        }
        Ok(())
    };
    let (stop, often) = (AtomicBool::new(false), Duration::from_millis(100));
    SelfPlay::new(settings).unwrap().play(&backend, games, &stop, often, keep).unwrap();
    errors.sort_by(f32::total_cmp);
    errors
}

/// Within half a point on nine of ten.
#[test]
fn finished_games_are_counted() {
    let errors = errors(9, 40);
    let (right, all) = (errors.iter().filter(|error| **error <= 0.5).count(), errors.len());
    println!("within half a point: {right} of {all}; median error {:.2}", errors[all / 2]);
    assert!(all >= 30 && right * 10 >= all * 9, "{errors:.1?}");
}
