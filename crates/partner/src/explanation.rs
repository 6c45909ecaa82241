//! A decision in words for somebody who learns: what the move does on the board, then how it compares, then numbers.

use board::{Move, Position};
use search::{Candidate, symmetries_of};

use crate::dead_stones::FinalStatus;
use crate::decision::{Choice, Decision, Reason};
use crate::effects::{Tense, Whose, effects, listed, percent, points};

/// Who hears it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Listener {
    /// Who plays against the one that decided.
    Opponent,
    /// Who is to move, and has asked what to do.
    Pupil,
}

/// Moves are about as good when no more points lie between them.
const SAME: f32 = 0.5;
/// A move that was looked at less, as a part of all visits, is not worth comparing with.
const LEAST_PART: f64 = 0.05;
/// Leads that are told as none.
const EVEN: f32 = 0.05;
/// Effects that are told: more is a lecture.
const MOST_EFFECTS: usize = 2;
/// Mirror images that are named one by one.
const MOST_IMAGES: usize = 3;
/// How sure the ownership of a point must be to call it settled.
const SETTLED: f32 = 0.8;
/// The part of the board that may be empty in an endgame.
const ENDGAME: f32 = 0.6;

impl Decision {
    /// Why, in a few plain sentences. `position` is the one that was decided on.
    pub fn plain(&self, position: &Position, listener: Listener) -> String {
        let choice = self.choice;
        let (does, whose) = match listener {
            Listener::Opponent => ("I play", Whose { own: "my", enemy: "your" }),
            Listener::Pupil => ("I would play", Whose { own: "your", enemy: "my" }),
        };
        let compared = match (choice, self.reason) {
            (Choice::Play(Move::Play(_)), Reason::MostVisited) => {
                [self.images(position), self.comparison(position)]
            }
            (Choice::Play(Move::Play(_)), Reason::HoldsBack { best }) => [None, Some(self.hold_back(best))],
            _ if listener == Listener::Opponent => return self.sentence(),
            _ => return self.advice(),
        };
        let mut text = format!("{does} {choice}.");
        if let Choice::Play(mv) = choice {
            let all = effects(position, mv);
            let told: Vec<String> =
                all.iter().take(MOST_EFFECTS).map(|effect| effect.phrase(whose, Tense::Now)).collect();
            if !told.is_empty() {
                text.push_str(&format!(" It {}.", listed(&told)));
            }
        }
        for sentence in compared.into_iter().flatten().chain(self.standing(listener)) {
            text.push(' ');
            text.push_str(&sentence);
        }
        text
    }

    fn chosen(&self) -> Option<&Candidate> {
        self.view.candidates.first()
    }

    /// Other points that are the same move because the board looks the same from there.
    fn mirror_images(&self, position: &Position) -> Vec<Move> {
        let Choice::Play(mv) = self.choice else { return Vec::new() };
        let images = symmetries_of(position).into_iter().map(|s| s.apply_move(mv, position.size()));
        let mut images: Vec<Move> = images.filter(|image| *image != mv).collect();
        images.sort();
        images.dedup();
        images
    }

    fn images(&self, position: &Position) -> Option<String> {
        let images: Vec<String> = self.mirror_images(position).iter().map(ToString::to_string).collect();
        match images.as_slice() {
            [] => None,
            [one] => Some(format!("{one} is its mirror image and just as good.")),
            some if some.len() <= MOST_IMAGES => {
                Some(format!("{} are its mirror images and just as good.", listed(some)))
            }
            _ => Some("Its mirror images are just as good.".into()),
        }
    }

