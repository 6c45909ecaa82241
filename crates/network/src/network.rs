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
        /// 192 more global features describe the players' ranks and the kind of game.
        ranks: bool,
        /// Without komi and rules, and with areas as under area rules: for networks that predict the whole
        /// curve.
        board_only: bool,
    },
    /// The SAI paper's: a plane of ones, and four planes for each of the last positions.
    Sai { positions: usize },
}

impl Planes {
    /// Whether the network sees a player profile: human networks, which imitate all ranks.
    pub fn show_ranks(self) -> bool {
        matches!(self, Planes::KataGo { ranks: true, .. })
    }

    /// Whether the network sees komi; if not, an evaluation is valid for every komi.
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
}
