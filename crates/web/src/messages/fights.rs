//! Where a game is decided, for a page.

use board::{Colour, Point};
use insight::{Fate, Reading};
use serde::Serialize;
use speech::english;
use tutor::{EndingSeen, FightSeen, Outlook};

use super::analysis::line;

/// How a game may end, and what decides it. Scores are Black's, komi included.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Danger {
    /// Moves on the board.
    pub number: usize,
    pub playouts: u64,
    /// Playouts that will be made.
    pub of: u64,
    /// Black's win rate and score lead in the partner's own eyes; all that follows agrees with them.
    pub black_wins: f32,
    pub lead: f32,
    /// Black's share of the playouts where it is another opinion.
    pub second_opinion: Option<f32>,
    /// Each score with its share.
    pub scores: Vec<(f64, f64)>,
    pub clusters: Vec<ClusterShown>,
    /// One statement for each group of stones, the largest open ones first.
    pub fights: Vec<FightShown>,
}

/// A way for the game to end.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ClusterShown {
    pub low: f64,
    pub high: f64,
    /// The median of the scores between these.
    pub score: f64,
    pub weight: f64,
    /// From the top left, in hundredths: how much it takes that Black holds the point, or White, below 0.
    pub critical: Vec<i8>,
}

#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct FightShown {
    pub points: Vec<String>,
    pub black: Vec<Vec<String>>,
    pub white: Vec<Vec<String>>,
    /// Where it is, in a player's words.
    pub place: String,
    /// Points between winning and losing it.
    pub worth: f64,
    /// How likely Black wins it in the partner's own eyes; means nothing where both live.
    pub black_wins: f32,
    pub fate: FateShown,
    /// How likely Black wins it in playouts, where that is another opinion.
    pub second_opinion: Option<f32>,
    /// Stones that may be captured.
    pub in_danger: Vec<String>,
    /// What the partner would play there.
    pub sequence: Vec<String>,
    /// What it comes to when Black begins it, and when White does; nothing until it was read out.
    pub readings: Vec<ReadingShown>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum FateShown {
    Open,
    /// One side has it with at least 90%, and playouts agree.
    Settled,
    BothLive,
}

/// A fight that was read out by itself.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ReadingShown {
    pub first: Colour,
    pub black_wins: f32,
    pub sequence: Vec<String>,
}

impl From<Outlook> for Danger {
    fn from(outlook: Outlook) -> Danger {
        let black = Colour::Black;
        Danger {
            number: outlook.after,
            playouts: outlook.playouts,
            of: outlook.of,
            black_wins: outlook.win_rate.of(black),
            lead: outlook.lead.of(black),
            second_opinion: outlook.second_opinion.map(|other| other.of(black)),
            scores: outlook.scores,
            clusters: outlook.endings.into_iter().map(cluster).collect(),
            fights: outlook.fights.iter().map(fight).collect(),
        }
    }
}

fn cluster(EndingSeen { ending, critical }: EndingSeen) -> ClusterShown {
    ClusterShown { low: ending.low, high: ending.high, score: ending.score, weight: ending.weight, critical }
}

fn fight(fight: &FightSeen) -> FightShown {
    let (group, black) = (&fight.group, Colour::Black);
    let chains = |side: Colour| group.chains[side.index()].iter().map(|chain| names(chain)).collect();
    FightShown {
        points: group.points.iter().map(|p| p.to_string()).collect(),
        black: chains(Colour::Black),
        white: chains(Colour::White),
        place: fight.place.map_or(String::new(), |place| english::place(place).into()),
        worth: group.worth,
        black_wins: group.won.of(black),
        fate: match group.fate {
            Fate::Open => FateShown::Open,
            Fate::Settled(_) => FateShown::Settled,
            Fate::BothLive => FateShown::BothLive,
        },
        second_opinion: group.second_opinion.map(|other| other.of(black)),
        in_danger: names(&fight.in_danger),
        sequence: line(&fight.sequence),
        readings: fight.readings.iter().map(reading).collect(),
    }
}

fn reading(reading: &Reading) -> ReadingShown {
    ReadingShown {
        first: reading.first,
        black_wins: reading.won.of(Colour::Black),
        sequence: line(&reading.sequence),
    }
}

fn names(points: &[Point]) -> Vec<String> {
    points.iter().map(ToString::to_string).collect()
}
