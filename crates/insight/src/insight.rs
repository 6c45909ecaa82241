//! All that playouts tell of a position.

use board::{Komi, Move, Position};
use search::{Tally, View};
use serde::{Deserialize, Serialize};

use crate::{Cluster, ClusterSettings, Criticality, Fight, FightSettings, Histogram, clusters, fights};

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
    pub histogram: Histogram,
    /// From White's best to Black's best.
    pub clusters: Vec<Cluster>,
    pub criticality: Criticality,
    /// The largest first.
    pub fights: Vec<Fight>,
    /// For every fight the sequence that the search thinks best among those that begin there; empty where it looked at
    /// none.
    pub sequences: Vec<Vec<Move>>,
}

impl Insight {
    /// From a search of the position and the tally of its playouts.
    pub fn new(position: &Position, tally: &Tally, view: &View, settings: &InsightSettings) -> Insight {
        let histogram = Histogram::from(tally);
        let clusters = clusters(&histogram, &settings.clusters);
        let criticality = Criticality::new(tally, &clusters);
        let fights = fights(position.board(), tally, &clusters, &criticality, &settings.fights);
        let sequences = fights.iter().map(|fight| sequence(fight, view)).collect();
        Insight {
            position: position.clone(),
            settings: *settings,
            histogram,
            clusters,
            criticality,
            fights,
            sequences,
        }
    }

    /// Komi, by which Black's lead on the board is more than the score.
    pub fn komi(&self) -> Komi {
        self.position.komi_with_bonus()
    }
}

/// Moves in the order in which the search would play them come first.
fn sequence(fight: &Fight, view: &View) -> Vec<Move> {
    let begins = |mv: Move| mv.point().is_some_and(|p| fight.points.contains(p));
    view.candidates.iter().find(|c| begins(c.mv)).map_or(Vec::new(), |c| c.variation.clone())
}
