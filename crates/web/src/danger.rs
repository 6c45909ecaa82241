//! Where a game is decided, for a page.

use std::sync::atomic::{AtomicBool, Ordering};

use board::{Colour, Move, Point, Position};
use insight::{APART, Ending, Fate, Group, Insight, InsightSettings, Patience, Reading, ReadingWith};
use partner::EvaluationError;
use review::Place;
use search::{Settings, Snapshot};

use crate::messages::{ClusterShown, Danger, FateShown, FightShown, ReadingShown};
use crate::shown::{VARIATION, from_the_top, name};

/// Enough for fights to be seen, and done in seconds.
const PLAYOUTS: u64 = 20_000;
/// Visits for each reading of a fight; there are two.
const READ: u64 = 4_000;
/// Playouts between two pictures.
const EVERY: u64 = 1_000;
/// More fights or ways to end than these nobody looks at.
const MOST: usize = 8;

/// Plays a position out until `stop`, and tells what is seen so far; then fights are read out, with either side to begin.
/// The partner's own thoughts lead: `view` is of its own tree, which all else on the page comes from.
pub fn look(
    position: &Position,
    view: &Snapshot,
    threads: usize,
    stop: &AtomicBool,
    tell: impl FnMut(Danger),
) -> Result<(), EvaluationError> {
    look_for(Patience { playouts: PLAYOUTS, every: EVERY }, READ, (position, view), threads, stop, tell)
}

/// The same with other numbers of playouts and of visits of a reading.
fn look_for(
    patience: Patience,
    visits: u64,
    (position, view): (&Position, &Snapshot),
    threads: usize,
    stop: &AtomicBool,
    mut tell: impl FnMut(Danger),
) -> Result<(), EvaluationError> {
    let settings = InsightSettings::default();
    let mut judges = || playout::evaluators(threads, 1);
    let seen = insight::look(position, judges(), patience, &settings, stop, |insight| {
        tell(shown(&told(insight, view), view));
    })?;
    let Some(mut insight) = seen.map(|insight| told(&insight, view)) else { return Ok(()) };
    if insight.fights.is_empty() || stop.load(Ordering::Relaxed) {
        return Ok(());
    }
    insight.read(&mut ReadingWith { evaluators: &mut judges, search: Settings::default(), visits }, stop)?;
    if !stop.load(Ordering::Relaxed) {
        tell(shown(&insight, view));
    }
    Ok(())
}

/// With the partner's thoughts, and without what is about most of the board: that is the game itself, before anything
/// has been decided.
fn told(insight: &Insight, view: &Snapshot) -> Insight {
    let mut insight = insight.clone();
    let half = insight.position.size().points() / 2;
    insight.fights.retain(|fight| fight.points.iter().count() <= half);
    insight.fights.truncate(MOST);
    insight.sequences = vec![Vec::new(); insight.fights.len()];
    insight.with_search(view)
}

fn shown(insight: &Insight, view: &Snapshot) -> Danger {
    let mut groups = insight.groups();
    groups.truncate(MOST);
    let endings = insight.endings(&groups);
    let playouts = insight.playouts_won() as f32;
    let black_wins = insight.win_rate.of(Colour::Black);
    Danger {
        number: insight.position.moves().len(),
        playouts: insight.histogram.total(),
        of: PLAYOUTS,
        black_wins,
        lead: insight.lead.of(Colour::Black),
        second_opinion: Some(playouts).filter(|other| (other - black_wins).abs() > APART),
        scores: endings.scores,
        clusters: endings.ways.iter().take(MOST).map(|way| cluster(insight, way)).collect(),
        fights: groups.iter().map(|group| fight(insight, group, view)).collect(),
    }
}

fn cluster(insight: &Insight, way: &Ending) -> ClusterShown {
    ClusterShown {
        low: way.low,
        high: way.high,
        score: way.score,
        weight: way.weight,
        critical: critical(insight, way),
    }
}

