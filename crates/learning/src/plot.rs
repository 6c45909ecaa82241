//! Curves over the generations of a run, as SVG.

use std::fmt::Write;

/// A curve with its name.
pub struct Series {
    pub name: String,
    /// Generation and value.
    pub points: Vec<(f64, f64)>,
}

const WIDTH: f64 = 560.0;
const HEIGHT: f64 = 200.0;
const LEFT: f64 = 56.0;
const TOP: f64 = 28.0;
const COLOURS: [&str; 4] = ["#1f6f8b", "#c8553d", "#4f772d", "#7d5ba6"];

/// One chart a group of curves, below each other.
pub fn svg(charts: &[(&str, Vec<Series>)]) -> String {
    let tall = (HEIGHT + 60.0) * charts.len() as f64;
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {} {tall}\" font-family=\"sans-serif\" \
         font-size=\"11\" fill=\"#333\">\n<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n",
        WIDTH + LEFT + 20.0
    );
    for (i, (title, series)) in charts.iter().enumerate() {
        chart(&mut text, (HEIGHT + 60.0) * i as f64 + TOP, title, series);
    }
    text.push_str("</svg>\n");
    text
}

fn bounds(values: impl Iterator<Item = f64>) -> Option<(f64, f64)> {
    let (low, high) = values
        .filter(|v| v.is_finite())
        .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), v| (low.min(v), high.max(v)));
    // A flat curve runs through the middle.
    (low <= high).then_some(if low == high { (low - 0.5, high + 0.5) } else { (low, high) })
}

fn chart(text: &mut String, top: f64, title: &str, series: &[Series]) {
    let points = || series.iter().flat_map(|s| s.points.iter());
    let _ =
        writeln!(text, "<text x=\"{LEFT}\" y=\"{}\" font-size=\"13\">{}</text>", top - 10.0, escape(title));
    let (Some(across), Some(up)) = (bounds(points().map(|p| p.0)), bounds(points().map(|p| p.1))) else {
        return;
    };
    let x = |v: f64| LEFT + (v - across.0) / (across.1 - across.0) * WIDTH;
    let y = |v: f64| top + HEIGHT - (v - up.0) / (up.1 - up.0) * HEIGHT;
    // As many digits as tell the lines apart.
    let digits = match up.1 - up.0 {
        range if range >= 100.0 => 0,
        range if range >= 10.0 => 1,
        _ => 3,
    };
    for step in 0..=4 {
        let part = f64::from(step) / 4.0;
        let (value, at) = (up.0 + part * (up.1 - up.0), top + HEIGHT * (1.0 - part));
        let _ = writeln!(
            text,
            "<line x1=\"{LEFT}\" x2=\"{}\" y1=\"{at:.1}\" y2=\"{at:.1}\" stroke=\"#ddd\"/>\
             <text x=\"{}\" y=\"{:.1}\" text-anchor=\"end\">{value:.digits$}</text>",
            LEFT + WIDTH,
            LEFT - 6.0,
            at + 4.0
        );
        let generation = across.0 + part * (across.1 - across.0);
        let _ = writeln!(
            text,
            "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{generation:.0}</text>",
            x(generation),
            top + HEIGHT + 16.0
        );
    }
    for (i, (series, colour)) in series.iter().zip(COLOURS.iter().cycle()).enumerate() {
        let finite = series.points.iter().filter(|p| p.1.is_finite());
        let way: Vec<String> = finite.map(|p| format!("{:.1},{:.1}", x(p.0), y(p.1))).collect();
        let _ = writeln!(
            text,
            "<polyline points=\"{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"1.5\"/>\
             <text x=\"{:.1}\" y=\"{:.1}\" fill=\"{colour}\">{}</text>",
            way.join(" "),
            LEFT + WIDTH - 120.0,
            top + 14.0 + 14.0 * i as f64,
            escape(&series.name)
        );
    }
}

/// Text as it may stand in a figure.
pub fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
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
