//! The weight of each move in the value of a node.

use super::node::NodeId;

/// A visited move, from its player's point of view.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ChildWeight {
    /// The node it leads to.
    pub child: NodeId,
    pub weight: f64,
    pub utility: f64,
    pub prior: f64,
}

/// Reduces the weight of moves that got more visits than their priors asked for and turned out worse than the
/// moves before them: those visits were exploration. Moves come in the order of their first visits, which is
/// the order of their priors. Returns the remaining weight.
pub(crate) fn prune_noise(children: &mut [ChildWeight], scale: f64) -> f64 {
    let (mut utility, mut weight, mut prior) = (0.0, 0.0, 0.0);
    for f in children.iter_mut() {
        let own_prior = f.prior.max(1e-30);
        if weight > 0.0 && prior > 0.0 {
            let loss = utility / weight - f.utility;
            // Twice what its prior asks for is still fair.
            let excess = f.weight - 2.0 * weight * own_prior / prior;
            if loss > 0.0 && excess > 0.0 {
                f.weight -= excess * (1.0 - (-loss / scale).exp());
            }
        }
        utility += f.utility * f.weight;
        weight += f.weight;
        prior += own_prior;
    }
    weight
}

/// Shifts weight from moves that are worse than average to better ones; the more certain this is, the more.
/// The sum of the weights stays the same.
pub(crate) fn downweight_bad_children(children: &mut [ChildWeight], exponent: f64) {
    let total: f64 = children.iter().map(|f| f.weight).sum();
    if total <= 0.0 || children.len() < 2 {
        return;
    }
    let mean = children.iter().map(|f| f.utility * f.weight).sum::<f64>() / total;
    let mut sum = 0.0;
    for f in children.iter_mut() {
        // The more weight, the more certain is a move's utility.
        let deviation = (1e-8 + 1.0 / (1.5 * f.weight.sqrt())).sqrt();
        let chance = student_t3((f.utility - mean) / deviation) + 1e-4;
        f.weight *= if exponent == 0.25 { chance.sqrt().sqrt() } else { chance.powf(exponent) };
        sum += f.weight;
    }
    let factor = total / sum;
    for f in children {
        f.weight *= factor;
    }
}

/// Distributes a share of the weight by priors instead, as if that share of moves were played without search.
/// The sum of the weights stays the same.
pub(crate) fn follow_priors(children: &mut [ChildWeight], share: f64) {
    let (weight, prior) =
        children.iter().fold((0.0, 0.0), |(weight, prior), f| (weight + f.weight, prior + f.prior));
    if prior > 0.0 {
        for f in children {
            f.weight += share * (weight * f.prior / prior - f.weight);
        }
    }
}

/// The distribution function of Student's t with three degrees of freedom.
fn student_t3(t: f64) -> f64 {
    use std::f64::consts::{FRAC_1_PI, SQRT_2};
    // √3, in terms of what there is a constant for: √2 · √1.5.
    let x = t / (SQRT_2 * 1.224_744_871_391_589);
    0.5 + FRAC_1_PI * (x / (1.0 + x * x) + x.atan())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn child(weight: f64, utility: f64, prior: f64) -> ChildWeight {
        ChildWeight { child: 0, weight, utility, prior }
    }

    #[test]
    fn t_has_its_known_quantiles() {
        for (t, chance) in [(0.0, 0.5), (2.353, 0.95), (-1.638, 0.1), (3.182, 0.975), (-50.0, 0.0)] {
            assert!((student_t3(t) - chance).abs() < 1e-4, "{t}: {}", student_t3(t));
        }
    }

    #[test]
    fn only_excess_on_worse_moves_is_noise() {
        let fair = [child(10.0, 0.1, 0.5), child(4.0, -0.5, 0.1)];
        let mut kept = fair;
        assert_eq!(prune_noise(&mut kept, 0.15), 14.0, "twice the share is fair");
        let mut better = [child(10.0, 0.1, 0.5), child(30.0, 0.2, 0.01)];
        assert_eq!(prune_noise(&mut better, 0.15), 40.0);
        // Share 10 · 0.1 / 0.5 = 2, twice that 4, excess 6, loss 0.15: a factor 1 − 1/e.
        let mut worse = [child(10.0, 0.1, 0.5), child(10.0, -0.05, 0.1)];
        let left = prune_noise(&mut worse, 0.15);
        let expected = 10.0 - 6.0 * (1.0 - (-1.0f64).exp());
        assert!((worse[1].weight - expected).abs() < 1e-9 && (left - 10.0 - expected).abs() < 1e-9);
    }

    #[test]
    fn a_share_of_the_weight_goes_where_the_priors_are() {
        let mut moves = [child(9.0, 0.3, 0.2), child(1.0, -0.1, 0.6)];
        follow_priors(&mut moves, 0.5);
        // Three quarters of the priors are the second move's.
        for (f, weight) in moves.iter().zip([0.5 * 9.0 + 0.5 * 2.5, 0.5 * 1.0 + 0.5 * 7.5]) {
            assert!((f.weight - weight).abs() < 1e-12, "{}", f.weight);
        }
        let (mut none, mut flat) = ([child(3.0, 0.1, 0.5)], [child(3.0, 0.1, 0.0), child(1.0, 0.1, 0.0)]);
        follow_priors(&mut none, 0.5);
        follow_priors(&mut flat, 0.5);
        assert_eq!((none[0].weight, flat[0].weight), (3.0, 3.0), "nothing to distribute");
    }

    #[test]
    fn better_moves_gain_what_worse_ones_lose() {
        let mut moves = [child(50.0, 0.3, 0.5), child(20.0, -0.1, 0.3), child(5.0, -0.8, 0.1)];
        downweight_bad_children(&mut moves, 0.25);
        let total: f64 = moves.iter().map(|f| f.weight).sum();
        assert!((total - 75.0).abs() < 1e-9);
        assert!(moves[0].weight > 50.0 && moves[1].weight < 20.0 && moves[2].weight < 5.0);
        // By hand: mean 2.5…/75 = 0.12; the deviations are 1/√(1.5·√w).
        let (mean, mut weights) = ((50.0 * 0.3 - 20.0 * 0.1 - 5.0 * 0.8) / 75.0, Vec::new());
        for (w, u) in [(50.0f64, 0.3), (20.0, -0.1), (5.0, -0.8)] {
            let deviation = (1.0 / (1.5 * w.sqrt()) + 1e-8).sqrt();
            weights.push(w * (student_t3((u - mean) / deviation) + 1e-4).powf(0.25));
        }
        let factor = 75.0 / weights.iter().sum::<f64>();
        for (f, w) in moves.iter().zip(weights) {
            assert!((f.weight - w * factor).abs() < 1e-9);
        }
        let mut none = [child(3.0, 0.1, 0.5), child(2.0, -0.1, 0.3)];
        downweight_bad_children(&mut none, 0.0);
        assert!((none[0].weight - 3.0).abs() < 1e-12);
    }
}
