//! Thinking about positions of a game that is looked at again, for one page.

use std::sync::Arc;
use std::time::Duration;

use board::Game;
use partner::{AnalysisRequest, Evaluators, LoadedNetworks, SearchMonitor, Session};
use search::{Limits, Snapshot};
use speech::Refusal;
use tokio::sync::broadcast;
use tutor::strongest;

use crate::mailbox::{Mailbox, Next};
use crate::messages::{Explored, ServerMessage, Thinking};

/// What a slow page may miss.
const BEHIND: usize = 64;
/// How often thoughts are told.
const OFTEN: Duration = Duration::from_millis(100);
/// Visits of a look at a position.
const LOOK: u64 = 2_000;

/// A position, and the number under which the page asked for it; nothing, when nobody wants to know any more.
type Wanted = Option<(u64, Game)>;

struct Shared {
    mailbox: Mailbox<Wanted>,
    news: broadcast::Sender<Arc<str>>,
}

/// Thinks on a thread of its own, until it is dropped.
pub struct Explorer {
    shared: Arc<Shared>,
    pub news: broadcast::Receiver<Arc<str>>,
}

impl Explorer {
    pub fn new(nets: &LoadedNetworks) -> Result<Explorer, Refusal> {
        let settings = strongest()?;
        let evaluators = Evaluators::from_settings(&settings, nets).map_err(Refusal::error)?;
        let session = Session::with_evaluators(settings, evaluators);
        let (sender, news) = broadcast::channel(BEHIND);
        let shared = Arc::new(Shared { mailbox: Mailbox::default(), news: sender });
        let theirs = shared.clone();
        std::thread::Builder::new()
            .name("explorer".into())
            .spawn(move || work(session, &theirs))
            .map_err(|error| Refusal::NoThread(error.to_string()))?;
        Ok(Explorer { shared, news })
    }

    /// Thinks about a position from now on; false when too much waits already.
    pub fn explore(&self, number: u64, game: Game) -> bool {
        self.shared.mailbox.push(Some((number, game)))
    }

    pub fn stop(&self) -> bool {
        self.shared.mailbox.push(None)
    }
}

impl Drop for Explorer {
    fn drop(&mut self) {
        self.shared.mailbox.close();
    }
}

fn work(mut session: Session, shared: &Shared) {
    loop {
        match shared.mailbox.wait_until(None) {
            Next::Command(Some((number, game))) if !game.position().is_over() => {
                look(&mut session, number, game, shared);
            }
            Next::Command(_) | Next::Nothing => {}
            Next::Closed => return,
        }
    }
}

fn look(session: &mut Session, number: u64, game: Game, shared: &Shared) {
    let size = game.size();
    session.load(game);
    let colour = session.position().to_move();
    let tell = |view: &Snapshot| {
        let told = ServerMessage::Explored(Explored { number, thinking: Thinking::of(view, size) });
        // The page may have gone.
        let _ = shared.news.send(told.text().into());
    };
    let study = AnalysisRequest {
        limits: Limits { visits: Some(LOOK), ..Limits::default() },
        ..AnalysisRequest::default()
    };
    let mut on_report = |view: &Snapshot| tell(view);
    let watch = SearchMonitor { stop: &shared.mailbox.stop, every: Some(OFTEN), on_report: &mut on_report };
    match session.analyse(colour, &study, watch) {
        Ok(view) if view.visits > 0 => tell(&view),
        Ok(_) => {}
        Err(error) => {
            let refusal = Refusal::CannotThink(error.to_string());
            _ = shared.news.send(ServerMessage::trouble(&refusal).text().into());
        }
    }
}
