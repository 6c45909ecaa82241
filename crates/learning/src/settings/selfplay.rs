//! How self-play games are played.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

/// How games are played to learn from.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct SelfPlaySettings {
    /// Sides of the boards; each is as likely as the others, and one that is named twice is twice as likely.
    pub board_sizes: Vec<usize>,
    /// Visits of a full search, which the policy learns from.
    pub visits: u32,
    /// Visits to begin with, where they grow over the generations.
    pub initial_visits: Option<u32>,
    /// Generations after which `visits` is reached.
    pub visits_growth_generations: u32,
    /// Probability that a move is searched cheaply (KataGo's cheapSearchProb): it moves the game on with fewer visits, and
    /// the policy does not learn from it.
    pub cheap_search_prob: f64,
    /// Visits of a cheap search. They grow in proportion.
    pub cheap_search_visits: u32,
    /// Share of Dirichlet noise in the priors at the root of full searches.
    pub root_dirichlet_noise_weight: f32,
    /// Above 1, priors at the root of full searches come closer to each other, so that a network does not stay sure of a
    /// move only because it was.
    pub root_policy_temperature: f32,
    /// Forced playouts: every move with a prior p gets at least √(p · visits · this) visits in full searches.
    pub root_desired_per_child_visits_coeff: f32,
    /// This many moves of a game are drawn in proportion to their visits; after that the best one is played.
    pub temperature_moves: usize,
    /// Moves are drawn in proportion to a power of the visits, 1 over this.
    pub temperature: f64,
    /// What the temperature falls to while visits grow; by default it stays.
    pub final_temperature: Option<f64>,
    /// Moves with which games from the empty board open, drawn from the policy without a search; none by default.
    pub policy_init: Option<PolicyInitSettings>,
    /// How far from fair the komi of games from the empty board is, as a share of what the curve of that board says. With
    /// 1, as in the paper, a network that is unsure of the empty board plays most of its games where one side is far ahead
    /// from the first move.
    pub komi_spread: f64,
    /// Probability that a position starts a branch: a game of its own under a komi that makes the position even.
    pub branch_prob: f64,
    /// Probability that a branch begins with another move than the game's, any of those that the search looked at.
    pub branch_other_move_prob: f64,
    /// Games from the empty board for every branch.
    pub full_games_per_branch: f64,
    /// A player whose win rate is below this, twice in a row, resigns.
    pub resign_threshold: f32,
    /// Probability that nobody may resign in a game, to see whether resigning is right.
    pub no_resign_prob: f64,
    /// Instead of resigning, both sides play on with this many visits (KataGo's reduceVisits): that costs little, and
    /// shows who owns what. 0 ends the game at once.
    pub reduced_visits: u32,
    /// A game ends after this many moves per point of the board.
    pub max_moves_per_point: f64,
    /// Policy target pruning: targets without the visits that a move did not deserve in the end.
    pub policy_target_pruning: bool,
    /// Games are played by a teacher network's policy instead; settings of searches then have no effect.
    pub distillation: Option<DistillationSettings>,
    /// Games that each thread plays side by side.
    pub games_per_thread: usize,
    pub threads: usize,
    pub seed: u64,
}

impl Default for SelfPlaySettings {
    fn default() -> SelfPlaySettings {
        SelfPlaySettings {
            board_sizes: vec![9],
            visits: 100,
            initial_visits: None,
            visits_growth_generations: 40,
            cheap_search_prob: 0.0,
            cheap_search_visits: 0,
            root_dirichlet_noise_weight: 0.25,
            root_policy_temperature: 1.0,
            root_desired_per_child_visits_coeff: 0.0,
            temperature_moves: 15,
            temperature: 1.0,
            final_temperature: None,
            policy_init: None,
            komi_spread: 1.0,
            branch_prob: 0.02,
            branch_other_move_prob: 0.0,
            full_games_per_branch: 2.0,
            resign_threshold: 0.05,
            no_resign_prob: 0.1,
            reduced_visits: 0,
            max_moves_per_point: 2.0,
            policy_target_pruning: false,
            distillation: None,
            games_per_thread: 64,
            threads: 1,
            seed: 1,
        }
    }
}

