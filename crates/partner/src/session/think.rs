//! Searching and deciding.

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use board::{Colour, Game, Move, Position};
use search::{Limits, Search, Snapshot};

use super::{AnalysisRequest, Session};
use crate::clock::allot;
use crate::dead_stones::FinalStatus;
use crate::decision::{
    AfterPass, Choice, Decision, Purpose, Reason, chance, choose, follow, is_hopeless, is_late_enough,
    shuffle,
};
use crate::settings::Settings;

/// How a long search shows itself and is ended.
pub struct SearchMonitor<'a> {
    /// Ends the search early when it becomes true.
    pub stop: &'a AtomicBool,
    pub every: Option<Duration>,
    pub on_report: &'a mut dyn FnMut(&Snapshot),
}

/// Visits that every search makes, however little time it has and however much its tree knows: they show some
/// move, and who owns what.
const FEWEST: u64 = 64;
/// Part of a move's time kept for the question whether to pass.
const TIME_FOR_PASS_CHECK: f64 = 0.2;

impl Session {
    /// Decides and plays.
    pub fn genmove(&mut self, colour: Colour) -> Decision {
        self.genmove_for(colour, Purpose::Game)
    }

    /// Decides and plays; for [`Purpose::Cleanup`] dead stones are taken off before passing.
    pub fn genmove_for(&mut self, colour: Colour, purpose: Purpose) -> Decision {
        let stop = AtomicBool::new(false);
        self.genmove_watched(
            colour,
            purpose,
            SearchMonitor { stop: &stop, every: None, on_report: &mut |_| {} },
        )
    }

    /// Decides and plays while somebody watches.
    pub fn genmove_watched(
        &mut self,
        colour: Colour,
        purpose: Purpose,
        mut watch: SearchMonitor,
    ) -> Decision {
        let begin = Instant::now();
        self.turn_to(colour);
        let position = self.searched(colour, self.settings.ignore_history, self.settings.conservative_pass);
        let time = self.time_for(colour);
        let limits = self.limits(time);
        let mut search = self.thinker.search();
        search.set_position(&position);
        let mut view = think(&mut search, limits, &mut watch);
        drop(search);
        shuffle(&mut view, &position, &self.settings.temperature, chance(self.seed, &position));
        let decision = self.decide_on(&position, view, purpose, time, watch.stop);
        self.carry_out(colour, &position, decision, purpose, begin.elapsed())
    }

    /// Plays what was decided, or resigns where there is no hope.
    pub(crate) fn carry_out(
        &mut self,
        colour: Colour,
        position: &Position,
        mut decision: Decision,
        purpose: Purpose,
        used: Duration,
    ) -> Decision {
        let hopeless = self.count_hopeless(colour, position, &decision, purpose);
        self.would_resign = hopeless.is_some();
        if let Some(moves) = hopeless.filter(|_| !self.never_resigns) {
            decision.choice = Choice::Resign;
            decision.reason = Reason::Resigned { moves };
        }
        if let Choice::Play(m) = decision.choice {
            // The move was legal in a position that differs from the game's own at most in its passes.
            if self.game.play(colour, m).is_err() {
                decision.choice = Choice::Play(Move::Pass);
                let _ = self.game.play(colour, Move::Pass);
            }
        }
        self.clocks[colour.index()].spend(used);
        self.thought += used;
        self.last = Some(decision.clone());
        decision
    }

    /// Decides without playing, from a tree and a seed of its own: the same position gets the same answer.
    pub fn decide(&mut self, colour: Colour) -> Decision {
        let stop = AtomicBool::new(false);
        self.decide_watched(colour, SearchMonitor { stop: &stop, every: None, on_report: &mut |_| {} })
    }

    /// Decides without playing while somebody watches.
    pub fn decide_watched(&mut self, colour: Colour, mut watch: SearchMonitor) -> Decision {
        let begin = Instant::now();
        self.turn_to(colour);
        let position = self.searched(colour, self.settings.ignore_history, self.settings.conservative_pass);
        let mut search = self.fresh_search(&position, 2, self.settings.threads);
        let time = self.time_for(colour);
        let limits = self.limits(time);
        let view = think(&mut search, limits, &mut watch);
        let decision = self.decide_on(&position, view, Purpose::Game, time, watch.stop);
        self.thought += begin.elapsed();
        self.last = Some(decision.clone());
        decision
    }

    /// Searches until `stop` or to the study's limits, from what the tree knows; the last view is returned.
    pub fn analyse(&mut self, colour: Colour, study: &AnalysisRequest, mut watch: SearchMonitor) -> Snapshot {
        let position = self.studied(colour, study);
        let mut search = self.thinker.search();
        search.set_position(&position);
        search.bar(&study.bars);
        search.set_wide_root_noise(study.wide_root);
        let view = think(&mut search, study.limits, &mut watch);
        search.set_wide_root_noise(None);
        if !study.bars.is_empty() {
            // A tree without some of its moves must not decide the next move of the game.
            search.clear();
        }
        view
    }

