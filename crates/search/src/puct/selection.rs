//! Selects the next move to search: PUCT, first play urgency, virtual losses, and special rules at the root.

use std::sync::atomic::Ordering::Relaxed;

use board::Move;

use super::descent::PuctDescent;
use super::mirror::Here;
use super::node::{Edge, Moves, Node, NodeId};
use super::tree::PuctTree;
use crate::move_filter::MoveFilter;

/// A selected move.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Selection {
    pub mv: SelectedMove,
    /// The visit only looks at what people would do: it does not count here or above.
    pub weightless: bool,
}

#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum SelectedMove {
    /// A move with an edge: its index.
    Edge(usize),
    /// An unvisited move.
    Unexpanded(Move),
}

/// Virtual losses affect a move with little weight as if it had at least this weight.
const LEAST_WEIGHT: f64 = 0.25;
const MUST: f64 = 1e20;

impl PuctTree {
    /// Whether only a pass that ends the game was searched: its result is certain and would hide moves that
    /// may be better.
    fn has_only_passed(&self, node: &Node, edges: &[Edge]) -> bool {
        node.pass_ends && matches!(edges, [edge] if edge.mv == Move::Pass && edge.visits() >= 2)
    }

    /// The move to search next; `None` if there is none. `unfit` is an edge that cannot be followed now.
    pub(crate) fn select(
        &self,
        id: NodeId,
        moves: &Moves,
        descent: &PuctDescent,
        filter: &MoveFilter,
        unfit: Option<usize>,
    ) -> Option<Selection> {
        let depth = descent.path.len();
        let node = &self.nodes[id];
        if node.is_terminal {
            return None;
        }
        let to_move = node.to_move;
        let sign = f64::from(to_move.sign());
        let s = self.settings;
        let at_root = depth == 0;
        let human = self.draw_human_visit(node, &descent.position, at_root);
        let context = match &human {
            Some(visit) => self.human_context(id, &moves.edges, visit),
            None => self.puct_context(id, &moves.edges),
        };
        // Special rules are for visits that count.
        let weightless = human.is_some_and(|visit| visit.weightless);
        let only_passed = self.has_only_passed(node, &moves.edges);
        let mirror = self.mirror.filter(|_| !weightless);
        let mirror = mirror.as_ref().and_then(|mirror| mirror.at(&descent.position));
        let own = sign * node.stats.utility();
        let noisy = at_root && !weightless;
        let mut noise = if noisy { self.root.wide_noise(s.wide_root_noise) } else { None };
        let mut best = (None, f64::NEG_INFINITY);
        for (i, edge) in moves.edges.iter().enumerate() {
            if filter.excludes(to_move, edge.mv, depth)
                || unfit == Some(i)
                || (at_root && self.root.prunes(edge.mv))
            {
                continue;
            }
            let (mut weight, mut utility) = self.edge_value(edge);
            let mut prior = f64::from(edge.prior);
            if let Some(visit) = &human {
                (weight, prior) = (self.human_weight(edge, visit), visit.prior(edge.mv));
            }
            if weight <= 0.0 && node.human.is_some() {
                // Only weightless visits know more of it.
                utility = None;
            }
            let is_known = utility.is_some();
            let mut utility = utility.map_or(context.unvisited, |u| sign * u);
            if at_root && is_known {
                utility += sign * self.ending_bonus(edge);
            }
            let in_flight = edge.in_flight.load(Relaxed);
            if in_flight > 0 {
                // Visits in flight count as visits, and as losses if virtual losses are on.
                let lost = f64::from(in_flight) * f64::from(s.num_virtual_losses_per_thread);
                utility += (-s.reach() - utility) * lost / (lost + weight.max(LEAST_WEIGHT));
                weight += f64::from(in_flight);
            }
            let forced = noisy && s.root_desired_per_child_visits_coeff > 0.0 && {
                let wanted =
                    (prior * context.total * f64::from(s.root_desired_per_child_visits_coeff)).sqrt();
                prior > 0.0 && weight < wanted
            };
            if let Some(here) = &mirror {
                let part = weight / context.total.max(f64::MIN_POSITIVE);
                (prior, utility) = (here.prior(edge.mv, prior), here.utility(edge.mv, utility, own, part));
            }
            if let Some(noise) = &mut noise {
                (prior, utility) = noise.apply(prior, utility);
            }
            let value = if forced { MUST } else { context.value(prior, weight, utility) };
            if value > best.1 {
                best = (Some(SelectedMove::Edge(i)), value);
            }
        }
        let allowed = |m| !(filter.excludes(to_move, m, depth) || at_root && self.root.prunes(m));
        for mv in mirror.iter().flat_map(Here::wanted).filter(|m| allowed(*m)) {
            if !moves.unexpanded.contains(mv) {
                continue;
            }
            let prior = mirror.as_ref().map_or(0.0, |here| here.prior(mv, 0.0));
            let utility = mirror.as_ref().map_or(0.0, |here| here.utility(mv, context.unvisited, own, 0.0));
            let value = context.value(prior, 0.0, utility);
            if context.total > 0.0 && value > best.1 {
                best = (Some(SelectedMove::Unexpanded(mv)), value);
            }
        }
        let likeliest = match &human {
            Some(visit) => {
                let priors = moves.unexpanded.iter().filter(|(m, _)| allowed(*m));
                priors.map(|(m, _)| (m, visit.prior(m))).reduce(|a, b| if b.1 > a.1 { b } else { a })
            }
            None => moves.unexpanded.best(allowed).map(|(m, prior)| (m, f64::from(prior))),
        };
        if let Some((mv, mut prior)) = likeliest {
            let mut utility = context.unvisited;
            if let Some(noise) = &mut noise {
                (prior, utility) = noise.apply(prior, utility);
            }
            if only_passed || context.value(prior, 0.0, utility) > best.1 {
                return Some(Selection { mv: SelectedMove::Unexpanded(mv), weightless });
            }
        }
        best.0.map(|mv| Selection { mv, weightless })
    }
}
