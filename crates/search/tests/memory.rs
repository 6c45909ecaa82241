//! The memory of trees is known, and stays within its limit.

use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
use std::time::Duration;

use board::{Colour, Komi, Move, Position, Rules, Size};
use evaluation::{Curve, Evaluation, EvaluationError, Evaluator, Lead, Ownership, Query};
use peak_alloc::PeakAlloc;
use peakmem_alloc::{PeakMemAlloc, PeakMemAllocTrait};
use search::{Limits, Memory, Search, Settings};

/// Tracks peak memory. A vector that grows counts once, because the system moves the pages of large ones
/// instead of copying.
#[global_allocator]
static PEAK: PeakMemAlloc<PeakAlloc> = PeakMemAlloc::new(MEMORY);

/// Tracks memory in use.
const MEMORY: PeakAlloc = PeakAlloc;

const MB: usize = 1 << 20;

/// Has pseudo-random priors and ownership.
struct Disorder;

impl Evaluator for Disorder {
    fn evaluate(&mut self, queries: &[Query], out: &mut [Evaluation]) -> Result<(), EvaluationError> {
        for (query, out) in queries.iter().zip(out) {
            let position = query.position;
            let chance = |n: u64| ((n ^ position.hash()).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 60) as f32;
            out.curve = Curve::new(Lead::for_side(Colour::Black, chance(3) - 8.0), 0.2);
            out.ownership = Some(Box::new(Ownership::UNKNOWN));
            out.priors.clear();
            if query.wants_priors {
                let prior = |m: Move| 1.0 + chance(m.point().map_or(7, |p| p.index()) as u64);
                out.priors.extend(position.legal_moves().map(|m| (m, prior(m))));
                let total: f32 = out.priors.iter().map(|(_, w)| w).sum();
                out.priors.iter_mut().for_each(|(_, w)| *w /= total);
            }
        }
        Ok(())
    }
}

fn search(settings: Settings, side: usize) -> (Search, Position) {
    let position = Position::new(Size::square(side).unwrap(), Rules::CHINESE, Komi::from_halves(15));
    (Search::new(vec![Box::new(Disorder)], settings, &position), position)
}

fn run(search: &mut Search, limits: Limits) {
    search.run(limits, &AtomicBool::new(false), None, &mut |_| ()).unwrap();
}

fn both() -> [Settings; 2] {
    [Settings::default(), Settings::for_networks()]
}

/// All in one test, because memory is that of the whole process.
#[test]
fn memory_is_known_and_kept_within() {
    known();
    kept_within();
    a_move_gives_back();
    shared_fairly();
    a_long_look_goes_on();
}

/// The reported memory of a search is right to within a fifth.
fn known() {
    for (settings, side, visits) in [
        (Settings::for_networks(), 19, 3_000),
        (Settings::for_networks(), 5, 20_000),
        (Settings::default(), 19, 3_000),
        (Settings::default(), 5, 30_000),
    ] {
        let before = MEMORY.current_usage();
        let (mut search, _) = search(settings, side);
        run(&mut search, Limits::visits(visits));
        let (real, said) = ((MEMORY.current_usage() - before) as f64, search.bytes() as f64);
        println!("{side}×{side}, {visits} visits: {said} bytes said, {real} taken");
        assert!(real > 2e6 && (said / real - 1.0).abs() < 0.2, "{side}×{side}: {said} said, {real} taken");
    }
}

fn kept_within() {
    let limit = 16;
    Memory::process().set_limit_mb(Some(limit));
    for settings in both() {
        PEAK.reset_peak_memory();
        let (mut search, _) = search(settings, 19);
        run(&mut search, Limits::visits(20_000));
        let peak = PEAK.get_peak_memory();
        assert!(peak < limit as usize * MB, "{peak} bytes");
        assert!(search.bytes() > limit as usize * MB * 3 / 4, "{} bytes are not all", search.bytes());
        let view = search.snapshot();
        assert!(view.candidates.len() > 3);
        match settings.puct() {
            // Playouts still learn something.
            None => assert_eq!(view.visits, 20_000),
            Some(_) => assert!((2_000..20_000).contains(&view.visits), "{}", view.visits),
        }
    }
    Memory::process().set_limit_mb(None);
}

fn a_move_gives_back() {
    let limit = 16;
    Memory::process().set_limit_mb(Some(limit));
    for settings in both() {
        let (mut search, mut position) = search(settings, 19);
        run(&mut search, Limits::visits(20_000));
        let (full, view) = (search.bytes(), search.snapshot());
        // One that was expanded before the tree was full.
        let candidate = view.candidates.iter().find(|c| c.pv.len() > 1).unwrap();
        let visits = candidate.visits;
        position.play(candidate.mv).unwrap();
        let before = MEMORY.current_usage();
        PEAK.reset_peak_memory();
        search.set_position(&position);
        let copied = PEAK.get_peak_memory();
        assert!(copied < full / 2, "{copied} bytes on top of {full} to give some back");
        assert!(search.bytes() < full && MEMORY.current_usage() < before, "{} of {full}", search.bytes());
        assert!(Memory::process().used() <= search.bytes() + MB, "{}", Memory::process().used());
        let kept = search.snapshot().visits;
        assert!(kept >= visits, "{kept} of {visits} visits");
        run(&mut search, Limits::playouts(500));
        assert!(search.snapshot().visits >= kept + 500, "there is room again");
        search.clear();
        assert!(search.bytes() < MB && Memory::process().used() < MB);
    }
    Memory::process().set_limit_mb(None);
}

fn shared_fairly() {
    Memory::process().set_limit_mb(Some(16));
    let [settings, _] = both();
    let (mut first, _) = search(settings, 19);
    run(&mut first, Limits::visits(20_000));
    let (mut second, _) = search(settings, 19);
    run(&mut second, Limits::visits(20_000));
    let bytes = second.bytes();
    assert!((6 * MB..8 * MB).contains(&bytes), "{bytes}: a half, though nothing was left");
    drop(first);
    assert!(Memory::process().used() <= bytes + MB, "{}", Memory::process().used());
    run(&mut second, Limits::playouts(20_000));
    assert!((12 * MB..16 * MB).contains(&second.bytes()), "{}: now all is its own", second.bytes());
    Memory::process().set_limit_mb(None);
    assert_eq!(Memory::process().limit_mb(), 2048);
}

/// A search with a full tree keeps reporting until it is stopped.
fn a_long_look_goes_on() {
    Memory::process().set_limit_mb(Some(16));
    for settings in both() {
        let (mut search, _) = search(settings, 19);
        run(&mut search, Limits::visits(20_000));
        let (stop, mut reports) = (AtomicBool::new(false), 0);
        search
            .run(Limits::default(), &stop, Some(Duration::from_millis(1)), &mut |view| {
                reports += 1;
                assert!(!view.candidates.is_empty());
                stop.store(reports == 5, SeqCst);
            })
            .unwrap();
        assert!(reports >= 5 && search.bytes() < 16 * MB, "{reports} reports");
    }
    Memory::process().set_limit_mb(None);
}
