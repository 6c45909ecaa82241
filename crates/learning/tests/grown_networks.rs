//! What the networks that grew from nothing know of the empty board.

use std::sync::Arc;

use board::Colour;
use learning::{SelfPlay, SelfPlaySettings};
use network::Backend;
use nn::ExecutorKind;

/// The fair komi and β.
fn empty_board(file: &str, side: usize) -> (f32, f32) {
    let path = format!("{}/../../nets/{file}", env!("CARGO_MANIFEST_DIR"));
    let network = Arc::new(network::load(path).unwrap());
    let backend = Backend::new(ExecutorKind::CpuF32, network).unwrap();
    let settings = SelfPlaySettings { board_sizes: vec![side], ..SelfPlaySettings::default() };
    let boards = SelfPlay::new(settings).unwrap().empty_boards(&backend).unwrap();
    let curve = boards[0].curve;
    (curve.board_lead().of(Colour::Black), curve.confidence())
}

/// Black is known to win 7×7 by 9 points.
#[test]
fn the_fair_komi_of_7x7_is_9_for_sure() {
    let (komi, confidence) = empty_board("sai-7x7.safetensors", 7);
    println!("fair komi {komi:.2}, β {confidence:.2}");
    assert!((komi - 9.0).abs() < 0.25 && confidence > 2.0, "{komi} {confidence}");
}

/// It is 7, as the best players and programs have it.
#[test]
fn the_fair_komi_of_9x9_is_near_7() {
    let (komi, confidence) = empty_board("sai-9x9.safetensors", 9);
    println!("fair komi {komi:.2}, β {confidence:.2}");
    assert!((5.5..8.5).contains(&komi), "{komi} {confidence}");
}
