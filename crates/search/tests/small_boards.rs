//! tmp
use std::sync::atomic::AtomicBool;
use board::{Colour, Komi, Position, Rules, Size};
use evaluation::Evaluator;
use playout::{PlayoutEvaluator, Policy};
use search::{Limits, Search, Settings};

const RULES: Rules = Rules { suicide: false, ..Rules::TROMP_TAYLOR };

#[test]
fn explore() {
    for (v, komi) in [(5000, 24.5), (10_000, 24.5), (10_000, 23.5), (20_000, 24.5)] {
        for seed in 1..=4 {
            let judge: Box<dyn Evaluator> = Box::new(PlayoutEvaluator::new(Policy::guided(), seed));
            let mut position = Position::new(Size::square(5).unwrap(), RULES, Komi::new(komi).unwrap());
            let mut search = Search::new(vec![judge], Settings::default(), &position);
            let t = std::time::Instant::now();
            let mut rates = vec![];
            while !position.is_over() && position.moves().len() < 60 {
                search.set_position(&position);
                search.run(Limits::visits(v), &AtomicBool::new(false), None, &mut |_| ());
                let view = search.view();
                rates.push((view.win_rate.of(Colour::Black)*100.0) as i32);
                position.play(view.best()).unwrap();
            }
            eprintln!("{v} {komi} {seed}: {} {} {:?} {:?}", position.area_score(), position.moves().len(), t.elapsed(), rates);
        }
    }
}
