//! A partner that plays at its own strength and explains with all that is known.
//!
//! Hints, analyses and lessons all use the game's tree, so that they agree with each other and with what the partner says
//! about its own moves. A weak partner must not use that tree to choose its move: it chooses with a separate search of as
//! many visits as its settings allow, and explains the choice with the game's tree. A partner that keeps games close holds
//! back by its rules, however much it knows, so it chooses from the game's tree.

use std::sync::atomic::AtomicBool;

use board::{Colour, Move, Position};
use evaluation::EvaluationError;
use search::{Limits, Snapshot};

use super::think::search_to;
use super::{SearchMonitor, Session, ThinkRequest};
use crate::decision::{Choice, Decision, Reason};

/// The stream of the search in which a weak partner chooses.
const ASIDE: u64 = 3;
/// How many points better a move must be to be called better.
const BETTER: f32 = 0.5;

impl Session {
    /// Decides at the strength of the settings, once the tree has at least `known` visits or the time of a move is up.
    pub(super) fn think_teaching(
        &mut self,
        request: &ThinkRequest,
        known: u64,
        monitor: &mut SearchMonitor,
    ) -> Result<Decision, EvaluationError> {
        self.follow_opponent(request.colour)?;
        let time = self.time_for(request.colour);
        let mut limits = self.limits(time);
        limits.visits = limits.visits.map(|visits| visits.max(known));
        let (position, snapshot) = self.search_game(request.colour, limits, monitor)?;
        let allowed = self.settings.visits.unwrap_or(u64::MAX);
        let mut picked = match self.may_choose_from(&snapshot, allowed) {
            true => snapshot.clone(),
            false => self.search_from_scratch(&position, allowed.min(snapshot.visits), monitor.stop)?,
        };
        self.note_loss(&position, &picked);
        let best = picked.best();
        let table = self.pick(&mut picked, &position, monitor.stop)?;
        let mut chosen = self.decide_on_picked(position, picked, request.purpose, time, monitor.stop)?;
        if self.controls() && chosen.reason == Reason::MostVisited && chosen.choice != Choice::Play(best) {
            chosen.reason = Reason::KeepsClose { best };
        }
        Ok(explained_by(chosen.with_table(table), snapshot))
    }

    /// Whether the game's tree is one that a partner with that many visits may choose its move from.
    fn may_choose_from(&self, snapshot: &Snapshot, allowed: u64) -> bool {
        // The game's tree knows no weights. And what people would play is looked at in new visits only: a tree that has
        // grown on the opponent's turn does not know enough of it.
        let knows_people = snapshot.new_visits.saturating_mul(2) >= allowed;
        let is_small = snapshot.visits <= allowed;
        !self.settings.has_weights() && (is_small || (self.controls() && knows_people))
    }

    /// Decides with the game's tree, searched to the limits.
    pub(super) fn advise(
        &mut self,
        request: &ThinkRequest,
        limits: Limits,
        monitor: &mut SearchMonitor,
    ) -> Result<Decision, EvaluationError> {
        let (position, snapshot) = self.search_game(request.colour, limits, monitor)?;
        self.decide_on(position, snapshot, request.purpose, limits.time, monitor.stop)
    }

    fn search_game(
        &mut self,
        colour: Colour,
        limits: Limits,
        monitor: &mut SearchMonitor,
    ) -> Result<(Position, Snapshot), EvaluationError> {
        let position = self.root_position(colour, false, false);
        let mut search = self.search.idle();
        search.set_position(&position);
        let snapshot = search_to(&mut search, limits, monitor)?;
        Ok((position, snapshot))
    }

    /// A search of that many visits from scratch.
    fn search_from_scratch(
        &self,
        position: &Position,
        visits: u64,
        stop: &AtomicBool,
    ) -> Result<Snapshot, EvaluationError> {
        let weights = self.settings.weights_for(position.to_move(), position.size());
        let settings = search::Settings { weights, ..self.settings.search };
        let mut search = self.new_search_with(&settings, position, ASIDE, 1);
        let mut quiet = SearchMonitor { stop, every: None, on_report: &mut |_| {} };
        search_to(&mut search, Limits::visits(visits), &mut quiet)
    }
}

