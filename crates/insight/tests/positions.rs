//! Finds fights in positions that are known to have them.

use std::path::Path;
use std::sync::atomic::AtomicBool;

use board::{Board, Colour, Komi, Point, Position, Rules, Size};
use evaluation::{Evaluation, Lead, Ownership, WinRate};
use insight::{Fate, Insight, InsightSettings, PlayoutBudget, ReadingWith};
use record::game::Reader;
use search::Settings;

fn look(position: &Position, playouts: u64, seed: u64) -> Insight {
    let patience = PlayoutBudget { playouts, every: playouts.div_ceil(2) };
    let mut shown = Vec::new();
    let stop = AtomicBool::new(false);
    let settings = InsightSettings::default();
    let seen = insight::analyse_playouts(
        position,
        playout::evaluators(2, 2 * seed),
        patience,
        &settings,
        &stop,
        |insight| {
            shown.push(insight.histogram.total());
        },
    );
    assert_eq!(shown, [playouts.div_ceil(2), playouts]);
    seen.unwrap().unwrap()
}

/// A race in a corner: stones (B) surrounded by others (W), which are surrounded themselves and have as many
/// liberties.
const RACE: [&str; 6] = ["BBBBBB", "B.B..B", "WWWW.B", "BBBW.B", "..BWBB", "..BW.B"];

/// Black's half and White's half, side by side and without space to live in, with races in some corners: left
/// or right, bottom or top. In White's half the colours are swapped.
fn halves(side: usize, races: &[(bool, bool)], to_move: Colour) -> Position {
    let mut colours = vec![None; side * side];
    let half = side / 2;
    for (i, colour) in colours.iter_mut().enumerate() {
        let (x, y) = (i % side, i / side);
        let (owner, from_middle) =
            if x < half { (Colour::Black, half - 1 - x) } else { (Colour::White, x - half) };
        // Columns of stones with an eye here and there between them.
        let is_eye = from_middle % 2 == 1 && y % 3 == 1;
        *colour = (!is_eye).then_some(owner);
    }
    for (right, above) in races {
        for (row, line) in RACE.iter().rev().enumerate() {
            for (column, letter) in line.chars().enumerate() {
                let x = if *right { side - 1 - column } else { column };
                let y = if *above { side - 1 - row } else { row };
                let own = if *right { Colour::White } else { Colour::Black };
                colours[y * side + x] = match letter {
                    'B' => Some(own),
                    'W' => Some(own.other()),
                    _ => None,
                };
            }
        }
    }
    let size = Size::square(side).unwrap();
    let stones =
        colours.iter().enumerate().filter_map(|(i, c)| Some(((*c)?, Point::new(i % side, i / side))));
    let board = Board::with_stones(size, stones).unwrap();
    Position::from_board(board, to_move, Rules::TROMP_TAYLOR, Komi::from_halves(15))
}

/// A point inside a corner.
fn corner(side: usize, (right, above): (bool, bool)) -> Point {
    let at = |far: bool| if far { side - 2 } else { 1 };
    Point::new(at(right), at(above))
}

#[test]
fn every_race_is_a_fight() {
    let (left, right) = ((false, false), (true, true));
    for (side, races, to_move) in [
        (13, vec![], Colour::Black),
        (13, vec![left], Colour::Black),
        (13, vec![right], Colour::White),
        (19, vec![], Colour::White),
        (19, vec![left], Colour::Black),
        (19, vec![left, (false, true), (true, false)], Colour::Black),
    ] {
        for seed in 0..3 {
            let insight = look(&halves(side, &races, to_move), 10_000, seed);
            let found: Vec<_> = insight.fights.iter().map(|fight| format!("{:?}", fight.points)).collect();
            assert_eq!(insight.fights.len(), races.len(), "{side} {races:?}: {found:?}");
            for race in &races {
                let place = corner(side, *race);
                let fights: Vec<_> = insight.fights.iter().filter(|f| f.points.contains(place)).collect();
                assert_eq!(fights.len(), 1, "{side} {race:?}: {found:?}");
                // The corner of sixteen points goes to one side or the other, with some points around it.
                assert!((26.0..42.0).contains(&fights[0].worth), "{}", fights[0].worth);
                assert!(fights[0].chains.iter().all(|chains| !chains.is_empty()), "{:?}", fights[0].chains);
                assert!(!fights[0].is_settled);
            }
            let expected = if races.len() > 1 { races.len() } else { races.len() + 1 };
            assert!(insight.clusters.len() >= expected, "{:?}", insight.clusters);
        }
    }
}

