//! The course of a game: win rates, leads and fights over the moves, one under the other.

use std::fmt::Write;

use board::Colour;
use insight::draw::fight_colour;
use speech::english::report as words;

use crate::findings::Findings;
use crate::reviewed::Reviewed;

const WIDTH: f64 = 860.0;
/// Room for figures beside the graphs.
const LEFT: f64 = 44.0;
const RIGHT: f64 = 14.0;
const CHANCE: f64 = 150.0;
const LEAD: f64 = 120.0;
const GAP: f64 = 26.0;
const ROW: f64 = 22.0;
/// The graph of an even game should not look like a mountain.
const LEAST_LEAD: f32 = 5.0;

pub fn draw(game: &Reviewed, findings: &Findings) -> String {
    let moves = findings.positions.len().saturating_sub(1).max(1) as f64;
    let across = |after: f64| LEFT + after / moves * (WIDTH - LEFT - RIGHT);
    let top = GAP;
    let leads = top + CHANCE + GAP;
    // The numbers of the moves stand in between.
    let fights = leads + LEAD + GAP + 16.0;
    let high = fights + findings.fights.len() as f64 * ROW + 18.0;
    let mut out = String::new();
    title(&mut out, top, words::WIN_RATE);
    chances(&mut out, findings, top, &across);
    title(&mut out, leads, words::LEAD);
    lead(&mut out, findings, leads, &across);
    if !findings.fights.is_empty() {
        title(&mut out, fights, words::FIGHT_ROWS);
        rows(&mut out, findings, fights, &across);
    }
    mistakes(&mut out, game, findings, (top, leads + LEAD), &across);
    numbers(&mut out, game, leads + LEAD + 11.0, moves as usize, &across);
    format!(
        "<svg class=\"course\" xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH:.0} {high:.0}\" role=\"img\" \
         aria-label=\"{}\" font-family=\"sans-serif\" font-size=\"11\">{out}</svg>",
        words::COURSE_PICTURE
    )
}

fn title(out: &mut String, top: f64, text: &str) {
    let _ = write!(out, "<text class=\"ink\" x=\"{LEFT}\" y=\"{:.1}\">{text}</text>", top - 6.0);
}

/// Black's part of the field is dark, White's light: as on most sites.
fn chances(out: &mut String, findings: &Findings, top: f64, across: &dyn Fn(f64) -> f64) {
    let right = WIDTH - RIGHT;
    let _ = write!(
        out,
        "<rect x=\"{LEFT}\" y=\"{top}\" width=\"{:.1}\" height=\"{CHANCE}\" fill=\"#f4f1ea\" stroke=\"#b5a78f\"/>",
        right - LEFT
    );
    let mut path = format!("M{LEFT} {:.1}", top + CHANCE);
    for (after, judged) in findings.positions.iter().enumerate() {
        let y = top + CHANCE * (1.0 - f64::from(judged.win_rate.of(Colour::Black)));
        let _ = write!(path, "L{:.1} {y:.1}", across(after as f64));
    }
    let last = across(findings.positions.len().saturating_sub(1) as f64);
    let _ = write!(
        out,
        "<path d=\"{path}L{last:.1} {:.1}Z\" fill=\"#3a3a3a\"/>\
         <path d=\"M{LEFT} {:.1}H{right:.1}\" stroke=\"#c98a2b\" stroke-dasharray=\"4 3\"/>",
        top + CHANCE,
        top + CHANCE / 2.0
    );
    for (share, text) in [(0.0, "100%"), (0.5, "50%"), (1.0, "0%")] {
        axis(out, top + CHANCE * share, text);
    }
}

