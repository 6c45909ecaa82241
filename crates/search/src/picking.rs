//! Which move to look at next, when values are weighed.

use board::Move;

use crate::MoveFilter;
use crate::mirror::Here;
use crate::node::{CLOSED, Edge, NodeId};
use crate::puct_context::PuctContext;
use crate::tree::Tree;
use crate::walking::Walk;
use crate::weighed::share;

/// A move to look at.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Pick {
    /// One that has an edge.
    Again(u32),
    /// One that nobody has looked at: its place among the natural moves.
    New(usize),
}

/// Added to the visits, so that the priors count before any was made.
const FIRST: f64 = 0.01;
/// A visit under way weighs on a move that has hardly been visited no more than on one of this weight.
const LEAST_WEIGHT: f64 = 0.25;
const MUST: f64 = 1e20;

impl Tree {
    /// What a move weighs and what Black's utility of it is, as far as it was visited.
    #[inline]
    pub(crate) fn worth(&self, edge: &Edge) -> (f64, Option<f64>) {
        match self.weighed.values.get(edge.child as usize) {
            Some(child) => (
                child.mean.weight * share(edge.visits, child.visits),
                Some(child.mean.utility + self.shift_of(edge)),
            ),
            None => (0.0, None),
        }
    }

    pub(crate) fn puct_context(&self, id: NodeId) -> PuctContext {
        let s = &self.weighed.settings;
        let node = &self.nodes[id as usize];
        let own = &self.weighed.values[id as usize];
        let sign = f64::from(node.to_move.sign());
        let (mut total, mut looked_at) = (0.0, 0.0);
        for edge in self.edges_of(node) {
            total += self.worth(edge).0;
            looked_at += f64::from(edge.prior);
        }
        let base = f64::from(s.cpuct_exploration_base);
        let exploration = f64::from(s.cpuct_exploration)
            + f64::from(s.cpuct_exploration_log) * ((total + base) / base).ln();
        let explore = exploration * (total + FIRST).sqrt() * self.spread_factor(id);
        // The evaluator's word counts until most of what looks natural was looked at.
        let known = looked_at.powf(f64::from(s.fpu_parent_weight_by_visited_policy_pow)).min(1.0);
        let (shift, shift_seen) = self.shifts_at(id);
        let parent = sign * (known * (own.mean.utility + shift_seen) + (1.0 - known) * (own.utility + shift));
        let reduction = if id == 0 { s.root_fpu_reduction_max } else { s.fpu_reduction_max };
        PuctContext { explore, unvisited: parent - f64::from(reduction) * looked_at.max(0.0).sqrt(), total }
    }

    /// More is to be learnt where utilities differ more.
    fn spread_factor(&self, id: NodeId) -> f64 {
        let s = &self.weighed.settings;
        let mean = &self.weighed.values[id as usize].mean;
        let usual = f64::from(s.cpuct_utility_stdev_prior);
        let spread = if mean.weight <= 1.0 {
            usual
        } else {
            let square = mean.utility * mean.utility;
            let visits = f64::from(s.cpuct_utility_stdev_prior_weight);
            let sum = (square + usual * usual) * visits + mean.utility_square.max(square) * mean.weight;
            (sum / (visits + mean.weight - 1.0) - square).max(0.0).sqrt()
        };
        1.0 + f64::from(s.cpuct_utility_stdev_scale) * (spread / usual - 1.0)
    }

    /// Whether nothing but a pass that ends the game was looked at: its result is certain and would be all that is
    /// ever seen, while something may be better.
    fn has_only_passed(&self, id: NodeId) -> bool {
        let edges = self.edges_of(&self.nodes[id as usize]);
        let ends = self.weighed.values[id as usize].pass_ends;
        ends && matches!(edges, [edge] if edge.mv == Move::Pass && edge.visits >= 2)
    }

