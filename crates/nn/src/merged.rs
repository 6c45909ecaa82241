//! Few executors for many threads: what the threads ask at the same time goes through the network together.
//!
//! A graphics card takes as long for ten positions as for a hundred, and threads that all talk to it get in each
//! other's way.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

use crate::{Answers, Batch, Executor, ExecutorError};

/// A card that has not answered for so long never will; the first answer takes a while, when all is loaded.
const PATIENCE: Duration = Duration::from_secs(120);

/// Positions that go through at once, at most; a single question may have more.
const MOST: usize = 4096;

/// While another server is under way, one waits until so large a part of all who ask are waiting: many small batches
/// would get in each other's way. And it takes no larger part than the other: some must have their answers and think
/// while others wait, or the card would.
const LEAST_PART: usize = 4;
const MOST_PART: usize = 2;

/// With fewer positions than these it waits for the larger part: batches of 280 and of 790 took an H200 six to seven
/// milliseconds each, while three were under way (10 blocks of 128 channels, 9×9).
const FEW: usize = 768;

/// Makes executors that share a few others.
#[derive(Clone)]
pub struct MergedExecutors {
    service: Arc<Service>,
    patience: Duration,
}

/// The threads that run the network. They end with the last executor that asks them.
struct Service {
    queue: Arc<Queue>,
    threads: Vec<JoinHandle<()>>,
}

#[derive(Default)]
struct Queue {
    waiting: Mutex<Waiting>,
    changed: Condvar,
    /// Somebody has waited in vain: nobody can say when the threads will end.
    stuck: AtomicBool,
}

#[derive(Default)]
struct Waiting {
    jobs: Vec<Job>,
    /// Executors that may ask.
    asking: usize,
    /// Servers that are under way.
    busy: usize,
    closed: bool,
}

impl Waiting {
    /// Whether it is time to begin.
    fn is_ripe(&self) -> bool {
        let positions = || self.jobs.iter().map(|job| job.batch.count).sum::<usize>();
        let are_enough = |part| self.jobs.len() >= self.asking / part;
        let is_worth_it = || are_enough(MOST_PART) || are_enough(LEAST_PART) && positions() >= FEW;
        self.closed || !self.jobs.is_empty() && (self.busy == 0 || is_worth_it())
    }
}

/// A question, with the memory for its answer.
struct Job {
    batch: Batch,
    answers: Answers,
    reply: Sender<Done>,
}

struct Done {
    batch: Batch,
    answers: Answers,
    result: Result<(), ExecutorError>,
}

impl MergedExecutors {
    /// Each of `executors` gets a thread: while one waits for its answers, the next can bring its questions.
    pub fn new(executors: Vec<Box<dyn Executor>>) -> Result<MergedExecutors, ExecutorError> {
        let queue = Arc::new(Queue::default());
        let mut service = Service { queue: queue.clone(), threads: Vec::new() };
        for executor in executors {
            let queue = queue.clone();
            let thread = std::thread::Builder::new().name("network".into());
            let thread = thread.spawn(move || Server { executor, batch: Batch::default() }.serve(&queue));
            let thread = thread.map_err(|error| ExecutorError::Failed(format!("no thread: {error}")))?;
            service.threads.push(thread);
        }
        Ok(MergedExecutors { service: Arc::new(service), patience: PATIENCE })
    }

    pub fn make(&self, name: String) -> Merged {
        self.service.queue.lock().asking += 1;
        let (reply, replies) = channel();
        let (patience, batch) = (self.patience, Batch::default());
        Merged { service: self.service.clone(), name, patience, reply, replies, batch }
    }
}

impl Drop for Service {
    fn drop(&mut self) {
        self.queue.lock().closed = true;
        self.queue.changed.notify_all();
        if self.queue.stuck.load(Ordering::Relaxed) {
            return;
        }
        for thread in self.threads.drain(..) {
            // Who asks is gone, so nobody is left to be told of a panic.
            let _ = thread.join();
        }
    }
}

