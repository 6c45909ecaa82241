//! What is asked of a thread and not done yet.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use parking_lot::{Condvar, Mutex, MutexGuard};

/// Commands that wait at most: nobody clicks faster.
const MOST: usize = 64;

/// A queue that stops what its watcher is at whenever something waits.
pub struct Mailbox<T> {
    waiting: Mutex<Waiting<T>>,
    more: Condvar,
    /// Whether something waits, for searches that look at it all the time.
    pub stop: AtomicBool,
}

struct Waiting<T> {
    commands: VecDeque<T>,
    is_closed: bool,
}

/// What a watcher finds.
pub enum Next<T> {
    Command(T),
    Nothing,
    /// Nobody can ask for anything any more.
    Closed,
}

impl<T> Default for Mailbox<T> {
    fn default() -> Mailbox<T> {
        let waiting = Waiting { commands: VecDeque::new(), is_closed: false };
        Mailbox { waiting: Mutex::new(waiting), more: Condvar::new(), stop: AtomicBool::new(false) }
    }
}

impl<T> Mailbox<T> {
    fn waiting(&self) -> MutexGuard<'_, Waiting<T>> {
        self.waiting.lock()
    }

    /// False when too much waits already, or nobody reads any more.
    pub fn push(&self, command: T) -> bool {
        let mut waiting = self.waiting();
        if waiting.is_closed || waiting.commands.len() >= MOST {
            return false;
        }
        waiting.commands.push_back(command);
        self.stop.store(true, Ordering::Relaxed);
        self.more.notify_one();
        true
    }

    pub fn close(&self) {
        self.waiting().is_closed = true;
        self.stop.store(true, Ordering::Relaxed);
        self.more.notify_one();
    }

    /// The oldest command, if there is one.
    pub fn take(&self) -> Next<T> {
        self.next(self.waiting())
    }

    /// The oldest command, once there is one, or nothing when the time is over.
    pub fn wait_until(&self, end: Option<Instant>) -> Next<T> {
        let is_idle = |waiting: &mut Waiting<T>| waiting.commands.is_empty() && !waiting.is_closed;
        let mut waiting = self.waiting();
        match end {
            None => self.more.wait_while(&mut waiting, is_idle),
            Some(end) => _ = self.more.wait_while_until(&mut waiting, is_idle, end),
        }
        self.next(waiting)
    }

    fn next(&self, mut waiting: MutexGuard<'_, Waiting<T>>) -> Next<T> {
        if waiting.is_closed {
            return Next::Closed;
        }
        let command = waiting.commands.pop_front();
        self.stop.store(!waiting.commands.is_empty(), Ordering::Relaxed);
        command.map_or(Next::Nothing, Next::Command)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_waits_stops_the_reader() {
        let mailbox = Mailbox::default();
        assert!(matches!(mailbox.take(), Next::Nothing));
        let stops = || mailbox.stop.load(Ordering::Relaxed);
        assert!(!stops() && mailbox.push(1) && stops() && mailbox.push(2));
        assert!(matches!(mailbox.take(), Next::Command(1)) && stops());
        assert!(matches!(mailbox.wait_until(None), Next::Command(2)) && !stops());
        assert!(matches!(mailbox.wait_until(Some(Instant::now())), Next::Nothing) && !stops());
        assert_eq!((0..100).filter(|n| mailbox.push(*n)).count(), MOST);
        mailbox.close();
        assert!(!mailbox.push(1));
        assert!(
            matches!(mailbox.take(), Next::Closed)
                && matches!(mailbox.wait_until(None), Next::Closed)
                && stops()
        );
    }
}
