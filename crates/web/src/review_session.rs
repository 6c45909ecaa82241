//! One game under review, and all who watch it.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use parking_lot::{Mutex, MutexGuard};

use board::{Colour, Game, Move};
use review::{Findings, News, ReviewEngine, ReviewError, ReviewSettings, Reviewed, Told, ToldGame, review};
use serde::Serialize;
use speech::Refusal;
use tokio::sync::broadcast;
use tutor::{GraphPoint, SavedGame, continue_from, position_after};

use crate::messages::{PlayFrom, ServerMessage, parse_move};

/// What a slow watcher may miss before it is told the whole state again.
const BEHIND: usize = 64;
/// How often progress is told.
const OFTEN: Duration = Duration::from_millis(100);
/// How far a review is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum Stage {
    /// The game can be looked at; nobody has asked for a review.
    None,
    Waiting,
    Running,
    Done,
    Failed,
}

/// To the page: a game, and all that is known of it.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "is", rename = "review")]
pub struct ReviewState<'a> {
    id: &'a str,
    stage: Stage,
    done: f32,
    game: ToldGame,
    /// What is known of positions while a review runs.
    graph: Vec<GraphPoint>,
    found: Option<Told<'a>>,
}

/// To the page: a review has come further.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "is", rename = "reviewing")]
pub struct ReviewProgress<'a> {
    pub id: &'a str,
    pub done: f32,
    pub graph: Vec<GraphPoint>,
}

/// What cannot fail to be written, because numbers that are none become null.
fn text(message: &impl Serialize) -> Arc<str> {
    serde_json::to_string(message).unwrap_or_default().into()
}

struct Known {
    stage: Stage,
    done: f32,
    graph: Vec<GraphPoint>,
    findings: Option<Findings>,
}

pub struct ReviewSession {
    pub id: String,
    game: Reviewed,
    known: Mutex<Known>,
    watchers: AtomicUsize,
    news: broadcast::Sender<Arc<str>>,
}

/// Somebody who watches a review.
pub struct ReviewWatcher {
    pub news: broadcast::Receiver<Arc<str>>,
    pub session: Arc<ReviewSession>,
}

impl Drop for ReviewWatcher {
    fn drop(&mut self) {
        self.session.watchers.fetch_sub(1, Ordering::Relaxed);
    }
}

impl ReviewSession {
    pub fn new(id: String, game: Reviewed, findings: Option<Findings>) -> ReviewSession {
        let stage = if findings.is_some() { Stage::Done } else { Stage::None };
        let known = Mutex::new(Known { stage, done: 0.0, graph: Vec::new(), findings });
        ReviewSession { id, game, known, watchers: AtomicUsize::new(0), news: broadcast::channel(BEHIND).0 }
    }

