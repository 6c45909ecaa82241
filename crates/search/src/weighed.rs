//! Values weighed from below, for evaluators that say the same of a position every time: networks.
//!
//! Every evaluated position is open at once and keeps what the evaluator said. What a position is worth is worked out
//! anew from its moves at every visit, with better moves counting more ([`crate::weighing`]). Positions that
//! are reached on several ways can be one.

use std::collections::{HashMap, HashSet};

use board::Position;
use evaluation::{Evaluation, Lead};

use crate::PuctSettings;
use crate::bias::Biases;
use crate::memory::{held, held_by_map};
use crate::mirror::Mirror;
use crate::node::NodeId;
use crate::objective::Objective;
use crate::owners::Owners;
use crate::root::Root;
use crate::scale::{Figures, Scale};
use crate::unexpanded::UnexpandedMoves;
use crate::values::Values;
use crate::weighing::Follower;

/// What is kept with positions, each at its node's place, and what is known about all of them.
pub(crate) struct Weighed {
    pub settings: PuctSettings,
    pub scale: Scale,
    /// Who chooses, when it is not one who only wants to win.
    pub objective: Option<Objective>,
    /// What a side that looks further ahead is taken to gain yet.
    pub bonus: Lead,
    /// An opponent who mirrors every move, where the search is to mind it.
    pub mirror: Option<Mirror>,
    pub values: Vec<Values>,
    pub unexpanded: UnexpandedMoves,
    pub owners: Owners,
    pub biases: Biases,
    /// Positions by what tells them apart.
    pub known: HashMap<u64, NodeId>,
    pub root: Root,
    /// The evaluator knows its errors, so that weights differ.
    pub weights_differ: bool,
    /// Leaves under evaluation, by what tells them apart.
    pub pending: HashSet<u64>,
    /// Memory for those of one position.
    pub followers: Vec<Follower>,
}

impl Weighed {
    pub fn new(settings: PuctSettings) -> Weighed {
        Weighed {
            settings,
            scale: Scale::new(&settings, 1.0, 0.0),
            objective: None,
            bonus: Lead::NONE,
            mirror: None,
            values: Vec::new(),
            unexpanded: UnexpandedMoves::default(),
            owners: Owners::default(),
            biases: Biases::default(),
            known: HashMap::new(),
            root: Root::default(),
            weights_differ: false,
            pending: HashSet::new(),
            followers: Vec::new(),
        }
    }

    pub fn clear(&mut self) {
        self.values = Vec::new();
        self.unexpanded = UnexpandedMoves::default();
        self.owners = Owners::default();
        self.biases = Biases::default();
        self.known = HashMap::new();
        self.pending.clear();
        self.root.clear();
    }

    /// Bytes taken.
    pub fn bytes(&self) -> usize {
        let known = held_by_map(self.known.capacity(), size_of::<(u64, NodeId)>());
        held(&self.values) + self.unexpanded.bytes() + self.owners.bytes() + self.biases.bytes() + known
    }

    /// How much an evaluation counts for: less, the more the evaluator expects it to be off.
    pub fn weight_of(&mut self, evaluation: &Evaluation, figures: &Figures) -> f64 {
        let (usual, most) =
            (f64::from(self.settings.uncertainty_coeff), f64::from(self.settings.uncertainty_max_weight));
        let Some(errors) = evaluation.errors.filter(|_| most > 1.0) else { return 1.0 };
        self.weights_differ = true;
        let error = f64::from(self.settings.win_loss_utility_factor * errors.win_loss)
            + self.scale.slope(figures.score) * f64::from(errors.score);
        usual / (error.max(0.0) + usual / most)
    }

    /// What the whole way from a lost game to a won one is worth.
    #[inline]
    pub fn shift_scale(&self) -> f64 {
        2.0 * f64::from(self.settings.win_loss_utility_factor)
    }

    /// What an evaluation that cannot be wrong counts for.
    pub fn sure_weight(&self) -> f64 {
        if self.weights_differ { f64::from(self.settings.uncertainty_max_weight) } else { 1.0 }
    }
}

/// The part of a position's visits that came on one way.
#[inline]
pub(crate) fn share(visits: u32, all: u32) -> f64 {
    if visits >= all { 1.0 } else { f64::from(visits) / f64::from(all) }
}

/// The side of a square board with as many points.
pub(crate) fn side(position: &Position) -> f64 {
    (position.size().points() as f64).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;
    use evaluation::ExpectedErrors;

    #[test]
    fn unsure_judgements_count_less() {
        let mut weighed = Weighed::new(PuctSettings::default());
        weighed.scale = Scale::new(&weighed.settings, 9.0, 0.0);
        let mut weight = |errors| {
            let mut evaluation = Evaluation::blank();
            evaluation.errors = errors;
            weighed.weight_of(&evaluation, &Figures::default())
        };
        assert_eq!(weight(None), 1.0);
        let errors = |win_loss, score| Some(ExpectedErrors { win_loss, score });
        assert!((weight(errors(0.0, 0.0)) - 8.0).abs() < 1e-5, "at most");
        assert!((weight(errors(0.21875, 0.0)) - 1.0).abs() < 1e-5, "the usual error");
        // A point near an even score: 0.3 / 6.75 + 0.1 / 18, times 2/π.
        let slope = std::f64::consts::FRAC_2_PI * (0.3 / 6.75 + 0.1 / 18.0);
        assert!((weight(errors(0.0, 2.0)) - 0.25 / (2.0 * slope + 0.25 / 8.0)).abs() < 1e-4);
    }
}
