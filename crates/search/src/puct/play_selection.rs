//! The final choice: a play selection value for each root move.
//!
//! Visits show what the search prefers, but some visits only showed that a move is bad, and a move that
//! turned out best late has few. So visits that turned out undeserved are removed, and the move with the
//! highest LCB is raised above those it beats.

use super::context::PuctContext;
use super::settings::PuctSettings;

/// A visited root move, with utilities for the side that plays it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RootChild {
    pub visits: f64,
    pub prior: f64,
    /// The weight of its visits, and the sum of the squares of their weights.
    pub weight: f64,
    pub weight_square: f64,
    pub utility: f64,
    /// The mean of the squared utilities, and what was added to the utility afterwards.
    pub utility_square: f64,
    pub bonus: f64,
}

/// The result for a move.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct PlaySelection {
    pub value: f64,
    /// The weight of the visits it deserved.
    pub deserved: f64,
    /// The lower confidence bound of its utility.
    pub bound: f64,
    /// The distance of the LCB from the utility.
    pub radius: f64,
}

/// The LCB cannot raise a move by more than this factor of deviations.
const MOST_RADII: f64 = 0.2;

pub(crate) fn play_selection(
    children: &[RootChild],
    context: &PuctContext,
    settings: &PuctSettings,
) -> Vec<PlaySelection> {
    let mut selections: Vec<PlaySelection> = children
        .iter()
        .map(|t| {
            let (bound, radius) = lower_bound(t, settings);
            PlaySelection { value: t.weight, deserved: t.weight, bound, radius }
        })
        .collect();
    let Some(first) = most_explored(children) else { return selections };
    let best = &children[first];
    let reached = context.value(best.prior, best.weight, best.utility + best.bonus);
    for (i, (t, v)) in children.iter().zip(&mut selections).enumerate() {
        if i != first {
            let deserved = context.deserved(reached, t.prior, t.utility + t.bonus);
            v.deserved = t.weight.min(deserved).ceil();
            v.value = v.deserved;
        }
    }
    if settings.use_lcb_for_selection {
        raise_the_surest(&mut selections, children[first].weight, f64::from(settings.min_visit_prop_for_lcb));
    }
    selections
}

fn most_explored(children: &[RootChild]) -> Option<usize> {
    let mut best = None;
    for (i, t) in children.iter().enumerate() {
        let explored = explored(t.weight, t.visits, t.prior);
        if best.is_none_or(|(_, value)| explored > value) {
            best = Some((i, explored));
        }
    }
    best.map(|(i, _)| i)
}

/// How well a move was explored, allowing for its prior while visits are few, and for the chance that the
/// last visit was misleading.
pub(crate) fn explored(weight: f64, visits: f64, prior: f64) -> f64 {
    weight * (visits - 1.0).max(0.0) / visits.max(1.0) + 2.0 * prior
}

/// Raises the move with the highest LCB, among those with enough visits, to the weight at which the others
/// would need bounds just wide enough to reach it.
fn raise_the_surest(selections: &mut [PlaySelection], most: f64, least_share: f64) {
    let eligible = |v: &PlaySelection| v.value > 0.0 && v.value >= least_share * most;
    let mut surest: Option<usize> = None;
    for (i, v) in selections.iter().enumerate() {
        if eligible(v) && surest.is_none_or(|s| v.bound > selections[s].bound) {
            surest = Some(i);
        }
    }
    let Some(surest) = surest else { return };
    let mut value = selections[surest].value;
    for (i, v) in selections.iter().enumerate() {
        let excess = selections[surest].bound - v.bound;
        if i != surest && excess >= 0.0 {
            let factor = (v.radius + excess) / (v.radius + MOST_RADII * excess).max(1e-30);
            value = value.max(factor * factor * v.value);
        }
    }
    selections[surest].value = value;
}

