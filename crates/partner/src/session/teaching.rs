//! A partner that plays at its strength and speaks from all that is known.
//!
//! Hints, looks and what a player's moves cost all grow the game's one tree, so that they cannot contradict each other,
//! nor what the partner says of its own moves. A partner that is to be weak must not play with what that tree knows: it
//! chooses beside the tree with as much thought as its settings allow, and tells what the tree makes of the choice.

use std::sync::atomic::AtomicBool;
use std::time::Instant;

use board::{Colour, Move, Position};
use search::{Limits, Snapshot};

use super::think::{position_for, think};
use super::{SearchMonitor, Session};
use crate::decision::{Choice, Decision, Purpose, Reason, chance, shuffle};

/// The number of the search in which a weak partner chooses.
const ASIDE: u64 = 3;
/// Points by which another move must be better to be called so.
const BETTER: f32 = 0.5;

impl Session {
    /// Decides and plays as the settings say, after the tree knows the position with at least `known` visits, or as well
    /// as the time of a move allows.
    pub fn genmove_teaching(&mut self, colour: Colour, known: u64, mut watch: SearchMonitor) -> Decision {
        let begin = Instant::now();
        let position = position_for(&self.game, colour);
        let time = self.time_for(colour);
        let mut limits = self.limits(time);
        limits.visits = limits.visits.map(|visits| visits.max(known));
        let mut search = self.thinker.search();
        search.set_position(&position);
        let view = think(&mut search, limits, &mut watch);
        drop(search);
        let mut picked = match self.settings.visits {
            Some(allowed) if view.visits > allowed => self.look_with(&position, allowed, watch.stop),
            _ => view.clone(),
        };
        shuffle(&mut picked, &position, &self.settings.temperature, chance(self.seed, &position));
        let chosen = self.decide_on(&position, picked, Purpose::Game, time, watch.stop);
        let decision = told(chosen, view);
        self.carry_out(colour, &position, decision, Purpose::Game, begin.elapsed())
    }

    /// What to do in the present position by all that is known of it, once the tree knows it as well as `limits` say.
    /// The game and its tree go on as if nobody had asked, only that the tree knows more.
    pub fn advise(&mut self, colour: Colour, limits: Limits, mut watch: SearchMonitor) -> Decision {
        let position = position_for(&self.game, colour);
        let mut search = self.thinker.search();
        search.set_position(&position);
        let view = think(&mut search, limits, &mut watch);
        drop(search);
        let late = self.late;
        let decision = self.decide_on(&position, view, Purpose::Game, limits.time, watch.stop);
        self.late = late;
        decision
    }

    /// What a search of so many visits sees that knows nothing before.
    fn look_with(&self, position: &Position, visits: u64, stop: &AtomicBool) -> Snapshot {
        let mut search = self.fresh_search(position, ASIDE, 1);
        think(
            &mut search,
            Limits::visits(visits),
            &mut SearchMonitor { stop, every: None, on_report: &mut |_| {} },
        )
    }
}

impl Decision {
    /// Holds to a move that was named for the same position before, unless it gives points away by what is known now:
    /// who asks twice should not hear two moves that are about as good.
    pub fn holding_to(mut self, named: Move) -> Decision {
        let Choice::Play(m) = self.choice else { return self };
        let place = self.view.candidates.iter().position(|c| c.mv == named);
        if let Some(place) = place
            && self.reason == Reason::MostVisited
            && !costs(&self.view, m, named)
        {
            self.view.candidates[..=place].rotate_right(1);
            self.choice = Choice::Play(named);
        }
        self
    }
}

/// A choice with the figures of another view, which says which move it would have preferred.
fn told(chosen: Decision, mut view: Snapshot) -> Decision {
    let Decision { choice, mut reason, view: seen } = chosen;
    if let Choice::Play(m) = choice {
        let best = view.best();
        if reason == Reason::MostVisited && best != m && costs(&view, best, m) {
            reason = Reason::HoldsBack { best };
        }
        match view.candidates.iter().position(|c| c.mv == m) {
            Some(place) => view.candidates[..=place].rotate_right(1),
            None => view.candidates.splice(0..0, seen.candidate(m).cloned()).for_each(drop),
        }
    }
    Decision { choice, reason, view }
}

/// Whether a move gives points away, as far as the view has looked at both.
fn costs(view: &Snapshot, best: Move, played: Move) -> bool {
    let lead = |m| view.candidate(m).map(|c| c.lead.of(view.to_move));
    match (lead(best), lead(played)) {
        (Some(best), Some(played)) => best - played >= BETTER,
        _ => true,
    }
}

#[cfg(test)]
mod tests {
    use board::Size;

    use super::*;
    use crate::settings::{Overrides, Settings};

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

