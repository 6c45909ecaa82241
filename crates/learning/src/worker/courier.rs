//! What a worker has to do with the store while it plays: batches out, the newest network in, signs of life.

use std::io;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use bucket::Backoff;
use parking_lot::{Condvar, Mutex};

use super::{Beat, WorkerEvent, WorkerSettings, parcel};
use crate::layout;
use crate::manifest::Manifest;
use crate::outbox::{Outbox, Parcel};
use crate::patience::jitter;
use crate::record::Record;
use crate::run::{Run, RunError};

/// By then there is something to tell.
const FIRST_BEAT: Duration = Duration::from_secs(10);

/// Runs on a thread of its own: play never waits for the store.
pub struct Courier<'a> {
    run: &'a Run,
    settings: &'a WorkerSettings,
    tell: &'a (dyn Fn(WorkerEvent) + Sync),
    outbox: Mutex<Outbox>,
    /// When there is something to do.
    news: Condvar,
    newest: Mutex<Manifest>,
    beat: Mutex<Beat>,
    stored: AtomicU64,
    is_ended: AtomicBool,
    failure: Mutex<Option<RunError>>,
}

/// What a courier is sent for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Errand {
    Store,
    Poll,
    Beat,
}

/// When what is due.
struct Agenda {
    poll: Instant,
    beat: Instant,
    /// Nothing is tried before.
    retry: Instant,
    /// After the end of play.
    deadline: Option<Instant>,
}