impl Queue {
    fn lock(&self) -> MutexGuard<'_, Waiting> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Questions about boards of one size, as many as fit; none when nobody asks any more.
    fn take(&self) -> Vec<Job> {
        let mut waiting = self.lock();
        while !waiting.is_ripe() {
            waiting = self.changed.wait(waiting).unwrap_or_else(PoisonError::into_inner);
        }
        let mut places = waiting.asking.div_ceil(MOST_PART);
        let Some(first) = waiting.jobs.first() else { return Vec::new() };
        let (size, mut room) = ((first.batch.rows, first.batch.columns), MOST.max(first.batch.count));
        let fits = |job: &mut Job| {
            let same = (job.batch.rows, job.batch.columns) == size;
            let fits = same && places > 0 && job.batch.count <= room;
            if fits {
                (places, room) = (places - 1, room - job.batch.count);
            }
            fits
        };
        let taken = waiting.jobs.extract_if(.., fits).collect();
        waiting.busy += 1;
        taken
    }
}

struct Server {
    executor: Box<dyn Executor>,
    /// All questions together.
    batch: Batch,
}

impl Server {
    fn serve(mut self, queue: &Queue) {
        let mut answers = Answers::default();
        loop {
            let mut jobs = queue.take();
            let result = match jobs.as_mut_slice() {
                [] => return,
                [job] => self.executor.run(&job.batch, &mut job.answers),
                jobs => {
                    self.merge(jobs);
                    let result = self.executor.run(&self.batch, &mut answers);
                    if result.is_ok() {
                        divide(&answers, self.batch.count, jobs);
                    }
                    result
                }
            };
            for Job { batch, answers, reply } in jobs {
                // Who asked may have gone since.
                let _ = reply.send(Done { batch, answers, result: result.clone() });
            }
            queue.lock().busy -= 1;
        }
    }

    fn merge(&mut self, jobs: &[Job]) {
        let Some(first) = jobs.first() else { return };
        let whole = &mut self.batch;
        (whole.rows, whole.columns) = (first.batch.rows, first.batch.columns);
        whole.count = jobs.iter().map(|job| job.batch.count).sum();
        whole.inputs.resize_with(first.batch.inputs.len(), Vec::new);
        for (i, input) in whole.inputs.iter_mut().enumerate() {
            input.clear();
            jobs.iter().for_each(|job| input.extend_from_slice(&job.batch.inputs[i]));
        }
    }
}

/// Gives everybody the rows of the answers to their own questions.
fn divide(whole: &Answers, count: usize, jobs: &mut [Job]) {
    let mut row = 0;
    for job in jobs {
        job.answers.outputs.resize_with(whole.outputs.len(), Vec::new);
        for (output, whole) in job.answers.outputs.iter_mut().zip(&whole.outputs) {
            let length = whole.len() / count.max(1);
            output.clear();
            output.extend_from_slice(&whole[row * length..(row + job.batch.count) * length]);
        }
        row += job.batch.count;
    }
}

/// One thread's way to the network.
pub struct Merged {
    service: Arc<Service>,
    name: String,
    patience: Duration,
    reply: Sender<Done>,
    replies: Receiver<Done>,
    /// Memory that is kept from question to question.
    batch: Batch,
}

impl Merged {
    fn silence(&self) -> ExecutorError {
        let seconds = self.patience.as_secs();
        ExecutorError::Failed(format!("no answer from the network for {seconds} s"))
    }
}

impl Drop for Merged {
    fn drop(&mut self) {
        self.service.queue.lock().asking -= 1;
        // Those who are left may be enough now.
        self.service.queue.changed.notify_one();
    }
}

impl Executor for Merged {
    fn describe(&self) -> String {
        self.name.clone()
    }

    fn run(&mut self, batch: &Batch, answers: &mut Answers) -> Result<(), ExecutorError> {
        let mut own = std::mem::take(&mut self.batch);
        (own.rows, own.columns, own.count) = (batch.rows, batch.columns, batch.count);
        own.inputs.clone_from(&batch.inputs);
        let result = self.run_lent(&mut own, answers);
        self.batch = own;
        result
    }

