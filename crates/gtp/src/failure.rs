//! Why a command fails: one line each, starting with the protocol's own words.

use board::IllegalMove;
use evaluation::EvaluationError;

#[derive(Debug, thiserror::Error)]
pub(crate) enum Failure {
    #[error("unknown command")]
    UnknownCommand,
    #[error("line too long: at most {0} bytes")]
    LineTooLong(usize),
    #[error("syntax error: use {0}")]
    Usage(&'static str),
    #[error("syntax error: {0}")]
    Syntax(String),
    #[error("invalid color or coordinate: {0}")]
    BadMove(String),
    #[error("illegal move: {0}")]
    IllegalMove(#[from] IllegalMove),
    #[error(transparent)]
    Evaluation(#[from] EvaluationError),
    #[error("unacceptable size: use 2 to 19")]
    UnacceptableSize,
    #[error("cannot undo")]
    CannotUndo,
    #[error("board not empty")]
    BoardNotEmpty,
    #[error("invalid number of stones: {0}")]
    BadHandicap(String),
    #[error("bad vertex list: {0}")]
    BadVertexList(String),
    #[error("cannot load file: {0}")]
    CannotLoad(String),
    #[error("cannot write file: {0}")]
    CannotWrite(String),
    #[error("{0} is not supported")]
    Unsupported(String),
    #[error("{0}")]
    Other(String),
}
