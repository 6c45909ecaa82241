//! Why a move was bad or good, what was better, and what it cost: first what can be seen on the board, then numbers.

use board::{Colour, Move};

use super::difficulty::difficulty;
use super::effects::{Tense, Whose, phrases};
use super::rank::{a_player_of, in_words};
use super::{capitalised, colour, genitive, inside, lower, number, percent, points};
use crate::{Audience, Detail, HardMove, Lesson, Praise, Reason, StoneGroup, Verdict};

/// What a player is told about a move of their own.
pub fn lesson(lesson: &Lesson, detail: Detail) -> String {
    match lesson {
        Lesson::Good(praise) => good(praise),
        Lesson::Bad(verdict) => bad(verdict, detail),
        Lesson::NamedButBad(verdict) => format!(
            "I named {} before, but on a second look I prefer another move. {}",
            verdict.played,
            bad(verdict, detail)
        ),
        Lesson::Beyond { rank } => {
            format!("Something was better, but {} often misses it, too.", lower(&a_player_of(*rank)))
        }
        Lesson::Brief { played, points, better: Some(better) } => {
            format!("{better} was better. {played} cost {points:.1} points.")
        }
        Lesson::Brief { played, better: None, .. } => format!("I found nothing better than {played}."),
    }
}

/// A mistake of a game that is reviewed; its number is the record's.
pub fn mistake(number: usize, verdict: &Verdict) -> String {
    format!("Move {number}, {} {}: {}", colour(verdict.colour), verdict.played, bad(verdict, Detail::Numbers))
}

fn bad(about: &Verdict, detail: Detail) -> String {
    let hard = about.difficulty.map(|hard| difficulty(hard, about.audience));
    let sentences = match (detail, better(about)) {
        (Detail::Numbers, better) => [happened(about), better, hard, Some(cost(about))],
        (Detail::Board, Some(better)) => {
            let better = better.trim_end_matches('.');
            [happened(about), Some(format!("{better} ({}).", about_points(about.points))), hard, None]
        }
        (Detail::Board, None) => {
            let played = capitalised(&plays(about.played));
            [happened(about), Some(format!("{played} cost {}.", about_points(about.points))), hard, None]
        }
    };
    sentences.into_iter().flatten().collect::<Vec<_>>().join(" ")
}

fn good(about: &Praise) -> String {
    let whose = Whose { own: "your", enemy: genitive(about.colour.other()) };
    let does =
        phrases(&about.effects, whose, Tense::Now).map_or(String::new(), |does| format!(" It {does}."));
    let few = if about.is_hard { " Few at your level find that." } else { "" };
    format!("I found nothing better than {}.{does}{few}", plays(about.played))
}

/// A good move of a game that is reviewed, which few players of the mover's rank find; its number is the record's.
pub fn hard_move(number: usize, about: &HardMove) -> String {
    let whose = Whose { own: genitive(about.colour), enemy: genitive(about.colour.other()) };
    let does = phrases(&about.effects, whose, Tense::Now).map_or_else(
        || "nothing better was found.".into(),
        |does| format!("it {does}, and nothing better was found."),
    );
    let rank = in_words(about.rank);
    format!(
        "Move {number}, {} {}: {does} Few players of {rank} find that.",
        colour(about.colour),
        about.played
    )
}

fn plays(mv: Move) -> String {
    match mv {
        Move::Pass => "passing".into(),
        Move::Play(p) => p.to_string(),
    }
}

fn own(about: &Verdict, side: Colour) -> &'static str {
    if about.audience == Audience::Player && side == about.colour { "your" } else { genitive(side) }
}

fn whose(about: &Verdict) -> Whose<'static> {
    Whose { own: own(about, about.colour), enemy: genitive(about.colour.other()) }
}

/// What came of the move: stones that it cost, or what the opponent can do about it.
fn happened(about: &Verdict) -> Option<String> {
    let played = plays(about.played);
    let them = |stones: &StoneGroup| match stones.count {
        1 => format!("{} stone at {}", own(about, stones.colour), stones.at),
        n => format!("{} {} stones around {}", own(about, stones.colour), number(n), stones.at),
    };
    let verb = |stones: &StoneGroup, one: &'static str, many: &'static str| {
        if stones.count == 1 { one } else { many }
    };
    match &about.reason {
        Some(Reason::Dies(stones)) => Some(format!("After {played}, {} can hardly be saved.", them(stones))),
        Some(Reason::Weak(stones)) => {
            Some(format!("After {played}, {} {} in danger.", them(stones), verb(stones, "is", "are")))
        }
        Some(Reason::Lives(stones)) => {
            Some(format!("After {played}, {} {} away.", them(stones), verb(stones, "gets", "get")))
        }
        _ => {
            let seen = about.consequence.as_ref()?;
            let does = phrases(&seen.effects, whose(about).swapped(), Tense::Now)?;
            Some(format!("{} can answer {}, which {does}.", colour(about.colour.other()), seen.answer))
        }
    }
}

fn better(about: &Verdict) -> Option<String> {
    let better = about.better.as_ref()?;
    let does = phrases(&better.effects, whose(about), Tense::Instead);
    let why = match &about.reason {
        // What the better move does says where it is.
        Some(Reason::Elsewhere { place }) if does.is_none() => {
            format!(" There was more to gain {}.", inside(*place))
        }
        Some(Reason::Lost { place }) => format!(" Territory {} was lost.", inside(*place)),
        _ => String::new(),
    };
    let mv = capitalised(&plays(better.mv));
    Some(match does {
        Some(does) => format!("{mv} was better: it {does}.{why}"),
        None => format!("{mv} was better.{why}"),
    })
}

/// “about 8 points”.
fn about_points(points: f32) -> String {
    match points.round() {
        0.0 => "less than a point".into(),
        1.0 => "about a point".into(),
        count => format!("about {count:.0} points"),
    }
}

fn cost(about: &Verdict) -> String {
    let played = capitalised(&plays(about.played));
    let (was, is) = (percent(about.win_rate.0), percent(about.win_rate.1));
    if was == is || about.win_rate.0 < about.win_rate.1 {
        format!("{played} cost {}.", points(about.points))
    } else {
        let own = own(about, about.colour);
        format!("{played} cost {}: {own} win rate fell from {was} to {is}.", points(about.points))
    }
}
