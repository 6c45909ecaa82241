//! What a partner says of its own moves, and of those it would play.

use board::{Colour, Move};
use partner::{Choice, Comparison, Explanation, Reason, Standing};

use super::effects::{Tense, Whose, phrases};
use super::{listed, number, percent, points};

/// Who hears it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Listener {
    /// Who plays against the one that decided.
    Opponent,
    /// Who is to move, and has asked what to do.
    Pupil,
}

/// Leads that are told as none.
const EVEN: f32 = 0.05;
/// Mirror images that are named one by one.
const MOST_IMAGES: usize = 3;

/// A decision in a few sentences: what the move does on the board, then how it compares, then numbers.
pub fn decision(about: &Explanation, listener: Listener) -> String {
    let choice = about.choice;
    let is_searched =
        matches!(about.reason, Reason::MostVisited | Reason::HoldsBack { .. } | Reason::KeepsClose { .. });
    if !is_searched || !matches!(choice, Choice::Play(Move::Play(_))) {
        return match listener {
            Listener::Opponent => summary(about),
            Listener::Pupil => advice(about),
        };
    }
    let (does, whose) = match listener {
        Listener::Opponent => ("I play", Whose { own: "my", enemy: "your" }),
        Listener::Pupil => ("I would play", Whose { own: "your", enemy: "my" }),
    };
    let mut sentences = vec![format!("{does} {choice}.")];
    sentences.extend(phrases(&about.effects, whose, Tense::Now).map(|does| format!("It {does}.")));
    if about.reason == Reason::MostVisited {
        sentences.extend(images(&about.mirror_images));
    }
    sentences.extend(about.comparison.as_ref().map(|compared| comparison(compared, listener)));
    sentences.extend(about.standing.as_ref().map(|standing| stands(standing, about.colour, listener)));
    sentences.join(" ")
}

fn images(images: &[Move]) -> Option<String> {
    let images: Vec<String> = images.iter().map(ToString::to_string).collect();
    match images.as_slice() {
        [] => None,
        [one] => Some(format!("{one} is its mirror image and just as good.")),
        some if some.len() <= MOST_IMAGES => {
            Some(format!("{} are its mirror images and just as good.", listed(some)))
        }
        _ => Some("Its mirror images are just as good.".into()),
    }
}

fn comparison(comparison: &Comparison, listener: Listener) -> String {
    match *comparison {
        Comparison::BiggerInEndgame { points: gain, other } => {
            format!("In the endgame it is {} bigger than {other}.", points(gain))
        }
        Comparison::Better { points: gain, other } => {
            format!("That is {} better than {other}.", points(gain))
        }
        Comparison::AboutAsGood { other } => format!("{other} is about as good."),
        Comparison::Safer { other } => format!("It is safer than {other}."),
        Comparison::MoreTrusted { other } => format!("I trust it more than {other}."),
        Comparison::GivesBack { other, points, lead, natural } => {
            gives_back("This", other, points, lead, natural, listener)
        }
        Comparison::HeldBack { points: Some(gain), other } => {
            format!("{other} would be {} better.", points(gain))
        }
        Comparison::HeldBack { points: None, other } => {
            format!("{other} may be better.")
        }
    }
}

/// Why a move that keeps the game close is played instead of a better one.
fn gives_back(
    mv: &str,
    other: Move,
    given: Option<f32>,
    lead: f32,
    natural: bool,
    listener: Listener,
) -> String {
    let behind = match listener {
        Listener::Opponent => "You are behind by",
        Listener::Pupil => "You lead by",
    };
    match (given, natural) {
        (Some(given), true) if lead >= 1.0 => {
            format!("{behind} {}. {mv} is a natural move and gives back {}.", about(lead), about(given))
        }
        (Some(given), false) if lead >= 1.0 => {
            format!("{behind} {}. {mv} gives back {}.", about(lead), about(given))
        }
        (Some(given), true) => {
            format!("{mv} is a natural move, though {other} would be {} better.", about(given))
        }
        (Some(given), false) => {
            format!("{mv} keeps the game close, though {other} would be {} better.", about(given))
        }
        (None, true) => format!("{mv} is a natural move, though {other} may win a little more often."),
        (None, false) => format!("{mv} keeps the game close, though {other} may win a little more often."),
    }
}

