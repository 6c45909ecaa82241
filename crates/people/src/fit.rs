//! Fits a calibration to people whose rank is known.

use crate::calibration::{BoardCalibration, Calibration, Estimate, centred};
use crate::evidence::{Evidence, FEWEST_MOVES, PHASES};
use crate::least_squares::{self, Line};

/// A person whose rank is known, and what their games look like.
#[derive(Clone, PartialEq, Debug)]
pub struct Known {
    /// In steps above 30 kyu.
    pub rank: f64,
    pub games: Vec<Evidence>,
}

impl Known {
    fn all_games(&self) -> Evidence {
        self.games.iter().sum()
    }

    /// Each game, and its beginnings.
    fn pieces(&self) -> Vec<Evidence> {
        let beginning = |game: &Evidence, phases: usize| {
            let mut part = *game;
            part.phases[phases..].fill_with(Default::default);
            part
        };
        let pieces = self.games.iter().flat_map(|game| (1..=PHASES).map(|phases| beginning(game, phases)));
        pieces.filter(|piece| piece.moves() >= FEWEST_MOVES).collect()
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
        let means = means(people);
        let rows: Vec<Vec<f64>> =
            people.iter().map(|known| vec![centred(&known.all_games(), &means)]).collect();
        let ranks: Vec<f64> = people.iter().map(|known| known.rank).collect();
        let equal = vec![1.0; ranks.len()];
        let line = least_squares::robust(&rows, &ranks, RIDGE)?;
        let mean = least_squares::mean(ranks.iter().copied(), &equal);
        let variance = least_squares::mean(ranks.iter().map(|rank| (rank - mean).powi(2)), &equal);
        let (centre, slope) = (line.at(&[0.0]), line.slopes[0]);
        let error = (0.0, 0.0);
        let mut fitted =
            BoardCalibration { side, mean, variance, means, centre, slope, error, interval: 1.0 };
        fitted.undo_shrinking(people, &line)?;
        let all: Vec<(f64, Evidence)> = people.iter().map(|known| (known.rank, known.all_games())).collect();
        let pieces =
            people.iter().flat_map(|known| known.pieces().into_iter().map(|piece| (known.rank, piece)));
        let pieces: Vec<(f64, Evidence)> = pieces.collect();
        fitted.error = fitted.fit_error(&[&all[..], &pieces].concat())?;
        fitted.interval = 0.5 * (fitted.fit_interval(&all)? + fitted.fit_interval(&pieces)?);
        Some(fitted)
    }

    /// The fit draws every rank towards the mean, because that keeps its error small. The estimate does so itself, and by how
    /// much depends on the number of moves.
    fn undo_shrinking(&mut self, people: &[Known], line: &Line) -> Option<()> {
        let measured: Vec<f64> = people.iter().map(|known| self.measure(&known.all_games())).collect();
        let ranks: Vec<f64> = people.iter().map(|known| known.rank).collect();
        let mean = least_squares::mean(ranks.iter().copied(), &line.weights);
        let centre = least_squares::mean(measured.iter().copied(), &line.weights);
        let both = measured.iter().zip(&ranks).map(|(m, rank)| (m - centre) * (rank - mean));
        let own = ranks.iter().map(|rank| (rank - mean).powi(2));
        let slope = least_squares::mean(both, &line.weights) / least_squares::mean(own, &line.weights);
        if slope.is_nan() || slope <= 0.05 {
            return None;
        }
        self.slope /= slope;
        self.centre = mean + (self.centre - centre) / slope;
        Some(())
    }

    /// The error as a function of the number of moves: from all games of a person, from single games and their beginnings.
    fn fit_error(&self, pieces: &[(f64, Evidence)]) -> Option<(f64, f64)> {
        let mut error = (4.0, 400.0);
        // Each round weighs pieces by the error that the last one found. Ranks that are plainly wrong count as two usual errors.
        for _ in 0..20 {
            let usual = |piece: &Evidence| error.0 + error.1 / piece.moves();
            let row = |(_, piece): &(f64, Evidence)| {
                vec![1.0, 1.0 / piece.moves()].into_iter().map(|x| x / usual(piece)).collect()
            };
            let square = |(rank, piece): &(f64, Evidence)| {
                ((self.measure(piece) - rank).powi(2) / usual(piece)).min(4.0)
            };
            let rows: Vec<Vec<f64>> = pieces.iter().map(row).collect();
            let squares: Vec<f64> = pieces.iter().map(square).collect();
            let found = least_squares::solve_rows(&rows, &squares)?;
            error = (found[0].max(1.0), found[1].max(10.0));
        }
        Some(error)
    }

    /// Half of an interval that holds as many ranks as it should, in standard deviations.
    fn fit_interval(&self, pieces: &[(f64, Evidence)]) -> Option<f64> {
        let boards = vec![BoardCalibration { interval: 1.0, ..self.clone() }];
        let calibration = Calibration { boards, ..Calibration::default() };
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
    use rand::{Rng, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    use super::*;
    use crate::evidence::PhaseEvidence;

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
                let mut evidence = known.all_games();
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
        let (one, five) = (person(7, 1).all_games(), person(7, 5).all_games());
        assert!(width(&[(19, five)]) < width(&[(19, one)]));
        assert_eq!(calibration.estimate(&[(19, one), (9, one)]).unwrap().moves, 60);
        assert_eq!(calibration.estimate(&[(9, one)]), None);
        let few = PhaseEvidence { moves: 3.0, ..one.phases[0] };
        assert_eq!(calibration.estimate(&[(19, Evidence { phases: [few; 3] })]), None);
    }

    #[test]
    fn folds_leave_people_out() {
        let people: Vec<Known> = (0..60).map(|seed| person(seed, 3)).collect();
        let board = BoardCalibration::fit(19, &people).unwrap();
        assert!(board.slope > 0.0, "{board:?}");
        assert_eq!(BoardCalibration::fit(19, &people[..10]), None, "too few");
        let folds = fit_folds(19, &people.into_iter().map(Some).collect::<Vec<_>>()).unwrap();
        assert!(folds.len() == FOLDS && folds.iter().all(|fold| *fold != board));
    }
}
