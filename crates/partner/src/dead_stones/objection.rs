//! What a partner holds against a count: stones that are called dead and live, or the other way round.

use board::{Colour, PassAlive, Point, PointSet, Position, Score, pass_alive};
use evaluation::Ownership;

use super::{FinalStatus, StoneStatus};

/// Why somebody does not agree to a count yet.
#[derive(Clone, PartialEq, Debug)]
pub struct Objection {
    /// Whose fate is seen otherwise.
    pub stones: PointSet,
    /// The count as it should be.
    pub count: Score,
    /// Which stones, and why; what costs the one who objects comes first.
    pub claims: Vec<Claim>,
}

/// Why stones live or die.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Proof {
    /// They cannot be captured, whatever happens; or they stand where nobody else can live.
    Proven,
    Seki,
    /// As the search sees it.
    Read,
    /// The search is not sure.
    Unclear,
    /// Under rules that take every stone as it stands.
    Rules,
}

/// Chains that are seen otherwise, in the same way.
#[derive(Clone, PartialEq, Debug)]
pub struct Claim {
    /// Whether they are the stones of the one who objects.
    pub is_own: bool,
    pub lives: bool,
    pub proof: Proof,
    pub stones: PointSet,
    /// One stone of each chain.
    pub at: Vec<Point>,
    /// How likely the least likely of them is to live.
    pub survival: f32,
}

/// `ownership` is `None` where the rules count stones as they stand.
pub(crate) fn object(
    position: &Position,
    side: Colour,
    dead: &PointSet,
    status: &FinalStatus,
    ownership: Option<Option<&Ownership>>,
    sure: f32,
) -> Option<Objection> {
    let count = status.score(position);
    if count == position.score(dead) {
        return None;
    }
    let board = position.board();
    let safe = Colour::BOTH.map(|colour| pass_alive(board, colour, position.rules().suicide));
    let mut claims: Vec<Claim> = Vec::new();
    for (colour, head) in board.chains() {
        let lives = status.of_stone(head) != StoneStatus::Dead;
        if lives != dead.contains(head) {
            continue;
        }
        let (is_own, stones) = (colour == side, board.chain_stones(head).collect::<PointSet>());
        let share = ownership.flatten().map_or(0.0, |ownership| share(ownership, colour, &stones));
        let proof = match ownership {
            None => Proof::Rules,
            Some(_) if is_proven(&safe, colour, head, lives) => Proof::Proven,
            Some(_) if status.of_stone(head) == StoneStatus::Seki => Proof::Seki,
            Some(_) if share.abs() < sure => Proof::Unclear,
            Some(_) => Proof::Read,
        };
        let (survival, first) = ((1.0 + share) / 2.0, stones.iter().next().unwrap_or(head));
        match claims.iter_mut().find(|c| (c.is_own, c.lives, c.proof) == (is_own, lives, proof)) {
            Some(claim) => {
                claim.stones = claim.stones.union(&stones);
                claim.at.push(first);
                claim.survival =
                    if lives { claim.survival.min(survival) } else { claim.survival.max(survival) };
            }
            None => claims.push(Claim { is_own, lives, proof, stones, at: vec![first], survival }),
        }
    }
    // What costs the one who objects comes first.
    claims.sort_by_key(|claim| claim.is_own != claim.lives);
    let stones = claims.iter().fold(PointSet::EMPTY, |all, claim| all.union(&claim.stones));
    Some(Objection { stones, count, claims })
}

fn is_proven(safe: &[PassAlive; 2], colour: Colour, stone: Point, lives: bool) -> bool {
    match lives {
        true => safe[colour.index()].stones.contains(stone),
        false => safe[colour.other().index()].territory.contains(stone),
    }
}

fn share(ownership: &Ownership, colour: Colour, stones: &PointSet) -> f32 {
    stones.iter().map(|p| ownership.of(colour, p)).sum::<f32>() / stones.len().max(1) as f32
}

