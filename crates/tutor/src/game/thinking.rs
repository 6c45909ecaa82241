//! The partner thinks: about its own moves, about the player's positions, about hints and fights.
//!
//! Whatever thinks here ends early when its [`SearchMonitor`] is stopped; then nothing has changed but that the tree knows more.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use board::Move;
use partner::{AnalysisRequest, Choice, Listener, SearchMonitor, ThinkRequest};
use search::{Limits, Snapshot};

use super::TeachingGame;
use crate::fights::{Outlook, look_for_fights};
use crate::refusal::{Refusal, refuse};

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
    /// Plays for the player. What a move costs can only be said of a position that was known before.
    pub fn play(&mut self, mv: Move, is_taught: bool) -> Result<(), Refusal> {
        self.turn.hold();
        let is_taught = is_taught && self.is_being_played() && !self.is_partners_turn();
        let before = is_taught.then(|| {
            // It is short, and what waits can wait for it.
            let watch = SearchMonitor { stop: &AtomicBool::new(false), every: None, on_report: &mut |_| () };
            self.study(LEAST_TAUGHT, watch)
        });
        self.play_knowing(mv, before)
    }

    /// The partner's move. It knows its position well where the player is `taught`, and whoever is taught sees the game to
    /// its end. False where it was interrupted.
    pub fn move_partner(&mut self, knows: bool, is_taught: bool, watch: SearchMonitor) -> bool {
        let (stop, known) = (watch.stop, if knows { TAUGHT } else { 0 });
        let request =
            ThinkRequest { may_resign: !is_taught, ..ThinkRequest::teaching(self.to_move(), known) };
        let decision = self.session.think_monitored(&request, watch);
        // What was asked meanwhile comes first; then the partner thinks again.
        !stop.load(Ordering::Relaxed) && self.play_decision(&decision).is_ok()
    }

    /// Looks at the position on the board, thoroughly or as well as lessons need.
    pub fn look(&mut self, is_thorough: bool, watch: SearchMonitor) -> Snapshot {
        let view = self.study(if is_thorough { LOOK } else { TAUGHT }, watch);
        self.judged(&view, self.moves().len());
        view
    }

    /// What the partner itself would do here; nothing where it was interrupted.
    pub fn hint(&mut self, watch: SearchMonitor) -> Result<Option<Hint>, Refusal> {
        if !self.is_being_played() || self.is_partners_turn() {
            return refuse("Ask when it is your turn.");
        }
        let (named, colour, stop) = (self.named(), self.to_move(), watch.stop);
        let mut decision = self.session.think_monitored(&ThinkRequest::advice(colour, HINT), watch);
        if stop.load(Ordering::Relaxed) {
            return Ok(None);
        }
        self.judged(&decision.view, self.moves().len());
        // The tree may have grown again from nothing since a move was named, after a take-back.
        if let Some(named) = named {
            decision = decision.holding_to(named);
        }
        let mut sentence = decision.plain(self.position(), Listener::Pupil);
        if let Some(named) = named.filter(|named| decision.choice != Choice::Play(*named)) {
            sentence = format!("I named {named} before, but on a second look {sentence}");
        }
        if let Choice::Play(mv) = decision.choice {
            self.hinted = Some((self.tree.here(), mv));
        }
        Ok(Some(Hint { choice: decision.choice, sentence }))
    }

    /// Where the game is decided. The partner's own thoughts say what would be played there.
    pub fn look_for_fights(&mut self, watch: SearchMonitor, tell: impl FnMut(Outlook)) {
        let (position, stop) = (self.position().clone(), watch.stop);
        if !self.is_being_played() || position.is_over() {
            return;
        }
        let view = self.study(ABOUT_FIGHTS, watch);
        if !stop.load(Ordering::Relaxed) {
            look_for_fights(&position, &view, self.session.settings().threads, stop, tell);
        }
    }

    fn study(&mut self, visits: u64, watch: SearchMonitor) -> Snapshot {
        let study = AnalysisRequest { limits: Limits::visits(visits), ..AnalysisRequest::default() };
        let colour = self.to_move();
        self.session.analyse(colour, &study, watch)
    }
}
