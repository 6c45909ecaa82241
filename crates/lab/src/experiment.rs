//! The pairings of each experiment (SAI, arXiv:1905.10863, section 4).

use std::fmt;

use board::{Colour, Komi};
use evaluation::Agent;
use search::ObjectiveSettings;
use serde::{Deserialize, Serialize};

use crate::pairing::Pairing;

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Experiment {
    SaiKomi,
    SaiHandicap,
    SaiAgents,
    SaiRecovery,
}

/// Malus points of the strong player.
const MALUS: [i16; 5] = [0, 2, 4, 6, 8];
/// Komi of a game without komi, except for the half point that avoids draws: H1, and with two stones H2.
const NO_KOMI: Komi = Komi::from_halves(1);
/// H1 and one point more.
const LESS_THAN_NONE: Komi = Komi::from_halves(-1);
const H2: usize = 2;
/// Changes of the even komi with two handicap stones: from about even again to very hard.
const H2_BONUS: [i16; 3] = [3, 1, -1];
/// Figure 5: λ, and μ as a fraction of it.
const LAMBDAS: [f32; 2] = [0.5, 1.0];
const MU_PARTS: [f32; 4] = [0.0, 0.5, 0.75, 1.0];
/// Figure 6 and table 1.
const VARIABLE: [(f32, f32); 3] = [(0.5, 0.0), (1.0, 0.0), (1.0, 0.5)];
const THRESHOLDS: [f32; 2] = [0.5, 0.7];
/// Figure 7.
const RECOVERING: [(f32, f32); 2] = [(0.5, 0.0), (1.0, 0.0)];

/// The participants: indices into the list of contenders, and agents other than the paper's if given.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Participants {
    pub strong: Vec<usize>,
    /// From the strongest to the weakest.
    pub weak: Vec<usize>,
    /// λ and μ.
    pub agents: Vec<(f32, f32)>,
    pub thresholds: Vec<f32>,
}

#[derive(thiserror::Error, Clone, PartialEq, Debug)]
pub enum ExperimentError {
    #[error("a threshold must be from 0 to below 1, not {0}")]
    Threshold(String),
    #[error("--strong is missing: the network whose play is measured")]
    NoStrong,
    #[error("--weak is missing: {0} has a strong network play a weaker one")]
    NoWeak(Experiment),
    #[error(transparent)]
    Agent(#[from] evaluation::AgentError),
}

impl Experiment {
    pub const ALL: [Experiment; 4] =
        [Experiment::SaiKomi, Experiment::SaiHandicap, Experiment::SaiAgents, Experiment::SaiRecovery];

    pub fn about(self) -> &'static str {
        match self {
            Experiment::SaiKomi => {
                "a network against itself and weaker ones, under komi that favours the other (figure 3)"
            }
            Experiment::SaiHandicap => {
                "as White without komi and against two stones, under several komi (figure 4)"
            }
            Experiment::SaiAgents => {
                "agents that play for points: how often and how high they win (figures 5 and 6, table 1)"
            }
            Experiment::SaiRecovery => "agents in handicap games that are as good as lost (figure 7)",
        }
    }

    /// Whether every setting is played with both colours, each in half of the games.
    pub fn has_both_colours(self) -> bool {
        matches!(self, Experiment::SaiKomi | Experiment::SaiAgents)
    }

    /// Games per pairing if `games` are requested per setting.
    pub fn games_of_pairing(self, games: u32) -> u32 {
        if self.has_both_colours() { games.div_ceil(2) } else { games }
    }

    /// All pairings, in the order of the paper's figure.
    pub fn pairings(self, participants: &Participants, even: Komi) -> Result<Vec<Pairing>, ExperimentError> {
        if participants.strong.is_empty() {
            return Err(ExperimentError::NoStrong);
        }
        if !self.has_both_colours() && participants.weak.is_empty() {
            return Err(ExperimentError::NoWeak(self));
        }
        let all = match self {
            Experiment::SaiKomi => komi(participants, even),
            Experiment::SaiHandicap => handicap(participants, even),
            Experiment::SaiAgents => agents(participants, even)?,
            Experiment::SaiRecovery => recovery(participants, even)?,
        };
        // Agents that are given twice, or an even komi equal to one of the handicaps, must not be played
        // twice.
        let mut pairings: Vec<Pairing> = Vec::new();
        for pairing in all {
            if !pairings.contains(&pairing) {
                pairings.push(pairing);
            }
        }
        Ok(pairings)
    }
}

fn moved(komi: Komi, points: i16) -> Komi {
    Komi::from_halves(komi.halves() + 2 * points)
}

/// A game in which the strong player plays White to win.
fn plain(strong: usize, opponent: usize, komi: Komi) -> Pairing {
    let (aim, colour) = (ObjectiveSettings::default(), Colour::White);
    Pairing { strong, opponent, colour, komi, stones: 0, aim, strong_resigns: false }
}

