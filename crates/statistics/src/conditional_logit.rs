//! McFadden's conditional logit: what somebody looks for in the options they choose from.
//!
//! An option is chosen with a probability in proportion to p·exp(θ·x): p is how likely it is for anybody, x what it has of
//! each quality, and θ how much of a taste for each quality there is.

use crate::linear::inverse;

/// Tastes are taken to be 0 until this much information speaks against it: few choices say little about many of them.
const RIDGE: f64 = 10.0;
/// Newton's method needs three or four steps where tastes are as mild as those of players are.
const STEPS: usize = 8;

/// What there was to choose from, and what was chosen.
#[derive(Clone, PartialEq, Debug)]
pub struct Choice {
    /// How likely each option is for anybody, and as many qualities as there are tastes.
    pub options: Vec<(f64, Vec<f64>)>,
    /// The place of an option.
    pub chosen: usize,
}

/// How much of a taste for each quality there is.
#[derive(Clone, PartialEq, Debug)]
pub struct Tastes(pub Vec<f64>);

impl Tastes {
    /// Those under which these choices are likeliest, all tastes being small before anything is known. `count` is how many
    /// there are; `None` without an option that was chosen, or with numbers that are no numbers.
    pub fn learn(choices: &[&Choice], count: usize) -> Option<Tastes> {
        let mut tastes = Tastes(vec![0.0; count]);
        for _ in 0..STEPS {
            let mut gradient: Vec<f64> = tastes.0.iter().map(|taste| -RIDGE * taste).collect();
            let mut information = vec![vec![0.0; count]; count];
            (0..count).for_each(|i| information[i][i] = RIDGE);
            for choice in choices {
                tastes.add_slopes(choice, &mut gradient, &mut information)?;
            }
            let inverse = inverse(information)?;
            tastes.0.iter_mut().zip(inverse).for_each(|(taste, row)| *taste += dot(&row, &gradient));
        }
        tastes.0.iter().all(|taste| taste.is_finite()).then_some(tastes)
    }

    /// ln of how likely the choice was, less that of somebody without any taste.
    pub fn log_likelihood(&self, choice: &Choice) -> Option<f64> {
        let (_, chosen) = choice.options.get(choice.chosen)?;
        let all: f64 = choice.options.iter().map(|(p, _)| p).sum();
        let weighted: f64 = choice.options.iter().map(|(p, x)| p * self.of(x).exp()).sum();
        Some(self.of(chosen) - (weighted / all).ln())
    }

    fn of(&self, qualities: &[f64]) -> f64 {
        dot(&self.0, qualities)
    }

    /// Adds the first derivatives of the choice's log likelihood, and minus the second ones.
    fn add_slopes(&self, choice: &Choice, gradient: &mut [f64], information: &mut [Vec<f64>]) -> Option<()> {
        let (_, chosen) = choice.options.get(choice.chosen)?;
        let weights: Vec<f64> = choice.options.iter().map(|(p, x)| p * self.of(x).exp()).collect();
        let all: f64 = weights.iter().sum();
        let mut mean = vec![0.0; gradient.len()];
        for ((_, x), weight) in choice.options.iter().zip(&weights) {
            mean.iter_mut().zip(x).for_each(|(mean, x)| *mean += weight / all * x);
        }
        gradient.iter_mut().zip(chosen).zip(&mean).for_each(|((slope, x), mean)| *slope += x - mean);
        for ((_, x), weight) in choice.options.iter().zip(&weights) {
            let away: Vec<f64> = x.iter().zip(&mean).map(|(x, mean)| x - mean).collect();
            for (row, a) in information.iter_mut().zip(&away) {
                row.iter_mut().zip(&away).for_each(|(sum, b)| *sum += weight / all * a * b);
            }
        }
        Some(())
    }
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

#[cfg(test)]
mod tests {
    use rand::{Rng, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    use super::*;

    /// Choices of somebody with these tastes, among options of chance.
    fn choices(tastes: &[f64], count: usize, seed: u64) -> Vec<Choice> {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
        (0..count)
            .map(|_| {
                let mut options = Vec::new();
                for _ in 0..5 {
                    let qualities = tastes.iter().map(|_| random.random_range(-1.0..1.0)).collect();
                    options.push((random.random_range(0.1..1.0), qualities));
                }
                let weight = |(p, x): &(f64, Vec<f64>)| p * dot(tastes, x).exp();
                let mut left = random.random_range(0.0..options.iter().map(weight).sum());
                let chosen = options.iter().position(|option| {
                    left -= weight(option);
                    left < 0.0
                });
                Choice { chosen: chosen.unwrap_or(4), options }
            })
            .collect()
    }

    fn learn(choices: &[Choice], count: usize) -> Tastes {
        Tastes::learn(&choices.iter().collect::<Vec<_>>(), count).unwrap()
    }

    #[test]
    fn tastes_are_found() {
        let learnt = learn(&choices(&[1.0, -0.5, 0.0], 20_000, 1), 3);
        for (found, expected) in learnt.0.iter().zip([1.0, -0.5, 0.0]) {
            assert!((found - expected).abs() < 0.06, "{learnt:?}");
        }
    }

    #[test]
    fn few_choices_say_little() {
        let few = learn(&choices(&[1.0], 10, 2), 1).0[0];
        let many = learn(&choices(&[1.0], 2_000, 2), 1).0[0];
        assert!(few.abs() < 0.4 && many > 0.8, "{few} {many}");
        assert_eq!(learn(&[], 2), Tastes(vec![0.0, 0.0]));
    }

    /// Two options, the second twice as likely for anybody and with the quality.
    #[test]
    fn likelihoods_are_relative_to_nobodys_taste() {
        let choice = Choice { options: vec![(1.0, vec![0.0]), (2.0, vec![1.0])], chosen: 1 };
        let likely = |taste: f64| Tastes(vec![taste]).log_likelihood(&choice).unwrap();
        assert!(likely(0.0).abs() < 1e-12);
        // 2·2 of 1 + 2·2, which was 2 of 3.
        assert!((likely(2f64.ln()) - (0.8f64 / (2.0 / 3.0)).ln()).abs() < 1e-12);
        assert!(likely(-1.0) < 0.0);
    }

    #[test]
    fn what_cannot_be_learnt_is_none() {
        let nowhere = Choice { options: vec![(1.0, vec![0.0])], chosen: 1 };
        assert_eq!(Tastes::learn(&[&nowhere], 1), None);
        assert_eq!(Tastes(vec![1.0]).log_likelihood(&nowhere), None);
        let no_number = Choice { options: vec![(1.0, vec![f64::NAN]), (1.0, vec![0.0])], chosen: 0 };
        assert_eq!(Tastes::learn(&[&no_number], 1), None);
    }
}
