//! The few functions of ONNX Runtime's C API that are used here.
//!
//! The library provides one table of functions, which only ever grows at its end. The indices below are those
//! of `OrtApi` in `onnxruntime_c_api.h`; all of them exist in version 12, which is requested.

use std::ffi::{CStr, c_char, c_int, c_void};
use std::ptr;

use libloading::Library;

use super::library_error::LibraryError;

/// The requested version of the table: ONNX Runtime 1.12, the first with opset 17.
const VERSION: u32 = 12;

/// Opaque objects of the library, only used through pointers.
pub(super) type Handle = *mut c_void;
/// Null on success.
type Status = *mut c_void;

type Release = unsafe extern "system" fn(Handle);
type Strings = *const *const c_char;

#[repr(C)]
struct Base {
    get_api: unsafe extern "system" fn(u32) -> *const c_void,
    get_version: unsafe extern "system" fn() -> *const c_char,
}

macro_rules! functions {
    ($($(#[$comment:meta])* $place:literal $name:ident: fn($($argument:ty),*) $(-> $answer:ty)?;)*) => {
        /// The library's functions, and the library itself, which stays loaded as long as they may be called.
        pub(super) struct Api {
            $($(#[$comment])* pub $name: unsafe extern "system" fn($($argument),*) $(-> $answer)?,)*
            pub version: String,
            _library: Library,
        }

        impl Api {
            /// # Safety
            /// `table` must be the table of functions of `library`, of the version asked for.
            unsafe fn from_table(table: *const *const c_void, version: String, library: Library) -> Api {
                // SAFETY: the table of this version has all these places, with functions of these types.
                unsafe {
                    Api {
                        $($name: std::mem::transmute::<
                            *const c_void,
                            unsafe extern "system" fn($($argument),*) $(-> $answer)?,
                        >(*table.add($place)),)*
                        version,
                        _library: library,
                    }
                }
            }
        }
    };
}

functions! {
    2 get_error_message: fn(Status) -> *const c_char;
    /// Log level, name for the log.
    3 create_env: fn(c_int, *const c_char, *mut Handle) -> Status;
    /// Environment, model, its length, options.
    8 create_session_from_array: fn(Handle, *const c_void, usize, Handle, *mut Handle) -> Status;
    /// Session, options, names of inputs, inputs, their number, names of outputs, their number, outputs.
    9 run: fn(Handle, Handle, Strings, *const Handle, usize, Strings, usize, *mut Handle) -> Status;
    10 create_session_options: fn(*mut Handle) -> Status;
    24 set_intra_op_threads: fn(Handle, c_int) -> Status;
    /// Kind of memory, the numbers, their length in bytes, the shape, its length, their type.
    49 create_tensor: fn(Handle, *mut c_void, usize, *const i64, usize, c_int, *mut Handle) -> Status;
    69 create_cpu_memory_info: fn(c_int, c_int, *mut Handle) -> Status;
    93 release_status: fn(Status);
    94 release_memory_info: fn(Handle);
    95 release_session: fn(Handle);
    96 release_value: fn(Handle);
    100 release_session_options: fn(Handle);
    125 get_available_providers: fn(*mut *mut *mut c_char, *mut c_int) -> Status;
    126 release_available_providers: fn(*mut *mut c_char, c_int) -> Status;
    /// Options, a key, its value.
    130 add_config_entry: fn(Handle, *const c_char, *const c_char) -> Status;
    204 append_cuda: fn(Handle, Handle) -> Status;
    205 create_cuda_options: fn(*mut Handle) -> Status;
    206 update_cuda_options: fn(Handle, Strings, Strings, usize) -> Status;
    208 release_cuda_options: fn(Handle);
    /// Options, a provider's name, keys and values of its settings, their number.
    216 append_provider: fn(Handle, *const c_char, Strings, Strings, usize) -> Status;
}

// SAFETY: the table is not written to, and its functions may be called from any thread.
unsafe impl Send for Api {}
// SAFETY: as above.
unsafe impl Sync for Api {}

impl Api {
    pub fn of(library: Library) -> Result<Api, LibraryError> {
        // SAFETY: the one function the library exports under this name has this type.
        let base = unsafe {
            let get = library.get::<unsafe extern "system" fn() -> *const Base>(b"OrtGetApiBase\0");
            get.map(|get| get()).unwrap_or(ptr::null())
        };
        // SAFETY: the library keeps its base for as long as it is loaded; it is null or valid.
        let base = unsafe { base.as_ref() }.ok_or(LibraryError::Other)?;
        // SAFETY: both functions may be called at any time; the version is a constant text.
        let (table, version) = unsafe {
            let version = CStr::from_ptr((base.get_version)()).to_string_lossy().into_owned();
            ((base.get_api)(VERSION), version)
        };
        if table.is_null() {
            return Err(LibraryError::Old { version });
        }
        // SAFETY: the table is the one of this library and version.
        Ok(unsafe { Api::from_table(table.cast(), version, library) })
    }

    /// An error as its text.
    pub fn check(&self, status: Status) -> Result<(), String> {
        if status.is_null() {
            return Ok(());
        }
        // SAFETY: a status that is not null has a message, and is released once.
        let text = unsafe {
            let text = CStr::from_ptr((self.get_error_message)(status)).to_string_lossy().replace('\n', " ");
            (self.release_status)(status);
            text
        };
        Err(text)
    }

    /// An object made by the library, released when it is dropped.
    pub fn make(&self, release: Release, make: impl FnOnce(*mut Handle) -> Status) -> Result<Owned, String> {
        let mut handle = ptr::null_mut();
        self.check(make(&mut handle))?;
        Ok(Owned { handle, release })
    }
}

/// An object of the library that we own.
pub(super) struct Owned {
    handle: Handle,
    release: Release,
}

impl Owned {
    pub fn get(&self) -> Handle {
        self.handle
    }
}

impl Drop for Owned {
    fn drop(&mut self) {
        // SAFETY: it is released by the function of its kind, once, and the library is never unloaded.
        unsafe { (self.release)(self.handle) }
    }
}
