//! Naive Bayes: which class observations come from, if every feature of every observation were independent of all others.

/// What has been learnt of the classes: the logarithm of how often each value of each of `F` features was seen.
pub struct NaiveBayes<const F: usize> {
    /// By class, feature and value.
    logarithms: Vec<[Vec<f64>; F]>,
}

impl<const F: usize> NaiveBayes<F> {
    /// Learns from observations of each class. Feature f has the values 0 to `values[f]` − 1; every value counts as seen
    /// once more than it was, so that none is impossible.
    pub fn new<'a, C>(values: [usize; F], classes: impl IntoIterator<Item = C>) -> NaiveBayes<F>
    where
        C: IntoIterator<Item = &'a [usize; F]>,
    {
        let learn = |observations: C| {
            let mut counts = values.map(|count| vec![1.0; count]);
            for observation in observations {
                for (counts, value) in counts.iter_mut().zip(observation) {
                    if let Some(count) = counts.get_mut(*value) {
                        *count += 1.0;
                    }
                }
            }
            counts.map(|counts| {
                let all: f64 = counts.iter().sum();
                counts.iter().map(|count: &f64| (count / all).ln()).collect()
            })
        };
        NaiveBayes { logarithms: classes.into_iter().map(learn).collect() }
    }

    /// The class that the observations are likeliest of, if all are equally likely before; `None` without classes. A
    /// value that no feature has says nothing.
    pub fn classify<'a>(&self, observations: impl IntoIterator<Item = &'a [usize; F]>) -> Option<usize> {
        let mut sums = vec![0.0; self.logarithms.len()];
        for observation in observations {
            for (sum, class) in sums.iter_mut().zip(&self.logarithms) {
                let seen = class.iter().zip(observation).filter_map(|(logs, value)| logs.get(*value));
                *sum += seen.sum::<f64>();
            }
        }
        let likelier = |a: &(usize, f64), b: &(usize, f64)| a.1.total_cmp(&b.1).then(b.0.cmp(&a.0));
        sums.into_iter().enumerate().max_by(likelier).map(|(class, _)| class)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_likeliest_class_is_named() {
        // The first class shows 0 three times of four, the second 1; the second feature says nothing.
        let (first, second) = ([[0, 1], [0, 1], [0, 1], [1, 1]], [[1, 1], [1, 1], [1, 1], [0, 1]]);
        let learnt = NaiveBayes::new([2, 2], [first.iter(), second.iter()]);
        assert_eq!(learnt.classify([&[0, 0], &[0, 1], &[1, 1]]), Some(0));
        assert_eq!(learnt.classify([&[1, 0], &[1, 0], &[0, 1]]), Some(1));
        // Nothing was seen: the first of those that are equally likely.
        assert_eq!(learnt.classify([]), Some(0));
        assert_eq!(learnt.classify([&[7, 9]]), Some(0));
        let nobody = NaiveBayes::<1>::new([2], Vec::<std::slice::Iter<[usize; 1]>>::new());
        assert_eq!(nobody.classify([&[0]]), None);
    }

    #[test]
    fn a_value_that_was_never_seen_is_not_impossible() {
        let (mixed, sure) = ([[0], [1], [0], [1]], [[0], [0], [0], [0]]);
        let learnt = NaiveBayes::new([2], [mixed.iter(), sure.iter()]);
        // One surprise among many zeros still speaks for the second class.
        let seen = [[0]; 9];
        assert_eq!(learnt.classify(seen.iter().chain([&[1]])), Some(1));
        assert_eq!(learnt.classify([&[1], &[1]]), Some(0));
    }
}
