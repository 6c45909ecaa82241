//! A page to read, in one file: no scripts, nothing from elsewhere. What comes from the record is shown as text.

use std::fmt::Write;

use board::Colour;
use insight::draw::{escape, fight_colour};
use record::game::rules_name;

use crate::draw::{boards, course};
use crate::findings::Findings;
use crate::losses::losses;
use crate::mistakes::Mistake;
use crate::reviewed::Reviewed;
use crate::summary::{Grade, Summary};
use crate::words;

const STYLE: &str = include_str!("report.css");

/// The whole page.
pub fn report(game: &Reviewed, findings: &Findings) -> String {
    let title = format!("{} – {}", escape(game.name(Colour::Black)), escape(game.name(Colour::White)));
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\
         <title>Review: {title}</title><style>{STYLE}</style></head><body><main>\
         <header><h1>{title}</h1>{}</header>\
         <section><h2>The course of the game</h2>{}</section>\
         <section><h2>The players</h2>{}</section>\
         <section><h2>The mistakes that mattered</h2>{}</section>\
         <section><h2>The fights</h2>{}</section>\
         <section><details><summary>Every move</summary>{}</details></section>\
         <footer>Reviewed by Shidogo, {}. Win rates are those between players as strong as Shidogo.</footer>\
         </main></body></html>\n",
        facts(game),
        course::draw(game, findings),
        players(game, findings),
        mistakes(game, findings),
        fights(game, findings),
        all_moves(game, findings),
        escape(&findings.judge),
    )
}

fn facts(game: &Reviewed) -> String {
    let (info, start) = (&game.info, game.game.start());
    let mut parts: Vec<String> = Vec::new();
    let texts = [&info.event, &info.round, &info.place, &info.date];
    parts.extend(texts.into_iter().flatten().map(|text| escape(text)));
    parts.push(format!("{} × {}", game.size().width(), game.size().height()));
    parts.push(format!("{} rules", escape(&rules_name(&start.rules()))));
    parts.push(format!("komi {}", start.komi()));
    if start.handicap() > 0 {
        parts.push(format!("handicap {}", start.handicap()));
    }
    parts.push(format!("{} moves", game.moves_before + game.moves().len()));
    if let Some(result) = info.result {
        parts.push(format!("<strong>{}</strong>", escape(&result.to_string())));
    }
    let mut text = format!("<p>{}</p>", parts.join(" · "));
    if game.moves_before > 0 {
        let _ = write!(
            text,
            "<p>Stones were set up after move {}: the review begins there.</p>",
            game.moves_before
        );
    }
    if let Some(error) = &game.stopped {
        let _ = write!(text, "<p>The record ends early: {}.</p>", escape(&error.to_string()));
    }
    text
}

fn players(game: &Reviewed, findings: &Findings) -> String {
    let mut rows = String::new();
    for (colour, summary) in Colour::BOTH.into_iter().zip(&findings.players) {
        let Summary { moves, points_lost, agreed, grades } = summary;
        let agreed = 100.0 * *agreed as f32 / (*moves).max(1) as f32;
        let _ = write!(
            rows,
            "<tr><th scope=\"row\"><i class=\"stone {}\"></i> {}</th><td>{points_lost:.2}</td><td>{agreed:.0}%</td>\
             <td>{}</td><td>{}</td><td>{}</td><td>{}</td></tr>",
            words::name(colour).to_lowercase(),
            escape(game.name(colour)),
            grades[0],
            grades[1],
            grades[2],
            grades[3]
        );
    }
    format!(
        "<table><thead><tr><th scope=\"col\">Player</th><th scope=\"col\">Points lost per move</th>\
         <th scope=\"col\">Shidogo's choice</th><th scope=\"col\">Good</th><th scope=\"col\">1–3 points</th>\
         <th scope=\"col\">3–6 points</th><th scope=\"col\">More</th></tr></thead><tbody>{rows}</tbody></table>"
    )
}

