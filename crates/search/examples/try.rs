use board::*; use search::*;
fn main() {
    let side: usize = std::env::args().nth(1).unwrap().parse().unwrap();
    let threads: usize = std::env::args().nth(2).unwrap().parse().unwrap();
    let visits: u64 = std::env::args().nth(3).unwrap().parse().unwrap();
    let pos = Position::new(Size::square(side).unwrap(), Rules::CHINESE, Komi::from_halves(15));
    let ev = (0..threads).map(|i| Box::new(playout::PlayoutEvaluator::new(playout::Policy::guided(), i as u64)) as Box<dyn evaluation::Evaluator>).collect();
    let mut s = Search::new(ev, Settings::default(), &pos);
    let t = std::time::Instant::now();
    s.run(Limits::visits(visits), &std::sync::atomic::AtomicBool::new(false), None, &mut |_| ());
    let v = s.view();
    println!("{:?} {} visits {:.0}/s open {} win {:?} lead {:?}", t.elapsed(), v.visits, v.visits as f64 / t.elapsed().as_secs_f64(), s.open_positions(), v.win_rate.of(Colour::Black), v.lead.of(Colour::Black));
    for c in v.candidates.iter().take(8) { println!("{} n={} w={:.3} lead={:.2} p={:.3} {}", c.mv, c.visits, c.win_rate.of(v.to_move), c.lead.of(v.to_move), c.prior, c.variation.iter().map(|m| m.to_string()).collect::<Vec<_>>().join(" ")); }
}
