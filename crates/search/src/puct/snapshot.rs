//! Snapshots of a PUCT search.

use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

use board::{Colour, Move, Position};
use evaluation::{Lead, WinRate};

use super::node::{Edge, ROOT};
use super::play_selection::{PlaySelection, RootChild, explored, play_selection};
use super::tree::PuctTree;
use super::utility::PositionValue;
use super::value_stats::ValueStats;
use crate::snapshot::{Candidate, Snapshot, ValueEstimate};
use crate::utility::Utility;

const BLACK: Colour = Colour::Black;

impl PuctTree {
    /// The current state of the search.
    pub fn snapshot(&self, root: &Position) -> Snapshot {
        let tree = self;
        let Some(node) = tree.nodes.first() else { return nothing(root) };
        // Copies: the values of a move must not change while it is compared with others.
        let edges = tree.root_edges();
        // Moves that people would play may have been looked at without a visit that counts.
        let looked = |e: &Edge| node.human.is_some() && self.nodes.get(e.child()).is_some();
        let visited: Vec<&Edge> = edges.iter().filter(|e| e.is_visited() || looked(e)).collect();
        let children: Vec<RootChild> = visited.iter().map(|e| tree.root_child(e, root.to_move())).collect();
        let selections = play_selection(&children, &tree.puct_context(ROOT, &edges), &tree.settings);
        let mut candidates: Vec<Candidate> =
            visited.iter().zip(&selections).map(|(e, v)| candidate(tree, e, v, root.to_move())).collect();
        if tree.details.moves_ownership {
            for (candidate, edge) in candidates.iter_mut().zip(&visited) {
                if let Some(owned) = tree.ownership(root, edge.child()) {
                    (candidate.ownership, candidate.ownership_stdev) = (Some(owned.mean), Some(owned.stdev));
                }
            }
        }
        candidates.sort_by(|a, b| {
            let by_value =
                b.play_selection_value.total_cmp(&a.play_selection_value).then(b.visits.cmp(&a.visits));
            by_value.then(b.search_prior.total_cmp(&a.search_prior))
        });
        let worth = value_estimate(&deserved(tree, &visited, &selections));
        let (ownership, ownership_stdev) = tree.ownership(root, ROOT).map(|o| (o.mean, o.stdev)).unzip();
        Snapshot {
            to_move: root.to_move(),
            visits: u64::from(node.visits.load(Relaxed)),
            new_visits: 0,
            weight: node.stats.weight() as f32,
            win_rate: worth.win_rate,
            lead: worth.lead,
            score: worth.score,
            score_stdev: worth.score_stdev,
            utility: worth.utility,
            raw: Some(raw(&node.value, node.utility)),
            candidates,
            priors: tree.root.priors.clone(),
            ownership,
            ownership_stdev,
            curve: if tree.details.curve { tree.bonus_curve(root, worth.win_rate) } else { Vec::new() },
            elapsed: Duration::ZERO,
        }
    }
}

/// The value of the root from the visits that its moves deserved: closer to what will be played than the mean
/// that guides the search.
fn deserved(tree: &PuctTree, visited: &[&Edge], selections: &[PlaySelection]) -> ValueStats {
    let (nodes, root) = (&tree.nodes, &tree.nodes[ROOT]);
    let mut mean = ValueStats::default();
    for (edge, selection) in visited.iter().zip(selections) {
        mean.add(&nodes[edge.child()].stats.get(), selection.deserved);
    }
    mean.add(&ValueStats::one(&root.value, root.utility, root.own_weight), root.own_weight);
    mean.close();
    mean
}

/// Nothing has been searched yet.
fn nothing(root: &Position) -> Snapshot {
    Snapshot {
        to_move: root.to_move(),
        visits: 0,
        new_visits: 0,
        weight: 0.0,
        win_rate: WinRate::EVEN,
        lead: Lead::NONE,
        score: Lead::NONE,
        score_stdev: 0.0,
        utility: Utility::NONE,
        raw: None,
        candidates: Vec::new(),
        priors: Vec::new(),
        ownership: None,
        ownership_stdev: None,
        curve: Vec::new(),
        elapsed: Duration::ZERO,
    }
}

