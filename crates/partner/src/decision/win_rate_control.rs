//! Keeping a game close by win rates, with natural moves.
//!
//! The rules of Shi, Fan, Li, Hsueh and Ikeda (Position Control and Production of Various Strategies for Game of Go Using
//! Deep Learning Methods, 2021), after Ikeda and Viennot. What they call natural is the policy, with method B the weighted
//! policy p′.

use super::chain::{Chain, Rule, Ruling, Scene, highest, places};
use super::table::{DecisionTable, Row, RuleName};
use super::temperature::PassBySearch;
use crate::settings::ControlSettings;

/// The paper's rule of choice: (1) a move that is much better than the others is played; (2) who is behind plays the best
/// move; (3) in an even game the most natural good move is played; (4) who is ahead gives something back.
pub(crate) fn win_rate_chain(control: &ControlSettings) -> Chain {
    let even = Even { behind_below: control.behind_below, ahead_above: control.ahead_above };
    vec![
        Box::new(PassBySearch),
        Box::new(MinVisits { share: control.min_visit_prop }),
        Box::new(OnlyGoodMove { gap: control.best_gap }),
        Box::new(Behind { below: control.behind_below }),
        Box::new(NotLow { even, max_loss: control.even_max_loss }),
        Box::new(MostNatural { even }),
        Box::new(Natural { gentleness: control.gentleness }),
        Box::new(GivesBack { naturalness: control.naturalness }),
        Box::new(HighestScore(RuleName::GivesBack)),
    ]
}

/// The paper's naive player: the win rate nearest to one half, whatever the move looks like.
pub(crate) fn nearest_chain(control: &ControlSettings) -> Chain {
    let share = control.min_visit_prop;
    vec![Box::new(PassBySearch), Box::new(MinVisits { share }), Box::new(NearestEven)]
}

/// The place and win rate of m₁, the best of the kept moves.
fn best(table: &DecisionTable) -> Option<(usize, f32)> {
    let place = highest(table, |row| f64::from(row.win_rate.of(table.side)))?;
    Some((place, table.rows[place].win_rate.of(table.side)))
}

/// Method A: win rates after a few visits are not reliable. The paper drops candidates with fewer than 100 of 16,000.
pub(crate) struct MinVisits {
    pub share: f32,
}

impl Rule for MinVisits {
    fn name(&self) -> RuleName {
        RuleName::MinVisits
    }

    fn apply(&self, table: &DecisionTable, scene: &Scene) -> Ruling {
        let least = f64::from(self.share) * scene.visits as f64;
        Ruling::Drop(places(table, |row| (row.visits as f64) < least))
    }
}

struct OnlyGoodMove {
    gap: f32,
}

impl Rule for OnlyGoodMove {
    fn name(&self) -> RuleName {
        RuleName::OnlyGoodMove
    }

    fn apply(&self, table: &DecisionTable, _: &Scene) -> Ruling {
        let Some((place, rate)) = best(table) else { return Ruling::Nothing };
        let others = table.kept().filter(|(other, _)| *other != place);
        let far_above = |row: &Row| rate - row.win_rate.of(table.side) > self.gap;
        if others.into_iter().all(|(_, row)| far_above(row)) {
            Ruling::Choose(place)
        } else {
            Ruling::Nothing
        }
    }
}

struct Behind {
    below: f32,
}

impl Rule for Behind {
    fn name(&self) -> RuleName {
        RuleName::Behind
    }

    fn apply(&self, table: &DecisionTable, _: &Scene) -> Ruling {
        match best(table) {
            Some((place, rate)) if rate < self.below => Ruling::Choose(place),
            _ => Ruling::Nothing,
        }
    }
}

/// When a game counts as even.
#[derive(Clone, Copy)]
struct Even {
    behind_below: f32,
    ahead_above: f32,
}

impl Even {
    fn holds(&self, rate: f32) -> bool {
        (self.behind_below..=self.ahead_above).contains(&rate)
    }
}

struct NotLow {
    even: Even,
    max_loss: f32,
}

impl Rule for NotLow {
    fn name(&self) -> RuleName {
        RuleName::NotLow
    }

    fn apply(&self, table: &DecisionTable, _: &Scene) -> Ruling {
        match best(table) {
            Some((_, rate)) if self.even.holds(rate) => {
                Ruling::Drop(places(table, |row| row.win_rate.of(table.side) < rate - self.max_loss))
            }
            _ => Ruling::Nothing,
        }
    }
}

struct MostNatural {
    even: Even,
}

impl Rule for MostNatural {
    fn name(&self) -> RuleName {
        RuleName::MostNatural
    }

    fn apply(&self, table: &DecisionTable, _: &Scene) -> Ruling {
        match best(table) {
            Some((_, rate)) if self.even.holds(rate) => {
                highest(table, |row| f64::from(row.weighted_policy)).map_or(Ruling::Nothing, Ruling::Choose)
            }
            _ => Ruling::Nothing,
        }
    }
}

/// The likelier a move, the more win rate it may give back: pairs of the loss, for c = 1, and the policy.
const ALLOWED: [(f32, f32); 4] = [(0.03, 0.05), (0.04, 0.10), (0.06, 0.20), (0.08, 0.40)];

/// Keeps M⁺: the best move, and moves that are natural for what they lose.
struct Natural {
    gentleness: f32,
}

impl Natural {
    fn allows(&self, loss: f32, policy: f32) -> bool {
        ALLOWED.iter().any(|(most, least)| loss < most * self.gentleness && policy > *least)
    }
}

impl Rule for Natural {
    fn name(&self) -> RuleName {
        RuleName::Natural
    }

    fn apply(&self, table: &DecisionTable, _: &Scene) -> Ruling {
        let Some((best, rate)) = best(table) else { return Ruling::Nothing };
        let is_dropped = |(place, row): &(usize, &Row)| {
            *place != best && !self.allows(rate - row.win_rate.of(table.side), row.weighted_policy)
        };
        Ruling::Drop(table.kept().filter(is_dropped).map(|(place, _)| place).collect())
    }
}

/// The lowest w − α·p is the best to give something back with. Without method C α is 0.
struct GivesBack {
    naturalness: f32,
}

impl Rule for GivesBack {
    fn name(&self) -> RuleName {
        RuleName::GivesBack
    }

    fn apply(&self, table: &DecisionTable, _: &Scene) -> Ruling {
        let score = |row: &Row| {
            f64::from(self.naturalness * row.weighted_policy) - f64::from(row.win_rate.of(table.side))
        };
        Ruling::Weigh(table.rows.iter().map(score).collect())
    }
}

/// Chooses the move with the highest score.
pub(crate) struct HighestScore(pub RuleName);

impl Rule for HighestScore {
    fn name(&self) -> RuleName {
        self.0
    }

    fn apply(&self, table: &DecisionTable, _: &Scene) -> Ruling {
        highest(table, |row| row.score).map_or(Ruling::Nothing, Ruling::Choose)
    }
}

struct NearestEven;

impl Rule for NearestEven {
    fn name(&self) -> RuleName {
        RuleName::NearestEven
    }

    fn apply(&self, table: &DecisionTable, _: &Scene) -> Ruling {
        let distance = |row: &Row| f64::from((row.win_rate.of(table.side) - 0.5).abs());
        highest(table, |row| -distance(row)).map_or(Ruling::Nothing, Ruling::Choose)
    }
}

#[cfg(test)]
mod tests;
