//! The partner thinks: about its own moves, about the player's positions, about hints and fights.
//!
//! Whatever thinks here ends early when its [`SearchMonitor`] is stopped; then nothing has changed but that the tree knows more.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use partner::{AnalysisRequest, Choice, EvaluationError, SearchMonitor, ThinkRequest};
use search::{Limits, Snapshot};
use speech::english::{self, Listener};
use speech::{Detail, Refusal};

use super::TeachingGame;
use crate::fights::{Outlook, look_for_fights};
use crate::request::Strength;

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

/// What the partner itself would do, and why.
#[derive(Clone, PartialEq, Debug)]
pub struct Hint {
    pub choice: Choice,
    pub sentence: String,
}

impl TeachingGame {
    /// The player's move has come: the clock stands, and where the move is to be taught, its position is known from here
    /// on. What a move costs can only be said of a position that was known before it.
    pub fn before_move(&mut self, is_taught: bool) -> Result<Option<Snapshot>, EvaluationError> {
        self.turn.hold();
        if !is_taught || !self.is_being_played() || self.is_partners_turn() || !self.is_for_points() {
            return Ok(None);
        }
        // It is short, and what waits can wait for it.
        let monitor = SearchMonitor { stop: &AtomicBool::new(false), every: None, on_report: &mut |_| () };
        self.study(LEAST_TAUGHT, monitor).map(Some)
    }

    /// The partner's move. Where it `knows`, it has looked at the position as well as lessons need; whoever is taught sees
    /// the game to its end. False where it was interrupted.
    pub fn move_partner(
        &mut self,
        knows: bool,
        is_taught: bool,
        monitor: SearchMonitor,
    ) -> Result<bool, EvaluationError> {
        let (stop, known) = (monitor.stop, if knows { TAUGHT } else { 0 });
        if self.request.partner.strength == Strength::Beginner {
            return self.move_beginner(known, monitor);
        }
        let request =
            ThinkRequest { may_resign: !is_taught, ..ThinkRequest::teaching(self.to_move(), known) };
        let decision = self.session.think_monitored(&request, monitor)?;
        // What was asked meanwhile comes first; then the partner thinks again.
        Ok(!stop.load(Ordering::Relaxed) && self.play_decision(&decision).is_ok())
    }

    /// Looks at the position on the board, thoroughly or as well as lessons need.
    pub fn look(&mut self, is_thorough: bool, monitor: SearchMonitor) -> Result<Snapshot, EvaluationError> {
        let view = self.study(if is_thorough { LOOK } else { TAUGHT }, monitor)?;
        self.judged(&view, self.moves().len());
        Ok(view)
    }

    /// Whether the player may ask for a hint now.
    pub fn may_hint(&self) -> Result<(), Refusal> {
        let is_on_move = self.is_being_played() && !self.is_partners_turn();
        if is_on_move { Ok(()) } else { Err(Refusal::NoHintNow) }
    }

    /// What the partner itself would do here; nothing where it was interrupted.
    pub fn hint(&mut self, monitor: SearchMonitor) -> Result<Option<Hint>, EvaluationError> {
        if !self.is_for_points() {
            return Ok(Some(self.capture_hint()));
        }
        let (named, stop) = (self.named(), monitor.stop);
        let request = ThinkRequest::advice(self.to_move(), HINT);
        let mut decision = self.session.think_monitored(&request, monitor)?;
        if stop.load(Ordering::Relaxed) {
            return Ok(None);
        }
        self.judged(&decision.snapshot, self.moves().len());
        // The tree may have grown again from nothing since a move was named, after a take-back.
        if let Some(named) = named {
            decision = decision.holding_to(named);
        }
        let why = decision.explanation();
        let advice = match self.detail() {
            Detail::Numbers => english::decision(&why, Listener::Pupil),
            Detail::Board => english::plain_decision(&why, &self.last_effects(), Listener::Pupil),
        };
        let sentence = match named.filter(|named| decision.choice != Choice::Play(*named)) {
            Some(named) => english::changed_advice(named, &advice),
            None => advice,
        };
        if let Choice::Play(mv) = decision.choice {
            self.hinted = Some((self.tree.here(), mv));
        }
        Ok(Some(Hint { choice: decision.choice, sentence }))
    }

    /// Where the game is decided. The partner's own thoughts say what would be played there.
    pub fn look_for_fights(
        &mut self,
        monitor: SearchMonitor,
        tell: impl FnMut(Outlook),
    ) -> Result<(), EvaluationError> {
        let (position, stop) = (self.position().clone(), monitor.stop);
        if !self.is_being_played() || position.is_over() || !self.is_for_points() {
            return Ok(());
        }
        let view = self.study(ABOUT_FIGHTS, monitor)?;
        if stop.load(Ordering::Relaxed) {
            return Ok(());
        }
        look_for_fights(&position, &view, self.session.settings().threads, stop, tell)
    }

    pub(super) fn study(&mut self, visits: u64, monitor: SearchMonitor) -> Result<Snapshot, EvaluationError> {
        let request = AnalysisRequest { limits: Limits::visits(visits), ..AnalysisRequest::default() };
        let colour = self.to_move();
        self.session.analyse(colour, &request, monitor)
    }
}