fn fight(insight: &Insight, group: &Group, view: &Snapshot) -> FightShown {
    let size = insight.position.size();
    let chains = |side: Colour| group.chains[side.index()].iter().map(|chain| names(chain)).collect();
    // A reading that says something else than the partner would contradict the statement above it.
    let readings = group.fight.filter(|_| group.fate == Fate::Open && group.second_opinion.is_none());
    let readings = readings.and_then(|number| insight.readings.get(number));
    FightShown {
        points: group.points.iter().map(|p| p.to_string()).collect(),
        black: chains(Colour::Black),
        white: chains(Colour::White),
        place: Place::of(group.stones(), size).map_or(String::new(), |place| place.to_string()),
        worth: group.worth,
        black_wins: group.won.of(Colour::Black),
        fate: match group.fate {
            Fate::Open => FateShown::Open,
            Fate::Settled(_) => FateShown::Settled,
            Fate::BothLive => FateShown::BothLive,
        },
        second_opinion: group.second_opinion.map(|other| other.of(Colour::Black)),
        in_danger: names(&group.in_danger().collect::<Vec<Point>>()),
        sequence: line(&insight::sequence(&group.points, view)),
        readings: readings.map_or(Vec::new(), |both| both.iter().map(reading).collect()),
    }
}

fn names(points: &[Point]) -> Vec<String> {
    points.iter().map(ToString::to_string).collect()
}

fn line(sequence: &[Move]) -> Vec<String> {
    sequence.iter().take(VARIATION).map(ToString::to_string).collect()
}

fn reading(reading: &Reading) -> ReadingShown {
    ReadingShown {
        first: name(reading.first),
        black_wins: reading.won.of(Colour::Black),
        sequence: line(&reading.sequence),
    }
}

/// For every point whose hold on it goes with this way to end, and how much, in hundredths: above 0 for Black.
fn critical(insight: &Insight, way: &Ending) -> Vec<i8> {
    let of = |side, p| insight.criticality.of_several(side, p, way.clusters.clone(), &insight.clusters);
    let hundredths = |value: f64| (100.0 * value.clamp(0.0, 1.0)).round() as i8;
    from_the_top(insight.position.size())
        .map(|p| match (of(Colour::Black, p), of(Colour::White, p)) {
            (black, white) if black > white => hundredths(black),
            (_, white) => -hundredths(white),
        })
        .collect()
}

#[cfg(test)]
mod agreement;

#[cfg(test)]
mod tests {
    use board::{Board, Komi, Rules, Size};
    use partner::{Overrides, Session, ThinkRequest};

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
        let settings = partner::Settings::layered("playout", None, &overrides).unwrap();
        let mut session = Session::new(settings).unwrap();
        session.load(board::Game::from_position(position.clone()));
        let view = session.think(&ThinkRequest::regression(Colour::Black)).unwrap().view;
        let mut told = Vec::new();
        look(&position, &view, 1, &AtomicBool::new(false), |danger| told.push(danger)).unwrap();
        let counts: Vec<u64> = told.iter().map(|danger| danger.playouts).collect();
        assert!(told.iter().rev().skip(1).flat_map(|danger| &danger.fights).all(|f| f.readings.is_empty()));
        assert!(counts.is_sorted() && counts.len() > 5 && counts.last() == Some(&PLAYOUTS), "{counts:?}");
        let danger = told.last().unwrap();
        let fight = danger.fights.first().expect("there is a race");
        let [black, white] = &fight.readings[..] else { panic!("{:?}", fight.readings) };
        assert_eq!((black.first, white.first), ("black", "white"));
        assert!(black.black_wins >= white.black_wins && !black.sequence.is_empty(), "{:?}", fight.readings);
        assert!((10.0..50.0).contains(&fight.worth), "{}", fight.worth);
        assert!(fight.white.iter().flatten().any(|stone| stone == "D1"), "{fight:?}");
        assert!(fight.black.iter().flatten().any(|stone| stone == "A3"), "{fight:?}");
        assert!(fight.points.iter().all(|point| point.as_bytes()[0] <= b'F'), "the right side is settled");
        assert!(danger.clusters.len() > 1 && danger.clusters.iter().all(|c| c.critical.len() == 81));
        assert_eq!(fight.place, "lower left");
        // The partner's own search has seen that neither side is sure to live.
        let in_danger = |stone: &str| danger.fights.iter().any(|f| f.in_danger.iter().any(|s| s == stone));
        assert!(in_danger("D1") || in_danger("A3"), "{:?}", danger.fights);
        assert!(!in_danger("J8") && !in_danger("A8"), "{:?}", danger.fights);
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
        let mut session =
            Session::new(partner::Settings::layered("playout", None, &overrides).unwrap()).unwrap();
        session.load(board::Game::from_position(position.clone()));
        let view = session.think(&ThinkRequest::regression(Colour::Black)).unwrap().view;
        let mut last = None;
        look(&position, &view, 1, &AtomicBool::new(false), |danger| last = Some(danger)).unwrap();
        assert!(last.unwrap().fights.iter().all(|fight| fight.points.len() <= 12));
    }
}
