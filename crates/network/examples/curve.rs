//! Compares the curve behind a KataGo network's values with the network's win rates when komi is swept.
//! Prints the tables of `docs/curve.md`.
//!
//! `cargo run --release --example curve -p network -- NET`

#[path = "../tests/sweep/mod.rs"]
mod sweep;

use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;

use board::Colour;
use network::{Backend, SymmetryChoice, load};
use nn::ExecutorKind;
use sweep::{Sweep, Sweeper};

fn main() -> ExitCode {
    let Some(file) = std::env::args().nth(1) else {
        eprintln!("usage: curve NET");
        return ExitCode::from(2);
    };
    let executors = load(Path::new(&file))
        .map_err(|e| e.to_string())
        .and_then(|network| Backend::new(ExecutorKind::Cpu, Arc::new(network)).map_err(|e| e.to_string()));
    let executors = match executors {
        Ok(executors) => executors,
        Err(problem) => {
            eprintln!("{problem}");
            return ExitCode::from(2);
        }
    };
    // All symmetries, to measure the effect of komi and not of symmetry.
    let mut sweeper = Sweeper::new(&executors, SymmetryChoice::All);
    let mut sweeps = Vec::new();
    println!("| board | moves | rules | fitted α | fitted β | left over | α at the fair komi | β there |");
    println!("|---|---|---|---|---|---|---|---|");
    for position in sweep::positions() {
        let sweep = sweeper.sweep(position);
        let (position, fit, middle) = (&sweep.position, sweep.fit, &sweep.samples[15]);
        println!(
            "| {} | {} | {} | {:.1} | {:.2} | {:.3} | {:.1} | {:.2} |",
            position.size(),
            position.moves().len(),
            position.rules().name().unwrap_or("other"),
            fit.alpha,
            fit.beta,
            fit.residual,
            middle.curve.board_lead().of(Colour::Black),
            middle.curve.confidence(),
        );
        sweeps.push(sweep);
    }
    println!();
    summarise(&sweeps);
    ExitCode::SUCCESS
}

/// The differences, by the distance from an even game.
fn summarise(sweeps: &[Sweep]) {
    println!(
        "| logit by the fit | questions | α differs by points: median, 90 %, most | times β: median, 90 %, most \
         | mapped β / fitted β: least, 10 %, median, 90 %, most |"
    );
    println!("|---|---|---|---|---|");
    for (from, to) in [(0.0, 0.7), (0.7, 2.0), (2.0, 3.5), (3.5, 6.0)] {
        let asked =
            sweeps.iter().flat_map(Sweep::differences).filter(|d| (from..to).contains(&d.logit.abs()));
        let (mut points, mut logits, mut ratios) = (Vec::new(), Vec::new(), Vec::new());
        for difference in asked {
            points.push(difference.alpha.abs());
            logits.push(difference.alpha.abs() * difference.beta);
            ratios.push(difference.ratio);
        }
        println!(
            "| {from}–{to} | {} | {} | {} | {} |",
            points.len(),
            quantiles(&mut points, &[0.5, 0.9, 1.0]),
            quantiles(&mut logits, &[0.5, 0.9, 1.0]),
            quantiles(&mut ratios, &[0.0, 0.1, 0.5, 0.9, 1.0]),
        );
    }
}

fn quantiles(numbers: &mut [f64], shares: &[f64]) -> String {
    numbers.sort_by(f64::total_cmp);
    let last = numbers.len().saturating_sub(1) as f64;
    let at = |share: &f64| {
        numbers.get((last * share).round() as usize).map_or("–".into(), |n| format!("{n:.2}"))
    };
    shares.iter().map(at).collect::<Vec<_>>().join(", ")
}