/// Points without a false precision.
fn about(points: f32) -> String {
    match points.round() {
        whole if whole < 1.0 => "less than a point".into(),
        1.0 => "about 1 point".into(),
        whole => format!("about {whole:.0} points"),
    }
}

/// How a partner that aims at a result played: moves at which it held back, of all its moves, and the points that were
/// given back with them.
pub fn steered(held_back: usize, moves: usize, given: f32) -> String {
    match held_back {
        0 => "I never had to hold back.".into(),
        1 => format!("I held back once in {} moves, by {}.", number(moves), about(given)),
        _ => format!("I held back in {held_back} of my {moves} moves, by {} in all.", about(given)),
    }
}

/// A decision in a sentence or two without the search's figures, which a table may follow.
pub fn why(about: &Explanation) -> String {
    match (&about.comparison, about.choice) {
        (Some(Comparison::GivesBack { other, points, lead, natural }), Choice::Play(mv)) => {
            gives_back(&mv.to_string(), *other, *points, *lead, *natural, Listener::Opponent)
        }
        _ => summary(about),
    }
}

fn stands(standing: &Standing, side: Colour, listener: Listener) -> String {
    let (lead, rate) = (standing.lead.of(side), percent(standing.win_rate.of(side)));
    let (leads, trails, whose) = match listener {
        Listener::Opponent => ("I lead", "I am behind", "my"),
        Listener::Pupil => ("You lead", "You are behind", "your"),
    };
    let stands = match lead {
        lead if lead.abs() < EVEN => "The score is even".to_string(),
        lead if lead > 0.0 => format!("{leads} by {}", points(lead)),
        lead => format!("{trails} by {}", points(-lead)),
    };
    format!("{stands}, and {whose} win rate is {rate}.")
}

/// A decision in one sentence, with what the search counted.
pub fn summary(about: &Explanation) -> String {
    let choice = about.choice;
    match about.reason {
        Reason::MostVisited => format!("I play {choice}: {}.", figures(about)),
        Reason::HoldsBack { best } => {
            format!("I play {choice}, though {best} looks better: {}.", figures(about))
        }
        Reason::KeepsClose { best } => {
            format!("I play {choice} to keep the game close, though {best} looks better: {}.", figures(about))
        }
        Reason::OnlyMove => format!("I {choice}: there is no other legal move."),
        Reason::FillsDame => format!("I play {choice}, a neutral point: it counts one point."),
        Reason::CapturesDeadStones => format!("I play {choice} to capture dead stones before the count."),
        Reason::PassWinning(score) => format!("I pass: the count is {score}."),
        Reason::NothingLeft => "I pass: every point is decided.".to_string(),
        Reason::PassIsBest => format!("I pass: any move would cost something ({}).", figures(about)),
        Reason::Resigned { moves } => {
            let (behind, rate) = about.standing.as_ref().map_or((0.0, 0.0), |standing| {
                (-standing.lead.of(about.colour), standing.win_rate.of(about.colour))
            });
            format!(
                "I resign: I am about {behind:.0} points behind and see no way back (a win rate of {}, for {moves} moves).",
                percent(rate)
            )
        }
    }
}

/// The same as advice to somebody else.
pub fn advice(about: &Explanation) -> String {
    summary(about).replacen("I ", "I would ", 1)
}

/// Advice that is other than the move that was named before.
pub fn changed_advice(named: Move, advice: &str) -> String {
    format!("I named {named} before, but on a second look {advice}")
}

/// The partner resigns because the player asks it to.
pub fn resignation() -> String {
    "I resign. Thank you for the game.".into()
}

fn figures(about: &Explanation) -> String {
    let (Some((visits, of)), Some(standing)) = (about.visits, &about.standing) else {
        return "it was not searched".into();
    };
    let (rate, lead) = (standing.win_rate.of(about.colour), standing.lead.of(about.colour));
    let ahead = if lead < 0.0 { "behind" } else { "ahead" };
    format!("{visits} of {of} visits, win rate {}, {ahead} by {:.1}", percent(rate), lead.abs())
}

/// To somebody on a server who asks why before anything was played.
pub fn nothing_played() -> &'static str {
    "I have not played a move yet."
}

/// To somebody on a server who says something else.
pub fn what_to_ask() -> &'static str {
    "I am a program. Ask me \"why\", and I explain my last move."
}
