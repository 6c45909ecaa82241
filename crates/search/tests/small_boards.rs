//! Boards whose best result is published but too deep to prove in a test: the search must find it.

use std::sync::atomic::AtomicBool;

use board::{Colour, Komi, Move, Point, Position, Rules, Size};
use playout::{PlayoutEvaluator, Policy};
use search::{Limits, Search, Settings};

/// Area scoring, positional superko, no suicide: the rules of the published results.
const RULES: Rules = Rules { suicide: false, ..Rules::TROMP_TAYLOR };

fn start(side: usize, komi: f64) -> Position {
    Position::new(Size::square(side).unwrap(), RULES, Komi::new(komi).unwrap())
}

fn search(position: &Position, seed: u64) -> Search {
    search_with(Policy::guided(), position, seed)
}

fn search_with(policy: Policy, position: &Position, seed: u64) -> Search {
    let evaluator = PlayoutEvaluator::new(policy, seed);
    Search::new(vec![Box::new(evaluator)], Settings::default(), position)
}

fn run(search: &mut Search, visits: u64) {
    search.run(Limits::visits(visits), &AtomicBool::new(false), None, &mut |_| ()).unwrap();
}

/// Black is two points ahead: the search is on the right side of that in both cases, and more certain with
/// playouts that ignore races, which help only on larger boards.
#[test]
fn four_by_four_is_two() {
    for (critical, sure) in [(Some(1.0), 0.6), (None, 0.5)] {
        let black_wins_with = |komi| {
            let policy = Policy::guided().with_critical(critical);
            let mut search = search_with(policy, &start(4, komi), 1);
            run(&mut search, 200_000);
            search.snapshot().win_rate.of(Colour::Black)
        };
        let (below, above) = (black_wins_with(1.5), black_wins_with(2.5));
        assert!(below > sure && above < 0.5, "{critical:?}: {below} with komi 1.5, {above} with 2.5");
    }
}

/// Black takes the whole board, whatever White tries, also when the search plays itself.
#[test]
fn five_by_five_is_the_whole_board() {
    for seed in 1..=4 {
        let mut position = start(5, 24.5);
        let mut search = search(&position, seed);
        while !position.is_over() {
            assert!(position.moves().len() < 200, "the game does not end");
            search.set_position(&position);
            run(&mut search, 5_000);
            position.play(search.snapshot().best()).unwrap();
        }
        assert_eq!(position.moves()[0].1, Move::Play(Point::new(2, 2)));
        assert_eq!(position.area_score().to_string(), "B+0.5", "\n{}", position.board());
    }
}
