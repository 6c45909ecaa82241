//! What was read, in a few lines.

use std::collections::BTreeMap;
use std::fmt;

use board::{Band, Colour};
use network::Server;

use crate::Collection;

/// How many games and moves there are, and what was set aside.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Summary {
    pub games: usize,
    pub people: usize,
    /// Moves of people with a rank, by server, width of the board and band.
    pub moves: BTreeMap<(Server, usize, Band), Counts>,
    /// By kind of reason: how many, and the first few in words.
    pub set_aside: BTreeMap<&'static str, (usize, Vec<String>)>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Counts {
    /// Sides of games: one with two people of the band counts twice.
    pub sides: usize,
    pub moves: usize,
}

/// As many games set aside are named per reason.
const EXAMPLES: usize = 3;

impl Summary {
    pub fn of(collection: &Collection) -> Summary {
        let mut people = std::collections::HashSet::new();
        let mut moves: BTreeMap<_, Counts> = BTreeMap::new();
        for game in &collection.games {
            for colour in Colour::BOTH {
                let player = game.player(colour);
                let (Some(id), Some(rank)) = (player.id(), player.shown_rank()) else { continue };
                people.insert(id);
                let counts = moves.entry((game.server, game.size.width(), Band::of(rank))).or_default();
                counts.sides += 1;
                let first = usize::from(colour == game.first);
                counts.moves += (game.moves.len() + first) / 2;
            }
        }
        let mut set_aside: BTreeMap<_, (usize, Vec<String>)> = BTreeMap::new();
        for game in &collection.set_aside {
            let (count, examples) = set_aside.entry(game.reason.kind()).or_default();
            *count += 1;
            if examples.len() < EXAMPLES {
                examples.push(game.to_string());
            }
        }
        Summary { games: collection.games.len(), people: people.len(), moves, set_aside }
    }
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        writeln!(f, "{} games of {} people", self.games, self.people)?;
        for ((server, side, band), counts) in &self.moves {
            let board = format!("{side}x{side}");
            writeln!(
                f,
                "  {server:<5} {board:<5} {band:<6} {:>7} sides {:>9} moves",
                counts.sides, counts.moves
            )?;
        }
        let total: usize = self.set_aside.values().map(|(count, _)| count).sum();
        if total > 0 {
            writeln!(f, "{total} games set aside")?;
        }
        for (kind, (count, examples)) in &self.set_aside {
            writeln!(f, "  {count:>5} {kind}")?;
            for example in examples {
                writeln!(f, "        {example}")?;
            }
        }
        Ok(())
    }
}
