//! Memory through which numbers go to a graphics card and back.

use std::ffi::{c_int, c_uint, c_void};
use std::sync::OnceLock;

use tch::{Device, Kind, TchError, Tensor};

/// Numbers in memory that is pinned where CUDA can do it: a card then reads and writes them by itself, while other work
/// goes on. It grows, and is kept from use to use.
#[derive(Default)]
pub struct Staging {
    numbers: Vec<f32>,
    is_pinned: bool,
}

impl Staging {
    /// Room for so many numbers.
    pub(super) fn room(&mut self, length: usize) -> &mut [f32] {
        if self.numbers.len() < length {
            self.unpin();
            self.numbers = vec![0.0; length.next_power_of_two()];
            self.pin();
        }
        &mut self.numbers[..length]
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

    fn pin(&mut self) {
        if let Some(cuda) = Cuda::get() {
            let (place, bytes) = (self.numbers.as_mut_ptr().cast(), std::mem::size_of_val(&self.numbers[..]));
            // SAFETY: the memory is ours until it is unpinned, before it is given back.
            self.is_pinned = unsafe { (cuda.register)(place, bytes, 0) } == 0;
        }
    }

    fn unpin(&mut self) {
        if let Some(cuda) = Cuda::get().filter(|_| std::mem::take(&mut self.is_pinned)) {
            // SAFETY: it was pinned at this place.
            unsafe { (cuda.unregister)(self.numbers.as_mut_ptr().cast()) };
        }
    }
}

impl Drop for Staging {
    fn drop(&mut self) {
        self.unpin();
    }
}

/// What libtorch does not offer without a warning at each use.
struct Cuda {
    register: unsafe extern "C" fn(*mut c_void, usize, c_uint) -> c_int,
    unregister: unsafe extern "C" fn(*mut c_void) -> c_int,
}

impl Cuda {
    /// From the CUDA that libtorch has loaded, if it has.
    fn get() -> Option<&'static Cuda> {
        static CUDA: OnceLock<Option<Cuda>> = OnceLock::new();
        CUDA.get_or_init(Cuda::find).as_ref()
    }

    #[cfg(unix)]
    fn find() -> Option<Cuda> {
        let program = libloading::os::unix::Library::this();
        // SAFETY: CUDA's runtime declares them so, in every version.
        unsafe {
            Some(Cuda {
                register: *program.get(b"cudaHostRegister\0").ok()?,
                unregister: *program.get(b"cudaHostUnregister\0").ok()?,
            })
        }
    }

    #[cfg(not(unix))]
    fn find() -> Option<Cuda> {
        None
    }
}
