//! One page's connection.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use parking_lot::Mutex;

use axum::extract::State;
use axum::extract::ws::{Message, WebSocket, WebSocketUpgrade};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use board::Move;
use partner::LoadedNetworks;
use speech::{Refusal, english};
use tokio::sync::broadcast::error::RecvError;
use tokio::time::{Instant, MissedTickBehavior, interval, timeout};
use tutor::Exercise;

use crate::actor::GameActor;
use crate::exploration::Explorer;
use crate::messages::{ClientMessage, ExerciseState, OpeningsRequest, ServerMessage, parse_move};
use crate::openers::{Answer, Openers};
use crate::registry::GameRegistry;
use crate::review_queue::ReviewQueue;
use crate::store::GameStore;
use crate::store_error::StoreError;
use crate::watched::Watched;

/// The longest message of a page.
const LONGEST: usize = 64 * 1024;
/// Pages that are connected at most.
const MOST: usize = 64;

#[derive(Clone)]
pub struct AppState {
    pub registry: Arc<GameRegistry>,
    pub reviews: Arc<ReviewQueue>,
    pub store: Arc<GameStore>,
    pub openers: Arc<Openers>,
    /// For thinking about positions of games that are looked at.
    pub nets: LoadedNetworks,
    pub open: Arc<AtomicUsize>,
    /// How often a page is asked whether it is still there.
    pub ping: Duration,
    /// What the first page is told.
    pub notice: Arc<Mutex<Option<String>>>,
}

/// Counts a connection for as long as it lives.
struct Seat(Arc<AtomicUsize>);

