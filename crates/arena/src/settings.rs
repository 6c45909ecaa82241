//! The settings of a match, stored next to its results.

use board::{Komi, Rules, splitmix64};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// The settings of a match, as in `match.json`.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MatchSettings {
    /// The players with their limits filled in.
    pub first: String,
    pub second: String,
    /// Their names in tables and ratings.
    pub first_name: String,
    pub second_name: String,
    pub size: usize,
    pub komi: Komi,
    pub rules: Rules,
    pub handicap: usize,
    /// Seconds per move, sent to GTP engines.
    pub time: Option<f64>,
    /// The file of openings and a fingerprint of its content.
    pub openings: Option<String>,
    /// Random moves at the start.
    pub random_opening: usize,
    pub seed: u64,
    pub move_limit: usize,
    /// Seconds after which a thinking engine loses.
    #[serde(alias = "patience")]
    pub timeout: f64,
    /// The referee for disagreements.
    pub referee: Option<String>,
    pub games: usize,
}

impl MatchSettings {
    /// What differs, in words, if games of both must not be mixed. The number of games does not matter: more
    /// can be played later.
    pub fn difference(&self, other: &MatchSettings) -> Option<String> {
        let fields = |s: &MatchSettings| match serde_json::to_value(s) {
            Ok(Value::Object(fields)) => fields,
            _ => Default::default(),
        };
        let (mine, theirs) = (fields(self), fields(other));
        let changed = mine.iter().find(|(key, value)| *key != "games" && theirs.get(*key) != Some(value));
        changed.map(|(key, value)| {
            let now = theirs.get(key).unwrap_or(&Value::Null);
            format!("{} {value}, not {now}", key.replace('_', "-"))
        })
    }

    /// The seed of a game, or of anything else with a number; neighbouring seeds are unrelated.
    pub fn seed_of(&self, number: u64) -> u64 {
        splitmix64(self.seed.wrapping_add(splitmix64(number.wrapping_add(1))))
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    pub fn settings() -> MatchSettings {
        MatchSettings {
            first: "a".into(),
            second: "b".into(),
            first_name: "a".into(),
            second_name: "b".into(),
            size: 9,
            komi: Komi::from_halves(15),
            rules: Rules::CHINESE,
            handicap: 0,
            time: None,
            openings: None,
            random_opening: 0,
            seed: 1,
            move_limit: 100,
            timeout: 10.0,
            referee: None,
            games: 10,
        }
    }

    #[test]
    fn differences_are_named() {
        let a = settings();
        let b = MatchSettings { komi: Komi::from_halves(13), ..a.clone() };
        assert_eq!(a.difference(&b).unwrap(), "komi 7.5, not 6.5");
        assert_eq!(a.difference(&MatchSettings { games: 20, ..a.clone() }), None);
        let text = serde_json::to_string(&b).unwrap();
        assert_eq!(serde_json::from_str::<MatchSettings>(&text).unwrap(), b);
    }

    #[test]
    fn every_game_has_its_own_seed() {
        let a = settings();
        let b = MatchSettings { seed: 2, ..a.clone() };
        let seeds: std::collections::HashSet<u64> =
            (0..100).flat_map(|i| [a.seed_of(i), b.seed_of(i)]).collect();
        assert_eq!(seeds.len(), 200);
    }
}
