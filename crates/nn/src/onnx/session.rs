//! A network loaded into ONNX Runtime.

use std::ffi::{CStr, CString, c_char, c_int};
use std::ptr;
use std::sync::OnceLock;

use super::api::{Api, Handle, Owned};

/// Only errors are logged, to stderr.
const LOG_ERRORS: c_int = 3;
/// Main memory, provided by the caller.
const DEVICE_ALLOCATOR: c_int = 0;
const DEFAULT_MEMORY: c_int = 0;
/// ONNX's type code of f32.
const FLOAT: c_int = 1;

/// Execution providers, best first: our name, the library's long name and its short one.
const PROVIDERS: [(&str, &str, &CStr); 3] = [
    ("CUDA", "CUDAExecutionProvider", c"CUDA"),
    ("CoreML", "CoreMLExecutionProvider", c"CoreML"),
    ("DirectML", "DmlExecutionProvider", c"DML"),
];

pub(super) struct Session {
    api: &'static Api,
    session: Owned,
    memory: Owned,
    /// What runs it.
    pub provider: &'static str,
}

// SAFETY: sessions may be run from several threads at once, and the kind of memory is only read.
unsafe impl Send for Session {}
// SAFETY: as above.
unsafe impl Sync for Session {}

/// A tensor in the caller's memory: its shape and its numbers.
pub(super) struct Tensor<'a> {
    pub shape: &'a [i64],
    pub numbers: *mut f32,
    pub count: usize,
}

impl Session {
    /// Loads a model on the best available provider that accepts it. `refusals` says why others did not.
    pub fn new(
        api: &'static Api,
        model: &[u8],
        threads: usize,
        refusals: &mut Vec<String>,
    ) -> Result<Session, String> {
        let available = available(api)?;
        for (name, long, short) in PROVIDERS {
            if !available.iter().any(|known| known == long) {
                continue;
            }
            match Session::on(api, model, threads, Some((name, short))) {
                Ok(session) => return Ok(session),
                Err(why) => refusals.push(format!("{name}: {why}")),
            }
        }
        Session::on(api, model, threads, None)
    }

