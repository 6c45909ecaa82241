//! Moves the weights of a [`MoveNet`] downhill.

use crate::move_net::MoveNet;

const LEARNING_RATE: f32 = 4e-3;
const WEIGHT_DECAY: f32 = 1e-2;
/// The share of steps in which the learning rate rises.
const WARM_UP: f32 = 0.1;

/// It rises, and then falls to 0 like a cosine.
pub(crate) fn learning_rate(done: f32) -> f32 {
    if done < WARM_UP {
        return LEARNING_RATE * done / WARM_UP;
    }
    let falling = (done - WARM_UP) / (1.0 - WARM_UP);
    LEARNING_RATE * 0.5 * (1.0 + (std::f32::consts::PI * falling).cos())
}

/// Adam with decoupled weight decay (Loshchilov and Hutter 2019).
#[derive(Default)]
pub(crate) struct Adam {
    steps: i32,
    /// Running means of each slope and of its square.
    moments: Vec<(f32, f32)>,
}

impl Adam {
    const DECAYS: (f32, f32) = (0.9, 0.999);

    pub(crate) fn step(&mut self, net: &mut MoveNet, gradient: &mut MoveNet, rate: f32) {
        let (mean_decay, square_decay) = Adam::DECAYS;
        self.steps += 1;
        let unbiased = (1.0 - mean_decay.powi(self.steps), 1.0 - square_decay.powi(self.steps));
        for (place, (weight, slope)) in net.weights_mut().zip(gradient.weights_mut()).enumerate() {
            if place == self.moments.len() {
                self.moments.push((0.0, 0.0));
            }
            let (mean, square) = &mut self.moments[place];
            *mean = mean_decay * *mean + (1.0 - mean_decay) * *slope;
            *square = square_decay * *square + (1.0 - square_decay) * *slope * *slope;
            let change = (*mean / unbiased.0) / ((*square / unbiased.1).sqrt() + 1e-8);
            *weight -= rate * (change + WEIGHT_DECAY * *weight);
        }
    }
}
