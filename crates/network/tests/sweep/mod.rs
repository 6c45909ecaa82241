//! Sweeps komi through a KataGo network, and fits a curve to its win rates.

#![allow(dead_code)] // The example and the test use different parts.

use board::{Colour, Komi, Move, Position, Rules, Size};
use evaluation::{Curve, Evaluation, Evaluator, Query};
use network::{Backend, EvaluatorSettings, NetworkEvaluator, SymmetryChoice};

/// Games sampled from a network's policy.
const GAMES: [(usize, &str); 4] = [
    (
        9,
        "E5 G5 F3 C4 C6 D3 G6 H6 G7 F5 E6 E4 F4 H3 H2 G4 F2 J2 G3 H4 B3 F6 F7 E7 D7 H7 H8 E8 F8 H1 D2 C2 C3 E2 E3 \
         D4 E1 F1 G1 G2 B4 F1 J8 C5 B5 E2 D6 B2 A2 A3 G9 A1 J6 H5 F2 J7 A6 D1 A4 D5",
    ),
    (
        9,
        "E5 C5 D3 G4 D7 G6 D5 C7 G7 D8 E8 D6 E7 B3 E6 C6 H5 F3 H4 H3 H2 J2 G2 F2 G3 D2 C2 C3 F4 H1 G5 G1 J3 E3 D4 \
         D9 C8 B8 E9 C9 D1 E2 J1 B2 F1 C1 C4 B4 G1 E1 E4 C8 G4",
    ),
    (
        13,
        "D10 K4 D4 K10 L10 L11 L9 M11 H10 K9 K8 J8 K7 H9 J7 G9 J12 F11 K11 M10 M9 L12 G10 F10 G12 F12 F9 F8 E9 G8 \
         K12 G13 H12 N9 M7 C11 D11 D12 E12 D13 H13 E11 E8 L6 J10 J9 F7 G7 F6 J6 H7 G6 K6 K5 M6 L5 H6 G5 H5 G4 H4 G3 \
         L7 H3 J3 K3 J2 J4 M5 M3 K13 C8 F2 E3 D3 D6 E5 C5 C9 E7 B11 D8 C12 D9 F3 E10 C10 B3 C2 E2 D2 B9 B10 G2 E1 \
         B2 C1 M4 B8 B7 A9 J5 N8 A7 G1 H1 F1 K2 C4 B4 C13 E13 F13 F4 E4 G13 B1 F13 N4 N3 N5 G11 H11 A8 B9 A2 A1",
    ),
    (
        19,
        "Q4 D16 C4 Q16 C17 C16 D17 F17 E17 E16 F18 E3 D5 H3 R17 R16 Q17 O17 P17 P16 O18 C8 F4 F3 D11 C6 G4 E7 G3 G2 \
         F2 E2 H2 F1 J3 E4 D6 F5 H4 E5 D7 D8 C7 B3 C3 C2 B8 B9 B7 C10 B4 G16 G18 F11 R6 Q7 R7 L3 E6 F8 O3 B2 L5 A4 \
         A5 B6 F6 G6 A8 A6 F7 G7 E8 E9 F9 E7 G8 E8 G5 J7 G9 J5 K4 J9 E10 C11 G11 D12 D10 C9 A3 B5 E12 D13 J11 L8 \
         L10 N18 N17 O16 M18 M6 L6 L7 M7 M8 N7 N8 O7 O8 P7 P8 Q8 Q9 R8 S17 N19 R18 Q18 Q19 P18 R9 F12 Q6 P6 Q5 P5 \
         N12 P10 O11 R11 P9 O14 N15 S15 S16 R14 Q12 R12 S13 R13 M13 S10 S9 S12 G12 G13 H12 H11 O2 Q2 H13 H14 J13 \
         F14 G15 G14 E13 F13 L17 K16 L16 B17 B16 L15 K12 J10 L18 J15 M15 S18 S19 R19 H17 H18 R18 T18 T17 R19 J17 M11",
    ),
];

/// Positions from the opening to the endgame, under different rules.
pub fn positions() -> Vec<Position> {
    let rules = [Rules::CHINESE, Rules::JAPANESE, Rules::AGA, Rules::TROMP_TAYLOR];
    let mut all = Vec::new();
    for (side, moves) in GAMES {
        let size = Size::square(side).expect("a size");
        let moves: Vec<Move> =
            moves.split_whitespace().map(|w| Move::parse(w, size).expect("a vertex")).collect();
        let parts = if side == 9 { 8 } else { 5 };
        for part in 0..=parts {
            let mut position = Position::new(size, rules[all.len() % 4], Komi::from_halves(15));
            for m in &moves[..moves.len() * part / parts] {
                position.play(*m).expect("legal under all these rules");
            }
            all.push(position);
        }
    }
    all
}

/// A network's evaluation of a position at one komi.
pub struct Sample {
    pub komi: Komi,
    pub curve: Curve,
    /// Black's win rate, straight from the curve at its own komi.
    pub black: f64,
}

