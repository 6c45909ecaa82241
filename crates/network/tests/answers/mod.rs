//! KataGo's answers, and ours compared with them.

#![allow(dead_code)] // Each test uses its own part of it.

use board::{Komi, Move, Position, Rules, Size, Symmetry};
use network::{InputSettings, Network, NetworkOutput, OutputSettings, PlaneBuilder, RawOutputs, SymmetryMap};
use nn::cpu::Instructions;
use nn::{Batch, Executor, ExecutorKind, Outputs};

/// One position, and what `kata-raw-nn 0` prints for it.
#[derive(serde::Deserialize)]
pub struct Vector {
    pub net: String,
    pub size: BoardSize,
    pub rules: String,
    pub komi: f64,
    pub moves: Vec<String>,
    pub output: Output,
}

#[derive(serde::Deserialize, Clone, Copy, PartialEq, Debug)]
#[serde(untagged)]
pub enum BoardSize {
    Square(usize),
    /// Width and height.
    Rectangle(usize, usize),
}

#[derive(serde::Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Output {
    white_win: f32,
    white_loss: f32,
    no_result: f32,
    white_lead: f32,
    white_score_selfplay: f32,
    white_score_selfplay_sq: f32,
    var_time_left: f32,
    shortterm_winloss_error: f32,
    shortterm_score_error: f32,
    policy: Vec<Vec<Option<f32>>>,
    policy_pass: f32,
    white_ownership: Vec<Vec<f32>>,
}

impl Vector {
    pub fn position(&self) -> Position {
        let (width, height) = match self.size {
            BoardSize::Square(size) => (size, size),
            BoardSize::Rectangle(width, height) => (width, height),
        };
        let size = Size::new(width, height).unwrap();
        let rules: Rules = self.rules.parse().unwrap();
        let mut position = Position::new(size, rules, Komi::new(self.komi).unwrap());
        for entry in &self.moves {
            let (colour, place) = entry.split_once(' ').unwrap();
            position.set_to_move(colour.parse().unwrap());
            position.play(Move::parse(place, size).unwrap()).unwrap();
        }
        position
    }

    pub fn describe(&self) -> String {
        let Vector { net, size, rules, komi, moves, .. } = self;
        format!("{net}, {size:?}, {rules}, komi {komi}, {} moves", moves.len())
    }
}

/// The largest observed or allowed differences.
#[derive(Clone, Copy, Default, Debug)]
pub struct Differences {
    pub win_rate: f32,
    pub lead: f32,
    /// Of the probability of any move.
    pub policy: f32,
    /// Of the probability of the best move.
    pub best: f32,
    pub ownership: f32,
    /// Of the score and its square, the time left and the predicted errors, each relative to 1 + the number.
    pub others: f32,
}

pub const F32: Differences =
    Differences { win_rate: 1e-3, lead: 0.02, policy: 1e-3, best: 1e-3, ownership: 5e-3, others: 5e-3 };

/// With bf16, anything not listed here is unchecked.
const BF16: Differences = Differences {
    win_rate: 1e-2,
    best: 2e-2,
    lead: f32::INFINITY,
    policy: f32::INFINITY,
    ownership: f32::INFINITY,
    others: f32::INFINITY,
};

/// The built-in executor in f32 with all instructions that this processor has.
pub fn f32_kinds() -> impl Iterator<Item = ExecutorKind> {
    let sets = Instructions::ALL.into_iter().filter(|i| i.available() && *i != Instructions::Amx);
    sets.map(ExecutorKind::CpuWith)
}

/// The allowed differences for an executor: bf16 only if f32 was not requested.
pub fn limit(kind: ExecutorKind, executor: &dyn Executor) -> Differences {
    match executor.describe().contains("bf16") && kind == ExecutorKind::Cpu {
        true => BF16,
        false => F32,
    }
}

