//! Boards with stones, squares and regions.

use std::fmt::Write;

use board::{Colour, Point, PointSet, Size};

use super::fight_colour;
use crate::Insight;

/// All points together are as wide as this.
const BOARD: f64 = 320.0;

fn cell(size: Size) -> f64 {
    BOARD / size.width().max(size.height()) as f64
}

pub fn width(insight: &Insight) -> f64 {
    cell(insight.position.size()) * insight.position.size().width() as f64
}

pub fn height(insight: &Insight) -> f64 {
    cell(insight.position.size()) * insight.position.size().height() as f64
}

/// The middle of a point; the first row is at the bottom.
fn middle(size: Size, p: Point) -> (f64, f64) {
    let cell = cell(size);
    ((p.x() as f64 + 0.5) * cell, (size.height() as f64 - p.y() as f64 - 0.5) * cell)
}

fn empty(insight: &Insight) -> String {
    let size = insight.position.size();
    let (cell, wide, high) = (cell(size), width(insight), height(insight));
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
    for (colour, p) in insight.position.board().all_stones() {
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

/// Squares as large as it is critical that a side holds the point, in that side's colour.
pub fn criticality(insight: &Insight, cluster: usize) -> String {
    let size = insight.position.size();
    let mut out = empty(insight);
    for p in size.iter() {
        let of = |side| insight.criticality.of(side, p, cluster);
        let side = if of(Colour::Black) > of(Colour::White) { Colour::Black } else { Colour::White };
        let wide = cell(size) * 0.8 * of(side).clamp(0.0, 1.0);
        if wide < 1.0 {
            continue;
        }
        let ((x, y), (fill, line)) = (
            middle(size, p),
            match side {
                Colour::Black => ("#111", "#fff"),
                Colour::White => ("#fff", "#111"),
            },
        );
        let _ = write!(
            out,
            "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"{wide:.1}\" height=\"{wide:.1}\" fill=\"{fill}\" stroke=\"{line}\"/>",
            x - wide / 2.0,
            y - wide / 2.0
        );
    }
    out
}

/// Every fight in a colour of its own, with its number.
pub fn fights(insight: &Insight) -> String {
    let size = insight.position.size();
    let mut out = empty(insight);
    for (number, fight) in insight.fights.iter().enumerate() {
        let colour = fight_colour(number);
        for p in fight.points.iter() {
            let ((x, y), cell) = (middle(size, p), cell(size));
            let _ = write!(
                out,
                "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"{cell:.1}\" height=\"{cell:.1}\" fill=\"{colour}\" fill-opacity=\"0.45\"/>",
                x - cell / 2.0,
                y - cell / 2.0
            );
        }
        if let Some((x, y)) = centre(size, &fight.points) {
            let _ = write!(
                out,
                "<text x=\"{x:.1}\" y=\"{:.1}\" text-anchor=\"middle\" font-size=\"24\" font-weight=\"bold\" \
                 fill=\"#fff\" stroke=\"#000\" paint-order=\"stroke\" stroke-width=\"3\">{}</text>",
                y + 8.0,
                number + 1
            );
        }
    }
    out
}

/// The point of a region that is nearest to its mean.
fn centre(size: Size, points: &PointSet) -> Option<(f64, f64)> {
    let all: Vec<(f64, f64)> = points.iter().map(|p| middle(size, p)).collect();
    let count = all.len().max(1) as f64;
    let mean = all.iter().fold((0.0, 0.0), |sum, (x, y)| (sum.0 + x / count, sum.1 + y / count));
    let far = |at: &(f64, f64)| (at.0 - mean.0).hypot(at.1 - mean.1);
    all.into_iter().min_by(|a, b| far(a).total_cmp(&far(b)))
}
