//! How a human network takes part in the choice of moves.

/// Whom to imitate, and how far. Nothing here has an effect without a human network.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct HumanSettings {
    /// Share of people's policy in the choice of a move, from 0 to 1; the rest is the search's.
    pub chosen_move_prop: f32,
    /// When to pass is left to the search.
    pub chosen_move_ignore_pass: bool,
    /// λ of piKL (arXiv:2112.07544): people's moves that lose this much utility become e times rarer.
    pub chosen_move_pikl_lambda: f32,
    /// Waits with a move as long as a person would think.
    pub thinking_time: bool,
    /// The longest of these delays, in seconds.
    pub delay_move_max: f64,
}

impl Default for HumanSettings {
    /// KataGo's, but for what it has not.
    fn default() -> HumanSettings {
        HumanSettings {
            chosen_move_prop: 0.0,
            chosen_move_ignore_pass: false,
            chosen_move_pikl_lambda: 1e9,
            thinking_time: false,
            delay_move_max: 60.0,
        }
    }
}