/// The LCB of a move's utility and its distance from it. A few visits say little about the variance of
/// utilities, so the largest possible variance is mixed in with the weight of 1/n³ visits.
fn lower_bound(t: &RootChild, settings: &PuctSettings) -> (f64, f64) {
    let (reach, lcb_stdevs) = (settings.reach(), f64::from(settings.lcb_stdevs));
    if t.weight <= 0.0 || t.weight_square <= 0.0 {
        return (-2.0 * reach * lcb_stdevs, 2.0 * reach * lcb_stdevs);
    }
    let samples = t.weight * t.weight / t.weight_square;
    let assumed = t.weight / (samples * samples * samples);
    let square = t.utility_square.max(t.utility * t.utility + 1e-8);
    let (weight, weight_square) = (t.weight + assumed, t.weight_square + assumed * assumed);
    let square = (square * t.weight + (square + reach * reach) * assumed) / weight;
    let samples = weight * weight / weight_square;
    let radius = lcb_stdevs * ((square - t.utility * t.utility) / samples).sqrt();
    (t.utility + t.bonus - radius, radius)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn children(visits: f64, prior: f64, utility: f64, deviation: f64) -> RootChild {
        RootChild {
            visits,
            prior,
            weight: visits,
            weight_square: visits,
            utility,
            utility_square: utility * utility + deviation * deviation,
            bonus: 0.0,
        }
    }

    fn context(total: f64) -> PuctContext {
        PuctContext { explore: total.sqrt(), unvisited: 0.0, total }
    }

    #[test]
    fn visits_that_were_not_deserved_are_taken_back() {
        let settings = PuctSettings { min_visit_prop_for_lcb: 2.0, ..PuctSettings::default() };
        let moves =
            [children(100.0, 0.5, 0.2, 0.1), children(60.0, 0.3, -0.4, 0.1), children(10.0, 0.05, 0.2, 0.1)];
        let selections = play_selection(&moves, &context(170.0), &settings);
        // The first reaches √170 · 0.5 / 101 + 0.2; the second would have reached that with this weight.
        let reached = 170f64.sqrt() * 0.5 / 101.0 + 0.2;
        let deserved = 170f64.sqrt() * 0.3 / (reached + 0.4) - 1.0;
        assert_eq!(selections[0].value, 100.0);
        assert_eq!(selections[1].value, deserved.ceil());
        assert_eq!(selections[2].value, 10.0, "it has less than it deserves");
    }

    #[test]
    fn a_surer_move_is_played_before_a_more_visited_one() {
        let settings = PuctSettings::default();
        let moves =
            [children(100.0, 0.5, 0.1, 0.2), children(60.0, 0.3, 0.3, 0.2), children(9.0, 0.05, 0.9, 0.0)];
        let selections = play_selection(&moves, &context(170.0), &settings);
        assert!(selections[1].value > selections[0].value, "{selections:?}");
        assert!(selections[2].value <= 9.0, "too few visits to be raised");
        // By hand: the excess over the first, and the factor squared.
        let excess = selections[1].bound - selections[0].bound;
        let factor = (selections[0].radius + excess) / (selections[0].radius + 0.2 * excess);
        assert!((selections[1].value - factor * factor * 100.0).abs() < 1e-9);
    }

    #[test]
    fn bounds_narrow_with_visits() {
        let settings = PuctSettings::default();
        let radius = |visits| lower_bound(&children(visits, 0.1, 0.0, 0.2), &settings).1;
        assert!(radius(1.0) > radius(4.0) && radius(4.0) > radius(100.0));
        // Many visits: five standard errors of the mean.
        assert!((radius(10_000.0) - 5.0 * 0.2 / 100.0).abs() < 1e-4);
        // One visit: the deviation seen and the largest possible one, half each, over an effective one.
        let one = 5.0 * f64::sqrt((0.04 + 0.04 + 1.96) / 2.0 / (4.0 / 2.0));
        assert!((radius(1.0) - one).abs() < 1e-6, "{} {one}", radius(1.0));
        assert!((lower_bound(&children(0.0, 0.1, 0.0, 0.0), &settings).1 - 14.0).abs() < 1e-5);
    }
}
