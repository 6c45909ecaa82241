//! A decision in words for somebody who learns.

use board::{Board, Colour, Move, Point, Position};
use search::Candidate;

use crate::{Choice, Decision, Reason};

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

impl Decision {
    /// Why, in one plain sentence. `position` is the one that was decided on.
    pub fn plain(&self, position: &Position, listener: Listener) -> String {
        let (does, choice) =
            (if listener == Listener::Opponent { "I play" } else { "I would play" }, self.choice);
        let point = match choice {
            Choice::Play(Move::Play(p)) => p,
            _ if listener == Listener::Opponent => return self.sentence(),
            _ => return self.advice(),
        };
        let mut reasons = deeds(position, point);
        match self.reason {
            Reason::MostVisited => reasons.extend(self.comparison()),
            Reason::HoldsBack { best } => reasons.push(self.hold_back(best)),
            _ if listener == Listener::Opponent => return self.sentence(),
            _ => return self.advice(),
        }
        let why = if reasons.is_empty() { "nothing else comes close".into() } else { listed(&reasons) };
        match self.standing(listener) {
            Some(standing) => format!("{does} {choice}: {why}; {standing}."),
            None => format!("{does} {choice}: {why}."),
        }
    }

    fn chosen(&self) -> Option<&Candidate> {
        self.view.candidates.first()
    }

    /// The choice beside the one that promises most points of the other moves.
    fn comparison(&self) -> Option<String> {
        let chosen = self.chosen()?;
        let least = (self.view.visits as f64 * LEAST_PART).max(1.0) as u64;
        let side = self.view.to_move;
        let lead = |c: &Candidate| c.lead.of(side);
        let others = self.view.candidates.iter();
        let others = others.filter(|c| c.mv != chosen.mv && c.mv != Move::Pass && c.visits > least);
        let other = others.max_by(|a, b| lead(a).total_cmp(&lead(b)))?;
        let gain = lead(chosen) - lead(other);
        Some(match gain {
            gain if gain > SAME => format!("it is {} better than {}", points(gain), other.mv),
            gain if gain >= -SAME => format!("{} is about as good", other.mv),
            _ if chosen.win_rate.of(side) >= other.win_rate.of(side) => {
                format!("it is safer than {}", other.mv)
            }
            // More points, and as many chances, were promised by few visits.
            _ => format!("I trust it more than {}", other.mv),
        })
    }

    fn hold_back(&self, best: Move) -> String {
        let lead = |m| self.view.candidate(m).map(|c| c.lead.of(self.view.to_move));
        match (lead(best), self.chosen().and_then(|c| lead(c.mv))) {
            (Some(best_lead), Some(own)) if best_lead > own => {
                format!(
                    "{best} would be {} better, but I do not play at full strength",
                    points(best_lead - own)
                )
            }
            _ => format!("{best} may be better, but I do not play at full strength"),
        }
    }

    fn standing(&self, listener: Listener) -> Option<String> {
        let (chosen, side) = (self.chosen()?, self.view.to_move);
        let (lead, rate) = (chosen.lead.of(side), 100.0 * chosen.win_rate.of(side));
        let who = if listener == Listener::Opponent { "I" } else { "you" };
        let stands = match lead {
            lead if lead.abs() < EVEN => "points are even".to_string(),
            lead if lead > 0.0 => format!("{who} lead by {}", points(lead)),
            lead => format!("{who} are behind by {}", points(-lead)).replacen("I are", "I am", 1),
        };
        let whose = if listener == Listener::Opponent { "my" } else { "your" };
        Some(format!("{stands}, and {whose} chance to win is {rate:.0} %"))
    }
}

fn points(number: f32) -> String {
    format!("{number:.1} points")
}

fn listed(reasons: &[String]) -> String {
    match reasons {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{}, and {last}", first.join(", ")),
    }
}

