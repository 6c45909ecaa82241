//! Boards with a sequence or a region on them.

use std::fmt::Write;

use board::{Board, Colour, Move, Point, Position};
use insight::draw::goban::{cell, goban, height, middle, width};

/// Room for the names of the lines.
const EDGE: f64 = 18.0;
const LETTERS: &str = "ABCDEFGHJKLMNOPQRST";

/// The colour of what was played, and of what should have been.
pub const PLAYED: &str = "#c0392b";
pub const BETTER: &str = "#1e7f4f";

/// A sequence on a board, numbered from 1; a ring of the given colour is around the first stone.
pub fn sequence(position: &Position, moves: &[Move], ring: &str, title: &str) -> String {
    let mut board = position.board().clone();
    let mut colour = position.to_move();
    let mut numbers: Vec<(Point, usize)> = Vec::new();
    for (number, mv) in (1..).zip(moves) {
        if let Some(p) = mv.point() {
            // What does not fit, because something was left out, ends the sequence.
            if !board.is_empty(p) || !board.allows(p, colour, true) {
                break;
            }
            board.play(p, colour);
            numbers.retain(|(q, _)| *q != p);
            numbers.push((p, number));
        }
        colour = colour.other();
    }
    let size = board.size();
    let mut over = String::new();
    if let Some((x, y)) = moves.first().and_then(|mv| mv.point()).map(|p| middle(size, p)) {
        let _ = write!(
            over,
            "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{:.1}\" fill=\"none\" stroke=\"{ring}\" stroke-width=\"{:.1}\"/>",
            cell(size) * 0.46,
            cell(size) * 0.13
        );
    }
    for (p, number) in numbers {
        let Some(there) = board.colour(p) else { continue };
        let ink = if there == Colour::Black { "#fff" } else { "#111" };
        label(&mut over, &board, p, &number.to_string(), ink);
    }
    framed(&board, &over, title)
}

/// A region of a position.
pub fn region(position: &Position, points: &[Point], tint: &str, title: &str) -> String {
    let (board, mut over) = (position.board(), String::new());
    let (size, cell) = (board.size(), cell(board.size()));
    for p in points {
        let (x, y) = middle(size, *p);
        let _ = write!(
            over,
            "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"{cell:.1}\" height=\"{cell:.1}\" fill=\"{tint}\" fill-opacity=\"0.5\"/>",
            x - cell / 2.0,
            y - cell / 2.0
        );
    }
    let mut last = String::new();
    if let Some(p) = position.last_move().and_then(Move::point)
        && let Some(colour) = board.colour(p)
    {
        let ((x, y), ink) = (middle(size, p), if colour == Colour::Black { "#fff" } else { "#111" });
        let _ = write!(
            last,
            "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{:.1}\" fill=\"none\" stroke=\"{ink}\" stroke-width=\"1.5\"/>",
            cell * 0.22
        );
    }
    framed(board, &format!("{over}{last}"), title)
}

fn label(out: &mut String, board: &Board, p: Point, text: &str, ink: &str) {
    let ((x, y), high) = (middle(board.size(), p), cell(board.size()) * 0.55);
    let _ = write!(
        out,
        "<text x=\"{x:.1}\" y=\"{:.1}\" font-size=\"{high:.1}\" text-anchor=\"middle\" fill=\"{ink}\">{text}</text>",
        y + high * 0.36
    );
}

/// A board with the names of its lines. Everything in it is our own: nothing has to be escaped.
fn framed(board: &Board, over: &str, title: &str) -> String {
    let size = board.size();
    let (wide, high) = (width(size) + 2.0 * EDGE, height(size) + 2.0 * EDGE);
    let mut names = String::new();
    let mut name = |x: f64, y: f64, text: &str| {
        let _ = write!(names, "<text x=\"{x:.1}\" y=\"{y:.1}\">{text}</text>");
    };
    for (x, letter) in LETTERS.chars().take(size.width()).enumerate() {
        let (at, letter) = (EDGE + middle(size, Point::new(x, 0)).0, letter.to_string());
        name(at, EDGE - 6.0, &letter);
        name(at, high - 6.0, &letter);
    }
    for y in 0..size.height() {
        let (at, number) = (EDGE + middle(size, Point::new(0, y)).1 + 3.5, (y + 1).to_string());
        name(EDGE / 2.0, at, &number);
        name(wide - EDGE / 2.0, at, &number);
    }
    format!(
        "<svg class=\"board\" xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {wide:.0} {high:.0}\" role=\"img\" \
         aria-label=\"{title}\" font-family=\"sans-serif\"><rect width=\"100%\" height=\"100%\" rx=\"4\" fill=\"#e8c07a\"/>\
         <g font-size=\"10\" text-anchor=\"middle\" fill=\"#6b5026\">{names}</g>\
         <g transform=\"translate({EDGE} {EDGE})\">{}{over}</g></svg>",
        goban(board)
    )
}
