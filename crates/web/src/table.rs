//! A table: a game on a thread of its own, and all who watch it.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use board::Colour;
use partner::{Choice, Purpose, Study, Watch};
use search::{Limits, View};
use tokio::sync::broadcast;

use crate::messages::{Ask, Tell};
use crate::orders::{Next, Orders};
use crate::seated::{Refusal, Seated};
use crate::shown::thinking;
use crate::store::Store;

/// What a slow watcher may miss before it is told the whole state again.
const BEHIND: usize = 256;
/// How often thoughts are told.
const OFTEN: Duration = Duration::from_millis(40);
/// Visits of a look at a position in which the player is to move.
const LOOK: u64 = 5_000;

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
        let mut host = Host { seated, shared: shared.clone(), store, looks: false, has_looked: false };
        host.publish();
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

/// Who runs the table.
struct Host {
    seated: Seated,
    shared: Arc<Shared>,
    store: Arc<Store>,
    /// Whether the partner thinks aloud while the player is to move, and whether it has for this position.
    looks: bool,
    has_looked: bool,
}

impl Host {
    fn run(mut self) {
        loop {
            let next = match self.shared.orders.take() {
                Next::Nothing if self.is_watched() && self.seated.is_partners_turn() => {
                    self.move_partner();
                    continue;
                }
                Next::Nothing if self.is_watched() && self.looks && !self.has_looked => {
                    self.look();
                    continue;
                }
                Next::Nothing => self.shared.orders.wait(),
                next => next,
            };
            match next {
                Next::Order(order) => self.follow(order),
                Next::Nothing => {}
                Next::Closed => return,
            }
        }
    }

    fn is_watched(&self) -> bool {
        self.shared.watchers.load(Ordering::Relaxed) > 0
    }

    fn tell(&self, tell: &Tell) {
        // Nobody may be there to hear it.
        let _ = self.shared.news.send(tell.text().into());
    }

    /// Keeps the game, and tells everybody the state: what was told is not lost when the server is killed.
    fn publish(&mut self) {
        let kept = self.store.keep(&self.seated.id, &self.seated.kept());
        let text: Arc<str> = Tell::Game(Box::new(self.seated.state())).text().into();
        *self.shared.latest.lock().unwrap_or_else(PoisonError::into_inner) = text.clone();
        let _ = self.shared.news.send(text);
        if let Err(error) = kept {
            self.tell(&Tell::Trouble { text: format!("The game could not be stored: {error}.") });
        }
    }

    fn follow(&mut self, order: Order) {
        let ask = match order {
            Order::Ask(ask) => ask,
            Order::Watchers => return,
        };
        let done = match ask {
            Ask::Play { at } => self.seated.play(&at),
            Ask::Undo {} => self.seated.undo(),
            Ask::Resign {} => self.seated.resign(),
            Ask::Dead { at } => self.seated.toggle(&at),
            Ask::Agree {} => self.seated.agree(),
            Ask::PlayOn {} => self.seated.play_on(),
            Ask::Look { on } => {
                (self.looks, self.has_looked) = (on, false);
                return;
            }
            Ask::Hint {} => return self.hint(),
            // Answered before a table is asked.
            Ask::New(_)
            | Ask::Open { .. }
            | Ask::Games {}
            | Ask::Delete { .. }
            | Ask::Restore { .. }
            | Ask::Review { .. }
            | Ask::CloseReview {} => Err(Refusal("This is another game.".into())),
        };
        self.has_looked = false;
        match done {
            Ok(()) => self.publish(),
            Err(Refusal(text)) => self.tell(&Tell::Trouble { text }),
        }
    }

    /// Runs something that thinks while it is watched. True when nobody interrupted it.
    fn thinking<T>(&mut self, think: impl FnOnce(&mut Seated, Watch) -> T) -> (T, bool) {
        let shared = self.shared.clone();
        let size = self.seated.session().size();
        let mut on_report = |view: &View| {
            let _ = shared.news.send(Tell::Thinking(thinking(view, size)).text().into());
        };
        let stop = &shared.orders.stop;
        let watch = Watch { stop, every: Some(OFTEN), on_report: &mut on_report };
        let done = think(&mut self.seated, watch);
        (done, !stop.load(Ordering::Relaxed))
    }

    fn move_partner(&mut self) {
        let colour = self.seated.to_move();
        let (decision, in_peace) =
            self.thinking(|seated, watch| seated.session().genmove_watched(colour, Purpose::Game, watch));
        if !in_peace {
            // What was asked meanwhile comes first; then the partner thinks again.
            if let Choice::Play(_) = decision.choice {
                self.seated.take_back_partners();
            }
            return;
        }
        self.seated.decided(&decision);
        self.has_looked = false;
        self.publish();
    }

    fn look(&mut self) {
        if !self.seated.is_being_played() {
            self.has_looked = true;
            return;
        }
        let colour = self.seated.to_move();
        let study = Study { limits: Limits { visits: Some(LOOK), ..Limits::default() }, ..Study::default() };
        let (view, in_peace) = self.thinking(|seated, watch| seated.session().analyse(colour, &study, watch));
        let (size, moves) = (self.seated.session().size(), self.seated.session().game().moves().len());
        self.tell(&Tell::Thinking(thinking(&view, size)));
        self.has_looked = in_peace;
        self.seated.judged(&view, moves);
        if in_peace {
            self.publish();
        }
    }

    /// What the partner itself would do here.
    fn hint(&mut self) {
        let colour: Colour = self.seated.to_move();
        if !self.seated.is_being_played() || self.seated.is_partners_turn() {
            return self.tell(&Tell::Trouble { text: "Ask when it is your turn.".into() });
        }
        let (decision, in_peace) =
            self.thinking(|seated, watch| seated.session().decide_watched(colour, watch));
        if in_peace {
            self.tell(&Tell::Hint { at: decision.choice.to_string(), sentence: decision.advice() });
        }
    }
}