/// A position, the network's evaluations at 31 komi around the fair one, and the curve that fits them best.
pub struct Sweep {
    pub position: Position,
    pub samples: Vec<Sample>,
    pub fit: Fit,
}

/// Black's win rate as a function of komi: 1 / (1 + exp(−β (α − komi))).
#[derive(Clone, Copy, Debug)]
pub struct Fit {
    pub alpha: f64,
    pub beta: f64,
    /// Root mean square of the residuals.
    pub residual: f64,
}

impl Fit {
    pub fn logit(&self, komi: Komi) -> f64 {
        self.beta * (self.alpha - komi.points())
    }
}

/// The difference between a mapped curve and the fitted one.
pub struct Difference {
    /// The logit of Black's win rate by the fit, at that komi.
    pub logit: f64,
    /// Mapped minus fitted α.
    pub alpha: f64,
    /// Fitted.
    pub beta: f64,
    /// Mapped β divided by fitted β.
    pub ratio: f64,
}

impl Sweep {
    /// For each evaluation.
    pub fn differences(&self) -> impl Iterator<Item = Difference> + '_ {
        let fit = self.fit;
        self.samples.iter().map(move |sample| Difference {
            logit: fit.logit(sample.komi),
            alpha: f64::from(sample.curve.board_lead().of(Colour::Black)) - fit.alpha,
            beta: fit.beta,
            ratio: f64::from(sample.curve.confidence()) / fit.beta,
        })
    }
}

pub struct Sweeper {
    evaluator: NetworkEvaluator,
    out: Vec<Evaluation>,
}

impl Sweeper {
    pub fn new(executors: &Backend, symmetry: SymmetryChoice) -> Sweeper {
        let settings = EvaluatorSettings { symmetry, ..EvaluatorSettings::default() };
        let evaluator = NetworkEvaluator::new(executors, settings, 0).expect("a evaluator");
        Sweeper { evaluator, out: Vec::new() }
    }

    fn ask(&mut self, positions: &[Position]) -> Vec<Sample> {
        self.out.resize_with(positions.len(), Evaluation::blank);
        let queries: Vec<Query> = positions
            .iter()
            .map(|position| Query { position, wants_priors: false, at_root: false })
            .collect();
        self.evaluator.evaluate(&queries, &mut self.out).expect("a network that answers");
        let answers = positions.iter().zip(&self.out);
        answers
            .map(|(position, answer)| {
                let (komi, curve) = (position.komi_with_bonus(), answer.curve);
                Sample { komi, curve, black: f64::from(curve.win_rate(komi).of(Colour::Black)) }
            })
            .collect()
    }

    /// Sweeps komi 15 points to either side of the fair one, in whole steps between half points.
    pub fn sweep(&mut self, mut position: Position) -> Sweep {
        let mut fair = 15;
        for _ in 0..3 {
            position.set_komi(Komi::from_halves(fair));
            let curve = self.ask(std::slice::from_ref(&position))[0].curve;
            let halves = (2.0 * curve.board_lead().of(Colour::Black)).round().clamp(-700.0, 700.0) as i16;
            fair = halves.div_euclid(2) * 2 + 1;
        }
        let at = |step: i16| {
            let mut position = position.clone();
            position.set_komi(Komi::from_halves(fair + 2 * step));
            position
        };
        let all: Vec<Position> = (-15..=15).map(at).collect();
        let samples = self.ask(&all);
        let fit = fit(&samples);
        Sweep { position, samples, fit }
    }
}

/// Least squares, by a search that halves its steps.
fn fit(samples: &[Sample]) -> Fit {
    let error = |alpha: f64, beta: f64| {
        let squares = samples.iter().map(|s| {
            let said = 1.0 / (1.0 + (-beta * (alpha - s.komi.points())).exp());
            (said - s.black).powi(2)
        });
        (squares.sum::<f64>() / samples.len() as f64).sqrt()
    };
    let middle = samples.iter().min_by(|a, b| (a.black - 0.5).abs().total_cmp(&(b.black - 0.5).abs()));
    let (mut alpha, mut beta) = (middle.map_or(0.0, |s| s.komi.points()), 0.3);
    let mut least = error(alpha, beta);
    let (mut step, mut factor) = (4.0, 2.0f64);
    while step > 1e-4 {
        let tries = [(step, 1.0), (-step, 1.0), (0.0, factor), (0.0, 1.0 / factor)];
        let better = tries.into_iter().map(|(d, f)| (error(alpha + d, beta * f), alpha + d, beta * f));
        match better.min_by(|a, b| a.0.total_cmp(&b.0)) {
            Some((e, a, b)) if e < least && b < 20.0 => (least, alpha, beta) = (e, a, b),
            _ => (step, factor) = (step / 2.0, factor.sqrt()),
        }
    }
    Fit { alpha, beta, residual: least }
}
