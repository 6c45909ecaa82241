//! Positions that wait to be analysed, the most urgent first.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use parking_lot::{Condvar, Mutex, MutexGuard};

use crate::query::Query;

/// One position of one query.
pub(crate) struct Job {
    pub query: Arc<Query>,
    pub turn: usize,
    /// Ends the search early if it becomes true.
    pub stop: Arc<AtomicBool>,
    /// Higher priorities first, then first come, first served.
    order: (i64, Reverse<u64>),
}

impl PartialEq for Job {
    fn eq(&self, other: &Job) -> bool {
        self.order == other.order
    }
}

impl Eq for Job {}

impl PartialOrd for Job {
    fn partial_cmp(&self, other: &Job) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Job {
    fn cmp(&self, other: &Job) -> std::cmp::Ordering {
        self.order.cmp(&other.order)
    }
}

#[derive(Default)]
pub(crate) struct Queue {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    waiting: BinaryHeap<Job>,
    running: Vec<Running>,
    /// The number of jobs so far.
    count: u64,
    /// No more jobs will come.
    closed: bool,
    /// Nobody wants the answers.
    abandoned: bool,
}

struct Running {
    number: u64,
    query: Arc<Query>,
    turn: usize,
    stop: Arc<AtomicBool>,
}

impl Queue {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock()
    }

    pub fn add(&self, query: &Arc<Query>, turns: &[(usize, i64)]) {
        let mut state = self.lock();
        if state.abandoned {
            return;
        }
        for &(turn, priority) in turns {
            let order = (priority, Reverse(state.count));
            state.count += 1;
            state.waiting.push(Job { query: query.clone(), turn, stop: Arc::default(), order });
        }
        self.changed.notify_all();
    }

    /// Waits for the most urgent job; `None` if there will be no more. It counts as running until
    /// [`Queue::finished`].
    pub fn take(&self) -> Option<Job> {
        let mut state = self.lock();
        loop {
            if let Some(job) = state.waiting.pop() {
                let (query, stop) = (job.query.clone(), job.stop.clone());
                state.running.push(Running { number: job.order.1.0, query, turn: job.turn, stop });
                return Some(job);
            }
            if state.closed {
                return None;
            }
            self.changed.wait(&mut state);
        }
    }

    pub fn finished(&self, job: &Job) {
        self.lock().running.retain(|running| running.number != job.order.1.0);
    }

    /// Stops running jobs and removes waiting ones; returns the latter in the order of arrival.
    pub fn terminate(&self, matches: impl Fn(&Query, usize) -> bool) -> Vec<Job> {
        let mut state = self.lock();
        for running in state.running.iter().filter(|r| matches(&r.query, r.turn)) {
            running.stop.store(true, Ordering::Release);
        }
        let (mut out, kept): (Vec<Job>, Vec<Job>) =
            std::mem::take(&mut state.waiting).into_iter().partition(|job| matches(&job.query, job.turn));
        state.waiting = kept.into();
        out.sort_by_key(|job| Reverse(job.order.1));
        out
    }

    /// Stops everything and accepts no more jobs.
    pub fn abandon(&self) {
        self.lock().abandoned = true;
        self.terminate(|_, _| true);
    }

    /// No more jobs will come: workers end when none is left.
    pub fn close(&self) {
        self.lock().closed = true;
        self.changed.notify_all();
    }
}
