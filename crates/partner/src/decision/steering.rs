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

use aim::{Aim, Wanted};
pub(crate) use aim::{Results, SteeringScene};
use ladder::Ladder;

/// The rules, in their order.
pub(crate) fn steering_chain(steering: &Steering, min_visit_prop: f32, scene: &SteeringScene) -> Chain {
    let course =
        Course { steering: *steering, aim: scene.aim(steering), spread: scene.spread, side: scene.side };
    vec![
        Box::new(PassBySearch),
        Box::new(MinVisits { share: min_visit_prop }),
        Box::new(Ladder { believed: steering.second_look / 2 }),
        Box::new(Unnatural(course)),
        Box::new(Blunder(course)),
        Box::new(Steers(course)),
        Box::new(DrawsByScore { temperature: steering.temperature }),
    ]
}

/// Mistakes among the moves that people play most are natural; this is how many of them count as that.
const FIRST_CHOICES: usize = 5;
/// By how many points for each line of the board a large mistake may go beyond the aim. A game that can only be lost by more
/// is won.
const TOO_FAR: f32 = 1.5;
/// What is natural enough, as a share of what usually is, when no move that is more natural would do.
const LAST_RESORT: f32 = 0.1;

/// How natural a move is, as a logarithm.
fn naturalness(row: &Row) -> f32 {
    let log = |p: f32| p.max(1e-6).ln();
    match row.human_policy {
        Some(people) => 0.5 * (log(people) + log(row.policy)),
        None => log(row.policy),
    }
}

/// Where a game has to go, and how exactly.
#[derive(Clone, Copy)]
struct Course {
    steering: Steering,
    aim: Aim,
    spread: f32,
    side: usize,
}

impl Course {
    /// Whether a move leaves enough to win, or to be even.
    fn is_enough(&self, table: &DecisionTable, row: &Row) -> bool {
        row.lead.of(table.side) >= self.aim.lead() - self.steering.min_tolerance
    }

    /// Whether a game that is to be lost is likely to be won after a move: it is not even half lost.
    fn wins_unwanted(&self, table: &DecisionTable, row: &Row) -> bool {
        let after = self.aim.after(row.lead.of(table.side), row.mistake);
        let half_lost = 0.5 * self.aim.result + self.steering.tolerance_short * self.spread;
        self.aim.wanted == Wanted::Lose && after > half_lost
    }

    /// What being away from the aim costs. It costs more towards the other result.
    fn cost(&self, away: f32) -> f32 {
        let Steering { tolerance, tolerance_short, min_tolerance, .. } = self.steering;
        let is_short = match self.aim.wanted {
            Wanted::Win => away < 0.0,
            Wanted::Lose => away > 0.0,
            Wanted::Even => false,
        };
        let tolerance = if is_short { tolerance_short } else { tolerance };
        0.5 * (away / (tolerance * self.spread).max(min_tolerance)).powi(2)
    }
}

/// Drops what hardly anybody would play, unless nothing else will do. To win, the best move will: what was given back must
/// not cost more than was meant. To lose, it is the most natural of the moves that do not win.
struct Unnatural(Course);

impl Rule for Unnatural {
    fn name(&self) -> RuleName {
        RuleName::Unnatural
    }

    fn apply(&self, table: &DecisionTable, _: &Scene) -> Ruling {
        let course = &self.0;
        let least = course.steering.min_policy.max(1e-6).ln();
        let is_natural = |row: &Row| naturalness(row) >= least;
        let natural = || table.kept().map(|(_, row)| row).filter(|row| is_natural(row));
        let spared = if course.aim.wanted == Wanted::Lose {
            let will_do =
                |row: &Row| naturalness(row) >= least + LAST_RESORT.ln() && !course.wins_unwanted(table, row);
            let value = |row: &Row| if will_do(row) { naturalness(row) } else { f32::NEG_INFINITY };
            highest(table, |row| f64::from(value(row))).filter(|place| {
                will_do(&table.rows[*place]) && natural().all(|row| course.wins_unwanted(table, row))
            })
        } else {
            highest(table, |row| f64::from(row.lead.of(table.side)))
                .filter(|_| !natural().any(|row| course.is_enough(table, row)))
        };
        let spared = spared.map(|place| table.rows[place].mv);
        Ruling::Drop(places(table, |row| !is_natural(row) && spared != Some(row.mv)))
    }
}

/// Drops moves that lose much, except for those that look good at first sight: to win, if they leave enough, and to lose,
/// if every other move wins.
struct Blunder(Course);

impl Rule for Blunder {
    fn name(&self) -> RuleName {
        RuleName::LosesPoints
    }

    fn apply(&self, table: &DecisionTable, _: &Scene) -> Ruling {
        let course = &self.0;
        let lead = |row: &Row| row.lead.of(table.side);
        let natural = table.kept().map(|(_, row)| lead(row)).fold(f32::NEG_INFINITY, f32::max);
        let best = table.rows.first().map_or(natural, |preferred| natural.max(lead(preferred)));
        let is_large = |row: &Row| best - lead(row) > course.steering.max_point_loss;
        let liked = |row: &Row| row.human_policy.unwrap_or(row.policy);
        let likelier = |row: &Row| table.rows.iter().filter(|other| liked(other) > liked(row)).count();
        let all_others_win = table.kept().all(|(_, row)| is_large(row) || course.wins_unwanted(table, row));
        let is_welcome = |row: &Row| match course.aim.wanted {
            Wanted::Lose => all_others_win && lead(row) >= course.aim.lead() - TOO_FAR * course.side as f32,
            Wanted::Win | Wanted::Even => course.is_enough(table, row),
        };
        Ruling::Drop(places(table, |row| {
            is_large(row) && (likelier(row) >= FIRST_CHOICES || !is_welcome(row))
        }))
    }
}

/// Scores moves: how natural they are, and how near they keep the game to the aim.
struct Steers(Course);

impl Rule for Steers {
    fn name(&self) -> RuleName {
        RuleName::Steers
    }

    fn apply(&self, table: &DecisionTable, _: &Scene) -> Ruling {
        // A character chooses among natural moves, and makes none of the others natural.
        let liked = |row: &Row| naturalness(row) + row.weight().ln();
        let away = |row: &Row| self.0.aim.away(row.lead.of(table.side), row.mistake);
        let score = |row: &Row| f64::from(liked(row) - self.0.cost(away(row)));
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
