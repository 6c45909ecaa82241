//! Drawing the move to play by temperature.

use board::{Move, Position, splitmix64};
use search::Snapshot;

use super::chain::{Chain, Rule, Ruling, Scene, places};
use super::table::{DecisionTable, Row, RuleName, Status};
use crate::settings::Temperature;

/// Moves with this share of the best move's play selection value may always be drawn.
const ENOUGH: f32 = 1.0 / 64.0;

/// Temperatures up to this play the best move.
const COLD: f32 = 1e-4;

/// Plays what the search prefers if it is cold; otherwise weighs moves by the search's play selection values.
pub(crate) struct SearchValues(pub Temperature);

impl Rule for SearchValues {
    fn name(&self) -> RuleName {
        RuleName::MostVisited
    }

    fn apply(&self, table: &DecisionTable, scene: &Scene) -> Ruling {
        let cold = self.0.at(scene.position) <= COLD && self.0.only_below_prob >= 1.0;
        let best = table.rows.first().map_or(0.0, |row| row.score as f32);
        if cold || best <= 0.0 {
            return Ruling::Choose(0);
        }
        let least = least_value(best, &self.0);
        let score = |row: &Row| match row.score as f32 {
            value if value > 0.0 && value >= least => f64::from(value / best),
            _ => 0.0,
        };
        Ruling::Weigh(table.rows.iter().map(score).collect())
    }
}

/// Draws one of the moves with probabilities proportional to its score to the power 1 / temperature. Scores above
/// [`Temperature::only_below_prob`] of all are drawn in proportion.
pub(crate) struct Draw {
    pub temperature: Temperature,
    /// What the scores are made of.
    pub by: RuleName,
}

impl Rule for Draw {
    fn name(&self) -> RuleName {
        self.by
    }

    fn apply(&self, table: &DecisionTable, scene: &Scene) -> Ruling {
        let temperature = self.temperature.at(scene.position);
        let only_below_prob = self.temperature.only_below_prob;
        let value = |row: &Row| if row.status == Status::Kept { row.score } else { 0.0 };
        let (best, sum) = table.rows.iter().map(value).fold((0f64, 0.0), |(m, s), x| (m.max(x), s + x));
        if best <= 0.0 {
            return Ruling::Nothing;
        }
        let weights: Vec<f64> = if temperature <= COLD && only_below_prob >= 1.0 {
            table.rows.iter().map(|row| if value(row) >= best { 1.0 } else { 0.0 }).collect()
        } else {
            let from = (f64::from(only_below_prob) * sum / best).clamp(1e-30, 1.0);
            let power = 1.0 / f64::from(temperature.max(COLD));
            let weight = |share: f64| if share > from { share } else { from * (share / from).powf(power) };
            table.rows.iter().map(|row| weight(value(row) / best)).collect()
        };
        let mut left = scene.chance * weights.iter().sum::<f64>();
        let drawn = weights.iter().position(|weight| {
            left -= weight;
            left < 0.0
        });
        drawn.map_or(Ruling::Nothing, Ruling::Choose)
    }
}

/// A pass is neither drawn nor replaced: when to pass is left to the search.
pub(crate) struct PassBySearch;

impl Rule for PassBySearch {
    fn name(&self) -> RuleName {
        RuleName::PassBySearch
    }

    fn apply(&self, table: &DecisionTable, _: &Scene) -> Ruling {
        match table.rows.first() {
            Some(row) if row.mv == Move::Pass => Ruling::Choose(0),
            _ => Ruling::Drop(places(table, |row| row.mv == Move::Pass)),
        }
    }
}

/// The chain that follows the search: its choice, or a draw by temperature.
pub(crate) fn search_chain(temperature: &Temperature) -> Chain {
    let draw = Draw { temperature: temperature.clone(), by: RuleName::Temperature };
    vec![Box::new(PassBySearch), Box::new(SearchValues(temperature.clone())), Box::new(draw)]
}

/// The chain that plays as people do, after their policy has been [blended](super::blend) into the search's values.
pub(crate) fn human_chain(temperature: &Temperature) -> Chain {
    vec![Box::new(Draw { temperature: temperature.clone(), by: RuleName::HumanPolicy })]
}

/// Sets the values of moves that are never drawn to 0.
pub(crate) fn prune(snapshot: &mut Snapshot, settings: &Temperature) {
    let best = snapshot.candidates.iter().map(|c| c.play_selection_value).fold(0.0, f32::max);
    let least = least_value(best, settings);
    for c in snapshot.candidates.iter_mut().filter(|c| c.play_selection_value < least) {
        c.play_selection_value = 0.0;
    }
}

/// The value from which a move is ever drawn.
fn least_value(best: f32, settings: &Temperature) -> f32 {
    settings.prune.min(ENOUGH * best)
}

