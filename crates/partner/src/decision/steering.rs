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
use board::Move;
use evaluation::Lead;

mod aim;
mod ladder;
mod naturalness;

use aim::{Aim, Wanted, strictness};
pub(crate) use aim::{Results, SteeringScene};
use ladder::Ladder;
use naturalness::{is_natural, likelihood, naturalness};

/// The rules, in their order.
pub(crate) fn steering_chain(steering: &Steering, min_visit_prop: f32, scene: &SteeringScene) -> Chain {
    let strictness = strictness(scene.side);
    let aim = scene.aim(steering);
    // A win by a few points more is better than odd moves.
    let ahead = if aim.wanted == Wanted::Win { 1.0 } else { strictness };
    let course = Course {
        steering: Steering {
            strong_weight: steering.strong_weight * strong_share(scene.drift),
            tolerance: steering.tolerance / ahead,
            tolerance_short: steering.tolerance_short / strictness,
            patience: steering.patience * strictness,
            ..*steering
        },
        aim,
        spread: scene.tolerated_spread(),
        side: scene.side,
    };
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
const TOO_FAR: f32 = 0.5;
/// How often the best reply is found even by those who would rarely play it: some opponents are no people.
const SEEN_TO_WIN: f32 = 0.5;
const SEEN_TO_LOSE: f32 = 0.08;
/// What is natural enough, as a share of what usually is, when no move that is more natural would do.
const LAST_RESORT: f32 = 0.25;

/// Opponents whose moves lose more than this many points get a partner that cares less what a strong player would play. What
/// they lose can be given back only with moves that no strong player makes.
const STRONG_ENOUGH: f32 = 1.7;

/// How much of its usual weight a strong player's view has.
fn strong_share(drift: f32) -> f32 {
    STRONG_ENOUGH / drift.max(STRONG_ENOUGH)
}

/// A lead of this many points for each line of the board is not given back any more: hardly a game came back from there,
/// and what was tried looked odd. Who practises endgames is there for an even result, however odd.
const DECIDED_LEAD: f32 = 3.0;

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

    /// Whether a move wins what is not to be won: it leaves a game that is to be lost less than half lost, or one that is to
    /// be even won.
    fn wins_unwanted(&self, table: &DecisionTable, row: &Row) -> bool {
        let Steering { tolerance, tolerance_short, min_tolerance, .. } = self.steering;
        let most = match self.aim.wanted {
            Wanted::Win => return false,
            Wanted::Lose => 0.5 * self.aim.result + tolerance_short * self.spread,
            Wanted::Even => self.aim.result + (tolerance * self.spread).max(min_tolerance),
        };
        self.aim.after(row.lead.of(table.side), row.mistake) > most
    }

    /// What a move is expected to cost: the mean over what people would reply, if that is known. A move that wins a lot or
    /// loses a lot, as the opponent sees it or not, is not as good as one after which the game is near the aim either way.
    fn expected_cost(&self, table: &DecisionTable, row: &Row) -> f32 {
        let lead = row.lead.of(table.side);
        let punished = self.cost(self.aim.away(lead, row.mistake.map(|_| 0.0)));
        if row.replies.is_empty() {
            return punished;
        }
        let reply = |(p, lead): &(f32, Lead)| p * self.cost(lead.of(table.side) - self.aim.after_reply);
        let seen = match self.aim.wanted {
            Wanted::Lose => SEEN_TO_LOSE,
            Wanted::Win => SEEN_TO_WIN,
            Wanted::Even => 1.0,
        };
        seen * punished + (1.0 - seen) * row.replies.iter().map(reply).sum::<f32>()
    }

    /// What being away from the aim costs. It costs more towards the other result.
    fn cost(&self, away: f32) -> f32 {
        let Steering { tolerance, tolerance_short, min_tolerance, .. } = self.steering;
        let farthest = match self.aim.wanted {
            Wanted::Even => f32::INFINITY,
            // On the smallest boards the aim itself may be beyond that.
            Wanted::Win | Wanted::Lose => (DECIDED_LEAD * self.side as f32 - self.aim.after_reply).max(0.0),
        };
        let away = away.min(farthest);
        let is_short = match self.aim.wanted {
            Wanted::Win => away < 0.0,
            Wanted::Lose => away > 0.0,
            Wanted::Even => false,
        };
        let tolerance = if is_short { tolerance_short } else { tolerance };
        let allowed = (tolerance * self.spread).max(min_tolerance);
        // Small gifts are as odd as large ones, so it is better to make few: as long as much is open, who is to lose may be
        // too far behind.
        let loses_by_more = self.aim.wanted == Wanted::Lose && !is_short;
        let free = if loses_by_more { allowed - min_tolerance } else { 0.0 };
        let far = (away.abs() - free).max(0.0) / allowed;
        // What is given back may wait for a move that gives back much; what is missing to win may not.
        let is_missing = self.aim.wanted == Wanted::Win && away < 0.0;
        let patience = if is_missing { f32::INFINITY } else { self.steering.patience };
        if far < patience { 0.5 * far * far } else { patience * (far - 0.5 * patience) }
    }
}

/// Drops what hardly anybody would play, unless nothing else will do. Where nothing natural leaves enough, the best move
/// will: what was given back must not cost more than was meant. Where everything natural wins what is not to be won, it is
/// the most natural of the moves that do not.
struct Unnatural(Course);

impl Unnatural {
    /// The unnatural move that may be played all the same.
    fn spared(&self, table: &DecisionTable, natural: &[&Row]) -> Option<Move> {
        let course = &self.0;
        let place = if !natural.iter().any(|row| course.is_enough(table, row)) {
            highest(table, |row| f64::from(row.lead.of(table.side)))
        } else if natural.iter().all(|row| course.wins_unwanted(table, row)) {
            let least = (LAST_RESORT * course.steering.min_policy).max(1e-6).ln();
            let will_do = |row: &Row| likelihood(row) >= least && !course.wins_unwanted(table, row);
            let value = |row: &Row| if will_do(row) { likelihood(row) } else { f32::NEG_INFINITY };
            highest(table, |row| f64::from(value(row))).filter(|place| will_do(&table.rows[*place]))
        } else {
            None
        };
        place.map(|place| table.rows[place].mv)
    }
}

impl Rule for Unnatural {
    fn name(&self) -> RuleName {
        RuleName::Unnatural
    }

    fn apply(&self, table: &DecisionTable, _: &Scene) -> Ruling {
        let is_natural = |row: &Row| is_natural(row, self.0.steering.min_policy);
        let natural: Vec<&Row> = table.kept().map(|(_, row)| row).filter(|row| is_natural(row)).collect();
        let spared = self.spared(table, &natural);
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
        let away = |row: &Row| course.aim.away(lead(row), row.mistake);
        let others = table.kept().filter(|(_, row)| !is_large(row)).map(|(_, row)| away(row));
        let farthest = others.fold(f32::INFINITY, f32::min).min(TOO_FAR * course.side as f32);
        let is_welcome = |row: &Row| match course.aim.wanted {
            Wanted::Lose => all_others_win && away(row) >= -farthest,
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
        let score = |(row, natural): (&Row, f32)| f64::from(natural - self.0.expected_cost(table, row));
        let natural = naturalness(table, self.0.steering.strong_weight);
        Ruling::Weigh(table.rows.iter().zip(natural).map(score).collect())
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
