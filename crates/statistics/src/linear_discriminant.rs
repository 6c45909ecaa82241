//! Fisher's linear discriminant: which class a vector comes from, if the vectors of all classes scatter alike around
//! their means.

/// Covariances are this much smaller than they were seen: few vectors say little about many of them (Friedman 1989).
const SHRINKAGE: f64 = 0.1;
/// Added to variances, as a share of their mean, so that a feature which never changes does no harm.
const LEAST_VARIANCE: f64 = 1e-6;

/// What has been learnt of the classes.
pub struct LinearDiscriminant {
    /// For each class, the factors of a vector's entries and what is added.
    scores: Vec<(Vec<f64>, f64)>,
}

impl LinearDiscriminant {
    /// Learns from vectors of one length, by class; `None` if a class has none.
    pub fn new(classes: &[Vec<&[f64]>]) -> Option<LinearDiscriminant> {
        let means: Vec<Vec<f64>> = classes.iter().map(|vectors| mean(vectors)).collect::<Option<Vec<_>>>()?;
        let factor = cholesky(covariance(classes, &means))?;
        let score = |mean: Vec<f64>| {
            let factors = solve(&factor, &mean);
            let constant = -0.5 * dot(&factors, &mean);
            (factors, constant)
        };
        Some(LinearDiscriminant { scores: means.into_iter().map(score).collect() })
    }

    /// The class that the mean of some vectors is likeliest of, if all are equally likely before.
    pub fn classify(&self, vectors: &[&[f64]]) -> Option<usize> {
        let mean = mean(vectors)?;
        let scores = self.scores.iter().map(|(factors, constant)| dot(factors, &mean) + constant);
        scores.enumerate().max_by(|a, b| a.1.total_cmp(&b.1).then(b.0.cmp(&a.0))).map(|(class, _)| class)
    }
}

fn mean(vectors: &[&[f64]]) -> Option<Vec<f64>> {
    let mut sum = vectors.first()?.to_vec();
    for vector in &vectors[1..] {
        sum.iter_mut().zip(*vector).for_each(|(sum, value)| *sum += value);
    }
    Some(sum.into_iter().map(|sum| sum / vectors.len() as f64).collect())
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// The covariance within classes, row by row.
fn covariance(classes: &[Vec<&[f64]>], means: &[Vec<f64>]) -> Vec<Vec<f64>> {
    let length = means.first().map_or(0, Vec::len);
    let mut sums = vec![vec![0.0; length]; length];
    for (vectors, mean) in classes.iter().zip(means) {
        for vector in vectors {
            let difference: Vec<f64> = vector.iter().zip(mean).map(|(value, mean)| value - mean).collect();
            for (row, a) in sums.iter_mut().zip(&difference) {
                row.iter_mut().zip(&difference).for_each(|(sum, b)| *sum += a * b);
            }
        }
    }
    let count = classes.iter().map(Vec::len).sum::<usize>() as f64;
    let least = LEAST_VARIANCE * (0..length).map(|i| sums[i][i]).sum::<f64>() / (length as f64 * count);
    for (i, row) in sums.iter_mut().enumerate() {
        for (j, sum) in row.iter_mut().enumerate() {
            *sum /= count;
            if i == j { *sum += least + f64::MIN_POSITIVE } else { *sum *= 1.0 - SHRINKAGE }
        }
    }
    sums
}

/// The lower triangle L of A = L·Lᵀ; `None` if A is not positive definite.
fn cholesky(mut a: Vec<Vec<f64>>) -> Option<Vec<Vec<f64>>> {
    for i in 0..a.len() {
        for j in 0..=i {
            let rest = a[i][j] - dot(&a[i][..j], &a[j][..j]);
            a[i][j] = if i != j { rest / a[j][j] } else { Some(rest.sqrt()).filter(|root| *root > 0.0)? };
        }
    }
    Some(a)
}

/// The x of L·Lᵀ·x = b.
fn solve(factor: &[Vec<f64>], b: &[f64]) -> Vec<f64> {
    let mut x = b.to_vec();
    for i in 0..x.len() {
        x[i] = (x[i] - dot(&factor[i][..i], &x[..i])) / factor[i][i];
    }
    for i in (0..x.len()).rev() {
        let below: f64 = (i + 1..x.len()).map(|k| factor[k][i] * x[k]).sum();
        x[i] = (x[i] - below) / factor[i][i];
    }
    x
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equations_are_solved() {
        let a = vec![vec![4.0, 2.0, 0.6], vec![2.0, 5.0, 1.5], vec![0.6, 1.5, 3.0]];
        let x = solve(&cholesky(a.clone()).unwrap(), &[1.0, 2.0, 3.0]);
        for (row, b) in a.iter().zip([1.0, 2.0, 3.0]) {
            assert!((dot(row, &x) - b).abs() < 1e-12, "{x:?}");
        }
        assert!(cholesky(vec![vec![1.0, 2.0], vec![2.0, 1.0]]).is_none());
    }

    /// Vectors around a mean, which scatter along (1, 1) ten times as far as across it.
    fn around(x: f64, y: f64) -> Vec<[f64; 3]> {
        let scatter = [(1.0, 1.0), (-1.0, -1.0), (0.1, -0.1), (-0.1, 0.1), (2.0, 2.0), (-2.0, -2.0)];
        scatter.into_iter().map(|(a, b)| [x + a, y + b, 7.0]).collect()
    }

    #[test]
    fn what_scatters_says_little() {
        let classes = [around(0.0, 0.0), around(1.0, 0.5), around(0.0, 1.0)];
        let classes: Vec<Vec<&[f64]>> =
            classes.iter().map(|vectors| vectors.iter().map(|v| &v[..]).collect()).collect();
        let learnt = LinearDiscriminant::new(&classes).unwrap();
        // Nearer to the first mean, but across the scatter it is the second's.
        assert_eq!(learnt.classify(&[&[0.3, -0.2, 7.0]]), Some(1));
        assert_eq!(learnt.classify(&[&[0.1, 0.1, 7.0]]), Some(0));
        // The mean of both, as neither alone.
        assert_eq!(learnt.classify(&[&[4.0, 4.9, 7.0], &[-4.0, -2.9, 7.0]]), Some(2));
        assert_eq!(learnt.classify(&[]), None);
        assert!(LinearDiscriminant::new(&[classes[0].clone(), Vec::new()]).is_none());
    }
}