    fn quiet<'a>(stop: &'a AtomicBool, on_report: &'a mut dyn FnMut(&Snapshot)) -> SearchMonitor<'a> {
        SearchMonitor { stop, every: None, on_report }
    }

    #[test]
    fn what_is_told_comes_from_one_tree() {
        let stop = AtomicBool::new(false);
        let mut session = session(4);
        let advice = session.advise(Colour::Black, Limits::visits(120), quiet(&stop, &mut |_| {}));
        assert_eq!((advice.view.visits, session.game().moves().len()), (120, 0));
        assert_eq!(advice.choice, Choice::Play(advice.view.best()));
        // Asked again, or looked at, it is the same tree and the same answer.
        let again = session.advise(Colour::Black, Limits::visits(120), quiet(&stop, &mut |_| {}));
        assert_eq!((again.choice, again.view.visits), (advice.choice, 120));
        assert_eq!(session.view(Colour::Black).best(), advice.view.best());
        // The partner itself speaks from it, too.
        let decision = session.genmove_teaching(Colour::Black, 0, quiet(&stop, &mut |_| {}));
        assert_eq!(decision.view.visits, 120);
        let Choice::Play(m) = decision.choice else { panic!("nobody resigns an empty board") };
        assert_eq!(decision.view.candidates[0].mv, m);
        let known = |view: &Snapshot| view.candidate(m).map(|c| (c.visits, c.lead));
        assert!(known(&again.view).is_none_or(|known_before| known(&decision.view) == Some(known_before)));
    }

    #[test]
    fn a_weak_partner_does_not_play_with_what_was_told() {
        let stop = AtomicBool::new(false);
        let alone = session(4).genmove_teaching(Colour::Black, 0, quiet(&stop, &mut |_| {}));
        let mut taught = session(4);
        taught.advise(Colour::Black, Limits::visits(300), quiet(&stop, &mut |_| {}));
        let after_hint = taught.genmove_teaching(Colour::Black, 300, quiet(&stop, &mut |_| {}));
        assert_eq!(after_hint.choice, alone.choice);
        assert!(after_hint.view.visits >= 300 && alone.view.visits <= 4);
    }

    #[test]
    fn what_was_named_stays_named_while_it_is_as_good() {
        use crate::testing::{position, shares, view};
        const EMPTY: [&str; 5] = ["....."; 5];
        let p = position(&EMPTY, Colour::Black);
        let at = |m: &str| Move::parse(m, p.size()).unwrap();
        let leading = |lead: f32| {
            let mut v = view(&p, &[("C3", 90, 0.6), ("B2", 10, 0.4)], shares(&EMPTY));
            v.candidates[0].lead = evaluation::Lead::for_side(Colour::Black, 3.0);
            v.candidates[1].lead = evaluation::Lead::for_side(Colour::Black, lead);
            Decision { choice: Choice::Play(at("C3")), reason: Reason::MostVisited, view: v }
        };
        let held = leading(2.8).holding_to(at("B2"));
        assert_eq!((held.choice, held.view.candidates[0].mv), (Choice::Play(at("B2")), at("B2")));
        assert_eq!(leading(1.0).holding_to(at("B2")).choice, Choice::Play(at("C3")));
        assert_eq!(leading(2.8).holding_to(at("A1")).choice, Choice::Play(at("C3")));
    }

    #[test]
    fn a_better_move_is_named() {
        use crate::testing::{position, shares, view};
        const EMPTY: [&str; 5] = ["....."; 5];
        let p = position(&EMPTY, Colour::Black);
        let full = || {
            let mut v = view(&p, &[("C3", 90, 0.6), ("B2", 10, 0.4)], shares(&EMPTY));
            v.candidates[0].lead = evaluation::Lead::for_side(Colour::Black, 3.0);
            v.candidates[1].lead = evaluation::Lead::for_side(Colour::Black, 1.0);
            v
        };
        let chosen = |m: &str| Decision {
            choice: Choice::Play(Move::parse(m, p.size()).unwrap()),
            reason: Reason::MostVisited,
            view: view(&p, &[(m, 2, 0.5)], shares(&EMPTY)),
        };
        let best = Move::parse("C3", p.size()).unwrap();
        assert_eq!(told(chosen("C3"), full()).reason, Reason::MostVisited);
        let worse = told(chosen("B2"), full());
        assert_eq!(worse.reason, Reason::HoldsBack { best });
        assert_eq!((worse.view.candidates[0].visits, worse.view.candidates.len()), (10, 2));
        let unseen = told(chosen("A1"), full());
        assert_eq!((unseen.view.candidates[0].visits, unseen.view.candidates.len()), (2, 3));
    }
}
