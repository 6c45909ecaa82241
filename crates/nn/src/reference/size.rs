//! How large something is: a board, a kernel.

#[derive(Clone, Copy)]
pub(super) struct Size {
    pub rows: usize,
    pub columns: usize,
}
