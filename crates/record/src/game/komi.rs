//! Komi as written in files.

use board::Komi;

/// Reads `KM`. Besides plain numbers, it accepts a decimal comma; hundredths, as in `650`; and the Chinese
/// count in stones, where `3.75` or `375` is 7.5 points. Ambiguous values are refused.
pub(super) fn parse(text: &str) -> Option<Komi> {
    let text = text.trim().replace(',', ".");
    let is_number = text.bytes().all(|b| b.is_ascii_digit() || matches!(b, b'.' | b'-' | b'+'));
    let number: f64 = if is_number { text.parse().ok()? } else { return None };
    let points = match number {
        275.0 | 550.0 => 5.5,
        375.0 | 750.0 => 7.5,
        650.0 => 6.5,
        // Points come in halves, so a quarter must mean stones.
        n if n.abs() < 10.0 && (n * 4.0).fract() == 0.0 && (n * 2.0).fract() != 0.0 => n * 2.0,
        n => n,
    };
    Komi::new(points).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_clear() {
        let read = |text| parse(text).map(|k| k.points());
        for (text, points) in [
            ("6.5", 6.5),
            (" 6.5 ", 6.5),
            ("6,5", 6.5),
            ("7.50", 7.5),
            ("-5", -5.0),
            ("+0.5", 0.5),
            ("0", 0.0),
            ("375", 7.5),
            ("3.75", 7.5),
            ("2.75", 5.5),
            ("650", 6.5),
            ("100", 100.0),
        ] {
            assert_eq!(read(text), Some(points), "{text}");
        }
        for text in ["", "x", "6.3", "325.25", "1000", "nan", "inf", "1e1", "6.5 points", "--5"] {
            assert_eq!(read(text), None, "{text}");
        }
    }
}
