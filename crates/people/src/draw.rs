//! Chance with weights.

use rand::Rng;

/// Draws places by weights.
pub(crate) struct Draw {
    /// The sum of the weights up to each place.
    ends: Vec<f64>,
}

impl Draw {
    pub fn new(weights: impl Iterator<Item = f64>) -> Draw {
        let sum = |sum: &mut f64, weight: f64| {
            *sum += weight;
            Some(*sum)
        };
        Draw { ends: weights.scan(0.0, sum).collect() }
    }

    pub fn place(&self, random: &mut impl Rng) -> usize {
        let drawn = random.random::<f64>() * self.ends.last().copied().unwrap_or_default();
        self.ends.partition_point(|end| *end <= drawn).min(self.ends.len().saturating_sub(1))
    }
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;
    use rand_xoshiro::Xoshiro256PlusPlus;

    use super::*;

    #[test]
    fn places_are_drawn_as_often_as_they_weigh() {
        let draw = Draw::new([1.0, 0.0, 3.0].into_iter());
        let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
        let mut drawn = [0; 3];
        (0..4000).for_each(|_| drawn[draw.place(&mut random)] += 1);
        // 1,000 times with a standard deviation of 27.
        assert!((890..1110).contains(&drawn[0]) && drawn[1] == 0, "{drawn:?}");
    }
}