    /// The choice beside the one that promises most points of the other moves.
    fn comparison(&self, position: &Position) -> Option<String> {
        let chosen = self.chosen()?;
        let least = (self.view.visits as f64 * LEAST_PART).max(1.0) as u64;
        let side = self.view.to_move;
        let lead = |c: &Candidate| c.lead.of(side);
        let images = self.mirror_images(position);
        let is_other = |c: &&Candidate| {
            c.mv != chosen.mv && c.mv != Move::Pass && c.visits > least && !images.contains(&c.mv)
        };
        let others = self.view.candidates.iter().filter(is_other);
        let other = others.max_by(|a, b| lead(a).total_cmp(&lead(b)))?;
        let gain = lead(chosen) - lead(other);
        Some(match gain {
            gain if gain > SAME && self.is_endgame(position) => {
                format!("In the endgame it is {} bigger than {}.", points(gain), other.mv)
            }
            gain if gain > SAME => format!("That is {} better than {}.", points(gain), other.mv),
            gain if gain >= -SAME => format!("{} is about as good.", other.mv),
            _ if chosen.win_rate.of(side) >= other.win_rate.of(side) => {
                format!("It is safer than {}.", other.mv)
            }
            // More points, and as many chances, were promised by few visits.
            _ => format!("I trust it more than {}.", other.mv),
        })
    }

    /// Whether most of the board is decided and much of it filled: a game can be lost long before its endgame.
    fn is_endgame(&self, position: &Position) -> bool {
        let (board, ownership) = (position.board(), self.view.ownership.as_deref());
        let empty = board.empty_count() as f32 / board.size().points() as f32;
        ownership.is_some() && empty <= ENDGAME && !FinalStatus::of(position, ownership, SETTLED).is_early()
    }

    fn hold_back(&self, best: Move) -> String {
        let lead = |m| self.view.candidate(m).map(|c| c.lead.of(self.view.to_move));
        match (lead(best), self.chosen().and_then(|c| lead(c.mv))) {
            (Some(best_lead), Some(own)) if best_lead > own => {
                let gain = points(best_lead - own);
                format!("{best} would be {gain} better, but I am not playing at full strength.")
            }
            _ => format!("{best} may be better, but I am not playing at full strength."),
        }
    }

    fn standing(&self, listener: Listener) -> Option<String> {
        let (chosen, side) = (self.chosen()?, self.view.to_move);
        let (lead, rate) = (chosen.lead.of(side), percent(chosen.win_rate.of(side)));
        let (leads, trails, whose) = match listener {
            Listener::Opponent => ("I lead", "I am behind", "my"),
            Listener::Pupil => ("You lead", "You are behind", "your"),
        };
        let stands = match lead {
            lead if lead.abs() < EVEN => "The score is even".to_string(),
            lead if lead > 0.0 => format!("{leads} by {}", points(lead)),
            lead => format!("{trails} by {}", points(-lead)),
        };
        Some(format!("{stands}, and {whose} win rate is {rate}."))
    }
}

#[cfg(test)]
mod tests {
    use board::Colour;
    use evaluation::Lead;

    use super::*;
    use crate::testing::{position, shares, view};

    const ROWS: [&str; 5] = ["....O", ".OX..", ".X...", ".....", "....."];

    fn said(moves: &[(&str, u64, f32, f32)], reason: Reason, listener: Listener) -> String {
        let p = position(&ROWS, Colour::Black);
        let plain: Vec<(&str, u64, f32)> = moves.iter().map(|(m, n, rate, _)| (*m, *n, *rate)).collect();
        let mut view = view(&p, &plain, shares(&ROWS));
        for (candidate, (.., lead)) in view.candidates.iter_mut().zip(moves) {
            candidate.lead = Lead::for_side(Colour::Black, *lead);
        }
        let choice = Choice::Play(view.candidates[0].mv);
        Decision::new(p.clone(), choice, reason, view).plain(&p, listener)
    }