impl Decision {
    /// Prefers a move that was named for the same position before, unless it now seems to lose points: whoever asks twice
    /// should not hear two moves that are about as good.
    pub fn holding_to(mut self, named: Move) -> Decision {
        let Choice::Play(m) = self.choice else { return self };
        let place = self.snapshot.candidates.iter().position(|c| c.mv == named);
        if let Some(place) = place
            && self.reason == Reason::MostVisited
            && !loses_points(&self.snapshot, m, named)
        {
            self.snapshot.candidates[..=place].rotate_right(1);
            self.choice = Choice::Play(named);
            self.follow_choice();
        }
        self
    }
}

/// The decision with the numbers of a larger search, which may have preferred another move.
fn explained_by(mut chosen: Decision, mut snapshot: Snapshot) -> Decision {
    if let Choice::Play(m) = chosen.choice {
        let best = snapshot.best();
        chosen.reason = match chosen.reason {
            Reason::MostVisited if best != m && loses_points(&snapshot, best, m) => {
                Reason::HoldsBack { best }
            }
            Reason::KeepsClose { .. } if best == m => Reason::MostVisited,
            Reason::KeepsClose { .. } => Reason::KeepsClose { best },
            reason => reason,
        };
        // Whoever looked longer at a move is right about it: a partner that steers looks at its move again.
        if chosen.table.aim.is_some() {
            for candidate in &mut snapshot.candidates {
                let Some(row) = chosen.table.row(candidate.mv).filter(|row| row.visits > candidate.visits)
                else {
                    continue;
                };
                (candidate.visits, candidate.win_rate, candidate.lead) = (row.visits, row.win_rate, row.lead);
            }
        }
        chosen.table.deepen(&snapshot);
        match snapshot.candidates.iter().position(|c| c.mv == m) {
            Some(place) => snapshot.candidates[..=place].rotate_right(1),
            None => snapshot.candidates.splice(0..0, chosen.snapshot.candidate(m).cloned()).for_each(drop),
        }
    }
    let mut decision = Decision { snapshot, ..chosen };
    if let Reason::KeepsClose { best } = decision.reason
        && !decision.gives_back(best)
    {
        decision.reason = Reason::MostVisited;
    }
    decision
}

/// Whether a move loses points, if both were searched.
fn loses_points(snapshot: &Snapshot, best: Move, played: Move) -> bool {
    let lead = |m| snapshot.candidate(m).map(|c| c.lead.of(snapshot.to_move));
    match (lead(best), lead(played)) {
        (Some(best), Some(played)) => best - played >= BETTER,
        _ => true,
    }
}

#[cfg(test)]
mod tests {
    use board::Size;

    use super::*;
    use crate::presets::Overrides;
    use crate::settings::Settings;

    fn session(visits: u64) -> Session {
        let overrides = Overrides {
            visits: Some(visits),
            seed: Some(1),
            threads: Some(1),
            net: Some("default".into()),
            ..Overrides::default()
        };
        let mut settings = Settings::layered("network+win", None, &overrides).unwrap();
        (settings.temperature.early, settings.temperature.later) = (0.0, 0.0);
        let mut session = Session::new(settings).unwrap();
        session.new_game(Size::square(7).unwrap());
        session
    }

    fn advise(session: &mut Session, visits: u64) -> Decision {
        session.think(&ThinkRequest::advice(Colour::Black, Limits::visits(visits))).unwrap()
    }

    fn teach(session: &mut Session, visits: u64) -> Decision {
        session.think(&ThinkRequest::teaching(Colour::Black, visits)).unwrap()
    }

    #[test]
    fn what_is_told_comes_from_one_tree() {
        let mut session = session(4);
        let advice = advise(&mut session, 120);
        assert_eq!((advice.snapshot.visits, session.game().moves().len()), (120, 0));
        assert_eq!(advice.choice, Choice::Play(advice.snapshot.best()));
        // Asked again, or looked at, it is the same tree and the same answer.
        let again = advise(&mut session, 120);
        assert_eq!((again.choice, again.snapshot.visits), (advice.choice, 120));
        assert_eq!(session.snapshot(Colour::Black).best(), advice.snapshot.best());
        // The partner itself speaks from it, too.
        let decision = teach(&mut session, 0);
        assert_eq!(decision.snapshot.visits, 120);
        let Choice::Play(m) = decision.choice else { panic!("nobody resigns an empty board") };
        assert_eq!(decision.snapshot.candidates[0].mv, m);
        let known = |snapshot: &Snapshot| snapshot.candidate(m).map(|c| (c.visits, c.lead));
        assert!(
            known(&again.snapshot).is_none_or(|known_before| known(&decision.snapshot) == Some(known_before))
        );
    }

