use serde_json::{Value, json};
use std::path::Path;

use super::*;

fn ask(openers: &Openers, request: Value) -> Result<Value, String> {
    let request = serde_json::from_value(request).unwrap();
    match openers.answer(request) {
        Ok(Answer::Tell(message)) => Ok(serde_json::from_str(&message.text()).unwrap()),
        Ok(Answer::Begin(game)) => Ok(json!(game.moves.iter().map(ToString::to_string).collect::<Vec<_>>())),
        Err(refusal) => Err(speech::english::refusal(&refusal)),
    }
}

fn learn(openers: &Openers, player: &str) -> Value {
    ask(openers, json!({"ask": "learn", "player": player})).unwrap()
}

/// The next news for which something holds.
fn hear(news: &mut broadcast::Receiver<Arc<str>>, fits: impl Fn(&Value) -> bool) -> Value {
    loop {
        let text = match news.blocking_recv() {
            Ok(text) => text,
            Err(broadcast::error::RecvError::Lagged(_)) => continue,
            Err(closed) => panic!("{closed}"),
        };
        let told: Value = serde_json::from_str(&text).unwrap();
        assert_ne!(told["is"], "trouble", "{told}");
        if fits(&told) {
            return told;
        }
    }
}

/// Learns until it has some games, and pauses.
fn taught(folder: &Path, player: &str) -> Openers {
    let openers = Openers::open(folder.into());
    let mut news = openers.watch();
    learn(&openers, player);
    hear(&mut news, |told| told["is"] == "opener" && told["games"].as_u64() >= Some(16));
    ask(&openers, json!({"ask": "pause"})).unwrap();
    openers
}

#[test]
fn who_learns_is_told_paused_kept_and_goes_on_as_if_never_stopped() {
    let folder = tempfile::tempdir().unwrap();
    let openers = taught(folder.path(), "AD-5x5");
    drop(openers);
    let again = Openers::open(folder.path().into());
    let kept = ask(&again, json!({"ask": "show", "player": "AD-5x5"})).unwrap();
    let games = kept["games"].as_u64().unwrap();
    assert!(games >= 16 && kept["of"] == 2000, "{kept}");
    let mut news = again.watch();
    learn(&again, "AD-5x5");
    let later = hear(&mut news, |told| told["is"] == "opener" && told["games"].as_u64() > Some(games + 16));
    ask(&again, json!({"ask": "pause"})).unwrap();
    // One that was never interrupted believes the same.
    let mut learner = Learner::new("AD-5x5".parse::<OpenerId>().unwrap().settings()).unwrap();
    let mut expert = openings::expert::Playouts::new(learner.settings().expert.playouts, 1);
    while learner.games() < later["games"].as_u64().unwrap() {
        openings::learn_round(&mut [&mut learner], &mut expert, 1).unwrap();
    }
    let state = ServerMessage::Opener(OpenerState::of("AD-5x5".into(), &learner));
    assert_eq!(serde_json::from_str::<Value>(&state.text()).unwrap(), later);
}

#[test]
fn who_cannot_be_stored_stops_and_says_so() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("openings");
    std::fs::write(&file, "no folder").unwrap();
    let openers = Openers::open(file);
    learn(&openers, "A-5x5");
    let told = ask(&openers, json!({"ask": "pause"})).unwrap_err();
    assert!(told.starts_with("The player could not be stored, so it stopped learning: "), "{told}");
    let told = ask(&openers, json!({"ask": "watch"})).unwrap();
    assert_eq!((&told["learning"], &told["players"][0]["player"]), (&Value::Null, &json!("A-5x5")));
}

#[test]
fn one_learns_at_a_time() {
    let folder = tempfile::tempdir().unwrap();
    let openers = taught(folder.path(), "A-5x5");
    let mut news = openers.watch();
    assert_eq!(learn(&openers, "A-5x5")["learning"], "A-5x5");
    let told = learn(&openers, "AB-5x5");
    assert_eq!((&told["learning"], told["players"].as_array().unwrap().len()), (&json!("AB-5x5"), 2));
    hear(&mut news, |told| told["is"] == "opener" && told["player"] == "AB-5x5");
    let told = ask(&openers, json!({"ask": "forget", "player": "AB-5x5"})).unwrap();
    assert_eq!((&told["learning"], told["players"].as_array().unwrap().len()), (&Value::Null, 1));
    let gone = ask(&openers, json!({"ask": "show", "player": "AB-5x5"})).unwrap_err();
    assert_eq!(gone, "AB-5x5 has not learnt anything yet.");
    // Nor does it come back with a round that was under way.
    drop(openers);
    let again = Openers::open(folder.path().into());
    assert_eq!(again.shared.state.lock().players.len(), 1);
}