/// Black wins all three races in too few playouts to make a cluster, and wins the third nowhere else.
#[test]
fn a_fight_that_is_seldom_won_is_one() {
    let position = halves(19, &[(false, false), (false, true), (true, false)], Colour::Black);
    let patience = PlayoutBudget { playouts: 10_000, every: 5_000 };
    let (evaluators, stop) = (playout::evaluators(1, 80), AtomicBool::new(false));
    // Peaks this low are not clusters here.
    let mut settings = InsightSettings::default();
    settings.clusters.least_height = 0.25;
    let insight = insight::analyse_playouts(&position, evaluators, patience, &settings, &stop, |_| ())
        .unwrap()
        .unwrap();
    assert_eq!((insight.clusters.len(), insight.fights.len()), (3, 3), "{:?}", insight.clusters);
    for fight in &insight.fights {
        assert!((26.0..42.0).contains(&fight.worth), "{}", fight.worth);
        assert_eq!(fight.won_in[Colour::Black.index()], [2], "{:?}", fight.black_share);
        assert!(fight.won_in[Colour::White.index()].contains(&0), "{:?}", fight.black_share);
    }
}

/// Living groups on the left and right. Below them, white stones under Black's and black stones under White's
/// are in a capturing race with this many liberties.
fn race([blacks, whites]: [usize; 2], to_move: Colour) -> Position {
    let safe =
        ["XXXXXXXOOOOOO", "X.XXXXXOOOO.O", "XXXXXXXOOOOOO", "XX.XXXXOOO.OO"].into_iter().map(String::from);
    let wall = std::iter::repeat_n("XXXXXXXOOOOOO".to_string(), 7);
    let (own, other) = ("X".repeat(7 - whites), "O".repeat(6 - blacks));
    let between = format!("{}{own}{other}{}", ".".repeat(whites), ".".repeat(blacks));
    let lines: Vec<String> = safe.chain(wall).chain([between, "OOOOOOOXXXXXX".into()]).collect();
    let board = Board::from_diagram(&lines.iter().map(String::as_str).collect::<Vec<_>>()).unwrap();
    Position::from_board(board, to_move, Rules::TROMP_TAYLOR, Komi::from_halves(15))
}

#[test]
fn who_wins_a_race_is_read() {
    // With equal liberties whoever moves first wins; with one more, that side wins in any case.
    for (line, winners) in [
        ([5, 5], [Colour::Black, Colour::White]),
        ([4, 5], [Colour::White, Colour::White]),
        ([5, 4], [Colour::Black, Colour::Black]),
    ] {
        for to_move in Colour::BOTH {
            let mut insight = look(&race(line, to_move), 4_000, 1);
            let seed = std::cell::Cell::new(1);
            let mut evaluators = || playout::evaluators(1, seed.replace(seed.get() + 1));
            let mut with =
                ReadingWith { evaluators: &mut evaluators, search: Settings::default(), visits: 3_000 };
            assert!(insight.after_reading().is_none(), "not read yet");
            insight.read(&mut with, &AtomicBool::new(false)).unwrap();
            assert_eq!(insight.fights.len(), 1, "{line:?}: {:?}", insight.fights);
            for (first, winner) in Colour::BOTH.into_iter().zip(winners) {
                let reading = &insight.readings[0][first.index()];
                assert_eq!(reading.first, first);
                assert!(reading.won.of(winner) > 0.6, "{line:?}, {first} begins: {reading:?}");
            }
            // A fight is settled if and only if one side surely wins it, no matter who moves first.
            let sure = |side: Colour| insight.readings[0].iter().all(|r| r.won.of(side) >= insight::SETTLED);
            let is_sure = Colour::BOTH.into_iter().any(sure);
            assert_eq!(insight.fights[0].is_settled, is_sure, "{line:?}");
            assert!(!is_sure || winners[0] == winners[1], "{line:?}");
            let (fight, rate) = insight.after_reading().unwrap();
            assert!(
                fight == 0 && rate.of(winners[to_move.index()]) > 0.6,
                "{line:?}, {to_move} to move: {rate:?}"
            );
        }
    }
}

#[test]
fn where_nobody_fights_nothing_is_reported() {
    for (side, rules) in [(9, Rules::CHINESE), (13, Rules::JAPANESE), (19, Rules::TROMP_TAYLOR)] {
        let position = Position::new(Size::square(side).unwrap(), rules, Komi::from_halves(15));
        let insight = look(&position, 3_000, 1);
        assert!(insight.fights.is_empty(), "{side}: {:?}", insight.clusters);
    }
}

