//! Sessions from outside: whole games with real searches.

use board::{Board, Colour, Komi, Move, Point, PointSet, Rules, Scoring, Size};
use partner::{
    AnalysisRequest, Choice, Decision, EvaluatorKind, Overrides, Purpose, Reason, SearchMonitor, Session,
    Settings, StoneStatus, ThinkRequest, TimeSettings,
};
use std::time::Duration;

fn settings(visits: u64) -> Settings {
    let overrides = Overrides { visits: Some(visits), seed: Some(7), ..Overrides::default() };
    Settings::layered("playout-fast", None, &overrides).unwrap()
}

fn session(side: usize, visits: u64) -> Session {
    let mut session = Session::new(settings(visits)).unwrap();
    session.new_game(Size::square(side).unwrap());
    session
}

/// Plays both sides until both pass or one resigns.
fn play_out(session: &mut Session) -> Vec<Decision> {
    let mut decisions: Vec<Decision> = Vec::new();
    while !session.position().is_over() && decisions.len() < 300 {
        let colour = session.position().to_move();
        decisions.push(session.genmove(colour).unwrap());
        if decisions.last().is_some_and(|d| d.choice == Choice::Resign) {
            break;
        }
    }
    decisions
}

fn moves(decisions: &[Decision]) -> Vec<String> {
    decisions.iter().map(|d| d.choice.to_string()).collect()
}

fn set(session: &mut Session, rows: &[&str]) {
    let board = Board::from_diagram(rows).unwrap();
    session.new_game(board.size());
    session.set_stones(&board.all_stones().collect::<Vec<_>>()).unwrap();
}

/// Black's score, counted from the stones alone: the dead are taken off, and empty points belong to the only side
/// that they touch.
fn counted(session: &Session) -> f64 {
    let (position, dead) = (session.position(), session.dead_stones().unwrap());
    let board = position.board();
    let alive = |p: Point| board.colour(p).filter(|_| !dead.contains(p));
    let mut black = -position.komi_with_bonus().points();
    let is_area = position.rules().scoring == Scoring::Area;
    let mut seen = PointSet::EMPTY;
    for start in board.size().iter() {
        if let Some(colour) = alive(start) {
            black += if is_area { f64::from(colour.sign()) } else { 0.0 };
            continue;
        }
        if !is_area {
            // A dead stone is a prisoner.
            black -= board.colour(start).map_or(0.0, |colour| f64::from(colour.sign()));
        }
        if seen.contains(start) {
            continue;
        }
        let (mut region, mut touched) = (vec![start], Vec::new());
        seen.insert(start);
        let mut points = 0;
        while let Some(p) = region.pop() {
            points += 1;
            for n in p.neighbours().into_iter().filter(|n| board.size().contains(*n)) {
                match alive(n) {
                    Some(colour) => touched.push(colour),
                    None if seen.insert(n) => region.push(n),
                    None => {}
                }
            }
        }
        let sole = touched.first().filter(|first| touched.iter().all(|c| c == *first));
        black += sole.map_or(0.0, |colour| f64::from(colour.sign() * points));
    }
    if !is_area {
        black += f64::from(position.captures(Colour::Black)) - f64::from(position.captures(Colour::White));
    }
    black
}

#[test]
fn games_come_to_an_end_and_are_counted() {
    for (side, rules) in
        [(2, Rules::TROMP_TAYLOR), (5, Rules::CHINESE), (6, Rules::JAPANESE), (7, Rules::CHINESE)]
    {
        let mut session = session(side, 150);
        session.set_rules(rules);
        let decisions = play_out(&mut session);
        assert!(decisions.len() < 300, "{side}: {:?}", moves(&decisions));
        assert_eq!(session.final_score().unwrap().for_side(Colour::Black), counted(&session), "{side}");
    }
}

#[test]
fn the_same_seed_plays_the_same_game() {
    let game = |seed| {
        let overrides = Overrides { visits: Some(100), seed: Some(seed), ..Overrides::default() };
        let mut session = Session::new(Settings::layered("playout-fast", None, &overrides).unwrap()).unwrap();
        session.new_game(Size::square(5).unwrap());
        moves(&play_out(&mut session))
    };
    assert_eq!(game(3), game(3));
    assert_ne!(game(3), game(4));
}

fn decide(session: &mut Session) -> Decision {
    session.think(&ThinkRequest::regression(Colour::White)).unwrap()
}

/// Black's next move of a cleanup.
fn clean_up(session: &mut Session) -> Decision {
    let request = ThinkRequest { purpose: Purpose::Cleanup, ..ThinkRequest::game(Colour::Black) };
    let decision = session.think(&request).unwrap();
    session.play_decision(&decision).unwrap();
    decision
}

