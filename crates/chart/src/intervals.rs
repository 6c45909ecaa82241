//! Values with their 95% intervals by name.

use std::fmt::Write;

use statistics::Estimate;

use crate::{COLOURS, HEIGHT, LEFT, curve, document, escape, grid_line};

pub struct Series {
    pub name: String,
    /// One per name; `None` where nothing was measured.
    pub points: Vec<Option<Estimate>>,
}

pub struct Chart {
    pub title: String,
    /// The names on the axis.
    pub places: Vec<String>,
    pub series: Vec<Series>,
    /// The range from bottom to top; by default as much as needed.
    pub range: Option<(f64, f64)>,
}

const WIDTH: f64 = 620.0;
const TOP: f64 = 44.0;
const EACH: f64 = TOP + HEIGHT + 40.0;

/// Draws charts below each other.
pub fn svg(charts: &[Chart]) -> String {
    document(charts, WIDTH, EACH, |text, y, chart| draw(text, y + TOP, chart))
}

/// The range of a chart and the distance of its grid lines.
struct Axis {
    low: f64,
    high: f64,
    step: f64,
}

/// The most grid lines of a chart that chooses its own range.
const LINES: f64 = 5.0;

impl Axis {
    fn of(chart: &Chart) -> Option<Axis> {
        if let Some((low, high)) = chart.range {
            return Some(Axis { low, high, step: (high - low) / 4.0 });
        }
        let points = || chart.series.iter().flat_map(|s| s.points.iter().flatten());
        let least = |of: fn(&Estimate) -> f64| points().map(of).filter(|v| v.is_finite()).reduce(f64::min);
        let most = |of: fn(&Estimate) -> f64| points().map(of).filter(|v| v.is_finite()).reduce(f64::max);
        let (low, high) = (least(|p| p.value)?, most(|p| p.value)?);
        // Intervals are cut off where they would squeeze the values together: with two games, an interval is
        // as long as the board is large.
        let beyond = (high - low).max(1.0);
        let low = least(|p| p.low).unwrap_or(low).max(low - beyond);
        let high = most(|p| p.high).unwrap_or(high).min(high + beyond);
        let step = round_step((high - low) / LINES);
        let (low, high) = ((low / step).floor() * step, (high / step).ceil() * step);
        Some(Axis { low, high: high.max(low + step), step })
    }
}

/// The smallest of 1, 2, 5, 10, 20, … or a tenth of these that is at least this.
fn round_step(least: f64) -> f64 {
    let mut step = 0.1;
    for factor in [2.0, 2.5, 2.0].into_iter().cycle() {
        if step >= least || step > 1e9 {
            break;
        }
        step *= factor;
    }
    step
}

/// The approximate width of a letter.
const LETTER: f64 = 5.2;

/// Breaks a name into two lines if it is too wide.
fn halves(name: &str, width: f64) -> Vec<&str> {
    let letters = name.chars().count();
    let from_middle = |&(place, _): &(usize, &str)| name[..place].chars().count().abs_diff(letters / 2);
    match name.match_indices(' ').min_by_key(from_middle) {
        Some((place, _)) if letters as f64 * LETTER > width => vec![&name[..place], &name[place + 1..]],
        _ => vec![name],
    }
}