#[cfg(test)]
mod tests {
    use board::Rules;

    use super::*;
    use crate::testing::{position, position_under, shares};

    const SURE: f32 = 0.8;

    fn set(position: &Position, names: &str) -> PointSet {
        names.split_whitespace().map(|name| Point::parse(name, position.size()).unwrap()).collect()
    }

    fn objection(rows: &[&str], owners: &[&str], side: Colour, dead: &str) -> Option<Objection> {
        let p = position(rows, Colour::Black);
        let ownership = shares(owners);
        let status = FinalStatus::of(&p, Some(&ownership), SURE);
        object(&p, side, &set(&p, dead), &status, Some(Some(&ownership)), SURE)
    }

    const ROWS: [&str; 5] = [".X.O.", "XXOO.", ".XO.O", "XXOOO", ".XO.O"];
    const OWNERS: [&str; 5] = ["xx.oo", "xxooo", "xxooo", "xxooo", "xxooo"];

    #[test]
    fn a_right_count_is_agreed_to() {
        assert_eq!(objection(&ROWS, &OWNERS, Colour::White, ""), None);
    }

    #[test]
    fn living_stones_are_defended_with_the_reason() {
        let all_white = "C1 C2 C3 C4 D2 D4 D5 E1 E2 E3";
        let found = objection(&ROWS, &OWNERS, Colour::White, all_white).unwrap();
        assert_eq!((found.stones.len(), found.count.to_string().as_str()), (10, "W+4"));
        let first = &found.claims[0];
        assert_eq!((first.is_own, first.lives, first.proof), (true, true, Proof::Proven));
        // The other's own stones are not thrown away silently either.
        let found = objection(&ROWS, &OWNERS, Colour::White, "A2 B2 A4 B4 B1 B3 B5").unwrap();
        assert_eq!((found.claims[0].is_own, found.claims[0].stones.len()), (false, 7));
    }

    #[test]
    fn what_is_read_and_what_is_unclear_is_said_so() {
        let rows = [".X.O.", ".X.O.", ".X.O.", ".X.O.", ".X.O."];
        let read = objection(&rows, &["xx.oo"; 5], Colour::White, "D1 D2 D3 D4 D5").unwrap();
        let survival = |claim: &Claim| (100.0 * claim.survival).round();
        assert_eq!((read.claims[0].proof, survival(&read.claims[0])), (Proof::Read, 98.0));
        let surer = objection(&rows, &["xx.o."; 5], Colour::White, "D1 D2 D3 D4 D5").unwrap();
        assert_eq!(survival(&surer.claims[0]), 98.0);
        let open = objection(&rows, &["....."; 5], Colour::White, "D1 D2 D3 D4 D5").unwrap();
        assert_eq!((open.claims[0].proof, survival(&open.claims[0])), (Proof::Unclear, 50.0));
    }

    #[test]
    fn dead_stones_that_are_called_alive_are_named() {
        let rows = ["O.XXO", "..XOO", "XXXO.", "XOOOO", "XO.O."];
        let owners = ["xxxxo", "xxxoo", "xxxoo", "xoooo", "xoooo"];
        let found = objection(&rows, &owners, Colour::Black, "").unwrap();
        let [claim] = &found.claims[..] else { panic!("{found:?}") };
        assert!(!claim.is_own && !claim.lives && claim.stones.len() == 1, "{claim:?}");
    }

    #[test]
    fn rules_that_count_every_stone_are_the_reason() {
        let p = position_under(Rules::TROMP_TAYLOR, &ROWS, Colour::Black);
        let status = FinalStatus::of(&p, Some(&shares(&OWNERS)), SURE).with_all_alive(&p);
        let all_white = set(&p, "C1 C2 C3 C4 D2 D4 D5 E1 E2 E3");
        let found = object(&p, Colour::White, &all_white, &status, None, SURE).unwrap();
        assert!(found.claims.iter().all(|claim| claim.proof == Proof::Rules), "{found:?}");
    }
}