#[test]
fn a_decision_aside_changes_nothing_and_is_always_the_same() {
    let mut session = session(7, 200);
    session.genmove(Colour::Black).unwrap();
    let hash = session.position().hash();
    let first = decide(&mut session).choice;
    session.estimated_status().unwrap();
    assert_eq!(decide(&mut session).choice, first);
    assert_eq!(session.position().hash(), hash);
}

#[test]
fn what_an_analysis_leaves_out_is_searched_in_the_game() {
    let mut session = session(5, 60);
    let centre = Move::parse("C3", session.size()).unwrap();
    let mut filter = search::MoveFilter::none();
    filter.allow(Colour::Black, &[centre], 1, session.size());
    let request = AnalysisRequest { filter, limits: search::Limits::visits(20), ..Default::default() };
    let stop = std::sync::atomic::AtomicBool::new(false);
    let monitor = SearchMonitor { stop: &stop, every: None, on_report: &mut |_| {} };
    let analysis = session.analyse(Colour::Black, &request, monitor).unwrap();
    assert_eq!((analysis.candidates.len(), analysis.best()), (1, centre));
    assert!(session.genmove(Colour::Black).unwrap().snapshot.candidates.len() > 1);
}

#[test]
fn the_end_of_the_game_does_not_end_the_session() {
    let mut session = session(5, 60);
    for colour in [Colour::Black, Colour::White, Colour::Black] {
        session.play(colour, Move::Pass).unwrap();
    }
    assert!(session.position().is_over());
    let decision = session.genmove(Colour::White).unwrap();
    assert!(matches!(decision.choice, Choice::Play(Move::Play(_))), "{:?}", decision.choice);
    session.genmove(Colour::White).unwrap();
    while session.undo().is_some() {}
    assert!(session.game().moves().is_empty());
}

#[test]
fn hopeless_games_are_given_up_but_not_at_once() {
    let lost = ["XXXXXX.", ".X.X.X.", "XXXXXXX", "X.X.X.X", "XXXXXXX", "......."];
    let mut session = session(7, 60);
    set(&mut session, &lost);
    let resigns = |session: &mut Session| {
        let mut decisions = Vec::new();
        for _ in 0..20 {
            decisions.push(session.genmove(Colour::White).unwrap());
            if decisions.last().unwrap().choice == Choice::Resign {
                return Some(decisions.len());
            }
            let _ = session.play(Colour::Black, Move::Pass);
        }
        None
    };
    let after = resigns(&mut session).unwrap();
    assert!((3..=12).contains(&after), "after {after}");
    let mut never = Session::new(Settings {
        resign: partner::ResignSettings { enabled: false, ..Default::default() },
        ..settings(60)
    })
    .unwrap();
    set(&mut never, &lost);
    assert_eq!(resigns(&mut never), None);
}

#[test]
fn tiny_boards_are_not_resigned_early() {
    let mut session = session(3, 60);
    session.set_komi(Komi::new(-100.0).unwrap());
    for _ in 0..5 {
        assert_ne!(session.genmove(Colour::White).unwrap().choice, Choice::Resign);
        session.play(Colour::Black, Move::Pass).unwrap();
    }
}

#[test]
fn clear_boards_are_judged_clearly() {
    let mut session = session(7, 200);
    // White's stone at A1 is dead.
    set(&mut session, &["..XO...", ".XXO.O.", "..XO...", ".XXO.O.", "..XO...", ".XXO.O.", "O.XO..."]);
    session.set_komi(Komi::ZERO);
    assert_eq!(session.final_score().unwrap().to_string(), "W+7");
    assert_eq!(session.stone_status(Point::new(0, 0)).unwrap(), Some(StoneStatus::Dead));
    assert_eq!(session.stone_status(Point::new(2, 0)).unwrap(), Some(StoneStatus::Alive));
    assert_eq!(session.stone_status(Point::new(0, 1)).unwrap(), None);
    assert_eq!(session.territory(Colour::Black).unwrap().len(), 11);
    let decision = clean_up(&mut session);
    assert_eq!(decision.reason, Reason::CapturesDeadStones);
    // The cleanup goes on until the stone is off, and then passes.
    for _ in 0..5 {
        if clean_up(&mut session).choice == Choice::Play(Move::Pass) {
            break;
        }
    }
    assert!(session.position().board().is_empty(Point::new(0, 0)));
    assert_eq!(session.position().last_move(), Some(Move::Pass));
}

#[test]
fn a_clock_is_kept_when_nobody_else_keeps_it() {
    let mut session = session(5, 1_000_000);
    session.set_time(TimeSettings::Absolute { main: Duration::from_secs(1) });
    let mut moves = 0;
    while !session.position().is_over() && moves < 12 {
        let colour = session.position().to_move();
        session.genmove(colour).unwrap();
        assert!(session.clock(colour).left() > Duration::ZERO);
        moves += 1;
    }
}

