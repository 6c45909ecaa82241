//! What a review has found.

use board::Colour;
use serde::{Deserialize, Serialize};

use crate::ReviewError;
use crate::fights::FightStory;
use crate::mistakes::{Mistake, costly, mistakes};
use crate::position_analysis::{PositionAnalysis, all_on};
use crate::reviewed::Reviewed;
use crate::summary::{Summary, summaries};

/// Where a win rate is so large without a result, the game has a winner.
const WON: f32 = 0.9;

/// All that a review has found, without the game itself. It can be kept and read again.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Findings {
    /// Who judged, in a few words.
    pub judge: String,
    /// Every position from the start to the end.
    pub positions: Vec<PositionAnalysis>,
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

    /// Every move that cost enough to be shown with a better one, in the order of the game.
    pub fn costly(&self, game: &Reviewed) -> Vec<Mistake> {
        costly(game.moves(), &self.positions, game.size(), &self.mistakes)
    }

    /// Takes over what is [known](Reviewed::known) of the game by longer looks than the review's own. True where
    /// something was.
    pub fn deepen(&mut self, game: &Reviewed) -> bool {
        let mut is_deeper = false;
        for (position, known) in self.positions.iter_mut().zip(&game.known) {
            is_deeper |= known.as_ref().is_some_and(|known| position.deepen(known));
        }
        if is_deeper {
            let reasons: Vec<_> = self.mistakes.drain(..).map(|old| (old.after, old.reason)).collect();
            let reason = |after| reasons.iter().find(|(a, _)| *a == after).and_then(|(_, why)| why.clone());
            let (moves, size) = (game.moves(), game.size());
            self.mistakes = mistakes(moves, &self.positions, size, winner(game, &self.positions), reason);
            self.players = summaries(moves, &self.positions, size);
        }
        is_deeper
    }
}

/// Who won by the record, or by what was thought in the end.
pub(crate) fn winner(game: &Reviewed, positions: &[PositionAnalysis]) -> Option<Colour> {
    let last = positions.last()?.win_rate;
    let by_record = game.info.result.and_then(|result| result.winner());
    by_record.or_else(|| Colour::BOTH.into_iter().find(|side| last.of(*side) >= WON))
}
