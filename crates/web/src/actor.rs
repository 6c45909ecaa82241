//! A game on a thread of its own, and all who watch it.

mod run;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use parking_lot::Mutex;

use board::{Colour, Move};
use partner::LoadedNetworks;
use review::Findings;
use speech::Refusal;
use tokio::sync::broadcast;
use tutor::{Evidence, TeachingGame};

use crate::mailbox::Mailbox;
use crate::messages::{ClientMessage, ServerMessage};
use crate::store::GameStore;
use run::Runner;

/// What a slow watcher may miss before it is told the whole state again.
const BEHIND: usize = 256;

/// What is asked of a game.
enum Command {
    Message(ClientMessage),
    /// Somebody has come or gone.
    Watchers,
    /// The game was reviewed as far as these moves.
    Reviewed(Vec<(Colour, Move)>, Box<Findings>),
    /// What the player's moves say about their rank, as far as these moves.
    Examined(Vec<(Colour, Move)>, Box<Evidence>),
}

struct Shared {
    mailbox: Mailbox<Command>,
    watchers: AtomicUsize,
    latest: Mutex<Arc<str>>,
    news: broadcast::Sender<Arc<str>>,
    broke_off: AtomicBool,
}

impl Shared {
    /// The game's thread has panicked. What was told of the game is stored; other games go on.
    fn break_off(&self) {
        self.broke_off.store(true, Ordering::Relaxed);
        self.mailbox.close();
        let _ = self.news.send(ServerMessage::trouble(&Refusal::BrokeOff).text().into());
    }
}

pub struct GameActor {
    shared: Arc<Shared>,
}

impl GameActor {
    /// Starts the game's thread; it ends when the actor is dropped.
    pub fn new(
        id: String,
        game: TeachingGame,
        store: Arc<GameStore>,
        nets: LoadedNetworks,
    ) -> std::io::Result<GameActor> {
        let shared = Arc::new(Shared {
            mailbox: Mailbox::default(),
            watchers: AtomicUsize::new(0),
            latest: Mutex::new("".into()),
            news: broadcast::channel(BEHIND).0,
            broke_off: AtomicBool::new(false),
        });
        let runner = Runner::new(id, game, shared.clone(), store, nets);
        let own = shared.clone();
        std::thread::Builder::new().name("game".into()).spawn(move || {
            if catch_unwind(AssertUnwindSafe(|| runner.run())).is_err() {
                own.break_off();
            }
        })?;
        Ok(GameActor { shared })
    }

    /// Notes what is asked of it, or says why that cannot be done now.
    pub fn ask(&self, message: ClientMessage) -> Result<(), Refusal> {
        match self.shared.mailbox.push(Command::Message(message)) {
            true => Ok(()),
            false if self.broke_off() => Err(Refusal::BrokeOff),
            false => Err(Refusal::TooMuchAtOnce),
        }
    }

    /// Whether its thread has ended before its time: whoever opens the game needs another actor.
    pub fn broke_off(&self) -> bool {
        self.shared.broke_off.load(Ordering::Relaxed)
    }

    /// Tells the actor what a review of its game found.
    pub fn reviewed(&self, moves: &[(Colour, Move)], findings: &Findings) {
        self.shared.mailbox.push(Command::Reviewed(moves.into(), Box::new(findings.clone())));
    }

    /// The state now, and all that is told from here on. The partner thinks only while somebody watches.
    pub fn watch(self: &Arc<GameActor>) -> GameWatcher {
        let news = self.shared.news.subscribe();
        self.shared.watchers.fetch_add(1, Ordering::Relaxed);
        self.shared.mailbox.push(Command::Watchers);
        GameWatcher { news, actor: self.clone() }
    }

    pub fn is_watched(&self) -> bool {
        self.shared.watchers.load(Ordering::Relaxed) > 0
    }

    pub fn state(&self) -> Arc<str> {
        self.shared.latest.lock().clone()
    }
}

impl Drop for GameActor {
    fn drop(&mut self) {
        self.shared.mailbox.close();
    }
}

/// Somebody who watches a game.
pub struct GameWatcher {
    pub news: broadcast::Receiver<Arc<str>>,
    pub actor: Arc<GameActor>,
}

