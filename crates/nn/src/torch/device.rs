//! Chooses the device for libtorch.

use std::cell::Cell;
use std::sync::OnceLock;

use tch::{Cuda, Device};

/// CUDA if available, otherwise the processor.
pub fn best_device() -> Device {
    best().0
}

/// CUDA if available, otherwise the processor, with the reason.
pub(super) fn best() -> (Device, Option<String>) {
    static CUDA: OnceLock<Result<(), String>> = OnceLock::new();
    match CUDA.get_or_init(load_cuda) {
        _ if Cuda::is_available() => (Device::Cuda(0), None),
        Err(why) => (Device::Cpu, Some(format!("no CUDA: {why}"))),
        Ok(()) => (Device::Cpu, Some("no CUDA: no graphics card that it can use".into())),
    }
}

/// libtorch finds CUDA only once its CUDA library is loaded. The linker drops that library, because nothing
/// in it is called by name, and linking it anyway would keep the program from starting without CUDA.
#[cfg(target_os = "linux")]
fn load_cuda() -> Result<(), String> {
    use libloading::os::unix::{Library, RTLD_GLOBAL, RTLD_NOW};
    // SAFETY: loading runs the library's own start-up code; it is a part of the libtorch that is loaded already.
    let library = unsafe { Library::open(Some("libtorch_cuda.so"), RTLD_NOW | RTLD_GLOBAL) };
    // It is never unloaded, because libtorch keeps references to it.
    library.map(std::mem::forget).map_err(|error| error.to_string().replace('\n', " "))?;
    super::cuda::wait_asleep();
    Ok(())
}

#[cfg(not(target_os = "linux"))]
fn load_cuda() -> Result<(), String> {
    Ok(())
}

/// Sets the number of threads for evaluations on this thread. libtorch would use all processors, but a search
/// has its own threads.
pub(super) fn use_threads(threads: usize) {
    thread_local!(static USED: Cell<usize> = const { Cell::new(0) });
    let threads = threads.max(1);
    // Changing this discards much of what libtorch has prepared, so do it only once.
    if USED.replace(threads) != threads {
        tch::set_num_threads(i32::try_from(threads).unwrap_or(i32::MAX));
    }
}
