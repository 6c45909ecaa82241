//! The results of an experiment, by pairing.

use std::collections::{HashMap, HashSet};

use board::Colour;
use statistics::{Estimate, Tally};

use crate::entry::{Ending, Entry};
use crate::pairing::Pairing;

/// The results of a pairing, or of several together, for the strong player.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Outcome {
    pub tally: Tally,
    /// Its scores in the games it won, with komi.
    pub margins: Vec<f64>,
    /// The same on the board, without komi.
    pub board_leads: Vec<f64>,
    pub resigned: u64,
    pub unfinished: u64,
    /// The number of distinct games of the pairing.
    pub distinct: u64,
}

impl Outcome {
    pub fn games(&self) -> u64 {
        self.tally.games()
    }

    /// The score; draws count half.
    pub fn rate(&self) -> Option<Estimate> {
        self.tally.score()
    }

    fn add(&mut self, other: &Outcome) {
        self.tally.wins += other.tally.wins;
        self.tally.draws += other.tally.draws;
        self.tally.losses += other.tally.losses;
        self.margins.extend(&other.margins);
        self.board_leads.extend(&other.board_leads);
        self.resigned += other.resigned;
        self.unfinished += other.unfinished;
        self.distinct += other.distinct;
    }

    fn note(&mut self, entry: &Entry, pairing: &Pairing) {
        let lead = f64::from(entry.board_lead().of(pairing.colour));
        match entry.winner {
            None => self.tally.draws += 1,
            Some(winner) if winner != pairing.colour => self.tally.losses += 1,
            Some(_) => {
                self.tally.wins += 1;
                self.board_leads.push(lead);
                let bonus = match pairing.colour {
                    Colour::Black => -pairing.komi.points(),
                    Colour::White => pairing.komi.points(),
                };
                self.margins.push(lead + bonus);
            }
        }
        match entry.ending {
            Ending::Counted => {}
            Ending::Resigned => self.resigned += 1,
            Ending::Unfinished => self.unfinished += 1,
        }
    }
}

/// Outcomes with their pairings, in the order of pairings.
pub struct Results {
    pub nets: Vec<String>,
    rows: Vec<(Pairing, Outcome)>,
}

impl Results {
    pub fn new(nets: Vec<String>, pairings: &[Pairing], entries: &[Entry]) -> Results {
        let names: Vec<&str> = nets.iter().map(String::as_str).collect();
        let places: HashMap<String, usize> =
            pairings.iter().enumerate().map(|(i, p)| (p.name(&names), i)).collect();
        let mut rows: Vec<(Pairing, Outcome)> =
            pairings.iter().map(|p| (p.clone(), Outcome::default())).collect();
        let mut seen: Vec<HashSet<&str>> = vec![HashSet::new(); rows.len()];
        for entry in entries {
            // Games of agents that are not requested now have no row.
            let Some(place) = places.get(&entry.pairing) else { continue };
            let (pairing, outcome) = &mut rows[*place];
            outcome.note(entry, pairing);
            outcome.distinct += u64::from(seen[*place].insert(&entry.moves));
        }
        Results { nets, rows }
    }

    pub fn rows(&self) -> &[(Pairing, Outcome)] {
        &self.rows
    }

    pub fn net(&self, place: usize) -> &str {
        self.nets.get(place).map_or("?", String::as_str)
    }

    /// All games of the selected pairings together.
    pub fn together(&self, wanted: impl Fn(&Pairing) -> bool) -> Outcome {
        let mut all = Outcome::default();
        for (_, outcome) in self.rows.iter().filter(|(pairing, _)| wanted(pairing)) {
            all.add(outcome);
        }
        all
    }

    /// The distinct values of `of` for the pairings, in their order.
    pub fn each<T: PartialEq>(&self, of: impl Fn(&Pairing) -> T) -> Vec<T> {
        let mut found = Vec::new();
        for (pairing, _) in &self.rows {
            let value = of(pairing);
            if !found.contains(&value) {
                found.push(value);
            }
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use board::Komi;
    use search::ObjectiveSettings;

    use super::*;

    #[test]
    fn margins_are_the_strong_ones_with_komi() {
        let pairing = |colour| Pairing {
            strong: 0,
            opponent: 0,
            colour,
            komi: Komi::from_halves(15),
            stones: 0,
            aim: ObjectiveSettings::default(),
            strong_resigns: true,
        };
        let pairings = [pairing(Colour::White), pairing(Colour::Black)];
        let entry = |place: usize, game, winner, black_lead, moves: &str| Entry {
            pairing: pairings[place].name(&["S1"]),
            game,
            winner,
            black_lead,
            ending: Ending::Counted,
            moves: moves.into(),
        };
        let entries = [
            entry(0, 0, Some(Colour::White), 5.0, "A1"),
            entry(0, 1, Some(Colour::Black), 9.0, "B2"),
            entry(0, 2, Some(Colour::White), 5.0, "A1"),
            entry(1, 0, Some(Colour::Black), 9.0, "A1"),
        ];
        let results = Results::new(vec!["S1".into()], &pairings, &entries);
        let [(_, white), (_, black)] = results.rows() else { panic!("two rows") };
        assert_eq!((white.tally.wins, white.tally.losses, white.distinct), (2, 1, 2));
        assert_eq!((&white.margins[..], &white.board_leads[..]), (&[2.5, 2.5][..], &[-5.0, -5.0][..]));
        assert_eq!((&black.margins[..], &black.board_leads[..]), (&[1.5][..], &[9.0][..]));
        assert_eq!(results.together(|_| true).games(), 4);
    }
}
