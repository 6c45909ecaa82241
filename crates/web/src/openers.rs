//! Players that learn to open, on a thread of their own, and all who watch them.

mod comparison;
mod files;
mod id;
mod opening;
mod worker;

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

use openings::{Learner, LearningSettings};
use parking_lot::{Condvar, Mutex};
use speech::Refusal;
use tokio::sync::broadcast;
use tutor::SavedGame;

use crate::messages::{ListedOpener, OpenerState, OpenersState, OpeningsRequest, ServerMessage};
use comparison::Comparison;
use files::{Found, OpenerFiles};
use id::OpenerId;

/// What a slow watcher may miss before it is told the whole state again.
const BEHIND: usize = 64;

/// What is known of all players. Who learns is here as it was after its last round.
struct State {
    players: BTreeMap<OpenerId, Arc<Learner>>,
    refused: BTreeMap<String, String>,
    learning: Option<OpenerId>,
    comparison: Option<Comparison>,
    has_worker: bool,
    is_closed: bool,
}

struct Shared {
    files: OpenerFiles,
    state: Mutex<State>,
    /// There is something to do.
    more: Condvar,
    news: broadcast::Sender<Arc<str>>,
}

impl Shared {
    fn tell(&self, message: &ServerMessage) {
        // Nobody need be there.
        let _ = self.news.send(message.text().into());
    }
}

/// What comes of a request.
pub enum Answer {
    Tell(ServerMessage),
    /// A game begins.
    Begin(Box<SavedGame>),
}

pub struct Openers {
    shared: Arc<Shared>,
}

impl Openers {
    /// Reads the players of a folder. Its thread starts with the first work.
    pub fn open(folder: PathBuf) -> Openers {
        let files = OpenerFiles::new(folder);
        let Found { players, refused } = files.read();
        let state =
            State { players, refused, learning: None, comparison: None, has_worker: false, is_closed: false };
        let news = broadcast::channel(BEHIND).0;
        Openers { shared: Arc::new(Shared { files, state: Mutex::new(state), more: Condvar::new(), news }) }
    }

    /// All that is told from now on.
    pub fn watch(&self) -> broadcast::Receiver<Arc<str>> {
        self.shared.news.subscribe()
    }

    /// All players, for who has missed something.
    pub fn state(&self) -> ServerMessage {
        ServerMessage::Openers(self.shared.state.lock().listed())
    }

    /// Does what a page asks. Files are read and written meanwhile.
    pub fn answer(&self, request: OpeningsRequest) -> Result<Answer, Refusal> {
        let mut state = self.shared.state.lock();
        match request {
            OpeningsRequest::Watch {} | OpeningsRequest::Leave {} => {}
            OpeningsRequest::Show { player } => {
                let learner = state.find(player.parse()?)?;
                drop(state);
                return Ok(Answer::Tell(ServerMessage::Opener(OpenerState::of(player, &learner))));
            }
            OpeningsRequest::Play { player, colour, moves } => {
                let learner = state.find(player.parse()?)?;
                drop(state);
                let opening = opening::answer(player, &learner, colour, &moves)?;
                return Ok(Answer::Tell(ServerMessage::Opening(opening)));
            }
            OpeningsRequest::Continue { player, colour, moves, partner } => {
                let learner = state.find(player.parse()?)?;
                let game = opening::go_on(&learner, colour, &moves, partner)?;
                return Ok(Answer::Begin(Box::new(game)));
            }
            OpeningsRequest::Learn { player } => self.learn(&mut state, player.parse()?)?,
            OpeningsRequest::Pause {} => self.pause(&mut state)?,
            OpeningsRequest::Forget { player } => self.forget(&mut state, player.parse()?)?,
            OpeningsRequest::Compare { first, second } => {
                state.comparison = Some(Comparison::new([&first, &second], |id| state.find(id))?);
                self.wake(&mut state)?;
            }
            OpeningsRequest::StopComparing {} => {
                state.comparison.iter_mut().for_each(|comparison| comparison.is_running = false);
            }
        }
        let told = ServerMessage::Openers(state.listed());
        self.shared.tell(&told);
        Ok(Answer::Tell(told))
    }

    /// A player starts, goes on, or learns as much again.
    fn learn(&self, state: &mut State, id: OpenerId) -> Result<(), Refusal> {
        if state.learning == Some(id) {
            return Ok(());
        }
        let mut learner = match state.find(id) {
            Ok(learner) => (*learner).clone(),
            Err(Refusal::OpenerGone(_)) => Learner::new(id.settings()).map_err(Refusal::error)?,
            Err(refusal) => return Err(refusal),
        };
        if learner.is_done() {
            learner.set_games(learner.games() + LearningSettings::default().games);
        }
        self.pause(state)?;
        self.wake(state)?;
        state.players.insert(id, Arc::new(learner));
        state.learning = Some(id);
        Ok(())
    }

    fn pause(&self, state: &mut State) -> Result<(), Refusal> {
        match state.learning.take() {
            Some(id) => self.shared.files.save(id, &*state.find(id)?),
            None => Ok(()),
        }
    }

    fn forget(&self, state: &mut State, id: OpenerId) -> Result<(), Refusal> {
        self.shared.files.remove(id)?;
        state.learning.take_if(|learning| *learning == id);
        state.players.remove(&id);
        state.refused.remove(&id.to_string());
        Ok(())
    }

    /// Sees to it that there is a thread, and that it looks for work.
    fn wake(&self, state: &mut State) -> Result<(), Refusal> {
        if !state.has_worker {
            let shared = self.shared.clone();
            std::thread::Builder::new()
                .name("openings".into())
                .spawn(move || worker::run(&shared))
                .map_err(|error| Refusal::NoThread(error.to_string()))?;
            state.has_worker = true;
        }
        self.shared.more.notify_one();
        Ok(())
    }
}

impl State {
    fn find(&self, id: OpenerId) -> Result<Arc<Learner>, Refusal> {
        match self.refused.get(&id.to_string()) {
            Some(why) => Err(Refusal::error(why)),
            None => self.players.get(&id).cloned().ok_or_else(|| Refusal::OpenerGone(id.to_string())),
        }
    }

    fn listed(&self) -> OpenersState {
        let listed = |(id, learner): (&OpenerId, &Arc<Learner>)| ListedOpener {
            player: id.to_string(),
            size: id.size,
            games: learner.games(),
            of: learner.settings().learning.games,
        };
        OpenersState {
            players: self.players.iter().map(listed).collect(),
            refused: self.refused.clone().into_iter().collect(),
            learning: self.learning.map(|id| id.to_string()),
            comparison: self.comparison.as_ref().map(Comparison::state),
        }
    }
}

impl Drop for Openers {
    fn drop(&mut self) {
        self.shared.state.lock().is_closed = true;
        self.shared.more.notify_one();
    }
}

#[cfg(test)]
mod tests;
