//! Linear least squares for a handful of unknowns.

/// The weighted mean of numbers.
pub fn mean(numbers: impl Iterator<Item = f64>, weights: &[f64]) -> f64 {
    numbers.zip(weights).map(|(number, weight)| number * weight).sum::<f64>() / weights.iter().sum::<f64>()
}

/// The mean of each column; `None` without rows.
pub fn means(rows: &[Vec<f64>], weights: &[f64]) -> Option<Vec<f64>> {
    let columns = rows.first()?.len();
    Some((0..columns).map(|c| mean(rows.iter().map(|row| row[c]), weights)).collect())
}

/// Ridge regression of `values` less their mean on columns less their means. The penalty is for columns as if each had
/// variance 1. `None` if there are not more rows than columns.
pub fn ridge(rows: &[Vec<f64>], values: &[f64], weights: &[f64], penalty: f64) -> Option<Vec<f64>> {
    let means = means(rows, weights)?;
    let columns = means.len();
    if rows.len() <= columns {
        return None;
    }
    let deviation =
        |c: usize| mean(rows.iter().map(|row| (row[c] - means[c]).powi(2)), weights).sqrt().max(1e-12);
    let deviations: Vec<f64> = (0..columns).map(deviation).collect();
    let centre = mean(values.iter().copied(), weights);
    let scaled: Vec<Vec<f64>> = rows
        .iter()
        .zip(weights)
        .map(|(row, weight)| {
            (0..columns).map(|c| weight.sqrt() * (row[c] - means[c]) / deviations[c]).collect()
        })
        .collect();
    let values: Vec<f64> =
        values.iter().zip(weights).map(|(value, weight)| weight.sqrt() * (value - centre)).collect();
    let found = solve(normal(&scaled, &values, penalty * weights.iter().sum::<f64>()))?;
    Some(found.into_iter().zip(deviations).map(|(weight, deviation)| weight / deviation).collect())
}

/// A linear function, fitted to rows with weights.
#[derive(Clone, PartialEq, Debug)]
pub struct Line {
    centre: f64,
    means: Vec<f64>,
    pub slopes: Vec<f64>,
    /// How much each row counted.
    pub weights: Vec<f64>,
}

impl Line {
    pub fn at(&self, row: &[f64]) -> f64 {
        let terms = row.iter().zip(&self.means).zip(&self.slopes);
        self.centre + terms.map(|((x, mean), slope)| slope * (x - mean)).sum::<f64>()
    }
}

/// Rounds of reweighting.
const ROUNDS: usize = 20;

/// Ridge regression that makes the sum of absolute errors small instead of that of squares, as soon as they are above 1: for
/// values some of which are plainly wrong.
pub fn robust(rows: &[Vec<f64>], values: &[f64], penalty: f64) -> Option<Line> {
    let mut weights = vec![1.0; rows.len()];
    let mut line = None;
    for _ in 0..ROUNDS {
        let slopes = ridge(rows, values, &weights, penalty)?;
        let centre = mean(values.iter().copied(), &weights);
        let found = Line { centre, means: means(rows, &weights)?, slopes, weights: weights.clone() };
        weights = rows
            .iter()
            .zip(values)
            .map(|(row, value)| 1.0 / (found.at(row) - value).abs().max(1.0))
            .collect();
        line = Some(found);
    }
    line
}

/// Ordinary least squares.
pub fn solve_rows(rows: &[Vec<f64>], values: &[f64]) -> Option<Vec<f64>> {
    solve(normal(rows, values, 0.0))
}

/// The normal equations, each with its right side last.
fn normal(rows: &[Vec<f64>], values: &[f64], penalty: f64) -> Vec<Vec<f64>> {
    let columns = rows.first().map_or(0, Vec::len);
    let equation = |i: usize| {
        let product = |j: usize| rows.iter().map(|row| row[i] * row[j]).sum::<f64>();
        let mut equation: Vec<f64> = (0..columns).map(product).collect();
        equation[i] += penalty;
        equation.push(rows.iter().zip(values).map(|(row, value)| row[i] * value).sum());
        equation
    };
    (0..columns).map(equation).collect()
}

/// Gaussian elimination with pivots. `None` if there is no single solution.
fn solve(mut equations: Vec<Vec<f64>>) -> Option<Vec<f64>> {
    let count = equations.len();
    for column in 0..count {
        let pivot = (column..count)
            .max_by(|a, b| equations[*a][column].abs().total_cmp(&equations[*b][column].abs()))?;
        equations.swap(column, pivot);
        let lead = equations[column].clone();
        if lead[column].abs() < 1e-12 {
            return None;
        }
        for equation in equations.iter_mut().enumerate().filter(|(row, _)| *row != column).map(|(_, e)| e) {
            let factor = equation[column] / lead[column];
            equation.iter_mut().zip(&lead).for_each(|(x, y)| *x -= factor * y);
        }
    }
    Some((0..count).map(|row| equations[row][count] / equations[row][row]).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_plane_is_found_again() {
        let rows: Vec<Vec<f64>> = (0..20).map(|n| vec![f64::from(n), f64::from(n * n % 7), 1.0]).collect();
        let values: Vec<f64> = rows.iter().map(|row| 2.0 * row[0] - 3.0 * row[1] + 5.0).collect();
        let found = solve_rows(&rows, &values).unwrap();
        assert!(found.iter().zip([2.0, -3.0, 5.0]).all(|(a, b)| (a - b).abs() < 1e-9), "{found:?}");
        let found = ridge(&rows, &values, &[1.0; 20], 1e-9).unwrap();
        assert!((found[0] - 2.0).abs() < 1e-4 && (found[1] + 3.0).abs() < 1e-4, "{found:?}");
        // A large penalty makes all weights small.
        let found = ridge(&rows, &values, &[1.0; 20], 1e6).unwrap();
        assert!(found.iter().all(|weight| weight.abs() < 1e-3), "{found:?}");
    }

    #[test]
    fn rows_without_weight_do_not_count() {
        let rows: Vec<Vec<f64>> = (0..20).map(|n| vec![f64::from(n)]).collect();
        let values: Vec<f64> = (0..20).map(|n| if n % 4 == 0 { 500.0 } else { 3.0 * f64::from(n) }).collect();
        let weights: Vec<f64> = (0..20).map(|n| if n % 4 == 0 { 0.0 } else { 1.0 }).collect();
        let found = ridge(&rows, &values, &weights, 1e-9).unwrap();
        assert!((found[0] - 3.0).abs() < 1e-4, "{found:?}");
        assert!((means(&rows, &weights).unwrap()[0] - 10.0).abs() < 1e-9);
    }

    #[test]
    fn what_is_not_determined_is_refused() {
        assert_eq!(solve_rows(&[vec![1.0, 2.0], vec![2.0, 4.0]], &[1.0, 2.0]), None);
        assert_eq!(ridge(&[vec![1.0, 2.0]], &[1.0], &[1.0], 1.0), None);
    }
}
