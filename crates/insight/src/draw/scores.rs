//! The histogram of scores, coloured by cluster, with the density curve.

use std::fmt::Write;

use super::colour;
use crate::density::Density;
use crate::insight::Insight;

pub const HEIGHT: f64 = 230.0;
const FLOOR: f64 = 190.0;
const LEFT: f64 = 16.0;
/// The step of the curve, in points.
const STEP: f64 = 0.5;

pub fn draw(insight: &Insight, width: f64) -> String {
    let scores = insight.histogram.scores();
    let (Some((first, _)), Some((last, _))) = (scores.first(), scores.last()) else { return String::new() };
    let density = Density::new(&insight.histogram, insight.settings.clusters.least_bandwidth);
    let (low, high) = (f64::from(*first) - density.bandwidth(), f64::from(*last) + density.bandwidth());
    let x = |score: f64| LEFT + (score - low) / (high - low) * (width - 2.0 * LEFT);
    let total = insight.histogram.total() as f64;
    let curve: Vec<(f64, f64)> = (0..=((high - low) / STEP) as usize)
        .map(|i| low + i as f64 * STEP)
        .map(|score| (score, density.at(score)))
        .collect();
    let top = scores.iter().map(|(_, n)| *n as f64 / total).fold(0.0, f64::max);
    let tallest = curve.iter().map(|(_, d)| *d).fold(0.0, f64::max);
    // Usually only every other score occurs, so bars are about twice as high as the curve. Each has its own
    // scale.
    let bar = |n: u64| (FLOOR - 20.0) * n as f64 / total / top.max(1e-12);
    let wide = ((x(1.0) - x(0.0)) * 1.6).max(1.0);
    let mut out = String::new();
    for (score, count) in scores {
        let cluster = insight.clusters.iter().position(|c| c.contains(*score)).unwrap_or(0);
        let (left, height) = (x(f64::from(*score)) - wide / 2.0, bar(*count));
        let _ = write!(
            out,
            "<rect x=\"{left:.1}\" y=\"{:.1}\" width=\"{wide:.1}\" height=\"{height:.1}\" fill=\"{}\"/>",
            FLOOR - height,
            colour(cluster)
        );
    }
    let points: Vec<String> = curve
        .iter()
        .map(|(score, d)| format!("{:.1},{:.1}", x(*score), FLOOR - (FLOOR - 20.0) * d / tallest.max(1e-12)))
        .collect();
    let _ = write!(out, "<polyline points=\"{}\" fill=\"none\" stroke=\"#000\"/>", points.join(" "));
    let _ = write!(
        out,
        "<line x1=\"{LEFT}\" x2=\"{:.1}\" y1=\"{FLOOR}\" y2=\"{FLOOR}\" stroke=\"#000\"/>",
        width - LEFT
    );
    let komi = insight.komi().points();
    for (number, cluster) in insight.clusters.iter().enumerate() {
        let (at, score) = (x(cluster.mode), cluster.mode - komi);
        let _ = write!(
            out,
            "<text x=\"{at:.1}\" y=\"{:.1}\" text-anchor=\"middle\" fill=\"{}\">{}: {score:+.0}</text>",
            FLOOR + 16.0,
            colour(number),
            number + 1
        );
    }
    // Where the winner changes.
    if (low..high).contains(&komi) {
        let at = x(komi);
        let _ = write!(
            out,
            "<line x1=\"{at:.1}\" x2=\"{at:.1}\" y1=\"8\" y2=\"{FLOOR}\" stroke=\"#888\" stroke-dasharray=\"4 3\"/>\
             <text x=\"{:.1}\" y=\"12\" text-anchor=\"end\" fill=\"#555\">White wins</text>\
             <text x=\"{:.1}\" y=\"12\" fill=\"#555\">Black wins</text>",
            at - 4.0,
            at + 4.0
        );
    }
    out
}
