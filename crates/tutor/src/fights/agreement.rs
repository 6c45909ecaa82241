//! Nothing that is shown of fights contradicts the rest of the page, in games that were played and not made up for it.

use board::{Game, Komi, Rules, Size};
use partner::{Overrides, Session, ThinkRequest};
use rand::seq::IteratorRandom;
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use record::game::Reader;

use super::*;

const TEST_PLAYOUTS: u64 = 2_000;
const TEST_READ: u64 = 300;
/// Moves of a line that are played without another search.
const AT_ONCE: usize = 4;
/// A win rate that is shown as ways to end may miss the partner's by this.
const WIN_RATE: f64 = 0.15;
/// And their mean the lead, in points: scores are shown at whole numbers.
const LEAD: f64 = 1.0;

/// The partner of the page: the network inside.
fn partner() -> Session {
    let overrides = Overrides {
        visits: Some(64),
        seed: Some(1),
        threads: Some(1),
        resign: Some(false),
        net: Some("default".into()),
        ..Overrides::default()
    };
    Session::new(partner::Settings::layered("network", None, &overrides).unwrap()).unwrap()
}

/// A game of the partner with itself, some moves from each of its searches, in which one side plays by chance now and
/// then: somebody is lost in the end.
fn game(session: &mut Session, side: usize, careless: Colour, seed: u64) -> Game {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut game = Game::new(Size::square(side).unwrap(), Rules::CHINESE, Komi::from_halves(15));
    let most = 4 * side * side / 5;
    while !game.position().is_over() && game.moves().len() < most {
        session.load(game.clone());
        let view = session.think(&ThinkRequest::regression(game.position().to_move())).unwrap().snapshot;
        let line = view.candidates.first().map_or(vec![Move::Pass], |best| best.pv.clone());
        for mv in line.into_iter().take(AT_ONCE) {
            let colour = game.position().to_move();
            let by_chance = colour == careless && random.random::<f32>() < 0.3;
            let chosen = game.position().legal_points().iter().choose(&mut random).filter(|_| by_chance);
            if game.play(colour, chosen.map_or(mv, Move::Play)).is_err() || by_chance {
                break;
            }
        }
    }
    game
}

fn seen(session: &mut Session, game: &Game) -> (Snapshot, Vec<Outlook>) {
    session.load(game.clone());
    let view = session.think(&ThinkRequest::regression(game.position().to_move())).unwrap().snapshot;
    let mut told = Vec::new();
    let patience = PlayoutBudget { playouts: TEST_PLAYOUTS, every: TEST_PLAYOUTS };
    look_for(patience, TEST_READ, (game.position(), &view), 1, &AtomicBool::new(false), |outlook| {
        told.push(outlook)
    })
    .unwrap();
    (view, told)
}

fn mean(scores: &[(f64, f64)]) -> f64 {
    scores.iter().map(|(score, share)| score * share).sum()
}

fn won(scores: &[(f64, f64)]) -> f64 {
    scores
        .iter()
        .map(
            |(score, share)| {
                if *score == 0.0 { share / 2.0 } else { share * f64::from(u8::from(*score > 0.0)) }
            },
        )
        .sum()
}

/// How likely Black gets the points of a chain, in the partner's eyes.
fn black_share(view: &Snapshot, stones: &[Point]) -> f32 {
    let owners = view.ownership.as_ref().unwrap();
    let of = |p: &Point| owners.of(Colour::Black, *p);
    0.5 * (1.0 + stones.iter().map(of).sum::<f32>() / stones.len() as f32)
}

fn open_groups(outlook: &Outlook) -> impl Iterator<Item = &Group> {
    outlook.fights.iter().map(|fight| &fight.group).filter(|group| group.fate == Fate::Open)
}

/// The scores, and how the game may end, agree with the partner's win rate and lead, and with each other.
fn endings_agree(outlook: &Outlook, view: &Snapshot, size: Size, at: &str) {
    let (win_rate, lead) =
        (f64::from(view.win_rate.of(Colour::Black)), f64::from(view.lead.of(Colour::Black)));
    assert_eq!((outlook.win_rate, outlook.lead), (view.win_rate, view.lead), "{at}");
    let all: f64 = outlook.scores.iter().map(|(_, share)| share).sum();
    assert!((all - 1.0).abs() < 1e-6, "{at}: {all}");
    let (shown, middle) = (won(&outlook.scores), mean(&outlook.scores));
    assert!(
        (shown - win_rate).abs() <= WIN_RATE,
        "{at}: {shown:.2} shown, win rate {win_rate:.2}, lead {lead:.1}"
    );
    assert!((middle - lead).abs() <= LEAD, "{at}: mean {middle:.1}, lead {lead:.1}");
    let main =
        outlook.endings.iter().map(|seen| &seen.ending).max_by(|a, b| a.weight.total_cmp(&b.weight)).unwrap();
    if (win_rate - 0.5).abs() > 0.5 - WIN_RATE {
        assert_eq!(main.score > 0.0, win_rate > 0.5, "{at}: {} by {}", main.score, win_rate);
    }
    let worth: f64 = open_groups(outlook).map(|group| group.worth).sum();
    let area = size.points() as f64;
    for way in outlook.endings.iter().map(|seen| &seen.ending) {
        let own: Vec<(f64, f64)> =
            outlook.scores.iter().copied().filter(|(s, _)| (way.low..=way.high).contains(s)).collect();
        let share: f64 = own.iter().map(|(_, share)| share).sum();
        assert!((share - way.weight).abs() < 1e-6, "{at}: {share} of the scores, {} said", way.weight);
        let below: f64 = own.iter().filter(|(s, _)| *s < way.score).map(|(_, share)| share).sum();
        let above: f64 = own.iter().filter(|(s, _)| *s > way.score).map(|(_, share)| share).sum();
        assert!(below.max(above) <= share / 2.0 + 1e-6, "{at}: {} is not the middle", way.score);
        let far = (way.score - lead).abs();
        assert!(
            far <= worth + 0.2 * area,
            "{at}: {:.0} with a lead of {lead:.0}, {worth:.0} fought for",
            way.score
        );
    }
    if worth == 0.0 {
        assert_eq!(outlook.endings.len(), 1, "{at}: nothing is open, and the game may end in several ways");
    }
}

