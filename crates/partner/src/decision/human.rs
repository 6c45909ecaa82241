//! The choice of a move as people would make it.
//!
//! KataGo's formula: people's policy, shifted away from moves that the search has seen to lose, is averaged into the
//! search's play selection values.

use board::{Move, Position};
use network::RawOutputs;
use search::{Candidate, Snapshot, symmetries_of};

use super::temperature::prune;
use crate::settings::{HumanSettings, Temperature};

/// Averages people's policy into the play selection values of the candidates, and puts those in their order.
pub fn blend(snapshot: &mut Snapshot, human: &RawOutputs, position: &Position, settings: &HumanSettings) {
    let side = snapshot.to_move;
    let probability = |mv: Move| human.prior_of(position.size(), mv);
    let utilities: Vec<f64> =
        snapshot.candidates.iter().filter(|c| c.visits > 0).map(|c| f64::from(c.utility.of(side))).collect();
    // Moves that were not searched are as good as the searched ones on average.
    let mean = utilities.iter().sum::<f64>() / utilities.len().max(1) as f64;
    let most = utilities.iter().copied().fold(mean, f64::max);
    let lambda = f64::from(settings.chosen_move_pikl_lambda).max(f64::MIN_POSITIVE);
    let shifted = |c: &Candidate| {
        let utility = if c.visits > 0 { f64::from(c.utility.of(side)) } else { mean };
        f64::from(probability(c.mv)) * ((utility - most) / lambda).exp()
    };
    let mut policy: Vec<f64> = snapshot.candidates.iter().map(shifted).collect();
    let values: Vec<f64> = snapshot.candidates.iter().map(|c| f64::from(c.play_selection_value)).collect();
    let (total, sum) = (values.iter().sum::<f64>(), policy.iter().sum::<f64>());
    if !(sum > 0.0 && total > 0.0) {
        return;
    }
    policy.iter_mut().for_each(|share| *share /= sum);
    if settings.chosen_move_ignore_pass {
        let pass = snapshot.candidates.iter().position(|c| c.mv == Move::Pass);
        let passes = |shares: &[f64]| pass.and_then(|i| shares.get(i)).copied().unwrap_or(0.0);
        let (played, people_pass) = (1.0 - passes(&values) / total, passes(&policy));
        if people_pass < 1.0 {
            policy.iter_mut().for_each(|share| *share *= played / (1.0 - people_pass));
            if let Some(share) = pass.and_then(|i| policy.get_mut(i)) {
                *share = 1.0 - played;
            }
        }
    }
    let prop = f64::from(settings.chosen_move_prop);
    for ((c, value), share) in snapshot.candidates.iter_mut().zip(values).zip(policy) {
        c.play_selection_value = (value + prop * (total * share - value)) as f32;
    }
    snapshot.candidates.sort_by(|a, b| b.play_selection_value.total_cmp(&a.play_selection_value));
}

