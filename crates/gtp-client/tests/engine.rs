//! The client against a badly behaved engine.

use std::time::{Duration, Instant};

use board::{Colour, Komi, Move, Point, Rules, Size};
use gtp_client::{Engine, EngineError, Reply};

const LIMIT: Duration = Duration::from_secs(20);
/// For engines that hang on purpose.
const SHORT: Duration = Duration::from_millis(200);

fn line(arguments: &str) -> String {
    format!("'{}' {arguments}", env!("CARGO_BIN_EXE_gtp-client-fake-engine"))
}

fn start(arguments: &str) -> Engine {
    let mut engine = Engine::start(&line(arguments), LIMIT).unwrap();
    engine.boardsize(Size::square(5).unwrap()).unwrap();
    engine.clear_board().unwrap();
    engine
}

#[test]
fn a_short_game() {
    for habits in ["--name 'two words'", "--name 'two words' --loud"] {
        let mut engine = start(habits);
        assert_eq!(engine.name().unwrap(), "two words");
        assert_eq!(engine.version().unwrap(), "1.0");
        assert!(engine.knows("genmove").unwrap() && !engine.knows("undo").unwrap());
        engine.komi(Komi::from_halves(-7)).unwrap();
        assert!(!engine.set_rules(Rules::CHINESE).unwrap());
        engine.time_settings(0, 1, 1).unwrap();
        engine.play(Colour::Black, Move::Play(Point::new(2, 2))).unwrap();
        assert!(matches!(engine.reg_genmove(Colour::White, LIMIT).unwrap(), Reply::Move(_)));
        assert!(matches!(engine.genmove(Colour::White, LIMIT).unwrap(), Reply::Move(Move::Play(_))));
        assert!(engine.final_status_list_dead(LIMIT).unwrap().is_empty());
        assert!(engine.final_score(LIMIT).unwrap().to_lowercase().starts_with("b+"));
        engine.quit();
    }
}

#[test]
fn answers_are_read_whatever_their_form() {
    let mut engine = start("--fault resign --loud");
    assert_eq!(engine.genmove(Colour::Black, LIMIT).unwrap(), Reply::Resign);
    let mut engine = start("--fault pass --loud");
    assert_eq!(engine.genmove(Colour::Black, LIMIT).unwrap(), Reply::Move(Move::Pass));
    let mut engine = start("--dead 'A1 b2\nC3'");
    assert_eq!(engine.final_status_list_dead(LIMIT).unwrap().len(), 3);
    assert_eq!(engine.command("  echo a  b ").unwrap(), "a b");
}

#[test]
fn a_refusal_leaves_the_engine_usable() {
    let mut engine = start("");
    let error = engine.command("dance").unwrap_err();
    assert!(error.is_refusal());
    assert_eq!(error.to_string(), "refused 'dance': unknown command");
    assert!(engine.boardsize(Size::new(5, 4).unwrap()).unwrap_err().is_refusal());
    assert_eq!(engine.name().unwrap(), "fake");
}

#[test]
fn death_is_told_with_its_last_words() {
    let mut engine = start("--fault crash --at 2");
    engine.genmove(Colour::Black, LIMIT).unwrap();
    let error = engine.genmove(Colour::White, LIMIT).unwrap_err();
    let text = error.to_string();
    assert!(matches!(error, EngineError::Died { .. }), "{text}");
    assert!(
        text.contains("genmove white") && text.contains("134") && text.contains("the sky is up"),
        "{text}"
    );
    // Every command to a dead engine gives the same error.
    assert!(matches!(engine.name(), Err(EngineError::Died { .. })));
}

#[test]
fn what_cannot_start_says_so() {
    let error = |line: &str, limit| Engine::start(line, limit).err().unwrap().to_string();
    assert!(error("no-such-engine --gtp", LIMIT).starts_with("could not start 'no-such-engine'"));
    assert!(error(" ", LIMIT).contains("not a command line"));
    assert!(error("engine 'half", LIMIT).contains("not a command line"));
    assert!(error(&line("--fault die-at-start"), LIMIT).contains("no weights found"));
    assert!(error(&line("--fault babble"), SHORT).contains("usage: fake FILE"));
}

#[test]
fn a_hanging_engine_is_given_up_and_killed() {
    let mut engine = start("--fault hang");
    let begun = Instant::now();
    let error = engine.genmove(Colour::Black, SHORT).unwrap_err();
    assert!(matches!(error, EngineError::TimedOut { .. }));
    drop(engine);
    assert!(begun.elapsed() < LIMIT / 2);
}

#[test]
fn nonsense_is_not_gtp() {
    let mut engine = start("--fault garbage");
    assert!(matches!(engine.genmove(Colour::Black, LIMIT), Err(EngineError::NotGtp { .. })));
    let mut engine = start("--dead X1");
    assert!(matches!(engine.final_status_list_dead(LIMIT), Err(EngineError::NotGtp { .. })));
}
