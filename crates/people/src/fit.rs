//! Fits a calibration to people whose rank is known.

use crate::calibration::{BoardCalibration, Calibration, Estimate, Measure, seen};
use crate::evidence::{Evidence, FEWEST_MOVES, PHASES};
use crate::least_squares;

/// A person whose rank is known, and what their games look like.
#[derive(Clone, PartialEq, Debug)]
pub struct Known {
    /// In steps above 30 kyu.
    pub rank: f64,
    pub games: Vec<Evidence>,
}

impl Known {
    fn by_moves(&self) -> Seen {
        Seen { rank: self.rank, games: self.games.iter().map(|game| game.without_results()).collect() }
    }

    /// The games in which the result is known.
    fn by_results(&self) -> Option<Seen> {
        let games: Vec<Evidence> =
            self.games.iter().filter(|game| !game.results.is_empty()).copied().collect();
        (!games.is_empty()).then_some(Seen { rank: self.rank, games })
    }
}

/// What a measure is fitted to.
struct Seen {
    rank: f64,
    games: Vec<Evidence>,
}

impl Seen {
    fn all_games(&self) -> (f64, Evidence) {
        (self.rank, self.games.iter().sum())
    }

    /// Each game, and its beginnings, of which no results are known.
    fn pieces(&self) -> Vec<(f64, Evidence)> {
        let beginning = |game: &Evidence, phases: usize| {
            let mut part = *game;
            part.phases[phases..].fill_with(Default::default);
            part
        };
        let shortest = |game: &Evidence| if game.results.is_empty() { 1 } else { PHASES };
        let pieces = self
            .games
            .iter()
            .flat_map(|game| (shortest(game)..=PHASES).map(|phases| beginning(game, phases)));
        pieces.filter(|piece| piece.moves() >= FEWEST_MOVES).map(|piece| (self.rank, piece)).collect()
    }
}

/// Of features with variance 1: enough against chance in a hundred people.
const RIDGE: f64 = 0.02;

/// With fewer people nothing can be fitted.
const FEWEST_PEOPLE: usize = 20;

/// The share of ranks that intervals hold.
const COVERED: f64 = 0.8;

impl BoardCalibration {
    /// `None` if there are too few people.
    pub fn fit(side: usize, people: &[Known]) -> Option<BoardCalibration> {
        if people.len() < FEWEST_PEOPLE {
            return None;
        }
        let ranks: Vec<f64> = people.iter().map(|known| known.rank).collect();
        let equal = vec![1.0; ranks.len()];
        let mean = least_squares::mean(ranks.iter().copied(), &equal);
        let variance = least_squares::mean(ranks.iter().map(|rank| (rank - mean).powi(2)), &equal);
        let (by_moves, by_results) = (Measure::default(), None);
        let mut fitted =
            BoardCalibration { side, mean, variance, means: means(people), by_moves, by_results };
        fitted.by_moves = fitted.fit_measure(&people.iter().map(Known::by_moves).collect::<Vec<_>>())?;
        fitted.by_results =
            fitted.fit_measure(&people.iter().filter_map(Known::by_results).collect::<Vec<_>>());
        Some(fitted)
    }

    fn fit_measure(&self, people: &[Seen]) -> Option<Measure> {
        if people.len() < FEWEST_PEOPLE {
            return None;
        }
        let all: Vec<(f64, Evidence)> = people.iter().map(Seen::all_games).collect();
        let rows: Vec<Vec<f64>> = all.iter().map(|(_, games)| seen(games, self.side, &self.means)).collect();
        let ranks: Vec<f64> = all.iter().map(|(rank, _)| *rank).collect();
        let line = least_squares::robust(&rows, &ranks, RIDGE)?;
        let base = line.at(&vec![0.0; line.slopes.len()]);
        let mut fitted = Measure { base, slopes: line.slopes, error: (0.0, 0.0), interval: 1.0 };
        fitted.undo_shrinking(&rows, &ranks, &line.weights)?;
        let pieces: Vec<(f64, Evidence)> = people.iter().flat_map(Seen::pieces).collect();
        fitted.error = self.fit_error(&fitted, &[&all[..], &pieces].concat())?;
        fitted.interval = 0.5 * (self.fit_interval(&fitted, &all)? + self.fit_interval(&fitted, &pieces)?);
        Some(fitted)
    }

    /// The error as a function of the number of moves: from all games of a person, from single games and their beginnings.
    fn fit_error(&self, measure: &Measure, pieces: &[(f64, Evidence)]) -> Option<(f64, f64)> {
        let mut error = (4.0, 400.0);
        // Each round weighs pieces by the error that the last one found. Ranks that are plainly wrong count as two usual errors.
        for _ in 0..20 {
            let usual = |piece: &Evidence| error.0 + error.1 / piece.moves();
            let row = |(_, piece): &(f64, Evidence)| {
                vec![1.0, 1.0 / piece.moves()].into_iter().map(|x| x / usual(piece)).collect()
            };
            let square = |(rank, piece): &(f64, Evidence)| {
                ((self.measure(measure, piece) - rank).powi(2) / usual(piece)).min(4.0)
            };
            let rows: Vec<Vec<f64>> = pieces.iter().map(row).collect();
            let squares: Vec<f64> = pieces.iter().map(square).collect();
            let found = least_squares::solve_rows(&rows, &squares)?;
            error = (found[0].max(1.0), found[1].max(10.0));
        }
        Some(error)
    }