/// How games from the empty board are made to differ: they open with moves drawn from the policy. Nothing is learnt from
/// these moves themselves, and komi is drawn from the curve of the position that they lead to.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PolicyInitSettings {
    /// Short openings are the likeliest.
    pub avg_moves: f64,
    /// They are drawn in proportion to a power of the policy, 1 over this.
    pub temperature: f64,
    /// Share of them that are any point that can be played.
    pub random_move_prob: f64,
}

/// How a teacher's games are made to differ. Each game draws its own numbers.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DistillationSettings {
    /// Moves are drawn from the policy at a temperature between these.
    pub min_temperature: f64,
    pub max_temperature: f64,
    /// Up to this share of the moves are uniformly random, to be punished.
    pub max_random_move_prob: f64,
    /// Probability that a player, two in each game, is the student: its own mistakes are seldom seen in games of others.
    /// Whoever plays, the teacher evaluates every position. A network that has learnt nothing yet does not play.
    #[serde(default)]
    pub student_prob: f64,
    /// Visits of the student's searches.
    #[serde(default = "student_visits")]
    pub student_visits: u32,
}

fn student_visits() -> u32 {
    8
}

#[derive(thiserror::Error, Clone, PartialEq, Eq, Debug)]
#[error("selfplay.{name} must be {range}")]
pub struct SelfPlaySettingsError {
    pub name: &'static str,
    pub range: &'static str,
}

impl SelfPlaySettings {
    /// Settings with the visits and the temperature of a generation's searches.
    pub fn at(&self, generation: u32) -> SelfPlaySettings {
        let first = self.initial_visits.unwrap_or(self.visits).min(self.visits);
        let grown = (f64::from(generation) / f64::from(self.visits_growth_generations.max(1))).min(1.0);
        let visits = f64::from(first) + f64::from(self.visits - first) * grown;
        let cheap = f64::from(self.cheap_search_visits) * visits / f64::from(self.visits);
        let last = self.final_temperature.unwrap_or(self.temperature);
        SelfPlaySettings {
            visits: visits.round() as u32,
            cheap_search_visits: cheap.round().max(2.0) as u32,
            temperature: self.temperature + (last - self.temperature) * grown,
            ..self.clone()
        }
    }

    /// Every side once, the smallest first.
    pub fn each_size(&self) -> impl Iterator<Item = usize> {
        let sizes: BTreeSet<usize> = self.board_sizes.iter().copied().collect();
        sizes.into_iter()
    }

