//! Why a partner does not agree to a count yet.

use board::Point;
use partner::{Claim, Objection, Proof};

use super::lower;

/// Places of stones that a sentence names at most.
const NAMED: usize = 3;

/// Which stones it sees otherwise, and why; said to the other player.
pub fn objection(objection: &Objection) -> String {
    objection.claims.iter().map(claim).collect::<Vec<_>>().join(" ")
}

fn claim(claim: &Claim) -> String {
    let is_own = claim.is_own;
    let (one, whose) = (claim.stones.len() == 1, if is_own { "My" } else { "Your" });
    let mut places: Vec<String> = claim.at.iter().take(NAMED).map(Point::to_string).collect();
    if claim.at.len() > NAMED {
        places.push("elsewhere".into());
    }
    let at = match places.as_slice() {
        [first @ .., last] if !first.is_empty() => format!("{} and {last}", first.join(", ")),
        places => places.concat(),
    };
    let (stones, they, are) = match one {
        true => (format!("{whose} stone at {at}"), "it", "is"),
        false => (format!("{whose} {} stones at {at}", claim.stones.len()), "they", "are"),
    };
    let them = if one { "it" } else { "them" };
    let fate = if claim.lives { "alive" } else { "dead" };
    let (you, me) = if is_own { ("you", "I") } else { ("I", "you") };
    let percent = (100.0 * claim.survival).round();
    match (claim.proof, claim.lives) {
        (Proof::Proven, true) => {
            format!("{stones} {are} alive: {they} cannot be captured, even if {me} never defend {them}.")
        }
        (Proof::Proven, false) => {
            let whose = if is_own { "your" } else { "my" };
            format!("{stones} {are} dead: {they} cannot live inside {whose} territory.")
        }
        (Proof::Seki, _) => format!("{stones} {are} in seki: neither of us can capture the other there."),
        (Proof::Rules, _) => {
            format!("{stones} {are} still on the board, and these rules count every stone there as alive.")
        }
        (Proof::Read, true) => {
            let verb = if is_own { "save" } else { "could save" };
            format!("{stones} {are} {fate}: if {you} attack, {me} {verb} {them} (I give {them} {percent}%).")
        }
        (Proof::Read, false) => {
            format!("{stones} {are} {fate}: {you} can capture {them} (I give {them} {percent}%).")
        }
        (Proof::Unclear, _) => {
            let called = if claim.lives { "dead" } else { "alive" };
            let be = if one { "is" } else { "are" };
            format!("I am not sure that {} {be} {called} (I give {them} {percent}%).", lower(&stones))
        }
    }
}
