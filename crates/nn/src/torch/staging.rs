//! Staging memory for copies to and from a graphics card.

use parking_lot::Mutex;
use tch::{Device, Kind, TchError, Tensor};

use super::cuda;

/// Numbers in pinned memory, if CUDA supports it: a card then reads and writes them on its own while other
/// work continues. It grows as needed and is reused.
#[derive(Default)]
pub struct Staging {
    memory: Memory,
}

/// Memory stays pinned as long as the program runs: pinning takes as long as many batches, and all of CUDA
/// waits.
#[derive(Default)]
struct Memory {
    numbers: Vec<f32>,
}

/// Unused memory.
static SPARE: Mutex<Vec<Memory>> = Mutex::new(Vec::new());

/// The smallest allocation in numbers: smaller ones could hardly be reused.
const LEAST: usize = 1 << 16;

impl Memory {
    /// Spare or new memory for this many numbers.
    fn with_room(length: usize) -> Memory {
        let mut spare = SPARE.lock();
        let fits = spare.iter().enumerate().filter(|(_, memory)| memory.numbers.len() >= length);
        match fits.min_by_key(|(_, memory)| memory.numbers.len()).map(|(place, _)| place) {
            Some(place) => spare.swap_remove(place),
            None => {
                drop(spare);
                let mut numbers = vec![0.0; length.next_power_of_two().max(LEAST)];
                // SAFETY: it is never given back.
                unsafe { cuda::pin(&mut numbers) };
                Memory { numbers }
            }
        }
    }

    fn give_back(self) {
        if !self.numbers.is_empty() {
            SPARE.lock().push(self);
        }
    }
}

impl Staging {
    /// Makes space for this many numbers.
    pub(super) fn room(&mut self, length: usize) -> &mut [f32] {
        if self.memory.numbers.len() < length {
            std::mem::replace(&mut self.memory, Memory::with_room(length)).give_back();
        }
        &mut self.memory.numbers[..length]
    }

    /// The same numbers as a tensor. It must be gone, and what is copied from it or to it must be done, before the
    /// numbers are used again.
    pub(super) fn tensor(&mut self, length: usize) -> Result<Tensor, TchError> {
        let place = self.room(length).as_mut_ptr();
        // SAFETY: the memory has this length and lives in `self`; callers keep to the rule above.
        unsafe { Tensor::f_from_blob(place.cast(), &[length as i64], &[1], Kind::Float, Device::Cpu) }
    }

    /// Brings several rows of numbers to a device at once: many small copies take longer than a large one. The numbers
    /// may be used again at once if the copy `waits`, otherwise when the device has answered to something after it.
    pub fn upload(&mut self, parts: &[&[f32]], device: Device, waits: bool) -> Result<Vec<Tensor>, TchError> {
        let length = parts.iter().map(|part| part.len()).sum();
        let mut rest = self.room(length);
        for part in parts {
            let (own, others) = rest.split_at_mut(part.len());
            own.copy_from_slice(part);
            rest = others;
        }
        let all = self.tensor(length)?;
        // On the same device nothing would be copied, and the numbers would change under the tensor's feet.
        let all = all.f_to_device_(device, Kind::Float, !waits, device == Device::Cpu)?;
        let mut start = 0;
        let mut uploaded = Vec::with_capacity(parts.len());
        for part in parts {
            uploaded.push(all.f_narrow(0, start, part.len() as i64)?);
            start += part.len() as i64;
        }
        Ok(uploaded)
    }
}

impl Drop for Staging {
    fn drop(&mut self) {
        std::mem::take(&mut self.memory).give_back();
    }
}
