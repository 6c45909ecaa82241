//! Pondering: searching on the opponent's time.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;

use parking_lot::{Mutex, MutexGuard};

use board::Position;
use search::{Limits, Search};

/// The session's search. While it ponders, a thread of its own holds it.
pub(crate) struct PonderingSearch {
    search: Arc<Mutex<Search>>,
    pondering: Option<Pondering>,
}

struct Pondering {
    stop: Arc<AtomicBool>,
    thread: JoinHandle<()>,
}

impl PonderingSearch {
    pub fn new(search: Search) -> PonderingSearch {
        PonderingSearch { search: Arc::new(Mutex::new(search)), pondering: None }
    }

    /// Stops pondering and returns the search, with what was found in its tree.
    pub fn idle(&mut self) -> MutexGuard<'_, Search> {
        self.stop();
        // A search that panicked while pondering leaves its tree intact.
        self.search.lock()
    }

    fn stop(&mut self) {
        if let Some(Pondering { stop, thread }) = self.pondering.take() {
            stop.store(true, Ordering::Relaxed);
            // It stops after its current evaluation.
            let _ = thread.join();
        }
    }

    /// Searches a position until the search is needed for something else.
    pub fn ponder(&mut self, position: &Position) {
        self.idle().set_position(position);
        let stop = Arc::new(AtomicBool::new(false));
        let (search, stopped) = (self.search.clone(), stop.clone());
        let think = move || {
            let mut search = search.lock();
            // An evaluator that fails now will fail at the next request, and be reported there.
            let _ = search.run(Limits::default(), &stopped, None, &mut |_| {});
        };
        // Without a thread there is no pondering, which does no harm.
        let thread = std::thread::Builder::new().name("ponder".into()).spawn(think);
        self.pondering = thread.ok().map(|thread| Pondering { stop, thread });
    }

    pub fn is_pondering(&self) -> bool {
        self.pondering.is_some()
    }
}

impl Drop for PonderingSearch {
    fn drop(&mut self) {
        self.stop();
    }
}
