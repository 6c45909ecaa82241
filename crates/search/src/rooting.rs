//! The root of a tree, made ready for a search.

use board::{Move, Point, Position};
use evaluation::Lead;

use crate::MoveFilter;
use crate::mirror::Mirror;
use crate::node::{Edge, ROOT};
use crate::scale::Scale;
use crate::tree::Tree;
use crate::weighed::side;

impl Tree {
    /// Gets an open root ready for a search: the scale of utilities, priors, moves to leave out.
    pub(crate) fn prepare(&mut self, position: &Position, bars: &MoveFilter) {
        let w = &mut *self.weighed;
        let Some(root) = w.values.first() else { return };
        w.scale = Scale::new(&w.settings, side(position), root.mean.score);
        w.mirror = if w.settings.anti_mirror { Mirror::of(position) } else { None };
        w.bonus = self.settings.advantage.map_or(Lead::NONE, |advantage| advantage.points(position));
        self.set_aim(position.komi_with_bonus());
        self.weigh_all();
        if self.has_new_root() {
            self.set_root_priors(position);
        }
        let w = &mut *self.weighed;
        // MoveFilter are not symmetric: the other one of two moves may be the barred one.
        let fold = w.settings.root_symmetry_pruning && bars.is_empty();
        w.root.look_at(position, &w.settings, &w.owners, fold);
    }

    /// Whether the root was a position like any other until now.
    pub(crate) fn has_new_root(&self) -> bool {
        self.weighed.root.priors.is_empty()
    }

    /// Gives the root the priors that an evaluator has for one.
    pub(crate) fn change_root_priors(&mut self, priors: &[(Move, f32)]) {
        let prior = |mv: Move| priors.iter().find(|(m, _)| *m == mv).map_or(0.0, |(_, p)| *p);
        self.weighed.unexpanded.change(ROOT, prior);
        let root = self.nodes[ROOT as usize];
        for edge in &mut self.edges[root.first as usize..(root.first + root.count) as usize] {
            edge.prior = prior(edge.mv);
        }
    }

    fn set_root_priors(&mut self, position: &Position) {
        let mut priors: Vec<(Move, f32)> = self.root_edges().iter().map(|e| (e.mv, e.prior)).collect();
        priors.extend(self.weighed.unexpanded.of(ROOT));
        // In the order of the board, so that chance falls on the same moves whatever was visited before.
        priors.sort_by_key(|(m, _)| m.point().map_or(usize::MAX, Point::index));
        let w = &mut *self.weighed;
        w.root.priors = priors.clone();
        let settings = w.settings;
        let early = 0.5f32.powf(
            position.moves().len() as f32 * 19.0
                / (settings.chosen_move_temperature_halflife * side(position) as f32),
        );
        let later = settings.root_policy_temperature;
        let temperature = later + (settings.root_policy_temperature_early.unwrap_or(later) - later) * early;
        if temperature == 1.0 && settings.noise() <= 0.0 {
            return;
        }
        w.root.unsettle(&mut priors, temperature, &settings);
        self.change_root_priors(&priors);
    }

    /// What a root move's cost takes from Black's utility.
    pub(crate) fn ending_bonus(&self, edge: &Edge) -> f64 {
        let cost = f64::from(self.weighed.root.cost(edge.mv));
        let (true, Some(root), Some(child)) =
            (cost != 0.0, self.nodes.first(), self.weighed.values.get(edge.child as usize))
        else {
            return 0.0;
        };
        -cost * f64::from(root.to_move.sign()) * self.weighed.scale.slope(child.mean.score)
    }
}