    #[test]
    fn a_weak_partner_does_not_play_with_what_was_told() {
        let alone = teach(&mut session(4), 0);
        let mut taught = session(4);
        advise(&mut taught, 300);
        let after_hint = teach(&mut taught, 300);
        assert_eq!(after_hint.choice, alone.choice);
        assert!(after_hint.snapshot.visits >= 300 && alone.snapshot.visits <= 4);
    }

    #[test]
    fn what_was_named_stays_named_while_it_is_as_good() {
        use crate::testing::{position, shares, snapshot};
        const EMPTY: [&str; 5] = ["....."; 5];
        let p = position(&EMPTY, Colour::Black);
        let at = |m: &str| Move::parse(m, p.size()).unwrap();
        let leading = |lead: f32| {
            let mut v = snapshot(&p, &[("C3", 90, 0.6), ("B2", 10, 0.4)], shares(&EMPTY));
            v.candidates[0].lead = evaluation::Lead::for_side(Colour::Black, 3.0);
            v.candidates[1].lead = evaluation::Lead::for_side(Colour::Black, lead);
            Decision::new(p.clone(), Choice::Play(at("C3")), Reason::MostVisited, v)
        };
        let held = leading(2.8).holding_to(at("B2"));
        assert_eq!((held.choice, held.snapshot.candidates[0].mv), (Choice::Play(at("B2")), at("B2")));
        assert_eq!(leading(1.0).holding_to(at("B2")).choice, Choice::Play(at("C3")));
        assert_eq!(leading(2.8).holding_to(at("A1")).choice, Choice::Play(at("C3")));
    }

    #[test]
    fn a_better_move_is_named() {
        use crate::testing::{position, shares, snapshot};
        const EMPTY: [&str; 5] = ["....."; 5];
        let p = position(&EMPTY, Colour::Black);
        let full = || {
            let mut v = snapshot(&p, &[("C3", 90, 0.6), ("B2", 10, 0.4)], shares(&EMPTY));
            v.candidates[0].lead = evaluation::Lead::for_side(Colour::Black, 3.0);
            v.candidates[1].lead = evaluation::Lead::for_side(Colour::Black, 1.0);
            v
        };
        let chosen = |m: &str| {
            let choice = Choice::Play(Move::parse(m, p.size()).unwrap());
            let seen = snapshot(&p, &[(m, 2, 0.5)], shares(&EMPTY));
            Decision::new(p.clone(), choice, Reason::MostVisited, seen)
        };
        let best = Move::parse("C3", p.size()).unwrap();
        assert_eq!(explained_by(chosen("C3"), full()).reason, Reason::MostVisited);
        let worse = explained_by(chosen("B2"), full());
        assert_eq!(worse.reason, Reason::HoldsBack { best });
        assert_eq!((worse.snapshot.candidates[0].visits, worse.snapshot.candidates.len()), (10, 2));
        // A partner that keeps the game close is told of the larger search's best move, and of its numbers.
        let other = Move::parse("A1", p.size()).unwrap();
        let close = |m| Decision { reason: Reason::KeepsClose { best: other }, ..chosen(m) };
        assert_eq!(explained_by(close("C3"), full()).reason, Reason::MostVisited);
        let given_back = explained_by(close("B2"), full());
        assert_eq!(given_back.reason, Reason::KeepsClose { best });
        let mut level = full();
        level.candidates[1].lead = evaluation::Lead::for_side(Colour::Black, 3.0);
        level.candidates[1].win_rate = level.candidates[0].win_rate;
        assert_eq!(explained_by(close("B2"), level).reason, Reason::MostVisited, "nothing is given back");
        let row = given_back.table.chosen().unwrap();
        assert_eq!((row.visits, row.lead.of(Colour::Black)), (10, 1.0));
        let unseen = explained_by(chosen("A1"), full());
        assert_eq!((unseen.snapshot.candidates[0].visits, unseen.snapshot.candidates.len()), (2, 3));
    }
}
