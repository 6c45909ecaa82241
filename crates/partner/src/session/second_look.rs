//! A second look at a move before it is played for what it gives back, and at what people would reply.
//!
//! The moves that steer a game are rarely those that the search likes, so few of its visits know them. Among many such
//! leads the one that fits best is often one that is wrong: a ladder that works after all, or a reply nobody looked at.
//! And a lead is what is left after the best reply, which the opponent may overlook.

use std::sync::atomic::AtomicBool;

use board::{Move, Position};
use evaluation::{EvaluationError, Lead};
use search::{Candidate, HumanExploration, Limits, Snapshot};

use super::think::search_to;
use super::{SearchMonitor, Session};
use crate::decision::{Chain, DecisionTable, Row, RuleName, Scene, Status, places, run};

/// The stream of these searches.
const STREAM: u64 = 5;
/// Visits that say what a pass would lose.
const PASS_VISITS: u64 = 16;
/// A pass that seems to cost no more than this is looked at again, for it may be played.
const CHEAP: f32 = 1.0;
/// How many moves are looked at again before one is played.
const MOVES: usize = 4;

impl Session {
    /// Searches the position after the chosen move, and lets the rules choose again with what is found, until they choose
    /// a move that was looked at.
    pub(super) fn look_again(
        &self,
        table: &mut DecisionTable,
        chain: &Chain,
        scene: &Scene,
        visits: u64,
    ) -> Result<(), EvaluationError> {
        if visits == 0 {
            return Ok(());
        }
        for _ in 0..MOVES {
            let place = table.rows.iter().position(|row| matches!(row.status, Status::Chosen(_)));
            let Some(row) = place.and_then(|place| table.rows.get_mut(place)) else { return Ok(()) };
            if row.mistake.is_some() || row.mv == Move::Pass {
                return Ok(());
            }
            let (after, position) = self.search_after(scene.position, row.mv, visits, true)?;
            // What the best reply leaves; the mean over all replies would be higher.
            let best =
                after.candidates.first().map_or((after.win_rate, after.lead), |c| (c.win_rate, c.lead));
            row.replies = self.expected_replies(&after, &position, best.1)?;
            let side = after.to_move;
            let lost = row.replies.iter().map(|(p, lead)| p * (best.1.of(side) - lead.of(side)));
            row.mistake = Some(lost.sum());
            if row.visits < after.visits {
                (row.visits, row.win_rate, row.lead) = (after.visits, best.0, best.1);
            }
            table.keep_all();
            run(chain, table, scene);
        }
        // One of the moves that are known by now. About half of the visits of a second look count.
        let is_known = |row: &Row| row.mistake.is_some() || row.visits >= visits / 2;
        table.keep_all();
        table.drop(&places(table, |row| !is_known(row)), RuleName::MinVisits);
        run(chain, table, scene);
        Ok(())
    }

    /// What people would reply in a searched position, and what that leaves. What the search did not look at counts as the
    /// best move.
    fn expected_replies(
        &self,
        searched: &Snapshot,
        position: &Position,
        best: Lead,
    ) -> Result<Vec<(f32, Lead)>, EvaluationError> {
        let Some(people) = self.human_output_at(position)? else { return Ok(vec![(1.0, best)]) };
        let reply = |c: &Candidate| (people.prior_of(position.size(), c.mv), c.lead);
        let mut replies: Vec<(f32, Lead)> = searched.candidates.iter().map(reply).collect();
        let known: f32 = replies.iter().map(|(p, _)| p).sum();
        replies.push(((1.0 - known).max(0.0), best));
        Ok(replies)
    }

    /// Looks again at a pass that seems to cost little, for it may be played: few visits of it see what the opponent could do
    /// with two moves in a row.
    pub(super) fn look_at_pass(
        &self,
        snapshot: &mut Snapshot,
        position: &Position,
        visits: u64,
    ) -> Result<(), EvaluationError> {
        let side = snapshot.to_move;
        let other = snapshot.candidates.iter().find(|c| c.mv != Move::Pass).map(|c| c.lead.of(side));
        let place = snapshot.candidates.iter().position(|c| c.mv == Move::Pass);
        let (Some(other), Some(place)) = (other, place) else { return Ok(()) };
        let is_cheap = |pass: &Candidate| other - pass.lead.of(side) <= CHEAP;
        if position.passes() > 0 || visits == 0 || !is_cheap(&snapshot.candidates[place]) {
            return Ok(());
        }
        let (after, _) = self.search_after(position, Move::Pass, visits, false)?;
        let reply = after.candidates.first().map_or((after.win_rate, after.lead), |c| (c.win_rate, c.lead));
        let pass = &mut snapshot.candidates[place];
        (pass.win_rate, pass.lead) = reply;
        if !is_cheap(pass) {
            snapshot.candidates[place..].rotate_left(1);
        }
        Ok(())
    }

    /// Points that a pass would lose: what it is worth to move now.
    pub(super) fn pass_cost(&self, snapshot: &Snapshot, position: &Position) -> Result<f32, EvaluationError> {
        if position.passes() > 0 {
            return Ok(0.0);
        }
        let pass = match snapshot.candidate(Move::Pass).filter(|pass| pass.visits >= PASS_VISITS) {
            Some(pass) => pass.lead,
            None => self.search_after(position, Move::Pass, PASS_VISITS, false)?.0.lead,
        };
        let best = snapshot.candidates.first().map_or(snapshot.lead, |best| best.lead);
        Ok((best.of(snapshot.to_move) - pass.of(snapshot.to_move)).max(0.0))
    }

    /// A search with the other side to move, and its position. `as_people` looks at what people would play, too.
    pub(super) fn search_after(
        &self,
        position: &Position,
        mv: Move,
        visits: u64,
        as_people: bool,
    ) -> Result<(Snapshot, Position), EvaluationError> {
        let mut after = position.clone();
        after.play_legal(mv);
        let mut settings = self.settings.search;
        if let Some(puct) = settings.puct_mut().filter(|_| !as_people) {
            puct.human = HumanExploration::default();
        }
        let mut search = self.new_search_with(&settings, &after, STREAM, 1);
        let (stop, limits) = (AtomicBool::new(false), Limits::visits(visits));
        let mut monitor = SearchMonitor { stop: &stop, every: None, on_report: &mut |_| {} };
        Ok((search_to(&mut search, limits, &mut monitor)?, after))
    }
}
