//! What a review has found.

use board::{Move, Point, Size};
use evaluation::{Lead, WinRate};
use serde::{Deserialize, Serialize};

use crate::fights::FightStory;
use crate::mistakes::Mistake;
use crate::reviewed::Reviewed;
use crate::summary::Summary;
use crate::{ReviewError, kept};

/// What was thought of a position.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Judged {
    #[serde(with = "kept::win_rate")]
    pub win_rate: WinRate,
    /// Komi included.
    #[serde(with = "kept::lead")]
    pub lead: Lead,
    pub visits: u64,
    /// How it would go on, the move to play first.
    #[serde(with = "kept::moves")]
    pub sequence: Vec<Move>,
}

impl Judged {
    pub fn best(&self) -> Option<Move> {
        self.sequence.first().copied()
    }
}

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

pub(crate) fn all_on(moves: &[Move], size: Size) -> bool {
    moves.iter().filter_map(|mv| mv.point()).all(|p: Point| size.contains(p))
}