impl Drop for GameWatcher {
    fn drop(&mut self) {
        self.actor.shared.watchers.fetch_sub(1, Ordering::Relaxed);
        self.actor.shared.mailbox.push(Command::Watchers);
    }
}

#[cfg(test)]
mod tests {
    use evaluation::{Evaluation, EvaluationError, Evaluator, Query};
    use partner::Evaluators;
    use rand::SeedableRng;
    use rand_xoshiro::Xoshiro256PlusPlus;

    use super::*;
    use crate::registry::GameRegistry;

    struct Faulty;

    impl Evaluator for Faulty {
        fn evaluate(&mut self, _: &[Query], _: &mut [Evaluation]) -> Result<(), EvaluationError> {
            panic!("on purpose")
        }
    }

    #[tokio::test]
    async fn a_panic_ends_its_game_only_and_keeps_the_record() {
        let folder = tempfile::tempdir().unwrap();
        let (store, nets) = (Arc::new(GameStore::open(folder.path()).unwrap()), LoadedNetworks::default());
        let registry = GameRegistry::new(store.clone(), nets.clone());
        let wanted = r#"{"size":5,"colour":"black","rules":"chinese",
                         "partner":{"strength":"gentle","seconds":1.0,"aim":"win"}}"#;
        let wanted: tutor::NewGame = serde_json::from_str(wanted).unwrap();
        let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
        let game = TeachingGame::new(wanted.clone(), &nets, &mut random).unwrap();
        let game = game.with_evaluators(Evaluators::new(|_| Box::new(Faulty)));
        let actor = registry.start("a".into(), game).unwrap();
        let mut watcher = actor.watch();
        assert_eq!(actor.ask(ClientMessage::Play { at: "C3".into() }), Ok(()));
        let told = loop {
            let told = watcher.news.recv().await.unwrap();
            if told.contains("trouble") {
                break told;
            }
        };
        assert!(told.contains("Every move is kept"), "{told}");
        assert_eq!(
            store.find("a").unwrap().unwrap().moves,
            [Move::parse("C3", board::Size::square(5).unwrap()).unwrap()]
        );
        assert_eq!(actor.ask(ClientMessage::Undo {}), Err(Refusal::BrokeOff));
        // Others go on, and so does this game once it is opened again.
        assert!(registry.begin(wanted).is_ok());
        let again = registry.open("a").unwrap();
        let mut watcher = again.watch();
        while !watcher.news.recv().await.unwrap().contains(r#"["white","#) {}
        assert!(!again.broke_off());
    }

    struct Failing;

    impl Evaluator for Failing {
        fn evaluate(&mut self, _: &[Query], _: &mut [Evaluation]) -> Result<(), EvaluationError> {
            Err(EvaluationError::new("the card is gone"))
        }
    }

    #[tokio::test]
    async fn a_partner_that_cannot_think_says_so_and_the_game_goes_on() {
        let folder = tempfile::tempdir().unwrap();
        let (store, nets) = (Arc::new(GameStore::open(folder.path()).unwrap()), LoadedNetworks::default());
        let registry = GameRegistry::new(store.clone(), nets.clone());
        let wanted = r#"{"size":5,"colour":"black","rules":"chinese",
                         "partner":{"strength":"gentle","seconds":1.0,"aim":"win"}}"#;
        let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
        let game = TeachingGame::new(serde_json::from_str(wanted).unwrap(), &nets, &mut random).unwrap();
        let game = game.with_evaluators(Evaluators::new(|_| Box::new(Failing)));
        let actor = registry.start("a".into(), game).unwrap();
        let mut watcher = actor.watch();
        assert_eq!(actor.ask(ClientMessage::Play { at: "C3".into() }), Ok(()));
        while !watcher.news.recv().await.unwrap().contains("the card is gone") {}
        assert!(!actor.broke_off());
        assert_eq!(store.find("a").unwrap().unwrap().moves.len(), 1);
        // What needs no thought is done, and is stored.
        assert_eq!(actor.ask(ClientMessage::Resign {}), Ok(()));
        while !watcher.news.recv().await.unwrap().contains("W+R") {}
        assert!(!actor.broke_off());
    }
}
