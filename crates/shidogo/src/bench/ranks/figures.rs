//! How far estimates are from the ranks.

use people::{Estimate, Evidence, Examined, Run};

/// Figures for some people.
pub struct Table {
    pub board: usize,
    /// All of them, those whose rank the server knew, and those of these from whom the human network has not learnt.
    pub rows: Vec<Row>,
}

pub struct Row {
    pub who: &'static str,
    /// How many games an estimate is from, and how many a person has at least.
    pub from: From,
    pub people: usize,
    pub figures: Figures,
}

/// How many games there are.
#[derive(Clone, Copy)]
pub struct From {
    pub name: &'static str,
    pub games: usize,
    /// People with fewer do not count.
    pub least: usize,
    pub what: What,
}

/// What is looked at.
#[derive(Clone, Copy, PartialEq)]
pub enum What {
    /// Moves, and results against opponents whose rank is known.
    Results,
    Moves,
    /// Only the first moves.
    Beginning,
}

impl What {
    fn of(self, game: &Evidence) -> Evidence {
        match self {
            What::Results => *game,
            What::Moves => game.without_results(),
            What::Beginning => game.beginning(),
        }
    }
}

const FROM: [From; 7] = [
    From { name: "5 games and results", games: 5, least: 5, what: What::Results },
    From { name: "5 games", games: 5, least: 5, what: What::Moves },
    From { name: "3 to 5 and results", games: 5, least: 3, what: What::Results },
    From { name: "3 to 5 games", games: 5, least: 3, what: What::Moves },
    From { name: "1 game and result", games: 1, least: 1, what: What::Results },
    From { name: "1 game", games: 1, least: 1, what: What::Moves },
    From { name: "a beginning", games: 1, least: 1, what: What::Beginning },
];

#[derive(Default)]
pub struct Figures {
    mean_error: f64,
    within_two: f64,
    /// How often the rank is in the interval of 80%.
    covered: f64,
    /// The mean error of always guessing the mean.
    guess: f64,
}

/// A rank that was estimated.
struct Estimated {
    rank: f64,
    estimate: Option<Estimate>,
    /// A person has many runs of games, but counts once.
    weight: f64,
}

impl Table {
    /// `counts` says which ranks figures are for; `estimate` gets a person's place and what is seen of some games of theirs.
    pub fn new(
        board: usize,
        people: &[&Examined],
        counts: impl Fn(f64) -> bool,
        estimate: impl Fn(usize, &[(usize, Evidence)]) -> Option<Estimate>,
    ) -> Table {
        let row = |who, from: From, belongs: &dyn Fn(&Examined, &Run) -> bool| {
            let (mut all, mut count) = (Vec::new(), 0);
            for (place, person) in
                people.iter().enumerate().filter(|(_, person)| person.games.len() >= from.least)
            {
                let mut runs = person.runs(from.games);
                runs.retain(|run| belongs(person, run) && counts(run.rank));
                count += usize::from(!runs.is_empty());
                let weight = 1.0 / runs.len().max(1) as f64;
                all.extend(runs.iter().map(|run| {
                    let seen: Vec<_> = run.games.iter().map(|game| (board, from.what.of(game))).collect();
                    Estimated { rank: run.rank, estimate: estimate(place, &seen), weight }
                }));
            }
            Row { who, from, people: count, figures: Figures::new(&all) }
        };
        let knows_some = people.iter().any(|person| !person.is_held_out);
        let rows = FROM.into_iter().flat_map(|from| {
            let mut rows = vec![
                row("all", from, &|_, _| true),
                row("without new accounts", from, &|_, run| !run.is_new),
            ];
            if knows_some {
                rows.push(row("of all held out", from, &|person, _| person.is_held_out));
                rows.push(row("of these held out", from, &|person, run| person.is_held_out && !run.is_new));
            }
            rows
        });
        Table { board, rows: rows.collect() }
    }