    #[test]
    fn what_a_move_does_and_gains_is_told() {
        // Not the move that was looked at most, but the one that promises most is compared with; a glance is no look.
        let moves = [("B5", 70, 0.61, 3.0), ("D2", 15, 0.5, -1.0), ("A4", 13, 0.5, 0.5), ("E1", 2, 0.5, 9.0)];
        assert_eq!(
            said(&moves, Reason::MostVisited, Listener::Opponent),
            "I play B5. It catches your stone at B4 in a ladder. That is 2.5 points better than A4. \
             I lead by 3.0 points, and my win rate is 61%."
        );
        let moves = [("D2", 80, 0.4, -3.0), ("A4", 20, 0.5, -3.1)];
        assert_eq!(
            said(&moves, Reason::MostVisited, Listener::Pupil),
            "I would play D2. A4 is about as good. You are behind by 3.0 points, and your win rate is 40%."
        );
        let careful = [("D2", 80, 0.6, 1.0), ("E1", 20, 0.5, 4.0)];
        assert!(said(&careful, Reason::MostVisited, Listener::Opponent).contains("safer than E1"));
        let trusting = [("D2", 80, 0.6, 1.0), ("E1", 20, 0.7, 4.0)];
        assert!(said(&trusting, Reason::MostVisited, Listener::Opponent).contains("trust it more than E1"));
        let joined = said(&[("C3", 9, 0.5, 0.0)], Reason::MostVisited, Listener::Pupil);
        assert!(joined.contains("It connects your stone at B3 with those at C4."), "{joined}");
    }

    #[test]
    fn nothing_is_made_up() {
        let alone = said(&[("E1", 9, 0.5, 0.0)], Reason::MostVisited, Listener::Opponent);
        assert_eq!(alone, "I play E1. The score is even, and my win rate is 50%.");
        let best = Move::parse("B5", position(&ROWS, Colour::Black).size()).unwrap();
        let moves = [("E1", 2, 0.5, -1.0), ("B5", 90, 0.6, 1.5)];
        let text = said(&moves, Reason::HoldsBack { best }, Listener::Opponent);
        assert!(text.contains("B5 would be 2.5 points better"), "{text}");
        let text = said(&moves, Reason::FillsDame, Listener::Pupil);
        assert!(text.starts_with("I would play E1, a neutral point"), "{text}");
    }

    fn said_on(rows: &[&str], moves: &[(&str, u64, f32)], ownership: &[&str]) -> String {
        let p = position(rows, Colour::Black);
        let view = view(&p, moves, shares(ownership));
        let choice = Choice::Play(view.candidates[0].mv);
        Decision::new(p.clone(), choice, Reason::MostVisited, view).plain(&p, Listener::Opponent)
    }

    #[test]
    fn a_mirror_image_is_as_good() {
        const EMPTY: [&str; 5] = ["....."; 5];
        // The search folds mirror images into one move: it stands alone although three others are the same.
        let alone = said_on(&EMPTY, &[("D4", 90, 0.5)], &EMPTY);
        assert!(alone.contains("B2, D2 and B4 are its mirror images and just as good."), "{alone}");
        let seven = said_on(&EMPTY, &[("D5", 90, 0.5), ("C3", 9, 0.3)], &EMPTY);
        assert!(seven.contains("Its mirror images are just as good. That is 4.0 points better"), "{seven}");
        let centre = said_on(&EMPTY, &[("C3", 90, 0.5)], &EMPTY);
        assert!(!centre.contains("mirror"), "{centre}");
        // One that was searched is not called worse by what the search wavers.
        let both = said_on(&EMPTY, &[("D4", 50, 0.6), ("B2", 40, 0.5)], &EMPTY);
        assert!(!both.contains("better than"), "{both}");
        let half = said_on(&[".....", ".....", "X....", ".....", "....."], &[("D4", 90, 0.5)], &EMPTY);
        assert!(half.contains("D2 is its mirror image and just as good."), "{half}");
    }

    #[test]
    fn the_size_of_an_endgame_move_is_told() {
        const ROWS: [&str; 5] = [".X.O.", ".X.O.", ".X.O.", ".X.O.", ".X.O."];
        const OWNED: [&str; 5] = ["xx.oo"; 5];
        let moves = [("C1", 60, 0.6), ("C5", 30, 0.5)];
        let text = said_on(&ROWS, &moves, &OWNED);
        // Its mirror image is no other move.
        assert!(text.contains("C5 is its mirror image") && !text.contains("endgame"), "{text}");
        let moves = [("C1", 60, 0.6), ("C3", 30, 0.5)];
        let text = said_on(&ROWS, &moves, &OWNED);
        assert!(text.contains("In the endgame it is 2.0 points bigger than C3."), "{text}");
        let open = said_on(&ROWS, &moves, &["....."; 5]);
        assert!(!open.contains("endgame"), "{open}");
    }
}
