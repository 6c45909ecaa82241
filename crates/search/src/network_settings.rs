//! How a search uses a network.

use serde::{Deserialize, Serialize};

/// Settings for judges that say the same of a position every time. Utilities run from −1 (lost) to 1 (won),
/// the score's share on top. The numbers are those KataGo 1.17 plays with; its documentation says where each
/// comes from.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct NetworkSettings {
    /// What a certain win is worth.
    pub win_utility: f32,
    /// What a very large lead is worth on top of that; a lead of `score_scale` board sides is half of it.
    pub score_utility: f32,
    pub score_scale: f32,
    /// The same around the score that is expected of the present position, so that points count whoever is
    /// winning.
    pub local_score_utility: f32,
    pub local_score_scale: f32,
    /// How far that centre is drawn from the expected score towards an even game: 0 not at all, 1 all the way.
    pub local_score_to_even: f32,

    /// Weight of the prior in the choice of the next move.
    pub exploration: f32,
    /// What is added to it each time the visits grow by a factor e, once they are well above
    /// `exploration_base`.
    pub exploration_growth: f32,
    pub exploration_base: f32,
    /// How far the exploration follows the spread of the utilities seen below a position: 0 not at all, 1 in
    /// proportion.
    pub spread_effect: f32,
    /// The spread that is expected, and how many visits that expectation is worth.
    pub usual_spread: f32,
    pub usual_spread_visits: f32,

    /// How much less an unvisited move is worth than its parent once all the moves that look natural were
    /// visited.
    pub first_play_reduction: f32,
    /// The same for the moves of the root.
    pub root_first_play_reduction: f32,
    /// An unvisited move's worth comes from its parent's own judgement first and from the parent's moves as
    /// they are visited, by their share of the prior to this power.
    pub first_play_power: f32,

    /// How much more better moves count for what a position is worth than their visits say; 0 for not at all.
    pub value_weight: f32,
    /// Visits beyond what the prior asked for, on moves that turned out worse, count less by exp(−loss /
    /// this); 0 to count them all.
    pub noise_scale: f32,
    /// How much of what was learnt of a judge's error with the same moves in the same surroundings corrects
    /// its other judgements.
    pub bias_correction: f32,
    /// A position's part in that grows with its visits to this power.
    pub bias_power: f32,
    /// How much of its part is forgotten when a position is no longer in the tree.
    pub bias_forgotten: f32,
    /// Whether positions reached on several ways are one.
    pub transpositions: bool,
    /// Judgements a judge is not sure of count less: the weight is at most this, 1 for none. It needs a judge
    /// that knows its errors.
    pub most_weight: f32,
    /// What a judgement's weight is made of: this divided by its expected error of utility, in which the most
    /// weight has a little error too.
    pub usual_error: f32,

    /// How many standard deviations the lower bound lies below what a move is worth.
    pub caution: f32,
    /// A move may be played for its lower bound only if it has this share of the visits of the most visited.
    pub bound_share: f32,
    /// Whether moves are played for their lower bounds at all.
    pub bounds_decide: bool,
    /// What a move of the root that fills either side's sure area costs, in points.
    pub ending_bonus: f32,

    /// Share of chance in the priors at the root, for self-play.
    pub root_noise: f32,
    /// Whether that share is added at all.
    pub root_noise_enabled: bool,
    /// Sum of the parameters of the Dirichlet distribution that makes it.
    pub noise_concentration: f32,
    /// Above 1 the priors at the root come closer to each other.
    pub root_temperature: f32,
    /// The same in the opening, where it is another one there.
    pub root_temperature_early: Option<f32>,
    /// Moves on a 19×19 board after which the early temperature has half of its effect.
    pub temperature_halflife: f32,
    /// Every root move with a prior p gets at least √(p · visits · this) visits; for self-play.
    pub forced_visits: f32,
    /// Strength of the disorder in the choice at the root, for an analysis that looks at more moves.
    pub wide_root: f32,
    /// Whether an opponent who mirrors every move is expected to go on with it.
    pub anti_mirror: bool,
    /// Of root moves that are mirror images of each other, only one is looked at.
    pub one_of_symmetric: bool,

    /// How many lost visits an evaluation under way counts as, so that others look elsewhere. It counts as one visit in
    /// any case.
    pub virtual_loss: f32,
    /// How much of a win for White a draw is, from 0 to 1.
    pub draw_for_white: f32,
    /// All evaluations under way together are at most this share of the visits made, but one: more would
    /// lead a small tree astray.
    pub in_flight_share: f32,
}

impl Default for NetworkSettings {
    fn default() -> NetworkSettings {
        NetworkSettings {
            win_utility: 1.0,
            score_utility: 0.1,
            score_scale: 2.0,
            local_score_utility: 0.3,
            local_score_scale: 0.75,
            local_score_to_even: 0.2,
            exploration: 1.0,
            exploration_growth: 0.45,
            exploration_base: 500.0,
            spread_effect: 0.85,
            usual_spread: 0.4,
            usual_spread_visits: 2.0,
            first_play_reduction: 0.2,
            root_first_play_reduction: 0.1,
            first_play_power: 2.0,
            value_weight: 0.25,
            noise_scale: 0.15,
            bias_correction: 0.45,
            bias_power: 0.85,
            bias_forgotten: 0.8,
            transpositions: true,
            most_weight: 8.0,
            usual_error: 0.25,
            caution: 5.0,
            bound_share: 0.15,
            bounds_decide: true,
            ending_bonus: 0.5,
            root_noise: 0.0,
            root_noise_enabled: true,
            noise_concentration: 10.83,
            root_temperature: 1.0,
            root_temperature_early: None,
            temperature_halflife: 19.0,
            forced_visits: 0.0,
            wide_root: 0.0,
            anti_mirror: false,
            one_of_symmetric: true,
            virtual_loss: 1.0,
            draw_for_white: 0.5,
            in_flight_share: 0.005,
        }
    }
}

impl NetworkSettings {
    /// The share of chance in the priors at the root.
    pub(crate) fn noise(&self) -> f32 {
        if self.root_noise_enabled { self.root_noise } else { 0.0 }
    }

    /// The largest utility there is.
    pub(crate) fn reach(&self) -> f64 {
        f64::from(self.win_utility + self.score_utility + self.local_score_utility)
    }
}
