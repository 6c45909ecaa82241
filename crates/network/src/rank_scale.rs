//! Which rank a human network is told for somebody's rank.
//!
//! A network learns what its people were like who had a rank. Others of that rank may play as those who were ranked a little
//! lower or higher. Since ranks are inputs like a thermometer ([`Players`](crate::Players)), a scale can be written into the
//! weights of the layer behind them, and nobody who uses the network needs to know of it.

use board::Rank;
use nn::Graph;

use crate::planes::players::{FEATURES, STEPS};

/// Ranks in steps above 30 kyu, and which rank to tell for them, in rising order; linear between these.
#[derive(Clone, PartialEq, Debug)]
pub struct RankScale(Vec<(f32, f32)>);

/// Weights of the first layer behind the players, by output and feature.
const WEIGHTS: &str = "metadata.hidden1.weight";

impl RankScale {
    /// `None` if there is nothing to go by, or if a higher rank would be told as a lower one.
    pub fn new(knots: Vec<(f32, f32)>) -> Option<RankScale> {
        let is_rising = knots.windows(2).all(|pair| pair[0].0 < pair[1].0 && pair[0].1 <= pair[1].1);
        let are_ranks =
            knots.iter().all(|(rank, told)| [rank, told].into_iter().all(|x| within().contains(x)));
        (!knots.is_empty() && is_rising && are_ranks).then_some(RankScale(knots))
    }

    pub fn knots(&self) -> &[(f32, f32)] {
        &self.0
    }

    /// The rank to tell for a rank.
    pub fn at(&self, rank: f32) -> f32 {
        let above = self.0.partition_point(|(from, _)| *from <= rank);
        let told = match (above.checked_sub(1).map(|below| self.0[below]), self.0.get(above)) {
            (Some(below), Some(above)) => {
                below.1 + (rank - below.0) / (above.0 - below.0) * (above.1 - below.1)
            }
            (Some(last), None) => last.1,
            (None, Some(first)) => first.1,
            (None, None) => rank,
        };
        told.clamp(*within().start(), *within().end())
    }

    /// Makes a network take ranks of the side to move by this scale. `false` if it takes no ranks.
    pub fn write_into(&self, graph: &mut Graph) -> bool {
        let mut weights = graph.weights_mut().filter(|(name, _)| name == WEIGHTS);
        let Some((_, weights)) = weights.next() else { return false };
        for of_output in weights.chunks_exact_mut(FEATURES) {
            // What the layer gets of a known rank: a constant, and a sum over the steps up to the rank.
            let old: Vec<f32> = of_output[..=STEPS].to_vec();
            let at = |rank: f32| -> f32 {
                let steps = (1..=STEPS).map(|step| (rank - step as f32 + 1.0).clamp(0.0, 1.0) * old[step]);
                old[0] + steps.sum::<f32>()
            };
            let told: Vec<f32> = (0..=STEPS).map(|rank| at(self.at(rank as f32))).collect();
            of_output[0] = told[0];
            (1..=STEPS).for_each(|step| of_output[step] = told[step] - told[step - 1]);
        }
        true
    }
}

fn within() -> std::ops::RangeInclusive<f32> {
    0.0..=f32::from(Rank::STRONGEST.steps())
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use board::{Colour, Game, Komi, Rules, Size, Symmetry};
    use nn::{ExecutorKind, MetadataEncoder};

    use super::*;
    use crate::architecture::{Architecture, Inputs};
    use crate::{Backend, EvaluatorSettings, Network, NetworkEvaluator, Players, random};

    fn scale() -> RankScale {
        RankScale::new(vec![(0.0, 2.0), (10.0, 6.0), (30.0, 33.0), (38.0, 38.0)]).unwrap()
    }

    #[test]
    fn between_knots_it_is_linear() {
        let told = [0.0, 5.0, 10.0, 20.0, 34.0, 38.0, 50.0].map(|rank| scale().at(rank));
        assert_eq!(told, [2.0, 4.0, 6.0, 19.5, 35.5, 38.0, 38.0]);
        assert_eq!(RankScale::new(vec![(5.0, 4.0), (9.0, 10.0)]).unwrap().at(2.0), 4.0);
    }

    #[test]
    fn a_scale_rises_and_stays_among_ranks() {
        for bad in [vec![], vec![(3.0, 4.0), (3.0, 5.0)], vec![(3.0, 4.0), (5.0, 3.0)], vec![(0.0, 40.0)]] {
            assert_eq!(RankScale::new(bad), None);
        }
    }

    fn policy(network: &Network, mover: f32, other: f32) -> Vec<f32> {
        let backend = Backend::new(ExecutorKind::CpuF32, Arc::new(network.clone())).unwrap();
        let mut evaluator = NetworkEvaluator::new(&backend, EvaluatorSettings::default(), 0).unwrap();
        let game = Game::new(Size::square(9).unwrap(), Rules::default(), Komi::from_halves(14));
        let players = Players::of_rank(mover).with_rank(Colour::White, other);
        let mut out = Vec::new();
        evaluator.policies(&[(game.position(), players, &[Symmetry::IDENTITY][..])], &mut out).unwrap();
        out[0].policy.clone()
    }

    #[test]
    fn a_network_that_took_it_over_says_what_it_said_of_the_told_rank() {
        let players = Some(MetadataEncoder { units: 8 });
        let tiny = Architecture::preset("tiny").unwrap();
        let architecture = Architecture { inputs: Inputs::KataGo, players, ..tiny };
        let before = random::network("small", &architecture, 3).unwrap();
        let mut after = before.clone();
        assert!(scale().write_into(Arc::make_mut(&mut after.graph)));
        let mut seen = Vec::new();
        for (rank, told) in [(0.0, 2.0), (5.0, 4.0), (20.0, 19.5), (38.0, 38.0)] {
            // The other side's rank stays what it is.
            let (new, old) = (policy(&after, rank, 7.0), policy(&before, told, 7.0));
            assert!(new.iter().zip(&old).all(|(a, b)| (a - b).abs() < 1e-5), "{rank}");
            seen.push(old);
        }
        assert!(seen[0] != seen[1] && seen[1] != seen[2]);
        let mut plain = random::network("plain", &Architecture::preset("tiny").unwrap(), 3).unwrap();
        assert!(!scale().write_into(Arc::make_mut(&mut plain.graph)));
    }
}
