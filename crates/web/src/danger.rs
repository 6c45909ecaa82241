//! Where a game is decided, for a page.

use std::sync::atomic::AtomicBool;

use board::{Colour, Point, Position};
use insight::{Cluster, Fight, Insight, InsightSettings, Patience};
use search::View;

use crate::messages::{ClusterShown, Danger, FightShown, WeakShown};
use crate::shown::{VARIATION, from_the_top, name};

/// Enough for fights to be seen, and done in seconds.
const PLAYOUTS: u64 = 20_000;
/// Playouts between two pictures.
const EVERY: u64 = 1_000;
/// More fights or ways to end than these nobody looks at.
const MOST: usize = 8;
/// Stones are in danger between these chances to live: above they are safe, below they are lost.
const LOST: f32 = 0.1;
const SAFE: f32 = 0.75;

/// Plays a position out until `stop`, and tells what is seen so far. What the fights lead to is what the partner itself
/// thinks: `view` is of its own tree.
pub fn look(
    position: &Position,
    view: &View,
    threads: usize,
    stop: &AtomicBool,
    mut tell: impl FnMut(Danger),
) {
    let patience = Patience { playouts: PLAYOUTS, every: EVERY };
    let settings = InsightSettings::default();
    insight::look(position, playout::judges(threads, 1), patience, &settings, stop, |insight| {
        tell(shown(&insight.clone().with_search(view)));
    });
}

fn shown(insight: &Insight) -> Danger {
    let komi = insight.komi().points();
    // What is about most of the board is the game itself, before anything has been decided.
    let half = insight.position.size().points() / 2;
    let fights = insight.fights.iter().zip(&insight.sequences);
    let fights = fights.filter(|(fight, _)| fight.points.iter().count() <= half).take(MOST);
    let cluster = |(place, c): (usize, &Cluster)| ClusterShown {
        low: f64::from(c.low) - komi,
        high: f64::from(c.high) - komi,
        mode: c.mode - komi,
        weight: c.weight,
        critical: critical(insight, place),
    };
    Danger {
        number: insight.position.moves().len(),
        playouts: insight.histogram.total(),
        of: PLAYOUTS,
        scores: insight.histogram.scores().iter().map(|(s, n)| (f64::from(*s) - komi, *n)).collect(),
        clusters: insight.clusters.iter().enumerate().take(MOST).map(cluster).collect(),
        fights: fights
            .map(|(fight, sequence)| FightShown {
                sequence: sequence.iter().take(VARIATION).map(ToString::to_string).collect(),
                ..fight_shown(insight, fight)
            })
            .collect(),
        weak: weak(insight),
    }
}

/// The chains that may live or die, in the partner's eyes.
fn weak(insight: &Insight) -> Vec<WeakShown> {
    let Some(owners) = &insight.network else { return Vec::new() };
    let board = insight.position.board();
    let heads = board.all_stones().filter(|(_, p)| board.chain_head(*p) == *p);
    let mut weak: Vec<WeakShown> = heads
        .map(|(colour, head)| {
            let chain: Vec<Point> = board.chain_stones(head).collect();
            let held = chain.iter().map(|p| owners.of(colour, *p)).sum::<f32>() / chain.len() as f32;
            let stones = chain.iter().map(ToString::to_string).collect();
            WeakShown { colour: name(colour), stones, lives: (1.0 + held) / 2.0 }
        })
        .filter(|chain| (LOST..SAFE).contains(&chain.lives))
        .collect();
    weak.sort_by_key(|chain| std::cmp::Reverse(chain.stones.len()));
    weak.truncate(MOST);
    weak
}

fn fight_shown(insight: &Insight, fight: &Fight) -> FightShown {
    let names = |side: Colour| {
        let chains = fight.chains[side.index()].iter();
        chains.map(|chain| chain.iter().map(ToString::to_string).collect()).collect()
    };
    let points = fight.points.iter().count().max(1) as f32;
    let held = insight
        .network
        .as_ref()
        .map(|owners| fight.points.iter().map(|p| owners.of(Colour::Black, p)).sum::<f32>() / points);
    FightShown {
        points: fight.points.iter().map(|p| p.to_string()).collect(),
        black: names(Colour::Black),
        white: names(Colour::White),
        worth: fight.worth,
        black_wins: fight.black_wins,
        settled: fight.is_settled,
        partner_thinks: held,
        sequence: Vec::new(),
    }
}

