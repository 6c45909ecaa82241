//! What a partner holds against a count: stones that are called dead and live, or the other way round.

use board::{Colour, PassAlive, Point, PointSet, Position, Score, pass_alive};
use evaluation::Ownership;

use super::{FinalStatus, StoneStatus};

/// Places of stones that a sentence names at most.
const NAMED: usize = 3;

/// Why somebody does not agree to a count yet.
#[derive(Clone, PartialEq, Debug)]
pub struct Objection {
    /// Whose fate is seen otherwise.
    pub stones: PointSet,
    /// The count as it should be.
    pub count: Score,
    /// Which stones, and why.
    pub sentence: String,
}

/// Why stones live or die.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Why {
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
struct Claim {
    colour: Colour,
    lives: bool,
    why: Why,
    stones: PointSet,
    /// One stone of each chain.
    at: Vec<Point>,
    /// How likely the least likely of them is to live.
    chance: f32,
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
    for (colour, head) in board.all_stones().filter(|(_, p)| board.chain_head(*p) == *p) {
        let lives = status.of_stone(head) != StoneStatus::Dead;
        if lives != dead.contains(head) {
            continue;
        }
        let stones: PointSet = board.chain_stones(head).collect();
        let share = ownership.flatten().map_or(0.0, |ownership| share(ownership, colour, &stones));
        let why = match ownership {
            None => Why::Rules,
            Some(_) if is_proven(&safe, colour, head, lives) => Why::Proven,
            Some(_) if status.of_stone(head) == StoneStatus::Seki => Why::Seki,
            Some(_) if share.abs() < sure => Why::Unclear,
            Some(_) => Why::Read,
        };
        let (chance, first) = ((1.0 + share) / 2.0, stones.iter().next().unwrap_or(head));
        match claims.iter_mut().find(|c| (c.colour, c.lives, c.why) == (colour, lives, why)) {
            Some(claim) => {
                claim.stones = claim.stones.union(&stones);
                claim.at.push(first);
                claim.chance = if lives { claim.chance.min(chance) } else { claim.chance.max(chance) };
            }
            None => claims.push(Claim { colour, lives, why, stones, at: vec![first], chance }),
        }
    }
    // What costs the one who objects comes first.
    claims.sort_by_key(|claim| (claim.colour == side) != claim.lives);
    let words: Vec<String> = claims.iter().map(|claim| claim.words(side)).collect();
    let stones = claims.iter().fold(PointSet::EMPTY, |all, claim| all.union(&claim.stones));
    Some(Objection { stones, count, sentence: words.join(" ") })
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

impl Claim {
    fn words(&self, side: Colour) -> String {
        let is_own = self.colour == side;
        let (one, whose) = (self.stones.len() == 1, if is_own { "My" } else { "Your" });
        let mut places: Vec<String> = self.at.iter().take(NAMED).map(Point::to_string).collect();
        if self.at.len() > NAMED {
            places.push("elsewhere".into());
        }
        let at = match places.as_slice() {
            [first @ .., last] if !first.is_empty() => format!("{} and {last}", first.join(", ")),
            places => places.concat(),
        };
        let (stones, they, are) = match one {
            true => (format!("{whose} stone at {at}"), "it", "is"),
            false => (format!("{whose} {} stones at {at}", self.stones.len()), "they", "are"),
        };
        let them = if one { "it" } else { "them" };
        let fate = if self.lives { "alive" } else { "dead" };
        let (you, me) = if is_own { ("you", "I") } else { ("I", "you") };
        let percent = (100.0 * self.chance).round();
        match (self.why, self.lives) {
            (Why::Proven, true) => {
                format!("{stones} {are} alive: {they} cannot be captured, even if {me} never defend {them}.")
            }
            (Why::Proven, false) => {
                let whose = if is_own { "your" } else { "my" };
                format!("{stones} {are} dead: {they} cannot live inside {whose} territory.")
            }
            (Why::Seki, _) => format!("{stones} {are} in seki: neither of us can capture the other there."),
            (Why::Rules, _) => {
                format!(
                    "{stones} {are} still on the board, and these rules count every stone there as alive."
                )
            }
            (Why::Read, true) => {
                let verb = if is_own { "save" } else { "could save" };
                format!(
                    "{stones} {are} {fate}: if {you} attack, {me} {verb} {them} (I give {them} {percent}%)."
                )
            }
            (Why::Read, false) => {
                format!("{stones} {are} {fate}: {you} can capture {them} (I give {them} {percent}%).")
            }
            (Why::Unclear, _) => {
                let called = if self.lives { "dead" } else { "alive" };
                let be = if one { "is" } else { "are" };
                format!("I am not sure that {} {be} {called} (I give {them} {percent}%).", lower(&stones))
            }
        }
    }
}

/// A beginning of a sentence for the middle of one.
fn lower(words: &str) -> String {
    let mut letters = words.chars();
    letters.next().map_or(String::new(), |first| first.to_lowercase().chain(letters).collect())
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
        assert!(
            found.sentence.starts_with("My 10 stones at ") && found.sentence.contains("cannot be captured"),
            "{}",
            found.sentence
        );
        // The other's own stones are not thrown away silently either.
        let found = objection(&ROWS, &OWNERS, Colour::White, "A2 B2 A4 B4 B1 B3 B5").unwrap();
        assert!(found.sentence.starts_with("Your 7 stones at "), "{}", found.sentence);
    }

    #[test]
    fn what_is_read_and_what_is_unclear_is_said_so() {
        let rows = [".X.O.", ".X.O.", ".X.O.", ".X.O.", ".X.O."];
        let read = objection(&rows, &["xx.oo"; 5], Colour::White, "D1 D2 D3 D4 D5").unwrap();
        assert_eq!(
            read.sentence,
            "My 5 stones at D1 are alive: if you attack, I save them (I give them 98%)."
        );
        let unclear = objection(&rows, &["xx.o."; 5], Colour::White, "D1 D2 D3 D4 D5");
        assert!(unclear.unwrap().sentence.contains("(I give them 98%)"));
        let open = objection(&rows, &["....."; 5], Colour::White, "D1 D2 D3 D4 D5").unwrap();
        assert_eq!(open.sentence, "I am not sure that my 5 stones at D1 are dead (I give them 50%).");
    }

    #[test]
    fn dead_stones_that_are_called_alive_are_named() {
        let rows = ["O.XXO", "..XOO", "XXXO.", "XOOOO", "XO.O."];
        let owners = ["xxxxo", "xxxoo", "xxxoo", "xoooo", "xoooo"];
        let found = objection(&rows, &owners, Colour::Black, "").unwrap();
        assert!(found.sentence.contains("Your stone at A5 is dead"), "{}", found.sentence);
        assert_eq!(found.stones.len(), 1);
    }

    #[test]
    fn rules_that_count_every_stone_are_the_reason() {
        let p = position_under(Rules::TROMP_TAYLOR, &ROWS, Colour::Black);
        let status = FinalStatus::of(&p, Some(&shares(&OWNERS)), SURE).with_all_alive(&p);
        let all_white = set(&p, "C1 C2 C3 C4 D2 D4 D5 E1 E2 E3");
        let found = object(&p, Colour::White, &all_white, &status, None, SURE).unwrap();
        assert!(found.sentence.contains("these rules count every stone"), "{}", found.sentence);
    }
}
