//! The log of a run: one line per generation.

use serde::{Deserialize, Serialize};

use chart::lines::{Series, svg};

/// Losses of a training, as means over positions.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Losses {
    /// Cross-entropy between the shares of visits and the policy.
    pub policy: f64,
    /// The squared error between the result and the win rate.
    pub value: f64,
    /// The squared error of ownership.
    pub ownership: f64,
    /// The error of α in points, where the board was counted.
    pub lead: f64,
}

impl Losses {
    pub fn is_finite(&self) -> bool {
        [self.policy, self.value, self.ownership, self.lead].iter().all(|x| x.is_finite())
    }
}

/// What a network thinks of an empty board.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct EmptyBoard {
    pub side: usize,
    /// α: the komi that it considers fair.
    pub fair_komi: f64,
    /// β.
    pub confidence: f64,
}

/// Games of a network against an older one.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct RatingMatch {
    /// The older one's.
    pub generation: u32,
    /// By the newer one.
    pub won: u64,
    pub lost: u64,
    pub drawn: u64,
}

/// A line of the log.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Generation {
    /// Of the network that was made.
    pub generation: u32,
    /// Games and positions that it learnt from.
    pub games: usize,
    pub positions: usize,
    pub steps: u64,
    pub losses: Losses,
    #[serde(alias = "held_out")]
    pub validation: Option<Losses>,
    pub empty_boards: Vec<EmptyBoard>,
    /// Of the self-play before it.
    pub played: u64,
    pub evaluations_per_second: f64,
    /// Share of the time in which the network was idle, and in which training waited for batches.
    #[serde(alias = "play_waiting")]
    pub selfplay_idle: f64,
    #[serde(alias = "train_waiting")]
    pub train_idle: f64,
    pub positions_per_second: f64,
    /// Games against older networks, where networks are rated.
    #[serde(default, alias = "met")]
    pub ratings: Vec<RatingMatch>,
    /// How often training diverged and was rolled back.
    #[serde(default, alias = "setbacks")]
    pub rollbacks: u32,
    #[serde(alias = "play_seconds")]
    pub selfplay_seconds: f64,
    pub train_seconds: f64,
}

/// All lines that can be read: a killed run may have left half of one.
pub fn read(text: &str) -> Vec<Generation> {
    text.lines().filter_map(|line| serde_json::from_str(line).ok()).collect()
}

/// Losses, fair komi, β and, if known, Elo over the generations.
pub fn plots(lines: &[Generation], elo: &[(u32, f64)]) -> String {
    let series = |name: &str, value: &dyn Fn(&Generation) -> Option<f64>| Series {
        name: name.into(),
        points: lines.iter().filter_map(|l| Some((f64::from(l.generation), value(l)?))).collect(),
    };
    let sides: Vec<usize> =
        lines.last().map_or(Vec::new(), |l| l.empty_boards.iter().map(|b| b.side).collect());
    let boards = |value: fn(&EmptyBoard) -> f64| -> Vec<Series> {
        let of = |side: &usize| {
            series(&format!("{side}×{side}"), &|l| {
                l.empty_boards.iter().find(|b| b.side == *side).map(value)
            })
        };
        sides.iter().map(of).collect()
    };
    let mut charts = vec![
        (
            "Policy loss",
            vec![
                series("training", &|l| Some(l.losses.policy)),
                series("validation", &|l| l.validation.map(|m| m.policy)),
            ],
        ),
        (
            "Value loss",
            vec![
                series("training", &|l| Some(l.losses.value)),
                series("validation", &|l| l.validation.map(|m| m.value)),
            ],
        ),
        ("Fair komi of the empty board (α)", boards(|b| b.fair_komi)),
        ("Confidence at the empty board (β)", boards(|b| b.confidence)),
    ];
    if !elo.is_empty() {
        let points = elo.iter().map(|(generation, elo)| (f64::from(*generation), *elo)).collect();
        charts.push(("Elo, within the run", vec![Series { name: "Elo".into(), points }]));
    }
    // Runs on games of people know nothing of empty boards.
    charts.retain(|(_, series)| !series.is_empty());
    svg(&charts)
}