    fn on(
        api: &'static Api,
        model: &[u8],
        threads: usize,
        provider: Option<(&'static str, &CStr)>,
    ) -> Result<Session, String> {
        // SAFETY: everything given to the library is valid during the call, and its answers are checked.
        unsafe {
            let options = api.make(api.release_session_options, |out| (api.create_session_options)(out))?;
            let threads = c_int::try_from(threads).unwrap_or(1);
            api.check((api.set_intra_op_threads)(options.get(), threads))?;
            // Subnormal numbers are meaningless here, and slow on processors.
            let (key, value) = (c"session.set_denormal_as_zero", c"1");
            api.check((api.add_config_entry)(options.get(), key.as_ptr(), value.as_ptr()))?;
            match provider {
                Some(("CUDA", _)) => append_cuda(api, &options)?,
                Some((_, name)) => {
                    let none = ptr::null();
                    api.check((api.append_provider)(options.get(), name.as_ptr(), none, none, 0))?;
                }
                None => {}
            }
            let environment = environment(api)?;
            let session = api.make(api.release_session, |out| {
                let (start, length) = (model.as_ptr().cast(), model.len());
                (api.create_session_from_array)(environment, start, length, options.get(), out)
            })?;
            let memory = api.make(api.release_memory_info, |out| {
                (api.create_cpu_memory_info)(DEVICE_ALLOCATOR, DEFAULT_MEMORY, out)
            })?;
            Ok(Session { api, session, memory, provider: provider.map_or("CPU", |(name, _)| name) })
        }
    }

    /// Runs the model from inputs into outputs.
    ///
    /// # Safety
    /// Every tensor's numbers must be valid for `count` numbers during the call, those of the outputs for writing.
    pub unsafe fn run(
        &self,
        input_names: &[CString],
        inputs: &[Tensor],
        output_names: &[CString],
        outputs: &[Tensor],
    ) -> Result<(), String> {
        if (input_names.len(), output_names.len()) != (inputs.len(), outputs.len()) {
            return Err("names and tensors are not of one number".into());
        }
        let inputs = inputs.iter().map(|tensor| self.tensor(tensor)).collect::<Result<Vec<_>, _>>()?;
        let outputs = outputs.iter().map(|tensor| self.tensor(tensor)).collect::<Result<Vec<_>, _>>()?;
        let pointers =
            |names: &[CString]| names.iter().map(|name| name.as_ptr()).collect::<Vec<*const c_char>>();
        let (input_names, output_names) = (pointers(input_names), pointers(output_names));
        let input_handles: Vec<Handle> = inputs.iter().map(Owned::get).collect();
        let mut output_handles: Vec<Handle> = outputs.iter().map(Owned::get).collect();
        // SAFETY: there are as many names as tensors, and all live until the call is over.
        self.api.check(unsafe {
            (self.api.run)(
                self.session.get(),
                ptr::null_mut(),
                input_names.as_ptr(),
                input_handles.as_ptr(),
                input_handles.len(),
                output_names.as_ptr(),
                output_handles.len(),
                output_handles.as_mut_ptr(),
            )
        })
    }

    fn tensor(&self, tensor: &Tensor) -> Result<Owned, String> {
        let api = self.api;
        let bytes = tensor.count * size_of::<f32>();
        let shape = tensor.shape;
        // SAFETY: the library checks the shape against the length, and only remembers where the numbers are.
        api.make(api.release_value, |out| unsafe {
            let memory = self.memory.get();
            (api.create_tensor)(memory, tensor.numbers.cast(), bytes, shape.as_ptr(), shape.len(), FLOAT, out)
        })
    }
}

/// The library's environment: one for the whole program, kept until its end.
fn environment(api: &'static Api) -> Result<Handle, String> {
    struct Environment(Handle);
    // SAFETY: the environment may be used from any thread.
    unsafe impl Send for Environment {}
    // SAFETY: as above.
    unsafe impl Sync for Environment {}
    static ENVIRONMENT: OnceLock<Result<Environment, String>> = OnceLock::new();
    let made = ENVIRONMENT.get_or_init(|| {
        let mut handle = ptr::null_mut();
        // SAFETY: the name and the place for the answer are valid during the call.
        api.check(unsafe { (api.create_env)(LOG_ERRORS, c"shidogo".as_ptr(), &mut handle) })?;
        Ok(Environment(handle))
    });
    made.as_ref().map(|environment| environment.0).map_err(String::clone)
}

/// The providers this library was built with.
fn available(api: &Api) -> Result<Vec<String>, String> {
    let (mut names, mut count) = (ptr::null_mut(), 0);
    // SAFETY: the library fills both; the names are texts until they are released.
    unsafe {
        api.check((api.get_available_providers)(&mut names, &mut count))?;
        let each = (0..usize::try_from(count).unwrap_or(0)).map(|i| *names.add(i));
        let found = each.map(|name| CStr::from_ptr(name).to_string_lossy().into_owned()).collect();
        api.check((api.release_available_providers)(names, count))?;
        Ok(found)
    }
}

/// Batch sizes vary from call to call, and benchmarking convolutions for every new size would stall a search.
unsafe fn append_cuda(api: &'static Api, options: &Owned) -> Result<(), String> {
    let keys = [c"cudnn_conv_algo_search".as_ptr()];
    let values = [c"HEURISTIC".as_ptr()];
    // SAFETY: everything given to the library is valid during the calls.
    unsafe {
        let cuda = api.make(api.release_cuda_options, |out| (api.create_cuda_options)(out))?;
        api.check((api.update_cuda_options)(cuda.get(), keys.as_ptr(), values.as_ptr(), keys.len()))?;
        api.check((api.append_cuda)(options.get(), cuda.get()))
    }
}
