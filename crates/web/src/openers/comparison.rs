//! Games between two players that learn to open.

use std::sync::Arc;

use openings::expert::Playouts;
use openings::tournament::{Entrant, Entry, Tournament, TournamentError};
use openings::{ExpertSettings, Learner, OpeningRules};
use speech::Refusal;
use statistics::Tally;

use super::id::OpenerId;
use crate::messages::ComparisonState;

/// Games of a comparison. Twice as many would make the interval narrower by a third only.
const GAMES: u32 = 400;
/// Games between two looks at whether to stop.
const ROUND: u32 = 8;
/// The probability of a random move. Without any, two players would repeat one game.
const EXPLORATION: f32 = 0.1;
const SEED: u64 = 1;

/// Plays at random; there is nothing to load.
const RANDOM: &str = "random";

/// Two players as they were when it began, and how many games each has won.
#[derive(Clone)]
pub struct Comparison {
    entrants: Arc<[Entrant]>,
    opening: OpeningRules,
    expert: ExpertSettings,
    pub tally: Tally,
    pub is_running: bool,
}

impl Comparison {
    /// `find` knows the players.
    pub fn new(
        names: [&str; 2],
        find: impl Fn(OpenerId) -> Result<Arc<Learner>, Refusal>,
    ) -> Result<Comparison, Refusal> {
        if names[0] == names[1] {
            return Err(Refusal::SameOpener);
        }
        let (mut entrants, mut settings) = (Vec::new(), None);
        for name in names {
            if name == RANDOM {
                entrants.push(Entrant::random());
                continue;
            }
            let learner = find(name.parse()?)?;
            let (opening, expert) = (learner.settings().opening, learner.settings().expert.clone());
            let (same, _) = settings.get_or_insert((opening, expert));
            if *same != opening {
                return Err(Refusal::OtherBoard);
            }
            entrants.push(Entrant::learned(name, learner.opener()));
        }
        let (opening, expert) = settings.ok_or(Refusal::SameOpener)?;
        let (entrants, tally) = (entrants.into(), Tally::default());
        Ok(Comparison { entrants, opening, expert, tally, is_running: true })
    }

    /// Whether it is between the same players, which may have learnt since.
    pub fn is_same(&self, other: &Comparison) -> bool {
        Arc::ptr_eq(&self.entrants, &other.entrants)
    }

    /// Plays a few games.
    pub fn play(&mut self) -> Result<(), TournamentError> {
        let tournament = Tournament {
            entrants: &self.entrants,
            opening: self.opening,
            exploration: EXPLORATION,
            expert: self.expert.clone(),
            seed: SEED,
            threads: 1,
        };
        let played = self.tally.games() as u32;
        let games: Vec<_> = (played..GAMES.min(played + ROUND)).map(|game| (0, 1, game)).collect();
        for Entry { margin, .. } in tournament.round(&games, &mut Playouts::new(self.expert.playouts, 1))? {
            match margin {
                m if m > 0.0 => self.tally.wins += 1,
                m if m < 0.0 => self.tally.losses += 1,
                _ => self.tally.draws += 1,
            }
        }
        self.is_running &= self.tally.games() < u64::from(GAMES);
        Ok(())
    }

    pub fn state(&self) -> ComparisonState {
        let name = |i: usize| self.entrants[i].name.clone();
        ComparisonState::new(name(0), name(1), GAMES, self.is_running, &self.tally)
    }
}
