//! The statistics of a search's playouts.

use std::sync::atomic::AtomicBool;

use board::{Colour, Komi, Move, Position, Rules, Size};
use evaluation::Evaluator;
use playout::{PlayoutEvaluator, Policy};
use search::{Limits, PlayoutStatistics, Search, Settings};

fn playouts(threads: u64) -> Vec<Box<dyn Evaluator>> {
    let evaluator = |seed| Box::new(PlayoutEvaluator::new(Policy::guided(), seed)) as Box<dyn Evaluator>;
    (0..threads).map(evaluator).collect()
}

fn empty(side: usize) -> Position {
    Position::new(Size::square(side).unwrap(), Rules::TROMP_TAYLOR, Komi::ZERO)
}

fn run(search: &mut Search, playouts: u64) {
    search.run(Limits::playouts(playouts), &AtomicBool::new(false), None, &mut |_| ()).unwrap();
}

/// For every score, the points held add up to it.
fn check(statistics: &PlayoutStatistics, playouts: u64) {
    assert_eq!(statistics.playouts(), playouts);
    assert_eq!(statistics.scores().map(|(_, count)| count).sum::<u64>(), playouts);
    for (score, count) in statistics.scores() {
        let held =
            |side| statistics.size().iter().map(|p| statistics.control(side, p, score)).sum::<u64>() as i64;
        assert_eq!(held(Colour::Black) - held(Colour::White), i64::from(score) * count as i64, "{score}");
    }
}

#[test]
fn every_playout_is_counted_with_any_number_of_threads() {
    for (threads, batch) in [(1, 1), (1, 4), (3, 1), (2, 8)] {
        let settings = Settings { batch, ..Settings::default() };
        let mut search = Search::new(playouts(threads), settings, &empty(7));
        assert!(search.playout_statistics().is_none());
        search.keep_playout_statistics(true);
        // More than a thread keeps before it merges.
        run(&mut search, 9000);
        check(&search.playout_statistics().unwrap(), 9000);
        let view = search.snapshot();
        let mean: f64 =
            search.playout_statistics().unwrap().scores().map(|(s, n)| f64::from(s) * n as f64).sum::<f64>()
                / 9000.0;
        assert!((mean - f64::from(view.score.of(Colour::Black))).abs() < 1e-3, "{mean} {:?}", view.score);
        // The next search starts counting from zero, and so does another position.
        run(&mut search, 100);
        check(&search.playout_statistics().unwrap(), 100);
        let mut next = empty(7);
        next.play(Move::Play(board::Point::new(3, 3))).unwrap();
        search.set_position(&next);
        run(&mut search, 200);
        check(&search.playout_statistics().unwrap(), 200);
        search.set_position(&empty(5));
        run(&mut search, 50);
        check(&search.playout_statistics().unwrap(), 50);
    }
}

#[test]
fn counting_changes_nothing_in_the_tree() {
    let grown = |statistics| {
        let mut search = Search::new(playouts(1), Settings::default(), &empty(7));
        search.keep_playout_statistics(statistics);
        run(&mut search, 2000);
        let candidates = search.snapshot().candidates;
        (search.node_count(), candidates.iter().map(|c| (c.mv, c.visits)).collect::<Vec<_>>())
    };
    assert_eq!(grown(true), grown(false));
}