/// The same for a move that is played: people may also choose a move that was never searched. If no visit counts,
/// the evaluator's policy is the search's choice.
pub(crate) fn blend_to_play(
    snapshot: &mut Snapshot,
    human: &RawOutputs,
    position: &Position,
    settings: &HumanSettings,
    temperature: &Temperature,
    folds: bool,
) {
    if snapshot.candidates.is_empty() {
        let moves = snapshot.priors.iter().map(|(mv, _)| snapshot.unvisited(*mv));
        snapshot.candidates = moves.collect();
    }
    if snapshot.candidates.iter().all(|c| c.play_selection_value <= 0.0) {
        snapshot.candidates.iter_mut().for_each(|c| c.play_selection_value = c.prior);
    }
    prune(snapshot, temperature);
    let symmetries = if folds { symmetries_of(position) } else { Vec::new() };
    for (mv, _) in human.priors(position.size()) {
        let mut images = symmetries.iter().map(|symmetry| symmetry.apply_move(mv, position.size()));
        if snapshot.candidate(mv).is_none() && images.all(|image| snapshot.candidate(image).is_none()) {
            snapshot.candidates.push(snapshot.unvisited(mv));
        }
    }
    blend(snapshot, human, position, settings);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{position, shares, snapshot};
    use board::Colour;

    const EMPTY: [&str; 5] = ["....."; 5];

    /// People play B2 six times of ten, C3 three times, and pass else.
    fn people() -> RawOutputs {
        let mut policy = vec![Some(0.0); 25];
        (policy[16], policy[12]) = (Some(0.6), Some(0.3));
        RawOutputs { policy, policy_pass: 0.1, ..RawOutputs::blank() }
    }

    fn values(moves: &[(&str, u64, f32)], settings: HumanSettings) -> Vec<(String, f32)> {
        let p = position(&EMPTY, Colour::Black);
        let mut v = snapshot(&p, moves, shares(&EMPTY));
        let temperature = Temperature { prune: 0.0, ..Temperature::default() };
        blend_to_play(&mut v, &people(), &p, &settings, &temperature, false);
        let total: f32 = v.candidates.iter().map(|c| c.play_selection_value).sum();
        let shown = v.candidates.iter().filter(|c| c.play_selection_value > 1e-6 * total);
        shown.map(|c| (c.mv.to_string(), c.play_selection_value / total)).collect()
    }

    fn close(got: &[(String, f32)], expected: &[(&str, f32)]) {
        let same = got.iter().zip(expected).all(|(a, b)| a.0 == b.0 && (a.1 - b.1).abs() < 1e-4);
        assert!(same && got.len() == expected.len(), "{got:?}, not {expected:?}");
    }

    const SEARCHED: [(&str, u64, f32); 2] = [("C3", 75, 0.6), ("D3", 25, 0.5)];

    #[test]
    fn people_decide_alone_or_with_the_search() {
        let alone = HumanSettings { chosen_move_prop: 1.0, ..HumanSettings::default() };
        close(&values(&SEARCHED, alone), &[("B2", 0.6), ("C3", 0.3), ("pass", 0.1)]);
        let half = HumanSettings { chosen_move_prop: 0.5, ..alone };
        close(&values(&SEARCHED, half), &[("C3", 0.525), ("B2", 0.3), ("D3", 0.125), ("pass", 0.05)]);
    }

    #[test]
    fn moves_that_lose_become_rarer() {
        let settings =
            HumanSettings { chosen_move_prop: 1.0, chosen_move_pikl_lambda: 0.1, ..HumanSettings::default() };
        // Utilities are 0.2 and 0; what was not searched is between them.
        let rarer = (-1f32).exp();
        let total = 0.3 + 0.7 * rarer;
        let expected = [("C3", 0.3 / total), ("B2", 0.6 * rarer / total), ("pass", 0.1 * rarer / total)];
        close(&values(&SEARCHED, settings), &expected);
        let strict = HumanSettings { chosen_move_pikl_lambda: 0.0, ..settings };
        close(&values(&SEARCHED, strict), &[("C3", 1.0)]);
    }

    #[test]
    fn passing_may_be_left_to_the_search() {
        let settings = HumanSettings {
            chosen_move_prop: 1.0,
            chosen_move_ignore_pass: true,
            ..HumanSettings::default()
        };
        close(&values(&SEARCHED, settings), &[("B2", 2.0 / 3.0), ("C3", 1.0 / 3.0)]);
        let half = [("pass", 50, 0.6), ("C3", 50, 0.5)];
        close(&values(&half, settings), &[("pass", 0.5), ("B2", 1.0 / 3.0), ("C3", 1.0 / 6.0)]);
    }

    #[test]
    fn without_a_search_the_policy_stands_for_it() {
        let settings = HumanSettings { chosen_move_prop: 0.5, ..HumanSettings::default() };
        let p = position(&EMPTY, Colour::Black);
        let mut v = snapshot(&p, &[], shares(&EMPTY));
        v.priors = vec![(Move::Pass, 0.2), (Move::parse("D4", p.size()).unwrap(), 0.8)];
        blend_to_play(&mut v, &people(), &p, &settings, &Temperature::default(), false);
        assert_eq!(v.best().to_string(), "D4");
        assert!((v.candidates[0].play_selection_value - 0.4).abs() < 1e-6);
    }

    #[test]
    fn mirror_images_of_searched_moves_are_not_added() {
        let p = position(&EMPTY, Colour::Black);
        let settings = HumanSettings { chosen_move_prop: 1.0, ..HumanSettings::default() };
        let mut v = snapshot(&p, &[("B2", 10, 0.5)], shares(&EMPTY));
        blend_to_play(&mut v, &people(), &p, &settings, &Temperature::default(), true);
        // Six kinds of points on an empty 5×5 board, and the pass.
        assert_eq!(v.candidates.len(), 7);
        assert_eq!(v.best().to_string(), "B2");
    }
}
