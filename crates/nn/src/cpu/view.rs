//! The memory that kernels read and write.

/// A value's numbers for all positions of a chunk.
///
/// Only [`super::arena::Arena`] makes views, for buffers of a program that [`super::bounds`] has checked:
/// whatever a kernel of that program reads or writes through them is within the buffer.
#[derive(Clone, Copy)]
pub(super) struct View<T> {
    first: *mut T,
    stride: usize,
    channels: usize,
}

impl<T> View<T> {
    /// From `first`, the first number of the first point of the first position.
    ///
    /// # Safety
    /// It must be good for the whole buffer: `stride` numbers for every position, the zeros around its board among them.
    pub unsafe fn new(first: *mut T, stride: usize, channels: usize) -> View<T> {
        View { first, stride, channels }
    }

    /// The distance between points, in numbers.
    #[inline(always)]
    pub fn channels(self) -> usize {
        self.channels
    }

    /// The first number.
    #[inline(always)]
    pub fn first(self) -> *mut T {
        self.first
    }

    /// The channels of a point.
    ///
    /// # Safety
    /// Position and point must be of the chunk and the grid.
    #[inline(always)]
    pub unsafe fn at(self, position: usize, point: usize) -> *mut T {
        // SAFETY: the buffer holds all points of all positions.
        unsafe { self.first.add(position * self.stride + point * self.channels) }
    }
}
