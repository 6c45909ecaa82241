//! A match as the experiments on partners play it: Chinese rules, without handicap, colours swapped every game.

use arena::referee::Comment;
use arena::{Match, MatchSettings, Opening, PlayerSpec};
use board::{Komi, Rules};
use partner::LoadedNetworks;

/// What differs between the matches of an experiment.
pub struct Contest {
    pub first: PlayerSpec,
    pub second: PlayerSpec,
    /// Their names in records.
    pub names: [String; 2],
    pub size: usize,
    /// The usual one, if `None`.
    pub komi: Option<Komi>,
    pub games: usize,
    pub seed: u64,
    /// Three times the points of the board, if `None`.
    pub move_limit: Option<usize>,
    /// Where games start, and how that is called.
    pub openings: Option<(String, Vec<Opening>)>,
    pub comment: Option<Comment>,
}

impl Contest {
    pub fn into_match(self, nets: &LoadedNetworks, parallel_games: usize) -> Match {
        let rules = Rules::CHINESE;
        let [first_name, second_name] = self.names;
        let (name_of_openings, openings) = self.openings.unzip();
        let settings = MatchSettings {
            first: self.first.to_string(),
            second: self.second.to_string(),
            first_name,
            second_name,
            size: self.size,
            komi: self.komi.unwrap_or(rules.usual_komi()),
            rules,
            handicap: 0,
            time: None,
            openings: name_of_openings,
            random_opening: 0,
            seed: self.seed,
            move_limit: self.move_limit.unwrap_or(3 * self.size * self.size),
            timeout: 300.0,
            referee: None,
            games: self.games,
        };
        Match {
            settings,
            first: self.first,
            second: self.second,
            referee: None,
            nets: nets.clone(),
            openings: openings.unwrap_or_default(),
            sprt: None,
            parallel_games,
            comment: self.comment,
        }
    }
}