#[test]
fn damaged_files_are_named_and_hide_no_others() {
    let folder = tempfile::tempdir().unwrap();
    drop(taught(folder.path(), "A-5x5"));
    let file = folder.path().join("A-5x5.opening");
    let mut bytes = std::fs::read(&file).unwrap();
    std::fs::copy(&file, folder.path().join("AC-5x5.opening")).unwrap();
    *bytes.last_mut().unwrap() ^= 1;
    std::fs::write(folder.path().join("AB-5x5.opening"), bytes).unwrap();
    std::fs::write(folder.path().join("ABC-9x9.opening"), "no player").unwrap();
    std::fs::write(folder.path().join("notes.txt"), "no player either").unwrap();
    let openers = Openers::open(folder.path().into());
    let told = ask(&openers, json!({"ask": "watch"})).unwrap();
    let names = |list: &Value| list.as_array().unwrap().iter().map(|x| x[0].clone()).collect::<Vec<_>>();
    assert_eq!(names(&told["refused"]), ["AB-5x5", "ABC-9x9", "AC-5x5"]);
    assert_eq!(told["players"].as_array().unwrap().len(), 1);
    for (at, says) in
        [(0, "its checksum does not fit"), (1, "is no player of openings"), (2, "A-5x5: rename")]
    {
        let line = told["refused"][at][1].as_str().unwrap();
        assert!(line.contains(says) && line.contains("-") && !line.contains('\n'), "{line}");
    }
    for request in ["learn", "show"] {
        let refused = ask(&openers, json!({"ask": request, "player": "AB-5x5"})).unwrap_err();
        assert!(refused.contains("AB-5x5.opening is damaged"), "{refused}");
    }
    let told = ask(&openers, json!({"ask": "forget", "player": "AB-5x5"})).unwrap();
    assert_eq!(names(&told["refused"]), ["ABC-9x9", "AC-5x5"]);
    assert!(!folder.path().join("AB-5x5.opening").exists());
}

#[test]
fn an_opening_is_played_and_goes_on_as_a_game() {
    let folder = tempfile::tempdir().unwrap();
    let openers = taught(folder.path(), "A-9x9");
    let play = |colour: &str, moves: &[String]| {
        ask(&openers, json!({"ask": "play", "player": "A-9x9", "colour": colour, "moves": moves}))
    };
    let first = play("white", &[]).unwrap();
    assert_eq!((first["moves"].as_array().unwrap().len(), &first["played_out"]), (1, &Value::Null));
    assert_eq!(first["values"].as_array().unwrap().iter().filter(|v| v.is_null()).count(), 1);
    let mut moves = Vec::new();
    let mut told = play("black", &moves).unwrap();
    while told["played_out"].is_null() {
        moves = serde_json::from_value(told["moves"].clone()).unwrap();
        let free = told["values"].as_array().unwrap().iter().position(|value| value.is_number()).unwrap();
        moves.push(board::Point::new(free % 9, 8 - free / 9).to_string());
        told = play("black", &moves).unwrap();
    }
    moves = serde_json::from_value(told["moves"].clone()).unwrap();
    assert_eq!((moves.len(), told["values"].as_array().unwrap().len()), (20, 0));
    assert_eq!(play("black", &moves).unwrap()["moves"], json!(moves));
    let go_on = |moves: &[String]| {
        ask(
            &openers,
            json!({"ask": "continue", "player": "A-9x9", "colour": "black", "moves": moves,
                             "partner": {"strength": "20k", "seconds": 1.0, "aim": "win"}}),
        )
    };
    assert_eq!(go_on(&moves).unwrap(), json!(moves));
    moves.push("A1".into());
    assert_eq!(play("black", &moves).unwrap_err(), "The opening is over: play on, or begin another one.");
    let strings = |words: &[&str]| words.iter().map(|word| word.to_string()).collect::<Vec<_>>();
    assert_eq!(play("black", &strings(&["Z1"])).unwrap_err(), "'Z1' is not a point on this board.");
    assert!(play("black", &strings(&["C3", "C3"])).unwrap_err().starts_with("C3 is not possible"));
    assert!(go_on(&strings(&["C3", "C3"])).unwrap_err().starts_with("C3 is not possible"));
}

#[test]
fn two_are_compared_while_learning_waits() {
    let folder = tempfile::tempdir().unwrap();
    let openers = taught(folder.path(), "AD-5x5");
    let mut news = openers.watch();
    let compare = |first: &str, second: &str| {
        ask(&openers, json!({"ask": "compare", "first": first, "second": second}))
    };
    assert_eq!(compare("AD-5x5", "AD-5x5").unwrap_err(), "Choose two different players.");
    assert_eq!(compare("AD-5x5", "A-5x5").unwrap_err(), "A-5x5 has not learnt anything yet.");
    assert_eq!(compare("AD-5x5", "").unwrap_err(), "'' is not a player of openings.");
    learn(&openers, "A-5x5");
    hear(&mut news, |told| told["is"] == "opener" && told["player"] == "A-5x5");
    compare("AD-5x5", "random").unwrap();
    let told = hear(&mut news, |told| told["comparison"]["wins"].as_u64() > Some(8));
    assert_eq!((&told["comparison"]["running"], &told["learning"]), (&json!(true), &json!("A-5x5")));
    let told = ask(&openers, json!({"ask": "stop-comparing"})).unwrap();
    assert_eq!(told["comparison"]["running"], false);
    hear(&mut news, |told| told["is"] == "opener" && told["player"] == "A-5x5");
    compare("AD-5x5", "A-5x5").unwrap();
    let told = hear(&mut news, |told| {
        told["comparison"]["second"] == "A-5x5" && !told["comparison"]["running"].as_bool().unwrap()
    });
    let count = |side: &str| told["comparison"][side].as_u64().unwrap();
    assert_eq!(count("wins") + count("draws") + count("losses"), 400);
    let [share, low, high] = [0, 1, 2].map(|i| told["comparison"]["score"][i].as_f64().unwrap());
    assert!(low < share && share < high && high - low < 0.11, "{told}");
}
