//! A table: a game on a thread of its own, and all who watch it.

mod host;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use board::{Colour, Move};
use review::Findings;
use tokio::sync::broadcast;

use crate::messages::{Ask, Tell};
use crate::orders::Orders;
use crate::seated::Seated;
use crate::store::Store;
use host::Host;

/// What a slow watcher may miss before it is told the whole state again.
const BEHIND: usize = 256;

/// What those who watch are told when a fault of ours has ended a game's thread.
const BROKE_OFF: &str = "Something went wrong in this game, and it stopped here. Every move is kept: load the page again \
                         to go on.";

/// What is asked of a table.
enum Order {
    Ask(Ask),
    /// Somebody has come or gone.
    Watchers,
    /// The game was reviewed as far as these moves.
    Reviewed(Vec<(Colour, Move)>, Box<Findings>),
}

struct Shared {
    orders: Orders<Order>,
    watchers: AtomicUsize,
    latest: Mutex<Arc<str>>,
    news: broadcast::Sender<Arc<str>>,
    broke_off: AtomicBool,
}

impl Shared {
    /// The game's thread has panicked. What was told of the game is stored; other games go on.
    fn break_off(&self) {
        self.broke_off.store(true, Ordering::Relaxed);
        self.orders.close();
        let _ = self.news.send(Tell::Trouble { text: BROKE_OFF.into() }.text().into());
    }
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
            broke_off: AtomicBool::new(false),
        });
        let host = Host::new(seated, shared.clone(), store);
        let own = shared.clone();
        std::thread::Builder::new().name("table".into()).spawn(move || {
            if catch_unwind(AssertUnwindSafe(|| host.run())).is_err() {
                own.break_off();
            }
        })?;
        Ok(Table { shared })
    }

    /// Why nothing can be asked of it now; nothing where that was noted.
    pub fn ask(&self, ask: Ask) -> Option<&'static str> {
        match self.shared.orders.push(Order::Ask(ask)) {
            true => None,
            false if self.broke_off() => Some(BROKE_OFF),
            false => Some("That was too much at once."),
        }
    }

    /// Whether its thread has ended before its time: whoever opens the game needs another table.
    pub fn broke_off(&self) -> bool {
        self.shared.broke_off.load(Ordering::Relaxed)
    }

    /// Tells the table what a review of its game found.
    pub fn reviewed(&self, moves: &[(Colour, Move)], findings: &Findings) {
        self.shared.orders.push(Order::Reviewed(moves.into(), Box::new(findings.clone())));
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

#[cfg(test)]
mod tests {
    use evaluation::{Evaluation, EvaluationError, Evaluator, Query};
    use partner::{Evaluators, LoadedNetworks};
    use rand::SeedableRng;
    use rand_xoshiro::Xoshiro256PlusPlus;

    use super::*;
    use crate::hall::Hall;

    struct Faulty;

    impl Evaluator for Faulty {
        fn evaluate(&mut self, _: &[Query], _: &mut [Evaluation]) -> Result<(), EvaluationError> {
            panic!("on purpose")
        }
    }

    #[tokio::test]
    async fn a_panic_ends_its_game_only_and_keeps_the_record() {
        let folder = tempfile::tempdir().unwrap();
        let (store, nets) = (Arc::new(Store::open(folder.path()).unwrap()), LoadedNetworks::default());
        let hall = Hall::new(store.clone(), nets.clone());
        let wanted = r#"{"size":5,"colour":"black","rules":"chinese",
                         "partner":{"strength":"gentle","seconds":1.0,"aim":"win"}}"#;
        let wanted: crate::messages::NewGame = serde_json::from_str(wanted).unwrap();
        let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
        let seated = Seated::new("a".into(), wanted.clone(), &nets, &mut random).unwrap();
        let table = hall.sit_down(seated.with_evaluators(Evaluators::new(|_| Box::new(Faulty)))).unwrap();
        let mut watcher = table.watch();
        assert_eq!(table.ask(Ask::Play { at: "C3".into() }), None);
        let told = loop {
            let told = watcher.news.recv().await.unwrap();
            if told.contains("trouble") {
                break told;
            }
        };
        assert!(told.contains("Every move is kept"), "{told}");
        assert_eq!(store.find("a").unwrap().unwrap().moves, ["C3"]);
        assert_eq!(table.ask(Ask::Undo {}), Some(BROKE_OFF));
        // Others go on, and so does this game once it is opened again.
        assert!(hall.begin(wanted).is_ok());
        let again = hall.open("a").unwrap();
        let mut watcher = again.watch();
        while !watcher.news.recv().await.unwrap().contains(r#"["white","#) {}
        assert!(!again.broke_off());
    }
}
