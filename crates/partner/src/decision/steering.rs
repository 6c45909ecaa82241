//! Steering a game towards a result with moves that people would play.
//!
//! What is natural is the policy of people of the opponent's rank together with the evaluator's own. The aim is a lead,
//! and how far a game may be from it shrinks with the spread of the final score: early in a game, ten points are soon won
//! back, and in the last endgame half a point is not.

use super::chain::{Chain, Rule, Ruling, Scene, highest, places};
use super::table::{DecisionTable, Row, RuleName};
use super::temperature::PassBySearch;
use super::win_rate_control::MinVisits;
use crate::settings::Steering;

mod aim;
mod ladder;

pub(crate) use aim::{Results, SteeringScene};
use ladder::Ladder;

/// The rules, in their order.
pub(crate) fn steering_chain(steering: &Steering, min_visit_prop: f32, scene: &SteeringScene) -> Chain {
    let enough = scene.aim(steering) - steering.min_tolerance;
    vec![
        Box::new(PassBySearch),
        Box::new(MinVisits { share: min_visit_prop }),
        Box::new(Ladder { believed: steering.second_look }),
        Box::new(Unnatural { below: steering.min_policy, enough }),
        Box::new(Blunder { most: steering.max_point_loss, first: FIRST_CHOICES, enough }),
        Box::new(Steers { steering: *steering, aim: scene.aim(steering), spread: scene.spread }),
        Box::new(DrawsByScore { temperature: steering.temperature }),
    ]
}

/// Mistakes among the moves that people play most are natural; this is how many of them count as that.
const FIRST_CHOICES: usize = 5;

/// How natural a move is, as a logarithm.
fn naturalness(row: &Row) -> f32 {
    let log = |p: f32| p.max(1e-6).ln();
    match row.human_policy {
        Some(people) => 0.5 * (log(people) + log(row.policy)),
        None => log(row.policy),
    }
}

/// Drops what hardly anybody would play, unless nothing else is enough. Then the best move is kept: what was given back
/// must not cost more than was meant.
struct Unnatural {
    below: f32,
    enough: f32,
}

impl Rule for Unnatural {
    fn name(&self) -> RuleName {
        RuleName::Unnatural
    }

    fn apply(&self, table: &DecisionTable, _: &Scene) -> Ruling {
        let least = self.below.max(1e-6).ln();
        let lead = |row: &Row| row.lead.of(table.side);
        let natural = table.kept().filter(|(_, row)| naturalness(row) >= least);
        let is_enough = natural.map(|(_, row)| lead(row)).fold(f32::NEG_INFINITY, f32::max) >= self.enough;
        let best = highest(table, |row| f64::from(lead(row))).filter(|_| !is_enough);
        let spared = best.map(|place| table.rows[place].mv);
        Ruling::Drop(places(table, |row| naturalness(row) < least && spared != Some(row.mv)))
    }
}

/// Drops moves that lose much, except for those that look good at first sight and leave enough.
struct Blunder {
    most: f32,
    first: usize,
    enough: f32,
}

impl Rule for Blunder {
    fn name(&self) -> RuleName {
        RuleName::LosesPoints
    }

    fn apply(&self, table: &DecisionTable, _: &Scene) -> Ruling {
        let lead = |row: &Row| row.lead.of(table.side);
        let natural = table.kept().map(|(_, row)| lead(row)).fold(f32::NEG_INFINITY, f32::max);
        let best = table.rows.first().map_or(natural, |preferred| natural.max(lead(preferred)));
        let liked = |row: &Row| row.human_policy.unwrap_or(row.policy);
        let likelier = |row: &Row| table.rows.iter().filter(|other| liked(other) > liked(row)).count();
        Ruling::Drop(places(table, |row| {
            let lost = best - lead(row);
            lost > self.most && (likelier(row) >= self.first || lead(row) < self.enough)
        }))
    }
}

/// Scores moves: how natural they are, and how near they keep the game to the aim.
struct Steers {
    steering: Steering,
    aim: f32,
    spread: f32,
}

impl Steers {
    fn score(&self, naturalness: f32, lead: f32) -> f64 {
        let away = lead - self.aim;
        let tolerance =
            if away > 0.0 { self.steering.tolerance_ahead } else { self.steering.tolerance_behind };
        let tolerance = (tolerance * self.spread).max(self.steering.min_tolerance);
        f64::from(naturalness - 0.5 * (away / tolerance).powi(2))
    }
}

impl Rule for Steers {
    fn name(&self) -> RuleName {
        RuleName::Steers
    }

    fn apply(&self, table: &DecisionTable, _: &Scene) -> Ruling {
        // A character chooses among natural moves, and makes none of the others natural.
        let liked = |row: &Row| naturalness(row) + row.weight().ln();
        let score = |row: &Row| self.score(liked(row), row.lead.of(table.side));
        Ruling::Weigh(table.rows.iter().map(score).collect())
    }
}

/// Draws a move, e times less often for every step of the temperature that its score is lower.
struct DrawsByScore {
    temperature: f32,
}

impl Rule for DrawsByScore {
    fn name(&self) -> RuleName {
        RuleName::Steers
    }

    fn apply(&self, table: &DecisionTable, scene: &Scene) -> Ruling {
        let most = table.kept().map(|(_, row)| row.score).fold(f64::NEG_INFINITY, f64::max);
        let temperature = f64::from(self.temperature).max(1e-3);
        let weight = |row: &Row| ((row.score - most) / temperature).exp();
        let all: f64 = table.kept().map(|(_, row)| weight(row)).sum();
        let mut point = scene.chance * all;
        let drawn = table.kept().find(|(_, row)| {
            point -= weight(row);
            point < 0.0
        });
        drawn.or(table.kept().next()).map_or(Ruling::Nothing, |(place, _)| Ruling::Choose(place))
    }
}

#[cfg(test)]
mod tests;
