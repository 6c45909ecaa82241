//! `shidogo bench signature`: a number that changes only when behaviour does.

use std::sync::atomic::AtomicBool;

use board::{Komi, Position, Rules, Size};
use search::{Limits, Search, Settings};

/// Searches every move of a few short games with one thread and a fixed seed, and hashes the resulting trees.
pub fn run() -> anyhow::Result<()> {
    let mut signature: u64 = 0xcbf2_9ce4_8422_2325;
    let mut mix = |value: u64| {
        signature = (signature ^ value).wrapping_mul(0x0100_0000_01b3).rotate_left(23);
    };
    for (side, rules, visits) in [
        (5, Rules::TROMP_TAYLOR, 2000),
        (9, Rules::CHINESE, 2000),
        (13, Rules::JAPANESE, 600),
        (19, Rules::AGA, 300),
    ] {
        let mut position = Position::new(Size::square(side)?, rules, Komi::from_halves(13));
        let mut search = Search::new(playout::evaluators(1, side as u64), Settings::default(), &position);
        for _ in 0..6 {
            search.set_position(&position);
            search.run(Limits::visits(visits), &AtomicBool::new(false), None, &mut |_| ())?;
            mix(search.node_count() as u64);
            let view = search.snapshot();
            for candidate in &view.candidates {
                mix(candidate.visits);
            }
            position.play(view.best())?;
            mix(position.hash());
        }
    }
    println!("{signature:016x}");
    Ok(())
}
