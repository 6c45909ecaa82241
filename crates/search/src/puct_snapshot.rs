//! The view of a search that weighs values.

use board::{Colour, Position};
use evaluation::{Lead, WinRate};

use crate::node::{CLOSED, Edge, NodeId};
use crate::playing::{Tried, Verdict, play_selection};
use crate::scale::Figures;
use crate::shared::Shared;
use crate::tree::Tree;
use crate::values::Mean;
use crate::{Candidate, Snapshot, Utility, ValueEstimate};

const BLACK: Colour = Colour::Black;
const ROOT: NodeId = 0;

pub(crate) fn of(shared: &Shared, root: &Position) -> Snapshot {
    let tree = &shared.tree;
    let Some(values) = tree.weighed.values.first() else { return nothing(shared, root) };
    let visited: Vec<&Edge> =
        tree.root_edges().iter().filter(|e| e.visits > 0 && e.child != CLOSED).collect();
    let tried: Vec<Tried> = visited.iter().map(|e| tree.tried(e, root.to_move())).collect();
    let verdicts = play_selection(&tried, &tree.puct_context(0), &tree.weighed.settings);
    let mut candidates: Vec<Candidate> =
        visited.iter().zip(&verdicts).map(|(e, v)| candidate(tree, e, v, root.to_move())).collect();
    if shared.shows_moves_ownership {
        for (candidate, edge) in candidates.iter_mut().zip(&visited) {
            if let Some(owned) = tree.ownership(root, edge.child) {
                (candidate.ownership, candidate.ownership_stdev) = (Some(owned.mean), Some(owned.stdev));
            }
        }
    }
    candidates.sort_by(|a, b| {
        let by_value =
            b.play_selection_value.total_cmp(&a.play_selection_value).then(b.visits.cmp(&a.visits));
        by_value.then(b.search_prior.total_cmp(&a.search_prior))
    });
    let worth = value_estimate(&deserved(tree, &visited, &verdicts));
    let (ownership, ownership_stdev) = tree.ownership(root, ROOT).map(|o| (o.mean, o.stdev)).unzip();
    Snapshot {
        to_move: root.to_move(),
        visits: u64::from(values.visits),
        new_visits: shared.finished,
        weight: values.mean.weight as f32,
        win_rate: worth.win_rate,
        lead: worth.lead,
        score: worth.score,
        score_stdev: worth.score_stdev,
        utility: worth.utility,
        raw: Some(raw(&values.figures, values.utility)),
        candidates,
        priors: tree.weighed.root.priors.clone(),
        ownership,
        ownership_stdev,
        curve: if shared.shows_curve { tree.bonus_curve(root, worth.win_rate) } else { Vec::new() },
        elapsed: shared.elapsed,
    }
}

/// What the root is worth by the visits that its moves deserved: closer to what will be played than the mean that
/// guides the search.
fn deserved(tree: &Tree, visited: &[&Edge], verdicts: &[Verdict]) -> Mean {
    let values = &tree.weighed.values;
    let mut mean = Mean::default();
    for (edge, verdict) in visited.iter().zip(verdicts) {
        mean.add(&values[edge.child as usize].mean, verdict.deserved);
    }
    mean.add(&Mean::one(&values[0].figures, values[0].utility, values[0].own_weight), values[0].own_weight);
    mean.close();
    mean
}

/// Nothing was searched yet.
fn nothing(shared: &Shared, root: &Position) -> Snapshot {
    Snapshot {
        to_move: root.to_move(),
        visits: 0,
        new_visits: shared.finished,
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
        elapsed: shared.elapsed,
    }
}

fn raw(figures: &Figures, utility: f64) -> ValueEstimate {
    value_estimate(&Mean::one(figures, utility, 1.0))
}

fn value_estimate(mean: &Mean) -> ValueEstimate {
    ValueEstimate {
        win_rate: WinRate::for_side(BLACK, 0.5 + 0.5 * mean.win as f32),
        lead: Lead::for_side(BLACK, mean.lead as f32),
        score: Lead::for_side(BLACK, mean.score as f32),
        score_stdev: mean.score_stdev() as f32,
        utility: Utility::for_side(BLACK, mean.utility as f32),
    }
}

fn candidate(tree: &Tree, edge: &Edge, verdict: &Verdict, mover: Colour) -> Candidate {
    let settings = &tree.weighed.settings;
    let child = &tree.weighed.values[edge.child as usize];
    let worth = value_estimate(&child.mean);
    let utility = child.mean.utility + tree.shift_of(edge);
    // The bound is one of utilities: the win rate's part of it.
    let part =
        0.5 * verdict.radius * f64::from(settings.win_loss_utility_factor) / settings.reach().max(1e-9);
    let rate = worth.win_rate.of(mover) - part as f32;
    let prior = tree.weighed.root.priors.iter().find(|(m, _)| *m == edge.mv).map_or(edge.prior, |(_, p)| *p);
    let (pv, pv_visits) = tree.variation(edge);
    Candidate {
        mv: edge.mv,
        visits: u64::from(edge.visits),
        weight: tree.worth(edge).0 as f32,
        win_rate: worth.win_rate,
        lead: worth.lead,
        score: worth.score,
        score_stdev: worth.score_stdev,
        no_result: child.mean.no_result as f32,
        utility: Utility::for_side(BLACK, utility as f32),
        lcb: WinRate::for_side(mover, rate),
        utility_lcb: Utility::for_side(mover, verdict.bound as f32),
        prior,
        search_prior: edge.prior,
        play_selection_value: verdict.play_selection_value as f32,
        pv,
        pv_visits,
        ownership: None,
        ownership_stdev: None,
    }
}

impl Tree {
    fn tried(&self, edge: &Edge, mover: Colour) -> Tried {
        let sign = f64::from(mover.sign());
        let mean = &self.weighed.values[edge.child as usize].mean;
        let (weight, _) = self.worth(edge);
        let part = weight / mean.weight;
        Tried {
            visits: f64::from(edge.visits),
            prior: f64::from(edge.prior),
            weight,
            weight_square: mean.weight_square * part * part,
            utility: sign * mean.utility,
            utility_square: mean.utility_square,
            bonus: sign * (self.ending_bonus(edge) + self.shift_of(edge)),
        }
    }
}