fn raw(value: &PositionValue, utility: f64) -> ValueEstimate {
    value_estimate(&ValueStats::one(value, utility, 1.0))
}

fn value_estimate(mean: &ValueStats) -> ValueEstimate {
    ValueEstimate {
        win_rate: WinRate::for_side(BLACK, 0.5 + 0.5 * mean.win as f32),
        lead: Lead::for_side(BLACK, mean.lead as f32),
        score: Lead::for_side(BLACK, mean.score as f32),
        score_stdev: mean.score_stdev() as f32,
        utility: Utility::for_side(BLACK, mean.utility as f32),
    }
}

fn candidate(tree: &PuctTree, edge: &Edge, selection: &PlaySelection, mover: Colour) -> Candidate {
    let settings = &tree.settings;
    let stats = tree.nodes[edge.child()].stats.get();
    let worth = value_estimate(&stats);
    let utility = stats.utility + tree.shift_of(edge);
    // The LCB is a utility; this is its win rate part.
    let part =
        0.5 * selection.radius * f64::from(settings.win_loss_utility_factor) / settings.reach().max(1e-9);
    let rate = worth.win_rate.of(mover) - part as f32;
    let prior = tree.root.priors.iter().find(|(m, _)| *m == edge.mv).map_or(edge.prior, |(_, p)| *p);
    let (pv, pv_visits) = tree.principal_variation(edge);
    let (child, edge_visits) = (&tree.nodes[edge.child()], u64::from(edge.visits()));
    let follows_people = tree.nodes[ROOT].human.is_some();
    Candidate {
        mv: edge.mv,
        visits: if follows_people { u64::from(child.visits.load(Relaxed)) } else { edge_visits },
        edge_visits,
        weight: tree.edge_value(edge).0 as f32,
        win_rate: worth.win_rate,
        lead: worth.lead,
        score: worth.score,
        score_stdev: worth.score_stdev,
        no_result: stats.no_result as f32,
        utility: Utility::for_side(BLACK, utility as f32),
        lcb: WinRate::for_side(mover, rate),
        utility_lcb: Utility::for_side(mover, selection.bound as f32),
        prior,
        search_prior: edge.prior,
        play_selection_value: selection.value as f32,
        pv,
        pv_visits,
        ownership: None,
        ownership_stdev: None,
    }
}

impl PuctTree {
    fn root_child(&self, edge: &Edge, mover: Colour) -> RootChild {
        let sign = f64::from(mover.sign());
        let mean = self.nodes[edge.child()].stats.get();
        let (weight, _) = self.edge_value(edge);
        let part = weight / mean.weight;
        RootChild {
            visits: f64::from(edge.visits()),
            prior: f64::from(edge.prior),
            weight,
            weight_square: mean.weight_square * part * part,
            utility: sign * mean.utility,
            utility_square: mean.utility_square,
            bonus: sign * (self.ending_bonus(edge) + self.shift_of(edge)),
        }
    }

    /// The principal variation from a root move, and its visits.
    fn principal_variation(&self, edge: &Edge) -> (Vec<Move>, Vec<u64>) {
        let mut line = vec![edge.mv];
        let mut visits = vec![u64::from(edge.visits())];
        let mut at = edge.child();
        while let Some(node) = self.nodes.get(at) {
            let moves = node.moves.read();
            let Some(best) = self.best_explored(&moves.edges) else { break };
            line.push(best.mv);
            visits.push(u64::from(best.visits()));
            at = best.child();
        }
        (line, visits)
    }

    fn best_explored<'a>(&self, edges: &'a [Edge]) -> Option<&'a Edge> {
        let visited = edges.iter().filter(|e| e.visits() > 0);
        let value = |e: &Edge| explored(self.edge_value(e).0, f64::from(e.visits()), f64::from(e.prior));
        visited.reduce(|a, b| if value(b) > value(a) { b } else { a })
    }
}
