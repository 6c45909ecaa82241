//! What can be set about self-play.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use crate::opening::OpeningSettings;

/// How games are played to learn from.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct PlaySettings {
    /// Sides of the boards; each is as likely as the others, and one that is named twice is twice as likely.
    pub sides: Vec<usize>,
    /// Visits of a move that is learnt from.
    pub visits: u32,
    /// Visits to begin with, where they grow over the generations to those above.
    pub first_visits: Option<u32>,
    /// Generations after which they have.
    pub visits_grow: u32,
    /// Share of the moves that are searched so; the others get the game on with fewer visits and are not learnt from.
    pub full_share: f64,
    /// They grow in proportion.
    pub fast_visits: u32,
    /// Share of chance in the priors at the root of searches that are learnt from.
    pub noise: f32,
    /// Above 1, priors at the root of such searches come closer to each other, so that a network is not sure of a move
    /// only because it was.
    pub root_temperature: f32,
    /// Every move with a prior p gets at least √(p · visits · this) visits in searches that are learnt from.
    pub forced_visits: f32,
    /// So many moves of a game are drawn in proportion to their visits; after that the best one is played.
    pub varied_moves: usize,
    /// They are drawn in proportion to a power of the visits, 1 over this: below 1, good ones more often.
    pub temperature: f64,
    /// What that falls to while visits grow; by default it stays.
    pub last_temperature: Option<f64>,
    /// Moves with which games from the beginning open, drawn before anybody searches; none by default.
    pub opening: Option<OpeningSettings>,
    /// How far from fair the komi of games from the beginning is, as a share of what the curve of the empty board says.
    /// With 1, as in the paper, a network that is unsure of that board plays most of its games where one side is far ahead
    /// from the first move.
    pub komi_spread: f64,
    /// How likely every position is to start a branch: a game of its own under a komi that makes the position even.
    pub branch: f64,
    /// Share of the branches that begin with another move than the game's: any of those that the search looked at, which
    /// others may play.
    pub stray_branches: f64,
    /// Games from the beginning for every branch.
    pub complete_per_branch: f64,
    /// A player with a smaller chance to win, twice in a row, gives up.
    pub resign_below: f32,
    /// Share of the games in which nobody may, to see whether that was right.
    pub never_resign: f64,
    /// Instead of giving up, both play on with so many visits: little time, and it becomes known who owns what. 0 ends the
    /// game at once.
    pub hurried_visits: u32,
    /// A game ends after so many moves for every point of the board.
    pub most_moves: f64,
    /// Targets without the visits that a move did not deserve in the end.
    pub prune_targets: bool,
    /// Whether a teacher plays, by its policy alone; then the numbers of searches mean nothing.
    pub teaching: Option<TeachSettings>,
    /// Games that a thread plays side by side.
    pub tables: usize,
    pub threads: usize,
    pub seed: u64,
}

impl Default for PlaySettings {
    fn default() -> PlaySettings {
        PlaySettings {
            sides: vec![9],
            visits: 100,
            first_visits: None,
            visits_grow: 40,
            full_share: 1.0,
            fast_visits: 0,
            noise: 0.25,
            root_temperature: 1.0,
            forced_visits: 0.0,
            varied_moves: 15,
            temperature: 1.0,
            last_temperature: None,
            opening: None,
            komi_spread: 1.0,
            branch: 0.02,
            stray_branches: 0.0,
            complete_per_branch: 2.0,
            resign_below: 0.05,
            never_resign: 0.1,
            hurried_visits: 0,
            most_moves: 2.0,
            prune_targets: false,
            teaching: None,
            tables: 64,
            threads: 1,
            seed: 1,
        }
    }
}

/// How a teacher's games are made to differ. Each game draws its own numbers.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TeachSettings {
    /// Moves are drawn from the policy at a temperature between these.
    pub coolest: f64,
    pub hottest: f64,
    /// Up to this share of the moves are any that can be played, to be punished.
    pub astray: f64,
    /// Share of the seats, two in each game, in which the pupil plays instead: what it gets wrong is seldom seen in games
    /// of others. Whoever plays, it is the teacher who says what positions are worth. A network that has learnt nothing
    /// yet leaves its seats to the teacher.
    #[serde(default)]
    pub pupil: f64,
    /// Visits that the pupil has for a move.
    #[serde(default = "pupil_visits")]
    pub pupil_visits: u32,
}

fn pupil_visits() -> u32 {
    8
}

#[derive(thiserror::Error, Clone, PartialEq, Eq, Debug)]
#[error("play.{name} must be {range}")]
pub struct PlaySettingsError {
    pub name: &'static str,
    pub range: &'static str,
}

impl PlaySettings {
    /// Settings with the visits and the temperature of a generation's searches.
    pub fn at(&self, generation: u32) -> PlaySettings {
        let first = self.first_visits.unwrap_or(self.visits).min(self.visits);
        let grown = (f64::from(generation) / f64::from(self.visits_grow.max(1))).min(1.0);
        let visits = f64::from(first) + f64::from(self.visits - first) * grown;
        let fast = f64::from(self.fast_visits) * visits / f64::from(self.visits);
        let last = self.last_temperature.unwrap_or(self.temperature);
        PlaySettings {
            visits: visits.round() as u32,
            fast_visits: fast.round().max(2.0) as u32,
            temperature: self.temperature + (last - self.temperature) * grown,
            ..self.clone()
        }
    }