#[test]
fn several_threads_share_the_work() {
    let mut session = Session::new(Settings { threads: 3, ..settings(300) }).unwrap();
    session.new_game(Size::square(9).unwrap());
    let decision = session.genmove(Colour::Black).unwrap();
    assert_eq!(decision.snapshot.visits, 300);
}

#[test]
fn settings_change_in_mid_game() {
    let mut session = session(5, 50);
    session.genmove(Colour::Black).unwrap();
    let changed = Settings { evaluator: EvaluatorKind::Area, visits: Some(10), ..session.settings().clone() };
    session.set_settings(changed.clone()).unwrap();
    session.genmove(Colour::White).unwrap();
    assert_eq!(session.game().moves().len(), 2);
    assert!(session.set_settings(Settings { threads: 0, ..changed }).is_err());
    assert_eq!(session.settings().threads, 1);
}

#[test]
fn pondering_goes_on_until_something_is_asked() {
    let mut session = session(7, 100);
    session.genmove(Colour::Black).unwrap();
    session.ponder();
    assert!(session.is_pondering());
    // What does not need the search does not disturb it.
    session.play(Colour::White, Move::Play(Point::new(3, 3))).unwrap_or_else(|_| {
        session.play(Colour::White, Move::Play(Point::new(2, 2))).unwrap();
    });
    assert!(session.is_pondering());
    let decision = session.genmove(Colour::Black).unwrap();
    assert!(!session.is_pondering());
    assert!(decision.snapshot.visits >= 100);
    session.ponder();
    session.forget();
    assert!(!session.is_pondering());
    // A session that ends while it ponders does not hang.
    session.ponder();
    drop(session);
}

#[test]
fn what_was_found_by_pondering_is_kept() {
    let mut session = session(5, 100);
    session.genmove(Colour::Black).unwrap();
    session.ponder();
    // The tree grows until it is looked at; nothing here depends on how far.
    let first = session.snapshot(Colour::White).visits;
    session.ponder();
    let second = session.snapshot(Colour::White).visits;
    assert!(second >= first);
    session.ponder();
    session.play(Colour::White, Move::Pass).unwrap();
    assert!(session.is_pondering());
    session.undo();
    assert!(session.genmove(Colour::White).unwrap().snapshot.visits >= second.max(100));
}

/// Settings under which every position is hopeless at once.
fn without_hope(visits: u64) -> Settings {
    let resign = partner::ResignSettings {
        enabled: true,
        win_rate: 0.999,
        min_score_difference: -1e9,
        consecutive_turns: 1,
        min_moves_per_board_area: 0.0,
    };
    Settings { resign, evaluator: EvaluatorKind::Area, ..settings(visits) }
}

/// White's moves until it resigns, against a Black that owns everything.
fn moves_until_white_resigns(session: &mut Session, may_resign: bool) -> Option<usize> {
    session.set_komi(Komi::new(-300.0).unwrap());
    for _ in 0..60 {
        let decision =
            session.think(&ThinkRequest { may_resign, ..ThinkRequest::game(Colour::White) }).unwrap();
        session.play_decision(&decision).unwrap();
        if decision.choice == Choice::Resign {
            return Some(session.game().moves().len());
        }
        let free = session.position().legal_moves().find(|m| *m != Move::Pass)?;
        session.play(Colour::Black, free).ok()?;
    }
    None
}

#[test]
fn a_handicap_game_is_not_resigned_in_its_first_half() {
    let mut session = Session::new(without_hope(8)).unwrap();
    session.new_game(Size::square(9).unwrap());
    session.place_fixed_handicap(4).unwrap();
    let moves = moves_until_white_resigns(&mut session, true).unwrap();
    assert!((33..=36).contains(&moves), "after {moves} moves");
    // Without stones it may.
    session.new_game(Size::square(9).unwrap());
    session.play(Colour::Black, Move::Pass).unwrap();
    let moves = moves_until_white_resigns(&mut session, true).unwrap();
    assert!((12..=16).contains(&moves), "after {moves} moves");
}

#[test]
fn a_partner_that_may_not_resign_says_that_it_would_resign() {
    let mut session = Session::new(without_hope(8)).unwrap();
    session.new_game(Size::square(9).unwrap());
    session.play(Colour::Black, Move::Pass).unwrap();
    assert_eq!(moves_until_white_resigns(&mut session, false), None);
    assert!(session.would_resign());
    session.undo();
    assert!(!session.would_resign(), "that was another position");
}
