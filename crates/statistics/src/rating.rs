//! Elo ratings from the results of many matches.
//!
//! The model is Davidson's (1970) extension of Bradley and Terry's to draws: with strengths a and b, the
//! probabilities of a win, a loss and a draw are proportional to a : b : ν·√(ab). It was chosen over Rao and
//! Kupper's because its likelihood is concave in the logarithms of strengths and ν together, so there is a
//! single maximum that Newton's method finds, and because a draw counts exactly as half a win and half a
//! loss.
//!
//! A player who won or lost every game has no finite rating from the games alone. So every pair of opponents
//! gets [`PRIOR_GAMES`] more games, half of them won by each. With a hundred games per pair that changes
//! nothing; with one game it shows how little one game means.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::Tally;

/// Imaginary games for every pair of opponents.
pub const PRIOR_GAMES: f64 = 1.0;

/// Elo points per unit of log strength.
const ELO: f64 = 400.0 / std::f64::consts::LN_10;

/// A step this small is below a ten-thousandth of an Elo point, and above rounding errors.
const SETTLED: f64 = 1e-7;

/// All games between two players.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pairing {
    pub first: String,
    pub second: String,
    /// Results of the first.
    pub tally: Tally,
}

#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Rating {
    pub name: String,
    /// The mean of all players is 0.
    pub elo: f64,
    /// Of the distance to that mean.
    pub standard_error: f64,
    #[serde(flatten)]
    pub tally: Tally,
}

#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Ratings {
    /// The strongest first.
    pub players: Vec<Rating>,
    /// ν: 0 without draws; 1 makes draws between equals as frequent as wins of each.
    pub draw_parameter: f64,
    pub log_likelihood: f64,
    pub games: u64,
}

#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum RatingError {
    #[error("there are no games between two different players")]
    NoGames,
    #[error("the players fall into groups that never met: {}; play a match between them", groups(.0))]
    Disconnected(Vec<Vec<String>>),
    #[error("the fit did not converge; this is a bug")]
    NotSettled,
}

fn groups(groups: &[Vec<String>]) -> String {
    groups.iter().map(|g| format!("{{{}}}", g.join(", "))).collect::<Vec<_>>().join(" and ")
}

/// Computes the maximum likelihood ratings. Games of a player against itself are ignored.
pub fn rate(pairings: &[Pairing]) -> Result<Ratings, RatingError> {
    let fit = Fit::new(pairings)?;
    fit.check_connected()?;
    fit.ratings()
}

/// A pair by index, with wins, draws and losses of the first, including prior games.
struct Pair {
    first: usize,
    second: usize,
    wins: f64,
    draws: f64,
    losses: f64,
}

struct Fit {
    names: Vec<String>,
    tallies: Vec<Tally>,
    pairs: Vec<Pair>,
    with_draws: bool,
}

/// Probabilities of a win, a draw and a loss at a difference in log strength.
fn chances(difference: f64, nu: f64) -> [f64; 3] {
    // Divided by the larger strength, so that nothing overflows.
    let [win, loss] = [difference, -difference].map(|d| d.min(0.0).exp());
    let draw = nu * (-difference.abs() / 2.0).exp();
    let sum = win + draw + loss;
    [win / sum, draw / sum, loss / sum]
}

impl Fit {
    fn new(pairings: &[Pairing]) -> Result<Fit, RatingError> {
        let played = || pairings.iter().filter(|p| p.first != p.second && p.tally.games() > 0);
        let mut numbers: BTreeMap<&str, usize> = BTreeMap::new();
        numbers.extend(played().flat_map(|p| [&p.first, &p.second]).map(|name| (name.as_str(), 0)));
        for (number, slot) in numbers.values_mut().enumerate() {
            *slot = number;
        }
        if numbers.is_empty() {
            return Err(RatingError::NoGames);
        }
        let mut tallies = vec![Tally::default(); numbers.len()];
        let mut sums: BTreeMap<(usize, usize), Tally> = BTreeMap::new();
        for p in played() {
            let (first, second) = (numbers[p.first.as_str()], numbers[p.second.as_str()]);
            add(&mut tallies[first], p.tally);
            add(&mut tallies[second], swapped(p.tally));
            match first < second {
                true => add(sums.entry((first, second)).or_default(), p.tally),
                false => add(sums.entry((second, first)).or_default(), swapped(p.tally)),
            }
        }
        let pair = |(&(first, second), t): (&(usize, usize), &Tally)| {
            let [wins, losses] = [t.wins, t.losses].map(|n| n as f64 + PRIOR_GAMES / 2.0);
            Pair { first, second, wins, draws: t.draws as f64, losses }
        };
        let with_draws = sums.values().any(|t| t.draws > 0);
        let names = numbers.keys().map(|name| name.to_string()).collect();
        Ok(Fit { names, tallies, pairs: sums.iter().map(pair).collect(), with_draws })
    }

    fn check_connected(&self) -> Result<(), RatingError> {
        let mut group: Vec<usize> = (0..self.names.len()).collect();
        for pair in &self.pairs {
            let (from, to) = (group[pair.first], group[pair.second]);
            group.iter_mut().filter(|g| **g == from).for_each(|g| *g = to);
        }
        let mut members: BTreeMap<usize, Vec<String>> = BTreeMap::new();
        for (name, g) in self.names.iter().zip(&group) {
            members.entry(*g).or_default().push(name.clone());
        }
        match members.len() {
            1 => Ok(()),
            _ => Err(RatingError::Disconnected(members.into_values().collect())),
        }
    }