    /// Half of an interval that holds as many ranks as it should, in standard deviations.
    fn fit_interval(&self, measure: &Measure, pieces: &[(f64, Evidence)]) -> Option<f64> {
        let measure = Measure { interval: 1.0, ..measure.clone() };
        let board = BoardCalibration { by_results: Some(measure.clone()), by_moves: measure, ..self.clone() };
        let calibration = Calibration { boards: vec![board], ..Calibration::default() };
        let distance = |(rank, piece): &(f64, Evidence)| {
            let Estimate { rank: found, interval: (_, high), .. } =
                calibration.estimate(&[(self.side, *piece)])?;
            Some((found - rank).abs() / (high - found))
        };
        let mut distances: Vec<f64> = pieces.iter().filter_map(distance).collect();
        distances.sort_by(f64::total_cmp);
        distances.get((COVERED * distances.len() as f64) as usize).copied()
    }
}

impl Measure {
    /// The fit draws every rank towards the mean, because that keeps its error small. The estimate does so itself, and by how
    /// much depends on the number of moves.
    fn undo_shrinking(&mut self, rows: &[Vec<f64>], ranks: &[f64], weights: &[f64]) -> Option<()> {
        let measured: Vec<f64> = rows.iter().map(|row| self.at(row)).collect();
        let mean = least_squares::mean(ranks.iter().copied(), weights);
        let centre = least_squares::mean(measured.iter().copied(), weights);
        let both = measured.iter().zip(ranks).map(|(m, rank)| (m - centre) * (rank - mean));
        let own = ranks.iter().map(|rank| (rank - mean).powi(2));
        let slope = least_squares::mean(both, weights) / least_squares::mean(own, weights);
        if slope.is_nan() || slope <= 0.05 {
            return None;
        }
        self.slopes.iter_mut().for_each(|own| *own /= slope);
        self.base = mean + (self.base - centre) / slope;
        Some(())
    }
}

/// How strong moves seem on average, by phase.
fn means(people: &[Known]) -> [f64; PHASES] {
    let all: Evidence = people.iter().flat_map(|known| &known.games).sum();
    all.phases.map(|phase| phase.strength / phase.weight.max(1e-6))
}

/// One calibration for each of these parts of the people, in turn, fitted to all others: the person at place `i` belongs to
/// part `i % FOLDS`. People without a rank to fit to are `None`.
pub fn fit_folds(side: usize, people: &[Option<Known>]) -> Option<Vec<BoardCalibration>> {
    let others = |fold: usize| -> Vec<Known> {
        let others = people.iter().enumerate().filter(|(place, _)| place % FOLDS != fold);
        others.filter_map(|(_, known)| known.clone()).collect()
    };
    (0..FOLDS).map(|fold| BoardCalibration::fit(side, &others(fold))).collect()
}

/// Parts for cross-validation.
pub const FOLDS: usize = 10;

