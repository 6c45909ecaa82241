//! Who runs a table: does what is asked, and thinks when nothing is.

use std::sync::Arc;
use std::sync::PoisonError;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use board::Colour;
use partner::{AnalysisRequest, Choice, EvaluationError, Listener, SearchMonitor, ThinkRequest};
use search::{Limits, Snapshot};

use super::{Order, Shared};
use crate::danger;
use crate::messages::{Ask, Tell};
use crate::orders::Next;
use crate::refusal::{Refusal, cannot_think};
use crate::seated::Seated;
use crate::shown::thinking;
use crate::store::Store;

/// How often thoughts are told.
const OFTEN: Duration = Duration::from_millis(40);
/// Visits of a look at a position in which the player is to move.
const LOOK: u64 = 5_000;
/// Visits with which a position is known well enough to say what a move costs, and those that are made however quickly
/// the player moves.
const TAUGHT: u64 = 400;
const LEAST_TAUGHT: u64 = 100;
/// Visits, and the longest time, of a hint.
const HINT: Limits = Limits { visits: Some(800), playouts: None, time: Some(Duration::from_secs(4)) };
/// Visits from which on the partner has something to say about a fight.
const ABOUT_FIGHTS: u64 = 200;

/// Who runs the table.
pub(super) struct Host {
    seated: Seated,
    shared: Arc<Shared>,
    store: Arc<Store>,
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

impl Host {
    pub fn new(seated: Seated, shared: Arc<Shared>, store: Arc<Store>) -> Host {
        let mut host = Host {
            seated,
            shared,
            store,
            looks: false,
            has_looked: false,
            shows_territory: false,
            teaches: false,
            seeks_danger: false,
            has_sought: false,
            is_stuck: false,
        };
        host.publish();
        host
    }

