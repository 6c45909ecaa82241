//! Choosing a move as an ordered chain of small rules, each with a name.
//!
//! A rule looks at the candidates that earlier rules have kept. It drops some, weighs them, chooses one, or has nothing to
//! say. The first rule that chooses ends the chain; if none does, the search's preference among the kept moves is played.
//! The [table](super::table::DecisionTable) keeps what each rule did.

use board::Position;

use super::table::{DecisionTable, Row, RuleName};

/// What rules may look at besides the candidates.
pub(crate) struct Scene<'a> {
    /// The position, with the side that decides to move.
    pub position: &'a Position,
    /// Visits of the whole search.
    pub visits: u64,
    /// The standard deviation of the final score, in points.
    pub spread: f32,
    /// From 0 to 1, for rules that draw: the same seed and position give the same number.
    pub chance: f64,
}

/// What a rule does. Candidates are named by their places in the table.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Ruling {
    Nothing,
    Drop(Vec<usize>),
    /// A score for every row; what was dropped is not looked at.
    Weigh(Vec<f64>),
    Choose(usize),
}

pub(crate) trait Rule {
    fn name(&self) -> RuleName;

    fn apply(&self, table: &DecisionTable, scene: &Scene) -> Ruling;
}

/// Rules in the order in which they are asked.
pub(crate) type Chain = Vec<Box<dyn Rule>>;

/// Asks the rules in turn. The table then has a chosen row, unless it has no rows.
pub(crate) fn run(chain: &[Box<dyn Rule>], table: &mut DecisionTable, scene: &Scene) {
    for rule in chain {
        match rule.apply(table, scene) {
            Ruling::Nothing => {}
            Ruling::Drop(places) => table.drop(&places, rule.name()),
            Ruling::Weigh(scores) => {
                table.rows.iter_mut().zip(scores).for_each(|(row, score)| row.score = score);
            }
            Ruling::Choose(place) => return table.choose(place, rule.name()),
        }
    }
    let first = table.kept().next().map(|(place, _)| place);
    first.into_iter().for_each(|place| table.choose(place, RuleName::MostVisited));
}

/// The kept row with the highest value; the first of equals.
pub(crate) fn highest(table: &DecisionTable, value: impl Fn(&Row) -> f64) -> Option<usize> {
    let mut best: Option<(usize, f64)> = None;
    for (place, row) in table.kept() {
        let value = value(row);
        if best.is_none_or(|(_, most)| value > most) {
            best = Some((place, value));
        }
    }
    best.map(|(place, _)| place)
}

/// The places of kept rows that fulfil a condition.
pub(crate) fn places(table: &DecisionTable, condition: impl Fn(&Row) -> bool) -> Vec<usize> {
    table.kept().filter(|(_, row)| condition(row)).map(|(place, _)| place).collect()
}
