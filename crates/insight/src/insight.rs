//! All that playouts tell of a position.

use board::{Colour, Komi, Move, Point, PointSet, Position};
use evaluation::{Evaluation, Lead, Ownership, WinRate};
use search::{PlayoutStatistics, Snapshot};
use serde::{Deserialize, Serialize};

use crate::{
    Cluster, ClusterSettings, Criticality, Fight, FightSettings, Histogram, Reading, clusters, fights,
};

#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct InsightSettings {
    pub clusters: ClusterSettings,
    pub fights: FightSettings,
}

/// The ways in which a game may end, and the fights that decide between them.
#[derive(Clone)]
pub struct Insight {
    pub position: Position,
    pub settings: InsightSettings,
    /// What the search makes of it.
    pub win_rate: WinRate,
    pub lead: Lead,
    pub histogram: Histogram,
    /// From White's best to Black's best.
    pub clusters: Vec<Cluster>,
    pub criticality: Criticality,
    /// The largest first.
    pub fights: Vec<Fight>,
    /// For every fight the sequence that the search thinks best among those that begin there; empty where it looked at
    /// none.
    pub sequences: Vec<Vec<Move>>,
    /// What each fight comes to, where they were read: when Black begins it, and when White does.
    pub readings: Vec<[Reading; 2]>,
    /// How much more Black holds each point than White, over all playouts.
    pub held: Box<Ownership>,
    /// Who will own each point in a network's eyes, where one was asked.
    pub network: Option<Box<Ownership>>,
}

/// Stones whose fate playouts and a network see differently.
#[derive(Clone, PartialEq, Debug)]
pub struct Disagreement {
    pub colour: Colour,
    pub chain: Vec<Point>,
    /// How much more their owner holds them than the other, by the playouts and by the network: from −1 to 1.
    pub playouts: f32,
    pub network: f32,
}

/// Judgements of a chain that are so far apart are no longer the same with more or less doubt.
const APART: f32 = 0.8;

impl Insight {
    /// From a search of the position and the statistics of its playouts.
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
        let hills = crate::clusters(&histogram, &lower);
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

    /// With what another search of the position makes of it: its sequences, where it looked at the fight, and who it
    /// thinks will own what.
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

    /// With what a network says of the position beside it.
    pub fn with_network(self, said: &Evaluation) -> Insight {
        Insight { network: said.ownership.clone(), ..self }
    }

    /// Chains that playouts and the network see differently, the most different first.
    pub fn disagreements(&self) -> Vec<Disagreement> {
        let Some(network) = &self.network else { return Vec::new() };
        let board = self.position.board();
        let heads = board.all_stones().filter(|(_, p)| board.chain_head(*p) == *p);
        let mut all: Vec<Disagreement> = heads
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

    /// Komi, by which Black's lead on the board is more than the score.
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

/// What a search would play among some points: the moves that it thinks best come first.
pub fn sequence(points: &PointSet, view: &Snapshot) -> Vec<Move> {
    let begins = |mv: Move| mv.point().is_some_and(|p| points.contains(p));
    view.candidates.iter().find(|c| begins(c.mv)).map_or(Vec::new(), |c| c.pv.clone())
}
