//! Everything that playouts reveal about a position.

use board::{Colour, Komi, Move, Point, PointSet, Position};
use evaluation::{Evaluation, Lead, Ownership, WinRate};
use search::{PlayoutStatistics, Snapshot};
use serde::{Deserialize, Serialize};

use crate::clusters::{Cluster, ClusterSettings, clusters};
use crate::criticality::Criticality;
use crate::fights::{Fight, FightSettings, fights};
use crate::histogram::Histogram;
use crate::reading::Reading;

#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct InsightSettings {
    pub clusters: ClusterSettings,
    pub fights: FightSettings,
}

/// How a game may end, and the fights that decide between the endings.
#[derive(Clone)]
pub struct Insight {
    pub position: Position,
    pub settings: InsightSettings,
    /// The result of the search.
    pub win_rate: WinRate,
    pub lead: Lead,
    pub histogram: Histogram,
    /// From White's best to Black's best.
    pub clusters: Vec<Cluster>,
    pub criticality: Criticality,
    /// Largest first.
    pub fights: Vec<Fight>,
    /// For every fight, the best sequence in the search that starts there; empty if it searched none.
    pub sequences: Vec<Vec<Move>>,
    /// The reading of each fight, if they were read: with Black to move first, and with White.
    pub readings: Vec<[Reading; 2]>,
    /// Ownership of each point over all playouts, positive for Black.
    pub held: Box<Ownership>,
    /// The network's ownership, if there is a network.
    pub network: Option<Box<Ownership>>,
}

/// Stones on whose fate playouts and a network disagree.
#[derive(Clone, PartialEq, Debug)]
pub struct Disagreement {
    pub colour: Colour,
    pub chain: Vec<Point>,
    /// Ownership for the side of the stones, by the playouts and by the network: from −1 to 1.
    pub playouts: f32,
    pub network: f32,
}

/// A difference in ownership this large is a disagreement, not just more or less doubt.
const APART: f32 = 0.8;

impl Insight {
    /// Combines a search of the position with the statistics of its playouts.
    pub fn new(
        position: &Position,
        statistics: &PlayoutStatistics,
        view: &Snapshot,
        settings: &InsightSettings,
    ) -> Insight {
        let histogram = Histogram::from(statistics);
        let clusters = clusters(&histogram, &settings.clusters);
        let criticality = Criticality::new(statistics, &clusters);
        let lower = ClusterSettings { least_height: settings.fights.least_height, ..settings.clusters };
        let hills = crate::clusters::clusters(&histogram, &lower);
        let fights = fights(position.board(), statistics, &clusters, &criticality, &hills, &settings.fights);
        let sequences = fights.iter().map(|fight| sequence(&fight.points, view)).collect();
        Insight {
            position: position.clone(),
            settings: *settings,
            win_rate: view.win_rate,
            lead: view.lead,
            histogram,
            clusters,
            criticality,
            fights,
            sequences,
            readings: Vec::new(),
            held: Box::new(held(statistics)),
            network: None,
        }
    }

    /// Uses another search of the position: its sequences, where it searched the fight, and its ownership.
    pub fn with_search(mut self, view: &Snapshot) -> Insight {
        (self.win_rate, self.lead) = (view.win_rate, view.lead);
        for (fight, known) in self.fights.iter().zip(&mut self.sequences) {
            let other = sequence(&fight.points, view);
            if !other.is_empty() {
                *known = other;
            }
        }
        self.network = view.ownership.clone();
        self
    }

    /// Adds a network's view of the position.
    pub fn with_network(self, said: &Evaluation) -> Insight {
        Insight { network: said.ownership.clone(), ..self }
    }

    /// Chains on which playouts and the network disagree, largest disagreement first.
    pub fn disagreements(&self) -> Vec<Disagreement> {
        let Some(network) = &self.network else { return Vec::new() };
        let board = self.position.board();
        let mut all: Vec<Disagreement> = board
            .chains()
            .map(|(colour, head)| {
                let chain: Vec<Point> = board.chain_stones(head).collect();
                let mean =
                    |o: &Ownership| chain.iter().map(|p| o.of(colour, *p)).sum::<f32>() / chain.len() as f32;
                let (playouts, network) = (mean(&self.held), mean(network));
                Disagreement { colour, chain, playouts, network }
            })
            .filter(|d| (d.playouts - d.network).abs() >= APART)
            .collect();
        all.sort_by(|a, b| (b.playouts - b.network).abs().total_cmp(&(a.playouts - a.network).abs()));
        all
    }

    /// Komi: the difference between Black's lead on the board and the score.
    pub fn komi(&self) -> Komi {
        self.position.komi_with_bonus()
    }
}

fn held(statistics: &PlayoutStatistics) -> Ownership {
    let mut held = Ownership::UNKNOWN;
    let playouts = statistics.playouts().max(1) as f64;
    for p in statistics.size().iter() {
        let of = |side| {
            statistics.scores().map(|(score, _)| statistics.control(side, p, score)).sum::<u64>() as f64
        };
        held.set(Colour::Black, p, ((of(Colour::Black) - of(Colour::White)) / playouts) as f32);
    }
    held
}

/// The search's moves among some points, best first.
pub fn sequence(points: &PointSet, view: &Snapshot) -> Vec<Move> {
    let begins = |mv: Move| mv.point().is_some_and(|p| points.contains(p));
    view.candidates.iter().find(|c| begins(c.mv)).map_or(Vec::new(), |c| c.pv.clone())
}
