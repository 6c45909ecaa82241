//! An insight as data for programs.

use std::collections::BTreeMap;

use board::Colour;
use serde::Serialize;

use crate::clusters::Cluster;
use crate::fights::Fight;
use crate::insight::{Disagreement, Insight};
use crate::reading::Reading;

/// Scores are Black's, with komi. Points are named as in GTP.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Report {
    pub width: usize,
    pub height: usize,
    pub to_move: &'static str,
    pub komi: f64,
    pub playouts: u64,
    /// Black's win rate by the search.
    pub black_win_rate: f64,
    /// The same after reading, if fights were read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub after_reading: Option<AfterReading>,
    /// Each score and how often it occurred.
    pub histogram: Vec<(f64, u64)>,
    pub clusters: Vec<ClusterReport>,
    pub fights: Vec<FightReport>,
    pub criticality: CriticalityReport,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub network: Option<NetworkReport>,
}

#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct AfterReading {
    pub black_win_rate: f64,
    /// The index of the fight to play first.
    pub first: usize,
}

/// A network's ownership: for every point from −1 to 1, positive for Black.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct NetworkReport {
    pub ownership: BTreeMap<String, f64>,
    pub disagreements: Vec<DisagreementReport>,
}

/// A chain, and its ownership for its own side, from −1 to 1.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct DisagreementReport {
    pub chain: Vec<String>,
    pub playouts: f64,
    pub network: f64,
}

#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct ClusterReport {
    pub low: f64,
    pub high: f64,
    pub mode: f64,
    pub weight: f64,
}

#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct FightReport {
    pub points: Vec<String>,
    pub black_chains: Vec<Vec<String>>,
    pub white_chains: Vec<Vec<String>>,
    /// Points between winning and losing it.
    pub worth: f64,
    /// The indices of the clusters in which each side wins it.
    pub separates: Separates,
    pub black_wins: f64,
    pub settled: bool,
    /// The search's moves there.
    pub sequence: Vec<String>,
    /// The readings of the fight, if any, with each side to move first.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub readings: Option<[ReadingReport; 2]>,
}

#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct ReadingReport {
    pub first: &'static str,
    /// The probability that Black wins the fight.
    pub black_wins: f64,
    pub sequence: Vec<String>,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Separates {
    pub black: Vec<usize>,
    pub white: Vec<usize>,
}

/// For each side and each cluster, point by point.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct CriticalityReport {
    pub black: Vec<BTreeMap<String, f64>>,
    pub white: Vec<BTreeMap<String, f64>>,
}

impl Report {
    pub fn new(insight: &Insight) -> Report {
        let position = &insight.position;
        let komi = insight.komi().points();
        let size = position.size();
        let cluster = |c: &Cluster| ClusterReport {
            low: f64::from(c.low) - komi,
            high: f64::from(c.high) - komi,
            mode: short(c.mode - komi),
            weight: short(c.weight),
        };
        let critical = |side: Colour| {
            let of = |cluster| {
                size.iter().map(move |p| (p.to_string(), short(insight.criticality.of(side, p, cluster))))
            };
            (0..insight.clusters.len()).map(|cluster| of(cluster).collect()).collect()
        };
        let fights = insight.fights.iter().zip(&insight.sequences).enumerate();
        Report {
            width: size.width(),
            height: size.height(),
            to_move: letter(position.to_move()),
            komi,
            playouts: insight.histogram.total(),
            black_win_rate: short(f64::from(insight.win_rate.of(Colour::Black))),
            after_reading: insight.after_reading().map(|(first, rate)| AfterReading {
                black_win_rate: short(f64::from(rate.of(Colour::Black))),
                first,
            }),
            histogram: insight.histogram.scores().iter().map(|(s, n)| (f64::from(*s) - komi, *n)).collect(),
            clusters: insight.clusters.iter().map(cluster).collect(),
            fights: fights
                .map(|(i, (fight, moves))| fight_report(fight, names(moves), insight.readings.get(i)))
                .collect(),
            network: insight.network.as_ref().map(|network| NetworkReport {
                ownership: size
                    .iter()
                    .map(|p| (p.to_string(), short(f64::from(network.of(Colour::Black, p)))))
                    .collect(),
                disagreements: insight.disagreements().iter().map(disagreement).collect(),
            }),
            criticality: CriticalityReport { black: critical(Colour::Black), white: critical(Colour::White) },
        }
    }
}

fn letter(side: Colour) -> &'static str {
    if side == Colour::Black { "B" } else { "W" }
}

fn names(points: &[impl ToString]) -> Vec<String> {
    points.iter().map(ToString::to_string).collect()
}

fn fight_report(fight: &Fight, sequence: Vec<String>, readings: Option<&[Reading; 2]>) -> FightReport {
    let [black_chains, white_chains] =
        fight.chains.each_ref().map(|chains| chains.iter().map(|chain| names(chain)).collect());
    let reading = |r: &Reading| ReadingReport {
        first: letter(r.first),
        black_wins: short(f64::from(r.won.of(Colour::Black))),
        sequence: names(&r.sequence),
    };
    let [black, white] = fight.won_in.clone();
    FightReport {
        points: fight.points.iter().map(|p| p.to_string()).collect(),
        black_chains,
        white_chains,
        worth: short(fight.worth),
        separates: Separates { black, white },
        black_wins: short(fight.black_wins),
        settled: fight.is_settled,
        sequence,
        readings: readings.map(|both| both.each_ref().map(reading)),
    }
}

fn disagreement(d: &Disagreement) -> DisagreementReport {
    DisagreementReport {
        chain: d.chain.iter().map(ToString::to_string).collect(),
        playouts: short(f64::from(d.playouts)),
        network: short(f64::from(d.network)),
    }
}

/// More digits would be noise.
fn short(x: f64) -> f64 {
    (x * 1e4).round() / 1e4
}
