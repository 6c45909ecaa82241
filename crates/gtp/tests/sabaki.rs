//! What Sabaki makes of an analysis.

use partner::{EvaluatorKind, Session, Settings};

/// A variation as Sabaki 0.60 reads it; rates in percent.
#[derive(Debug, Clone, PartialEq)]
struct Variation {
    vertex: String,
    visits: u64,
    win_rate: f64,
    lead: Option<f64>,
    moves: Vec<String>,
}

/// Sabaki's `parseAnalysis`: it reads win rates as ten-thousandths unless the command starts with `kata`.
fn parse(command: &str, line: &str) -> Vec<Variation> {
    let is_point = |word: &str| {
        word.starts_with(|c: char| c.is_ascii_alphabetic())
            && word.len() > 1
            && word[1..].bytes().all(|b| b.is_ascii_digit())
    };
    let parse_part = |part: &str| -> Option<Variation> {
        let words: Vec<&str> = part.split_whitespace().collect();
        let pv = words.iter().rev().take_while(|word| **word == "pass" || is_point(word)).count();
        let (head, pv) = words.split_at(words.len() - pv);
        if pv.is_empty() {
            return None;
        }
        let value =
            |key: &str| head.chunks(2).find(|pair| pair[0] == key).and_then(|pair| pair.get(1)).copied();
        let vertex = value("move").filter(|word| is_point(word))?;
        let rate: f64 = value("winrate")?.parse().unwrap_or(f64::NAN);
        Some(Variation {
            vertex: vertex.to_string(),
            visits: value("visits")?.parse().unwrap(),
            win_rate: if command.starts_with("kata") { rate * 100.0 } else { rate / 100.0 },
            lead: value("scoreLead").map(|lead| lead.parse().unwrap()),
            moves: pv.iter().take_while(|word| **word != "pass").map(|word| word.to_string()).collect(),
        })
    };
    line.split("info ").skip(1).filter_map(parse_part).collect()
}

/// What Sabaki shows for the position: the best of every number.
fn headline(variations: &[Variation]) -> (f64, f64) {
    let max =
        |figure: &dyn Fn(&Variation) -> f64| variations.iter().map(figure).fold(f64::NEG_INFINITY, f64::max);
    (max(&|v| v.win_rate), max(&|v| v.lead.unwrap_or(f64::NAN)))
}

/// The last report before the move.
fn report(settings: Settings, setup: &str, command: &str) -> Vec<Variation> {
    let mut output = Vec::new();
    let input = format!("{setup}\n9 {command}\n").into_bytes();
    gtp::serve(std::io::Cursor::new(input), &mut output, Session::new(settings).unwrap()).unwrap();
    let output = String::from_utf8(output).unwrap();
    let (_, answer) = output.split_once("=9\n").unwrap();
    let line = answer.lines().rfind(|line| line.starts_with("info ")).unwrap();
    parse(command, line)
}

fn playouts(visits: u64) -> Settings {
    Settings { visits: Some(visits), seed: Some(1), evaluator: EvaluatorKind::Guided, ..Settings::default() }
}

#[test]
fn sabaki_reads_the_same_figures_from_every_command() {
    let of = |command| report(playouts(3000), "boardsize 9", command);
    let expected = of("kata-genmove_analyze b 10000");
    assert!(expected.iter().any(|v| (30.0..70.0).contains(&v.win_rate)), "{expected:?}");
    let close = |a: &Variation, b: &Variation, tolerance: f64| {
        (&a.vertex, a.visits, &a.moves) == (&b.vertex, b.visits, &b.moves)
            && (a.win_rate - b.win_rate).abs() <= tolerance
    };
    for command in ["genmove_analyze b 10000", "lz-genmove_analyze b 10000"] {
        let seen = of(command);
        assert_eq!(seen.len(), expected.len(), "{command}");
        for (a, b) in seen.iter().zip(&expected) {
            assert!(close(a, b, 0.0051), "{command}: {a:?} {b:?}");
        }
    }
    for (a, b) in of("genmove_analyze b 10000").iter().zip(&expected) {
        assert_eq!(a.lead, b.lead);
    }
}

#[test]
fn the_headline_is_not_that_of_a_lucky_playout() {
    for (setup, visits) in [("boardsize 19", 400), ("boardsize 19", 3000), ("boardsize 9", 3000)] {
        for colour in ["b", "w"] {
            let seen = report(playouts(visits), setup, &format!("genmove_analyze {colour} 10000"));
            let (rate, lead) = headline(&seen);
            let told = format!("{setup}, {visits} playouts, {colour}: {rate}%, {lead:+} of {seen:?}");
            assert!((20.0..80.0).contains(&rate), "{told}");
            // The best move is always listed, and no other looks much better. The mean score of 300 playouts
            // on 19×19 is accurate to about five points.
            assert!(rate - seen[0].win_rate < 8.0 && lead - seen[0].lead.unwrap() < 15.0, "{told}");
        }
    }
}

#[test]
fn a_client_gets_as_many_moves_as_it_asks_for() {
    let listed = |settings, command: &str| report(settings, "boardsize 5", command);
    let few = listed(playouts(300), "kata-genmove_analyze b 10000");
    assert!((1..10).contains(&few.len()), "{few:?}");
    assert!(few.iter().skip(1).all(|v| v.visits >= 100), "{few:?}");
    let more = listed(playouts(300), "kata-genmove_analyze b 10000 minmoves 15");
    assert_eq!(more.len(), 15);
    // A single network evaluation is worth listing.
    let still = Settings { evaluator: EvaluatorKind::Area, ..playouts(60) };
    assert!(listed(still, "kata-genmove_analyze b 10000").iter().any(|v| v.visits == 1));
}
