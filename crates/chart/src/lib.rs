//! Charts as SVG: [`lines`] over numbers, [`intervals`], values with their 95% intervals by name, and [`heat_map`], tables
//! of numbers as colours.

pub mod heat_map;
pub mod intervals;
pub mod lines;

use std::fmt::Write;

/// The size of the area for curves.
const HEIGHT: f64 = 200.0;
/// The margin on the left, for the values of the grid.
const LEFT: f64 = 56.0;
const RIGHT: f64 = 20.0;
const COLOURS: [&str; 6] = ["#1f6f8b", "#c8553d", "#4f772d", "#7d5ba6", "#b08900", "#5c677d"];

/// Stacks charts of the same width; each is drawn at a distance from the top.
fn document<T>(charts: &[T], width: f64, each: f64, draw: impl Fn(&mut String, f64, &T)) -> String {
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {} {}\" font-family=\"sans-serif\" \
         font-size=\"11\" fill=\"#333\">\n<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n",
        width + LEFT + RIGHT,
        each * charts.len() as f64
    );
    for (i, chart) in charts.iter().enumerate() {
        draw(&mut text, each * i as f64, chart);
    }
    text.push_str("</svg>\n");
    text
}

fn title(text: &mut String, y: f64, title: &str) {
    let _ = writeln!(text, "<text x=\"{LEFT}\" y=\"{y}\" font-size=\"13\">{}</text>", escape(title));
}

/// A line of the grid with its value.
fn grid_line(text: &mut String, y: f64, width: f64, value: f64, digits: usize) {
    let _ = writeln!(
        text,
        "<line x1=\"{LEFT}\" x2=\"{}\" y1=\"{y:.1}\" y2=\"{y:.1}\" stroke=\"#ddd\"/>\
         <text x=\"{}\" y=\"{:.1}\" text-anchor=\"end\">{value:.digits$}</text>",
        LEFT + width,
        LEFT - 6.0,
        y + 4.0
    );
}

/// A curve, and its label at a free position.
fn curve(text: &mut String, points: &[String], stroke: &str, name: &str, (x, y): (f64, f64), colour: &str) {
    let _ = writeln!(
        text,
        "<polyline points=\"{}\" fill=\"none\" stroke=\"{colour}\" {stroke}/>\
         <text x=\"{x:.1}\" y=\"{y:.1}\" fill=\"{colour}\">{}</text>",
        points.join(" "),
        escape(name)
    );
}

/// Escapes text for SVG.
fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
