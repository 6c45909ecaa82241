//! Positions of our own with two or three races (docs/positions/races): every race is found, and is a fight of its own.
//!
//! They are on boards from 9×9 to 19×19, with races on opposite sides, on adjacent sides and across the
//! centre, with both colours, either side to move, and with the rest of the board full or wide open. Each
//! names its races by one stone of each side.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use board::{Board, Colour, Point, Position};
use insight::{Insight, InsightSettings, PlayoutBudget};
use record::game::Reader;

/// As many as on the page.
const PLAYOUTS: u64 = 20_000;

/// A chain with this many liberties has space for eyes.
const WIDE: usize = 14;

struct Case {
    name: String,
    position: Position,
    /// A stone of each side, Black's first.
    races: Vec<[Point; 2]>,
}

fn cases() -> Vec<Case> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/positions/races");
    let mut files: Vec<PathBuf> =
        std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files.iter().map(|file| case(file)).collect()
}

fn case(file: &Path) -> Case {
    let name = file.file_stem().unwrap().to_string_lossy().into_owned();
    let position = Reader::default().load(file, None).unwrap().game.position().clone();
    let text = std::fs::read_to_string(file).unwrap();
    let (_, list) = text.split_once("C[Races that whoever begins wins: ").expect("a comment names the races");
    let (list, _) = list.split_once(".]").unwrap();
    let at = |word: &str| Point::parse(word, position.size()).unwrap();
    let race = |words: &str| {
        let (black, white) = words.split_once(" against ").unwrap();
        [at(black), at(white)]
    };
    Case { races: list.split("; ").map(race).collect(), name, position }
}

/// Who captures the other's chain if `to_move` moves first and both play only on liberties of the two chains,
/// or pass.
struct Race {
    stones: [Point; 2],
    known: HashMap<(u64, Colour, bool), Option<Colour>>,
}

impl Race {
    fn winner(&mut self, board: &Board, to_move: Colour, passed: bool) -> Option<Colour> {
        let key = (board.hash(), to_move, passed);
        if let Some(known) = self.known.get(&key) {
            return *known;
        }
        let mut results = vec![];
        // The opponent's liberties first: filling those wins most races.
        let [others, own] = [to_move.other(), to_move].map(|side| board.liberties(self.stones[side.index()]));
        let moves = others.iter().chain(own.without(&others).iter().collect::<Vec<_>>());
        for p in moves.filter(|p| board.allows(*p, to_move, false)) {
            let mut next = board.clone();
            next.play(p, to_move);
            let taken = |side: Colour| next.colour(self.stones[side.index()]) != Some(side);
            results.push(if taken(to_move.other()) {
                Some(to_move)
            } else if taken(to_move) {
                Some(to_move.other())
            } else {
                self.winner(&next, to_move.other(), false)
            });
            if results.last() == Some(&Some(to_move)) {
                break;
            }
        }
        if !results.contains(&Some(to_move)) {
            results.push(if passed { None } else { self.winner(board, to_move.other(), true) });
        }
        // Winning is better than a seki, and a seki than losing.
        let order = [Some(to_move), None, Some(to_move.other())];
        let best = order.into_iter().find(|wanted| results.contains(wanted)).flatten();
        self.known.insert(key, best);
        best
    }
}

#[test]
fn races_are_open_and_the_rest_is_not() {
    let cases = cases();
    assert!(cases.len() >= 20, "{}", cases.len());
    for case in &cases {
        let board = case.position.board();
        for race in &case.races {
            for side in Colour::BOTH {
                assert_eq!(board.colour(race[side.index()]), Some(side), "{}", case.name);
                let mut read = Race { stones: *race, known: HashMap::new() };
                assert_eq!(
                    read.winner(board, side, false),
                    Some(side),
                    "{}: {race:?}, {side} begins",
                    case.name
                );
            }
        }
        // All stones outside the races are unconditionally alive.
        let racing: Vec<Point> = case
            .races
            .iter()
            .flatten()
            .flat_map(|stone| board.chain_stones(*stone).collect::<Vec<_>>())
            .collect();
        let alive = Colour::BOTH.map(|side| board::pass_alive(board, side, false).stones);
        for (side, stone) in board.all_stones().filter(|(_, p)| !racing.contains(p)) {
            // Groups with open space live too, but Benson's theorem does not prove it.
            let is_wide = board.liberties(stone).len() >= WIDE;
            assert!(is_wide || alive[side.index()].contains(stone), "{}: {side} {stone}", case.name);
        }
    }
}

fn look(position: &Position) -> Insight {
    let patience = PlayoutBudget { playouts: PLAYOUTS, every: PLAYOUTS };
    let (settings, stop) = (InsightSettings::default(), AtomicBool::new(false));
    insight::analyse_playouts(position, playout::evaluators(1, 1), patience, &settings, &stop, |_| ())
        .unwrap()
        .unwrap()
}

/// Whether every race is a separate fight, there is no other fight, and there are at least three clusters.
fn is_seen(case: &Case, insight: &Insight) -> bool {
    let own = |race: &[Point; 2]| {
        let there = |fight: &&insight::Fight| race.iter().any(|stone| fight.points.contains(*stone));
        insight.fights.iter().filter(there).count() == 1
    };
    insight.clusters.len() >= 3 && insight.fights.len() == case.races.len() && case.races.iter().all(own)
}

/// The number of positions with this many races that are recognised, and their total number.
fn share_seen(races: usize) -> (usize, usize) {
    let mut seen = 0;
    let cases: Vec<Case> = cases().into_iter().filter(|case| case.races.len() == races).collect();
    for case in &cases {
        let insight = look(&case.position);
        let good = is_seen(case, &insight);
        seen += usize::from(good);
        let hill = |c: &insight::Cluster| format!("{:+.0} ({:.0}%)", c.mode, 100.0 * c.weight);
        let fight =
            |f: &insight::Fight| format!("worth {:.0}, Black wins {:.0}%", f.worth, 100.0 * f.black_wins);
        println!(
            "{} {}: {}; {}",
            if good { "found" } else { "MISSED" },
            case.name,
            insight.clusters.iter().map(hill).collect::<Vec<_>>().join(" "),
            insight.fights.iter().map(fight).collect::<Vec<_>>().join("; ")
        );
    }
    println!("{seen} of {}: at least three clusters, and exactly the {races} races as fights", cases.len());
    (seen, cases.len())
}

/// With two liberties each, White to move plays one race so well that playouts hardly see the other as open
/// (two-9-thick).
#[test]
fn two_races_are_two_fights() {
    let (seen, all) = share_seen(2);
    assert!(all >= 18 && seen + 1 >= all, "{seen} of {all}");
}

/// Black wins the smallest of three so seldom that playouts hardly see it as open (three-13).
#[test]
fn three_races_are_three_fights() {
    let (seen, all) = share_seen(3);
    assert!(all >= 6 && seen + 1 >= all, "{seen} of {all}");
}