/// Every group gets one statement, which agrees with whether its stones live.
fn groups_agree(outlook: &Outlook, view: &Snapshot, position: &Position, at: &str) {
    let (size, board) = (position.size(), position.board());
    let mut told = std::collections::HashSet::new();
    for fight in &outlook.fights {
        let group = &fight.group;
        let black_wins = group.won.of(Colour::Black);
        if let Fate::Settled(_) = group.fate {
            let sure = black_wins.max(1.0 - black_wins);
            assert!(sure >= 0.9 && group.second_opinion.is_none(), "{at}: settled with {sure}");
        }
        if let Some(other) = group.second_opinion.filter(|_| group.fate != Fate::BothLive) {
            let other = other.of(Colour::Black);
            assert!((other - black_wins).abs() > APART, "{at}: {other} is no other opinion: {fight:?}");
        }
        if let [a, b] = &fight.readings[..] {
            let [a, b] = [a, b].map(|reading| reading.won.of(Colour::Black));
            let (low, high) = (a.min(b), a.max(b));
            let range = low - APART - 1e-4..=high + APART + 1e-4;
            assert!(range.contains(&black_wins), "{at}: read {low} to {high}, said {black_wins}");
        }
        for chain in group.chains.iter().flatten() {
            assert!(told.insert(chain[0]), "{at}: {} has two statements", chain[0]);
            let share = black_share(view, chain);
            let near = (share - black_wins).abs() <= APART + 1e-3;
            assert!(near || group.fate == Fate::BothLive, "{at}: {share} at {chain:?} in {fight:?}");
        }
        let stones: Vec<Point> = group.stones().collect();
        assert!(fight.in_danger.iter().all(|stone| stones.contains(stone)), "{at}: {fight:?}");
        assert!(fight.in_danger.is_empty() || group.fate == Fate::Open, "{at}: {fight:?}");
        // A corner has stones in it, and no other place more.
        let there = stones.iter().filter(|p| Place::of([**p], size) == fight.place).count();
        assert!(there * 9 >= stones.len() && there > 0, "{at}: {:?} for {stones:?}", fight.place);
    }
    // Stones that may live or die are told of, unless there are too many.
    let heads = board.chains().filter(|(_, head)| board.chain_len(*head) > 1);
    for (colour, head) in heads.filter(|_| outlook.fights.len() < MOST) {
        let chain: Vec<Point> = board.chain_stones(head).collect();
        let black = black_share(view, &chain);
        let lives = if colour == Colour::Black { black } else { 1.0 - black };
        let is_told = outlook.fights.iter().any(|f| f.group.stones().any(|p| p == chain[0]));
        assert!(
            is_told || !(0.11..0.74).contains(&lives),
            "{at}: nothing is said of {chain:?}, which lives with {lives}"
        );
    }
}

#[test]
fn what_is_shown_agrees_with_the_partner() {
    let mut session = partner();
    let mut games = vec![
        ("9×9, a careless White", game(&mut session, 9, Colour::White, 1)),
        ("9×9, a careless Black", game(&mut session, 9, Colour::Black, 2)),
        ("13×13, a careless Black", game(&mut session, 13, Colour::Black, 3)),
    ];
    for (name, file) in [("docs/game.sgf", "game.sgf"), ("docs/review.sgf", "review.sgf")] {
        let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs").join(file);
        games.push((name, Reader::default().load(&path, None).unwrap().game));
    }
    let (mut positions, mut opinions, mut open, mut ways) = (0, 0, 0, 0);
    for (name, game) in &games {
        let step = (game.moves().len() / 8).max(1);
        for number in (step..game.moves().len()).step_by(step) {
            let position = game.after(number);
            if position.position().is_over() {
                continue;
            }
            let (view, told) = seen(&mut session, &position);
            for outlook in &told {
                let at = format!("{name}, move {number}");
                endings_agree(outlook, &view, position.size(), &at);
                groups_agree(outlook, &view, position.position(), &at);
            }
            let last = told.last().unwrap();
            positions += 1;
            opinions += usize::from(last.second_opinion.is_some());
            open += last.fights.len();
            ways += last.endings.len();
        }
    }
    println!(
        "{positions} positions, {open} groups, {ways} ways to end; playouts differ on the winner in {opinions}"
    );
    // Otherwise nothing was tried.
    assert!(positions >= 25 && open >= 10 && opinions >= 2, "{positions} {open} {opinions}");
}

#[test]
fn the_middle_of_a_board_is_no_corner() {
    for (side, stones) in [(13, ["J6", "J7", "K6", "H6"]), (19, ["J6", "K6", "L7", "K7"])] {
        let size = Size::square(side).unwrap();
        let place = Place::of(stones.map(|name| Point::parse(name, size).unwrap()), size).unwrap();
        assert!([Place::Centre, Place::Bottom, Place::Right].contains(&place), "{side}: {place:?}");
    }
}
