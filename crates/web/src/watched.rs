//! What one page watches.

use std::sync::Arc;

use tokio::sync::broadcast::Receiver;
use tokio::sync::broadcast::error::RecvError;

use crate::actor::GameWatcher;
use crate::exploration::Explorer;
use crate::openers::Openers;
use crate::review_session::ReviewWatcher;

/// At most a game that is played, one that is looked at again, and players that learn to open.
#[derive(Default)]
pub struct Watched {
    pub actor: Option<GameWatcher>,
    pub session: Option<ReviewWatcher>,
    /// Who thinks about positions of that one.
    pub explorer: Option<Explorer>,
    pub openers: Option<Receiver<Arc<str>>>,
}

impl Watched {
    /// The state of whatever was missed, all of it.
    pub fn states(&self, openers: &Openers) -> impl Iterator<Item = Arc<str>> {
        let actor = self.actor.as_ref().map(|watcher| watcher.actor.state());
        let session = self.session.as_ref().map(|watcher| watcher.session.state());
        let openers = self.openers.as_ref().map(|_| openers.state().text().into());
        [actor, session, openers].into_iter().flatten()
    }

    /// What is told next; never, where nothing is watched.
    pub async fn next(&mut self) -> Result<Arc<str>, RecvError> {
        async fn heard(news: Option<&mut Receiver<Arc<str>>>) -> Result<Arc<str>, RecvError> {
            match news {
                Some(news) => news.recv().await,
                None => std::future::pending().await,
            }
        }
        tokio::select! {
            news = heard(self.actor.as_mut().map(|watcher| &mut watcher.news)) => news,
            news = heard(self.session.as_mut().map(|watcher| &mut watcher.news)) => news,
            news = heard(self.explorer.as_mut().map(|explorer| &mut explorer.news)) => news,
            news = heard(self.openers.as_mut()) => news,
        }
    }
}
