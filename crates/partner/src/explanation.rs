//! Why a decision is good, as values: what the move does on the board, how it compares, how the game stands.

use board::{Colour, Move, Position};
use evaluation::{Lead, WinRate};
use search::{Candidate, symmetries_of};

use crate::dead_stones::FinalStatus;
use crate::decision::{Choice, Decision, Reason};
use crate::effects::{Effect, effects};

/// What there is to say about a decision.
#[derive(Clone, PartialEq, Debug)]
pub struct Explanation {
    /// Who decided.
    pub colour: Colour,
    pub choice: Choice,
    pub reason: Reason,
    /// What the move does, what matters most first.
    pub effects: Vec<Effect>,
    /// Other points that are the same move because the board looks the same from there.
    pub mirror_images: Vec<Move>,
    /// Beside the best of the other moves, where something can be said.
    pub comparison: Option<Comparison>,
    /// How the game stands with the choice.
    pub standing: Option<Standing>,
    /// How often the move was looked at, of how many visits; nothing where it was not searched.
    pub visits: Option<(u64, u64)>,
}

/// A choice beside another move. Points are the chooser's.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Comparison {
    BiggerInEndgame {
        points: f32,
        other: Move,
    },
    Better {
        points: f32,
        other: Move,
    },
    AboutAsGood {
        other: Move,
    },
    /// Fewer points, but surer ones.
    Safer {
        other: Move,
    },
    /// More points, and as many chances, were promised by few visits.
    MoreTrusted {
        other: Move,
    },
    /// The other wins more, and the partner keeps the game close instead.
    GivesBack {
        other: Move,
        /// How many points it gives back, where it gives any.
        points: Option<f32>,
        /// The chooser's lead with the other move.
        lead: f32,
        /// Whether many would play it.
        natural: bool,
    },
    /// The other is better, by that many points where that is known, and the partner does not play at full strength.
    HeldBack {
        points: Option<f32>,
        other: Move,
    },
}

/// A win rate and a lead.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Standing {
    pub win_rate: WinRate,
    pub lead: Lead,
}

/// Moves are about as good when no more points lie between them.
const SAME: f32 = 0.5;
/// A move that was looked at less, as a part of all visits, is not worth comparing with.
const LEAST_PART: f64 = 0.05;
/// The policy from which a move counts as natural: the measure of the paper on position control.
const NATURAL: f32 = 0.05;
/// How sure the ownership of a point must be to call it settled.
const SETTLED: f32 = 0.8;
/// The part of the board that may be empty in an endgame.
const ENDGAME: f32 = 0.6;

impl Decision {
    /// Why it was decided so.
    pub fn explanation(&self) -> Explanation {
        let mirror_images = self.mirror_images();
        let (effects, visits) = match self.choice {
            Choice::Play(mv) => (effects(&self.position, mv), self.snapshot.candidate(mv).map(|c| c.visits)),
            Choice::Resign => (Vec::new(), None),
        };
        let comparison = match self.reason {
            Reason::MostVisited => self.comparison(&mirror_images),
            Reason::HoldsBack { best } => Some(self.held_back(best)),
            Reason::KeepsClose { best } => self.given_back(best),
            _ => None,
        };
        let standing = match self.choice {
            Choice::Play(_) => self.searched().map(|c| Standing { win_rate: c.win_rate, lead: c.lead }),
            Choice::Resign => Some(Standing { win_rate: self.snapshot.win_rate, lead: self.snapshot.lead }),
        };
        Explanation {
            colour: self.snapshot.to_move,
            choice: self.choice,
            reason: self.reason,
            effects,
            mirror_images,
            comparison,
            standing,
            visits: visits.map(|visits| (visits, self.all_visits())),
        }
    }

    /// A move that was looked at again by itself has visits that the search does not count.
    fn all_visits(&self) -> u64 {
        self.snapshot.visits.max(self.snapshot.candidates.iter().map(|c| c.visits).sum())
    }

