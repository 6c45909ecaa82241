//! Mixed play of a normal network and one that plays for something else (Shi et al., 2021, section 4.4.2).

use board::Move;
use search::{Candidate, Snapshot};

use super::chain::{Rule, Ruling, Scene};
use super::table::{DecisionTable, Row, RuleName};

/// w_diff and p_th of the paper: how much of the win rate a move may give away, and how likely it must be to the biased
/// network.
const MAX_LOSS: f32 = 0.05;
const MIN_POLICY: f32 = 0.1;

/// The moves that the biased network would think of, in the order of its search.
pub(crate) fn favourites(biased: &Snapshot) -> impl Iterator<Item = &Candidate> {
    biased.candidates.iter().filter(|c| c.prior >= MIN_POLICY && c.visits > 0)
}

/// Plays what the biased search likes best of what both accept: moves that its network would think of, and that give little
/// away by the normal search. If there are none, it has nothing to say.
pub(crate) struct Mixed {
    /// With the biased search's visits.
    favourites: Vec<(Move, u64)>,
    /// With fewer visits of the normal search a win rate is not believed.
    min_visits: u64,
    max_loss: f32,
}

impl Mixed {
    /// `strength` is how much of the acceptable loss it may use, from 0 to 1.
    pub fn new(biased: &Snapshot, min_visits: u64, strength: f32) -> Mixed {
        let favourites = favourites(biased).map(|c| (c.mv, c.visits)).collect();
        Mixed { favourites, min_visits, max_loss: MAX_LOSS * strength }
    }
}

impl Rule for Mixed {
    fn name(&self) -> RuleName {
        RuleName::Character
    }

    fn apply(&self, table: &DecisionTable, _: &Scene) -> Ruling {
        let win_rate = |row: &Row| row.win_rate.of(table.side);
        let believed = || table.kept().filter(|(_, row)| row.visits >= self.min_visits);
        let best = believed().map(|(_, row)| win_rate(row)).fold(0.0, f32::max);
        let acceptable = |(mv, visits): &(Move, u64)| {
            let (place, row) = believed().find(|(_, row)| row.mv == *mv)?;
            (win_rate(row) >= best - self.max_loss).then_some((place, *visits))
        };
        // The first of equals: they are in the order of its preference.
        let survivors = self.favourites.iter().filter_map(acceptable);
        let favourite = survivors.rev().max_by_key(|(_, visits)| *visits);
        favourite.map_or(Ruling::Nothing, |(place, _)| Ruling::Choose(place))
    }
}

#[cfg(test)]
mod tests {
    use board::Colour;

    use super::*;
    use crate::decision::chain::{Chain, run};
    use crate::decision::search_chain;
    use crate::settings::Temperature;
    use crate::testing::{position, shares, snapshot};

    const EMPTY: [&str; 5] = ["....."; 5];

    /// What is played where the normal search has these moves with visits and win rates, and the biased one these with
    /// visits and policies.
    fn played(normal: &[(&str, u64, f32)], biased: &[(&str, u64, f32)], strength: f32) -> (String, RuleName) {
        let p = position(&EMPTY, Colour::White);
        // The helper takes the win rates as White's: those of the side to move.
        let seen = snapshot(&p, normal, shares(&EMPTY));
        let mut own = snapshot(&p, biased, shares(&EMPTY));
        own.candidates.iter_mut().zip(biased).for_each(|(c, (_, _, policy))| c.prior = *policy);
        let mut table = DecisionTable::new(&seen, None, None);
        let mut chain: Chain = vec![Box::new(Mixed::new(&own, 2, strength))];
        chain.extend(search_chain(&Temperature::default()));
        run(&chain, &mut table, &Scene { position: &p, visits: 100, spread: 1.0, chance: 0.5 });
        (table.chosen().unwrap().mv.to_string(), table.rule.unwrap())
    }

    #[test]
    fn the_most_visited_survivor_is_played() {
        let normal = [("C3", 60, 0.60), ("B2", 30, 0.58), ("D4", 10, 0.56), ("A1", 5, 0.54)];
        let favourite = |biased: &[(&str, u64, f32)]| played(&normal, biased, 1.0);
        let chosen = |mv: &str| (mv.to_string(), RuleName::Character);
        assert_eq!(favourite(&[("D4", 50, 0.3), ("B2", 40, 0.5)]), chosen("D4"));
        // A1 gives away more than .05, and E5 was not looked at.
        assert_eq!(
            favourite(&[("A1", 90, 0.9), ("E5", 80, 0.9), ("B2", 7, 0.1), ("D4", 6, 0.5)]),
            chosen("B2")
        );
        // D4 is hardly thought of, and nothing is left: the normal search has its way.
        let left = favourite(&[("D4", 90, 0.09), ("A1", 80, 0.9)]);
        assert_eq!(left, ("C3".to_string(), RuleName::MostVisited));
    }

    #[test]
    fn a_single_visit_is_not_believed() {
        // Neither that D4 is good nor that it is so good that C3 and B2 are not.
        let normal = [("C3", 60, 0.60), ("D4", 1, 0.90), ("B2", 30, 0.58)];
        let favourite = played(&normal, &[("D4", 50, 0.5), ("B2", 40, 0.5)], 1.0);
        assert_eq!(favourite, ("B2".to_string(), RuleName::Character));
    }

    #[test]
    fn a_weak_character_gives_less_away() {
        let normal = [("C3", 60, 0.60), ("B2", 30, 0.58)];
        let at = |strength| played(&normal, &[("B2", 50, 0.9)], strength).0;
        assert_eq!((at(1.0), at(0.2)), ("B2".to_string(), "C3".to_string()));
    }
}
