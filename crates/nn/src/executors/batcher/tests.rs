//! Many threads, few executors.

use super::*;
use crate::example::graph;
use crate::graph::{Graph, Shape};
use crate::reference::Reference;

/// Numbers for a batch, different for each seed.
fn batch(graph: &Graph, side: usize, count: usize, seed: usize) -> Batch {
    let mut batch = Batch::default();
    batch.reset(graph, side, side, count);
    for input in &mut batch.inputs {
        input.iter_mut().enumerate().for_each(|(i, x)| *x = (i + seed).is_multiple_of(7) as u8 as f32);
    }
    batch
}

#[test]
fn everybody_gets_their_own_answers() {
    let graph = graph();
    let servers: Vec<Box<dyn Executor>> =
        (0..2).map(|_| Box::new(Reference::new(graph.clone())) as _).collect();
    let batcher = Batcher::new(servers).unwrap();
    std::thread::scope(|scope| {
        for thread in 0..6 {
            let (mut executor, graph) = (batcher.make("batcher".into()), graph.clone());
            scope.spawn(move || {
                let mut alone = Reference::new(graph.clone());
                let (mut outputs, mut wanted) = (Outputs::default(), Outputs::default());
                for round in 0..10 {
                    let mut batch =
                        batch(&graph, 5 + thread % 2, 1 + (thread + round) % 4, 10 * thread + round);
                    alone.run(&batch, &mut wanted).unwrap();
                    match round % 2 {
                        0 => executor.run(&batch, &mut outputs).unwrap(),
                        _ => executor.run_clobbering(&mut batch, &mut outputs).unwrap(),
                    }
                    assert_eq!(outputs, wanted);
                }
            });
        }
    });
}

#[test]
fn questions_are_merged_by_size() {
    let graph = graph();
    let queue = Queue::default();
    queue.lock().clients = 4;
    let (reply, _replies) = channel();
    for (side, count) in [(5, 2), (7, 1), (5, 3), (5, MAX_POSITIONS)] {
        let (batch, reply) = (batch(&graph, side, count, 0), reply.clone());
        queue.lock().requests.push(Request { batch, outputs: Outputs::default(), reply });
    }
    let counts =
        || queue.take().iter().map(|request| (request.batch.rows, request.batch.count)).collect::<Vec<_>>();
    assert_eq!(counts(), [(5, 2), (5, 3)]);
    assert_eq!(counts(), [(7, 1)]);
    assert_eq!(counts(), [(5, MAX_POSITIONS)]);
    queue.lock().closed = true;
    assert_eq!(counts(), []);
}

#[test]
fn batches_are_neither_few_nor_all() {
    let graph = graph();
    let queue = Queue::default();
    let (reply, _replies) = channel();
    let ask = |times: usize, positions: usize| {
        for _ in 0..times {
            let (batch, reply) = (batch(&graph, 5, positions, 0), reply.clone());
            queue.lock().requests.push(Request { batch, outputs: Outputs::default(), reply });
        }
    };
    queue.lock().clients = 16;
    ask(1, 1);
    assert_eq!(queue.take().len(), 1, "nobody is under way");
    ask(3, FULL_BATCH);
    assert!(!queue.lock().is_ready(), "another server is, and more will ask");
    ask(1, 1);
    assert_eq!(queue.take().len(), 4, "a quarter, with many positions");
    ask(7, 1);
    assert!(!queue.lock().is_ready(), "a quarter, with few positions");
    ask(3, 1);
    assert_eq!(queue.take().len(), 8, "two are left to the next");
    queue.lock().running = 0;
    assert_eq!(queue.take().len(), 2);
}

/// Never answers.
struct Stuck;

impl Executor for Stuck {
    fn describe(&self) -> String {
        "stuck".into()
    }

    fn run(&mut self, _: &Batch, _: &mut Outputs) -> Result<(), ExecutorError> {
        loop {
            std::thread::park();
        }
    }
}

#[test]
fn nobody_waits_for_ever() {
    let batcher = Batcher::new(vec![Box::new(Stuck)]).unwrap();
    let batcher = Batcher { timeout: Duration::from_millis(50), ..batcher };
    let mut executor = batcher.make("batcher".into());
    let error = executor.run(&batch(&graph(), 5, 1, 0), &mut Outputs::default()).unwrap_err();
    assert!(error.to_string().contains("no answer"), "{error}");
    assert_eq!(executor.run(&batch(&graph(), 5, 1, 0), &mut Outputs::default()), Err(error));
}

#[test]
fn errors_come_back() {
    let graph = graph();
    let batcher = Batcher::new(vec![Box::new(Reference::new(graph.clone()))]).unwrap();
    let mut executor = batcher.make("batcher".into());
    let mut wrong = batch(&graph, 5, 2, 0);
    wrong.inputs[0].pop();
    assert!(executor.run(&wrong, &mut Outputs::default()).is_err());
    let right = batch(&graph, 5, 2, 0);
    let mut outputs = Outputs::default();
    executor.run(&right, &mut outputs).unwrap();
    let lengths = graph.outputs().iter().map(|value| match graph.shape(*value) {
        Shape::Board(channels) => 2 * 25 * channels,
        Shape::Flat(channels) => 2 * channels,
    });
    assert!(outputs.values.iter().map(Vec::len).eq(lengths));
}