    /// Every side once, the smallest first.
    pub fn each_side(&self) -> impl Iterator<Item = usize> {
        let sides: BTreeSet<usize> = self.sides.iter().copied().collect();
        sides.into_iter()
    }

    pub fn check(&self) -> Result<(), PlaySettingsError> {
        let share = |x: f64| (0.0..=1.0).contains(&x);
        let checks = [
            (
                !self.sides.is_empty() && self.sides.iter().all(|s| (2..=19).contains(s)),
                "sides",
                "from 2 to 19",
            ),
            ((2..=1_000_000).contains(&self.visits), "visits", "from 2 to 1000000"),
            (
                self.first_visits.is_none_or(|first| (2..=self.visits).contains(&first)),
                "first_visits",
                "from 2 to play.visits",
            ),
            (share(self.full_share) && self.full_share > 0.0, "full_share", "above 0 and at most 1"),
            (
                self.full_share == 1.0 || (2..=1_000_000).contains(&self.fast_visits),
                "fast_visits",
                "from 2 to 1000000 where not all moves are searched fully",
            ),
            (share(f64::from(self.noise)), "noise", "from 0 to 1"),
            ((0.1..=10.0).contains(&self.root_temperature), "root_temperature", "from 0.1 to 10"),
            ((0.0..=100.0).contains(&self.forced_visits), "forced_visits", "from 0 to 100"),
            ((0.01..=10.0).contains(&self.temperature), "temperature", "from 0.01 to 10"),
            (
                self.last_temperature.is_none_or(|last| (0.01..=10.0).contains(&last)),
                "last_temperature",
                "from 0.01 to 10",
            ),
            (
                self.opening.as_ref().is_none_or(|o| (0.0..=100.0).contains(&o.moves)),
                "opening.moves",
                "from 0 to 100",
            ),
            (
                self.opening.as_ref().is_none_or(|o| (0.01..=10.0).contains(&o.temperature)),
                "opening.temperature",
                "from 0.01 to 10",
            ),
            (self.opening.as_ref().is_none_or(|o| share(o.astray)), "opening.astray", "from 0 to 1"),
            (share(self.komi_spread), "komi_spread", "from 0 to 1"),
            (share(self.branch), "branch", "from 0 to 1"),
            (share(self.stray_branches), "stray_branches", "from 0 to 1"),
            (
                self.complete_per_branch.is_finite() && self.complete_per_branch >= 0.0,
                "complete_per_branch",
                "0 or more",
            ),
            (share(f64::from(self.resign_below)), "resign_below", "from 0 to 1"),
            (share(self.never_resign), "never_resign", "from 0 to 1"),
            (matches!(self.hurried_visits, 0 | 2..=1_000_000), "hurried_visits", "0, or from 2 to 1000000"),
            ((0.5..=10.0).contains(&self.most_moves), "most_moves", "from 0.5 to 10"),
            (
                self.teaching
                    .as_ref()
                    .is_none_or(|t| t.coolest > 0.0 && (t.coolest..=10.0).contains(&t.hottest)),
                "teaching.hottest",
                "from teaching.coolest, which is above 0, to 10",
            ),
            (self.teaching.as_ref().is_none_or(|t| share(t.astray)), "teaching.astray", "from 0 to 1"),
            (self.teaching.as_ref().is_none_or(|t| share(t.pupil)), "teaching.pupil", "from 0 to 1"),
            (
                self.teaching.as_ref().is_none_or(|t| (2..=1_000_000).contains(&t.pupil_visits)),
                "teaching.pupil_visits",
                "from 2 to 1000000",
            ),
            ((1..=65_536).contains(&self.tables), "tables", "from 1 to 65536"),
            ((1..=1024).contains(&self.threads), "threads", "from 1 to 1024"),
        ];
        match checks.into_iter().find(|(fits, ..)| !fits) {
            Some((_, name, range)) => Err(PlaySettingsError { name, range }),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn visits_grow() {
        let settings = PlaySettings {
            first_visits: Some(50),
            visits: 250,
            fast_visits: 25,
            visits_grow: 10,
            ..Default::default()
        };
        let at = |generation| (settings.at(generation).visits, settings.at(generation).fast_visits);
        assert_eq!([0, 5, 10, 90].map(at), [(50, 5), (150, 15), (250, 25), (250, 25)]);
        assert_eq!(PlaySettings::default().at(3).visits, PlaySettings::default().visits);
        let cooling = PlaySettings { last_temperature: Some(0.5), ..settings };
        assert_eq!([0, 5, 90].map(|generation| cooling.at(generation).temperature), [1.0, 0.75, 0.5]);
    }

    #[test]
    fn what_cannot_be_played_is_refused() {
        assert_eq!(PlaySettings::default().check(), Ok(()));
        let refused = |settings: PlaySettings| settings.check().unwrap_err().to_string();
        assert_eq!(
            refused(PlaySettings { sides: vec![9, 20], ..Default::default() }),
            "play.sides must be from 2 to 19"
        );
        assert!(refused(PlaySettings { full_share: 0.5, ..Default::default() }).contains("fast_visits"));
        let opening = Some(OpeningSettings { moves: 5.0, temperature: 0.0, astray: 0.0 });
        assert!(refused(PlaySettings { opening, ..Default::default() }).contains("opening.temperature"));
        assert!(refused(PlaySettings { noise: f32::NAN, ..Default::default() }).contains("noise"));
    }
}
