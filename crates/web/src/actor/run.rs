//! The game's thread: it does what is asked, and lets the partner think when nothing is.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use board::Move;
use partner::{EvaluationError, LoadedNetworks, SearchMonitor};
use search::Snapshot;
use speech::Refusal;
use tutor::TeachingGame;

use super::{Command, Shared};
use crate::mailbox::Next;
use crate::messages::{ClientMessage, Danger, GameState, ServerMessage, Thinking, parse_move, parse_point};
use crate::store::GameStore;

/// How often thoughts are told.
const OFTEN: Duration = Duration::from_millis(40);

pub(super) struct Runner {
    id: String,
    game: TeachingGame,
    shared: Arc<Shared>,
    store: Arc<GameStore>,
    nets: LoadedNetworks,
    /// Whether the partner thinks aloud while the player is to move, and whether it has for this position.
    looks: bool,
    has_looked: bool,
    /// Whether it tells whose points are whose on the player's turn.
    shows_territory: bool,
    /// Whether it says what the player's moves cost.
    teaches: bool,
    /// Whether it looks for fights on the player's turn, and whether it has for this position.
    seeks_danger: bool,
    has_sought: bool,
    /// The partner could not think; it tries again when the player does something.
    is_stuck: bool,
}

impl Runner {
    pub fn new(
        id: String,
        game: TeachingGame,
        shared: Arc<Shared>,
        store: Arc<GameStore>,
        nets: LoadedNetworks,
    ) -> Runner {
        let mut runner = Runner {
            id,
            game,
            shared,
            store,
            nets,
            looks: false,
            has_looked: false,
            shows_territory: false,
            teaches: false,
            seeks_danger: false,
            has_sought: false,
            is_stuck: false,
        };
        runner.publish();
        runner
    }

    pub fn run(mut self) {
        // A game that was left before its moves were looked at.
        self.examine();
        loop {
            self.mind_the_clock();
            let next = match self.shared.mailbox.take() {
                Next::Nothing if self.is_stuck => self.shared.mailbox.wait_until(self.game.flag()),
                Next::Nothing if self.is_watched() && self.game.is_partners_turn() => {
                    self.move_partner();
                    continue;
                }
                Next::Nothing if self.is_watched() && self.seeks_danger && !self.has_sought => {
                    self.seek_danger();
                    continue;
                }
                Next::Nothing if self.is_watched() && self.wants_look() && !self.has_looked => {
                    self.look();
                    continue;
                }
                Next::Nothing => self.shared.mailbox.wait_until(self.game.flag()),
                next => next,
            };
            match next {
                Next::Command(command) => {
                    self.is_stuck = false;
                    self.follow(command);
                }
                Next::Nothing => {}
                Next::Closed => return,
            }
        }
    }

    /// Whether anything that is shown or said needs a look at the player's positions.
    fn wants_look(&self) -> bool {
        self.looks || self.teaches || self.shows_territory
    }

    fn is_watched(&self) -> bool {
        self.shared.watchers.load(Ordering::Relaxed) > 0
    }

    /// The player's clock runs or stands; a flag that has fallen ends the game.
    fn mind_the_clock(&mut self) {
        self.game.wind(self.is_watched());
        if self.game.flag().is_some_and(|flag| flag <= Instant::now()) {
            self.game.lose_on_time();
            self.publish();
            self.examine();
        }
    }

    fn tell(&self, tell: &ServerMessage) {
        // Nobody may be there to hear it.
        let _ = self.shared.news.send(tell.text().into());
    }

    /// Says that the partner could not think. The game stays as it is, and everything but the partner's thoughts works.
    fn tell_failure(&mut self, error: &EvaluationError) {
        self.is_stuck = true;
        self.tell(&ServerMessage::trouble(&Refusal::CannotThink(error.to_string())));
    }

    /// Keeps the game, and tells everybody the state: what was told is not lost when the server is killed.
    fn publish(&mut self) {
        self.game.wind(self.is_watched());
        let saved = self.store.save(&self.id, &self.game.saved());
        let state = GameState::of(&self.id, &self.game);
        self.game.has_told(state.lesson.as_ref());
        let text: Arc<str> = ServerMessage::Game(Box::new(state)).text().into();
        *self.shared.latest.lock() = text.clone();
        let _ = self.shared.news.send(text);
        if let Err(error) = saved {
            self.tell(&ServerMessage::trouble(&Refusal::NotStored(error.to_string())));
        }
    }

