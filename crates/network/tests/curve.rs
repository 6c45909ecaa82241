//! The curve behind a KataGo network's values must agree with the network's win rates when komi is swept. The
//! bounds are those of `docs/curve.md`.

mod nets;
mod sweep;
mod writer;

use std::sync::Arc;

use board::{Colour, Symmetry};
use network::{Backend, EvaluatorSettings, NetworkEvaluator, SymmetryChoice, load, read};
use nn::ExecutorKind;
use sweep::{Difference, Sweeper};
use writer::{Floats, Plan};

fn backend() -> Option<Backend> {
    let file = nets::find("g170-b6c96-s175395328-d26788732")?;
    let network = load(&file).unwrap();
    Some(Backend::new(ExecutorKind::CpuF32, Arc::new(network)).unwrap())
}

/// The fraction of evaluations within bounds.
fn share(asked: &[Difference], within: impl Fn(&Difference) -> bool) -> f64 {
    asked.iter().filter(|d| within(d)).count() as f64 / asked.len() as f64
}

#[test]
fn mapped_curves_are_fitted_ones() {
    let Some(backend) = backend() else { return };
    let mut sweeper = Sweeper::new(&backend, SymmetryChoice::Fixed(Symmetry::IDENTITY));
    let mut asked = Vec::new();
    for position in sweep::positions() {
        let sweep = sweeper.sweep(position);
        assert!(sweep.fit.residual < 0.1, "no curve at all: {:?}\n{}", sweep.fit, sweep.position.board());
        // Beyond this, the win rate hardly depends on komi and says nothing about it.
        asked.extend(sweep.differences().filter(|d| d.logit.abs() <= 2.0));
    }
    assert!(asked.len() > 500);
    assert_eq!(share(&asked, |d| d.alpha.abs() * d.beta <= 2.0 && (0.4..=2.5).contains(&d.ratio)), 1.0);
    assert!(share(&asked, |d| d.alpha.abs() * d.beta <= 0.5) >= 0.9);
    assert!(share(&asked, |d| d.alpha.abs() <= 1.5) >= 0.5);
    assert!(share(&asked, |d| (0.8..=1.5).contains(&d.ratio)) >= 0.8);
}

/// Our own networks in KataGo's format, and a real one if available.
#[test]
fn the_win_rate_at_the_actual_komi_is_the_networks_own() {
    for version in [8, 12, 17] {
        let network = read(&Plan::of_version(version).write(Floats::Binary).bytes).unwrap();
        win_rates_are_kept(&Backend::new(ExecutorKind::CpuF32, Arc::new(network)).unwrap());
    }
    if let Some(backend) = backend() {
        win_rates_are_kept(&backend);
    }
}

fn win_rates_are_kept(backend: &Backend) {
    let symmetry = Symmetry::IDENTITY;
    let settings =
        EvaluatorSettings { symmetry: SymmetryChoice::Fixed(symmetry), ..EvaluatorSettings::default() };
    let mut evaluator = NetworkEvaluator::new(backend, settings, 0).unwrap();
    for position in sweep::positions() {
        let raw = evaluator.raw(&position, symmetry).unwrap();
        let mut out = [evaluation::Evaluation::blank()];
        let query = evaluation::Query { position: &position, wants_priors: false, at_root: false };
        evaluation::Evaluator::evaluate(&mut evaluator, &[query], &mut out).unwrap();
        let komi = position.komi_with_bonus();
        let white = out[0].curve.win_rate(komi).of(Colour::White);
        assert!((white - raw.white_win - 0.5 * raw.no_result).abs() < 1e-4, "{white} {}", raw.white_win);
        let score = out[0].score.unwrap();
        let with_komi = |lead: evaluation::Lead| lead.of(Colour::White) + komi.points() as f32;
        assert!((with_komi(score.lead) - raw.white_lead).abs() < 1e-3);
        assert!((with_komi(score.mean) - raw.white_score_selfplay).abs() < 1e-3);
        let square = score.score_stdev.powi(2) + raw.white_score_selfplay.powi(2);
        assert!((square - raw.white_score_selfplay_sq).abs() < 1e-3 * square);
    }
}
