//! Deciding, and playing what was decided.

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use board::{Colour, IllegalMove, Move, Position};
use evaluation::EvaluationError;
use search::{HumanExploration, Limits, Search, Snapshot};

use super::delay::wait_until;
use super::root::position_to_move;
use super::{SearchMonitor, Session, ThinkMode, ThinkRequest};
use crate::clock::allot;
use crate::dead_stones::FinalStatus;
use crate::decision::{
    AfterPass, Choice, Decision, Purpose, Reason, choose, follow, is_hopeless, is_late_enough,
};
use crate::settings::Settings;

/// The fewest visits of any search, however short its time: enough for some move and for ownership.
const FEWEST: u64 = 64;
/// Share of a move's time that is reserved for considering a pass.
const TIME_FOR_PASS_CHECK: f64 = 0.2;

/// A move that could not be made.
#[derive(Clone, Debug, thiserror::Error)]
pub enum GenmoveError {
    #[error(transparent)]
    Evaluation(#[from] EvaluationError),
    #[error(transparent)]
    Illegal(#[from] IllegalMove),
}

impl Session {
    /// Decides what to do without playing it. Nothing changes except that the tree may grow.
    pub fn think(&mut self, request: &ThinkRequest) -> Result<Decision, EvaluationError> {
        let stop = AtomicBool::new(false);
        self.think_monitored(request, SearchMonitor { stop: &stop, every: None, on_report: &mut |_| {} })
    }

    /// The same with a monitor, which sees reports and may stop the search.
    pub fn think_monitored(
        &mut self,
        request: &ThinkRequest,
        mut monitor: SearchMonitor,
    ) -> Result<Decision, EvaluationError> {
        let (begin, turn_began) = (Instant::now(), self.turn_began());
        let colour = request.colour;
        let mut decision = match request.mode {
            ThinkMode::Game => self.think_in_game(request, &mut monitor),
            ThinkMode::Regression => self.think_from_scratch(request, &mut monitor),
            ThinkMode::Teaching { visits } => self.think_teaching(request, visits, &mut monitor),
            ThinkMode::Advice(limits) => self.advise(request, limits, &mut monitor),
        }?;
        // The root may lack passes that the game has. A legal move there should be legal here; a pass always is.
        if let Choice::Play(m) = decision.choice
            && self.game.position().check_legal(colour, m).is_err()
        {
            decision.choice = Choice::Play(Move::Pass);
        }
        self.consider_resigning(request, &mut decision);
        decision.follow_choice();
        self.thinking_time += begin.elapsed();
        let is_move = matches!(request.mode, ThinkMode::Game | ThinkMode::Teaching { .. });
        if is_move && request.purpose == Purpose::Game {
            wait_until(turn_began + self.delay(colour)?, monitor.stop);
        }
        decision.elapsed = begin.elapsed();
        if !matches!(request.mode, ThinkMode::Advice(_)) {
            self.last = Some(decision.clone());
        }
        Ok(decision)
    }

    /// Plays a decision for the present position. A resignation leaves the board as it is.
    pub fn play_decision(&mut self, decision: &Decision) -> Result<(), IllegalMove> {
        let colour = decision.colour;
        if let Choice::Play(m) = decision.choice {
            self.game.play(colour, m)?;
        }
        self.hopeless[colour.index()] = decision.hopeless_moves;
        self.would_resign = decision.would_resign;
        self.late = decision.late;
        self.clocks[colour.index()].spend(decision.elapsed);
        self.turn = None;
        Ok(())
    }

    /// Decides and plays.
    pub fn genmove(&mut self, colour: Colour) -> Result<Decision, GenmoveError> {
        let decision = self.think(&ThinkRequest::game(colour))?;
        self.play_decision(&decision)?;
        Ok(decision)
    }

    fn think_in_game(
        &mut self,
        request: &ThinkRequest,
        monitor: &mut SearchMonitor,
    ) -> Result<Decision, EvaluationError> {
        self.follow_opponent(request.colour)?;
        self.prepare_for(request.colour);
        let position = self.game_root(request.colour);
        let time = self.time_for(request.colour);
        let limits = self.limits(if self.mixes() { time.map(|time| time / 2) } else { time });
        let mut search = self.search.idle();
        search.set_position(&position);
        let snapshot = search_to(&mut search, limits, monitor)?;
        drop(search);
        self.note_loss(&position, &snapshot);
        self.pick_and_decide(position, snapshot, request.purpose, time, monitor.stop)
    }

    fn think_from_scratch(
        &mut self,
        request: &ThinkRequest,
        monitor: &mut SearchMonitor,
    ) -> Result<Decision, EvaluationError> {
        self.prepare_for(request.colour);
        let position = self.game_root(request.colour);
        let mut search = self.new_search(&position, 2, self.settings.threads);
        let time = self.time_for(request.colour);
        let snapshot = search_to(&mut search, self.limits(time), monitor)?;
        match self.imitates() || self.controls() {
            true => self.pick_and_decide(position, snapshot, request.purpose, time, monitor.stop),
            false => self.decide_on(position, snapshot, request.purpose, time, monitor.stop),
        }
    }

    fn game_root(&self, colour: Colour) -> Position {
        self.root_position(colour, self.settings.ignore_pre_root_history, self.settings.conservative_pass)
    }

    /// The time that this move may take.
    pub(crate) fn time_for(&self, colour: Colour) -> Option<Duration> {
        let clock = &self.clocks[colour.index()];
        let by_clock = allot(clock, self.game.moves().len(), self.size(), self.settings.lag());
        match (by_clock, self.settings.time()) {
            (Some(a), Some(b)) => Some(a.min(b)),
            (a, b) => a.or(b),
        }
    }

    /// The limits of a move's main search. Late in the game, some time is reserved for considering a pass.
    pub(crate) fn limits(&self, time: Option<Duration>) -> Limits {
        let asks_aside = self.late && self.settings.search.puct().is_none();
        let part = if asks_aside { 1.0 - TIME_FOR_PASS_CHECK } else { 1.0 };
        let Settings { visits, playouts, .. } = self.settings;
        Limits { visits, playouts, time: time.map(|t| t.mul_f64(part)) }
    }

    /// Decides for the side to move, from what a search found.
    pub(super) fn decide_on(
        &self,
        position: Position,
        snapshot: Snapshot,
        purpose: Purpose,
        time: Option<Duration>,
        stop: &AtomicBool,
    ) -> Result<Decision, EvaluationError> {
        let sure = self.settings.counting.certainty;
        let status = FinalStatus::of(&position, snapshot.ownership.as_deref(), sure);
        let (m, reason) = if self.settings.search.puct().is_some() && purpose == Purpose::Game {
            follow(&position, &snapshot, &status, self.settings.fill_dame_before_pass)
        } else {
            let time = time.map(|t| t.mul_f64(TIME_FOR_PASS_CHECK));
            choose(&position, &snapshot, &status, purpose, &mut || {
                let snapshot = self.shallow_search(position.to_move().other(), time, stop)?;
                Ok(AfterPass {
                    status: FinalStatus::of(&position, snapshot.ownership.as_deref(), sure),
                    snapshot,
                })
            })?
        };
        Ok(Decision {
            late: !status.is_early(),
            ..Decision::new(position, Choice::Play(m), reason, snapshot)
        })
    }

    /// A short search with `colour` to move, apart from the game's tree. It starts from scratch with the session's seed
    /// and one thread, so that the same position always gets the same answer.
    pub(crate) fn shallow_search(
        &self,
        colour: Colour,
        time: Option<Duration>,
        stop: &AtomicBool,
    ) -> Result<Snapshot, EvaluationError> {
        let position = position_to_move(&self.game, colour);
        // What people would try is of no use for finding dead stones.
        let mut settings = self.settings.search;
        if let Some(puct) = settings.puct_mut() {
            puct.human = HumanExploration::default();
        }
        let mut search = self.new_search_with(&settings, &position, 1, 1);
        let limits = Limits { visits: None, playouts: Some(self.settings.counting.visits), time };
        search_to(&mut search, limits, &mut SearchMonitor { stop, every: None, on_report: &mut |_| {} })
    }

    /// Counts own hopeless moves, and resigns if that is due and allowed.
    fn consider_resigning(&self, request: &ThinkRequest, decision: &mut Decision) {
        let (colour, resign) = (request.colour, &self.settings.resign);
        if is_hopeless(&decision.snapshot, colour, resign) {
            decision.hopeless_moves = self.hopeless[colour.index()] + 1;
        }
        decision.would_resign = request.purpose == Purpose::Game
            && resign.enabled
            && decision.hopeless_moves >= resign.consecutive_turns.max(1)
            && is_late_enough(&self.game, colour, resign)
            && self.counts_as_lost(decision);
        if decision.would_resign && request.may_resign {
            decision.choice = Choice::Resign;
            decision.reason = Reason::Resigned { moves: decision.hopeless_moves };
        }
    }

    fn counts_as_lost(&self, decision: &Decision) -> bool {
        let (position, ownership) = (&decision.position, decision.snapshot.ownership.as_deref());
        let status = FinalStatus::of(position, ownership, self.settings.counting.certainty);
        status.score(position).for_side(decision.colour) < 0.0
    }
}

/// Runs a search with at least some visits, so that there is always a move.
pub(super) fn search_to(
    search: &mut Search,
    limits: Limits,
    monitor: &mut SearchMonitor,
) -> Result<Snapshot, EvaluationError> {
    search.run(limits, monitor.stop, monitor.every, monitor.on_report)?;
    let snapshot = search.snapshot();
    let asked = limits.visits.or(limits.playouts).unwrap_or(u64::MAX);
    // Ownership from playouts does not outlive a search; from networks it is kept in the tree.
    let known = if search.keeps_ownership() { snapshot.visits } else { snapshot.new_visits };
    if known >= FEWEST.min(asked) {
        return Ok(snapshot);
    }
    search.run(Limits::playouts(FEWEST.min(asked)), &AtomicBool::new(false), None, &mut |_| {})?;
    Ok(search.snapshot())
}
