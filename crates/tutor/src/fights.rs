//! Where a game is decided: ways to end, and the fights that lead to them.

use std::sync::atomic::{AtomicBool, Ordering};

use board::{Colour, Move, Point, Position};
use evaluation::{EvaluationError, Lead, WinRate};
use insight::{APART, Ending, Fate, Group, Insight, InsightSettings, PlayoutBudget, Reading, ReadingWith};
use search::{Settings, Snapshot};
use speech::Place;

/// How a game may end, and what decides it. Scores are Black's, komi included.
#[derive(Clone, PartialEq, Debug)]
pub struct Outlook {
    /// Moves on the board.
    pub after: usize,
    pub playouts: u64,
    /// Playouts that will be made.
    pub of: u64,
    /// In the partner's own eyes; all that follows agrees with them.
    pub win_rate: WinRate,
    pub lead: Lead,
    /// Of the playouts, where that is another opinion.
    pub second_opinion: Option<WinRate>,
    /// Each score with its share.
    pub scores: Vec<(f64, f64)>,
    pub endings: Vec<EndingSeen>,
    /// One for each group of stones, the largest open ones first.
    pub fights: Vec<FightSeen>,
}

/// A way for the game to end.
#[derive(Clone, PartialEq, Debug)]
pub struct EndingSeen {
    pub ending: Ending,
    /// From the top left, in hundredths: how much it takes that Black holds the point, or White, below 0.
    pub critical: Vec<i8>,
}

/// What is said of a group of stones.
#[derive(Clone, PartialEq, Debug)]
pub struct FightSeen {
    pub group: Group,
    pub place: Option<Place>,
    /// Stones that may be captured.
    pub in_danger: Vec<Point>,
    /// What the partner would play there.
    pub sequence: Vec<Move>,
    /// What it comes to when Black begins it, and when White does; nothing until it was read out.
    pub readings: Vec<Reading>,
}

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
pub fn look_for_fights(
    position: &Position,
    view: &Snapshot,
    threads: usize,
    stop: &AtomicBool,
    tell: impl FnMut(Outlook),
) -> Result<(), EvaluationError> {
    look_for(PlayoutBudget { playouts: PLAYOUTS, every: EVERY }, READ, (position, view), threads, stop, tell)
}

/// The same with other numbers of playouts and of visits of a reading.
fn look_for(
    budget: PlayoutBudget,
    visits: u64,
    (position, view): (&Position, &Snapshot),
    threads: usize,
    stop: &AtomicBool,
    mut tell: impl FnMut(Outlook),
) -> Result<(), EvaluationError> {
    let settings = InsightSettings::default();
    let mut evaluators = || playout::evaluators(threads, 1);
    let seen = insight::analyse_playouts(position, evaluators(), budget, &settings, stop, |insight| {
        tell(outlook(&with_partner(insight, view), view));
    })?;
    let Some(mut insight) = seen.map(|insight| with_partner(&insight, view)) else { return Ok(()) };
    if insight.fights.is_empty() || stop.load(Ordering::Relaxed) {
        return Ok(());
    }
    insight
        .read(&mut ReadingWith { evaluators: &mut evaluators, search: Settings::default(), visits }, stop)?;
    if !stop.load(Ordering::Relaxed) {
        tell(outlook(&insight, view));
    }
    Ok(())
}

/// With the partner's thoughts, and without what is about most of the board: that is the game itself, before anything
/// has been decided.
fn with_partner(insight: &Insight, view: &Snapshot) -> Insight {
    let mut insight = insight.clone();
    let half = insight.position.size().points() / 2;
    insight.fights.retain(|fight| fight.points.iter().count() <= half);
    insight.fights.truncate(MOST);
    insight.sequences = vec![Vec::new(); insight.fights.len()];
    insight.with_search(view)
}

fn outlook(insight: &Insight, view: &Snapshot) -> Outlook {
    let mut groups = insight.groups();
    groups.truncate(MOST);
    let endings = insight.endings(&groups);
    let black = Colour::Black;
    let (playouts, win_rate) = (insight.playouts_won() as f32, insight.win_rate);
    let is_another = (playouts - win_rate.of(black)).abs() > APART;
    let seen = |ending: &Ending| EndingSeen { ending: ending.clone(), critical: critical(insight, ending) };
    Outlook {
        after: insight.position.moves().len(),
        playouts: insight.histogram.total(),
        of: PLAYOUTS,
        win_rate,
        lead: insight.lead,
        second_opinion: is_another.then(|| WinRate::for_side(black, playouts)),
        endings: endings.ways.iter().take(MOST).map(seen).collect(),
        scores: endings.scores,
        fights: groups.into_iter().map(|group| fight(insight, group, view)).collect(),
    }
}

