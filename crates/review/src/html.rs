//! A page to read, in one file: no scripts, nothing from elsewhere. What comes from the record is shown as text.

use std::fmt::Write;

use board::Colour;
use insight::draw::{escape, fight_colour};
use record::game::rules_name;
use speech::english::{self, report as words};

use crate::draw::{boards, course};
use crate::findings::Findings;
use crate::found_moves::FoundMove;
use crate::losses::losses;
use crate::mistakes::Mistake;
use crate::reviewed::Reviewed;
use crate::summary::{Grade, Summary};
use crate::verdict::{of_fight, of_hard_move, of_mistake};

const STYLE: &str = include_str!("report.css");

/// The whole page.
pub fn report(game: &Reviewed, findings: &Findings) -> String {
    let title = format!("{} – {}", escape(game.name(Colour::Black)), escape(game.name(Colour::White)));
    let section = |heading: &str, text: String| format!("<section><h2>{heading}</h2>{text}</section>");
    format!(
        "<!DOCTYPE html>\n<html lang=\"{}\"><head><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\
         <title>{}</title><style>{STYLE}</style></head><body><main>\
         <header><h1>{title}</h1>{}</header>{}{}{}{}\
         <section><details><summary>{}</summary>{}</details></section>\
         <footer>{}</footer></main></body></html>\n",
        words::LANGUAGE,
        words::title(&title),
        facts(game),
        section(words::COURSE, course::draw(game, findings)),
        section(words::PLAYERS, players(game, findings)),
        lessons(game, findings, section),
        section(words::FIGHTS, fights(game, findings)),
        words::EVERY_MOVE,
        all_moves(game, findings),
        words::footer(&escape(&findings.judge)),
    )
}

fn head(columns: &[&str]) -> String {
    let cells: String = columns.iter().map(|name| format!("<th scope=\"col\">{name}</th>")).collect();
    format!("<thead><tr>{cells}</tr></thead>")
}

fn facts(game: &Reviewed) -> String {
    let (info, start) = (&game.info, game.game.start());
    let mut parts: Vec<String> = Vec::new();
    let texts = [&info.event, &info.round, &info.place, &info.date];
    parts.extend(texts.into_iter().flatten().map(|text| escape(text)));
    parts.push(format!("{} × {}", game.size().width(), game.size().height()));
    parts.push(words::rules(&escape(&rules_name(&start.rules()))));
    parts.push(words::komi(start.komi()));
    if start.handicap() > 0 {
        parts.push(words::handicap(start.handicap()));
    }
    parts.push(words::move_count(game.moves_before + game.moves().len()));
    if let Some(result) = info.result {
        parts.push(format!("<strong>{}</strong>", escape(&result.to_string())));
    }
    let mut text = format!("<p>{}</p>", parts.join(" · "));
    if game.moves_before > 0 {
        let _ = write!(text, "<p>{}</p>", words::set_up_after(game.moves_before));
    }
    if let Some(error) = &game.stopped {
        let _ = write!(text, "<p>{}</p>", words::ends_early(&escape(&error.to_string())));
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
            english::colour(colour).to_lowercase(),
            escape(game.name(colour)),
            grades[0],
            grades[1],
            grades[2],
            grades[3]
        );
    }
    format!("<table>{}<tbody>{rows}</tbody></table>", head(&words::PLAYER_COLUMNS))
}

/// The mistakes that mattered; where ranks are known, those to look at first and good moves by themselves.
fn lessons(game: &Reviewed, findings: &Findings, section: impl Fn(&str, String) -> String) -> String {
    let (first, others) = findings.in_teaching_order(game);
    let cards =
        |mistakes: &[&Mistake]| mistakes.iter().map(|mistake| card(game, findings, mistake)).collect();
    let mut text = String::new();
    if !findings.found.is_empty() {
        let praised =
            |found: &FoundMove| english::hard_move(game.number(found.after), &of_hard_move(game, found));
        let all =
            findings.found.iter().map(|found: &FoundMove| format!("<p>{}</p>", praised(found))).collect();
        text += &section(words::WELL_FOUND, all);
    }
    if first.is_empty() {
        let none = format!("<p>{}</p>", words::NO_MISTAKES);
        return text + &section(words::MISTAKES, if others.is_empty() { none } else { cards(&others) });
    }
    text += &section(words::FIRST, cards(&first));
    if !others.is_empty() {
        text += &section(words::OTHERS, cards(&others));
    }
    text
}

fn card(game: &Reviewed, findings: &Findings, mistake: &Mistake) -> String {
    let number = game.number(mistake.after);
    let at = game.game.after(mistake.after);
    let name = english::colour(mistake.colour);
    let played: Vec<_> = std::iter::once(mistake.played).chain(mistake.answer.iter().copied()).collect();
    let badge = match mistake.is_turning_point {
        true => format!(" <span class=\"badge\">{}</span>", words::TURNING_POINT),
        false => String::new(),
    };
    let (position, better) = (at.position(), &mistake.better);
    format!(
        "<article id=\"move-{number}\"><h3><i class=\"stone {}\"></i> {}{badge}</h3><p>{}</p>\
         <div class=\"pair\"><figure>{}<figcaption>{}</figcaption></figure>\
         <figure>{}<figcaption>{}</figcaption></figure></div></article>",
        name.to_lowercase(),
        words::move_title(number, name, mistake.played),
        english::mistake(number, &of_mistake(game, findings, mistake)),
        boards::sequence(position, &played, boards::PLAYED, &words::picture_of_played(number)),
        words::played_line(&played),
        boards::sequence(position, better, boards::BETTER, &words::picture_of_better(number)),
        words::better_line(better),
    )
}

fn fights(game: &Reviewed, findings: &Findings) -> String {
    if findings.fights.is_empty() {
        return format!("<p>{}</p>", words::NO_FIGHTS);
    }
    let mut out = String::from("<div class=\"fights\">");
    for (row, story) in findings.fights.iter().enumerate() {
        let peak = story.peak();
        let number = game.moves_before + peak.after;
        let _ = write!(
            out,
            "<figure>{}<figcaption><b>{}</b> {} {}</figcaption></figure>",
            boards::region(
                game.game.after(peak.after).position(),
                &peak.points,
                fight_colour(row),
                &words::picture_of_fight(row + 1, number)
            ),
            row + 1,
            english::fight(&of_fight(game, story)),
            words::fight_on_board(number, &english::percent(peak.chance.of(Colour::Black))),
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
        let best = line.map_or(best, |mistake| english::moves(&mistake.better));
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
            english::colour(*colour).to_lowercase(),
            loss.points.max(0.0),
            english::percent(then.win_rate.of(Colour::Black)),
            then.lead.of(Colour::Black)
        );
    }
    format!("<table>{}<tbody>{rows}</tbody></table>", head(&words::MOVE_COLUMNS))
}
