//! Who plays, and how strong they are.

use board::{Rank, splitmix64};
use network::Server;
use serde::{Deserialize, Serialize};

use crate::Reason;

/// A player of a game.
#[derive(Clone, PartialEq, Debug)]
pub struct Player {
    pub who: Who,
    /// Steps above 30 kyu, as [`Rank::steps`] counts them. Servers give fractions, and a little more than the
    /// range at both ends.
    pub rank: Option<f32>,
}

/// A person or a program.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Who {
    Person(PersonId),
    /// With its name.
    Bot(String),
}

/// A person. Names are not kept, only what tells people apart.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord, Serialize, Deserialize)]
pub struct PersonId(pub u64);

impl PersonId {
    /// The same person on the same server gets the same id in every file and every version of this program.
    pub fn new(server: &str, name: &str) -> PersonId {
        // FNV-1a; its last bits alone are poorly mixed.
        let hash =
            server.bytes().chain([b':']).chain(name.bytes()).fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
                (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
            });
        PersonId(splitmix64(hash))
    }
}

/// What servers say, beyond 30k and 9d: OGS knows players far below 30k.
const POSSIBLE: std::ops::RangeInclusive<f32> = -30.0..=45.0;

/// Between 13 and 12 kyu. Most who have exactly this rank never have another, and many are far stronger.
const NEW_ON_OGS: f32 = 17.75;

impl Player {
    pub fn person(id: PersonId, rank: Option<f32>) -> Player {
        Player { who: Who::Person(id), rank }
    }

    pub fn is_person(&self) -> bool {
        self.id().is_some()
    }

    pub fn id(&self) -> Option<PersonId> {
        match self.who {
            Who::Person(id) => Some(id),
            Who::Bot(_) => None,
        }
    }

    /// Whether the rank is the one that OGS gives to everybody who is new there. It says nothing about them.
    pub fn is_new_account(&self, server: Server) -> bool {
        server == Server::Ogs && self.is_person() && self.rank == Some(NEW_ON_OGS)
    }

    /// The rank that the server would show.
    pub fn shown_rank(&self) -> Option<Rank> {
        self.rank.map(Rank::shown)
    }
}

/// A rank as a number of steps.
pub(crate) fn rank_from_number(steps: f32) -> Result<f32, Reason> {
    if POSSIBLE.contains(&steps) { Ok(steps) } else { Err(Reason::RankRange(steps.to_string())) }
}

/// A rank as text, in steps above 30 kyu. Servers write `?`, `-` or nothing for people without one.
pub fn rank_from_text(text: &str) -> Result<Option<f32>, Reason> {
    if text.contains(|c: char| c.is_numeric()) || text.contains('段') {
        let rank: Rank = text.parse()?;
        return Ok(Some(f32::from(rank.steps())));
    }
    Ok(None)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_tell_people_and_servers_apart() {
        let id = PersonId::new("ogs", "12");
        // Held-out people must stay held out in later versions.
        assert_eq!(id, PersonId(17_155_807_956_230_217_726));
        assert_ne!(id, PersonId::new("kgs", "12"));
        assert_ne!(id, PersonId::new("ogs", "13"));
    }

    #[test]
    fn ranks_as_servers_say_them() {
        assert_eq!(rank_from_text("3d?"), Ok(Some(32.0)));
        assert_eq!(rank_from_text("-"), Ok(None));
        assert_eq!(rank_from_text(""), Ok(None));
        assert!(rank_from_text("31k").unwrap_err().to_string().contains("30k"));
        assert_eq!(rank_from_number(-13.2), Ok(-13.2));
        assert!(rank_from_number(99.0).is_err() && rank_from_number(f32::NAN).is_err());
    }
}
