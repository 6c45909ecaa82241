//! Who is learnt from, and who is held out to see how well that works.

use board::splitmix64;

use crate::{Game, PersonId};

/// People held out of training. Whoever is held out is so in all games and files: a network that knows some
/// games of a person has an easier time with the others.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Split {
    /// The share of people held out, from 0 to 1.
    pub held_out: f64,
    pub seed: u64,
}

/// A tenth. Published figures depend on this seed.
impl Default for Split {
    fn default() -> Split {
        Split { held_out: 0.1, seed: 0 }
    }
}

/// What moves are for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Part {
    Training,
    HeldOut,
}

impl Split {
    pub fn holds_out(&self, person: PersonId) -> bool {
        let unit = splitmix64(person.0 ^ splitmix64(self.seed)) as f64 / 2f64.powi(64);
        unit < self.held_out
    }

    /// Whose moves belong to a part, by [`Colour::index`](board::Colour::index). A bot's never do. In a game
    /// with a person who is held out, nobody's moves are for training: the held-out ones are the context of
    /// all others.
    pub fn movers(&self, game: &Game, part: Part) -> [bool; 2] {
        let held_out = [0, 1].map(|side| game.players[side].id().map(|id| self.holds_out(id)));
        match part {
            Part::HeldOut => held_out.map(|out| out == Some(true)),
            Part::Training if held_out.contains(&Some(true)) => [false; 2],
            Part::Training => held_out.map(|out| out.is_some()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tenth_is_held_out_and_stays_so() {
        let split = Split::default();
        let ids = (0..20_000).map(|n: u32| PersonId::new("ogs", &n.to_string()));
        let held_out: Vec<PersonId> = ids.filter(|id| split.holds_out(*id)).collect();
        assert!((1_850..2_150).contains(&held_out.len()), "{}", held_out.len());
        let other = Split { seed: 1, ..split };
        let both = held_out.iter().filter(|id| other.holds_out(**id)).count();
        assert!((120..290).contains(&both), "{both}");
        assert!(!held_out.iter().any(|id| Split { held_out: 0.0, ..split }.holds_out(*id)));
        assert!(held_out.iter().all(|id| Split { held_out: 1.0, ..split }.holds_out(*id)));
    }
}