/// For every point whose hold on it goes with this way to end, and how much, in hundredths: above 0 for Black.
fn critical(insight: &Insight, cluster: usize) -> Vec<i8> {
    let of = |side, p| insight.criticality.of(side, p, cluster);
    let hundredths = |value: f64| (100.0 * value.clamp(0.0, 1.0)).round() as i8;
    from_the_top(insight.position.size())
        .map(|p| match (of(Colour::Black, p), of(Colour::White, p)) {
            (black, white) if black > white => hundredths(black),
            (_, white) => -hundredths(white),
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use board::{Board, Komi, Rules, Size};
    use partner::{Overrides, Session, Settings};

    use super::*;

    /// A race in the lower left: stones of each side that shut each other in, with as many liberties. The rest of the
    /// board is settled.
    const RACE: [&str; 9] = [
        ".XX.XXOO.",
        "XXXXXXOOO",
        "XXXXXXOOO",
        "XXXXXXOOO",
        "X.X..XOOO",
        "OOOO.XOOO",
        "XXXO.XOO.",
        "..XOXXOOO",
        "..XO.XOOO",
    ];

    fn position() -> Position {
        let size = Size::square(9).unwrap();
        let stones = RACE.iter().rev().enumerate().flat_map(|(y, row)| {
            let colour = |sign| match sign {
                'X' => Some(Colour::Black),
                'O' => Some(Colour::White),
                _ => None,
            };
            row.chars().enumerate().filter_map(move |(x, sign)| Some((colour(sign)?, Point::new(x, y))))
        });
        let board = Board::with_stones(size, stones).unwrap();
        Position::from_board(board, Colour::Black, Rules::TROMP_TAYLOR, Komi::from_halves(15))
    }

    #[test]
    fn a_race_is_told_with_its_stones_and_its_worth() {
        let position = position();
        let overrides = Overrides { visits: Some(50), seed: Some(1), ..Overrides::default() };
        let settings = Settings::layered("playout", None, &overrides).unwrap();
        let mut session = Session::new(settings).unwrap();
        session.load(board::Game::from_position(position.clone()));
        let view = session.decide(Colour::Black).view;
        let mut told = Vec::new();
        look(&position, &view, 1, &AtomicBool::new(false), |danger| told.push(danger));
        let counts: Vec<u64> = told.iter().map(|danger| danger.playouts).collect();
        assert!(counts.is_sorted() && counts.len() > 5 && counts.last() == Some(&PLAYOUTS), "{counts:?}");
        let danger = told.last().unwrap();
        let fight = danger.fights.first().expect("there is a race");
        assert!((10.0..50.0).contains(&fight.worth), "{}", fight.worth);
        assert!(fight.white.iter().flatten().any(|stone| stone == "D1"), "{fight:?}");
        assert!(fight.black.iter().flatten().any(|stone| stone == "A3"), "{fight:?}");
        assert!(fight.points.iter().all(|point| point.as_bytes()[0] <= b'F'), "the right side is settled");
        assert!(danger.clusters.len() > 1 && danger.clusters.iter().all(|c| c.critical.len() == 81));
        // The partner's own search has seen that neither side is sure to live.
        let in_danger = |stone: &str| danger.weak.iter().any(|chain| chain.stones.iter().any(|s| s == stone));
        assert!(in_danger("D1") || in_danger("A3"), "{:?}", danger.weak);
        assert!(!in_danger("J8") && !in_danger("A8"), "{:?}", danger.weak);
        // Komi is in the scores.
        assert!(danger.scores.iter().all(|(score, _)| (score - 0.5).fract() == 0.0));
        // The stone at D1 is in the last row from the top, and decides.
        let deciding = danger.clusters.iter().map(|c| c.critical[8 * 9 + 3].unsigned_abs()).max();
        assert!(deciding > Some(50), "{deciding:?}");
    }

    #[test]
    fn a_game_that_has_just_begun_is_no_fight() {
        let position = Position::new(Size::square(5).unwrap(), Rules::CHINESE, Komi::from_halves(15));
        let overrides = Overrides { visits: Some(20), seed: Some(1), ..Overrides::default() };
        let mut session = Session::new(Settings::layered("playout", None, &overrides).unwrap()).unwrap();
        session.load(board::Game::from_position(position.clone()));
        let view = session.decide(Colour::Black).view;
        let mut last = None;
        look(&position, &view, 1, &AtomicBool::new(false), |danger| last = Some(danger));
        assert!(last.unwrap().fights.iter().all(|fight| fight.points.len() <= 12));
    }
}
