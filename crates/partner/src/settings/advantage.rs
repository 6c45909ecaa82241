//! Playing as if one side looked further ahead than the other.

use board::Colour;
use search::Advantage;

/// KataGo's `playoutDoublingAdvantage`: how a handicap is given or taken without changing the strength of the search.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct AdvantageSettings {
    /// The side is taken to have 2 to this power times the visits of the other: from −3 to 3, 0 for nobody.
    pub doublings: f32,
    /// Without a side, it is whoever is to move where a search begins.
    pub side: Option<Colour>,
}

impl AdvantageSettings {
    /// Who has the advantage in a search for `to_move`.
    pub(crate) fn at(&self, to_move: Colour) -> Option<Advantage> {
        let advantage = Advantage { side: self.side.unwrap_or(to_move), doublings: self.doublings };
        (self.doublings != 0.0).then_some(advantage)
    }
}