    /// Parameters: the log strength of every player, then log ν if there are draws.
    fn nu(&self, parameters: &[f64]) -> f64 {
        if self.with_draws { parameters[self.names.len()].exp() } else { 0.0 }
    }

    fn log_likelihood(&self, parameters: &[f64]) -> f64 {
        let nu = self.nu(parameters);
        let of = |pair: &Pair| {
            let [win, draw, loss] = chances(parameters[pair.first] - parameters[pair.second], nu);
            let drawn = if pair.draws > 0.0 { pair.draws * draw.ln() } else { 0.0 };
            pair.wins * win.ln() + drawn + pair.losses * loss.ln()
        };
        self.pairs.iter().map(of).sum()
    }

    /// The gradient of the log-likelihood and the negative of its Hessian.
    fn slope_and_curvature(&self, parameters: &[f64]) -> (Vec<f64>, Vec<Vec<f64>>) {
        let (n, size) = (self.names.len(), parameters.len());
        let nu = self.nu(parameters);
        let mut slope = vec![0.0; size];
        let mut curvature = vec![vec![0.0; size]; size];
        for pair in &self.pairs {
            let (i, j) = (pair.first, pair.second);
            let [win, draw, loss] = chances(parameters[i] - parameters[j], nu);
            let games = pair.wins + pair.draws + pair.losses;
            let pull = (pair.wins - pair.losses - games * (win - loss)) / 2.0;
            slope[i] += pull;
            slope[j] -= pull;
            let stiffness = games / 4.0 * (win + loss - (win - loss).powi(2));
            for (a, b, sign) in [(i, i, 1.0), (j, j, 1.0), (i, j, -1.0), (j, i, -1.0)] {
                curvature[a][b] += sign * stiffness;
            }
            if self.with_draws {
                slope[n] += pair.draws - games * draw;
                curvature[n][n] += games * draw * (1.0 - draw);
                let coupling = -games / 2.0 * (win - loss) * draw;
                for (a, sign) in [(i, 1.0), (j, -1.0)] {
                    curvature[a][n] += sign * coupling;
                    curvature[n][a] += sign * coupling;
                }
            }
        }
        (slope, curvature)
    }

    /// The inverse of the curvature. Adding the same to all strengths changes nothing, so that direction,
    /// which has no curvature, gets one that is removed again.
    fn covariance(&self, mut curvature: Vec<Vec<f64>>) -> Result<Vec<Vec<f64>>, RatingError> {
        let n = self.names.len();
        let fill = |matrix: &mut [Vec<f64>], value: f64| {
            matrix[..n].iter_mut().flat_map(|row| &mut row[..n]).for_each(|x| *x += value);
        };
        fill(&mut curvature, 1.0);
        let mut inverse = crate::linear::inverse(curvature).ok_or(RatingError::NotSettled)?;
        fill(&mut inverse, -1.0 / (n * n) as f64);
        Ok(inverse)
    }

    fn ratings(&self) -> Result<Ratings, RatingError> {
        let n = self.names.len();
        let mut here = vec![0.0; n + usize::from(self.with_draws)];
        for _ in 0..200 {
            let (slope, curvature) = self.slope_and_curvature(&here);
            let covariance = self.covariance(curvature)?;
            let step: Vec<f64> =
                covariance.iter().map(|row| row.iter().zip(&slope).map(|(c, s)| c * s).sum()).collect();
            here = self.climb(&here, &step);
            if step.iter().all(|s: &f64| s.abs() < SETTLED) {
                return Ok(self.table(&here, &covariance));
            }
        }
        Err(RatingError::NotSettled)
    }

    /// A whole step, or as large a part of it as does not decrease the likelihood: far from the maximum,
    /// Newton's steps may be too long.
    fn climb(&self, here: &[f64], step: &[f64]) -> Vec<f64> {
        let before = self.log_likelihood(here);
        let at = |part: f64| here.iter().zip(step).map(|(x, s)| x + part * s).collect::<Vec<f64>>();
        let parts = std::iter::successors(Some(1.0), |part| Some(part / 2.0)).take(40);
        let found = parts.map(at).find(|there| self.log_likelihood(there) >= before - 1e-12);
        found.unwrap_or_else(|| here.to_vec())
    }

    fn table(&self, parameters: &[f64], covariance: &[Vec<f64>]) -> Ratings {
        let n = self.names.len();
        let mean = parameters[..n].iter().sum::<f64>() / n as f64;
        let mut players: Vec<Rating> = (0..n)
            .map(|i| Rating {
                name: self.names[i].clone(),
                elo: ELO * (parameters[i] - mean),
                standard_error: ELO * covariance[i][i].max(0.0).sqrt(),
                tally: self.tallies[i],
            })
            .collect();
        players.sort_by(|a, b| b.elo.total_cmp(&a.elo));
        let games = self.tallies.iter().map(Tally::games).sum::<u64>() / 2;
        Ratings {
            players,
            draw_parameter: self.nu(parameters),
            log_likelihood: self.log_likelihood(parameters),
            games,
        }
    }
}

fn add(sum: &mut Tally, more: Tally) {
    *sum =
        Tally { wins: sum.wins + more.wins, draws: sum.draws + more.draws, losses: sum.losses + more.losses };
}

fn swapped(tally: Tally) -> Tally {
    Tally { wins: tally.losses, losses: tally.wins, ..tally }
}

#[cfg(test)]
mod tests;
