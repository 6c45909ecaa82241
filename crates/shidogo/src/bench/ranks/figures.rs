//! How far estimates are from the ranks.

use people::{Estimate, Evidence, Examined};

/// Figures for some people, from all of their games and from one.
pub struct Table {
    pub board: usize,
    /// All of them, those whose rank the server knew, and those of these from whom the human network has not learnt.
    pub rows: Vec<Row>,
}

pub struct Row {
    pub who: &'static str,
    pub people: usize,
    pub all_games: Figures,
    pub one_game: Figures,
}

#[derive(Default)]
pub struct Figures {
    mean_error: f64,
    within_two: f64,
    /// How often the rank is in the interval of 80%.
    covered: f64,
    /// The mean error of always guessing the mean.
    guess: f64,
}

impl Table {
    /// `estimate` gets a person's place and some evidence of theirs.
    pub fn new(
        board: usize,
        people: &[(usize, &Examined)],
        estimate: impl Fn(usize, Evidence) -> Option<Estimate>,
    ) -> Table {
        let row = |who, people: &[(usize, &Examined)]| {
            let (mut all, mut one) = (Vec::new(), Vec::new());
            for (place, person) in people {
                let games = person.games.iter().map(|game| &game.evidence);
                all.push((person.rank(), estimate(*place, games.clone().sum())));
                one.extend(games.map(|game| (person.rank(), estimate(*place, *game))));
            }
            Row { who, people: people.len(), all_games: Figures::new(&all), one_game: Figures::new(&one) }
        };
        let known: Vec<_> = people.iter().copied().filter(|(_, person)| !person.is_new()).collect();
        let mut rows = vec![row("all", people), row("without new accounts", &known)];
        let held_out: Vec<_> = known.iter().copied().filter(|(_, person)| person.is_held_out).collect();
        if held_out.len() < known.len() {
            rows.push(row("of these held out", &held_out));
        }
        Table { board, rows }
    }

    pub fn json(&self) -> serde_json::Value {
        let row = |row: &Row| {
            let (all, one) = (row.all_games.json(), row.one_game.json());
            serde_json::json!({ "who": row.who, "people": row.people, "games": all, "one_game": one })
        };
        serde_json::json!({ "size": self.board, "rows": self.rows.iter().map(row).collect::<Vec<_>>() })
    }
}

impl std::fmt::Display for Table {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        writeln!(f, "{board}x{board}", board = self.board)?;
        writeln!(
            f,
            "  {:<22}{:>7}  {:<9}{:>11}{:>10}{:>13}{:>12}",
            "", "people", "from", "mean error", "within 2", "in interval", "guess mean"
        )?;
        for row in &self.rows {
            for (from, figures) in [("all games", &row.all_games), ("one game", &row.one_game)] {
                writeln!(f, "  {:<22}{:>7}  {from:<9}{figures}", row.who, row.people)?;
            }
        }
        Ok(())
    }
}

impl Figures {
    /// Of ranks and what was estimated. Where nothing could be, the mean counts.
    fn new(estimates: &[(f64, Option<Estimate>)]) -> Figures {
        let count = estimates.len().max(1) as f64;
        let mean = estimates.iter().map(|(rank, _)| rank).sum::<f64>() / count;
        let mut figures = Figures::default();
        for (rank, estimate) in estimates {
            let guess = (rank - mean).abs();
            let error = estimate.map_or(guess, |estimate| (estimate.rank - rank).abs());
            let holds = |estimate: &Estimate| (estimate.interval.0..=estimate.interval.1).contains(rank);
            figures.guess += guess / count;
            figures.mean_error += error / count;
            figures.within_two += f64::from(u8::from(error <= 2.0)) / count;
            figures.covered += f64::from(u8::from(estimate.as_ref().is_some_and(holds))) / count;
        }
        figures
    }

    fn json(&self) -> serde_json::Value {
        serde_json::json!({
            "mean_error": self.mean_error, "within_2": self.within_two,
            "in_interval": self.covered, "mean_error_of_the_mean": self.guess,
        })
    }
}

impl std::fmt::Display for Figures {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        let percent = |share: f64| format!("{:.0}%", 100.0 * share);
        let (within, covered) = (percent(self.within_two), percent(self.covered));
        write!(f, "{:>11.2}{within:>10}{covered:>13}{:>12.2}", self.mean_error, self.guess)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_of_three_people() {
        let estimate = |rank: f64| Some(Estimate { rank, interval: (rank - 2.5, rank + 2.5), moves: 100 });
        let figures = Figures::new(&[(10.0, estimate(11.0)), (20.0, estimate(23.0)), (30.0, None)]);
        assert!((figures.mean_error - 14.0 / 3.0).abs() < 1e-9 && (figures.guess - 20.0 / 3.0).abs() < 1e-9);
        let thirds = (figures.within_two * 3.0, figures.covered * 3.0);
        assert!((thirds.0 - 1.0).abs() < 1e-9 && (thirds.1 - 1.0).abs() < 1e-9, "{thirds:?}");
    }
}
