//! The thread on which players learn and are compared: one thing at a time, so that games keep their processors.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::{Duration, Instant};

use openings::expert::Playouts;
use openings::{Learner, learn_round};
use speech::Refusal;

use super::comparison::Comparison;
use super::id::OpenerId;
use super::{Shared, State};
use crate::messages::{OpenerState, ServerMessage};

/// How often progress is told.
const OFTEN: Duration = Duration::from_millis(200);
/// How often who learns is saved.
const SAVED: Duration = Duration::from_secs(5);

/// What to do next. Players wait while two are compared.
enum Job {
    Learn(OpenerId, Arc<Learner>),
    Compare(Comparison),
}

/// Works until there is nobody left to work for.
pub fn run(shared: &Shared) {
    let (mut told, mut saved) = (Instant::now(), Instant::now());
    while let Some(job) = next(shared) {
        let is_due = told.elapsed() >= OFTEN;
        if is_due {
            told = Instant::now();
        }
        let must_save = saved.elapsed() >= SAVED;
        if must_save {
            saved = Instant::now();
        }
        let done = catch_unwind(AssertUnwindSafe(|| match job {
            Job::Learn(id, learner) => learn(shared, id, &learner, is_due, must_save),
            Job::Compare(comparison) => compare(shared, comparison, is_due),
        }));
        if let Err(refusal) = done.unwrap_or(Err(Refusal::Fault)) {
            stop(&mut shared.state.lock());
            shared.tell(&ServerMessage::trouble(&refusal));
            shared.tell(&ServerMessage::Openers(shared.state.lock().listed()));
        }
    }
}

/// Waits for something to do.
fn next(shared: &Shared) -> Option<Job> {
    let mut state = shared.state.lock();
    loop {
        if state.is_closed {
            let learnt = state.learning.and_then(|id| Some((id, state.find(id).ok()?)));
            // There is nobody left to tell.
            learnt.map(|(id, learner)| shared.files.save(id, &learner));
            return None;
        }
        if let Some(comparison) = state.comparison.as_ref().filter(|comparison| comparison.is_running) {
            return Some(Job::Compare(comparison.clone()));
        }
        if let Some((id, learner)) = state.learning.and_then(|id| Some((id, state.find(id).ok()?))) {
            return Some(Job::Learn(id, learner));
        }
        shared.more.wait(&mut state);
    }
}

/// Whatever failed would fail again.
fn stop(state: &mut State) {
    state.learning = None;
    state.comparison.iter_mut().for_each(|comparison| comparison.is_running = false);
}

/// One round of a player.
fn learn(
    shared: &Shared,
    id: OpenerId,
    before: &Arc<Learner>,
    is_due: bool,
    must_save: bool,
) -> Result<(), Refusal> {
    let mut learner = (**before).clone();
    let mut expert = Playouts::new(learner.settings().expert.playouts, 1);
    learn_round(&mut [&mut learner], &mut expert, 1)
        .map_err(|error| Refusal::LearningFailed(error.to_string()))?;
    let learner = Arc::new(learner);
    let mut state = shared.state.lock();
    // It may have been forgotten meanwhile.
    if !state.players.get(&id).is_some_and(|now| Arc::ptr_eq(now, before)) {
        return Ok(());
    }
    state.players.insert(id, learner.clone());
    if learner.is_done() {
        state.learning.take_if(|learning| *learning == id);
    }
    let goes_on = state.learning == Some(id);
    if must_save || !goes_on {
        shared.files.save(id, &learner)?;
    }
    let listed = state.listed();
    drop(state);
    if (is_due || !goes_on) && shared.news.receiver_count() > 0 {
        shared.tell(&ServerMessage::Opener(OpenerState::of(id.to_string(), &learner)));
    }
    if !goes_on {
        shared.tell(&ServerMessage::Openers(listed));
    }
    Ok(())
}

/// A few games between two players.
fn compare(shared: &Shared, mut comparison: Comparison, is_due: bool) -> Result<(), Refusal> {
    comparison.play().map_err(|error| Refusal::LearningFailed(error.to_string()))?;
    let mut state = shared.state.lock();
    let Some(now) = state.comparison.as_mut().filter(|now| now.is_same(&comparison)) else { return Ok(()) };
    // It may have been stopped meanwhile.
    comparison.is_running &= now.is_running;
    let goes_on = comparison.is_running;
    *now = comparison;
    let listed = state.listed();
    drop(state);
    if is_due || !goes_on {
        shared.tell(&ServerMessage::Openers(listed));
    }
    Ok(())
}