#[test]
fn a_network_that_sees_it_otherwise_is_told_of() {
    let insight = look(&halves(13, &[], Colour::Black), 1_000, 1);
    assert!(insight.disagreements().is_empty());
    let says = |owners: Ownership| {
        let said = Evaluation { ownership: Some(Box::new(owners)), ..Evaluation::blank() };
        insight.clone().with_network(&said).disagreements()
    };
    assert!(says((*insight.held).clone()).is_empty());
    let mut all_blacks = Ownership::UNKNOWN;
    insight.position.size().iter().for_each(|p| all_blacks.set(Colour::Black, p, 1.0));
    let found = says(all_blacks);
    assert!(!found.is_empty() && found.iter().all(|d| d.colour == Colour::White), "{found:?}");
    assert!(found.iter().all(|d| d.playouts > 0.99 && d.network == -1.0), "{found:?}");
}

/// What the page shows if a network believes that Black is lost and playouts do not.
#[test]
fn the_network_leads_and_playouts_are_a_second_opinion() {
    let mut insight = look(&halves(13, &[(false, false)], Colour::Black), 4_000, 1);
    // With this komi the fight decides the game.
    let between = insight.clusters.iter().map(|c| c.mode).sum::<f64>() / insight.clusters.len() as f64;
    insight.position.set_komi(Komi::from_halves(2 * between.round() as i16 + 1));
    let fight = insight.fights[0].clone();
    assert!(
        fight.black_wins > 0.4 && insight.playouts_won() > 0.2,
        "{} {}",
        fight.black_wins,
        insight.playouts_won()
    );
    let sees = |share: &dyn Fn(Colour) -> f32| {
        let mut owners = (*insight.held).clone();
        for side in Colour::BOTH {
            let stones = fight.chains[side.index()].iter().flatten();
            stones.for_each(|p| owners.set(Colour::White, *p, share(side)));
        }
        Some(Box::new(owners))
    };
    let (lost, sure) = (sees(&|_| 0.76), sees(&|_| 0.96));
    let shared = sees(&|side| if side == Colour::White { 0.96 } else { -0.96 });
    insight.win_rate = WinRate::for_side(Colour::Black, 0.01);
    insight.lead = Lead::for_side(Colour::White, 9.0);

    insight.network = lost;
    let groups = insight.groups();
    assert_eq!(groups.len(), 1, "{groups:?}");
    let group = &groups[0];
    assert!((group.won.of(Colour::White) - 0.88).abs() < 1e-4 && group.fate == Fate::Open, "{group:?}");
    assert!(group.second_opinion.unwrap().of(Colour::Black) > 0.4, "{group:?}");
    let board = insight.position.board();
    let mut ringed = group.in_danger().map(|p| board.colour(p)).peekable();
    assert!(ringed.peek().is_some() && ringed.all(|colour| colour == Some(Colour::Black)), "{group:?}");
    let endings = insight.endings(&groups);
    let won: f64 = endings.scores.iter().filter(|(score, _)| *score > 0.0).map(|(_, share)| share).sum();
    assert!(won < 0.1, "Black wins {won} of what is drawn");
    let main = endings.ways.iter().max_by(|a, b| a.weight.total_cmp(&b.weight)).unwrap();
    assert!(main.score < 0.0 && main.weight > 0.8, "{:?}", endings.ways);

    // However sure the network is, what playouts do not see is not settled.
    insight.network = sure;
    let groups = insight.groups();
    assert_eq!((groups.len(), groups[0].fate), (1, Fate::Open), "{groups:?}");
    assert!(groups[0].second_opinion.is_some());

    // If the network sees both sides live, there is one ending.
    insight.network = shared;
    let groups = insight.groups();
    assert_eq!((groups.len(), groups[0].fate), (1, Fate::BothLive), "{groups:?}");
    assert_eq!((groups[0].in_danger().count(), insight.endings(&groups).ways.len()), (0, 1));
}

/// The paper's positions: two races each, both lost for Black, which playouts do not see.
#[test]
fn two_safe_groups() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../../shared/data/fuego-regression/sgf/two-safe-groups");
    if !folder.is_dir() {
        println!("skipped: Fuego's positions are not here ({})", folder.display());
        return;
    }
    for case in 1..=5 {
        let replay = Reader::default().load(&folder.join(format!("case{case}.sgf")), None).unwrap();
        let insight = look(replay.game.position(), 128_000, case);
        let komi = insight.komi().points();
        assert!(insight.clusters.len() >= 3, "{case}: {:?}", insight.clusters);
        assert!(insight.clusters[0].mode < komi, "{case}: {:?}", insight.clusters);
        assert_eq!(insight.fights.len(), 2, "{case}: {:?}", insight.fights);
        for (name, place) in [("upper right", Point::new(7, 7)), ("lower right", Point::new(7, 1))] {
            let there = insight.fights.iter().filter(|fight| fight.points.contains(place)).count();
            assert_eq!(there, 1, "{case}, {name}: {:?}", insight.fights);
        }
    }
}
