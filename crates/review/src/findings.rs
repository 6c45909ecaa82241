//! What a review has found.

use board::Colour;
use serde::{Deserialize, Serialize};

use crate::ReviewError;
use crate::fights::FightStory;
use crate::findability::Findability;
use crate::found_moves::FoundMove;
use crate::losses::losses;
use crate::mistakes::{Mistake, costly, mistakes};
use crate::position_analysis::{PositionAnalysis, all_on};
use crate::reviewed::Reviewed;
use crate::summary::{Summary, summaries};
use crate::teaching_order::first;

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
    /// How hard it was to find something better, for the gravest mistakes of players whose rank is known, in the order of
    /// the game. Reviews by older programs know nothing of it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub findability: Vec<Findability>,
    /// Good moves that few players of the mover's rank find, one for each player at most.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub found: Vec<FoundMove>,
}

impl Findings {
    /// Whether these are findings about this game: what was kept may be damaged or of another version.
    pub fn check(&self, game: &Reviewed) -> Result<(), ReviewError> {
        let (moves, size) = (game.moves(), game.size());
        let fits = self.positions.len() == moves.len() + 1
            && self.positions.iter().all(|judged| all_on(&judged.sequence, size))
            && self.mistakes.iter().all(|mistake| mistake.fits(moves, size))
            && self.fights.iter().all(|story| story.fits(moves.len(), size))
            && self.findability.iter().all(|known| known.after < moves.len())
            && self.found.iter().all(|found| found.after < moves.len());
        if fits { Ok(()) } else { Err(ReviewError::OtherGame) }
    }

    /// Every move that cost enough to be shown with a better one, in the order of the game.
    pub fn costly(&self, game: &Reviewed) -> Vec<Mistake> {
        costly(game.moves(), &self.positions, game.size(), &self.mistakes)
    }

    /// How hard it was to find something better than the move after that many others, where that is known.
    pub fn findability_of(&self, after: usize) -> Option<&Findability> {
        self.findability.iter().find(|findability| findability.after == after)
    }

    /// The mistakes to look at first, where ranks are known: what players of these ranks learn most from, the best lesson
    /// first.
    pub fn first(&self, game: &Reviewed) -> Vec<usize> {
        let losses = losses(game.moves(), &self.positions, game.size());
        first(&losses, &self.findability, game.size())
    }

    /// The mistakes to look at first, the best lesson first, and the others in the order of the game.
    pub fn in_teaching_order(&self, game: &Reviewed) -> (Vec<&Mistake>, Vec<&Mistake>) {
        let order = self.first(game);
        let named = |after: &usize| self.mistakes.iter().find(|mistake| mistake.after == *after);
        let others = self.mistakes.iter().filter(|mistake| !order.contains(&mistake.after));
        (order.iter().filter_map(named).collect(), others.collect())
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
            let winner = winner(game, &self.positions);
            self.mistakes = mistakes(moves, &self.positions, size, winner, &self.findability, reason);
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
