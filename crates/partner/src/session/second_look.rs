//! A second look at a move before it is played for what it gives back.
//!
//! The moves that steer a game are rarely those that the search likes, so few of its visits know them. Among many such
//! leads the one that fits best is often one that is wrong: a ladder that works after all, or a reply nobody looked at.

use std::sync::atomic::AtomicBool;

use board::{Move, Position};
use evaluation::EvaluationError;
use search::{HumanExploration, Limits, Snapshot};

use super::think::search_to;
use super::{SearchMonitor, Session};
use crate::decision::{Chain, DecisionTable, RuleName, Scene, Status, places, run};

/// The stream of these searches.
const STREAM: u64 = 5;
/// Visits that say what a pass would lose.
const PASS_VISITS: u64 = 16;
/// How many moves are looked at again before one is played.
const MOVES: usize = 4;

impl Session {
    /// Searches the position after the chosen move, if that has fewer than `visits`, and lets the rules choose again with
    /// what is found, until they choose a move that is known well enough.
    pub(super) fn look_again(
        &self,
        table: &mut DecisionTable,
        chain: &Chain,
        scene: &Scene,
        visits: u64,
    ) -> Result<(), EvaluationError> {
        for _ in 0..MOVES {
            let place = table.rows.iter().position(|row| matches!(row.status, Status::Chosen(_)));
            let Some(row) = place.and_then(|place| table.rows.get_mut(place)) else { return Ok(()) };
            if row.visits >= visits || row.mv == Move::Pass {
                return Ok(());
            }
            let after = self.search_after(scene.position, row.mv, visits)?;
            // What the best reply leaves; the mean over all replies would be higher.
            let reply =
                after.candidates.first().map_or((after.win_rate, after.lead), |c| (c.win_rate, c.lead));
            (row.win_rate, row.lead) = reply;
            row.visits = after.visits;
            table.keep_all();
            run(chain, table, scene);
        }
        // One of the moves that are known by now.
        table.keep_all();
        table.drop(&places(table, |row| row.visits < visits), RuleName::MinVisits);
        run(chain, table, scene);
        Ok(())
    }

    /// Points that a pass would lose: what it is worth to move now.
    pub(super) fn pass_cost(&self, snapshot: &Snapshot, position: &Position) -> Result<f32, EvaluationError> {
        if position.passes() > 0 {
            return Ok(0.0);
        }
        let pass = match snapshot.candidate(Move::Pass).filter(|pass| pass.visits >= PASS_VISITS) {
            Some(pass) => pass.lead,
            None => self.search_after(position, Move::Pass, PASS_VISITS)?.lead,
        };
        let best = snapshot.candidates.first().map_or(snapshot.lead, |best| best.lead);
        Ok((best.of(snapshot.to_move) - pass.of(snapshot.to_move)).max(0.0))
    }

    /// A search with the other side to move.
    fn search_after(&self, position: &Position, mv: Move, visits: u64) -> Result<Snapshot, EvaluationError> {
        let mut after = position.clone();
        after.play_legal(mv);
        let mut settings = self.settings.search;
        if let Some(puct) = settings.puct_mut() {
            puct.human = HumanExploration::default();
        }
        let mut search = self.new_search_with(&settings, &after, STREAM, 1);
        let (stop, limits) = (AtomicBool::new(false), Limits::visits(visits));
        search_to(
            &mut search,
            limits,
            &mut SearchMonitor { stop: &stop, every: None, on_report: &mut |_| {} },
        )
    }
}