impl Drop for Seat {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

pub async fn connect(State(state): State<AppState>, upgrade: WebSocketUpgrade) -> Response {
    let before = state.open.fetch_add(1, Ordering::Relaxed);
    let seat = Seat(state.open.clone());
    if before >= MOST {
        return (StatusCode::SERVICE_UNAVAILABLE, english::refusal(&Refusal::TooManyPages) + "\n")
            .into_response();
    }
    let upgrade = upgrade.max_message_size(LONGEST).max_frame_size(LONGEST);
    upgrade.on_upgrade(move |socket| async move {
        // An error means that the page has gone, or sent what no page sends.
        let _ = serve(socket, &state).await;
        drop(seat);
    })
}

/// What happens next at a connection.
enum Event {
    Said(String),
    Told(Arc<str>),
    /// The page was too slow and has missed something.
    Missed,
    /// It is time to ask whether the page is there.
    Ping,
    /// The page has said that it is.
    Nothing,
    Gone,
}

/// Pings without an answer after which a page is gone: its computer sleeps, or a cable was pulled.
const PATIENCE: u32 = 3;

async fn serve(mut socket: WebSocket, state: &AppState) -> Result<(), axum::Error> {
    let mut watched = Watched::default();
    let ping = state.ping;
    let mut pings = interval(ping);
    pings.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut heard = Instant::now();
    let notice = state.notice.lock().take();
    if let Some(text) = notice {
        send(&mut socket, Message::text(ServerMessage::Trouble { text }.text()), ping).await?;
    }
    loop {
        let event = tokio::select! {
            message = socket.recv() => match message {
                Some(Ok(Message::Text(text))) => Event::Said(text.as_str().into()),
                Some(Ok(Message::Close(_)) | Err(_)) | None => Event::Gone,
                Some(Ok(_)) => Event::Nothing,
            },
            news = watched.next() => match news {
                Ok(text) => Event::Told(text),
                Err(RecvError::Lagged(_)) => Event::Missed,
                Err(RecvError::Closed) => Event::Gone,
            },
            _ = pings.tick() => Event::Ping,
        };
        match event {
            Event::Gone => return Ok(()),
            Event::Ping if heard.elapsed() > ping * PATIENCE => return Ok(()),
            Event::Ping => send(&mut socket, Message::Ping(Default::default()), ping).await?,
            Event::Nothing => heard = Instant::now(),
            Event::Told(text) => send(&mut socket, Message::text(text.as_ref()), ping).await?,
            Event::Missed => {
                for missed in watched.states(&state.openers) {
                    send(&mut socket, Message::text(missed.as_ref()), ping).await?;
                }
            }
            Event::Said(text) => {
                heard = Instant::now();
                let done = match serde_json::from_str(&text) {
                    Ok(ask) => answer(ask, state, &mut watched, &mut socket).await?,
                    Err(error) => Err(Refusal::NotAMessage(error.to_string())),
                };
                if let Err(refusal) = done {
                    send(&mut socket, Message::text(ServerMessage::trouble(&refusal).text()), ping).await?;
                }
            }
        }
    }
}

/// Sends to a page that takes it; one that does not for so long is gone.
async fn send(socket: &mut WebSocket, message: Message, ping: Duration) -> Result<(), axum::Error> {
    timeout(ping * PATIENCE, socket.send(message)).await.unwrap_or_else(|late| Err(axum::Error::new(late)))
}

/// Does what is asked, or says why not.
async fn answer(
    ask: ClientMessage,
    state: &AppState,
    watched: &mut Watched,
    socket: &mut WebSocket,
) -> Result<Result<(), Refusal>, axum::Error> {
    let actor: Result<Arc<GameActor>, Refusal> = match ask {
        ClientMessage::New(wanted) => elsewhere(&state.registry, |registry| registry.begin(wanted)).await,
        ClientMessage::Open { game } => {
            elsewhere(&state.registry, move |registry| registry.open(&game)).await
        }
        ClientMessage::Games {} => return list(state, socket, |_| Ok(())).await,
        ClientMessage::Delete { game } => return list(state, socket, move |store| store.delete(&game)).await,
        ClientMessage::Restore { game } => {
            return list(state, socket, move |store| store.restore(&game)).await;
        }
        ClientMessage::Review { game, start } => {
            let watcher = elsewhere(&state.reviews, move |reviews| reviews.open(&game, start)).await;
            return match watcher {
                Ok(watcher) => {
                    socket.send(Message::text(watcher.session.state().as_ref())).await?;
                    watched.session = Some(watcher);
                    Ok(Ok(()))
                }
                Err(refusal) => Ok(Err(refusal)),
            };
        }
        ClientMessage::CloseReview {} => {
            (watched.session, watched.explorer) = (None, None);
            return Ok(Ok(()));
        }
        ClientMessage::Explore { after, moves, number } => {
            if let Err(refusal) = explore(state, watched, after, &moves, number).await {
                let text = english::refusal(&refusal);
                socket.send(Message::text(ServerMessage::NotExplored { number, text }.text())).await?;
            }
            return Ok(Ok(()));
        }
        ClientMessage::StopExploring {} => {
            watched.explorer.as_ref().map(Explorer::stop);
            return Ok(Ok(()));
        }
        ClientMessage::Openings(OpeningsRequest::Leave {}) => {
            watched.openers = None;
            return Ok(Ok(()));
        }
        ClientMessage::Openings(request) => {
            if request == (OpeningsRequest::Watch {}) {
                watched.openers = Some(state.openers.watch());
            }
            match elsewhere(&state.openers, move |openers| openers.answer(request)).await {
                Ok(Answer::Tell(message)) => {
                    socket.send(Message::text(message.text())).await?;
                    return Ok(Ok(()));
                }
                Ok(Answer::Begin(game)) => {
                    elsewhere(&state.registry, |registry| registry.begin_with(*game)).await
                }
                Err(refusal) => Err(refusal),
            }
        }
        ClientMessage::Exercise { exercise, moves } => return practise(exercise, &moves, socket).await,
        ClientMessage::PlayFrom(wanted) => match &watched.session {
            Some(watcher) => {
                let session = watcher.session.clone();
                elsewhere(&state.registry, move |registry| registry.begin_with(session.begin_from(wanted)?))
                    .await
            }
            None => Err(Refusal::NoGameToContinue),
        },
        ask => {
            return Ok(match &watched.actor {
                Some(watcher) => watcher.actor.ask(ask),
                None => Err(Refusal::NoGame),
            });
        }
    };
    match actor {
        Ok(actor) => {
            watched.actor = Some(actor.watch());
            socket.send(Message::text(actor.state().as_ref())).await?;
            Ok(Ok(()))
        }
        Err(refusal) => Ok(Err(refusal)),
    }
}

/// Thinks about a position of the game that is looked at.
async fn explore(
    state: &AppState,
    watched: &mut Watched,
    after: usize,
    moves: &[String],
    number: u64,
) -> Result<(), Refusal> {
    let Some(watcher) = &watched.session else { return Err(Refusal::NoGameToExplore) };
    let game = watcher.session.position(after, moves)?;
    if watched.explorer.is_none() {
        watched.explorer = Some(elsewhere(&Arc::new(state.nets.clone()), |nets| Explorer::new(nets)).await?);
    }
    match &watched.explorer {
        Some(explorer) if explorer.explore(number, game) => Ok(()),
        _ => Err(Refusal::TooMuchAtOnce),
    }
}

/// An exercise needs no game: its moves come with it.
async fn practise(
    exercise: Exercise,
    moves: &[String],
    socket: &mut WebSocket,
) -> Result<Result<(), Refusal>, axum::Error> {
    let size = exercise.attempt(&[]).position.size();
    let moves: Result<Vec<Move>, Refusal> = moves.iter().map(|text| parse_move(text, size)).collect();
    let moves = match moves {
        Ok(moves) => moves,
        Err(refusal) => return Ok(Err(refusal)),
    };
    let state = ExerciseState::after(exercise, &moves);
    socket.send(Message::text(ServerMessage::Exercise(state).text())).await?;
    Ok(Ok(()))
}

/// Changes something about the user's games, and tells all of them.
async fn list(
    state: &AppState,
    socket: &mut WebSocket,
    change: impl FnOnce(&GameStore) -> Result<(), StoreError> + Send + 'static,
) -> Result<Result<(), Refusal>, axum::Error> {
    let listed = elsewhere(&state.store, move |store| {
        change(store).and_then(|()| store.list()).map_err(Refusal::error)
    });
    match listed.await {
        Ok(games) => {
            socket.send(Message::text(ServerMessage::Games { games }.text())).await?;
            Ok(Ok(()))
        }
        Err(refusal) => Ok(Err(refusal)),
    }
}

/// Networks and databases take their time: other pages go on meanwhile.
pub async fn elsewhere<S: Send + Sync + 'static, T: Send + 'static>(
    place: &Arc<S>,
    job: impl FnOnce(&Arc<S>) -> Result<T, Refusal> + Send + 'static,
) -> Result<T, Refusal> {
    let place = place.clone();
    let done = tokio::task::spawn_blocking(move || job(&place)).await;
    done.unwrap_or_else(|_| Err(Refusal::Fault))
}