    fn run_lent(&mut self, batch: &mut Batch, answers: &mut Answers) -> Result<(), ExecutorError> {
        // An answer that comes after all is one to another question.
        if self.service.queue.stuck.load(Ordering::Relaxed) {
            return Err(self.silence());
        }
        let reply = self.reply.clone();
        let job = Job { batch: std::mem::take(batch), answers: std::mem::take(answers), reply };
        self.service.queue.lock().jobs.push(job);
        self.service.queue.changed.notify_one();
        let Ok(done) = self.replies.recv_timeout(self.patience) else {
            self.service.queue.stuck.store(true, Ordering::Relaxed);
            return Err(self.silence());
        };
        (*batch, *answers) = (done.batch, done.answers);
        done.result
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::example::graph;
    use crate::reference::Reference;
    use crate::{Graph, Shape};

    /// Some numbers for a batch, others for each seed.
    fn batch(graph: &Graph, side: usize, count: usize, seed: usize) -> Batch {
        let mut batch = Batch::default();
        batch.reset(&graph, side, side, count);
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
        let merged = MergedExecutors::new(servers).unwrap();
        std::thread::scope(|scope| {
            for thread in 0..6 {
                let (mut executor, graph) = (merged.make("merged".into()), graph.clone());
                scope.spawn(move || {
                    let mut alone = Reference::new(graph.clone());
                    let (mut answers, mut wanted) = (Answers::default(), Answers::default());
                    for round in 0..10 {
                        let mut batch =
                            batch(&graph, 5 + thread % 2, 1 + (thread + round) % 4, 10 * thread + round);
                        alone.run(&batch, &mut wanted).unwrap();
                        match round % 2 {
                            0 => executor.run(&batch, &mut answers).unwrap(),
                            _ => executor.run_lent(&mut batch, &mut answers).unwrap(),
                        }
                        assert_eq!(answers, wanted);
                    }
                });
            }
        });
    }

    #[test]
    fn questions_are_merged_by_size() {
        let graph = graph();
        let queue = Queue::default();
        queue.lock().asking = 4;
        let (reply, _replies) = channel();
        for (side, count) in [(5, 2), (7, 1), (5, 3), (5, MOST)] {
            let (batch, reply) = (batch(&graph, side, count, 0), reply.clone());
            queue.lock().jobs.push(Job { batch, answers: Answers::default(), reply });
        }
        let counts = || queue.take().iter().map(|job| (job.batch.rows, job.batch.count)).collect::<Vec<_>>();
        assert_eq!(counts(), [(5, 2), (5, 3)]);
        assert_eq!(counts(), [(7, 1)]);
        assert_eq!(counts(), [(5, MOST)]);
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
                queue.lock().jobs.push(Job { batch, answers: Answers::default(), reply });
            }
        };
        queue.lock().asking = 16;
        ask(1, 1);
        assert_eq!(queue.take().len(), 1, "nobody is under way");
        ask(3, FEW);
        assert!(!queue.lock().is_ripe(), "another server is, and more will ask");
        ask(1, 1);
        assert_eq!(queue.take().len(), 4, "a quarter, with many positions");
        ask(7, 1);
        assert!(!queue.lock().is_ripe(), "a quarter, with few positions");
        ask(3, 1);
        assert_eq!(queue.take().len(), 8, "two are left to the next");
        queue.lock().busy = 0;
        assert_eq!(queue.take().len(), 2);
    }

    /// Never answers.
    struct Stuck;

    impl Executor for Stuck {
        fn describe(&self) -> String {
            "stuck".into()
        }

        fn run(&mut self, _: &Batch, _: &mut Answers) -> Result<(), ExecutorError> {
            loop {
                std::thread::park();
            }
        }
    }

    #[test]
    fn nobody_waits_for_ever() {
        let merged = MergedExecutors::new(vec![Box::new(Stuck)]).unwrap();
        let merged = MergedExecutors { patience: Duration::from_millis(50), ..merged };
        let mut executor = merged.make("merged".into());
        let error = executor.run(&batch(&graph(), 5, 1, 0), &mut Answers::default()).unwrap_err();
        assert!(error.to_string().contains("no answer"), "{error}");
        assert_eq!(executor.run(&batch(&graph(), 5, 1, 0), &mut Answers::default()), Err(error));
    }

    #[test]
    fn errors_come_back() {
        let graph = graph();
        let merged = MergedExecutors::new(vec![Box::new(Reference::new(graph.clone()))]).unwrap();
        let mut executor = merged.make("merged".into());
        let mut wrong = batch(&graph, 5, 2, 0);
        wrong.inputs[0].pop();
        assert!(executor.run(&wrong, &mut Answers::default()).is_err());
        let right = batch(&graph, 5, 2, 0);
        let mut answers = Answers::default();
        executor.run(&right, &mut answers).unwrap();
        let lengths = graph.outputs().iter().map(|value| match graph.shape(*value) {
            Shape::Board(channels) => 2 * 25 * channels,
            Shape::Flat(channels) => 2 * channels,
        });
        assert!(answers.outputs.iter().map(Vec::len).eq(lengths));
    }
}
