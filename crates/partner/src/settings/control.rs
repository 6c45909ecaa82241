//! Position control: keeping a game close on purpose.

use std::fmt;
use std::str::FromStr;

use search::{DistanceWeights, LineWeights};

use super::UnknownWord;

/// How far a partner gives back what it is ahead by. The defaults are the paper's (Shi, Fan, Li, Hsueh and Ikeda, 2021)
/// where it has them; the borders of an even game are ours.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ControlSettings {
    pub method: ControlMethod,
    /// Method A: candidates with a smaller share of all visits are dropped.
    pub min_visit_prop: f32,
    /// A best move that is better than the second by more than this is played.
    pub best_gap: f32,
    /// With a lower win rate the best move is played.
    pub behind_below: f32,
    /// With a higher win rate something is given back.
    pub ahead_above: f32,
    /// Between the two, the win rate that a natural move may cost.
    pub even_max_loss: f32,
    /// The paper's c: how much win rate a move may give back.
    pub gentleness: f32,
    /// The paper's α of method C: what a share of the policy is worth in win rate.
    pub naturalness: f32,
    /// What the spread of the final score is multiplied by; 0 for what is known of the network.
    pub spread_scale: f32,
    pub score: ScoreControl,
    pub steering: Steering,
}

/// Steering towards a result with moves of people.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Steering {
    pub aim: SteeringAim,
    /// Whether the rank of the people who are imitated follows the opponent's.
    pub follows_rank: bool,
    /// For how many of the opponent's next moves expected mistakes are counted on.
    pub foresight: f32,
    /// How far beyond the final result the aim is, in standard deviations of the final score.
    pub reserve: f32,
    /// What "a little" is, in points for each line of the board.
    pub margin: f32,
    /// Moves that are less natural are dropped.
    pub min_policy: f32,
    /// Moves that lose more points are dropped, unless they are among those that people play most.
    pub max_point_loss: f32,
    /// How far the lead may be from the aim, in standard deviations of the final score, and how far
    /// towards the other result.
    pub tolerance: f32,
    pub tolerance_short: f32,
    /// And in points at least.
    pub min_tolerance: f32,
    /// Further than this many tolerances from the aim, each point costs the same.
    pub patience: f32,
    /// How much it counts for a move whether a strong player would play it.
    pub strong_weight: f32,
    /// Moves are drawn e times less often for every such difference in their scores.
    pub temperature: f32,
    /// A chosen move is searched with this many visits before it is played, about half of which look at what people reply.
    pub second_look: u64,
}

/// The result that a steering partner aims at.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum SteeringAim {
    /// To win or to lose by a little, one as often as the other.
    #[default]
    Half,
    Win,
    Lose,
    /// To be even to the last move.
    Even,
    /// To lead by about ten points until the endgame, and to win by a little.
    Lead,
}

/// Control by the expected score: the paper's algorithm 1, for endgames.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ScoreControl {
    /// How many moves are looked at, the likeliest first.
    pub moves: usize,
    /// A move with a higher policy is played at once.
    pub obvious_policy: f32,
    /// Moves with a lower policy are dropped.
    pub min_policy: f32,
    /// Moves that lose more points than this against the best one are dropped.
    pub max_point_loss: f32,
    /// The aim: own leads between these two, with komi.
    pub from: f32,
    pub to: f32,
    /// γ: a move becomes this many times less preferable with every point beyond the aim.
    pub gamma: f32,
    /// Points beyond the aim count in units of this times the spread of the score, but at least of one point. Early in a
    /// game, when the spread is wide, that amounts to controlling the win rate; late, the score. 0 counts points throughout,
    /// as the paper does.
    pub spread: f32,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum ControlMethod {
    /// Plays to its strength.
    #[default]
    None,
    /// The win rate nearest to one half, whatever the move looks like.
    Nearest,
    /// Natural moves, by win rate.
    WinRate,
    /// Natural moves, by the expected score.
    Score,
    /// Moves of people, towards a result.
    Steer,
}

impl Default for ControlSettings {
    fn default() -> ControlSettings {
        ControlSettings {
            method: ControlMethod::None,
            min_visit_prop: 0.00625,
            best_gap: 0.2,
            behind_below: 0.45,
            ahead_above: 0.55,
            even_max_loss: 0.05,
            gentleness: 2.5,
            naturalness: 0.0,
            spread_scale: 0.0,
            score: ScoreControl::default(),
            steering: Steering::default(),
        }
    }
}

impl Default for Steering {
    fn default() -> Steering {
        Steering {
            aim: SteeringAim::Half,
            follows_rank: true,
            foresight: 1.0,
            reserve: 0.1,
            margin: 0.2,
            min_policy: 0.03,
            max_point_loss: 5.0,
            tolerance: 0.3,
            tolerance_short: 0.3,
            min_tolerance: 0.7,
            patience: 4.0,
            strong_weight: 3.4,
            temperature: 0.2,
            second_look: 160,
        }
    }
}

impl Default for ScoreControl {
    fn default() -> ScoreControl {
        ScoreControl {
            moves: 20,
            obvious_policy: 0.9,
            min_policy: 0.01,
            max_point_loss: 5.0,
            from: -10.0,
            to: -4.0,
            gamma: 5.0,
            spread: 0.0,
        }
    }
}

impl ScoreControl {
    /// Whether some komi allows a result within the aim: results are multiples of half a point.
    pub(crate) fn is_reachable(&self) -> bool {
        self.from <= self.to && (2.0 * self.from).ceil() <= (2.0 * self.to).floor()
    }
}

/// Weights on the policy: what a partner prefers beyond its evaluator.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct WeightSettings {
    /// By the distance to the opponent's last move (method B).
    pub distance: Option<DistanceWeights>,
    /// By the line (styles).
    pub line: Option<LineWeights>,
}

impl fmt::Display for ControlMethod {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(match self {
            ControlMethod::None => "none",
            ControlMethod::Nearest => "nearest",
            ControlMethod::WinRate => "winrate",
            ControlMethod::Score => "score",
            ControlMethod::Steer => "steer",
        })
    }
}

impl FromStr for ControlMethod {
    type Err = UnknownWord;

    fn from_str(word: &str) -> Result<ControlMethod, UnknownWord> {
        match word {
            "none" => Ok(ControlMethod::None),
            "nearest" => Ok(ControlMethod::Nearest),
            "winrate" => Ok(ControlMethod::WinRate),
            "score" => Ok(ControlMethod::Score),
            "steer" => Ok(ControlMethod::Steer),
            _ => Err(UnknownWord),
        }
    }
}

impl fmt::Display for SteeringAim {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(match self {
            SteeringAim::Half => "half",
            SteeringAim::Win => "win",
            SteeringAim::Lose => "lose",
            SteeringAim::Even => "even",
            SteeringAim::Lead => "lead",
        })
    }
}

impl FromStr for SteeringAim {
    type Err = UnknownWord;

    fn from_str(word: &str) -> Result<SteeringAim, UnknownWord> {
        match word {
            "half" => Ok(SteeringAim::Half),
            "win" => Ok(SteeringAim::Win),
            "lose" => Ok(SteeringAim::Lose),
            "even" => Ok(SteeringAim::Even),
            "lead" => Ok(SteeringAim::Lead),
            _ => Err(UnknownWord),
        }
    }
}