/// What a stone does at once, that anybody can see on the board.
fn deeds(position: &Position, p: Point) -> Vec<String> {
    let (before, side) = (position.board(), position.to_move());
    let mut after = before.clone();
    after.play(p, side);
    if after.is_empty(p) {
        return Vec::new();
    }
    let beside = |colour: Colour| heads(before, p, colour);
    let sum = |heads: &[Point]| heads.iter().map(|head| before.chain_stones(*head).count()).sum::<usize>();
    let taken: Vec<Point> = beside(side.other()).into_iter().filter(|head| after.is_empty(*head)).collect();
    let in_atari = |board: &Board, head: &Point| board.liberties_up_to(*head, 2) < 2;
    let caught: Vec<Point> = beside(side.other())
        .into_iter()
        .filter(|head| !after.is_empty(*head) && in_atari(&after, head) && !in_atari(before, head))
        .collect();
    let own = beside(side);
    let saved: Vec<Point> = match in_atari(&after, &p) {
        true => Vec::new(),
        false => own.iter().copied().filter(|head| in_atari(before, head)).collect(),
    };
    let mut deeds = Vec::new();
    let mut tell = |verb: &str, heads: &[Point]| match sum(heads) {
        0 => {}
        1 => deeds.push(format!("it {verb} a stone")),
        stones => deeds.push(format!("it {verb} {stones} stones")),
    };
    tell("takes", &taken);
    tell("saves", &saved);
    tell("puts in atari", &caught);
    if own.len() > 1 && saved.is_empty() {
        deeds.push("it connects stones".into());
    }
    deeds
}

/// One stone of every chain of a colour beside a point.
fn heads(board: &Board, p: Point, colour: Colour) -> Vec<Point> {
    let beside = p.neighbours().into_iter().filter(|q| board.colour(*q) == Some(colour));
    let mut heads: Vec<Point> = beside.map(|q| board.chain_head(q)).collect();
    heads.sort_by_key(|head| head.index());
    heads.dedup();
    heads
}

#[cfg(test)]
mod tests {
    use evaluation::Lead;

    use super::*;
    use crate::testing::{position, shares, view};

    const ROWS: [&str; 5] = [".....", ".OX..", ".X...", ".....", "....."];

    fn said(moves: &[(&str, u64, f32, f32)], reason: Reason, listener: Listener) -> String {
        let p = position(&ROWS, Colour::Black);
        let plain: Vec<(&str, u64, f32)> = moves.iter().map(|(m, n, rate, _)| (*m, *n, *rate)).collect();
        let mut view = view(&p, &plain, shares(&ROWS));
        for (candidate, (.., lead)) in view.candidates.iter_mut().zip(moves) {
            candidate.lead = Lead::for_side(Colour::Black, *lead);
        }
        let choice = Choice::Play(view.candidates[0].mv);
        Decision { choice, reason, view }.plain(&p, listener)
    }

    #[test]
    fn what_a_move_does_and_gains_is_told() {
        // Not the move that was looked at most, but the one that promises most is compared with; a glance is no look.
        let moves = [("B5", 70, 0.61, 3.0), ("D2", 15, 0.5, -1.0), ("A4", 13, 0.5, 0.5), ("E1", 2, 0.5, 9.0)];
        assert_eq!(
            said(&moves, Reason::MostVisited, Listener::Opponent),
            "I play B5: it puts in atari a stone, and it is 2.5 points better than A4; \
             I lead by 3.0 points, and my chance to win is 61 %."
        );
        let moves = [("D2", 80, 0.4, -3.0), ("A4", 20, 0.5, -3.1)];
        assert_eq!(
            said(&moves, Reason::MostVisited, Listener::Pupil),
            "I would play D2: A4 is about as good; you are behind by 3.0 points, and your chance to win is 40 %."
        );
        let careful = [("D2", 80, 0.6, 1.0), ("E1", 20, 0.5, 4.0)];
        assert!(said(&careful, Reason::MostVisited, Listener::Opponent).contains("safer than E1"));
        let trusting = [("D2", 80, 0.6, 1.0), ("E1", 20, 0.7, 4.0)];
        assert!(said(&trusting, Reason::MostVisited, Listener::Opponent).contains("trust it more than E1"));
        assert!(said(&[("C3", 9, 0.5, 0.0)], Reason::MostVisited, Listener::Opponent).contains("connects"));
    }

    #[test]
    fn nothing_is_made_up() {
        let alone = said(&[("E1", 9, 0.5, 0.0)], Reason::MostVisited, Listener::Opponent);
        assert_eq!(
            alone,
            "I play E1: nothing else comes close; points are even, and my chance to win is 50 %."
        );
        let best = Move::parse("B5", position(&ROWS, Colour::Black).size()).unwrap();
        let moves = [("E1", 2, 0.5, -1.0), ("B5", 90, 0.6, 1.5)];
        let text = said(&moves, Reason::HoldsBack { best }, Listener::Opponent);
        assert!(text.contains("B5 would be 2.5 points better"), "{text}");
        let text = said(&moves, Reason::FillsDame, Listener::Pupil);
        assert!(text.starts_with("I would play E1, a neutral point"), "{text}");
    }
}
