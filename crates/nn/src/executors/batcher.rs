//! A few executors for many threads: concurrent requests go through the network in one batch.
//!
//! A graphics card takes as long for ten positions as for a hundred, and many threads that use it directly
//! get in each other's way.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::JoinHandle;
use std::time::Duration;

use parking_lot::{Condvar, Mutex, MutexGuard};

use crate::executor::{Batch, Executor, ExecutorError, Outputs};

/// The timeout for a card. The first answer takes a while, because everything is loaded then.
const TIMEOUT: Duration = Duration::from_secs(120);

/// The largest batch in positions; a single request may be larger.
const MAX_POSITIONS: usize = 4096;

/// While another server is busy, a server waits until at least this fraction of all clients is waiting,
/// because many small batches would get in each other's way. And it takes at most that other fraction: some
/// clients must get their answers and continue while others wait, or the card would be idle.
const MIN_SHARE: usize = 4;
const MAX_SHARE: usize = 2;

/// With fewer positions than this, it waits for the larger fraction: batches of 280 and of 790 took an H200
/// six to seven milliseconds each, with three running at once (10 blocks of 128 channels, 9×9).
const FULL_BATCH: usize = 768;

/// Makes executors that share a few underlying ones.
#[derive(Clone)]
pub struct Batcher {
    service: Arc<Service>,
    timeout: Duration,
}

/// The threads that run the network. They end with the last client.
struct Service {
    queue: Arc<Queue>,
    threads: Vec<JoinHandle<()>>,
}

#[derive(Default)]
struct Queue {
    state: Mutex<QueueState>,
    changed: Condvar,
    /// A client has timed out, so it is unknown when the threads will end.
    stuck: AtomicBool,
}

#[derive(Default)]
struct QueueState {
    requests: Vec<Request>,
    /// The number of clients.
    clients: usize,
    /// The number of busy servers.
    running: usize,
    closed: bool,
}

impl QueueState {
    /// Whether to start a batch now.
    fn is_ready(&self) -> bool {
        let positions = || self.requests.iter().map(|request| request.batch.count).sum::<usize>();
        let are_enough = |part| self.requests.len() >= self.clients / part;
        let is_worth_it = || are_enough(MAX_SHARE) || are_enough(MIN_SHARE) && positions() >= FULL_BATCH;
        self.closed || !self.requests.is_empty() && (self.running == 0 || is_worth_it())
    }
}

/// A request, with memory for its answer.
struct Request {
    batch: Batch,
    outputs: Outputs,
    reply: Sender<Response>,
}

struct Response {
    batch: Batch,
    outputs: Outputs,
    result: Result<(), ExecutorError>,
}

impl Batcher {
    /// Each of `executors` gets a thread: while one waits for its outputs, the next can upload its inputs.
    pub fn new(executors: Vec<Box<dyn Executor>>) -> Result<Batcher, ExecutorError> {
        let queue = Arc::new(Queue::default());
        let mut service = Service { queue: queue.clone(), threads: Vec::new() };
        for executor in executors {
            let queue = queue.clone();
            let thread = std::thread::Builder::new().name("network".into());
            let thread = thread.spawn(move || Server { executor, batch: Batch::default() }.serve(&queue));
            let thread = thread.map_err(|error| ExecutorError::Failed(format!("no thread: {error}")))?;
            service.threads.push(thread);
        }
        Ok(Batcher { service: Arc::new(service), timeout: TIMEOUT })
    }

    pub fn make(&self, name: String) -> BatchedExecutor {
        self.service.queue.lock().clients += 1;
        let (reply, replies) = channel();
        let (timeout, batch) = (self.timeout, Batch::default());
        BatchedExecutor { service: self.service.clone(), name, timeout, reply, replies, batch }
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
            // The clients are gone, so nobody is left to report a panic to.
            let _ = thread.join();
        }
    }
}

impl Queue {
    fn lock(&self) -> MutexGuard<'_, QueueState> {
        self.state.lock()
    }

    /// Requests for one board size, as many as fit; `None` if there are no more clients.
    fn take(&self) -> Vec<Request> {
        let mut state = self.lock();
        while !state.is_ready() {
            self.changed.wait(&mut state);
        }
        let mut places = state.clients.div_ceil(MAX_SHARE);
        let Some(first) = state.requests.first() else { return Vec::new() };
        let (size, mut room) =
            ((first.batch.rows, first.batch.columns), MAX_POSITIONS.max(first.batch.count));
        let fits = |request: &mut Request| {
            let same = (request.batch.rows, request.batch.columns) == size;
            let fits = same && places > 0 && request.batch.count <= room;
            if fits {
                (places, room) = (places - 1, room - request.batch.count);
            }
            fits
        };
        let taken = state.requests.extract_if(.., fits).collect();
        state.running += 1;
        taken
    }
}

