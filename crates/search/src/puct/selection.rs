//! Selects the next move to search: PUCT, first play urgency, virtual losses, and special rules at the root.

use board::Move;

use super::descent::PuctDescent;
use super::mirror::Here;
use super::node::{NodeId, UNEXPANDED};
use super::tree::PuctTree;
use crate::move_filter::MoveFilter;

/// A selected move.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Selection {
    /// A move with an edge.
    Edge(u32),
    /// An unvisited move: its index among the unexpanded moves.
    Unexpanded(usize),
}

/// Virtual losses affect a move with little weight as if it had at least this weight.
const LEAST_WEIGHT: f64 = 0.25;
const MUST: f64 = 1e20;

impl PuctTree {
    /// Whether only a pass that ends the game was searched: its result is certain and would hide moves that
    /// may be better.
    fn has_only_passed(&self, id: NodeId) -> bool {
        let edges = self.edges_of(&self.nodes[id as usize]);
        let ends = self.nodes[id as usize].pass_ends;
        ends && matches!(edges, [edge] if edge.mv == Move::Pass && edge.visits >= 2)
    }

    /// The move to search next; `None` if there is none. `unfit` is an edge that cannot be followed now.
    pub(crate) fn select(
        &mut self,
        id: NodeId,
        descent: &PuctDescent,
        filter: &MoveFilter,
        unfit: Option<u32>,
    ) -> Option<Selection> {
        let depth = descent.path.len();
        if self.nodes[id as usize].is_terminal {
            return None;
        }
        let to_move = self.nodes[id as usize].to_move;
        let sign = f64::from(to_move.sign());
        let context = self.puct_context(id);
        let s = self.settings;
        let at_root = depth == 0;
        let only_passed = self.has_only_passed(id);
        let mirror = self.mirror;
        let mirror = mirror.as_ref().and_then(|mirror| mirror.at(&descent.position));
        let own = sign * self.nodes[id as usize].stats.utility;
        let mut best = (None, f64::NEG_INFINITY);
        for i in 0..self.nodes[id as usize].count {
            let edge = &self.edges[(self.nodes[id as usize].first + i) as usize];
            if filter.excludes(to_move, edge.mv, depth)
                || unfit == Some(i)
                || (at_root && self.root.prunes(edge.mv))
            {
                continue;
            }
            let (mut weight, utility) = self.edge_value(edge);
            let mut utility = utility.map_or(context.unvisited, |u| sign * u);
            let mut prior = f64::from(edge.prior);
            if at_root && edge.child != UNEXPANDED {
                utility += sign * self.ending_bonus(edge);
            }
            if edge.in_flight > 0 {
                // Visits in flight count as visits, and as losses if virtual losses are on.
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
                (prior, utility) = self.root.widen(prior, utility, s.wide_root_noise);
            }
            let value = if forced { MUST } else { context.value(prior, weight, utility) };
            if value > best.1 {
                best = (Some(Selection::Edge(i)), value);
            }
        }
        let root = &mut self.root;
        let allowed = |m| !(filter.excludes(to_move, m, depth) || at_root && root.prunes(m));
        for mv in mirror.iter().flat_map(Here::wanted).filter(|m| allowed(*m)) {
            let Some(place) = self.unexpanded.find(id, mv) else { continue };
            let prior = mirror.as_ref().map_or(0.0, |here| here.prior(mv, 0.0));
            let utility = mirror.as_ref().map_or(0.0, |here| here.utility(mv, context.unvisited, own, 0.0));
            let value = context.value(prior, 0.0, utility);
            if context.total > 0.0 && value > best.1 {
                best = (Some(Selection::Unexpanded(place)), value);
            }
        }
        if let Some((place, prior)) = self.unexpanded.best(id, allowed) {
            let (mut prior, mut utility) = (f64::from(prior), context.unvisited);
            if at_root && s.wide_root_noise > 0.0 {
                (prior, utility) = root.widen(prior, utility, s.wide_root_noise);
            }
            if only_passed || context.value(prior, 0.0, utility) > best.1 {
                return Some(Selection::Unexpanded(place));
            }
        }
        best.0
    }
}
