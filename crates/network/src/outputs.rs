//! Decodes a network's outputs.
//!
//! Outputs are for the side to move. They come as logits and unscaled numbers; this module processes them as
//! KataGo does for each version of its networks.

mod check;
mod policy;
mod raw;
mod thinking_time;
mod value;

use board::{Colour, Position};

use crate::network::{Heads, Network};
use crate::planes::SymmetryMap;
use nn::{Graph, Outputs};

pub use check::HeadError;
pub use raw::RawOutputs;
pub use thinking_time::ThinkingTime;

/// Settings for decoding outputs.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct OutputSettings {
    /// Policy temperature: above 1 flattens the policy, below 1 sharpens it.
    pub policy_temperature: f32,
    /// The weight of the optimistic policy, in networks that have one: what would be played if things go
    /// well.
    pub policy_optimism: f32,
    /// The largest prior of a pass, from 0 to 1.
    pub max_pass_prior: f32,
    /// Whether to decode ownership, if the network has it.
    pub ownership: bool,
}

impl Default for OutputSettings {
    fn default() -> OutputSettings {
        OutputSettings {
            policy_temperature: 1.0,
            policy_optimism: 0.0,
            max_pass_prior: 1.0,
            ownership: false,
        }
    }
}

/// An output that is not a finite number.
#[derive(thiserror::Error, Clone, Copy, PartialEq, Eq, Debug)]
#[error("the network's {0} is not a finite number")]
pub struct NotFinite(pub &'static str);

/// A network's output for one position, for the side to move.
#[derive(Clone, PartialEq, Debug)]
pub struct NetworkOutput {
    pub to_move: Colour,
    pub value: Value,
    /// The probability of playing on each point, row by row from the top of the board; below 0 where it is illegal.
    pub policy: Vec<f32>,
    pub pass: f32,
    /// From −1 to 1; 1 means that the side to move owns the point. Empty if the network has no ownership or
    /// it was not requested.
    pub ownership: Vec<f32>,
    /// How long a person would think here, if the network predicts that.
    pub thinking_time: Option<ThinkingTime>,
}

#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Value {
    KataGo(KataGoValue),
    /// α, the lead on the board without komi, and β.
    Curve {
        board_lead: f32,
        confidence: f32,
    },
}

/// KataGo's values for the side to move, with komi.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct KataGoValue {
    pub win: f32,
    pub loss: f32,
    pub no_result: f32,
    pub lead: f32,
    pub score: f32,
    pub score_square: f32,
    /// `None` for version 8.
    pub errors: Option<ShorttermErrors>,
}

/// A KataGo network's predicted errors.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct ShorttermErrors {
    pub var_time_left: f32,
    pub win_loss: f32,
    pub score: f32,
}

impl NetworkOutput {
    pub fn blank() -> NetworkOutput {
        NetworkOutput {
            to_move: Colour::Black,
            value: Value::Curve { board_lead: 0.0, confidence: 1.0 },
            policy: Vec::new(),
            pass: 1.0,
            ownership: Vec::new(),
            thinking_time: None,
        }
    }

    /// Copies another output into this one, reusing its memory.
    pub fn copy_from(&mut self, other: &NetworkOutput) {
        self.to_move = other.to_move;
        self.value = other.value;
        self.policy.clone_from(&other.policy);
        self.pass = other.pass;
        self.ownership.clone_from(&other.ownership);
        self.thinking_time = other.thinking_time;
    }
}

impl Network {
    /// Decodes one row of a batch, for which `position` was filled in under the symmetry of `map`. The heads
    /// must have been [checked](Network::check_heads).
    pub fn decode(
        &self,
        outputs: &Outputs,
        row: usize,
        position: &Position,
        map: &SymmetryMap,
        settings: &OutputSettings,
        out: &mut NetworkOutput,
    ) -> Result<(), NotFinite> {
        let points = position.size().points();
        let rows = Rows { graph: &self.graph, outputs, row, points };
        out.to_move = position.to_move();
        out.ownership.clear();
        out.thinking_time = None;
        let number = |i: usize| rows.get(i).first().copied().unwrap_or(f32::NAN);
        match &self.heads {
            Heads::KataGo(heads) => {
                let policy = policy::Logits {
                    board: rows.get(heads.policy),
                    pass: rows.get(heads.pass),
                    channels: rows.get(heads.pass).len(),
                    scale: heads.scales.output,
                };
                // Human networks do not use optimism, as in KataGo.
                let policy_optimism = match self.planes.metadata() {
                    Some(_) => 0.0,
                    None => settings.policy_optimism,
                };
                policy.read(position, map, &OutputSettings { policy_optimism, ..*settings }, out)?;
                out.value = Value::KataGo(value::katago(
                    heads,
                    position,
                    rows.get(heads.value),
                    rows.get(heads.score),
                )?);
                if settings.ownership {
                    policy::read_ownership(rows.get(heads.ownership), heads.scales.output, map, out)?;
                }
            }
            Heads::Curve(heads) => {
                let board = rows.get(heads.policy);
                let pass = match heads.pass {
                    Some(pass) => rows.get(pass),
                    None => board.get(points..).unwrap_or_default(),
                };
                let policy = policy::Logits { board, pass, channels: 1, scale: 1.0 };
                policy.read(position, map, settings, out)?;
                out.value = value::curve(number(heads.lead), number(heads.confidence))?;
                if let Some(output) = heads.thinking_time {
                    out.thinking_time = Some(ThinkingTime::read(rows.get(output))?);
                }
                if let Some(ownership) = heads.ownership.filter(|_| settings.ownership) {
                    policy::read_ownership(rows.get(ownership), 1.0, map, out)?;
                }
            }
        }
        Ok(())
    }
}

/// The part of all outputs that belongs to one position.
struct Rows<'a> {
    graph: &'a Graph,
    outputs: &'a Outputs,
    row: usize,
    points: usize,
}

impl<'a> Rows<'a> {
    fn get(&self, output: usize) -> &'a [f32] {
        let (Some(value), Some(all)) = (self.graph.outputs().get(output), self.outputs.values.get(output))
        else {
            return &[];
        };
        let length = self.graph.shape(*value).elements(self.points);
        all.get(self.row * length..(self.row + 1) * length).unwrap_or_default()
    }
}
