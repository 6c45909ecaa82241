//! What a move does on the board.

use partner::effects::{Corner, Effect, Stones};

use super::{listed, number};

/// Effects of a move that are told: more is a lecture.
const MOST: usize = 2;

/// When a move was, or would have been, played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tense {
    /// “captures”
    Now,
    /// “captured”
    Before,
    /// “would have captured”
    Instead,
}

/// How the two sides are named: whose stones are meant. “my” and “your”, or “Black's” and “White's”.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Whose<'a> {
    /// Of who moves.
    pub own: &'a str,
    pub enemy: &'a str,
}

impl Whose<'_> {
    /// The same two sides when the other one moves.
    pub fn swapped(self) -> Self {
        Whose { own: self.enemy, enemy: self.own }
    }
}

/// The effects that matter most, without a subject: “captures your stone at D4 and puts your stone at E5 in atari”.
pub(super) fn phrases(all: &[Effect], whose: Whose, tense: Tense) -> Option<String> {
    let told: Vec<String> = all.iter().take(MOST).map(|one| effect(one, whose, tense)).collect();
    (!told.is_empty()).then(|| listed(&told))
}

/// Without a subject: “captures your two stones at D4”.
pub fn effect(effect: &Effect, whose: Whose, tense: Tense) -> String {
    let own = |stones: &Stones| named(whose.own, stones);
    let enemy = |stones: &Stones| named(whose.enemy, stones);
    let verb = |now: &str, done: &str| match tense {
        Tense::Now => now.to_string(),
        Tense::Before => past(done).to_string(),
        Tense::Instead => format!("would have {done}"),
    };
    match effect {
        Effect::Captures { stones } => format!("{} {}", verb("captures", "captured"), enemy(stones)),
        Effect::CatchesInLadder { stones } => {
            format!("{} {} in a ladder", verb("catches", "caught"), enemy(stones))
        }
        Effect::Traps { stones } => {
            format!("{} {}, which cannot get away", verb("traps", "trapped"), enemy(stones))
        }
        Effect::SavesFromAtari { stones } => {
            format!("{} {} from atari", verb("saves", "saved"), own(stones))
        }
        Effect::BreaksLadder { stones } => {
            format!("{} {} out of a ladder", verb("gets", "got"), own(stones))
        }
        Effect::PutsInAtari { stones } => format!("{} {} in atari", verb("puts", "put"), enemy(stones)),
        Effect::Lives { stones } => format!("{} {} two eyes", verb("gives", "given"), own(stones)),
        Effect::DeniesLife { stones } => {
            format!("{} {} from making two eyes", verb("keeps", "kept"), enemy(stones))
        }
        Effect::Cuts { one, other } => {
            format!("{} {} from those at {}", verb("cuts", "cut"), enemy(one), other.at())
        }
        Effect::Connects { one, other } => {
            format!("{} {} with those at {}", verb("connects", "connected"), own(one), other.at())
        }
        Effect::Races { own: mine, own_liberties, enemy: theirs, enemy_liberties } => format!(
            "{} a liberty in a race: {} for {}, {} for {}",
            verb("takes", "taken"),
            liberties(*own_liberties),
            own(mine),
            number(*enemy_liberties),
            enemy(theirs)
        ),
        Effect::GainsLiberties { stones, from, to } => format!(
            "{} {} {} instead of {}",
            verb("gives", "given"),
            own(stones),
            liberties(*to),
            number(*from)
        ),
        Effect::TakesCorner { corner } => {
            format!("{} the empty corner in the {}", verb("takes", "taken"), name(*corner))
        }
        Effect::Approaches { corner } => {
            format!("{} {} corner in the {}", verb("approaches", "approached"), whose.enemy, name(*corner))
        }
    }
}

/// The past tense of a verb by its participle.
fn past(done: &str) -> &str {
    match done {
        "given" => "gave",
        "taken" => "took",
        same => same,
    }
}

fn name(corner: Corner) -> &'static str {
    match (corner.upper, corner.right) {
        (true, true) => "upper right",
        (true, false) => "upper left",
        (false, true) => "lower right",
        (false, false) => "lower left",
    }
}

fn named(whose: &str, stones: &Stones) -> String {
    match stones.count() {
        1 => format!("{whose} stone at {}", stones.at()),
        count => format!("{whose} {} stones at {}", number(count), stones.at()),
    }
}

fn liberties(count: usize) -> String {
    format!("{} {}", number(count), if count == 1 { "liberty" } else { "liberties" })
}