impl<'a> Courier<'a> {
    pub fn new(
        run: &'a Run,
        settings: &'a WorkerSettings,
        outbox: Outbox,
        newest: Manifest,
        tell: &'a (dyn Fn(WorkerEvent) + Sync),
    ) -> Courier<'a> {
        Courier {
            run,
            settings,
            tell,
            outbox: Mutex::new(outbox),
            news: Condvar::new(),
            newest: Mutex::new(newest),
            beat: Mutex::default(),
            stored: AtomicU64::new(0),
            is_ended: AtomicBool::new(false),
            failure: Mutex::new(None),
        }
    }

    pub fn newest(&self) -> Manifest {
        self.newest.lock().clone()
    }

    pub fn beat(&self, beat: Beat) {
        *self.beat.lock() = beat;
    }

    /// Takes games to be stored as a batch.
    pub fn post(&self, manifest: &Manifest, games: Vec<Record>) -> Result<(), RunError> {
        if !games.is_empty() {
            let (key, bytes) = parcel(manifest, &games)?;
            self.outbox.lock().add(key, bytes);
            self.news.notify_one();
        }
        Ok(())
    }

    /// Play has ended: what is left is stored, for as long as the settings say.
    pub fn end(&self) -> io::Result<()> {
        let mut outbox = self.outbox.lock();
        self.is_ended.store(true, Ordering::Relaxed);
        self.news.notify_one();
        // A request that hangs may outlast the patience of whoever has told the worker to end.
        outbox.save()
    }

    /// Writes what waits to the buffer on disk.
    pub fn save(&self) -> io::Result<()> {
        self.outbox.lock().save()
    }

    pub fn is_full(&self) -> bool {
        self.outbox.lock().is_full()
    }

    /// Games that are stored, and games that wait.
    pub fn counts(&self) -> (u64, u64) {
        (self.stored.load(Ordering::Relaxed), self.outbox.lock().games())
    }

    /// Whether the store has refused for good.
    pub fn has_failed(&self) -> bool {
        self.failure.lock().is_some()
    }

    pub fn failure(&self) -> Option<RunError> {
        self.failure.lock().take()
    }

    /// Works until play has ended and everything is stored, or the time for that is over.
    pub fn carry(&self) -> io::Result<()> {
        let now = Instant::now();
        let first_beat = now + self.settings.beat_interval.min(FIRST_BEAT);
        let mut agenda =
            Agenda { poll: now + self.settings.poll_interval, beat: first_beat, retry: now, deadline: None };
        let mut backoff = Backoff::default();
        let mut failed = None;
        loop {
            let now = Instant::now();
            if self.is_ended.load(Ordering::Relaxed) && agenda.deadline.is_none() {
                // What failed a while ago may succeed now, and there is no time to lose.
                (agenda.deadline, agenda.retry) = (Some(now + self.settings.grace), now);
            }
            let is_over = agenda.deadline.is_some_and(|deadline| now >= deadline);
            let first = self.outbox.lock().first();
            let is_done = agenda.deadline.is_some() && first.is_none();
            if is_done && !is_over && !self.has_failed() {
                // Who does not hear of the end counts on this worker for a while: not worth another try.
                let _ = self.give_sign(true);
            }
            if is_over || self.has_failed() || is_done {
                return self.save();
            }
            if now >= agenda.retry {
                if let Some(errand) = agenda.due(first.is_some(), now) {
                    match self.work(errand, first, now, &mut agenda) {
                        Ok(()) => {
                            // A store that is full still answers questions: that alone does not mean that it is back.
                            if errand == Errand::Store || failed == Some(errand) {
                                failed = None;
                                if backoff.failures() > 0 {
                                    (self.tell)(WorkerEvent::Recovers);
                                }
                                backoff.succeeded();
                            }
                            continue;
                        }
                        Err(Failure::Store(error)) => {
                            failed = Some(errand);
                            self.failed(error, &mut backoff, &mut agenda)?;
                        }
                        Err(Failure::Buffer(error)) => return Err(error),
                    }
                }
            } else if backoff.failures() > 0 {
                self.outbox.lock().save()?;
            }
            self.wait(&agenda);
        }
    }

    fn failed(&self, error: RunError, backoff: &mut Backoff, agenda: &mut Agenda) -> io::Result<()> {
        // A kill must not lose what the store does not take.
        self.outbox.lock().save()?;
        if !error.may_pass() {
            *self.failure.lock() = Some(error);
            return Ok(());
        }
        let mut wait = backoff.failed(jitter());
        if agenda.deadline.is_some() {
            wait = wait.min(Duration::from_secs(1));
        }
        agenda.retry = Instant::now() + wait;
        (self.tell)(WorkerEvent::Waits { error: &error, wait, waiting: self.counts().1 });
        Ok(())
    }

    fn work(
        &self,
        errand: Errand,
        first: Option<Parcel>,
        now: Instant,
        agenda: &mut Agenda,
    ) -> Result<(), Failure> {
        match errand {
            Errand::Store => {
                let Some(parcel) = first else { return Ok(()) };
                // If it is there already, its bytes are the same: its name is its hash.
                self.run.bucket().create(&parcel.key, &parcel.bytes).map_err(RunError::from)?;
                self.stored.fetch_add(parcel.games(), Ordering::Relaxed);
                self.outbox.lock().stored(&parcel).map_err(Failure::Buffer)?;
                (self.tell)(WorkerEvent::Stores { key: &parcel.key });
            }
            Errand::Poll => {
                let mut newest = self.newest();
                while let Some(next) = self.run.manifest(newest.generation + 1)? {
                    newest = next;
                }
                *self.newest.lock() = newest;
                agenda.poll = now + self.settings.poll_interval;
            }
            Errand::Beat => {
                self.give_sign(false)?;
                agenda.beat = now + self.settings.beat_interval;
            }
        }
        Ok(())
    }

    fn give_sign(&self, has_ended: bool) -> Result<(), RunError> {
        let beat = Beat { has_ended, waiting: self.counts().1, ..self.beat.lock().clone() };
        let key = layout::worker(&self.settings.name);
        let bytes = serde_json::to_vec(&beat).map_err(|_| RunError::Damaged(key.clone()))?;
        Ok(self.run.bucket().replace(&key, &bytes)?)
    }

    fn wait(&self, agenda: &Agenda) {
        let mut outbox = self.outbox.lock();
        let mut until = agenda.poll.min(agenda.beat).max(agenda.retry);
        if let Some(deadline) = agenda.deadline {
            until = until.min(deadline);
        }
        let is_ending = self.is_ended.load(Ordering::Relaxed) && agenda.deadline.is_none();
        let can_work = !outbox.is_empty() && agenda.retry <= Instant::now();
        if !is_ending && !can_work {
            let _ = self.news.wait_until(&mut outbox, until);
        }
    }
}

impl Agenda {
    /// The most urgent of what is due. Who catches up after an outage plays with the newest network meanwhile.
    fn due(&self, has_parcel: bool, now: Instant) -> Option<Errand> {
        if now >= self.poll && self.deadline.is_none() {
            Some(Errand::Poll)
        } else if has_parcel {
            Some(Errand::Store)
        } else if now >= self.beat {
            Some(Errand::Beat)
        } else {
            None
        }
    }
}

/// What can go wrong on a courier's way.
enum Failure {
    Store(RunError),
    Buffer(io::Error),
}

impl From<RunError> for Failure {
    fn from(error: RunError) -> Failure {
        Failure::Store(error)
    }
}
