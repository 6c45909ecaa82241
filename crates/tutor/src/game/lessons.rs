//! What the player's moves cost, from all that is known by now.

use board::{Colour, Game, Move};
use review::{Change, Findings, PositionAnalysis, is_known_on, reason};
use search::Snapshot;

use super::TeachingGame;
use crate::lesson::Lesson;
use crate::seen_by::Asked;

impl TeachingGame {
    /// Notes why the player's last move was bad, when it is known what could be had before it. `after` is of the position
    /// after that many moves.
    pub(super) fn teach(&mut self, after: &Snapshot, number: usize) {
        let place = number.checked_sub(1).and_then(|last| self.tree.line().get(last).copied());
        let (Some(before), Some(place)) = (self.before.take(), place) else { return };
        let Some(taught) = self.tree.taught(place, self.player) else { return };
        let (played, better, points) = (taught.played, taught.before.best(), taught.cost());
        let (best, lead) = (taught.before.best_lead, taught.after.lead);
        let game = self.game_before(number);
        if let Some(rank) = self.request.players_rank(self.player).filter(|_| is_known_on(self.size())) {
            let asked = Asked {
                after: number - 1,
                rank,
                colour: self.player,
                played,
                position: game.position(),
                before: &before,
                best,
                lead,
            };
            let evaluators = self.session.evaluators();
            let is_hard = points == 0.0 && asked.is_hard(evaluators);
            let seen_by = if points > 0.0 { asked.seen_by(points, evaluators) } else { None };
            if let Some(node) = self.tree.node_mut(number) {
                (node.seen_by, node.is_hard) = (seen_by, is_hard);
            }
        }
        if points == 0.0 {
            return;
        }
        let why = before.ownership.as_deref().zip(after.ownership.as_deref()).and_then(|(was, is)| {
            reason(&Change {
                colour: self.player,
                board: game.position().board(),
                played,
                better,
                before: was,
                after: is,
            })
        });
        // What is called better now was named last.
        self.hinted = None;
        if let Some(node) = self.tree.node_mut(number) {
            node.reason = why;
        }
    }

    /// Takes over what a review found of the game, as far as its looks are deeper. True where something was.
    pub fn deepen(&mut self, moves: &[(Colour, Move)], findings: &Findings) -> bool {
        let (mut place, mut is_deeper) = (None, false);
        for (after, look) in findings.positions.iter().enumerate() {
            is_deeper |= self.tree.deepen(place, look);
            let Some((_, mv)) = moves.get(after) else { break };
            let Some(next) = self.tree.next(place, *mv) else { break };
            place = Some(next);
            if let Some(mistake) = findings.mistakes.iter().find(|mistake| mistake.after == after) {
                self.tree.explain(next, mistake.reason.clone());
            }
        }
        is_deeper
    }

    /// The move that a hint named last in the position on the board, or a lesson called better.
    pub(super) fn named(&self) -> Option<Move> {
        self.named_after(self.tree.here())
    }

    pub(super) fn named_after(&self, place: Option<usize>) -> Option<Move> {
        match self.hinted {
            Some((here, mv)) if here == place => Some(mv),
            _ => self.tree.called_better(place, self.player),
        }
    }

    /// Notes which move a lesson called better, so that a hint does not contradict it silently.
    pub fn has_told(&mut self, lesson: Option<&Lesson>) {
        let better = lesson.and_then(|lesson| Some((lesson.number, lesson.better.as_ref()?.first()?)));
        if let Some((number, better)) = better
            && let Some(node) = self.tree.node_mut(number)
        {
            node.told_better = Some(*better);
        }
    }

    /// Notes what was thought of the position after that many moves, unless more is known.
    pub(super) fn judged(&mut self, view: &Snapshot, moves: usize) {
        let line = self.tree.line();
        if view.visits == 0 || moves > line.len() {
            return;
        }
        let place = moves.checked_sub(1).and_then(|last| line.get(last).copied());
        self.tree.deepen(place, &PositionAnalysis::of(view));
    }

    /// On the player's last move, if it was taught.
    pub fn lesson(&self) -> Option<Lesson> {
        let last = self.tree.line().len();
        (last.saturating_sub(1)..=last).rev().find_map(|number| self.lesson_on(number))
    }

    /// On the move with a number, from all that is known by now.
    fn lesson_on(&self, number: usize) -> Option<Lesson> {
        let place = *self.tree.line().get(number.checked_sub(1)?)?;
        let node = &self.tree.nodes()[place];
        match self.tree.taught(place, self.player) {
            Some(taught) => {
                let game = self.game_before(number);
                Some(taught.lesson(number, game.position(), node.reason.as_ref(), self.detail()))
            }
            None => node.lesson.clone().map(Lesson::in_words),
        }
    }

    /// The game before the move with a number.
    pub fn game_before(&self, number: usize) -> Game {
        let mut game = self.session.game().clone();
        while game.moves().len() >= number && game.undo().is_some() {}
        game
    }

    /// What the moves on the board cost, by their numbers.
    pub fn costs(&self) -> Vec<(usize, f32)> {
        let line = self.tree.line().into_iter().enumerate();
        let cost = |place: usize| match self.tree.taught(place, self.player) {
            Some(taught) => Some(taught.cost()),
            None => self.tree.nodes()[place].lesson.as_ref().map(|lesson| lesson.points),
        };
        line.filter_map(|(before, place)| cost(place).map(|cost| (before + 1, cost))).collect()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use partner::{LoadedNetworks, SearchMonitor};
    use rand::SeedableRng;
    use rand_xoshiro::Xoshiro256PlusPlus;

    use super::*;

    /// The lesson on a first move on 9×9, with a partner of some strength.
    fn lesson(strength: &str, first: &str) -> (Lesson, bool) {
        let request = format!(
            r#"{{"size":9,"colour":"black","rules":"chinese",
                 "partner":{{"strength":"{strength}","seconds":60.0,"aim":"win"}}}}"#
        );
        let (request, nets) = (serde_json::from_str(&request).unwrap(), LoadedNetworks::default());
        let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
        let mut game = TeachingGame::new(request, &nets, &mut random).unwrap();
        let before = game.before_move(true).unwrap();
        game.play(Move::parse(first, game.size()).unwrap(), before).unwrap();
        let stop = AtomicBool::new(false);
        let monitor = SearchMonitor { stop: &stop, every: None, on_report: &mut |_| () };
        assert!(game.move_partner(true, true, monitor).unwrap());
        (game.lesson().unwrap(), game.tree.nodes()[0].seen_by.is_some())
    }

    #[test]
    fn a_lesson_says_who_sees_it_where_a_rank_is_known() {
        let (known, is_asked) = lesson("12k", "A1");
        assert!(is_asked && known.points > 2.0 && !known.is_quiet, "{known:?}");
        assert!(known.sentence.contains("Most players at your level see this."), "{known:?}");
        let (unknown, is_asked) = lesson("gentle", "A1");
        assert!(!is_asked && !unknown.sentence.contains("level"), "{unknown:?}");
    }
}
