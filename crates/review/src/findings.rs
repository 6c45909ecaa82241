//! What a review has found.

use serde::{Deserialize, Serialize};

use crate::ReviewError;
use crate::fights::FightStory;
use crate::judged::{Judged, all_on};
use crate::mistakes::Mistake;
use crate::reviewed::Reviewed;
use crate::summary::Summary;

/// All that a review has found, without the game itself. It can be kept and read again.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Findings {
    /// Who judged, in a few words.
    pub judge: String,
    /// Every position from the start to the end.
    pub positions: Vec<Judged>,
    /// The mistakes that mattered, in the order of the game.
    pub mistakes: Vec<Mistake>,
    /// The largest first.
    pub fights: Vec<FightStory>,
    /// Black's, then White's.
    pub players: [Summary; 2],
}

impl Findings {
    /// Whether these are findings about this game: what was kept may be damaged or of another version.
    pub fn check(&self, game: &Reviewed) -> Result<(), ReviewError> {
        let (moves, size) = (game.moves(), game.size());
        let fits = self.positions.len() == moves.len() + 1
            && self.positions.iter().all(|judged| all_on(&judged.sequence, size))
            && self.mistakes.iter().all(|mistake| mistake.fits(moves, size))
            && self.fights.iter().all(|story| story.fits(moves.len(), size));
        if fits { Ok(()) } else { Err(ReviewError::OtherGame) }
    }
}
