//! What the host calls. Addresses are in the module's memory, which moves when it grows: ask again after every call.

use std::cell::RefCell;

use crate::session::{Session, SessionError};

thread_local! {
    static SESSION: RefCell<Session> = RefCell::default();
}

fn with<T>(f: impl FnOnce(&mut Session) -> T) -> T {
    SESSION.with_borrow_mut(f)
}

/// Whether it could be done; if not, the message says why.
fn attempt(f: impl FnOnce(&mut Session) -> Result<(), SessionError>) -> bool {
    with(|session| {
        let result = f(session);
        session.message = result.as_ref().err().map(ToString::to_string).unwrap_or_default();
        result.is_ok()
    })
}

/// The tensor of this number, or an empty one.
fn tensor(tensors: &[Vec<f32>], i: usize) -> &[f32] {
    tensors.get(i).map_or(&[], Vec::as_slice)
}

macro_rules! exports {
    ($($(#[$doc:meta])* fn $name:ident($($argument:ident: $type:ty),*) -> $result:ty $body:block)*) => {$(
        $(#[$doc])*
        // No other function of the module has this name.
        #[allow(unsafe_code)]
        #[unsafe(no_mangle)]
        pub extern "C" fn $name($($argument: $type),*) -> $result $body
    )*};
}

exports! {
    /// Room for a file of so many bytes, for the host to fill.
    fn file(length: usize) -> *mut u8 {
        with(|session| {
            session.bytes = vec![0; length];
            session.bytes.as_mut_ptr()
        })
    }

    /// The bytes that the last call left.
    fn bytes() -> *const u8 {
        with(|session| session.bytes.as_ptr())
    }

    fn bytes_length() -> usize {
        with(|session| session.bytes.len())
    }

    /// Why the last call could not do its work, in UTF-8.
    fn message() -> *const u8 {
        with(|session| session.message.as_ptr())
    }

    fn message_length() -> usize {
        with(|session| session.message.len())
    }

    /// Reads the network in the file.
    fn load() -> bool {
        attempt(Session::load)
    }

    /// Leaves a line about the network and what runs it.
    fn describe() -> bool {
        attempt(Session::describe)
    }

    /// Leaves the network as an ONNX file for boards of one size.
    fn export_onnx(size: usize) -> bool {
        attempt(|session| session.export(size))
    }

    /// Makes room for the inputs of so many positions, all zero.
    fn prepare(size: usize, count: usize) -> bool {
        attempt(|session| session.prepare(size, count))
    }

    /// The numbers of an input, for the host to fill: point by point, with the channels of a point side by side.
    fn input(i: usize) -> *mut f32 {
        with(|session| session.batch.inputs.get_mut(i).map_or(std::ptr::null_mut(), |input| input.as_mut_ptr()))
    }

    fn input_length(i: usize) -> usize {
        with(|session| tensor(&session.batch.inputs, i).len())
    }

    /// Evaluates the positions.
    fn run() -> bool {
        attempt(Session::run)
    }

    /// The numbers of an output, in the layout of inputs.
    fn output(i: usize) -> *const f32 {
        with(|session| tensor(&session.outputs.values, i).as_ptr())
    }

    fn output_length(i: usize) -> usize {
        with(|session| tensor(&session.outputs.values, i).len())
    }
}
