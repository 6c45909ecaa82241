//! Findings in plain words: what stands in records, on pages and in messages alike.

use board::{Colour, Move, Position};
use partner::effects::{Effect, Tense, Whose, effects, listed, number};
pub use partner::effects::{percent, points};

use crate::fights::FightStory;
use crate::judged::Judged;
use crate::mistakes::Mistake;
use crate::reasons::{Reason, Stones};
use crate::reviewed::Reviewed;

/// A lead that rounds to nothing.
const EVEN: f32 = 0.05;
/// Effects of a move that are told: more is a lecture.
const MOST_EFFECTS: usize = 2;

pub fn name(colour: Colour) -> &'static str {
    match colour {
        Colour::Black => "Black",
        Colour::White => "White",
    }
}

fn genitive(colour: Colour) -> &'static str {
    match colour {
        Colour::Black => "Black's",
        Colour::White => "White's",
    }
}

pub fn moves(sequence: &[Move]) -> String {
    sequence.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

fn plays(mv: Move) -> String {
    match mv {
        Move::Pass => "passing".into(),
        Move::Play(p) => p.to_string(),
    }
}

pub fn lead(judged: &Judged) -> String {
    let black = judged.lead.of(Colour::Black);
    let leader = if black > 0.0 { Colour::Black } else { Colour::White };
    if black.abs() < EVEN {
        "the score is even".into()
    } else {
        format!("{} leads by {:.1}", name(leader), black.abs())
    }
}

/// What was thought of a position.
pub fn judged(judged: &Judged) -> String {
    format!("Black's win rate {}; {}.", percent(judged.win_rate.of(Colour::Black)), lead(judged))
}

/// A move that cost something, and what there is to say about it.
pub struct Explained<'a> {
    /// Before the move.
    pub position: &'a Position,
    pub colour: Colour,
    pub played: Move,
    pub better: Option<Move>,
    /// What the opponent may answer.
    pub answer: Option<Move>,
    pub reason: Option<&'a Reason>,
    pub points: f32,
    /// The win rate of who played it, before and after.
    pub win_rate: (f32, f32),
    /// Whether it is told to who played it.
    pub to_player: bool,
}

/// Why a move was bad, what was better, and what it cost: first what can be seen on the board, then numbers.
pub fn explained(about: &Explained) -> String {
    let sentences = [happened(about), better(about), Some(cost(about))];
    sentences.into_iter().flatten().collect::<Vec<_>>().join(" ")
}

/// What there is to say, to who played it, about a move that nothing better was found than.
pub fn praised(position: &Position, colour: Colour, played: Move) -> String {
    let mut position = position.clone();
    position.set_to_move(colour);
    let whose = Whose { own: "your", enemy: genitive(colour.other()) };
    let does = phrases(&effects(&position, played), whose, Tense::Now);
    let does = does.map_or(String::new(), |does| format!(" It {does}."));
    format!("I found nothing better than {}.{does}", plays(played))
}

fn whose<'a>(about: &Explained) -> Whose<'a> {
    let (own, enemy) = (genitive(about.colour), genitive(about.colour.other()));
    Whose { own: if about.to_player { "your" } else { own }, enemy }
}

fn phrases(all: &[Effect], whose: Whose, tense: Tense) -> Option<String> {
    let told: Vec<String> = all.iter().take(MOST_EFFECTS).map(|effect| effect.phrase(whose, tense)).collect();
    (!told.is_empty()).then(|| listed(&told))
}

