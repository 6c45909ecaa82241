//! What our human networks are told of the players beside the board.
//!
//! | feature | is |
//! |---|---|
//! | 0, 39 | 1 if the rank of the side to move, of the other side, is known |
//! | 1–38, 40–77 | the rank as a thermometer: feature k is 1 from 30 kyu + k ranks on, and a fraction below |
//! | 78 | 1 if the other side is a program |
//! | 79–81 | the server: OGS, KGS, another one |
//! | 82–84 | the pace: blitz, live, correspondence |
//! | 85, 86 | 1 if the game is ranked, if it is not |
//! | 87 | the size of the board |
//!
//! What is not known is 0 everywhere.

use board::Colour;
use serde::{Deserialize, Serialize};

/// The number of features.
pub const FEATURES: usize = 88;

/// Ranks above the lowest, 30 kyu.
pub const STEPS: usize = 38;

/// Where a game was played: ranks of the same name differ in strength between servers.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Server {
    Ogs,
    Kgs,
    Other,
}

impl std::fmt::Display for Server {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        f.pad(match self {
            Server::Ogs => "ogs",
            Server::Kgs => "kgs",
            Server::Other => "other",
        })
    }
}

/// How much time there is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Pace {
    Blitz,
    Live,
    Correspondence,
}

/// The players that a human network imitates. The default knows nothing of them.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Players {
    /// Black's and White's rank in steps above 30 kyu: 29 is 1 kyu, 30 is 1 dan. Fractions are ranks between.
    pub ranks: [Option<f32>; 2],
    /// Whether Black and White are programs. A network learns the moves of people alone.
    pub programs: [bool; 2],
    pub server: Option<Server>,
    pub pace: Option<Pace>,
    pub ranked: Option<bool>,
}

impl Players {
    /// Two people of one rank.
    pub fn of_rank(steps: f32) -> Players {
        Players { ranks: [Some(steps); 2], ..Players::default() }
    }

    /// The same with another rank for one side.
    pub fn with_rank(mut self, colour: Colour, steps: f32) -> Players {
        self.ranks[colour.index()] = Some(steps);
        self
    }

    /// Fills features that are all zero.
    pub(super) fn fill(&self, to_move: Colour, points: usize, features: &mut [f32]) {
        let Some(features) = features.first_chunk_mut::<FEATURES>() else { return };
        for (colour, start) in [(to_move, 0), (to_move.other(), STEPS + 1)] {
            if let Some(rank) = self.ranks[colour.index()] {
                features[start] = 1.0;
                for step in 1..=STEPS {
                    features[start + step] = (rank - step as f32 + 1.0).clamp(0.0, 1.0);
                }
            }
        }
        let mut set = |i: usize| features[i] = 1.0;
        if self.programs[to_move.other().index()] {
            set(78);
        }
        match self.server {
            Some(Server::Ogs) => set(79),
            Some(Server::Kgs) => set(80),
            Some(Server::Other) => set(81),
            None => {}
        }
        match self.pace {
            Some(Pace::Blitz) => set(82),
            Some(Pace::Live) => set(83),
            Some(Pace::Correspondence) => set(84),
            None => {}
        }
        match self.ranked {
            Some(true) => set(85),
            Some(false) => set(86),
            None => {}
        }
        features[87] = 0.5 * (points as f32 / 361.0).ln();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn features(players: &Players, to_move: Colour) -> Vec<f32> {
        let mut features = vec![0.0; FEATURES];
        players.fill(to_move, 361, &mut features);
        features
    }

    #[test]
    fn nothing_is_known_by_default() {
        assert_eq!(features(&Players::default(), Colour::Black), vec![0.0; FEATURES]);
    }

    #[test]
    fn ranks_are_thermometers_of_mover_and_other() {
        let players = Players::of_rank(12.0).with_rank(Colour::White, 20.25);
        let sum = |features: &[f32]| features.iter().sum::<f32>();
        let black = features(&players, Colour::Black);
        assert_eq!((black[0], sum(&black[1..39]), black[39], sum(&black[40..78])), (1.0, 12.0, 1.0, 20.25));
        assert_eq!((black[12], black[13], black[60], black[61]), (1.0, 0.0, 0.25, 0.0));
        let white = features(&players, Colour::White);
        assert_eq!((sum(&white[1..39]), sum(&white[40..78])), (20.25, 12.0));
    }

    #[test]
    fn everything_else_has_a_place_of_its_own() {
        let mut seen = std::collections::HashSet::new();
        let base = Players::default();
        for players in [
            Players { programs: [false, true], ..base },
            Players { server: Some(Server::Ogs), ..base },
            Players { server: Some(Server::Kgs), ..base },
            Players { server: Some(Server::Other), ..base },
            Players { pace: Some(Pace::Blitz), ..base },
            Players { pace: Some(Pace::Live), ..base },
            Players { pace: Some(Pace::Correspondence), ..base },
            Players { ranked: Some(true), ..base },
            Players { ranked: Some(false), ..base },
        ] {
            let features = features(&players, Colour::Black);
            assert_eq!(features.iter().filter(|x| **x != 0.0).count(), 1, "{players:?}");
            assert!(seen.insert(features.iter().position(|x| *x == 1.0)), "{players:?}");
        }
    }
}
