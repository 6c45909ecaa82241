//! How natural moves are: to people of the imitated rank, and to a strong player.

use super::super::table::{DecisionTable, Row};

/// How much it counts whether people would play a move.
const PEOPLE: f32 = 0.5;
/// What people play this often is natural, whatever a strong player thinks of it: it is the mistake that people make.
const COMMON: f32 = 0.15;
/// A strong player sees what moves lose, and plays them e times less often for every this many points. Chosen so that what
/// comes of the policy and the leads of small searches is as near as it can be to the policy of a large network.
const POINTS: f32 = 1.5;
/// From here on a move is natural to a strong player, and it does not matter whether another one is more so: what is given
/// back without anybody wondering is given back with such moves.
const NATURAL: f32 = 0.25;
/// Among moves that strong players hardly play, it makes little difference how rare they are. So one that loses much is no
/// odder than one that loses little, and fewer are needed. A mistake is less odd the more people make it.
const ODD: f32 = 0.02;
const ODD_TO_PEOPLE: f32 = 0.1;

fn log(p: f32) -> f32 {
    p.max(1e-6).ln()
}

/// How likely a move is, as a logarithm: the mean of people's policy and the evaluator's.
pub(super) fn likelihood(row: &Row) -> f32 {
    0.5 * (log(row.human_policy.unwrap_or(row.policy)) + log(row.policy))
}

/// Whether a move is one that people make, or likely enough in all.
pub(super) fn is_natural(row: &Row, min_policy: f32) -> bool {
    row.human_policy.unwrap_or(row.policy) >= COMMON || likelihood(row) >= log(min_policy)
}

/// How natural every move of a table is, on a logarithmic scale. A character's weights multiply the policies, and count as
/// much as they do.
pub(super) fn naturalness(table: &DecisionTable, strong_weight: f32) -> Vec<f32> {
    let natural = |(row, strong): (&Row, f32)| {
        let people = row.human_policy.unwrap_or(row.policy);
        let strong = (strong.min(NATURAL) + ODD.max(ODD_TO_PEOPLE * people)).ln();
        PEOPLE * log(people) + strong_weight * strong + (PEOPLE + strong_weight) * row.weight().ln()
    };
    table.rows.iter().zip(strong_policy(table)).map(natural).collect()
}

/// How often a strong player would play each move.
fn strong_policy(table: &DecisionTable) -> Vec<f32> {
    let lead = |row: &Row| row.lead.of(table.side);
    let best = table.rows.first().map_or(0.0, lead);
    let weight = |row: &Row| row.policy * (-(best - lead(row)).max(0.0) / POINTS).exp();
    let weights: Vec<f32> = table.rows.iter().map(weight).collect();
    let all = weights.iter().sum::<f32>().max(1e-6);
    weights.into_iter().map(|weight| weight / all).collect()
}

#[cfg(test)]
mod tests {
    use board::Colour;
    use evaluation::Lead;

    use super::*;
    use crate::testing::{position, shares, snapshot};

    const EMPTY: [&str; 5] = ["....."; 5];

    /// Candidates with lead and policy, which is also that of people.
    fn table(moves: &[(&str, f32, f32)]) -> DecisionTable {
        let plain: Vec<(&str, u64, f32)> = moves.iter().map(|(mv, ..)| (*mv, 100, 0.5)).collect();
        let mut snapshot = snapshot(&position(&EMPTY, Colour::Black), &plain, shares(&EMPTY));
        for (candidate, (_, lead, policy)) in snapshot.candidates.iter_mut().zip(moves) {
            (candidate.lead, candidate.prior) = (Lead::for_side(Colour::Black, *lead), *policy);
        }
        DecisionTable::new(&snapshot, None, None)
    }

    #[test]
    fn strong_players_see_what_moves_lose() {
        let policy = strong_policy(&table(&[("C3", 5.0, 0.5), ("D4", 5.0 - POINTS, 0.5), ("B2", 5.5, 0.0)]));
        let share = 1.0 / (1.0 + (-1f32).exp());
        assert!((policy[0] - share).abs() < 1e-5 && (policy[1] - (1.0 - share)).abs() < 1e-5, "{policy:?}");
        assert_eq!(policy[2], 0.0, "what seems better than the best is not made likelier");
    }

    #[test]
    fn the_mistake_that_people_make_is_natural() {
        let table = table(&[("C3", 5.0, 0.9), ("D4", -9.0, 0.002)]);
        let row = |human_policy| Row { human_policy: Some(human_policy), ..table.rows[1].clone() };
        assert!(is_natural(&row(0.4), 0.04), "one of three people plays it, and the network never would");
        assert!(!is_natural(&row(0.1), 0.04));
        assert!(is_natural(&Row { policy: 0.03, ..row(0.1) }, 0.04), "both would play it now and then");
    }

    #[test]
    fn a_mistake_is_less_odd_the_more_people_make_it() {
        let mut table = table(&[("C3", 5.0, 0.5), ("D4", -9.0, 0.25), ("B2", -9.0, 0.25)]);
        (table.rows[1].human_policy, table.rows[2].human_policy) = (Some(0.7), Some(0.1));
        let natural = naturalness(&table, 1.0);
        assert!(natural[1] - natural[2] > PEOPLE * 7f32.ln() + 1.0, "{natural:?}");
    }

    #[test]
    fn natural_is_natural_and_odd_is_odd() {
        let moves = [("C3", 5.0, 0.3), ("D4", 5.0, 0.29), ("B2", -1.0, 0.2), ("B3", -20.0, 0.2)];
        let natural = naturalness(&table(&moves), 1.0);
        assert!((natural[0] - natural[1]).abs() < 0.1, "{natural:?}");
        assert!(natural[1] - natural[2] > 2.0, "{natural:?}");
        assert!(natural[2] - natural[3] < 0.3, "losing more is hardly odder: {natural:?}");
    }
}