/// What came of the move: stones that it cost, or what the opponent can do about it.
fn happened(about: &Explained) -> Option<String> {
    let played = plays(about.played);
    let them = |stones: &Stones| {
        let whose =
            if about.to_player && stones.colour == about.colour { "your" } else { genitive(stones.colour) };
        match stones.count {
            1 => format!("{whose} stone at {}", stones.at),
            n => format!("{whose} {} stones around {}", number(n), stones.at),
        }
    };
    let verb =
        |stones: &Stones, one: &'static str, many: &'static str| if stones.count == 1 { one } else { many };
    match about.reason {
        Some(Reason::Dies(stones)) => {
            return Some(format!("After {played}, {} can hardly be saved.", them(stones)));
        }
        Some(Reason::Weak(stones)) => {
            return Some(format!(
                "After {played}, {} {} in danger.",
                them(stones),
                verb(stones, "is", "are")
            ));
        }
        Some(Reason::Lives(stones)) => {
            return Some(format!("After {played}, {} {} away.", them(stones), verb(stones, "gets", "get")));
        }
        _ => {}
    }
    let mut after = about.position.clone();
    after.set_to_move(about.colour);
    after.play(about.played).ok()?;
    let answer = about.answer?;
    let all: Vec<Effect> = effects(&after, answer).into_iter().filter(hurts).collect();
    let does = phrases(&all, whose(about).swapped(), Tense::Now)?;
    Some(format!("{} can answer {answer}, which {does}.", name(about.colour.other())))
}

/// Whether an effect of an answer is bad news for who played before it.
fn hurts(effect: &Effect) -> bool {
    matches!(
        effect,
        Effect::Captures { .. }
            | Effect::CatchesInLadder { .. }
            | Effect::Traps { .. }
            | Effect::PutsInAtari { .. }
            | Effect::DeniesLife { .. }
            | Effect::Cuts { .. }
            | Effect::Races { .. }
    )
}

fn better(about: &Explained) -> Option<String> {
    let better = about.better?;
    let mut position = about.position.clone();
    position.set_to_move(about.colour);
    let does = phrases(&effects(&position, better), whose(about), Tense::Instead);
    let why = match about.reason {
        // What the better move does says where it is.
        Some(Reason::Elsewhere { place }) if does.is_none() => {
            format!(" There was more to gain {}.", place.inside())
        }
        Some(Reason::Lost { place }) => format!(" Territory {} was lost.", place.inside()),
        _ => String::new(),
    };
    let better = capitalised(&plays(better));
    Some(match does {
        Some(does) => format!("{better} was better: it {does}.{why}"),
        None => format!("{better} was better.{why}"),
    })
}

fn cost(about: &Explained) -> String {
    let played = capitalised(&plays(about.played));
    let (was, is) = (percent(about.win_rate.0), percent(about.win_rate.1));
    let whose = whose(about).own;
    if was == is || about.win_rate.0 < about.win_rate.1 {
        format!("{played} cost {}.", points(about.points))
    } else {
        format!("{played} cost {}: {whose} win rate fell from {was} to {is}.", points(about.points))
    }
}

/// A mistake in two or three sentences.
pub fn mistake(game: &Reviewed, mistake: &Mistake) -> String {
    let at = game.game.after(mistake.after);
    let (colour, played) = (mistake.colour, mistake.played);
    let about = Explained {
        position: at.position(),
        colour,
        played,
        better: mistake.better.first().copied(),
        answer: mistake.answer.first().copied(),
        reason: mistake.reason.as_ref(),
        points: mistake.points,
        win_rate: (mistake.chance_before.of(colour), mistake.chance_after.of(colour)),
        to_player: false,
    };
    format!("Move {}, {} {played}: {}", game.number(mistake.after), name(colour), explained(&about))
}

fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}

/// A fight in a sentence.
pub fn fight(game: &Reviewed, story: &FightStory) -> String {
    let peak = story.peak();
    let (first, last) = (story.looks[0].after, story.looks[story.looks.len() - 1].after);
    let span = if first == last {
        format!("around move {}", game.moves_before + first)
    } else {
        format!("from move {} to move {}", game.moves_before + first, game.moves_before + last)
    };
    let end = match story.winner {
        Some(side) => format!("It went to {}.", name(side)),
        None => "It was divided in the end.".into(),
    };
    format!("{}, {span}: worth about {:.0} points. {end}", capitalised(&story.place.to_string()), peak.worth)
}

#[cfg(test)]
mod tests;
