//! libtorch: runs graphs on tensors, with gradients if needed, and an executor built on that.
//!
//! Boards are tensors \[position\]\[channel\]\[row\]\[column\] whose memory is laid out as that of a [`crate::executor::Batch`] is,
//! with the channels of a point side by side: libtorch calls it channels last, and graphics cards are fastest with it.
//! Flat values are \[position\]\[channel\].
//!
//! Boards are in the requested number type. Flat values, means and norms are always at least in f32: they are
//! few, and sums over a board lose too much in sixteen bits.

mod attention;
mod cuda;
mod device;
mod executor;
mod forward;
mod layers;
mod layout;
mod staging;
mod weights;

pub use device::best_device;
pub use executor::{TorchExecutor, TorchExecutors, TorchSettings};
pub use forward::{LayerOverride, copy_outputs, forward, forward_with, inputs, shaped};
pub use staging::Staging;
pub use tch;
pub use weights::Weights;