/// Every strong player, with itself and then with every weak one.
fn meetings(participants: &Participants) -> impl Iterator<Item = (usize, usize)> + '_ {
    let others = |strong| std::iter::once(strong).chain(participants.weak.iter().copied());
    participants.strong.iter().flat_map(move |strong| others(*strong).map(|other| (*strong, other)))
}

fn komi(participants: &Participants, even: Komi) -> Vec<Pairing> {
    let mut pairings = Vec::new();
    for (strong, opponent) in meetings(participants) {
        for colour in [Colour::White, Colour::Black] {
            for malus in MALUS {
                let komi = moved(even, malus * colour.sign() as i16);
                pairings.push(Pairing { colour, ..plain(strong, opponent, komi) });
            }
        }
    }
    pairings
}

fn handicap(participants: &Participants, even: Komi) -> Vec<Pairing> {
    // The paper names H1, H2 and some of the steps; its figure has more, which we assume to be two points
    // apart.
    let steps = MALUS.iter().map(|malus| moved(even, -malus)).filter(|komi| *komi > NO_KOMI);
    let score = steps.chain([NO_KOMI, LESS_THAN_NONE]).map(|komi| (komi, 0));
    let stones = H2_BONUS.iter().map(|bonus| moved(even, *bonus)).chain([NO_KOMI]).map(|komi| (komi, H2));
    let levels: Vec<(Komi, usize)> = score.chain(stones).collect();
    let mut pairings = Vec::new();
    for (strong, opponent) in meetings(participants).filter(|(strong, opponent)| strong != opponent) {
        for &(komi, stones) in &levels {
            pairings.push(Pairing { stones, ..plain(strong, opponent, komi) });
        }
    }
    pairings
}

fn agents(participants: &Participants, even: Komi) -> Result<Vec<Pairing>, ExperimentError> {
    let family = LAMBDAS.iter().flat_map(|lambda| MU_PARTS.map(|part| (*lambda, part * lambda)));
    let all = or_given(&participants.agents, family.collect());
    let variable = or_given(&participants.agents, VARIABLE.to_vec());
    let thresholds = or_given(&participants.thresholds, THRESHOLDS.to_vec());
    let mut pairings = Vec::new();
    for (strong, opponent) in meetings(participants) {
        let is_in_the_table = strong == opponent || participants.weak.last() == Some(&opponent);
        let mut aims = vec![ObjectiveSettings::default()];
        for agent in &all {
            aims.push(aim(*agent, 0.0)?);
        }
        for threshold in thresholds.iter().filter(|_| is_in_the_table) {
            for agent in &variable {
                aims.push(aim(*agent, *threshold)?);
            }
        }
        for colour in [Colour::White, Colour::Black] {
            for aim in &aims {
                let pairing = plain(strong, opponent, even);
                pairings.push(Pairing { colour, aim: *aim, strong_resigns: true, ..pairing });
            }
        }
    }
    Ok(pairings)
}

fn recovery(participants: &Participants, even: Komi) -> Result<Vec<Pairing>, ExperimentError> {
    // H1, a point more, and H2 with 8 and 6 bonus points. The paper writes "a bonus of 6 points (komi 8.5)" in one
    // place: one of the two must be a slip. H2 without any is ours: what was hopeless for the paper's networks need not
    // be for others.
    let [_, eight, six] = H2_BONUS.map(|bonus| (moved(even, bonus), H2));
    let levels = [(NO_KOMI, 0), (LESS_THAN_NONE, 0), eight, six, (NO_KOMI, H2)];
    let mut aims = vec![ObjectiveSettings::default()];
    for agent in or_given(&participants.agents, RECOVERING.to_vec()) {
        aims.push(aim(agent, 0.0)?);
    }
    let mut pairings = Vec::new();
    for (strong, opponent) in meetings(participants).filter(|(strong, opponent)| strong != opponent) {
        for &(komi, stones) in &levels {
            let with =
                |aim: &ObjectiveSettings| Pairing { stones, aim: *aim, ..plain(strong, opponent, komi) };
            pairings.extend(aims.iter().map(with));
        }
    }
    Ok(pairings)
}

fn or_given<T: Clone>(given: &[T], usual: Vec<T>) -> Vec<T> {
    if given.is_empty() { usual } else { given.to_vec() }
}

fn aim((lambda, mu): (f32, f32), threshold: f32) -> Result<ObjectiveSettings, ExperimentError> {
    Agent::new(lambda, mu)?;
    if !(0.0..1.0).contains(&threshold) {
        return Err(ExperimentError::Threshold(threshold.to_string()));
    }
    Ok(ObjectiveSettings { lambda, mu, threshold, ..ObjectiveSettings::default() })
}

impl fmt::Display for Experiment {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(match self {
            Experiment::SaiKomi => "sai-komi",
            Experiment::SaiHandicap => "sai-handicap",
            Experiment::SaiAgents => "sai-agents",
            Experiment::SaiRecovery => "sai-recovery",
        })
    }
}

#[cfg(test)]
mod tests;
