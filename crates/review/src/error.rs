//! What may stand in the way of a review.

use board::Size;
use evaluation::EvaluationError;
use partner::EvaluatorError;
use record::game::ReplayError;

#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum ReviewError {
    #[error(transparent)]
    Record(#[from] ReplayError),
    #[error("the file holds no game")]
    NoGame,
    #[error("a board of {0} is not played here: sides are from 2 to 19")]
    Board(Size),
    #[error("the game has {moves} moves: up to {most} are reviewed")]
    TooLong { moves: usize, most: usize },
    #[error(transparent)]
    Judge(#[from] EvaluatorError),
    #[error("the network does not play on boards of {0}")]
    OtherBoard(Size),
    #[error(transparent)]
    Evaluation(#[from] EvaluationError),
    #[error("stopped")]
    Stopped,
    #[error("what was kept of the review does not belong to this game")]
    OtherGame,
}
