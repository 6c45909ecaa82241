//! Draws a board with stones, for all kinds of pictures.

use std::fmt::Write;

use board::{Board, Colour, Point, Size};

/// The larger of the board's width and height in a picture.
pub const BOARD: f64 = 320.0;

/// The width of a point.
pub fn cell(size: Size) -> f64 {
    BOARD / size.width().max(size.height()) as f64
}

pub fn width(size: Size) -> f64 {
    cell(size) * size.width() as f64
}

pub fn height(size: Size) -> f64 {
    cell(size) * size.height() as f64
}

/// The centre of a point; the first row is at the bottom.
pub fn middle(size: Size, p: Point) -> (f64, f64) {
    let cell = cell(size);
    ((p.x() as f64 + 0.5) * cell, (size.height() as f64 - p.y() as f64 - 0.5) * cell)
}

/// A board with its stones, to put into an `<svg>` or a `<g>`.
pub fn goban(board: &Board) -> String {
    let size = board.size();
    let (cell, wide, high) = (cell(size), width(size), height(size));
    let mut out = format!(
        "<rect width=\"{wide:.1}\" height=\"{high:.1}\" fill=\"#e8c07a\"/><path stroke=\"#6b5026\" d=\""
    );
    for x in 0..size.width() {
        let at = (x as f64 + 0.5) * cell;
        let _ = write!(out, "M{at:.1} {:.1}V{:.1}", cell / 2.0, high - cell / 2.0);
    }
    for y in 0..size.height() {
        let at = (y as f64 + 0.5) * cell;
        let _ = write!(out, "M{:.1} {at:.1}H{:.1}", cell / 2.0, wide - cell / 2.0);
    }
    out.push_str("\"/>");
    for p in stars(size) {
        let (x, y) = middle(size, p);
        let _ =
            write!(out, "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{:.1}\" fill=\"#6b5026\"/>", cell * 0.11);
    }
    for (colour, p) in board.all_stones() {
        let (x, y) = middle(size, p);
        let fill = if colour == Colour::Black { "#111" } else { "#fafafa" };
        let _ = write!(
            out,
            "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{:.1}\" fill=\"{fill}\" stroke=\"#333\"/>",
            cell * 0.46
        );
    }
    out
}

/// The star points; up to 13×13 only those in the corners and in the centre.
fn stars(size: Size) -> Vec<Point> {
    let marked = if size.width() <= 13 { 5 } else { 9 };
    board::fixed_handicap(size, board::max_fixed_handicap(size).min(marked)).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_have_the_stars_of_wooden_ones() {
        for (side, number) in [(5, 0), (7, 4), (9, 5), (13, 5), (14, 4), (19, 9)] {
            let size = Size::square(side).unwrap();
            assert_eq!(stars(size).len(), number, "{side}");
        }
        assert!(stars(Size::square(13).unwrap()).contains(&Point::new(6, 6)));
    }
}
