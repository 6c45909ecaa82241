//! The view of a search that weighs values.

use board::{Colour, Position};
use evaluation::{Lead, WinRate};

use crate::node::{CLOSED, Edge, NodeId};
use crate::playing::{Tried, Verdict, judge};
use crate::scale::Figures;
use crate::shared::Shared;
use crate::tree::Tree;
use crate::values::Mean;
use crate::{Candidate, Judgement, Utility, View};

const BLACK: Colour = Colour::Black;
const ROOT: NodeId = 0;

pub(crate) fn of(shared: &Shared, root: &Position) -> View {
    let tree = &shared.tree;
    let Some(values) = tree.weighed.values.first() else { return nothing(shared, root) };
    let visited: Vec<&Edge> =
        tree.root_edges().iter().filter(|e| e.visits > 0 && e.child != CLOSED).collect();
    let tried: Vec<Tried> = visited.iter().map(|e| tree.tried(e, root.to_move())).collect();
    let verdicts = judge(&tried, &tree.measure(0), &tree.weighed.settings);
    let mut candidates: Vec<Candidate> =
        visited.iter().zip(&verdicts).map(|(e, v)| candidate(tree, e, v, root.to_move())).collect();
    if shared.shows_moves_ownership {
        for (candidate, edge) in candidates.iter_mut().zip(&visited) {
            if let Some(owned) = tree.ownership(root, edge.child) {
                (candidate.ownership, candidate.ownership_spread) = (Some(owned.mean), Some(owned.spread));
            }
        }
    }
    candidates.sort_by(|a, b| {
        let by_value = b.play_value.total_cmp(&a.play_value).then(b.visits.cmp(&a.visits));
        by_value.then(b.weighted_prior.total_cmp(&a.weighted_prior))
    });
    let worth = judgement(&deserved(tree, &visited, &verdicts));
    let (ownership, ownership_spread) = tree.ownership(root, ROOT).map(|o| (o.mean, o.spread)).unzip();
    View {
        to_move: root.to_move(),
        visits: u64::from(values.visits),
        new_visits: shared.finished,
        weight: values.mean.weight as f32,
        win_rate: worth.win_rate,
        lead: worth.lead,
        score: worth.score,
        spread: worth.spread,
        utility: worth.utility,
        raw: Some(raw(&values.figures, values.utility)),
        candidates,
        priors: tree.weighed.root.priors.clone(),
        ownership,
        ownership_spread,
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
fn nothing(shared: &Shared, root: &Position) -> View {
    View {
        to_move: root.to_move(),
        visits: 0,
        new_visits: shared.finished,
        weight: 0.0,
        win_rate: WinRate::EVEN,
        lead: Lead::NONE,
        score: Lead::NONE,
        spread: 0.0,
        utility: Utility::NONE,
        raw: None,
        candidates: Vec::new(),
        priors: Vec::new(),
        ownership: None,
        ownership_spread: None,
        curve: Vec::new(),
        elapsed: shared.elapsed,
    }
}

fn raw(figures: &Figures, utility: f64) -> Judgement {
    judgement(&Mean::one(figures, utility, 1.0))
}

fn judgement(mean: &Mean) -> Judgement {
    Judgement {
        win_rate: WinRate::for_side(BLACK, 0.5 + 0.5 * mean.win as f32),
        lead: Lead::for_side(BLACK, mean.lead as f32),
        score: Lead::for_side(BLACK, mean.score as f32),
        spread: mean.spread() as f32,
        utility: Utility::for_side(BLACK, mean.utility as f32),
    }
}

fn candidate(tree: &Tree, edge: &Edge, verdict: &Verdict, mover: Colour) -> Candidate {
    let settings = &tree.weighed.settings;
    let child = &tree.weighed.values[edge.child as usize];
    let worth = judgement(&child.mean);
    let utility = child.mean.utility + tree.shift_of(edge);
    // The bound is one of utilities: the win rate's part of it.
    let part = 0.5 * verdict.radius * f64::from(settings.win_utility) / settings.reach().max(1e-9);
    let rate = worth.win_rate.of(mover) - part as f32;
    let prior = tree.weighed.root.priors.iter().find(|(m, _)| *m == edge.mv).map_or(edge.prior, |(_, p)| *p);
    let (variation, variation_visits) = tree.variation(edge);
    Candidate {
        mv: edge.mv,
        visits: u64::from(edge.visits),
        weight: tree.worth(edge).0 as f32,
        win_rate: worth.win_rate,
        lead: worth.lead,
        score: worth.score,
        spread: worth.spread,
        no_result: child.mean.no_result as f32,
        utility: Utility::for_side(BLACK, utility as f32),
        lower_bound: WinRate::for_side(mover, rate),
        utility_bound: Utility::for_side(mover, verdict.bound as f32),
        prior,
        weighted_prior: edge.prior,
        play_value: verdict.play_value as f32,
        variation,
        variation_visits,
        ownership: None,
        ownership_spread: None,
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
