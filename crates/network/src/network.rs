//! A network: a graph, and what its inputs and outputs mean.

use std::fmt;
use std::sync::Arc;

use nn::Graph;

/// A network as it was read or made, ready to be given to an executor.
#[derive(Clone, PartialEq, Debug)]
pub struct Network {
    /// What its file calls it.
    pub name: String,
    /// Shared with the executors that run it.
    pub graph: Arc<Graph>,
    pub planes: Planes,
    pub heads: Heads,
}

impl Network {
    /// The graph, to be changed: executors that run it keep it as it was.
    pub fn graph_mut(&mut self) -> &mut Graph {
        Arc::make_mut(&mut self.graph)
    }
}

/// What the inputs of a graph mean.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Planes {
    /// KataGo's inputs, version 7: 22 planes and 19 flat features.
    KataGo {
        /// Unconditional life is computed as if suicide of several stones were legal.
        life_under_suicide: bool,
        /// 192 more flat features describe the players' ranks and the kind of game.
        ranks: bool,
        /// Komi and rules are not shown, and areas are those of area rules: for networks that say the whole curve.
        board_only: bool,
    },
    /// The SAI paper's: a plane of ones, and four planes for each of so many positions up to the present one.
    Sai { positions: usize },
}

impl Planes {
    /// Whether a network is shown who plays: it imitates people of all ranks.
    pub fn show_ranks(self) -> bool {
        matches!(self, Planes::KataGo { ranks: true, .. })
    }

    /// Whether a network sees komi: otherwise an evaluation holds for every komi.
    pub fn show_komi(self) -> bool {
        matches!(self, Planes::KataGo { board_only: false, .. })
    }
}

impl fmt::Display for Planes {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Planes::KataGo { board_only: true, .. } => f.write_str("KataGo's, version 7, but komi and rules"),
            Planes::KataGo { ranks: true, .. } => f.write_str("KataGo's, version 7, with ranks"),
            Planes::KataGo { .. } => f.write_str("KataGo's, version 7"),
            Planes::Sai { positions } => write!(f, "the SAI paper's, of {positions} positions"),
        }
    }
}

/// What the outputs of a graph mean; the numbers are map in [`Graph::outputs`].
#[derive(Clone, PartialEq, Debug)]
pub enum Heads {
    KataGo(KataGoHeads),
    Curve(CurveHeads),
}

impl Heads {
    /// What each output is called, and its place among the graph's.
    pub fn outputs(&self) -> Vec<(&'static str, usize)> {
        match self {
            Heads::KataGo(KataGoHeads { policy, pass, value, score, ownership, .. }) => vec![
                ("policy", *policy),
                ("pass", *pass),
                ("value", *value),
                ("score", *score),
                ("ownership", *ownership),
            ],
            Heads::Curve(CurveHeads { policy, pass, lead, confidence, ownership, reply }) => {
                let known = [("policy", *policy), ("lead", *lead), ("confidence", *confidence)];
                let perhaps = [("pass", *pass), ("ownership", *ownership), ("reply", *reply)];
                let perhaps = perhaps.into_iter().filter_map(|(name, place)| Some((name, place?)));
                let mut outputs: Vec<_> = known.into_iter().chain(perhaps).collect();
                outputs.sort_by_key(|(_, place)| *place);
                outputs
            }
        }
    }
}

/// KataGo's outputs. All are for the side to move.
#[derive(Clone, PartialEq, Debug)]
pub struct KataGoHeads {
    /// The model version: 8 to 17.
    pub version: u32,
    /// Logits for every point, the ordinary policy in channel 0.
    pub policy: usize,
    /// Logits for passing, as many channels as the policy has.
    pub pass: usize,
    /// Logits for win, loss and no result.
    pub value: usize,
    /// Mean and standard deviation of the score, lead, and from version 9 on time left and errors; before scaling.
    pub score: usize,
    /// Before tanh.
    pub ownership: usize,
    pub scales: OutputScales,
}

/// What raw outputs of a KataGo network are multiplied with.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct OutputScales {
    pub score_mean: f32,
    pub score_stdev: f32,
    pub lead: f32,
    pub var_time_left: f32,
    pub shortterm_value_error: f32,
    pub shortterm_score_error: f32,
    /// All outputs together.
    pub output: f32,
}

/// Outputs of a network that says the whole curve.
#[derive(Clone, PartialEq, Debug)]
pub struct CurveHeads {
    /// Logits: for every point on a board of one channel; or flat, all points and passing as the last one.
    pub policy: usize,
    /// The logit for passing, where the policy is a board.
    pub pass: Option<usize>,
    /// α: the lead on the board of the side to move, komi excluded, in points.
    pub lead: usize,
    /// The logarithm of β.
    pub confidence: usize,
    /// Before tanh, for the side to move.
    pub ownership: Option<usize>,
    /// Logits of where the other side will answer, on a board of one channel. It is there to be learnt from only.
    pub reply: Option<usize>,
}