    fn chosen(&self) -> Option<&Candidate> {
        self.snapshot.candidates.first()
    }

    /// The choice, where it was searched: people also play what no search has looked at, and nothing is known of that.
    fn searched(&self) -> Option<&Candidate> {
        self.chosen().filter(|c| c.visits > 0)
    }

    fn mirror_images(&self) -> Vec<Move> {
        let Choice::Play(mv) = self.choice else { return Vec::new() };
        let size = self.position.size();
        let images = symmetries_of(&self.position).into_iter().map(|s| s.apply_move(mv, size));
        let mut images: Vec<Move> = images.filter(|image| *image != mv).collect();
        images.sort();
        images.dedup();
        images
    }

    /// The choice beside the one that promises most points of the other moves.
    fn comparison(&self, images: &[Move]) -> Option<Comparison> {
        let chosen = self.searched()?;
        let least = (self.snapshot.visits as f64 * LEAST_PART).max(1.0) as u64;
        let side = self.snapshot.to_move;
        let lead = |c: &Candidate| c.lead.of(side);
        let is_other = |c: &&Candidate| {
            c.mv != chosen.mv && c.mv != Move::Pass && c.visits > least && !images.contains(&c.mv)
        };
        let others = self.snapshot.candidates.iter().filter(is_other);
        let best = others.max_by(|a, b| lead(a).total_cmp(&lead(b)))?;
        let (points, other) = (lead(chosen) - lead(best), best.mv);
        Some(match points {
            points if points > SAME && self.is_endgame() => Comparison::BiggerInEndgame { points, other },
            points if points > SAME => Comparison::Better { points, other },
            points if points >= -SAME => Comparison::AboutAsGood { other },
            _ if chosen.win_rate.of(side) >= best.win_rate.of(side) => Comparison::Safer { other },
            _ => Comparison::MoreTrusted { other },
        })
    }

    /// Whether most of the board is decided and much of it filled: a game can be lost long before its endgame.
    fn is_endgame(&self) -> bool {
        let (position, ownership): (&Position, _) = (&self.position, self.snapshot.ownership.as_deref());
        let board = position.board();
        let empty = board.empty_count() as f32 / board.size().points() as f32;
        ownership.is_some() && empty <= ENDGAME && !FinalStatus::of(position, ownership, SETTLED).is_early()
    }

    /// Whether the search sees more in another move than in the choice: a higher win rate, or points.
    pub(crate) fn gives_back(&self, best: Move) -> bool {
        let side = self.snapshot.to_move;
        let (Some(chosen), Some(other)) = (self.searched(), self.snapshot.candidate(best)) else {
            return true;
        };
        other.win_rate.of(side) > chosen.win_rate.of(side)
            || other.lead.of(side) - chosen.lead.of(side) > SAME
    }

    fn given_back(&self, best: Move) -> Option<Comparison> {
        let (chosen, other) = (self.searched()?, self.snapshot.candidate(best)?);
        let side = self.snapshot.to_move;
        let points = other.lead.of(side) - chosen.lead.of(side);
        let natural = self.table.row(chosen.mv).is_some_and(|row| row.weighted_policy >= NATURAL);
        Some(Comparison::GivesBack {
            other: best,
            points: (points > SAME).then_some(points),
            lead: other.lead.of(side),
            natural,
        })
    }

