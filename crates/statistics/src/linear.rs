//! The little linear algebra that the fit needs.

/// The inverse by Gauss–Jordan elimination; `None` if there is none. Ratings have tens of players, not
/// thousands: a library for this would be the largest dependency of the crate.
pub fn inverse(mut matrix: Vec<Vec<f64>>) -> Option<Vec<Vec<f64>>> {
    let n = matrix.len();
    for (i, row) in matrix.iter_mut().enumerate() {
        row.extend((0..n).map(|j| f64::from(u8::from(i == j))));
    }
    for column in 0..n {
        let largest =
            (column..n).max_by(|a, b| matrix[*a][column].abs().total_cmp(&matrix[*b][column].abs()))?;
        matrix.swap(column, largest);
        let pivot = matrix[column][column];
        if pivot.abs() < 1e-12 || !pivot.is_finite() {
            return None;
        }
        matrix[column].iter_mut().for_each(|x| *x /= pivot);
        let line = matrix[column].clone();
        for (_, row) in matrix.iter_mut().enumerate().filter(|(i, _)| *i != column) {
            let factor = row[column];
            row.iter_mut().zip(&line).for_each(|(x, y)| *x -= factor * y);
        }
    }
    Some(matrix.into_iter().map(|row| row[n..].to_vec()).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_inverse_undoes() {
        let inverse = inverse(vec![vec![0.0, 2.0], vec![4.0, 1.0]]).unwrap();
        let expected = [[-0.125, 0.25], [0.5, 0.0]];
        for (row, line) in inverse.iter().zip(expected) {
            assert!(row.iter().zip(line).all(|(a, b)| (a - b).abs() < 1e-12));
        }
        assert!(super::inverse(vec![vec![1.0, 1.0], vec![1.0, 1.0]]).is_none());
    }
}