    pub fn check(&self) -> Result<(), SelfPlaySettingsError> {
        let share = |x: f64| (0.0..=1.0).contains(&x);
        let checks = [
            (
                !self.board_sizes.is_empty() && self.board_sizes.iter().all(|s| (2..=19).contains(s)),
                "board_sizes",
                "from 2 to 19",
            ),
            ((2..=1_000_000).contains(&self.visits), "visits", "from 2 to 1000000"),
            (
                self.initial_visits.is_none_or(|first| (2..=self.visits).contains(&first)),
                "initial_visits",
                "from 2 to selfplay.visits",
            ),
            (
                share(self.cheap_search_prob) && self.cheap_search_prob < 1.0,
                "cheap_search_prob",
                "from 0 to less than 1",
            ),
            (
                self.cheap_search_prob == 0.0 || (2..=1_000_000).contains(&self.cheap_search_visits),
                "cheap_search_visits",
                "from 2 to 1000000 where some searches are cheap",
            ),
            (
                share(f64::from(self.root_dirichlet_noise_weight)),
                "root_dirichlet_noise_weight",
                "from 0 to 1",
            ),
            (
                (0.1..=10.0).contains(&self.root_policy_temperature),
                "root_policy_temperature",
                "from 0.1 to 10",
            ),
            (
                (0.0..=100.0).contains(&self.root_desired_per_child_visits_coeff),
                "root_desired_per_child_visits_coeff",
                "from 0 to 100",
            ),
            ((0.01..=10.0).contains(&self.temperature), "temperature", "from 0.01 to 10"),
            (
                self.final_temperature.is_none_or(|last| (0.01..=10.0).contains(&last)),
                "final_temperature",
                "from 0.01 to 10",
            ),
            (
                self.policy_init.as_ref().is_none_or(|o| (0.0..=100.0).contains(&o.avg_moves)),
                "policy_init.avg_moves",
                "from 0 to 100",
            ),
            (
                self.policy_init.as_ref().is_none_or(|o| (0.01..=10.0).contains(&o.temperature)),
                "policy_init.temperature",
                "from 0.01 to 10",
            ),
            (
                self.policy_init.as_ref().is_none_or(|o| share(o.random_move_prob)),
                "policy_init.random_move_prob",
                "from 0 to 1",
            ),
            (share(self.komi_spread), "komi_spread", "from 0 to 1"),
            (share(self.branch_prob), "branch_prob", "from 0 to 1"),
            (share(self.branch_other_move_prob), "branch_other_move_prob", "from 0 to 1"),
            (
                self.full_games_per_branch.is_finite() && self.full_games_per_branch >= 0.0,
                "full_games_per_branch",
                "0 or more",
            ),
            (share(f64::from(self.resign_threshold)), "resign_threshold", "from 0 to 1"),
            (share(self.no_resign_prob), "no_resign_prob", "from 0 to 1"),
            (matches!(self.reduced_visits, 0 | 2..=1_000_000), "reduced_visits", "0, or from 2 to 1000000"),
            ((0.5..=10.0).contains(&self.max_moves_per_point), "max_moves_per_point", "from 0.5 to 10"),
            (
                self.distillation.as_ref().is_none_or(|t| {
                    t.min_temperature > 0.0 && (t.min_temperature..=10.0).contains(&t.max_temperature)
                }),
                "distillation.max_temperature",
                "from distillation.min_temperature, which is above 0, to 10",
            ),
            (
                self.distillation.as_ref().is_none_or(|t| share(t.max_random_move_prob)),
                "distillation.max_random_move_prob",
                "from 0 to 1",
            ),
            (
                self.distillation.as_ref().is_none_or(|t| share(t.student_prob)),
                "distillation.student_prob",
                "from 0 to 1",
            ),
            (
                self.distillation.as_ref().is_none_or(|t| (2..=1_000_000).contains(&t.student_visits)),
                "distillation.student_visits",
                "from 2 to 1000000",
            ),
            ((1..=65_536).contains(&self.games_per_thread), "games_per_thread", "from 1 to 65536"),
            ((1..=1024).contains(&self.threads), "threads", "from 1 to 1024"),
        ];
        match checks.into_iter().find(|(fits, ..)| !fits) {
            Some((_, name, range)) => Err(SelfPlaySettingsError { name, range }),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn visits_growth_generations() {
        let settings = SelfPlaySettings {
            initial_visits: Some(50),
            visits: 250,
            cheap_search_visits: 25,
            visits_growth_generations: 10,
            ..Default::default()
        };
        let at = |generation| (settings.at(generation).visits, settings.at(generation).cheap_search_visits);
        assert_eq!([0, 5, 10, 90].map(at), [(50, 5), (150, 15), (250, 25), (250, 25)]);
        assert_eq!(SelfPlaySettings::default().at(3).visits, SelfPlaySettings::default().visits);
        let cooling = SelfPlaySettings { final_temperature: Some(0.5), ..settings };
        assert_eq!([0, 5, 90].map(|generation| cooling.at(generation).temperature), [1.0, 0.75, 0.5]);
    }

    #[test]
    fn what_cannot_be_played_is_refused() {
        assert_eq!(SelfPlaySettings::default().check(), Ok(()));
        let refused = |settings: SelfPlaySettings| settings.check().unwrap_err().to_string();
        assert_eq!(
            refused(SelfPlaySettings { board_sizes: vec![9, 20], ..Default::default() }),
            "selfplay.board_sizes must be from 2 to 19"
        );
        assert!(
            refused(SelfPlaySettings { cheap_search_prob: 0.5, ..Default::default() })
                .contains("cheap_search_visits")
        );
        let policy_init =
            Some(PolicyInitSettings { avg_moves: 5.0, temperature: 0.0, random_move_prob: 0.0 });
        assert!(
            refused(SelfPlaySettings { policy_init, ..Default::default() })
                .contains("policy_init.temperature")
        );
        assert!(
            refused(SelfPlaySettings { root_dirichlet_noise_weight: f32::NAN, ..Default::default() })
                .contains("root_dirichlet_noise_weight")
        );
    }
}
