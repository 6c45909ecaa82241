//! All reviews: those that are open, and those that wait for their turn.

use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::Duration;

use parking_lot::{Mutex, MutexGuard};

use partner::{LoadedNetworks, Overrides, Settings};
use review::{ReviewEngine, ReviewSettings};
use speech::Refusal;

use crate::registry::GameRegistry;
use crate::review_session::{ReviewSession, ReviewWatcher};
use crate::store::GameStore;

/// Games that are open at most; those that nobody watches make room.
const MOST: usize = 32;
/// Reviews that wait or run at most.
const MOST_BUSY: usize = 8;

/// A review that nobody has watched for so long ends. A page that is loaded again comes back sooner.
const PATIENCE: Duration = Duration::from_secs(5);

pub struct ReviewQueue {
    store: Arc<GameStore>,
    nets: LoadedNetworks,
    registry: Arc<GameRegistry>,
    sessions: Mutex<HashMap<String, Arc<ReviewSession>>>,
    /// A review takes all processors: they come one after the other.
    turn: Mutex<()>,
}

impl ReviewQueue {
    pub fn new(store: Arc<GameStore>, nets: LoadedNetworks, registry: Arc<GameRegistry>) -> ReviewQueue {
        ReviewQueue { store, nets, registry, sessions: Mutex::default(), turn: Mutex::new(()) }
    }

    fn sessions(&self) -> MutexGuard<'_, HashMap<String, Arc<ReviewSession>>> {
        self.sessions.lock()
    }

    /// Watches the review of a game; with `start` its review begins unless there is one.
    pub fn open(self: &Arc<ReviewQueue>, id: &str, start: bool) -> Result<ReviewWatcher, Refusal> {
        let session = self.session(id)?;
        // Taken before the review begins, which ends when nobody watches.
        let watcher = session.watch();
        if start && session.claim() {
            if self.sessions().values().filter(|session| session.is_busy()).count() > MOST_BUSY {
                session.give_up();
                return Err(Refusal::TooManyReviews);
            }
            let (queue, busy) = (self.clone(), session.clone());
            let thread = std::thread::Builder::new().name("review".into()).spawn(move || queue.work(&busy));
            if let Err(error) = thread {
                session.give_up();
                return Err(Refusal::NoThread(error.to_string()));
            }
        }
        Ok(watcher)
    }

    fn session(&self, id: &str) -> Result<Arc<ReviewSession>, Refusal> {
        // A game may have gone on since it was opened: only what is being worked at stays as it was.
        if let Some(session) = self.sessions().get(id).filter(|session| session.is_busy()) {
            return Ok(session.clone());
        }
        let found = self.store.look_up(id)?;
        let mut sessions = self.sessions();
        if let Some(session) =
            sessions.get(id).filter(|session| session.is_busy() || session.is_of(&found.game))
        {
            return Ok(session.clone());
        }
        if sessions.len() >= MOST {
            sessions.retain(|_, session| session.is_watched() || session.is_busy());
        }
        if sessions.len() >= MOST && !sessions.contains_key(id) {
            return Err(Refusal::TooManyGames);
        }
        let session = Arc::new(ReviewSession::new(id.into(), found.game, found.findings));
        sessions.insert(id.into(), session.clone());
        Ok(session)
    }

    fn work(&self, session: &ReviewSession) {
        let _turn = self.turn.lock();
        if !session.is_watched() {
            return session.give_up();
        }
        let done = catch_unwind(AssertUnwindSafe(|| {
            self.engine().map(|(engine, settings)| session.work(&engine, &settings, PATIENCE))
        }));
        let findings = match done {
            Ok(Ok(Some(findings))) => findings,
            Ok(Ok(None)) => return,
            Ok(Err(refusal)) => {
                session.tell_trouble(&refusal);
                return session.give_up();
            }
            // A fault of ours must not take the page along.
            Err(_) => {
                session.tell_trouble(&Refusal::ReviewFailed(None));
                return session.give_up();
            }
        };
        if let Err(error) = self.store.save_review(&session.id, &findings) {
            session.tell_trouble(&Refusal::ReviewNotStored(error.to_string()));
        }
        self.registry.reviewed(&session.id, session.moves(), &findings);
        session.finish(findings);
    }

    fn engine(&self) -> Result<(ReviewEngine, ReviewSettings), Refusal> {
        let overrides = Overrides { net: Some("default".into()), ..Overrides::default() };
        let settings = Settings::layered("network", None, &overrides).map_err(Refusal::error)?;
        let engine =
            ReviewEngine::new(settings, &self.nets).and_then(|engine| engine.with_people(&self.nets));
        let engine = engine.map_err(Refusal::error)?;
        let threads = std::thread::available_parallelism().map_or(1, |n| n.get());
        Ok((engine, ReviewSettings { threads, ..ReviewSettings::default() }))
    }
}