    /// What the search knows of the present position, with `colour` to move.
    pub fn view(&mut self, colour: Colour) -> Snapshot {
        let mut position = position_for(&self.game, colour);
        let mut search = self.thinker.search();
        if search.position().shown_moves().len() < search.position().moves().len() {
            // What an analysis found without the past counts, too.
            position.hide_history();
        }
        search.set_position(&position);
        search.view()
    }

    /// The time this move may take in all.
    pub(crate) fn time_for(&self, colour: Colour) -> Option<Duration> {
        let clock = &self.clocks[colour.index()];
        let by_clock = allot(clock, self.game.moves().len(), self.size(), self.settings.lag());
        match (by_clock, self.settings.time()) {
            (Some(a), Some(b)) => Some(a.min(b)),
            (a, b) => a.or(b),
        }
    }

    /// The limits of a move's own search: once a pass may come up, some time is kept for that question.
    pub(crate) fn limits(&self, time: Option<Duration>) -> Limits {
        let asks_aside = self.late && self.settings.search.network.is_none();
        let part = if asks_aside { 1.0 - TIME_FOR_PASS_CHECK } else { 1.0 };
        let Settings { visits, playouts, .. } = self.settings;
        Limits { visits, playouts, time: time.map(|t| t.mul_f64(part)) }
    }

    pub(crate) fn decide_on(
        &mut self,
        position: &Position,
        view: Snapshot,
        purpose: Purpose,
        time: Option<Duration>,
        stop: &AtomicBool,
    ) -> Decision {
        let sure = self.settings.counting.settled;
        let status = FinalStatus::of(position, view.ownership.as_deref(), sure);
        self.late = !status.is_early();
        if self.settings.search.network.is_some() && purpose == Purpose::Game {
            let (m, reason) = follow(position, &view, &status, self.settings.fill_dame);
            return Decision { choice: Choice::Play(m), reason, view };
        }
        let time = time.map(|t| t.mul_f64(TIME_FOR_PASS_CHECK));
        let (m, reason) = choose(position, &view, &status, purpose, &mut || {
            let view = self.look_aside(position.to_move().other(), time, stop);
            AfterPass { status: FinalStatus::of(position, view.ownership.as_deref(), sure), view }
        });
        Decision { choice: Choice::Play(m), reason, view }
    }

    /// A short search of the board with `colour` to move, beside the game's own tree. It begins from nothing,
    /// from the session's seed and with one thread, so that the same position always gets the same answer.
    pub(crate) fn look_aside(&self, colour: Colour, time: Option<Duration>, stop: &AtomicBool) -> Snapshot {
        let position = position_for(&self.game, colour);
        let mut search = self.fresh_search(&position, 1, 1);
        let limits = Limits { visits: None, playouts: Some(self.settings.counting.visits), time };
        think(&mut search, limits, &mut SearchMonitor { stop, every: None, on_report: &mut |_| {} })
    }

    /// Counts own moves without hope; the number when it is time to resign.
    fn count_hopeless(
        &mut self,
        colour: Colour,
        position: &Position,
        decision: &Decision,
        purpose: Purpose,
    ) -> Option<u32> {
        let resign = &self.settings.resign;
        let hopeless = is_hopeless(&decision.view, colour, resign);
        let count = &mut self.hopeless[colour.index()];
        *count = if hopeless { *count + 1 } else { 0 };
        if !resign.enabled
            || *count < resign.moves.max(1)
            || purpose == Purpose::Cleanup
            || !is_late_enough(&self.game, colour, resign)
        {
            return None;
        }
        let ownership = decision.view.ownership.as_deref();
        let counted = FinalStatus::of(position, ownership, self.settings.counting.settled).score(position);
        (counted.for_side(colour) < 0.0).then_some(*count)
    }
}

/// Runs a search; it always ends with some move to show.
pub(crate) fn think(search: &mut Search, limits: Limits, watch: &mut SearchMonitor) -> Snapshot {
    search.run(limits, watch.stop, watch.every, watch.on_report);
    let view = search.view();
    let asked = limits.visits.or(limits.playouts).unwrap_or(u64::MAX);
    // What playouts say of ownership is forgotten from search to search; networks keep it in the tree.
    let known = if search.keeps_ownership() { view.visits } else { view.new_visits };
    if known >= FEWEST.min(asked) {
        return view;
    }
    search.run(Limits::playouts(FEWEST.min(asked)), &AtomicBool::new(false), None, &mut |_| {});
    search.view()
}

/// The position with `colour` to move. Passes that have ended the game are left out, so that it can go on.
pub(crate) fn position_for(game: &Game, colour: Colour) -> Position {
    let mut position = game.position().clone();
    let last_by = game.moves().last().map(|(c, _)| *c);
    let in_order = position.passes() == 0 || (position.passes() == 1 && last_by == Some(colour.other()));
    if !in_order {
        let moves = game.moves();
        let passes = moves.iter().rev().take_while(|(_, m)| *m == Move::Pass).count();
        position.copy_from(game.start());
        for &(c, m) in &moves[..moves.len() - passes] {
            position.set_to_move(c);
            position.play_legal(m);
        }
        if last_by == Some(colour.other()) {
            position.set_to_move(colour.other());
            position.play_legal(Move::Pass);
        }
    }
    position.set_to_move(colour);
    position
}