    fn follow(&mut self, command: Command) {
        let message = match command {
            Command::Message(message) => message,
            Command::Reviewed(moves, findings) => {
                if self.game.deepen(&moves, &findings) {
                    self.publish();
                }
                return;
            }
            Command::Examined(moves, evidence) => {
                // The game may have gone on since.
                if self.game.moves() == moves {
                    self.game.examined(*evidence);
                    self.publish();
                }
                return;
            }
            Command::Watchers => {
                // What a clock shows is known to those who come only when it is told again; and it stands when all go.
                if self.game.has_clock() {
                    self.publish();
                }
                // Whoever comes next has wishes of their own.
                if !self.is_watched() {
                    (self.looks, self.teaches, self.seeks_danger) = (false, false, false);
                    self.shows_territory = false;
                }
                return;
            }
        };
        let done = match message {
            ClientMessage::Play { at } => parse_move(&at, self.game.size()).and_then(|mv| self.play(mv)),
            ClientMessage::Undo {} => self.game.undo(),
            ClientMessage::Resign {} => self.game.resign(),
            ClientMessage::LetResign {} => self.game.let_resign(),
            ClientMessage::Dead { at } => {
                parse_point(&at, self.game.size()).and_then(|stone| self.game.toggle_dead(stone))
            }
            ClientMessage::Agree {} => self.game.agree(),
            ClientMessage::PlayOn {} => self.game.play_on(),
            ClientMessage::GoAhead {} => self.game.go_ahead(),
            ClientMessage::Look { on } => {
                (self.looks, self.has_looked) = (on, false);
                return;
            }
            ClientMessage::Teach { on } => {
                (self.teaches, self.has_looked) = (on, self.has_looked && self.looks);
                return;
            }
            ClientMessage::Territory { on } => {
                (self.shows_territory, self.has_looked) = (on, self.has_looked && !on);
                return;
            }
            ClientMessage::Danger { on } => {
                (self.seeks_danger, self.has_sought) = (on, false);
                return;
            }
            ClientMessage::Go { to } => self.game.go(to),
            ClientMessage::Hint {} => return self.hint(),
            // Answered before a game is asked.
            ClientMessage::New(_)
            | ClientMessage::Open { .. }
            | ClientMessage::Games {}
            | ClientMessage::Delete { .. }
            | ClientMessage::Restore { .. }
            | ClientMessage::Review { .. }
            | ClientMessage::CloseReview {}
            | ClientMessage::Explore { .. }
            | ClientMessage::StopExploring {}
            | ClientMessage::PlayFrom(_)
            | ClientMessage::Exercise { .. }
            | ClientMessage::Openings(_) => Err(Refusal::AnotherGame),
        };
        match done {
            Ok(()) => {
                (self.has_looked, self.has_sought) = (false, false);
                self.publish();
                self.examine();
            }
            Err(refusal) => self.tell(&ServerMessage::trouble(&refusal)),
        }
    }

    /// Finds out what rank the player's moves were like, once the game is over. It takes a while: on a thread of its own,
    /// which nobody waits for.
    fn examine(&self) {
        let Some(game) = self.game.to_examine().cloned() else { return };
        let (shared, nets, player) = (self.shared.clone(), self.nets.clone(), self.game.player());
        // Without a thread, or after a fault, nothing is said of it.
        let _ = std::thread::Builder::new().name("examination".into()).spawn(move || {
            if let Some(evidence) = tutor::examine(&game, player, &nets) {
                shared.mailbox.push(Command::Examined(game.moves().into(), Box::new(evidence)));
            }
        });
    }

    /// Lets the game think while it is watched. True when nobody interrupted it.
    fn thinking<T>(&mut self, think: impl FnOnce(&mut TeachingGame, SearchMonitor) -> T) -> (T, bool) {
        let shared = self.shared.clone();
        let (size, flag) = (self.game.size(), self.game.flag());
        let mut on_report = |view: &Snapshot| {
            interrupt_at(flag, &shared.mailbox.stop);
            let _ = shared.news.send(ServerMessage::Thinking(Thinking::of(view, size)).text().into());
        };
        let stop = &shared.mailbox.stop;
        let watch = SearchMonitor { stop, every: Some(OFTEN), on_report: &mut on_report };
        let done = think(&mut self.game, watch);
        (done, !stop.load(Ordering::Relaxed))
    }

    fn play(&mut self, mv: Move) -> Result<(), Refusal> {
        let before = self.game.before_move(self.teaches).unwrap_or_else(|error| {
            self.tell_failure(&error);
            None
        });
        self.game.play(mv, before)?;
        if self.teaches {
            self.game.warn();
        }
        Ok(())
    }

    fn move_partner(&mut self) {
        let (knows, is_taught) = (self.teaches || self.looks, self.teaches);
        match self.thinking(|game, monitor| game.move_partner(knows, is_taught, monitor)).0 {
            Ok(true) => {
                (self.has_looked, self.has_sought) = (false, false);
                self.publish();
                self.examine();
            }
            Ok(false) => {}
            Err(error) => self.tell_failure(&error),
        }
    }

    fn look(&mut self) {
        // What the partner sees are points: of no use in a game that they do not decide.
        if !self.game.is_being_played() || !self.game.is_for_points() {
            self.has_looked = true;
            return;
        }
        let is_thorough = self.looks;
        let (view, in_peace) = self.thinking(|game, monitor| game.look(is_thorough, monitor));
        let view = match view {
            Ok(view) => view,
            Err(error) => return self.tell_failure(&error),
        };
        self.tell(&ServerMessage::Thinking(Thinking::of(&view, self.game.size())));
        self.has_looked = in_peace;
        if in_peace {
            self.publish();
        }
    }

    fn hint(&mut self) {
        if let Err(refusal) = self.game.may_hint() {
            return self.tell(&ServerMessage::trouble(&refusal));
        }
        match self.thinking(|game, monitor| game.hint(monitor)).0 {
            Ok(Some(hint)) => {
                let at = hint.choice.to_string();
                self.tell(&ServerMessage::Hint { at, sentence: hint.sentence });
            }
            Ok(None) => {}
            Err(error) => self.tell_failure(&error),
        }
    }

    fn seek_danger(&mut self) {
        let (shared, flag) = (self.shared.clone(), self.game.flag());
        let tell = |outlook| {
            let message = ServerMessage::Danger(Box::new(Danger::from(outlook)));
            let _ = shared.news.send(message.text().into());
            interrupt_at(flag, &shared.mailbox.stop);
        };
        let (looked, in_peace) = self.thinking(|game, monitor| game.look_for_fights(monitor, tell));
        match looked {
            Ok(()) => self.has_sought = in_peace,
            Err(error) => self.tell_failure(&error),
        }
    }
}

/// A flag that falls interrupts what is being thought.
fn interrupt_at(flag: Option<Instant>, stop: &AtomicBool) {
    if flag.is_some_and(|flag| flag <= Instant::now()) {
        stop.store(true, Ordering::Relaxed);
    }
}
