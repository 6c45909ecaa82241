//! What a player believes, as pictures: how much it expects of each move.

use std::fmt::Write;

use board::{Colour, Point, Position};
use chart::heat_map::{Cell, HeatMap, colour, number, share};

use crate::opener::Opener;

/// What the player to move expects after each of its moves.
pub fn heat_map(opener: &Opener, position: &Position, title: String) -> HeatMap {
    let size = position.size();
    let mut cells = vec![Cell::Empty; size.points()];
    for found in opener.moves(position) {
        cells[size.place(found.point)] = Cell::Value(f64::from(found.expectation.of(position.to_move())));
    }
    for (colour, p) in position.board().all_stones() {
        cells[size.place(p)] = Cell::Disc(if colour == Colour::Black { "black" } else { "white" });
    }
    let row = |y: usize| {
        let cells = (0..size.width()).map(|x| cells[size.place(Point::new(x, y))]).collect();
        ((y + 1).to_string(), cells)
    };
    let letter = |x| Point::new(x, 0).to_string().trim_end_matches('1').to_string();
    HeatMap {
        title,
        columns: (0..size.width()).map(letter).collect(),
        rows: (0..size.height()).rev().map(row).collect(),
    }
}

/// The same as text; with colours of the terminal, if wanted.
pub fn text(map: &HeatMap, coloured: bool) -> String {
    let bounds = map.bounds().unwrap_or_default();
    let mut out = format!("{}\n", map.title);
    for (name, cells) in &map.rows {
        let _ = write!(out, "{name:>2} ");
        for cell in cells {
            let word = match cell {
                Cell::Value(value) => format!("{:>6} ", number(*value)),
                Cell::Disc("black") => "   X   ".into(),
                Cell::Disc(_) => "   O   ".into(),
                Cell::Empty => "   ·   ".into(),
            };
            match cell {
                Cell::Value(value) if coloured => {
                    let share = share(*value, bounds);
                    let [r, g, b] = colour(share);
                    let ink = if share > 0.75 { 97 } else { 30 };
                    let _ = write!(out, "\x1b[{ink};48;2;{r};{g};{b}m{word}\x1b[0m");
                }
                _ => out.push_str(&word),
            }
        }
        out.push('\n');
    }
    out.push_str("   ");
    map.columns.iter().for_each(|name| _ = write!(out, "   {name:<4}"));
    out.push('\n');
    out
}

#[cfg(test)]
mod tests {
    use board::{Komi, Move, Rules};

    use super::*;
    use crate::learner::Learner;
    use crate::settings::Settings;

    #[test]
    fn stones_and_values_stand_where_they_are() {
        let mut settings = Settings::default();
        settings.opening.size = 3;
        let learner = Learner::new(settings).unwrap();
        let size = learner.start().size();
        let mut position = Position::new(size, Rules::CHINESE, Komi::ZERO);
        for m in ["A3", "C1"] {
            position.play(Move::parse(m, size).unwrap()).unwrap();
        }
        let map = heat_map(learner.opener(), &position, "Black".into());
        let text = text(&map, false);
        let lines: Vec<&str> = text.lines().map(str::trim_end).collect();
        // A player that has learnt nothing expects nothing.
        assert_eq!(
            lines,
            [
                "Black",
                " 3    X      0.0    0.0",
                " 2    0.0    0.0    0.0",
                " 1    0.0    0.0    O",
                "      A      B      C"
            ]
        );
        assert!(super::text(&map, true).contains("\x1b[30;48;2;"));
    }
}
