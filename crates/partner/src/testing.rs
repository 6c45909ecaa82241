//! Positions and snapshots drawn as text, for tests.

use std::time::Duration;

use board::{Board, Colour, Komi, Move, Point, Position, Rules};
use evaluation::{Lead, Ownership, WinRate};
use search::{Candidate, Snapshot, Utility};

fn cells<'a>(rows: &'a [&'a str]) -> impl Iterator<Item = (Point, char)> + 'a {
    let lines = rows.iter().rev().enumerate();
    lines.flat_map(|(y, row)| row.chars().enumerate().map(move |(x, c)| (Point::new(x, y), c)))
}

/// `X` is Black, `O` is White; the first row is the top one. No komi, Chinese rules.
pub fn position(rows: &[&str], to_move: Colour) -> Position {
    position_under(Rules::CHINESE, rows, to_move)
}

pub fn position_under(rules: Rules, rows: &[&str], to_move: Colour) -> Position {
    Position::from_board(Board::from_diagram(rows).unwrap(), to_move, rules, Komi::ZERO)
}

/// `x` will be Black's, `o` White's, anything else nobody's.
pub fn shares(rows: &[&str]) -> Ownership {
    let mut ownership = Ownership::UNKNOWN;
    for (p, c) in cells(rows) {
        match c {
            'x' => ownership.set(Colour::Black, p, 0.95),
            'o' => ownership.set(Colour::White, p, 0.95),
            _ => {}
        }
    }
    ownership
}

/// A snapshot with moves in order, each with visits and the mover's win rate; the lead follows the win rate.
pub fn snapshot(position: &Position, moves: &[(&str, u64, f32)], ownership: Ownership) -> Snapshot {
    let side = position.to_move();
    let lead = |rate: f32| Lead::for_side(side, (rate - 0.5) * 20.0);
    let candidates: Vec<Candidate> = moves
        .iter()
        .map(|(vertex, visits, rate)| {
            let mv = Move::parse(vertex, position.size()).unwrap();
            Candidate {
                mv,
                visits: *visits,
                edge_visits: *visits,
                weight: *visits as f32,
                win_rate: WinRate::for_side(side, *rate),
                lead: lead(*rate),
                score: lead(*rate),
                score_stdev: 1.0,
                no_result: 0.0,
                utility: Utility::for_side(side, 2.0 * rate - 1.0),
                lcb: WinRate::for_side(side, *rate),
                utility_lcb: Utility::for_side(side, 2.0 * rate - 1.0),
                prior: 0.1,
                search_prior: 0.1,
                play_selection_value: *visits as f32,
                pv: vec![mv],
                pv_visits: vec![*visits],
                ownership: None,
                ownership_stdev: None,
            }
        })
        .collect();
    let visits = candidates.iter().map(|c| c.visits).sum();
    let rate = candidates.first().map_or(0.5, |c| c.win_rate.of(side));
    Snapshot {
        to_move: side,
        visits,
        new_visits: visits,
        weight: visits as f32,
        win_rate: WinRate::for_side(side, rate),
        lead: lead(rate),
        score: lead(rate),
        score_stdev: 1.0,
        utility: Utility::for_side(side, 2.0 * rate - 1.0),
        raw: None,
        candidates,
        priors: Vec::new(),
        ownership: Some(Box::new(ownership)),
        ownership_stdev: None,
        curve: Vec::new(),
        elapsed: Duration::ZERO,
    }
}
