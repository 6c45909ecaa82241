//! Boards with their channels first, as libtorch names dimensions, and last, as they lie in memory.

use tch::{TchError, Tensor};

/// \[position\]\[row\]\[column\]\[channel\]: the order in memory, so nothing is moved.
pub(super) fn channels_last(board: &Tensor) -> Result<Tensor, TchError> {
    board.f_permute([0, 2, 3, 1])
}

/// Back to \[position\]\[channel\]\[row\]\[column\].
pub(super) fn channels_first(board: &Tensor) -> Result<Tensor, TchError> {
    board.f_permute([0, 3, 1, 2])
}
