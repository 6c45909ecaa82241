//! KataGo's playout doubling advantage.

use board::Colour;
use search::Advantage;

/// Plays as if one side searched more than the other, which suits handicap games. Networks that have this as an
/// input are told; for others the search expects the weaker side to follow its priors more.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct AdvantageSettings {
    /// The side is assumed to have 2 to this power times the visits of the other, from −3 to 3; 0 for none.
    pub doublings: f32,
    /// Without a side, the side to move at the root.
    pub side: Option<Colour>,
}

impl AdvantageSettings {
    /// Who has the advantage in a search for `to_move`.
    pub(crate) fn at(&self, to_move: Colour) -> Option<Advantage> {
        let advantage = Advantage { side: self.side.unwrap_or(to_move), doublings: self.doublings };
        (self.doublings != 0.0).then_some(advantage)
    }
}
