//! What libtorch runs on.

use std::cell::Cell;
use std::sync::OnceLock;

use tch::{Cuda, Device};

/// CUDA when there is some, otherwise the processor.
pub fn best_device() -> Device {
    best().0
}

/// CUDA when there is some, otherwise the processor, with the reason.
pub(super) fn best() -> (Device, Option<String>) {
    static CUDA: OnceLock<Result<(), String>> = OnceLock::new();
    match CUDA.get_or_init(load_cuda) {
        _ if Cuda::is_available() => (Device::Cuda(0), None),
        Err(why) => (Device::Cpu, Some(format!("no CUDA: {why}"))),
        Ok(()) => (Device::Cpu, Some("no CUDA: no graphics card that it can use".into())),
    }
}

/// libtorch knows of CUDA only once the library of that name is loaded; the linker leaves it out, because nothing in
/// it is called by name. Linking it all the same would keep the program from starting where CUDA is not installed.
#[cfg(target_os = "linux")]
fn load_cuda() -> Result<(), String> {
    use libloading::os::unix::{Library, RTLD_GLOBAL, RTLD_NOW};
    // SAFETY: loading runs the library's own start-up code; it is a part of the libtorch that is loaded already.
    let library = unsafe { Library::open(Some("libtorch_cuda.so"), RTLD_NOW | RTLD_GLOBAL) };
    // It is never unloaded: libtorch keeps what it was told.
    library.map(std::mem::forget).map_err(|error| error.to_string().replace('\n', " "))?;
    super::cuda::wait_asleep();
    Ok(())
}

#[cfg(not(target_os = "linux"))]
fn load_cuda() -> Result<(), String> {
    Ok(())
}

/// How many threads evaluations on this thread may use. libtorch would use all, and a search has its own.
pub(super) fn use_threads(threads: usize) {
    thread_local!(static USED: Cell<usize> = const { Cell::new(0) });
    let threads = threads.max(1);
    // libtorch forgets much that it has prepared when it is told, so it is told once.
    if USED.replace(threads) != threads {
        tch::set_num_threads(i32::try_from(threads).unwrap_or(i32::MAX));
    }
}
