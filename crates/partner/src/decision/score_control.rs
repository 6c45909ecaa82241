//! Keeping a game close by the expected score, for endgames.
//!
//! Algorithm 1 of Shi, Fan, Li, Hsueh and Ikeda (2021): half a point may decide the win rate, so it says nothing about how
//! bad a move is. The lead does.

use super::chain::{Chain, Rule, Ruling, Scene, highest, places};
use super::table::{DecisionTable, Row, RuleName};
use super::win_rate_control::HighestScore;
use crate::settings::ScoreControl;

/// The rules of algorithm 1, in its order. A pass is a move like any other here, with its own policy and lead.
pub(crate) fn score_chain(control: &ScoreControl) -> Chain {
    vec![
        Box::new(Likeliest { moves: control.moves }),
        Box::new(Obvious { above: control.obvious_policy }),
        Box::new(Unnatural { below: control.min_policy }),
        Box::new(LosesPoints { most: control.max_point_loss }),
        Box::new(NearestAim(*control)),
        Box::new(HighestScore(RuleName::NearestAim)),
    ]
}

struct Likeliest {
    moves: usize,
}

impl Rule for Likeliest {
    fn name(&self) -> RuleName {
        RuleName::Likeliest
    }

    fn apply(&self, table: &DecisionTable, _: &Scene) -> Ruling {
        let mut kept: Vec<(usize, f32)> = table.kept().map(|(i, row)| (i, row.weighted_policy)).collect();
        kept.sort_by(|a, b| b.1.total_cmp(&a.1));
        Ruling::Drop(kept.into_iter().skip(self.moves).map(|(place, _)| place).collect())
    }
}

struct Obvious {
    above: f32,
}

impl Rule for Obvious {
    fn name(&self) -> RuleName {
        RuleName::Obvious
    }

    fn apply(&self, table: &DecisionTable, _: &Scene) -> Ruling {
        let likeliest = highest(table, |row| f64::from(row.weighted_policy));
        let obvious = likeliest.filter(|place| table.rows[*place].weighted_policy > self.above);
        obvious.map_or(Ruling::Nothing, Ruling::Choose)
    }
}

struct Unnatural {
    below: f32,
}

impl Rule for Unnatural {
    fn name(&self) -> RuleName {
        RuleName::Unnatural
    }

    fn apply(&self, table: &DecisionTable, _: &Scene) -> Ruling {
        Ruling::Drop(places(table, |row| row.weighted_policy < self.below))
    }
}

struct LosesPoints {
    most: f32,
}

impl Rule for LosesPoints {
    fn name(&self) -> RuleName {
        RuleName::LosesPoints
    }

    fn apply(&self, table: &DecisionTable, _: &Scene) -> Ruling {
        let lead = |row: &Row| row.lead.of(table.side);
        let best = table.kept().map(|(_, row)| lead(row)).fold(f32::NEG_INFINITY, f32::max);
        Ruling::Drop(places(table, |row| lead(row) < best - self.most))
    }
}

/// The preference score: the policy within the aim, divided by γ for every point beyond it.
struct NearestAim(ScoreControl);

impl NearestAim {
    fn preference(&self, policy: f32, lead: f32, spread: f32) -> f64 {
        let beyond = (self.0.from - lead).max(lead - self.0.to).max(0.0) / (self.0.spread * spread).max(1.0);
        f64::from(policy) / f64::from(self.0.gamma).powf(f64::from(beyond))
    }
}

impl Rule for NearestAim {
    fn name(&self) -> RuleName {
        RuleName::NearestAim
    }

    fn apply(&self, table: &DecisionTable, scene: &Scene) -> Ruling {
        let score = |row: &Row| self.preference(row.weighted_policy, row.lead.of(table.side), scene.spread);
        Ruling::Weigh(table.rows.iter().map(score).collect())
    }
}

#[cfg(test)]
mod tests;
