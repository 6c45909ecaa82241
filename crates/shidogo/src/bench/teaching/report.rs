//! What came of it.

use std::fmt;

use serde::Serialize;

use super::results::GameResult;

/// Means over games, for the first mistake that is shown, and for all that are shown first.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Report {
    pub games: usize,
    /// Games in which both orders begin with the same mistake.
    pub same: usize,
    pub first: Comparison,
    pub shown: Comparison,
}

#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Comparison {
    pub for_level: Means,
    pub largest: Means,
    /// How many times as often stronger players avoid what is shown first, with a 95% interval.
    pub ratio: f64,
    pub interval: [f64; 2],
}

#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Means {
    pub mistakes: usize,
    /// Points that the mistakes cost.
    pub lost: f64,
    /// How often players find something clearly better: of the person's rank, and 3 to 5 ranks up.
    pub own: f64,
    pub avoided: f64,
    /// How often these lose less at all.
    pub less: f64,
}

impl Report {
    pub fn of(games: &[GameResult]) -> Report {
        Report {
            games: games.len(),
            same: games.iter().filter(|game| game.first.first() == game.largest.first()).count(),
            first: Comparison::of(games, 1),
            shown: Comparison::of(games, usize::MAX),
        }
    }
}

impl Comparison {
    /// Of the first mistakes of every game.
    fn of(games: &[GameResult], most: usize) -> Comparison {
        let for_level = Means::of(games, most, |game| &game.first);
        let largest = Means::of(games, most, |game| &game.largest);
        let ratio = for_level.avoided / largest.avoided;
        Comparison { interval: interval(games, most, ratio), for_level, largest, ratio }
    }
}

/// The 95% interval of a ratio of two means over the same games (delta method).
fn interval(games: &[GameResult], most: usize, ratio: f64) -> [f64; 2] {
    let mean = |game: &GameResult, which: &[usize]| {
        let avoided: Vec<f64> = which
            .iter()
            .take(most)
            .filter_map(|after| game.measured(*after))
            .map(|measured| f64::from(measured.stronger))
            .collect();
        avoided.iter().sum::<f64>() / avoided.len().max(1) as f64
    };
    let pairs: Vec<(f64, f64)> =
        games.iter().map(|game| (mean(game, &game.first), mean(game, &game.largest))).collect();
    let n = pairs.len().max(1) as f64;
    let below = pairs.iter().map(|(_, largest)| largest).sum::<f64>() / n;
    let squares = pairs.iter().map(|(first, largest)| (first - ratio * largest).powi(2)).sum::<f64>() / n;
    let half = 1.96 * (squares / n).sqrt() / below;
    [ratio - half, ratio + half]
}

impl Means {
    fn of<'a>(
        games: &'a [GameResult],
        most: usize,
        which: impl Fn(&'a GameResult) -> &'a Vec<usize>,
    ) -> Means {
        let all: Vec<_> = games
            .iter()
            .flat_map(|game| which(game).iter().take(most).filter_map(|after| game.measured(*after)))
            .collect();
        let mean = |of: fn(&super::Measured) -> f32| {
            all.iter().map(|measured| f64::from(of(measured))).sum::<f64>() / all.len().max(1) as f64
        };
        Means {
            mistakes: all.len(),
            lost: mean(|measured| measured.lost),
            own: mean(|measured| measured.own),
            avoided: mean(|measured| measured.stronger),
            less: mean(|measured| measured.less),
        }
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        writeln!(f, "{} games; both orders begin with the same mistake in {}", self.games, self.same)?;
        writeln!(f, "                            mistakes  points  same rank  3-5 ranks up  lose less")?;
        for (name, comparison) in [("the first", &self.first), ("all shown first", &self.shown)] {
            for (order, means) in
                [("for the level", &comparison.for_level), ("largest loss", &comparison.largest)]
            {
                writeln!(
                    f,
                    "{:<27} {:>8} {:>7.1} {:>9.1}% {:>12.1}% {:>9.1}%",
                    format!("{name}, {order}"),
                    means.mistakes,
                    means.lost,
                    100.0 * means.own,
                    100.0 * means.avoided,
                    100.0 * means.less
                )?;
            }
            let [low, high] = comparison.interval;
            writeln!(f, "  avoided {:.2} times as often ({low:.2} to {high:.2})", comparison.ratio)?;
        }
        Ok(())
    }
}