    fn held_back(&self, best: Move) -> Comparison {
        let lead = |m| self.snapshot.candidate(m).map(|c| c.lead.of(self.snapshot.to_move));
        let gain = lead(best).zip(self.searched().and_then(|c| lead(c.mv))).map(|(best, own)| best - own);
        Comparison::HeldBack { points: gain.filter(|gain| *gain > 0.0), other: best }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{position, shares, snapshot};

    const ROWS: [&str; 5] = ["....O", ".OX..", ".X...", ".....", "....."];

    fn explained(moves: &[(&str, u64, f32, f32)], reason: Reason) -> Explanation {
        let p = position(&ROWS, Colour::Black);
        let plain: Vec<(&str, u64, f32)> = moves.iter().map(|(m, n, rate, _)| (*m, *n, *rate)).collect();
        let mut snapshot = snapshot(&p, &plain, shares(&ROWS));
        for (candidate, (.., lead)) in snapshot.candidates.iter_mut().zip(moves) {
            candidate.lead = Lead::for_side(Colour::Black, *lead);
        }
        let choice = Choice::Play(snapshot.candidates[0].mv);
        Decision::new(p, choice, reason, snapshot).explanation()
    }

    fn at(name: &str) -> Move {
        Move::parse(name, board::Size::square(5).unwrap()).unwrap()
    }

    #[test]
    fn a_part_is_not_more_than_the_whole() {
        let p = position(&ROWS, Colour::Black);
        let mut snapshot = snapshot(&p, &[("E1", 40, 0.5), ("B5", 45, 0.5)], shares(&ROWS));
        snapshot.visits = 86;
        let told = |snapshot: &search::Snapshot| {
            Decision::new(p.clone(), Choice::Play(at("E1")), Reason::MostVisited, snapshot.clone())
                .explanation()
                .visits
        };
        assert_eq!(told(&snapshot), Some((40, 86)));
        snapshot.candidates[0].visits = 88;
        assert_eq!(told(&snapshot), Some((88, 133)));
    }

    #[test]
    fn the_best_move_gives_nothing_back() {
        let gives_back = |chosen: (f32, f32), most_visited: (f32, f32)| {
            let p = position(&ROWS, Colour::Black);
            let moves = [("E1", 4, chosen.0), ("B5", 13, most_visited.0)];
            let mut snapshot = snapshot(&p, &moves, shares(&ROWS));
            for (candidate, lead) in snapshot.candidates.iter_mut().zip([chosen.1, most_visited.1]) {
                candidate.lead = Lead::for_side(Colour::Black, lead);
            }
            Decision::new(p, Choice::Play(at("E1")), Reason::MostVisited, snapshot).gives_back(at("B5"))
        };
        // Behind, what wins most often is played, however few visits it has.
        assert!(!gives_back((0.36, -0.7), (0.30, -1.0)));
        assert!(gives_back((0.36, -0.7), (0.40, -1.0)));
        assert!(gives_back((0.90, 3.0), (0.90, 8.0)));
    }

    fn compared(moves: &[(&str, u64, f32, f32)]) -> Option<Comparison> {
        explained(moves, Reason::MostVisited).comparison
    }

    #[test]
    fn what_a_move_does_and_gains_is_told() {
        // The comparison is with the most promising move, not the most visited one; a few visits say nothing.
        let moves = [("B5", 70, 0.61, 3.0), ("D2", 15, 0.5, -1.0), ("A4", 13, 0.5, 0.5), ("E1", 2, 0.5, 9.0)];
        let found = explained(&moves, Reason::MostVisited);
        assert!(matches!(found.effects[..], [Effect::CatchesInLadder { .. }]), "{found:?}");
        assert_eq!(found.comparison, Some(Comparison::Better { points: 2.5, other: at("A4") }));
        let standing = found.standing.unwrap();
        let (win_rate, lead) = (standing.win_rate.of(Colour::Black), standing.lead.of(Colour::Black));
        assert_eq!((win_rate, lead, found.visits), (0.61, 3.0, Some((70, 100))));
        assert_eq!(
            compared(&[("D2", 80, 0.4, -3.0), ("A4", 20, 0.5, -3.1)]),
            Some(Comparison::AboutAsGood { other: at("A4") })
        );
        let other = at("E1");
        let careful = [("D2", 80, 0.6, 1.0), ("E1", 20, 0.5, 4.0)];
        assert_eq!(compared(&careful), Some(Comparison::Safer { other }));
        let trusting = [("D2", 80, 0.6, 1.0), ("E1", 20, 0.7, 4.0)];
        assert_eq!(compared(&trusting), Some(Comparison::MoreTrusted { other }));
        let joined = explained(&[("C3", 9, 0.5, 0.0)], Reason::MostVisited);
        assert!(matches!(joined.effects[..], [Effect::Connects { .. }]), "{joined:?}");
    }

    #[test]
    fn nothing_is_made_up() {
        let alone = explained(&[("E1", 9, 0.5, 0.0)], Reason::MostVisited);
        assert_eq!((alone.effects.len(), alone.mirror_images.len(), alone.comparison), (0, 0, None));
        let other = at("B5");
        let moves = [("E1", 2, 0.5, -1.0), ("B5", 90, 0.6, 1.5)];
        let held = explained(&moves, Reason::HoldsBack { best: other });
        assert_eq!(held.comparison, Some(Comparison::HeldBack { points: Some(2.5), other }));
        assert_eq!(explained(&moves, Reason::FillsDame).comparison, None);
        // A move that was drawn from what people play, and never searched.
        let moves = [("E1", 0, 0.5, -1.0), ("B5", 90, 0.6, 1.5)];
        let unseen = explained(&moves, Reason::HoldsBack { best: other });
        assert_eq!(unseen.comparison, Some(Comparison::HeldBack { points: None, other }));
        assert_eq!(unseen.standing, None);
    }

    fn explained_on(rows: &[&str], moves: &[(&str, u64, f32)], ownership: &[&str]) -> Explanation {
        let p = position(rows, Colour::Black);
        let snapshot = snapshot(&p, moves, shares(ownership));
        let choice = Choice::Play(snapshot.candidates[0].mv);
        Decision::new(p, choice, Reason::MostVisited, snapshot).explanation()
    }

    #[test]
    fn a_mirror_image_is_as_good() {
        const EMPTY: [&str; 5] = ["....."; 5];
        // The search folds mirror images into one move: it stands alone although three others are the same.
        let alone = explained_on(&EMPTY, &[("D4", 90, 0.5)], &EMPTY);
        assert_eq!(alone.mirror_images, [at("B2"), at("D2"), at("B4")]);
        let seven = explained_on(&EMPTY, &[("D5", 90, 0.5), ("C3", 9, 0.3)], &EMPTY);
        assert_eq!(seven.mirror_images.len(), 7);
        assert!(matches!(seven.comparison, Some(Comparison::Better { other, .. }) if other == at("C3")));
        let centre = explained_on(&EMPTY, &[("C3", 90, 0.5)], &EMPTY);
        assert_eq!(centre.mirror_images, []);
        // One that was searched is not called worse by what the search wavers.
        let both = explained_on(&EMPTY, &[("D4", 50, 0.6), ("B2", 40, 0.5)], &EMPTY);
        assert_eq!(both.comparison, None);
        let half = explained_on(&[".....", ".....", "X....", ".....", "....."], &[("D4", 90, 0.5)], &EMPTY);
        assert_eq!(half.mirror_images, [at("D2")]);
    }

    #[test]
    fn the_size_of_an_endgame_move_is_told() {
        const ROWS: [&str; 5] = [".X.O.", ".X.O.", ".X.O.", ".X.O.", ".X.O."];
        const OWNED: [&str; 5] = ["xx.oo"; 5];
        let moves = [("C1", 60, 0.6), ("C5", 30, 0.5)];
        let found = explained_on(&ROWS, &moves, &OWNED);
        // Its mirror image is no other move.
        assert_eq!((found.mirror_images, found.comparison), (vec![at("C5")], None));
        let moves = [("C1", 60, 0.6), ("C3", 30, 0.5)];
        let is_endgame = |c: Option<Comparison>| matches!(c, Some(Comparison::BiggerInEndgame { .. }));
        assert!(is_endgame(explained_on(&ROWS, &moves, &OWNED).comparison));
        assert!(!is_endgame(explained_on(&ROWS, &moves, &["....."; 5]).comparison));
    }
}
