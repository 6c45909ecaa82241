//! Settings of a search.

use crate::advantage::Advantage;
use crate::objective::ObjectiveSettings;
use crate::prior_weights::PriorWeights;
use crate::puct::PuctSettings;
use crate::rave::RaveSettings;

/// Settings of a search; the defaults suit playouts, [`Settings::for_networks`] suits networks.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Settings {
    pub algorithm: Algorithm,
    /// The most leaves that a thread collects for one batch.
    pub batch: usize,
    /// What the search maximises.
    pub objective: ObjectiveSettings,
    /// A side that is assumed to have more visits, for evaluators that have no input for it. It belongs to
    /// one search, not to settings in a file, and only the PUCT search uses it.
    pub advantage: Option<Advantage>,
    /// What one side prefers beyond the evaluator's policy. It belongs to one search, too.
    pub weights: Option<PriorWeights>,
}

/// The two searches.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Algorithm {
    /// UCT with RAVE, for evaluators whose answers vary: playouts.
    Rave(RaveSettings),
    /// PUCT on a graph, for deterministic evaluators: networks.
    Puct(PuctSettings),
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            algorithm: Algorithm::Rave(RaveSettings::default()),
            batch: 1,
            objective: ObjectiveSettings::default(),
            advantage: None,
            weights: None,
        }
    }
}

impl Settings {
    /// Settings that suit networks.
    pub fn for_networks() -> Settings {
        Settings { batch: 16, ..Settings::with_puct(PuctSettings::default()) }
    }

    /// A PUCT search, with everything else as for playouts.
    pub fn with_puct(puct: PuctSettings) -> Settings {
        Settings { algorithm: Algorithm::Puct(puct), ..Settings::default() }
    }

    pub fn with_rave(rave: RaveSettings) -> Settings {
        Settings { algorithm: Algorithm::Rave(rave), ..Settings::default() }
    }

    /// The settings of the PUCT search, if it is chosen.
    pub fn puct(&self) -> Option<&PuctSettings> {
        match &self.algorithm {
            Algorithm::Puct(puct) => Some(puct),
            Algorithm::Rave(_) => None,
        }
    }

    pub fn puct_mut(&mut self) -> Option<&mut PuctSettings> {
        match &mut self.algorithm {
            Algorithm::Puct(puct) => Some(puct),
            Algorithm::Rave(_) => None,
        }
    }
}
