//! Boards with stones, squares and regions.

use std::fmt::Write;

use board::{Colour, PointSet, Size};

use super::fight_colour;
use super::goban::{cell, goban, middle};
use crate::insight::Insight;

/// Squares in a side's colour; the more critical it is that the side holds the point, the larger.
pub fn criticality(insight: &Insight, cluster: usize) -> String {
    let size = insight.position.size();
    let mut out = goban(insight.position.board());
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

/// Every fight in its own colour, with its number.
pub fn fights(insight: &Insight) -> String {
    let size = insight.position.size();
    let mut out = goban(insight.position.board());
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

/// The point of a region nearest to its centroid.
fn centre(size: Size, points: &PointSet) -> Option<(f64, f64)> {
    let all: Vec<(f64, f64)> = points.iter().map(|p| middle(size, p)).collect();
    let count = all.len().max(1) as f64;
    let mean = all.iter().fold((0.0, 0.0), |sum, (x, y)| (sum.0 + x / count, sum.1 + y / count));
    let far = |at: &(f64, f64)| (at.0 - mean.0).hypot(at.1 - mean.1);
    all.into_iter().min_by(|a, b| far(a).total_cmp(&far(b)))
}