struct Server {
    executor: Box<dyn Executor>,
    /// Merges all requests into one batch.
    batch: Batch,
}

impl Server {
    fn serve(mut self, queue: &Queue) {
        let mut outputs = Outputs::default();
        loop {
            let mut requests = queue.take();
            let result = match requests.as_mut_slice() {
                [] => return,
                [request] => self.executor.run(&request.batch, &mut request.outputs),
                requests => {
                    self.merge(requests);
                    let result = self.executor.run(&self.batch, &mut outputs);
                    if result.is_ok() {
                        split(&outputs, self.batch.count, requests);
                    }
                    result
                }
            };
            for Request { batch, outputs, reply } in requests {
                // The client may be gone by now.
                let _ = reply.send(Response { batch, outputs, result: result.clone() });
            }
            queue.lock().running -= 1;
        }
    }

    fn merge(&mut self, requests: &[Request]) {
        let Some(first) = requests.first() else { return };
        let whole = &mut self.batch;
        (whole.rows, whole.columns) = (first.batch.rows, first.batch.columns);
        whole.count = requests.iter().map(|request| request.batch.count).sum();
        whole.inputs.resize_with(first.batch.inputs.len(), Vec::new);
        for (i, input) in whole.inputs.iter_mut().enumerate() {
            input.clear();
            requests.iter().for_each(|request| input.extend_from_slice(&request.batch.inputs[i]));
        }
    }
}

/// Gives every client the rows of its own request.
fn split(whole: &Outputs, count: usize, requests: &mut [Request]) {
    let mut row = 0;
    for request in requests {
        request.outputs.values.resize_with(whole.values.len(), Vec::new);
        for (output, whole) in request.outputs.values.iter_mut().zip(&whole.values) {
            let length = whole.len() / count.max(1);
            output.clear();
            output.extend_from_slice(&whole[row * length..(row + request.batch.count) * length]);
        }
        row += request.batch.count;
    }
}

/// One thread's access to the network.
pub struct BatchedExecutor {
    service: Arc<Service>,
    name: String,
    timeout: Duration,
    reply: Sender<Response>,
    replies: Receiver<Response>,
    /// Memory that is reused between requests.
    batch: Batch,
}

impl BatchedExecutor {
    fn timed_out(&self) -> ExecutorError {
        let seconds = self.timeout.as_secs();
        ExecutorError::Failed(format!("no answer from the network for {seconds} s"))
    }
}

impl Drop for BatchedExecutor {
    fn drop(&mut self) {
        self.service.queue.lock().clients -= 1;
        // The remaining clients may be enough now.
        self.service.queue.changed.notify_one();
    }
}

impl Executor for BatchedExecutor {
    fn describe(&self) -> String {
        self.name.clone()
    }

    fn run(&mut self, batch: &Batch, outputs: &mut Outputs) -> Result<(), ExecutorError> {
        let mut own = std::mem::take(&mut self.batch);
        (own.rows, own.columns, own.count) = (batch.rows, batch.columns, batch.count);
        own.inputs.clone_from(&batch.inputs);
        let result = self.run_clobbering(&mut own, outputs);
        self.batch = own;
        result
    }

    fn run_clobbering(&mut self, batch: &mut Batch, outputs: &mut Outputs) -> Result<(), ExecutorError> {
        // A late answer belongs to another request.
        if self.service.queue.stuck.load(Ordering::Relaxed) {
            return Err(self.timed_out());
        }
        let reply = self.reply.clone();
        let request = Request { batch: std::mem::take(batch), outputs: std::mem::take(outputs), reply };
        self.service.queue.lock().requests.push(request);
        self.service.queue.changed.notify_one();
        let Ok(response) = self.replies.recv_timeout(self.timeout) else {
            self.service.queue.stuck.store(true, Ordering::Relaxed);
            return Err(self.timed_out());
        };
        (*batch, *outputs) = (response.batch, response.outputs);
        response.result
    }
}

#[cfg(test)]
mod tests;