    pub fn run(mut self) {
        loop {
            self.mind_the_clock();
            let next = match self.shared.orders.take() {
                Next::Nothing if self.is_stuck => self.shared.orders.wait_until(self.seated.flag()),
                Next::Nothing if self.is_watched() && self.seated.is_partners_turn() => {
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
                Next::Nothing => self.shared.orders.wait_until(self.seated.flag()),
                next => next,
            };
            match next {
                Next::Order(order) => {
                    self.is_stuck = false;
                    self.follow(order);
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
        self.seated.wind(self.is_watched());
        if self.seated.flag().is_some_and(|flag| flag <= Instant::now()) {
            self.seated.lose_on_time();
            self.publish();
        }
    }

    fn tell(&self, tell: &Tell) {
        // Nobody may be there to hear it.
        let _ = self.shared.news.send(tell.text().into());
    }

    /// Says that the partner could not think. The game stays as it is, and everything but the partner's thoughts works.
    fn tell_failure(&mut self, error: &EvaluationError) {
        self.is_stuck = true;
        self.tell(&Tell::Trouble { text: cannot_think(error) });
    }

    /// Keeps the game, and tells everybody the state: what was told is not lost when the server is killed.
    fn publish(&mut self) {
        self.seated.wind(self.is_watched());
        let kept = self.store.keep(&self.seated.id, &self.seated.kept());
        let state = self.seated.state();
        self.seated.has_told(state.lesson.as_ref());
        let text: Arc<str> = Tell::Game(Box::new(state)).text().into();
        *self.shared.latest.lock().unwrap_or_else(PoisonError::into_inner) = text.clone();
        let _ = self.shared.news.send(text);
        if let Err(error) = kept {
            self.tell(&Tell::Trouble { text: format!("The game could not be stored: {error}.") });
        }
    }

    fn follow(&mut self, order: Order) {
        let ask = match order {
            Order::Ask(ask) => ask,
            Order::Reviewed(moves, findings) => {
                if self.seated.deepen(&moves, &findings) {
                    self.publish();
                }
                return;
            }
            Order::Watchers => {
                // What a clock shows is known to those who come only when it is told again; and it stands when all go.
                if self.seated.has_clock() {
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
        let done = match ask {
            Ask::Play { at } => self.play(&at),
            Ask::Undo {} => self.seated.undo(),
            Ask::Resign {} => self.seated.resign(),
            Ask::LetResign {} => self.seated.let_resign(),
            Ask::Dead { at } => self.seated.toggle(&at),
            Ask::Agree {} => self.seated.agree(),
            Ask::PlayOn {} => self.seated.play_on(),
            Ask::Look { on } => {
                (self.looks, self.has_looked) = (on, false);
                return;
            }
            Ask::Teach { on } => {
                (self.teaches, self.has_looked) = (on, self.has_looked && self.looks);
                return;
            }
            Ask::Territory { on } => {
                (self.shows_territory, self.has_looked) = (on, self.has_looked && !on);
                return;
            }
            Ask::Danger { on } => {
                (self.seeks_danger, self.has_sought) = (on, false);
                return;
            }
            Ask::Go { to } => self.seated.go(to),
            Ask::Hint {} => return self.hint(),
            // Answered before a table is asked.
            Ask::New(_)
            | Ask::Open { .. }
            | Ask::Games {}
            | Ask::Delete { .. }
            | Ask::Restore { .. }
            | Ask::Review { .. }
            | Ask::CloseReview {}
            | Ask::Explore { .. }
            | Ask::StopExploring {}
            | Ask::PlayFrom(_) => Err(Refusal("This is another game.".into())),
        };
        match done {
            Ok(()) => {
                (self.has_looked, self.has_sought) = (false, false);
                self.publish();
            }
            Err(Refusal(text)) => self.tell(&Tell::Trouble { text }),
        }
    }

    /// Runs something that thinks while it is watched. True when nobody interrupted it.
    fn thinking<T>(&mut self, think: impl FnOnce(&mut Seated, SearchMonitor) -> T) -> (T, bool) {
        let shared = self.shared.clone();
        let size = self.seated.session().size();
        let flag = self.seated.flag();
        let mut on_report = |view: &Snapshot| {
            interrupt_at(flag, &shared.orders.stop);
            let _ = shared.news.send(Tell::Thinking(thinking(view, size)).text().into());
        };
        let stop = &shared.orders.stop;
        let watch = SearchMonitor { stop, every: Some(OFTEN), on_report: &mut on_report };
        let done = think(&mut self.seated, watch);
        (done, !stop.load(Ordering::Relaxed))
    }

    /// Plays for the player. What a move costs can only be said of a position that was known before.
    fn play(&mut self, at: &str) -> Result<(), Refusal> {
        self.seated.hold_clock();
        let is_taught = self.teaches && self.seated.is_being_played() && !self.seated.is_partners_turn();
        let before = is_taught.then(|| {
            let least = Limits { visits: Some(LEAST_TAUGHT), ..Limits::default() };
            let study = AnalysisRequest { limits: least, ..AnalysisRequest::default() };
            // It is short, and what waits can wait for it.
            let watch = SearchMonitor { stop: &AtomicBool::new(false), every: None, on_report: &mut |_| () };
            let colour = self.seated.to_move();
            self.seated.session().analyse(colour, &study, watch)
        });
        let before = before.transpose().unwrap_or_else(|error| {
            self.tell_failure(&error);
            None
        });
        self.seated.play(at, before)
    }

    fn move_partner(&mut self) {
        let colour = self.seated.to_move();
        let known = if self.teaches || self.looks { TAUGHT } else { 0 };
        // Whoever is taught sees the game to its end.
        let request = ThinkRequest { may_resign: !self.teaches, ..ThinkRequest::teaching(colour, known) };
        let (decision, in_peace) =
            self.thinking(|seated, watch| seated.session().think_monitored(&request, watch));
        let decision = match decision {
            Ok(decision) => decision,
            Err(error) => return self.tell_failure(&error),
        };
        // What was asked meanwhile comes first; then the partner thinks again.
        if !in_peace || self.seated.play_decision(&decision).is_err() {
            return;
        }
        (self.has_looked, self.has_sought) = (false, false);
        self.publish();
    }

    fn look(&mut self) {
        if !self.seated.is_being_played() {
            self.has_looked = true;
            return;
        }
        let colour = self.seated.to_move();
        let visits = Some(if self.looks { LOOK } else { TAUGHT });
        let study =
            AnalysisRequest { limits: Limits { visits, ..Limits::default() }, ..AnalysisRequest::default() };
        let (view, in_peace) = self.thinking(|seated, watch| seated.session().analyse(colour, &study, watch));
        let view = match view {
            Ok(view) => view,
            Err(error) => return self.tell_failure(&error),
        };
        let (size, moves) = (self.seated.session().size(), self.seated.session().game().moves().len());
        self.tell(&Tell::Thinking(thinking(&view, size)));
        self.has_looked = in_peace;
        self.seated.judged(&view, moves);
        if in_peace {
            self.publish();
        }
    }

    /// What the partner itself would do here.
    fn hint(&mut self) {
        let colour: Colour = self.seated.to_move();
        if !self.seated.is_being_played() || self.seated.is_partners_turn() {
            return self.tell(&Tell::Trouble { text: "Ask when it is your turn.".into() });
        }
        let named = self.seated.named();
        let request = ThinkRequest::advice(colour, HINT);
        let (decision, in_peace) =
            self.thinking(|seated, watch| seated.session().think_monitored(&request, watch));
        let mut decision = match decision {
            Ok(decision) => decision,
            Err(error) => return self.tell_failure(&error),
        };
        if !in_peace {
            return;
        }
        let moves = self.seated.session().game().moves().len();
        self.seated.judged(&decision.view, moves);
        // The tree may have grown again from nothing since a move was named, after a take-back.
        if let Some(named) = named {
            decision = decision.holding_to(named);
        }
        let mut sentence = decision.plain(self.seated.session().position(), Listener::Pupil);
        if let Some(named) = named.filter(|named| decision.choice != Choice::Play(*named)) {
            sentence = format!("I named {named} before, but on a second look {sentence}");
        }
        let at = decision.choice.to_string();
        self.seated.hinted(at.clone());
        self.tell(&Tell::Hint { at, sentence });
    }

    /// Where the game is decided. The partner's own thoughts say what would be played there.
    fn seek_danger(&mut self) {
        let position = self.seated.session().position().clone();
        if !self.seated.is_being_played() || position.is_over() {
            self.has_sought = true;
            return;
        }
        let colour = self.seated.to_move();
        let known = Limits { visits: Some(ABOUT_FIGHTS), ..Limits::default() };
        let study = AnalysisRequest { limits: known, ..AnalysisRequest::default() };
        let (view, in_peace) = self.thinking(|seated, watch| seated.session().analyse(colour, &study, watch));
        let view = match view {
            Ok(view) => view,
            Err(error) => return self.tell_failure(&error),
        };
        if in_peace {
            let threads = self.seated.session().settings().threads;
            let (stop, flag) = (&self.shared.orders.stop, self.seated.flag());
            let looked = danger::look(&position, &view, threads, stop, |danger| {
                self.tell(&Tell::Danger(Box::new(danger)));
                interrupt_at(flag, stop);
            });
            if let Err(error) = looked {
                return self.tell_failure(&error);
            }
        }
        self.has_sought = !self.shared.orders.stop.load(Ordering::Relaxed);
    }
}

/// A flag that falls interrupts what is being thought.
fn interrupt_at(flag: Option<Instant>, stop: &AtomicBool) {
    if flag.is_some_and(|flag| flag <= Instant::now()) {
        stop.store(true, Ordering::Relaxed);
    }
}
