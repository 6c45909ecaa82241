//! All games that are looked at again.

use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use partner::{LoadedNetworks, Overrides, Settings};
use review::{Judging, ReviewSettings};

use crate::desk::{Desk, Reader};
use crate::hall::Hall;
use crate::refusal::Refusal;
use crate::store::Store;

/// Games that are open at most; those that nobody watches make room.
const MOST: usize = 32;
/// Reviews that wait or run at most.
const MOST_BUSY: usize = 8;

/// A review that nobody has watched for so long ends. A page that is loaded again comes back sooner.
const PATIENCE: Duration = Duration::from_secs(5);

pub struct StudyRoom {
    store: Arc<Store>,
    nets: LoadedNetworks,
    hall: Arc<Hall>,
    desks: Mutex<HashMap<String, Arc<Desk>>>,
    /// A review takes all processors: they come one after the other.
    turn: Mutex<()>,
}

impl StudyRoom {
    pub fn new(store: Arc<Store>, nets: LoadedNetworks, hall: Arc<Hall>) -> StudyRoom {
        StudyRoom { store, nets, hall, desks: Mutex::default(), turn: Mutex::new(()) }
    }

    fn desks(&self) -> MutexGuard<'_, HashMap<String, Arc<Desk>>> {
        self.desks.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A place at a desk with a game on it; with `start` its review begins unless there is one.
    pub fn open(self: &Arc<StudyRoom>, id: &str, start: bool) -> Result<Reader, Refusal> {
        let desk = self.desk(id)?;
        // Taken before the review begins, which ends when nobody watches.
        let reader = desk.watch();
        if start && desk.claim() {
            if self.desks().values().filter(|desk| desk.is_busy()).count() > MOST_BUSY {
                desk.give_up();
                return Err(Refusal("Too many reviews are waiting already.".into()));
            }
            let (room, busy) = (self.clone(), desk.clone());
            let thread = std::thread::Builder::new().name("review".into()).spawn(move || room.work(&busy));
            if let Err(error) = thread {
                desk.give_up();
                return Err(Refusal(format!("No thread for a review: {error}.")));
            }
        }
        Ok(reader)
    }

    fn desk(&self, id: &str) -> Result<Arc<Desk>, Refusal> {
        // A game may have gone on since it was opened: only what is being worked at stays as it was.
        if let Some(desk) = self.desks().get(id).filter(|desk| desk.is_busy()) {
            return Ok(desk.clone());
        }
        let found = self.store.look_up(id)?;
        let mut desks = self.desks();
        if let Some(desk) = desks.get(id).filter(|desk| desk.is_busy() || desk.is_of(&found.game)) {
            return Ok(desk.clone());
        }
        if desks.len() >= MOST {
            desks.retain(|_, desk| desk.is_watched() || desk.is_busy());
        }
        if desks.len() >= MOST && !desks.contains_key(id) {
            return Err(Refusal("Too many games are open: close another one first.".into()));
        }
        let desk = Arc::new(Desk::new(id.into(), found.game, found.findings));
        desks.insert(id.into(), desk.clone());
        Ok(desk)
    }

    fn work(&self, desk: &Desk) {
        let _turn = self.turn.lock().unwrap_or_else(PoisonError::into_inner);
        if !desk.is_watched() {
            return desk.give_up();
        }
        let done = catch_unwind(AssertUnwindSafe(|| {
            self.judging().map(|(judging, settings)| desk.work(&judging, &settings, PATIENCE))
        }));
        let findings = match done {
            Ok(Ok(Some(findings))) => findings,
            Ok(Ok(None)) => return,
            Ok(Err(Refusal(words))) => {
                desk.tell_trouble(words);
                return desk.give_up();
            }
            // A fault of ours must not take the page along.
            Err(_) => {
                desk.tell_trouble("The review failed.".into());
                return desk.give_up();
            }
        };
        if let Err(error) = self.store.keep_review(&desk.id, &findings) {
            desk.tell_trouble(format!("The review could not be stored: {error}."));
        }
        self.hall.reviewed(&desk.id, desk.moves(), &findings);
        desk.finish(findings);
    }

    fn judging(&self) -> Result<(Judging, ReviewSettings), Refusal> {
        let overrides = Overrides { net: Some("default".into()), ..Overrides::default() };
        let settings =
            Settings::layered("network", None, &overrides).map_err(|error| Refusal(error.to_string()))?;
        let judging = Judging::new(settings, &self.nets).map_err(|error| Refusal(error.to_string()))?;
        let threads = std::thread::available_parallelism().map_or(1, |n| n.get());
        Ok((judging, ReviewSettings { threads, ..ReviewSettings::default() }))
    }
}
