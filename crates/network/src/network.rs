//! A network: a graph, and what its inputs and outputs mean.

use std::fmt;
use std::sync::Arc;

use nn::Graph;

/// A network that was read or made, ready for an executor.
#[derive(Clone, PartialEq, Debug)]
pub struct Network {
    /// Its name in the file.
    pub name: String,
    /// Shared with the executors that run it.
    pub graph: Arc<Graph>,
    pub planes: Planes,
    pub heads: Heads,
}

impl Network {
    /// The graph, for changing it; executors that already run it keep the old one.
    pub fn graph_mut(&mut self) -> &mut Graph {
        Arc::make_mut(&mut self.graph)
    }
}

/// What the inputs of a graph mean.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Planes {
    /// KataGo's inputs, version 7: 22 planes and 19 global features.
    KataGo {
        /// Unconditional life is computed as if suicide of several stones were legal.
        life_under_suicide: bool,
        /// What is told of the players, to networks that imitate people.
        metadata: Option<Metadata>,
        /// Without komi and rules, and with areas as under area rules: for networks that predict the whole
        /// curve.
        board_only: bool,
    },
    /// The SAI paper's: a plane of ones, and four planes for each of the last positions.
    Sai { positions: usize },
}

/// Global features that describe the players and the kind of game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Metadata {
    /// KataGo's, 192 numbers: a [`crate::Profile`].
    Profile,
    /// Ours: the [`crate::Players`].
    Players,
}

impl Planes {
    /// What the network is told of the players, if it imitates people.
    pub fn metadata(self) -> Option<Metadata> {
        match self {
            Planes::KataGo { metadata, .. } => metadata,
            Planes::Sai { .. } => None,
        }
    }

    /// Whether the network sees komi; if not, an evaluation is valid for every komi.
    pub fn show_komi(self) -> bool {
        matches!(self, Planes::KataGo { board_only: false, .. })
    }
}

impl fmt::Display for Planes {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Planes::KataGo { metadata, board_only, .. } => {
                f.write_str("KataGo's, version 7")?;
                f.write_str(if *board_only { ", but komi and rules" } else { "" })?;
                f.write_str(if metadata.is_some() { ", with ranks" } else { "" })
            }
            Planes::Sai { positions } => write!(f, "the SAI paper's, of {positions} positions"),
        }
    }
}

/// What the outputs of a graph mean; the numbers are indices into [`Graph::outputs`].
#[derive(Clone, PartialEq, Debug)]
pub enum Heads {
    KataGo(KataGoHeads),
    Curve(CurveHeads),
}

impl Heads {
    /// The name of each output and its index in the graph.
    pub fn outputs(&self) -> Vec<(&'static str, usize)> {
        match self {
            Heads::KataGo(KataGoHeads { policy, pass, value, score, ownership, .. }) => vec![
                ("policy", *policy),
                ("pass", *pass),
                ("value", *value),
                ("score", *score),
                ("ownership", *ownership),
            ],
            Heads::Curve(CurveHeads { policy, pass, lead, confidence, ownership, reply, thinking_time }) => {
                let known = [("policy", *policy), ("lead", *lead), ("confidence", *confidence)];
                let perhaps = [
                    ("pass", *pass),
                    ("ownership", *ownership),
                    ("reply", *reply),
                    ("thinking-time", *thinking_time),
                ];
                let perhaps = perhaps.into_iter().filter_map(|(name, place)| Some((name, place?)));
                let mut outputs: Vec<_> = known.into_iter().chain(perhaps).collect();
                outputs.sort_by_key(|(_, place)| *place);
                outputs
            }
        }
    }
}

/// KataGo's outputs, all for the side to move.
#[derive(Clone, PartialEq, Debug)]
pub struct KataGoHeads {
    /// The model version: 8 to 17.
    pub version: u32,
    /// Logits for every point, the ordinary policy in channel 0.
    pub policy: usize,
    /// Logits for the pass, with as many channels as the policy.
    pub pass: usize,
    /// Logits for win, loss and no result.
    pub value: usize,
    /// Mean and standard deviation of the score, lead, and from version 9 on the time left and errors; before
    /// scaling.
    pub score: usize,
    /// Before tanh.
    pub ownership: usize,
    pub scales: OutputScales,
}

/// The factors for a KataGo network's raw outputs.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct OutputScales {
    pub score_mean: f32,
    pub score_stdev: f32,
    pub lead: f32,
    pub var_time_left: f32,
    pub shortterm_value_error: f32,
    pub shortterm_score_error: f32,
    /// Factor of all outputs.
    pub output: f32,
}

/// Outputs of a network that predicts the whole curve.
#[derive(Clone, PartialEq, Debug)]
pub struct CurveHeads {
    /// Logits: either a board with one channel, or flat with all points and the pass last.
    pub policy: usize,
    /// The logit of the pass, if the policy is a board.
    pub pass: Option<usize>,
    /// α: the lead on the board for the side to move, without komi, in points.
    pub lead: usize,
    /// The logarithm of β.
    pub confidence: usize,
    /// Before tanh, for the side to move.
    pub ownership: Option<usize>,
    /// Logits of the opponent's reply, on a board with one channel. Used only in training.
    pub reply: Option<usize>,
    /// Of a person who is to move: the mean and the logarithm of the standard deviation of ln(seconds).
    pub thinking_time: Option<usize>,
}