fn mistakes(game: &Reviewed, findings: &Findings) -> String {
    if findings.mistakes.is_empty() {
        return "<p>None: no move cost anything that mattered.</p>".into();
    }
    findings.mistakes.iter().map(|mistake| card(game, mistake)).collect()
}

fn card(game: &Reviewed, mistake: &Mistake) -> String {
    let number = game.number(mistake.after);
    let at = game.game.after(mistake.after);
    let name = words::name(mistake.colour);
    let played: Vec<_> = std::iter::once(mistake.played).chain(mistake.answer.iter().copied()).collect();
    let badge = if mistake.is_turning_point { " <span class=\"badge\">the turning point</span>" } else { "" };
    format!(
        "<article id=\"move-{number}\"><h3><i class=\"stone {}\"></i> Move {number}: {name} {}{badge}</h3><p>{}</p>\
         <div class=\"pair\"><figure>{}<figcaption>Played, and what may follow: {}</figcaption></figure>\
         <figure>{}<figcaption>Better: {}</figcaption></figure></div></article>",
        name.to_lowercase(),
        mistake.played,
        words::mistake(game, mistake),
        boards::sequence(at.position(), &played, boards::PLAYED, &format!("Move {number} as it was played")),
        words::moves(&played),
        boards::sequence(at.position(), &mistake.better, boards::BETTER, &format!("Better at move {number}")),
        words::moves(&mistake.better),
    )
}

fn fights(game: &Reviewed, findings: &Findings) -> String {
    if findings.fights.is_empty() {
        return "<p>No large fight was seen.</p>".into();
    }
    let mut out = String::from("<div class=\"fights\">");
    for (row, story) in findings.fights.iter().enumerate() {
        let peak = story.peak();
        let number = game.moves_before + peak.after;
        let _ = write!(
            out,
            "<figure>{}<figcaption><b>{}</b> {} The board is that of move {number}; Black wins it there with {}.\
             </figcaption></figure>",
            boards::region(
                game.game.after(peak.after).position(),
                &peak.points,
                fight_colour(row),
                &format!("Fight {} at move {number}", row + 1)
            ),
            row + 1,
            words::fight(game, story),
            words::percent(peak.chance.of(Colour::Black)),
        );
    }
    out.push_str("</div>");
    out
}

fn all_moves(game: &Reviewed, findings: &Findings) -> String {
    let mut rows = String::new();
    let losses = losses(game.moves(), &findings.positions, game.size());
    let costly = findings.costly(game);
    for (after, ((colour, mv), loss)) in game.moves().iter().zip(&losses).enumerate() {
        let (before, then) = (&findings.positions[after], &findings.positions[after + 1]);
        let best = before.best().filter(|best| best != mv).map_or("=".into(), |best| best.to_string());
        let line = costly.iter().find(|mistake| mistake.after == after);
        let best = line.map_or(best, |mistake| words::moves(&mistake.better));
        let class = match Grade::of(loss) {
            Grade::Good => "",
            Grade::Slack => " class=\"slack\"",
            Grade::Mistake => " class=\"mistake\"",
            Grade::Blunder => " class=\"blunder\"",
        };
        let _ = write!(
            rows,
            "<tr{class}><td>{}</td><td><i class=\"stone {}\"></i> {mv}</td><td>{best}</td><td>{:.1}</td><td>{}</td>\
             <td>{:+.1}</td></tr>",
            game.number(after),
            words::name(*colour).to_lowercase(),
            loss.points.max(0.0),
            words::percent(then.win_rate.of(Colour::Black)),
            then.lead.of(Colour::Black)
        );
    }
    format!(
        "<table><thead><tr><th scope=\"col\">Move</th><th scope=\"col\">Played</th><th scope=\"col\">Shidogo would play</th>\
         <th scope=\"col\">Points lost</th><th scope=\"col\">Black's win rate</th><th scope=\"col\">Black's lead</th></tr>\
         </thead><tbody>{rows}</tbody></table>"
    )
}
