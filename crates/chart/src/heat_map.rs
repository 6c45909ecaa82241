//! Draws tables of numbers as colours.

use std::fmt::Write;

use crate::{LEFT, document, escape, title};

const CELL: f64 = 44.0;
const TOP: f64 = 34.0;
const BOTTOM: f64 = 12.0;

/// A cell of a table.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Cell {
    Value(f64),
    /// A disc of this colour, such as a stone.
    Disc(&'static str),
    Empty,
}

/// A table with the names of its columns and rows, the top row first. All tables of a picture have the same shape.
pub struct HeatMap {
    pub title: String,
    pub columns: Vec<String>,
    pub rows: Vec<(String, Vec<Cell>)>,
}

impl HeatMap {
    /// The least and the largest value.
    pub fn bounds(&self) -> Option<(f64, f64)> {
        let values = self.rows.iter().flat_map(|(_, cells)| cells).filter_map(|cell| match cell {
            Cell::Value(value) if value.is_finite() => Some(*value),
            _ => None,
        });
        values.fold(None, |bounds, v| {
            Some(bounds.map_or((v, v), |(low, high): (f64, f64)| (low.min(v), high.max(v))))
        })
    }
}

/// Where a value is between the bounds, from 0 to 1; in the middle if all values are the same.
pub fn share(value: f64, (low, high): (f64, f64)) -> f64 {
    if high > low { ((value - low) / (high - low)).clamp(0.0, 1.0) } else { 0.5 }
}

/// A value with one digit, and never as −0.0.
pub fn number(value: f64) -> String {
    format!("{:.1}", (10.0 * value).round() / 10.0 + 0.0)
}

/// From pale to strong, readable in print: red, green and blue for a share from 0 to 1.
pub fn colour(share: f64) -> [u8; 3] {
    let stops = [[255.0, 250.0, 235.0], [253.0, 187.0, 99.0], [178.0, 53.0, 38.0]];
    let (from, part) = if share < 0.5 { (0, 2.0 * share) } else { (1, 2.0 * share - 1.0) };
    [0, 1, 2].map(|i: usize| {
        let (a, b): (f64, f64) = (stops[from][i], stops[from + 1][i]);
        (a + part * (b - a)).round() as u8
    })
}

/// One table below the other.
pub fn svg(maps: &[HeatMap]) -> String {
    let shape = |map: &HeatMap| (map.columns.len() as f64, map.rows.len() as f64);
    let (columns, rows) =
        maps.iter().map(shape).fold((0.0, 0.0), |(a, b): (f64, f64), (c, d)| (a.max(c), b.max(d)));
    let each = TOP + (rows + 1.0) * CELL + BOTTOM;
    document(maps, columns * CELL, each, |text, y, map| draw(text, y + TOP, map))
}

fn draw(text: &mut String, top: f64, map: &HeatMap) {
    title(text, top - 12.0, &map.title);
    let bounds = map.bounds().unwrap_or_default();
    for (y, (name, cells)) in map.rows.iter().enumerate() {
        let y = top + CELL * y as f64;
        label(text, LEFT - 14.0, y + CELL / 2.0, name);
        for (x, cell) in cells.iter().enumerate() {
            let x = LEFT + CELL * x as f64;
            draw_cell(text, (x, y), *cell, bounds);
        }
    }
    for (x, name) in map.columns.iter().enumerate() {
        let y = top + CELL * map.rows.len() as f64 + 12.0;
        label(text, LEFT + CELL * (x as f64 + 0.5), y, name);
    }
}

fn draw_cell(text: &mut String, (x, y): (f64, f64), cell: Cell, bounds: (f64, f64)) {
    let share = match cell {
        Cell::Value(value) => share(value, bounds),
        _ => 0.0,
    };
    let [r, g, b] = colour(share);
    let fill =
        if matches!(cell, Cell::Value(_)) { format!("#{r:02x}{g:02x}{b:02x}") } else { "#f2f2f2".into() };
    let _ = writeln!(
        text,
        "<rect x=\"{x:.0}\" y=\"{y:.0}\" width=\"{CELL}\" height=\"{CELL}\" fill=\"{fill}\" stroke=\"#bbb\"/>"
    );
    let (cx, cy) = (x + CELL / 2.0, y + CELL / 2.0);
    match cell {
        Cell::Value(value) => {
            let ink = if share > 0.75 { "white" } else { "#333" };
            let _ = writeln!(
                text,
                "<text x=\"{cx:.0}\" y=\"{:.0}\" text-anchor=\"middle\" fill=\"{ink}\">{}</text>",
                cy + 4.0,
                number(value)
            );
        }
        Cell::Disc(colour) => {
            let r = CELL * 0.42;
            let _ = writeln!(
                text,
                "<circle cx=\"{cx:.0}\" cy=\"{cy:.0}\" r=\"{r:.1}\" fill=\"{colour}\" stroke=\"#333\"/>"
            );
        }
        Cell::Empty => {}
    }
}

fn label(text: &mut String, x: f64, y: f64, name: &str) {
    let _ = writeln!(
        text,
        "<text x=\"{x:.0}\" y=\"{:.0}\" text-anchor=\"middle\">{}</text>",
        y + 4.0,
        escape(name)
    );
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_largest_value_is_the_strongest() {
        let cells = vec![Cell::Value(-1.0), Cell::Value(3.0), Cell::Disc("black"), Cell::Empty];
        let map = HeatMap {
            title: "a<b".into(),
            columns: ["A", "B", "C", "D"].map(String::from).into(),
            rows: vec![("1".into(), cells)],
        };
        assert_eq!(map.bounds(), Some((-1.0, 3.0)));
        let text = svg(&[map]);
        assert!(text.contains("a&lt;b") && text.contains(">3.0<") && text.contains(">-1.0<"));
        assert!(text.contains("fill=\"#fffaeb\"") && text.contains("fill=\"#b23526\""), "{text}");
        assert_eq!((text.matches("<rect").count(), text.matches("<circle").count()), (5, 1));
        assert_eq!([-0.04, 0.26, -1.25].map(number), ["0.0", "0.3", "-1.3"]);
        assert_eq!((share(2.0, (1.0, 3.0)), share(1.0, (1.0, 1.0))), (0.5, 0.5));
    }

    #[test]
    fn nothing_is_drawn_of_nothing() {
        assert!(svg(&[]).ends_with("</svg>\n"));
    }
}
