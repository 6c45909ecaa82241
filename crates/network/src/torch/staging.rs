//! Memory through which numbers go to a graphics card and back.

use tch::{Device, Kind, TchError, Tensor};

/// Pinned memory, which a card reads and writes by itself. It grows, and is kept from use to use.
#[derive(Default)]
pub(super) struct Staging {
    pinned: Option<Tensor>,
}

impl Staging {
    /// Room for so many numbers, on the processor's side.
    pub fn room(&mut self, length: usize, device: Device) -> Result<Tensor, TchError> {
        let pinned = match self.pinned.take().filter(|pinned| pinned.numel() >= length) {
            Some(pinned) => pinned,
            None => {
                let room = length.next_power_of_two() as i64;
                Tensor::f_zeros([room], (Kind::Float, Device::Cpu))?.f_pin_memory(device)?
            }
        };
        self.pinned.insert(pinned).f_narrow(0, 0, length as i64)
    }

    /// The numbers in it, as many as there was last room made for. No copy from or to them may be under way.
    pub fn numbers(&mut self) -> &mut [f32] {
        match &self.pinned {
            // SAFETY: the tensor is on the processor's side, contiguous, of f32, and lives as long as the borrow.
            Some(pinned) => unsafe {
                std::slice::from_raw_parts_mut(pinned.data_ptr().cast::<f32>(), pinned.numel())
            },
            None => &mut [],
        }
    }
}
