//! Prepares the root for a search.

use board::{Move, Point, Position};

use super::human::HumanPriors;
use super::mirror::Mirror;
use super::node::ROOT;
use super::tree::{PuctTree, board_side};
use super::utility::UtilityScale;
use crate::move_filter::MoveFilter;

impl PuctTree {
    /// Prepares an expanded root: the utility scale, priors, and excluded moves.
    pub(crate) fn prepare_root(&mut self, position: &Position, filter: &MoveFilter) {
        let Some(root) = self.nodes.first() else { return };
        self.scale = UtilityScale::new(&self.settings, board_side(position), root.stats.score());
        self.mirror = if self.settings.anti_mirror { Mirror::of(position) } else { None };
        self.set_agent(position.komi_with_bonus());
        self.update_all_stats();
        if self.has_new_root() {
            self.set_root_priors(position);
        }
        // A filter is not symmetric: of two symmetric moves it may exclude the one we would keep.
        let prune = self.settings.root_symmetry_pruning && filter.is_empty();
        let ownership = self.nodes.first().and_then(|root| root.ownership.as_deref());
        self.root.apply_rules(position, &self.settings, ownership, prune);
    }

    /// Whether the root was an ordinary node until now.
    pub(crate) fn has_new_root(&self) -> bool {
        self.root.priors.is_empty()
    }

    /// Gives the root the policy of people.
    pub(crate) fn change_root_human_priors(&mut self, position: &Position, priors: &[(Move, f32)]) {
        if self.settings.human.is_used()
            && let Some(root) = self.nodes.get_mut(ROOT)
        {
            root.human = HumanPriors::new(position.size(), priors);
        }
    }

    /// Gives the root the priors that the evaluator has for roots.
    pub(crate) fn change_root_priors(&mut self, priors: &[(Move, f32)]) {
        let prior = |mv: Move| priors.iter().find(|(m, _)| *m == mv).map_or(0.0, |(_, p)| *p);
        let Some(root) = self.nodes.get_mut(ROOT) else { return };
        let moves = root.moves.get_mut();
        moves.unexpanded.change(prior);
        moves.edges.iter_mut().for_each(|edge| edge.prior = prior(edge.mv));
    }

    fn set_root_priors(&mut self, position: &Position) {
        let mut priors: Vec<(Move, f32)> = self.root_edges().iter().map(|e| (e.mv, e.prior)).collect();
        priors.extend(self.nodes[ROOT].moves.read().unexpanded.iter());
        // In board order, so that noise falls on the same moves no matter what was visited before.
        priors.sort_by_key(|(m, _)| m.point().map_or(usize::MAX, Point::index));
        self.root.priors = priors.clone();
        if let Some(weights) = self.weights {
            weights.apply(position, &mut priors);
            self.change_root_priors(&priors);
        }
        let settings = self.settings;
        let early = 0.5f32.powf(
            position.moves().len() as f32 * 19.0
                / (settings.chosen_move_temperature_halflife * board_side(position) as f32),
        );
        let later = settings.root_policy_temperature;
        let temperature = later + (settings.root_policy_temperature_early.unwrap_or(later) - later) * early;
        if temperature == 1.0 && settings.noise() <= 0.0 {
            return;
        }
        self.root.explore_priors(&mut priors, temperature, &settings);
        self.change_root_priors(&priors);
    }
}
