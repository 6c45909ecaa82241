//! How a network is trained.

use serde::{Deserialize, Serialize};

/// How a network learns from games.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct TrainingSettings {
    /// Generations of games in the replay window, the newest included: at first, and once it has grown.
    pub initial_window: u32,
    pub window: u32,
    /// Generations after which the window has its full length.
    pub window_growth_generations: u32,
    pub batch_size: usize,
    pub steps: u64,
    /// Training ends after this many seconds at the latest. The learning rate follows the time, so that it ends with small
    /// steps all the same. The result then depends on the machine.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_seconds: Option<f64>,
    /// Fewer steps are made where a position would be seen more often than this within one generation.
    pub max_epochs: f64,
    /// Of plain gradient descent with momentum.
    pub learning_rate: f64,
    /// Of Muon, for the kernels of convolutions that see a point's neighbours; 0 treats them like all other weights. These
    /// kernels have no weight decay.
    pub muon_learning_rate: f64,
    /// Of Adam, for all other weights; 0 uses plain gradient descent with `learning_rate`.
    pub adam_learning_rate: f64,
    /// Generations after which all learning rates are half of what they were; after twice as many they are a third, and so
    /// on. 0 keeps them: then networks keep changing, and know no more than the latest games say.
    pub lr_decay_generations: f64,
    pub momentum: f64,
    /// L2, times the learning rate.
    pub weight_decay: f64,
    /// Gradients with a larger norm are scaled down to it; 0 for no clipping.
    pub grad_clip_norm: f64,
    /// Weight of each step in the moving average of the weights (EMA) that is stored; 1 stores the last ones.
    pub ema_weight: f64,
    /// 1 in the SAI paper.
    pub value_loss_weight: f64,
    /// The value is trained by cross-entropy. The paper's squared error hardly punishes a network that is sure and wrong.
    pub value_cross_entropy: bool,
    /// The paper has neither ownership nor score lead.
    pub ownership_loss_weight: f64,
    pub lead_loss_weight: f64,
    /// For networks that predict the opponent's reply.
    pub opponent_policy_loss_weight: f64,
    /// For networks that predict how long people think.
    pub thinking_time_loss_weight: f64,
    /// Share of the examples that come from cheap searches. Only the outcome is learnt from them, not the policy: who wins
    /// and who owns what is as true there, and they are many.
    pub cheap_search_share: f64,
    /// Share of the weight of a game's positions that goes by how much the search surprised the policy (KataGo's
    /// policySurpriseDataWeight).
    pub policy_surprise_weight: f64,
    /// Share of the steps, at the end, in which batch normalisation is frozen: layers are normalised as in the stored
    /// network, not over each batch.
    pub frozen_batch_norm_share: f64,
    /// Share of the games that are held out for validation.
    pub validation_share: f64,
    /// bf16 on a graphics card.
    pub mixed_precision: bool,
}

impl Default for TrainingSettings {
    fn default() -> TrainingSettings {
        TrainingSettings {
            initial_window: 4,
            window: 20,
            window_growth_generations: 40,
            batch_size: 512,
            steps: 4000,
            max_seconds: None,
            max_epochs: 8.0,
            learning_rate: 0.01,
            muon_learning_rate: 0.0,
            adam_learning_rate: 0.0,
            lr_decay_generations: 0.0,
            momentum: 0.9,
            weight_decay: 1e-4,
            grad_clip_norm: 0.0,
            ema_weight: 1.0,
            value_loss_weight: 1.0,
            value_cross_entropy: false,
            ownership_loss_weight: 0.0,
            lead_loss_weight: 0.0,
            opponent_policy_loss_weight: 0.0,
            thinking_time_loss_weight: 0.0,
            cheap_search_share: 0.0,
            policy_surprise_weight: 0.0,
            frozen_batch_norm_share: 0.0,
            validation_share: 0.05,
            mixed_precision: true,
        }
    }
}

impl TrainingSettings {
    /// Generations of games in the window, the newest included, from which the network after `generation` is trained.
    pub fn window_at(&self, generation: u32) -> u32 {
        let grown = f64::from(generation) / f64::from(self.window_growth_generations.max(1));
        let more = f64::from(self.window - self.initial_window) * grown.min(1.0);
        self.initial_window + more as u32
    }

    /// The same with all learning rates divided.
    pub fn with_rates_divided(self, by: f64) -> TrainingSettings {
        TrainingSettings {
            learning_rate: self.learning_rate / by,
            muon_learning_rate: self.muon_learning_rate / by,
            adam_learning_rate: self.adam_learning_rate / by,
            ..self
        }
    }

    /// The first value that makes no sense: its name, and what it may be.
    pub(crate) fn mistake(&self) -> Option<(&'static str, &'static str)> {
        let share = |x: f64| (0.0..=1.0).contains(&x);
        let positive = |x: f64| x > 0.0 && x.is_finite();
        let weight = |x: f64| x >= 0.0 && x.is_finite();
        let checks = [
            ((1..=self.window).contains(&self.initial_window), "initial_window", "from 1 to train.window"),
            ((1..=65_536).contains(&self.batch_size), "batch_size", "from 1 to 65536"),
            ((1..=10_000_000).contains(&self.steps), "steps", "from 1 to 10000000"),
            (self.max_seconds.is_none_or(positive), "max_seconds", "above 0"),
            (positive(self.max_epochs), "max_epochs", "above 0"),
            (
                positive(self.learning_rate) && self.learning_rate <= 10.0,
                "learning_rate",
                "above 0 and at most 10",
            ),
            ((0.0..=10.0).contains(&self.muon_learning_rate), "muon_learning_rate", "from 0 to 10"),
            (share(self.adam_learning_rate), "adam_learning_rate", "from 0 to 1"),
            (weight(self.lr_decay_generations), "lr_decay_generations", "0 or more"),
            ((0.0..1.0).contains(&self.momentum), "momentum", "from 0 to less than 1"),
            (share(self.weight_decay), "weight_decay", "from 0 to 1"),
            (weight(self.grad_clip_norm), "grad_clip_norm", "0 or more"),
            (share(self.ema_weight) && self.ema_weight > 0.0, "ema_weight", "above 0 and at most 1"),
            (positive(self.value_loss_weight), "value_loss_weight", "above 0"),
            (weight(self.ownership_loss_weight), "ownership_loss_weight", "0 or more"),
            (weight(self.lead_loss_weight), "lead_loss_weight", "0 or more"),
            (weight(self.opponent_policy_loss_weight), "opponent_policy_loss_weight", "0 or more"),
            (weight(self.thinking_time_loss_weight), "thinking_time_loss_weight", "0 or more"),
            (share(self.cheap_search_share), "cheap_search_share", "from 0 to 1"),
            (share(self.policy_surprise_weight), "policy_surprise_weight", "from 0 to 1"),
            (share(self.frozen_batch_norm_share), "frozen_batch_norm_share", "from 0 to 1"),
            ((0.0..=0.5).contains(&self.validation_share), "validation_share", "from 0 to 0.5"),
        ];
        checks.into_iter().find(|(fits, ..)| !fits).map(|(_, name, range)| (name, range))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn windows_grow() {
        let train = TrainingSettings {
            initial_window: 4,
            window: 20,
            window_growth_generations: 40,
            ..TrainingSettings::default()
        };
        assert_eq!([0, 10, 40, 400].map(|g| train.window_at(g)), [4, 8, 20, 20]);
    }
}