/// A number from 0 to 1, from the seed and the position.
pub(crate) fn chance(seed: u64, position: &Position) -> f64 {
    let state = seed ^ position.hash() ^ (position.moves().len() as u64).rotate_left(32);
    (splitmix64(state) >> 11) as f64 / (1u64 << 53) as f64
}

/// A number of the standard normal distribution, from two that are uniform between 0 and 1 (Box and Muller).
pub(crate) fn standard_normal(uniform: impl Fn(u64) -> f64) -> f32 {
    let [length, angle] = [1, 2].map(|stream: u64| uniform(stream << 48));
    ((-2.0 * (1.0 - length).ln()).sqrt() * (std::f64::consts::TAU * angle).cos()) as f32
}

impl Temperature {
    /// The temperature of the next move.
    fn at(&self, position: &Position) -> f32 {
        let side = (position.size().points() as f32).sqrt();
        let halves = position.moves().len() as f32 * 19.0 / (side * self.halflife.max(1e-3));
        self.later + (self.early - self.later) * 0.5f32.powf(halves)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::decision::chain::run;
    use crate::testing::{position, shares, snapshot};
    use board::Colour;

    const EMPTY: [&str; 5] = ["....."; 5];

    /// The place of the move that is drawn.
    fn drawn(snapshot: &Snapshot, position: &Position, temperature: &Temperature, chance: f64) -> String {
        let mut table = DecisionTable::new(snapshot, None, None);
        run(
            &search_chain(temperature),
            &mut table,
            &Scene { position, visits: snapshot.visits, spread: 1.0, chance },
        );
        table.chosen().unwrap().mv.to_string()
    }

    #[test]
    fn moves_are_chosen_in_proportion() {
        let p = position(&EMPTY, Colour::Black);
        let temperature = Temperature { early: 1.0, later: 1.0, ..Temperature::default() };
        let mut counts = [0; 3];
        for i in 0..1000 {
            let v = snapshot(
                &p,
                &[("C3", 60, 0.5), ("B3", 30, 0.5), ("pass", 50, 0.5), ("B2", 10, 0.5)],
                shares(&EMPTY),
            );
            let mv = drawn(&v, &p, &temperature, f64::from(i) / 1000.0);
            let place = ["C3", "B3", "B2"].iter().position(|m| mv == *m).unwrap();
            counts[place] += 1;
        }
        assert_eq!(counts, [600, 300, 100]);
    }

    #[test]
    fn nothing_is_left_to_chance_when_it_is_cold_or_over() {
        let p = position(&EMPTY, Colour::Black);
        let best = |moves: &[(&str, u64, f32)], temperature, prune| {
            let v = snapshot(&p, moves, shares(&EMPTY));
            let temperature =
                Temperature { early: temperature, later: temperature, prune, ..Temperature::default() };
            drawn(&v, &p, &temperature, 0.999)
        };
        assert_eq!(best(&[("C3", 60, 0.5), ("B3", 59, 0.5)], 0.0, 1e10), "C3");
        assert_eq!(best(&[("pass", 60, 0.5), ("B3", 59, 0.5)], 1.0, 1.0), "pass");
        assert_eq!(best(&[("C3", 60, 0.5), ("B3", 59, 0.5)], 1.0, 1.0), "B3");
        let unlikely = [("C3", 600, 0.5), ("B3", 9, 0.5)];
        assert_eq!(best(&unlikely, 1.0, 1e10), "C3", "too little speaks for it");
        assert_eq!(best(&unlikely, 1.0, 1.0), "B3", "one visit is enough");
    }

    #[test]
    fn only_rare_moves_may_become_rarer() {
        let p = position(&EMPTY, Colour::Black);
        let temperature = Temperature {
            early: 0.5,
            later: 0.5,
            only_below_prob: 0.1,
            prune: 0.0,
            ..Temperature::default()
        };
        // Of 100: 60 and 35 stay, 5 is half of the limit and becomes a quarter of it.
        let moves = [("C3", 60, 0.5), ("B3", 35, 0.5), ("B2", 5, 0.5)];
        let share = |place: usize| {
            let drawn = |i: u32| {
                let v = snapshot(&p, &moves, shares(&EMPTY));
                drawn(&v, &p, &temperature, (f64::from(i) + 0.5) / 975.0) == moves[place].0
            };
            (0..975).filter(|i| drawn(*i)).count()
        };
        assert_eq!([share(0), share(1), share(2)], [600, 350, 25]);
    }

    #[test]
    fn games_get_colder() {
        let temperature = Temperature { early: 0.5, later: 0.1, ..Temperature::default() };
        let mut p = position(&EMPTY, Colour::Black);
        assert_eq!(temperature.at(&p), 0.5);
        for _ in 0..5 {
            p.play(Move::Pass).unwrap();
        }
        assert!((temperature.at(&p) - 0.3).abs() < 1e-6, "five moves on 5×5 are nineteen on 19×19");
        assert_ne!(chance(1, &p), chance(2, &p));
    }
}
