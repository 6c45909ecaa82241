//! What is asked of a table and not done yet.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

/// Orders that wait at most: nobody clicks faster.
const MOST: usize = 64;

/// A queue that stops what its reader is at whenever something waits.
pub struct Orders<T> {
    waiting: Mutex<Waiting<T>>,
    more: Condvar,
    /// Whether something waits, for searches that look at it all the time.
    pub stop: AtomicBool,
}

struct Waiting<T> {
    orders: VecDeque<T>,
    is_closed: bool,
}

/// What a reader finds.
pub enum Next<T> {
    Order(T),
    Nothing,
    /// Nobody can ask for anything any more.
    Closed,
}

impl<T> Default for Orders<T> {
    fn default() -> Orders<T> {
        let waiting = Waiting { orders: VecDeque::new(), is_closed: false };
        Orders { waiting: Mutex::new(waiting), more: Condvar::new(), stop: AtomicBool::new(false) }
    }
}

impl<T> Orders<T> {
    fn waiting(&self) -> MutexGuard<'_, Waiting<T>> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// False when too much waits already, or nobody reads any more.
    pub fn push(&self, order: T) -> bool {
        let mut waiting = self.waiting();
        if waiting.is_closed || waiting.orders.len() >= MOST {
            return false;
        }
        waiting.orders.push_back(order);
        self.stop.store(true, Ordering::Relaxed);
        self.more.notify_one();
        true
    }

    pub fn close(&self) {
        self.waiting().is_closed = true;
        self.stop.store(true, Ordering::Relaxed);
        self.more.notify_one();
    }

    /// The oldest order, if there is one.
    pub fn take(&self) -> Next<T> {
        self.next(self.waiting())
    }

    /// The oldest order, once there is one, or nothing when the time is over.
    pub fn wait_until(&self, end: Option<Instant>) -> Next<T> {
        let is_idle = |waiting: &mut Waiting<T>| waiting.orders.is_empty() && !waiting.is_closed;
        let Some(end) = end else {
            let waiting = self.more.wait_while(self.waiting(), is_idle);
            return self.next(waiting.unwrap_or_else(PoisonError::into_inner));
        };
        let left = end.saturating_duration_since(Instant::now());
        let waiting = self.more.wait_timeout_while(self.waiting(), left, is_idle);
        self.next(waiting.unwrap_or_else(PoisonError::into_inner).0)
    }

    fn next(&self, mut waiting: MutexGuard<'_, Waiting<T>>) -> Next<T> {
        if waiting.is_closed {
            return Next::Closed;
        }
        let order = waiting.orders.pop_front();
        self.stop.store(!waiting.orders.is_empty(), Ordering::Relaxed);
        order.map_or(Next::Nothing, Next::Order)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_waits_stops_the_reader() {
        let orders = Orders::default();
        assert!(matches!(orders.take(), Next::Nothing));
        let stops = || orders.stop.load(Ordering::Relaxed);
        assert!(!stops() && orders.push(1) && stops() && orders.push(2));
        assert!(matches!(orders.take(), Next::Order(1)) && stops());
        assert!(matches!(orders.wait_until(None), Next::Order(2)) && !stops());
        assert!(matches!(orders.wait_until(Some(Instant::now())), Next::Nothing) && !stops());
        assert_eq!((0..100).filter(|n| orders.push(*n)).count(), MOST);
        orders.close();
        assert!(!orders.push(1));
        assert!(
            matches!(orders.take(), Next::Closed)
                && matches!(orders.wait_until(None), Next::Closed)
                && stops()
        );
    }
}
