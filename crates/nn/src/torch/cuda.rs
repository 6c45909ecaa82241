//! CUDA features that libtorch does not offer, called by name in the CUDA library that libtorch has loaded.

use std::ffi::{c_int, c_uint, c_void};

/// Pins memory, so that a card reads and writes it on its own. If this fails, copies take longer.
///
/// # Safety
/// The memory must never be given back.
pub unsafe fn pin(numbers: &mut [f32]) {
    type Register = unsafe extern "C" fn(*mut c_void, usize, c_uint) -> c_int;
    if let Some(register) = find::<Register>(b"cudaHostRegister\0") {
        // SAFETY: the memory is there, and callers see to it that it stays.
        unsafe { register(numbers.as_mut_ptr().cast(), std::mem::size_of_val(numbers), 0) };
    }
}

/// Makes threads sleep while they wait for a card. Otherwise they would spin and use processors that could
/// play games.
pub fn wait_asleep() {
    type SetFlags = unsafe extern "C" fn(c_uint) -> c_int;
    const BLOCKING_SYNC: c_uint = 4;
    if let Some(set_flags) = find::<SetFlags>(b"cudaSetDeviceFlags\0") {
        // SAFETY: it takes a number, and answers whether it could do that.
        unsafe { set_flags(BLOCKING_SYNC) };
    }
}

/// `Function` must be the type that CUDA's runtime declares for this name.
#[cfg(unix)]
fn find<Function: Copy>(name: &[u8]) -> Option<Function> {
    let program = libloading::os::unix::Library::this();
    // SAFETY: both callers give the type that CUDA's runtime declares, in every version.
    unsafe { program.get::<Function>(name).ok().map(|function| *function) }
}

#[cfg(not(unix))]
fn find<Function: Copy>(_: &[u8]) -> Option<Function> {
    None
}