impl Differences {
    pub fn between(got: &RawOutputs, expected: &Output) -> Differences {
        let outcomes = [
            (got.white_win, expected.white_win),
            (got.white_loss, expected.white_loss),
            (got.no_result, expected.no_result),
        ];
        let others = [
            (got.white_score_selfplay, expected.white_score_selfplay),
            (got.white_score_selfplay_sq, expected.white_score_selfplay_sq),
            (got.var_time_left, expected.var_time_left),
            (got.shortterm_winloss_error, expected.shortterm_winloss_error),
            (got.shortterm_score_error, expected.shortterm_score_error),
        ];
        let policy: Vec<_> = got.policy.iter().copied().chain([Some(got.policy_pass)]).collect();
        let expected_policy = expected.policy.iter().flatten().copied().chain([Some(expected.policy_pass)]);
        let expected_policy: Vec<_> = expected_policy.collect();
        assert_eq!(policy.len(), expected_policy.len());
        // Legal here but illegal there is completely wrong.
        let moves = policy.into_iter().zip(expected_policy).map(|pair| match pair {
            (Some(a), Some(b)) => (a, b),
            (None, None) => (0.0, 0.0),
            _ => (1.0, 0.0),
        });
        let moves: Vec<(f32, f32)> = moves.collect();
        let best = moves.iter().copied().max_by(|a, b| a.1.total_cmp(&b.1)).unwrap();
        let ownership: Vec<f32> = expected.white_ownership.iter().flatten().copied().collect();
        assert_eq!(got.white_ownership.len(), ownership.len());
        Differences {
            win_rate: largest(outcomes),
            lead: largest([(got.white_lead, expected.white_lead)]),
            policy: largest(moves),
            best: largest([best]),
            ownership: largest(got.white_ownership.iter().copied().zip(ownership)),
            others: largest(others.map(|(a, b)| (a / (1.0 + b.abs()), b / (1.0 + b.abs())))),
        }
    }

    fn numbers(&mut self) -> [&mut f32; 6] {
        let Differences { win_rate, lead, policy, best, ownership, others } = self;
        [win_rate, lead, policy, best, ownership, others]
    }

    pub fn within(mut self, mut limit: Differences) -> bool {
        self.numbers().iter().zip(limit.numbers()).all(|(seen, limit)| **seen <= *limit)
    }

    pub fn raise(&mut self, mut to: Differences) {
        for (a, b) in self.numbers().into_iter().zip(to.numbers()) {
            *a = a.max(*b);
        }
    }
}

fn largest(pairs: impl IntoIterator<Item = (f32, f32)>) -> f32 {
    let difference = |(a, b): (f32, f32)| if a.is_nan() { f32::INFINITY } else { (a - b).abs() };
    pairs.into_iter().map(difference).fold(0.0, f32::max)
}

/// Runs positions of one size in one batch.
pub fn run(
    network: &Network,
    executor: &mut dyn Executor,
    input_settings: &InputSettings,
    positions: &[Position],
) -> Vec<RawOutputs> {
    let size = positions[0].size();
    let mut batch = Batch::default();
    batch.reset(&network.graph, size.height(), size.width(), positions.len());
    let mut planes = PlaneBuilder::new(network.planes, input_settings.clone());
    for (row, position) in positions.iter().enumerate() {
        planes.fill(position, Symmetry::IDENTITY, &mut batch, row);
    }
    let mut outputs = Outputs::default();
    executor.run(&batch, &mut outputs).unwrap();
    let mut map = SymmetryMap::default();
    map.set(size, Symmetry::IDENTITY);
    // KataGo's default optimism at the root, which its GTP command uses too.
    let reading = OutputSettings { policy_optimism: 0.2, ownership: true, ..OutputSettings::default() };
    let mut output = NetworkOutput::blank();
    let read = |(row, position): (usize, &Position)| {
        network.decode(&outputs, row, position, &map, &reading, &mut output).unwrap();
        RawOutputs::new(&output, position.komi_with_bonus())
    };
    positions.iter().enumerate().map(read).collect()
}

/// Compares all outputs of a network and reports the largest differences.
#[track_caller]
pub fn compare(
    network: &Network,
    executor: &mut dyn Executor,
    input_settings: &InputSettings,
    vectors: &[Vector],
    limit: Differences,
) -> Differences {
    let mut worst = Differences::default();
    let mut wrong = Vec::new();
    for group in vectors.chunk_by(|a, b| a.size == b.size) {
        let positions: Vec<Position> = group.iter().map(Vector::position).collect();
        for (vector, got) in group.iter().zip(run(network, executor, input_settings, &positions)) {
            let seen = Differences::between(&got, &vector.output);
            worst.raise(seen);
            if !seen.within(limit) {
                wrong.push(format!("{}: {seen:?}", vector.describe()));
            }
        }
    }
    let (count, name) = (vectors.len(), executor.describe());
    assert!(wrong.is_empty(), "{name}, of {count} positions, allowed {limit:?}:\n{}", wrong.join("\n"));
    worst
}
