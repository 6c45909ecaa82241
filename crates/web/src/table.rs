//! A table: a game on a thread of its own, and all who watch it.

mod host;

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::broadcast;

use crate::messages::Ask;
use crate::orders::Orders;
use crate::seated::Seated;
use crate::store::Store;
use host::Host;

/// What a slow watcher may miss before it is told the whole state again.
const BEHIND: usize = 256;

/// What is asked of a table.
enum Order {
    Ask(Ask),
    /// Somebody has come or gone.
    Watchers,
}

struct Shared {
    orders: Orders<Order>,
    watchers: AtomicUsize,
    latest: Mutex<Arc<str>>,
    news: broadcast::Sender<Arc<str>>,
}

pub struct Table {
    shared: Arc<Shared>,
}

impl Table {
    /// Sits down to a game; the thread ends when the table is dropped.
    pub fn new(seated: Seated, store: Arc<Store>) -> std::io::Result<Table> {
        let shared = Arc::new(Shared {
            orders: Orders::default(),
            watchers: AtomicUsize::new(0),
            latest: Mutex::new("".into()),
            news: broadcast::channel(BEHIND).0,
        });
        let host = Host::new(seated, shared.clone(), store);
        std::thread::Builder::new().name("table".into()).spawn(move || host.run())?;
        Ok(Table { shared })
    }

    /// False when the table has too much to do already.
    pub fn ask(&self, ask: Ask) -> bool {
        self.shared.orders.push(Order::Ask(ask))
    }

    /// The state now, and all that is told from here on. The partner thinks only while somebody watches.
    pub fn watch(self: &Arc<Table>) -> Watcher {
        let news = self.shared.news.subscribe();
        self.shared.watchers.fetch_add(1, Ordering::Relaxed);
        self.shared.orders.push(Order::Watchers);
        Watcher { news, table: self.clone() }
    }

    pub fn is_watched(&self) -> bool {
        self.shared.watchers.load(Ordering::Relaxed) > 0
    }

    pub fn state(&self) -> Arc<str> {
        self.shared.latest.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

impl Drop for Table {
    fn drop(&mut self) {
        self.shared.orders.close();
    }
}

/// Somebody who watches a table.
pub struct Watcher {
    pub news: broadcast::Receiver<Arc<str>>,
    pub table: Arc<Table>,
}

impl Drop for Watcher {
    fn drop(&mut self) {
        self.table.shared.watchers.fetch_sub(1, Ordering::Relaxed);
        self.table.shared.orders.push(Order::Watchers);
    }
}