fn lead(out: &mut String, findings: &Findings, top: f64, across: &dyn Fn(f64) -> f64) {
    let right = WIDTH - RIGHT;
    let leads: Vec<f32> = findings.positions.iter().map(|judged| judged.lead.of(Colour::Black)).collect();
    let far = leads.iter().fold(LEAST_LEAD, |far, lead| far.max(lead.abs())) * 1.05;
    let height = |lead: f32| top + LEAD * (0.5 - 0.5 * f64::from(lead / far));
    let mut path = String::new();
    for (after, lead) in leads.iter().enumerate() {
        let command = if after == 0 { 'M' } else { 'L' };
        let _ = write!(path, "{command}{:.1} {:.1}", across(after as f64), height(*lead));
    }
    let _ = write!(
        out,
        "<rect x=\"{LEFT}\" y=\"{top}\" width=\"{:.1}\" height=\"{LEAD}\" fill=\"none\" stroke=\"#b5a78f\"/>\
         <path d=\"M{LEFT} {:.1}H{right:.1}\" stroke=\"#b5a78f\"/>\
         <path d=\"{path}\" fill=\"none\" stroke=\"#d9822b\" stroke-width=\"2\" stroke-linejoin=\"round\"/>",
        right - LEFT,
        height(0.0)
    );
    for (lead, text) in [(far, format!("+{far:.0}")), (0.0, "0".into()), (-far, format!("−{far:.0}"))] {
        axis(out, height(lead), &text);
    }
}

fn axis(out: &mut String, y: f64, text: &str) {
    let _ = write!(
        out,
        "<text class=\"ink\" x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{text}</text>",
        LEFT - 5.0,
        y + 4.0
    );
}

/// A band for each fight.
fn rows(out: &mut String, findings: &Findings, top: f64, across: &dyn Fn(f64) -> f64) {
    let most = findings.fights.iter().map(|story| story.peak().worth).fold(1.0, f32::max);
    for (row, story) in findings.fights.iter().enumerate() {
        let middle = top + (row as f64 + 0.5) * ROW;
        let after = |i: usize| across(story.looks[i].after as f64);
        let (first, last) = (after(0), after(story.looks.len() - 1));
        let colour = fight_colour(row);
        let _ = write!(
            out,
            "<path d=\"M{LEFT} {middle:.1}H{:.1}\" stroke=\"#b5a78f\" stroke-opacity=\"0.35\"/>\
             <text class=\"ink\" x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{}</text>",
            WIDTH - RIGHT,
            LEFT - 5.0,
            middle + 4.0,
            row + 1
        );
        for (i, look) in story.looks.iter().enumerate() {
            let begin = after(i) - if i == 0 { 2.0 } else { 0.0 };
            let end = if i + 1 < story.looks.len() { after(i + 1) } else { after(i) + 4.0 };
            let high = (ROW - 4.0) * f64::from((look.worth / most).clamp(0.15, 1.0));
            // From White's light to Black's dark.
            let light = (235.0 - 200.0 * f64::from(look.chance.of(Colour::Black))) as u8;
            let _ = write!(
                out,
                "<rect x=\"{begin:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{high:.1}\" \
                 fill=\"rgb({light},{light},{light})\"/>",
                middle - high / 2.0,
                (end - begin).max(2.0)
            );
        }
        let _ = write!(
            out,
            "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{:.1}\" rx=\"3\" fill=\"none\" stroke=\"{colour}\" \
             stroke-width=\"2\"/>",
            first - 3.0,
            middle - (ROW - 3.0) / 2.0,
            last - first + 8.0,
            ROW - 3.0
        );
    }
}

fn mistakes(
    out: &mut String,
    game: &Reviewed,
    findings: &Findings,
    (top, bottom): (f64, f64),
    across: &dyn Fn(f64) -> f64,
) {
    for mistake in &findings.mistakes {
        let x = across(mistake.after as f64 + 1.0);
        let number = game.number(mistake.after);
        let _ = write!(
            out,
            "<a href=\"#move-{number}\"><path d=\"M{x:.1} {top}V{bottom:.1}\" stroke=\"#c0392b\" stroke-opacity=\"0.55\"/>\
             <circle cx=\"{x:.1}\" cy=\"{top}\" r=\"4.5\" fill=\"#c0392b\"/><title>Move {number}</title></a>"
        );
    }
}

fn numbers(out: &mut String, game: &Reviewed, y: f64, moves: usize, across: &dyn Fn(f64) -> f64) {
    let step = [5, 10, 20, 25, 50, 100, 200].into_iter().find(|step| moves / step <= 12).unwrap_or(500);
    for after in (0..=moves).step_by(step) {
        let _ = write!(
            out,
            "<text class=\"ink\" x=\"{:.1}\" y=\"{y:.1}\" text-anchor=\"middle\">{}</text>",
            across(after as f64),
            game.moves_before + after
        );
    }
}