fn draw(text: &mut String, top: f64, chart: &Chart) {
    crate::title(text, top - 26.0, &chart.title);
    let Some(Axis { low, high, step: between }) = Axis::of(chart) else { return };
    let y = |v: f64| top + HEIGHT - ((v - low) / (high - low)).clamp(0.0, 1.0) * HEIGHT;
    let step = WIDTH / chart.places.len().max(1) as f64;
    let digits = if between.fract() == 0.0 { 0 } else { 1 };
    for line in 0..=((high - low) / between).round() as u32 {
        let value = low + between * f64::from(line);
        grid_line(text, y(value), WIDTH, value, digits);
    }
    for (i, place) in chart.places.iter().enumerate() {
        let x = LEFT + step * (i as f64 + 0.5);
        for (part, below) in halves(place, step).into_iter().zip([16.0, 27.0]) {
            let _ = writeln!(
                text,
                "<text x=\"{x:.1}\" y=\"{:.1}\" text-anchor=\"middle\" font-size=\"9\">{}</text>",
                top + HEIGHT + below,
                escape(part)
            );
        }
    }
    let count = chart.series.len().max(1) as f64;
    for (i, (series, colour)) in chart.series.iter().zip(COLOURS.iter().cycle()).enumerate() {
        // Side by side, so that intervals do not hide each other.
        let aside = step * 0.6 * ((i as f64 + 0.5) / count - 0.5);
        let mut way = Vec::new();
        for (place, point) in series.points.iter().enumerate() {
            let Some(p) = point else { continue };
            let x = LEFT + step * (place as f64 + 0.5) + aside;
            way.push(format!("{x:.1},{:.1}", y(p.value)));
            let _ = writeln!(
                text,
                "<line x1=\"{x:.1}\" x2=\"{x:.1}\" y1=\"{:.1}\" y2=\"{:.1}\" stroke=\"{colour}\"/>\
                 <circle cx=\"{x:.1}\" cy=\"{:.1}\" r=\"2.5\" fill=\"{colour}\"/>",
                y(p.low),
                y(p.high),
                y(p.value)
            );
        }
        let label = (LEFT + i as f64 * WIDTH / count, top - 8.0);
        curve(text, &way, "stroke-opacity=\"0.5\"", &series.name, label, colour);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_names_have_two_lines() {
        assert_eq!(halves("H2, komi 10.5", 62.0), ["H2, komi", "10.5"]);
        assert_eq!(halves("H2, komi 10.5", 162.0), ["H2, komi 10.5"]);
        assert_eq!(halves("λλλλλλλλλλλλλ", 1.0), ["λλλλλλλλλλλλλ"]);
    }

    #[test]
    fn what_is_measured_is_drawn_and_nothing_else() {
        let at = |value: f64| Some(Estimate { value, low: value - 10.0, high: value + 10.0 });
        let chart = Chart {
            title: "Won & lost".into(),
            places: vec!["0".into(), "2".into(), "4".into()],
            series: vec![Series { name: "S<1".into(), points: vec![at(50.0), None, at(95.0)] }],
            range: Some((0.0, 100.0)),
        };
        let text = svg(&[chart]);
        assert_eq!(text.matches("<circle").count(), 2);
        assert!(text.contains("Won &amp; lost") && text.contains("S&lt;1"));
        // 50 in the middle of the chart, the interval around 95 cut off at its top.
        assert!(text.contains(&format!("cy=\"{:.1}\"", TOP + HEIGHT / 2.0)), "{text}");
        assert!(text.contains(&format!("y2=\"{TOP:.1}\" stroke=\"#1f6f8b\"")), "{text}");
        assert!(!text.contains("NaN"));
    }

    #[test]
    fn a_long_interval_does_not_press_values_together() {
        let at = |value: f64, wide: f64| Some(Estimate { value, low: value - wide, high: value + wide });
        let chart = |points| Chart {
            title: "score".into(),
            places: vec!["a".into(), "b".into()],
            series: vec![Series { name: "S".into(), points }],
            range: None,
        };
        let axis = |points| Axis::of(&chart(points)).map(|a| (a.low, a.high, a.step)).unwrap();
        assert_eq!(axis(vec![at(10.0, 2.0), at(22.0, 200.0)]), (-10.0, 40.0, 10.0));
        assert_eq!(axis(vec![at(0.5, 0.0), at(0.5, 0.0)]).2, 0.1);
    }

    #[test]
    fn nothing_measured_is_an_empty_figure() {
        let chart = Chart { title: "t".into(), places: Vec::new(), series: Vec::new(), range: None };
        assert!(svg(&[chart]).ends_with("</svg>\n"));
    }
}