#[cfg(test)]
mod tests {
    use board::splitmix64;
    use rand::{Rng, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    use super::*;
    use crate::evidence::{PhaseEvidence, Results};

    /// Somebody whose moves follow their rank and chance. In the opening everybody finds good moves.
    fn person(seed: u64, games: usize) -> Known {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
        let rank = random.random_range(5.0..35.0);
        // A style that no number of moves averages away.
        let style = random.random_range(-2.5..2.5);
        let mut phase = |bonus: f64| {
            let mut sums = PhaseEvidence { moves: 20.0, weight: 20.0, strength: 0.0 };
            for _ in 0..20 {
                sums.strength += 0.5 * (rank + style) + bonus + random.random_range(-10.0..10.0);
            }
            sums
        };
        let game = |phase: &mut dyn FnMut(f64) -> PhaseEvidence| Evidence {
            phases: [phase(8.0), phase(0.0), phase(0.0)],
            ..Evidence::default()
        };
        let games = (0..games).map(|_| game(&mut phase)).collect();
        Known { rank, games }
    }

    fn calibration(people: &[Known]) -> Calibration {
        Calibration { boards: vec![BoardCalibration::fit(19, people).unwrap()], ..Calibration::default() }
    }

    #[test]
    fn ranks_are_found_and_intervals_hold() {
        let mut people: Vec<Known> = (0..300).map(|seed| person(seed, 5)).collect();
        // Some ranks are plainly wrong.
        people.iter_mut().step_by(20).for_each(|known| known.rank = 17.75);
        let calibration = calibration(&people);
        for (games, phases, most) in [(5, 3, 1.6), (1, 3, 2.8), (1, 1, 4.5)] {
            let people: Vec<Known> = (1000..1500).map(|seed| person(seed, games)).collect();
            let found = people.iter().map(|known| {
                let (_, mut evidence) = known.by_moves().all_games();
                evidence.phases[phases..].fill(PhaseEvidence::default());
                (known.rank, calibration.estimate(&[(19, evidence)]).unwrap())
            });
            let found: Vec<(f64, Estimate)> = found.collect();
            let error = found.iter().map(|(rank, e)| (e.rank - rank).abs()).sum::<f64>() / 500.0;
            assert!(error < most, "{games} games, {phases} phases: {error}");
            let held = found.iter().filter(|(rank, e)| (e.interval.0..e.interval.1).contains(rank)).count();
            assert!((350..470).contains(&held), "{games} games, {phases} phases: {held} of 500");
        }
    }

    #[test]
    fn more_moves_make_it_surer() {
        let calibration = calibration(&(0..100).map(|seed| person(seed, 5)).collect::<Vec<_>>());
        let width = |parts: &[(usize, Evidence)]| {
            let (low, high) = calibration.estimate(parts).unwrap().interval;
            high - low
        };
        let [one, five] = [1, 5].map(|games| person(7, games).by_moves().all_games().1);
        assert!(width(&[(19, five)]) < width(&[(19, one)]));
        assert_eq!(calibration.estimate(&[(19, one), (9, one)]).unwrap().moves, 60);
        assert_eq!(calibration.estimate(&[(9, one)]), None);
        let few = PhaseEvidence { moves: 3.0, ..one.phases[0] };
        assert_eq!(calibration.estimate(&[(19, Evidence { phases: [few; 3], ..one })]), None);
    }

    /// The same person, who plays with people of about the own rank and wins more often with weaker ones.
    fn with_results(seed: u64, games: usize) -> Known {
        let mut known = person(seed, games);
        let mut random = Xoshiro256PlusPlus::seed_from_u64(splitmix64(seed));
        for game in &mut known.games {
            let opponents = known.rank + random.random_range(-3.0..3.0);
            let wins = 1.0 / (1.0 + (0.4 * (opponents - known.rank)).exp());
            let wins = f64::from(u8::from(random.random_bool(wins)));
            game.results = Results { games: 1.0, opponents, wins };
        }
        known
    }

    #[test]
    fn results_make_it_surer() {
        let calibration = calibration(&(0..300).map(|seed| with_results(seed, 5)).collect::<Vec<_>>());
        let measure = calibration.boards[0].by_results.as_ref().unwrap();
        assert!(measure.slopes[..3].iter().all(|slope| *slope > 0.1), "{measure:?}");
        let people: Vec<Known> = (1000..1300).map(|seed| with_results(seed, 5)).collect();
        let error = |what: fn(&Evidence) -> Evidence| {
            let errors = people.iter().map(|known| {
                let seen: Vec<(usize, Evidence)> = known.games.iter().map(|game| (19, what(game))).collect();
                (calibration.estimate(&seen).unwrap().rank - known.rank).abs()
            });
            errors.sum::<f64>() / people.len() as f64
        };
        let (with, without) = (error(|game| *game), error(|game| game.without_results()));
        assert!(with < 0.75 * without, "{with} {without}");
        // Games of which no result is known count besides.
        let [known, unknown] = [0, 1].map(|n| people[n].games[0]);
        let both = [(19, known), (19, unknown.without_results())];
        let found = calibration.estimate(&both).unwrap();
        assert_eq!((found.moves, found.results), (120, 1));
        assert_ne!(found.rank, calibration.estimate(&both[..1]).unwrap().rank);
        // Who has fitted to moves alone knows nothing of results.
        let moves_only: Vec<Known> = (0..100).map(|seed| person(seed, 5)).collect();
        let board = BoardCalibration::fit(19, &moves_only).unwrap();
        assert_eq!(board.by_results, None);
        let calibration = Calibration { boards: vec![board], ..Calibration::default() };
        let moves = calibration.estimate(&[(19, known.without_results())]);
        assert_eq!(calibration.estimate(&[(19, known)]), moves);
    }

    #[test]
    fn folds_leave_people_out() {
        let people: Vec<Known> = (0..60).map(|seed| person(seed, 3)).collect();
        let board = BoardCalibration::fit(19, &people).unwrap();
        assert!(board.by_moves.slopes[0] > 0.0, "{board:?}");
        assert_eq!(BoardCalibration::fit(19, &people[..10]), None, "too few");
        let folds = fit_folds(19, &people.into_iter().map(Some).collect::<Vec<_>>()).unwrap();
        assert!(folds.len() == FOLDS && folds.iter().all(|fold| *fold != board));
    }
}