fn fight(insight: &Insight, group: Group, view: &Snapshot) -> FightSeen {
    // A reading that says something else than the partner would contradict the statement above it.
    let readings = group.fight.filter(|_| group.fate == Fate::Open && group.second_opinion.is_none());
    let readings = readings.and_then(|number| insight.readings.get(number));
    FightSeen {
        place: Place::of(group.stones(), insight.position.size()),
        in_danger: group.in_danger().collect(),
        sequence: insight::sequence(&group.points, view),
        readings: readings.map_or(Vec::new(), |both| both.to_vec()),
        group,
    }
}

/// For every point whose hold on it goes with this way to end, and how much, in hundredths: above 0 for Black.
fn critical(insight: &Insight, way: &Ending) -> Vec<i8> {
    let of = |side, p| insight.criticality.of_several(side, p, way.clusters.clone(), &insight.clusters);
    let hundredths = |value: f64| (100.0 * value.clamp(0.0, 1.0)).round() as i8;
    insight
        .position
        .size()
        .iter_from_top()
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

    fn at(name: &str) -> Point {
        Point::parse(name, Size::square(9).unwrap()).unwrap()
    }

    #[test]
    fn a_race_is_told_with_its_stones_and_its_worth() {
        let position = position();
        let overrides = Overrides { visits: Some(50), seed: Some(1), ..Overrides::default() };
        let settings = partner::Settings::layered("playout", None, &overrides).unwrap();
        let mut session = Session::new(settings).unwrap();
        session.load(board::Game::from_position(position.clone()));
        let view = session.think(&ThinkRequest::regression(Colour::Black)).unwrap().snapshot;
        let mut told = Vec::new();
        look_for_fights(&position, &view, 1, &AtomicBool::new(false), |outlook| told.push(outlook)).unwrap();
        let counts: Vec<u64> = told.iter().map(|outlook| outlook.playouts).collect();
        assert!(told.iter().rev().skip(1).flat_map(|outlook| &outlook.fights).all(|f| f.readings.is_empty()));
        assert!(counts.is_sorted() && counts.len() > 5 && counts.last() == Some(&PLAYOUTS), "{counts:?}");
        let outlook = told.last().unwrap();
        let fight = outlook.fights.first().expect("there is a race");
        let [black, white] = &fight.readings[..] else { panic!("{:?}", fight.readings) };
        assert_eq!((black.first, white.first), (Colour::Black, Colour::White));
        let won = |reading: &Reading| reading.won.of(Colour::Black);
        assert!(won(black) >= won(white) && !black.sequence.is_empty(), "{:?}", fight.readings);
        let group = &fight.group;
        assert!((10.0..50.0).contains(&group.worth), "{}", group.worth);
        let has =
            |side: Colour, name: &str| group.chains[side.index()].iter().flatten().any(|p| *p == at(name));
        assert!(has(Colour::White, "D1") && has(Colour::Black, "A3"), "{fight:?}");
        assert!(group.points.iter().all(|p| p.x() <= 5), "the right side is settled");
        assert!(outlook.endings.len() > 1 && outlook.endings.iter().all(|c| c.critical.len() == 81));
        assert_eq!(fight.place, Some(Place::LowerLeft));
        // The partner's own search has seen that neither side is sure to live.
        let in_danger = |name: &str| outlook.fights.iter().any(|f| f.in_danger.contains(&at(name)));
        assert!(in_danger("D1") || in_danger("A3"), "{:?}", outlook.fights);
        assert!(!in_danger("J8") && !in_danger("A8"), "{:?}", outlook.fights);
        // Komi is in the scores.
        assert!(outlook.scores.iter().all(|(score, _)| (score - 0.5).fract() == 0.0));
        // The stone at D1 is in the last row from the top, and decides.
        let deciding = outlook.endings.iter().map(|c| c.critical[8 * 9 + 3].unsigned_abs()).max();
        assert!(deciding > Some(50), "{deciding:?}");
    }

    #[test]
    fn a_game_that_has_just_begun_is_no_fight() {
        let position = Position::new(Size::square(5).unwrap(), Rules::CHINESE, Komi::from_halves(15));
        let overrides = Overrides { visits: Some(20), seed: Some(1), ..Overrides::default() };
        let mut session =
            Session::new(partner::Settings::layered("playout", None, &overrides).unwrap()).unwrap();
        session.load(board::Game::from_position(position.clone()));
        let view = session.think(&ThinkRequest::regression(Colour::Black)).unwrap().snapshot;
        let mut last = None;
        look_for_fights(&position, &view, 1, &AtomicBool::new(false), |outlook| last = Some(outlook))
            .unwrap();
        assert!(last.unwrap().fights.iter().all(|fight| fight.group.points.len() <= 12));
    }
}
