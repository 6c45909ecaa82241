//! Draws curves over numbers.

use std::fmt::Write;

use crate::{COLOURS, HEIGHT, LEFT, curve, document, grid_line};

/// A curve with its name.
pub struct Series {
    pub name: String,
    /// x and y.
    pub points: Vec<(f64, f64)>,
}

const WIDTH: f64 = 560.0;
const TOP: f64 = 28.0;
const EACH: f64 = HEIGHT + 60.0;

/// One chart per group of curves, below each other.
pub fn svg(charts: &[(&str, Vec<Series>)]) -> String {
    document(charts, WIDTH, EACH, |text, y, (title, series)| draw(text, y + TOP, title, series))
}

fn bounds(values: impl Iterator<Item = f64>) -> Option<(f64, f64)> {
    let (low, high) = values
        .filter(|v| v.is_finite())
        .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), v| (low.min(v), high.max(v)));
    // A constant curve runs through the middle.
    (low <= high).then_some(if low == high { (low - 0.5, high + 0.5) } else { (low, high) })
}

fn draw(text: &mut String, top: f64, title: &str, series: &[Series]) {
    let points = || series.iter().flat_map(|s| s.points.iter());
    crate::title(text, top - 10.0, title);
    let (Some(across), Some(up)) = (bounds(points().map(|p| p.0)), bounds(points().map(|p| p.1))) else {
        return;
    };
    let x = |v: f64| LEFT + (v - across.0) / (across.1 - across.0) * WIDTH;
    let y = |v: f64| top + HEIGHT - (v - up.0) / (up.1 - up.0) * HEIGHT;
    // As many digits as distinguish the grid lines.
    let digits = match up.1 - up.0 {
        range if range >= 100.0 => 0,
        range if range >= 10.0 => 1,
        _ => 3,
    };
    for step in 0..=4 {
        let part = f64::from(step) / 4.0;
        let (value, at) = (up.0 + part * (up.1 - up.0), top + HEIGHT * (1.0 - part));
        grid_line(text, at, WIDTH, value, digits);
        let x_value = across.0 + part * (across.1 - across.0);
        let _ = writeln!(
            text,
            "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{x_value:.0}</text>",
            x(x_value),
            top + HEIGHT + 16.0
        );
    }
    for (i, (series, colour)) in series.iter().zip(COLOURS.iter().cycle()).enumerate() {
        let finite = series.points.iter().filter(|p| p.1.is_finite());
        let way: Vec<String> = finite.map(|p| format!("{:.1},{:.1}", x(p.0), y(p.1))).collect();
        let label = (LEFT + WIDTH - 120.0, top + 14.0 + 14.0 * i as f64);
        curve(text, &way, "stroke-width=\"1.5\"", &series.name, label, colour);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn curves_stay_within_their_chart() {
        let series = Series { name: "a<b".into(), points: vec![(0.0, 2.0), (1.0, f64::NAN), (2.0, 4.0)] };
        let flat = Series { name: "flat".into(), points: vec![(0.0, 3.0)] };
        let text = svg(&[("Loss", vec![series, flat]), ("Nothing", Vec::new())]);
        assert!(text.contains("points=\"56.0,228.0 616.0,28.0\""), "{text}");
        assert!(text.contains("a&lt;b") && !text.contains("NaN"));
        assert_eq!(text.matches("<polyline").count(), 2);
    }
}
