//! An engine for tests, and an evaluator that waits for permission to continue.

#![allow(dead_code)]

use std::io::{BufRead, BufReader, PipeReader, PipeWriter, Write, pipe};
use std::sync::{Arc, Condvar, Mutex};
use std::thread::{self, JoinHandle};

use analysis::{Engine, Options};
use evaluation::{Evaluation, EvaluationError, Evaluator, Query};
use network::architecture::Architecture;
use network::weights::{self, Header, Precision, Training};
use partner::{AreaEvaluator, EvaluatorKind, Evaluators, ExecutorKind, LoadedNetworks, Overrides, Settings};
use serde_json::Value;

pub fn settings() -> Settings {
    Settings { visits: Some(30), seed: Some(1), evaluator: EvaluatorKind::Area, ..Settings::default() }
}

pub fn engine() -> Engine {
    let settings = settings();
    let evaluators = Evaluators::from_settings(&settings, &LoadedNetworks::default()).unwrap();
    Engine::new(Options::new(settings), evaluators)
}

/// An engine with a small random network.
pub fn network_engine() -> Engine {
    let architecture = Architecture::preset("tiny").unwrap();
    let net = network::random::network("random", &architecture, 1).unwrap();
    let header =
        Header { name: "random".into(), architecture, sizes: vec![5], training: Training::default() };
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("random.safetensors");
    weights::write_as(&header, &net, Precision::F32, &file).unwrap();
    let overrides = Overrides {
        visits: Some(30),
        seed: Some(1),
        net: Some(file.to_str().unwrap().into()),
        executor: Some(ExecutorKind::CpuF32),
        ..Overrides::default()
    };
    let settings = Settings::layered("network", None, &overrides).unwrap();
    let evaluators = Evaluators::from_settings(&settings, &LoadedNetworks::default()).unwrap();
    Engine::new(Options::new(settings), evaluators)
}

/// An engine with the network inside, which knows good moves from bad ones.
pub fn default_engine() -> Engine {
    let overrides =
        Overrides { net: Some("default".into()), threads: Some(1), seed: Some(1), ..Overrides::default() };
    let settings = Settings::layered("network", None, &overrides).unwrap();
    let evaluators = Evaluators::from_settings(&settings, &LoadedNetworks::default()).unwrap();
    Engine::new(Options::new(settings), evaluators)
}

/// The answers to some lines.
pub fn said(engine: &Engine, input: &[u8]) -> Vec<Value> {
    let mut output = Vec::new();
    analysis::serve(input, &mut output, engine).unwrap();
    let text = String::from_utf8(output).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// A query about an empty 5x5 board, with more fields.
pub fn query(id: &str, more: &str) -> String {
    let comma = if more.is_empty() { "" } else { "," };
    let board = r#""boardXSize":5,"boardYSize":5,"rules":"chinese""#;
    let moves = if more.contains("\"moves\":[[") { "" } else { r#","moves":[]"# };
    format!(r#"{{"id":"{id}",{board}{moves}{comma}{more}}}"#)
}

/// A gate: lets evaluators through while it is open, and counts those that wait.
#[derive(Clone, Default)]
pub struct Gate(Arc<(Mutex<(bool, usize)>, Condvar)>);

impl Gate {
    pub fn open(&self) {
        self.0.0.lock().unwrap().0 = true;
        self.0.1.notify_all();
    }

    /// Waits until this many evaluators are at the gate.
    pub fn wait_for(&self, evaluators: usize) {
        let state = self.0.0.lock().unwrap();
        drop(self.0.1.wait_while(state, |state| state.1 < evaluators).unwrap());
    }

    fn pass(&self) {
        let mut state = self.0.0.lock().unwrap();
        state.1 += 1;
        self.0.1.notify_all();
        let mut state = self.0.1.wait_while(state, |state| !state.0).unwrap();
        state.1 -= 1;
    }
}

struct GatedJudge(Gate);

impl Evaluator for GatedJudge {
    fn evaluate(&mut self, queries: &[Query], out: &mut [Evaluation]) -> Result<(), EvaluationError> {
        self.0.pass();
        AreaEvaluator.evaluate(queries, out)
    }
}

pub fn gated(gate: &Gate) -> Engine {
    let gate = gate.clone();
    let evaluators = Evaluators::new(move |_| Box::new(GatedJudge(gate.clone())));
    Engine::new(Options::new(settings()), evaluators)
}

/// A client at the other end of a connection.
pub struct Client {
    /// Until it is closed.
    input: Option<PipeWriter>,
    output: BufReader<PipeReader>,
    server: JoinHandle<std::io::Result<()>>,
}

impl Client {
    pub fn connect(engine: Engine) -> Client {
        let ((theirs, input), (output, out)) = (pipe().unwrap(), pipe().unwrap());
        let server = thread::spawn(move || analysis::serve(BufReader::new(theirs), out, &engine));
        Client { input: Some(input), output: BufReader::new(output), server }
    }

    pub fn send(&mut self, line: &str) {
        self.input.as_mut().unwrap().write_all(format!("{line}\n").as_bytes()).unwrap();
    }

    pub fn hear(&mut self) -> Value {
        let mut line = String::new();
        self.output.read_line(&mut line).unwrap();
        serde_json::from_str(&line).unwrap_or_else(|e| panic!("{line:?}: {e}"))
    }

    /// Lines are read in order: when this is answered, everything sent before has been read.
    pub fn settle(&mut self) {
        self.send(r#"{"id":"settle","action":"query_version"}"#);
        assert_eq!(self.hear()["id"], "settle");
    }

    pub fn close_input(&mut self) {
        self.input = None;
    }

    /// Ends the input and returns the remaining output.
    pub fn finish(mut self) -> Vec<Value> {
        self.close_input();
        let rest = self.output.lines().map(|line| serde_json::from_str(&line.unwrap()).unwrap()).collect();
        self.server.join().unwrap().unwrap();
        rest
    }
}