    /// The move to look at next; `None` when there is none. `unfit` is an edge that cannot be followed now.
    pub(crate) fn pick(
        &mut self,
        id: NodeId,
        walk: &Walk,
        bars: &MoveFilter,
        unfit: Option<u32>,
    ) -> Option<Pick> {
        let depth = walk.path.len();
        if self.weighed.values[id as usize].last {
            return None;
        }
        let to_move = self.nodes[id as usize].to_move;
        let sign = f64::from(to_move.sign());
        let context = self.puct_context(id);
        let s = self.weighed.settings;
        let at_root = depth == 0;
        let only_passed = self.has_only_passed(id);
        let mirror = self.weighed.mirror;
        let mirror = mirror.as_ref().and_then(|mirror| mirror.at(&walk.position));
        let own = sign * self.weighed.values[id as usize].mean.utility;
        let mut best = (None, f64::NEG_INFINITY);
        for i in 0..self.nodes[id as usize].count {
            let edge = &self.edges[(self.nodes[id as usize].first + i) as usize];
            if bars.bar(to_move, edge.mv, depth)
                || unfit == Some(i)
                || (at_root && self.weighed.root.leaves_out(edge.mv))
            {
                continue;
            }
            let (mut weight, utility) = self.worth(edge);
            let mut utility = utility.map_or(context.unvisited, |u| sign * u);
            let mut prior = f64::from(edge.prior);
            if at_root && edge.child != CLOSED {
                utility += sign * self.ending_bonus(edge);
            }
            if edge.in_flight > 0 {
                // Visits under way count as made, and as lost if they should drive others away.
                let lost = f64::from(edge.in_flight) * f64::from(s.num_virtual_losses_per_thread);
                utility += (-s.reach() - utility) * lost / (lost + weight.max(LEAST_WEIGHT));
                weight += f64::from(edge.in_flight);
            }
            let forced = at_root && s.root_desired_per_child_visits_coeff > 0.0 && {
                let wanted =
                    (prior * context.total * f64::from(s.root_desired_per_child_visits_coeff)).sqrt();
                prior > 0.0 && weight < wanted
            };
            if let Some(here) = &mirror {
                let part = weight / context.total.max(f64::MIN_POSITIVE);
                (prior, utility) = (here.prior(edge.mv, prior), here.utility(edge.mv, utility, own, part));
            }
            if at_root && s.wide_root_noise > 0.0 {
                (prior, utility) = self.weighed.root.stir(prior, utility, s.wide_root_noise);
            }
            let value = if forced { MUST } else { context.value(prior, weight, utility) };
            if value > best.1 {
                best = (Some(Pick::Again(i)), value);
            }
        }
        let root = &mut self.weighed.root;
        let allowed = |m| !(bars.bar(to_move, m, depth) || at_root && root.leaves_out(m));
        for mv in mirror.iter().flat_map(Here::wanted).filter(|m| allowed(*m)) {
            let Some(place) = self.weighed.unexpanded.find(id, mv) else { continue };
            let prior = mirror.as_ref().map_or(0.0, |here| here.prior(mv, 0.0));
            let utility = mirror.as_ref().map_or(0.0, |here| here.utility(mv, context.unvisited, own, 0.0));
            let value = context.value(prior, 0.0, utility);
            if context.total > 0.0 && value > best.1 {
                best = (Some(Pick::New(place)), value);
            }
        }
        if let Some((place, prior)) = self.weighed.unexpanded.best(id, allowed) {
            let (mut prior, mut utility) = (f64::from(prior), context.unvisited);
            if at_root && s.wide_root_noise > 0.0 {
                (prior, utility) = root.stir(prior, utility, s.wide_root_noise);
            }
            if only_passed || context.value(prior, 0.0, utility) > best.1 {
                return Some(Pick::New(place));
            }
        }
        best.0
    }
}

impl Tree {
    /// How many evaluations may be under way at once without leading the tree astray.
    pub(crate) fn most_in_flight(&self) -> u64 {
        (self.visits() as f64 * f64::from(self.weighed.settings.max_in_flight_fraction)) as u64
    }
}
