//! How a network evaluates positions.

use std::fmt;
use std::str::FromStr;

use search::Advantage;

use super::UnknownWord;

/// What can be set about a network as an evaluator.
#[derive(Clone, PartialEq, Debug)]
pub struct NnSettings {
    pub symmetries: Symmetries,
    /// Above 1 all moves look more alike, below 1 the best ones stand out more.
    pub policy_temperature: f32,
    /// The share of the policy that hopes for the best, from 0 to 1, in networks that have one: it looks deeper where
    /// something may be found.
    pub policy_optimism: f32,
    /// The same where a search begins.
    pub root_policy_optimism: f32,
    /// Where a search begins, a network's answer is the mean over this many symmetries, from 1 to 8.
    pub root_num_symmetries: usize,
    /// Which players a network imitates, if it was made of people's games: `rank_5k`, `preaz_3d` or `proyear_1950`.
    pub human_profile: Option<String>,
    /// The most that passing may have of the policy, from 0 to 1, so that something else is looked at too.
    pub max_pass_policy: f32,
    /// The network is shown that a pass ends the game only where that wins it, so that it does not end a game for
    /// the sake of a point.
    pub passing_hacks: bool,
    /// A side that looks further ahead than the other, for networks that know such games: one search's, not a file's.
    pub(crate) advantage: Option<Advantage>,
    /// What a draw is worth to White beyond half a win, likewise.
    pub(crate) draw_bonus: f32,
    /// Evaluations kept for positions that come again; one takes up to 3 KB.
    pub cache: usize,
}

/// Under which symmetries a network sees a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Symmetries {
    /// As it stands.
    None,
    /// Each position under one, drawn from the seed.
    Random,
    /// Under all of them: better, and as many times slower.
    All,
}

impl Default for NnSettings {
    fn default() -> NnSettings {
        NnSettings {
            symmetries: Symmetries::Random,
            policy_temperature: 1.0,
            policy_optimism: 1.0,
            root_policy_optimism: 0.2,
            root_num_symmetries: 1,
            human_profile: None,
            max_pass_policy: 0.95,
            passing_hacks: true,
            advantage: None,
            draw_bonus: 0.0,
            cache: 1 << 15,
        }
    }
}

impl fmt::Display for Symmetries {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(match self {
            Symmetries::None => "none",
            Symmetries::Random => "random",
            Symmetries::All => "all",
        })
    }
}

impl FromStr for Symmetries {
    type Err = UnknownWord;

    fn from_str(word: &str) -> Result<Symmetries, UnknownWord> {
        match word {
            "none" => Ok(Symmetries::None),
            "random" => Ok(Symmetries::Random),
            "all" => Ok(Symmetries::All),
            _ => Err(UnknownWord),
        }
    }
}