    pub fn json(&self) -> serde_json::Value {
        let row = |row: &Row| {
            let mut json = row.figures.json();
            json["who"] = row.who.into();
            json["games"] = row.from.games.into();
            json["games_at_least"] = row.from.least.into();
            json["beginning"] = (row.from.what == What::Beginning).into();
            json["results"] = (row.from.what == What::Results).into();
            json["people"] = row.people.into();
            json
        };
        serde_json::json!({ "size": self.board, "rows": self.rows.iter().map(row).collect::<Vec<_>>() })
    }
}

impl std::fmt::Display for Table {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        writeln!(f, "{board}x{board}", board = self.board)?;
        writeln!(
            f,
            "  {:<21}{:<22}{:>7}{:>12}{:>10}{:>13}{:>12}",
            "from", "", "people", "mean error", "within 2", "in interval", "guess mean"
        )?;
        for row in &self.rows {
            writeln!(f, "  {:<21}{:<22}{:>7}{}", row.from.name, row.who, row.people, row.figures)?;
        }
        Ok(())
    }
}

impl Figures {
    /// Where nothing could be estimated, the mean counts.
    fn new(all: &[Estimated]) -> Figures {
        let sum: f64 = all.iter().map(|one| one.weight).sum();
        let mean = all.iter().map(|one| one.weight * one.rank).sum::<f64>() / sum.max(1e-9);
        let mut figures = Figures::default();
        for Estimated { rank, estimate, weight } in all {
            let share = weight / sum;
            let guess = (rank - mean).abs();
            let error = estimate.map_or(guess, |estimate| (estimate.rank - rank).abs());
            let holds = |estimate: &Estimate| (estimate.interval.0..=estimate.interval.1).contains(rank);
            figures.guess += guess * share;
            figures.mean_error += error * share;
            figures.within_two += f64::from(u8::from(error <= 2.0)) * share;
            figures.covered += f64::from(u8::from(estimate.as_ref().is_some_and(holds))) * share;
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
        write!(f, "{:>12.2}{within:>10}{covered:>13}{:>12.2}", self.mean_error, self.guess)
    }
}

#[cfg(test)]
mod tests {
    use people::{ExaminedGame, PersonId, Results};

    use super::*;

    fn estimate(rank: f64) -> Option<Estimate> {
        Some(Estimate { rank, interval: (rank - 2.5, rank + 2.5), moves: 100, results: 0 })
    }

    #[test]
    fn figures_of_three_people() {
        let one = |rank, estimate| Estimated { rank, estimate, weight: 1.0 };
        let figures = Figures::new(&[one(10.0, estimate(11.0)), one(20.0, estimate(23.0)), one(30.0, None)]);
        assert!((figures.mean_error - 14.0 / 3.0).abs() < 1e-9 && (figures.guess - 20.0 / 3.0).abs() < 1e-9);
        let thirds = (figures.within_two * 3.0, figures.covered * 3.0);
        assert!((thirds.0 - 1.0).abs() < 1e-9 && (thirds.1 - 1.0).abs() < 1e-9, "{thirds:?}");
    }

    #[test]
    fn everybody_counts_once() {
        let person = |rank: f64, games: usize, new: usize| Examined {
            person: PersonId(0),
            side: 19,
            is_held_out: true,
            known_rank: None,
            games: (0..games)
                .map(|n| ExaminedGame {
                    rank,
                    is_new: n < new,
                    moves: Vec::new(),
                    results: Results::default(),
                    evidence: Evidence::default(),
                })
                .collect(),
        };
        let (often, seldom, weak) = (person(20.0, 9, 1), person(10.0, 4, 0), person(2.0, 7, 0));
        let table = Table::new(19, &[&often, &seldom, &weak], |rank| rank > 5.0, |_, _| estimate(20.0));
        let errors: Vec<_> = table.rows.iter().map(|row| (row.people, row.figures.mean_error)).collect();
        // Four games are too few for five; in four of nine runs there is no game of a new account.
        let both = (2, 5.0);
        let one = (1, 0.0);
        let (often, all) = ([one; 4], [both; 10]);
        assert_eq!(errors, [&often[..], &all].concat());
    }
}