    fn known(&self) -> MutexGuard<'_, Known> {
        self.known.lock()
    }

    pub fn watch(self: &Arc<ReviewSession>) -> ReviewWatcher {
        let news = self.news.subscribe();
        self.watchers.fetch_add(1, Ordering::Relaxed);
        ReviewWatcher { news, session: self.clone() }
    }

    pub fn is_watched(&self) -> bool {
        self.watchers.load(Ordering::Relaxed) > 0
    }

    /// Whether it is this game that lies here, as far as it has been played and as much as is known of it.
    pub fn is_of(&self, game: &Reviewed) -> bool {
        self.game.moves() == game.moves()
            && self.game.info == game.info
            && self.game.besides == game.besides
            && self.game.known == game.known
    }

    /// A position of the game, with moves tried from there.
    pub fn position(&self, after: usize, tried: &[String]) -> Result<Game, Refusal> {
        let size = self.game.size();
        let tried =
            tried.iter().map(|text| parse_move(text, size)).collect::<Result<Vec<Move>, Refusal>>()?;
        position_after(&self.game, after, &tried)
    }

    /// A new game from one of its positions.
    pub fn begin_from(&self, wanted: PlayFrom) -> Result<SavedGame, Refusal> {
        let game = self.position(wanted.after, &wanted.moves)?;
        Ok(continue_from(game, wanted.colour, wanted.partner))
    }

    pub fn moves(&self) -> &[(Colour, Move)] {
        self.game.moves()
    }

    pub fn is_busy(&self) -> bool {
        matches!(self.known().stage, Stage::Waiting | Stage::Running)
    }

    /// True when a review is to be made from now on: nobody else is at it, and there is none yet.
    pub fn claim(&self) -> bool {
        let mut known = self.known();
        let is_free = matches!(known.stage, Stage::None | Stage::Failed);
        if is_free {
            (known.stage, known.done, known.graph) = (Stage::Waiting, 0.0, Vec::new());
        }
        is_free
    }

    pub fn state(&self) -> Arc<str> {
        let known = self.known();
        text(&ReviewState {
            id: &self.id,
            stage: known.stage,
            done: known.done,
            game: ToldGame::new(&self.game),
            graph: known.graph.clone(),
            found: known.findings.as_ref().map(|findings| Told::new(&self.game, findings)),
        })
    }

    fn publish(&self) {
        // Nobody may be there to hear it.
        let _ = self.news.send(self.state());
    }

    pub fn tell_trouble(&self, refusal: &Refusal) {
        let _ = self.news.send(ServerMessage::trouble(refusal).text().into());
    }

    /// Ends a review without findings.
    pub fn give_up(&self) {
        self.known().stage = Stage::Failed;
        self.publish();
    }

    /// Makes the review; `None` when nobody has watched it for longer than `patience`, or it failed, which is told.
    pub fn work(
        &self,
        engine: &ReviewEngine,
        settings: &ReviewSettings,
        patience: Duration,
    ) -> Option<Findings> {
        self.known().stage = Stage::Running;
        self.publish();
        let stop = AtomicBool::new(false);
        let (mut told, mut watched) = (Instant::now(), Instant::now());
        let mut fresh: Vec<GraphPoint> = Vec::new();
        let done = review(&self.game, engine, settings, &stop, |news| {
            if self.is_watched() {
                watched = Instant::now();
            } else if watched.elapsed() > patience {
                stop.store(true, Ordering::Relaxed);
            }
            self.note(&news, &mut fresh);
            if told.elapsed() >= OFTEN {
                told = Instant::now();
                let graph = std::mem::take(&mut fresh);
                let _ = self.news.send(text(&ReviewProgress { id: &self.id, done: news.done, graph }));
            }
        });
        match done {
            Ok(findings) => Some(findings),
            Err(error) => {
                if error != ReviewError::Stopped {
                    self.tell_trouble(&Refusal::ReviewFailed(Some(error.to_string())));
                }
                self.give_up();
                None
            }
        }
    }

    fn note(&self, news: &News, fresh: &mut Vec<GraphPoint>) {
        let mut known = self.known();
        known.done = news.done;
        if let Some((after, seen)) = news.judged {
            let point = GraphPoint { after, win_rate: seen.win_rate, lead: seen.lead };
            fresh.push(point);
            known.graph.retain(|before| before.after != after);
            known.graph.push(point);
            known.graph.sort_by_key(|point| point.after);
        }
    }

    pub fn finish(&self, findings: Findings) {
        let mut known = self.known();
        (known.stage, known.done, known.findings) = (Stage::Done, 1.0, Some(findings));
        drop(known);
        self.publish();
    }
}

#[cfg(test)]
mod tests {
    use partner::{LoadedNetworks, Overrides, Settings};
    use record::sgf::Collection;

    use super::*;

    #[test]
    fn a_review_ends_when_nobody_watches_any_more() {
        let file = Collection::read(b"(;SZ[5];B[cc];W[bb];B[cb];W[bc];B[dd])").unwrap();
        let game = Reviewed::read(&file.trees[0]).unwrap();
        let settings = Settings::layered("playout-fast", None, &Overrides::default()).unwrap();
        let engine = ReviewEngine::new(settings, &LoadedNetworks::default()).unwrap();
        let quick = ReviewSettings { visits: 20, careful: 20, playouts: 20, ..ReviewSettings::default() };
        let session = Arc::new(ReviewSession::new("game".into(), game, None));
        let mut page = session.watch();
        assert!(session.claim() && !session.claim());
        assert!(session.work(&engine, &quick, Duration::ZERO).is_some());
        while let Ok(told) = page.news.try_recv() {
            assert!(told.starts_with(r#"{"is":"review"#), "{told}");
        }
        drop(page);
        assert!(session.work(&engine, &quick, Duration::ZERO).is_none());
        assert!(session.state().contains(r#""stage":"failed""#) && session.claim());
    }
}
