//! The executor that runs networks with ONNX Runtime.

use std::ffi::CString;
use std::sync::Arc;

use parking_lot::Mutex;

use super::export::{self, Layout, ModelInfo, Options};
use super::library;
use super::session::{Session, Tensor};
use crate::executor::{Batch, Executor, ExecutorError, Outputs};
use crate::graph::{Graph, Shape};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OnnxSettings {
    /// Threads per evaluation on the processor. One is enough if several threads evaluate.
    pub threads: usize,
}

impl Default for OnnxSettings {
    fn default() -> OnnxSettings {
        OnnxSettings { threads: 1 }
    }
}

/// Makes executors for one network; they share one session.
#[derive(Clone)]
pub struct OnnxExecutors {
    shared: Arc<Shared>,
}

struct Shared {
    graph: Arc<Graph>,
    session: Session,
    input_names: Vec<CString>,
    output_names: Vec<CString>,
    version: String,
    /// Why better providers were not used.
    refusals: Vec<String>,
    /// For providers that cannot run a session from several threads at once.
    turn: Option<Mutex<()>>,
}

impl OnnxExecutors {
    pub fn new(graph: Arc<Graph>, settings: OnnxSettings) -> Result<OnnxExecutors, ExecutorError> {
        let failed = |what: String| ExecutorError::Failed(what);
        let api = library::api().map_err(|error| failed(error.to_string()))?;
        let options = Options { layout: Layout::ChannelsLast, board: None };
        let (model, names) = export::export_with_names(&graph, &ModelInfo::default(), &options)
            .map_err(|error| failed(error.to_string()))?;
        let mut refusals = Vec::new();
        let session = Session::new(api, &model, settings.threads, &mut refusals)
            .map_err(|error| failed(format!("ONNX Runtime {}: {error}", api.version)))?;
        let texts = |names: Vec<String>| names.into_iter().map(CString::new).collect::<Result<Vec<_>, _>>();
        let no_text = |_| failed("a name with a zero in it".into());
        let (input_names, output_names) =
            (texts(names.inputs).map_err(no_text)?, texts(names.outputs).map_err(no_text)?);
        let turn = (session.provider == "DirectML").then(|| Mutex::new(()));
        let version = api.version.clone();
        Ok(OnnxExecutors {
            shared: Arc::new(Shared { graph, session, input_names, output_names, version, refusals, turn }),
        })
    }

    /// Describes what runs, on what, and why nothing better.
    pub fn describe(&self) -> String {
        let Shared { session, version, refusals, .. } = &*self.shared;
        let why = match refusals.as_slice() {
            [] => String::new(),
            refusals => format!(" ({})", refusals.join("; ")),
        };
        format!("ONNX Runtime {version} on {}{why}", session.provider)
    }

    pub fn make(&self) -> OnnxExecutor {
        OnnxExecutor { shared: self.shared.clone() }
    }
}

pub struct OnnxExecutor {
    shared: Arc<Shared>,
}

impl Executor for OnnxExecutor {
    fn describe(&self) -> String {
        format!("ONNX Runtime {} on {}", self.shared.version, self.shared.session.provider)
    }

    fn run(&mut self, batch: &Batch, outputs: &mut Outputs) -> Result<(), ExecutorError> {
        let Shared { graph, session, input_names, output_names, turn, .. } = &*self.shared;
        check(graph, batch)?;
        outputs.reset(graph, batch);
        if batch.count == 0 {
            return Ok(());
        }
        let input_shapes: Vec<Vec<i64>> = graph.inputs().map(|(_, shape)| dimensions(shape, batch)).collect();
        let given = input_shapes.iter().zip(&batch.inputs);
        let given = given.map(|(shape, input)| Tensor {
            shape,
            numbers: input.as_ptr().cast_mut(),
            count: input.len(),
        });
        let given: Vec<Tensor> = given.collect();
        let output_shapes: Vec<Vec<i64>> =
            graph.outputs().iter().map(|value| dimensions(graph.shape(*value), batch)).collect();
        let wanted = output_shapes.iter().zip(&mut outputs.values);
        let wanted =
            wanted.map(|(shape, output)| Tensor { shape, numbers: output.as_mut_ptr(), count: output.len() });
        let wanted: Vec<Tensor> = wanted.collect();
        // The lock only enforces an order.
        let _turn = turn.as_ref().map(|turn| turn.lock());
        // SAFETY: inputs are only read; inputs and outputs are borrowed until the call is over.
        let done = unsafe { session.run(input_names, &given, output_names, &wanted) };
        done.map_err(|error| ExecutorError::Failed(format!("ONNX Runtime: {error}")))
    }
}

fn check(graph: &Graph, batch: &Batch) -> Result<(), ExecutorError> {
    let points = batch.points();
    if let Some(fixed) = graph.fixed_points().filter(|fixed| *fixed != points) {
        return Err(ExecutorError::Size { fixed, points });
    }
    let expected = graph.inputs().map(|(_, shape)| batch.count * shape.elements(points));
    match points > 0 && expected.eq(batch.inputs.iter().map(Vec::len)) {
        true => Ok(()),
        false => Err(ExecutorError::Failed("the batch does not fit the network's inputs".into())),
    }
}

fn dimensions(shape: Shape, batch: &Batch) -> Vec<i64> {
    let sizes = match shape {
        Shape::Board(channels) => vec![batch.count, batch.rows, batch.columns, channels],
        Shape::Flat(channels) => vec![batch.count, channels],
    };
    sizes.into_iter().map(|size| size as i64).collect()
}
