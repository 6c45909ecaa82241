//! The server from outside, over real connections on loopback.

mod common;

use std::time::Duration;

use common::{Server, is_status, new_game};
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::{Error, Message};

fn white_stones(game: &Value) -> Vec<String> {
    let stones = game["stones"].as_str().unwrap();
    let at = |place: usize| format!("{}{}", char::from(b'A' + (place % 5) as u8), 5 - place / 5);
    stones.char_indices().filter(|(_, stone)| *stone == 'O').map(|(place, _)| at(place)).collect()
}

fn is_dead(game: &Value, at: &str) -> bool {
    game["dead"].as_array().unwrap().iter().any(|dead| dead == at)
}

#[test]
fn only_the_own_page_is_let_in() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path());
    let cookie = server.cookie();
    let own = ("Cookie", cookie.as_str());
    let foreign_name = server.get("/", &[own, ("Host", "example.org")]);
    assert!(is_status(&foreign_name, 403), "{foreign_name}");
    assert!(is_status(&server.raw("GET / HTTP/1.0\r\n\r\n"), 403));
    for origin in ["http://example.org", "null", "https://127.0.0.1", "http://127.0.0.1:1"] {
        let answer = server.get("/", &[own, ("Origin", origin)]);
        assert!(is_status(&answer, 403), "{origin}: {answer}");
    }
    let stranger = server.get("/", &[]);
    assert!(is_status(&stranger, 401) && stranger.contains("token"), "{stranger}");
    assert!(is_status(&server.get("/", &[("Cookie", "shidogo-1=x; other=y")]), 401));
    assert!(is_status(&server.get("/?token=wrong", &[]), 401));

    let welcome = server.get(&format!("/?token={}", server.token), &[]);
    assert!(is_status(&welcome, 303) && welcome.contains("location: /\r\n"), "{welcome}");
    assert!(welcome.contains("; HttpOnly; SameSite=Lax; Path=/; Max-Age="), "{welcome}");

    let page = server.get("/", &[own]);
    assert!(is_status(&page, 200) && page.contains("<title>Shidogo"), "{page}");
    for header in [
        "content-security-policy: default-src 'self'",
        "frame-ancestors 'none'",
        "x-content-type-options: nosniff",
        "x-frame-options: DENY",
        "referrer-policy: no-referrer",
    ] {
        assert!(page.contains(header) && stranger.contains(header), "{header}: {page}");
    }
    assert!(!page.contains("access-control-allow"), "{page}");
    for path in ["/../Cargo.toml", "/..%2f..%2fetc/passwd", "/assets/", "/nothing"] {
        assert!(is_status(&server.get(path, &[own]), 404), "{path}");
    }
}

#[tokio::test]
async fn sockets_need_the_token_and_the_own_origin() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path());
    let own = format!("http://{}", server.at);
    for (origin, cookie, status) in [
        (None, server.cookie(), 403),
        (Some("http://example.org"), server.cookie(), 403),
        (Some(own.as_str()), "nothing=1".into(), 401),
    ] {
        match server.connect(origin, &cookie).await {
            Err(Error::Http(answer)) => assert_eq!(answer.status(), status, "{origin:?}"),
            Err(error) => panic!("{error}"),
            Ok(_) => panic!("{origin:?} was let in"),
        }
    }
    server.page().await;
}

#[tokio::test]
async fn a_game_is_played_counted_and_found_again() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path());
    let mut page = server.page().await;
    page.say(new_game(5, "black")).await;
    let begun = page.game(|_| true).await;
    let id = begun["id"].as_str().unwrap().to_string();
    assert_eq!(
        (&begun["you"], &begun["to_move"], &begun["phase"]),
        (&json!("black"), &json!("black"), &json!("playing"))
    );
    assert_eq!(begun["stones"], ".".repeat(25));

    page.say(json!({"do": "play", "at": "C3"})).await;
    let answered = page.game(|game| game["moves"].as_array().unwrap().len() == 2).await;
    assert_eq!(answered["moves"][0], json!(["black", "C3"]));
    assert_eq!(answered["stones"].as_str().unwrap().as_bytes()[12], b'X');
    assert!(answered["said"].as_str().unwrap().starts_with("I "), "{answered}");
    assert_eq!(answered["graph"][0][0], 1);

    // A second tab sees the same game, and what is done in the first.
    let mut other = server.page().await;
    other.say(json!({"do": "open", "game": id})).await;
    let mut seen = other.game(|_| true).await;
    seen["thinking"] = answered["thinking"].clone();
    assert_eq!(seen, answered);
    page.say(json!({"do": "undo"})).await;
    assert_eq!(other.game(|_| true).await["moves"], json!([]));
    page.game(|game| game["moves"] == json!([])).await;

    page.say(json!({"do": "hint"})).await;
    let hint = page.hear("hint", |_| true).await;
    let sentence = hint["sentence"].as_str().unwrap();
    assert!(sentence.starts_with("I would ") && sentence.contains(hint["at"].as_str().unwrap()), "{hint}");

    // The player passes until the partner does too.
    let mut moves = 0;
    let counted = loop {
        page.say(json!({"do": "play", "at": "pass"})).await;
        let state = page
            .game(|game| {
                let count = game["moves"].as_array().unwrap().len();
                game["phase"] != "playing" || count > moves && game["to_move"] == "black"
            })
            .await;
        moves = state["moves"].as_array().unwrap().len();
        if state["phase"] != "playing" {
            break state;
        }
    };
    assert_eq!(counted["phase"], "counting", "{counted}");
    let score = counted["score"].as_str().unwrap().to_string();
    assert!(score.starts_with("W+"), "{score}");
    // All of White's stones are called dead, chain by chain: then nobody owns anything.
    let mut state = counted;
    while let Some(at) = white_stones(&state).into_iter().find(|at| !is_dead(&state, at)) {
        page.say(json!({"do": "dead", "at": at})).await;
        state = page.game(|game| is_dead(game, &at)).await;
    }
    assert_eq!(state["score"], "W+7");
    // The partner sees it otherwise, and says so once.
    page.say(json!({"do": "agree"})).await;
    let objected = page.game(|game| !game["objection"].is_null()).await;
    assert_eq!((&objected["phase"], &objected["result"]), (&json!("counting"), &Value::Null));
    let sentence = objected["objection"]["sentence"].as_str().unwrap();
    assert!(sentence.contains("stone") && objected["objection"]["score"] == score, "{sentence}");
    assert!(!objected["objection"]["stones"].as_array().unwrap().is_empty());
    page.say(json!({"do": "agree"})).await;
    let over = page.game(|game| game["phase"] == "over").await;
    assert_eq!(over["result"], "W+7");

    // Another server finds it in the same folder.
    server.end();
    let again = Server::start(folder.path());
    let mut page = again.page().await;
    page.say(json!({"do": "open", "game": id})).await;
    assert_eq!(page.game(|_| true).await, over);
}

#[tokio::test]
async fn nonsense_is_told_and_harms_nobody() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path());
    let mut page = server.page().await;
    let with = |change: &dyn Fn(&mut Value)| {
        let mut wanted = new_game(9, "black");
        change(&mut wanted);
        wanted
    };
    for (nonsense, complaint) in [
        (json!({"do": "play", "at": "C3"}), "no game yet"),
        (json!({"do": "fly"}), "means nothing"),
        (json!([1, 2]), "means nothing"),
        (json!({"do": "open", "game": "../../etc/passwd"}), "not there"),
        (with(&|new| new["size"] = json!(99)), "5×5"),
        (with(&|new| new["komi"] = json!(1e9)), "komi"),
        (with(&|new| new["rules"] = json!("<b>")), "rules"),
        (with(&|new| new["handicap"] = json!(500)), "handicap"),
        (with(&|new| new["partner"]["seconds"] = json!(1e9)), "seconds"),
        (with(&|new| new["clock"] = json!({"main": -1.0, "periods": 3, "period": 10.0})), "clock"),
        (with(&|new| new["clock"] = json!({"main": 0.0, "periods": 0, "period": 10.0})), "some time"),
        (with(&|new| new["partner"]["strength"] = json!("godly")), "means nothing"),
    ] {
        page.say(nonsense.clone()).await;
        let told = page.hear("trouble", |_| true).await;
        let text = told["text"].as_str().unwrap();
        assert!(text.contains(complaint) && !text.contains('\n'), "{nonsense}: {text}");
    }
    page.say(new_game(9, "black")).await;
    page.game(|_| true).await;
    for (nonsense, complaint) in [
        (json!({"do": "play", "at": "Z99"}), "not a point"),
        (json!({"do": "agree"}), "not being counted"),
        (json!({"do": "undo"}), "nothing to take back"),
        (json!({"do": "go", "to": 999}), "never played"),
    ] {
        page.say(nonsense).await;
        let told = page.hear("trouble", |_| true).await;
        assert!(told["text"].as_str().unwrap().contains(complaint), "{told}");
    }
    // Nobody needs so long a message.
    let mut other = server.page().await;
    let _ = other.0.send(Message::text(" ".repeat(70_000))).await;
    let end = tokio::time::timeout(Duration::from_secs(20), async {
        while let Some(Ok(message)) = other.0.next().await {
            if message.is_close() {
                break;
            }
        }
    });
    assert!(end.await.is_ok(), "a message that is too long is not taken");
    page.say(json!({"do": "play", "at": "E5"})).await;
    page.game(|game| game["moves"].as_array().unwrap().len() == 2).await;
}

#[tokio::test]
async fn what_is_asked_comes_before_what_the_partner_thinks() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path());
    let mut page = server.page().await;
    let mut wanted = new_game(9, "black");
    wanted["partner"] = json!({"strength": "strongest", "seconds": 600.0, "aim": "win"});
    page.say(wanted).await;
    let id = page.game(|_| true).await["id"].as_str().unwrap().to_string();
    page.say(json!({"do": "play", "at": "E5"})).await;
    let thought = page.hear("thinking", |thought| thought["visits"].as_u64() > Some(10)).await;
    assert_eq!(thought["owners"].as_array().map(Vec::len), Some(81));
    assert!(!thought["candidates"].as_array().unwrap().is_empty());
    page.say(json!({"do": "undo"})).await;
    page.game(|game| game["moves"] == json!([])).await;

    // It thinks for nobody: when the page is back, it starts over.
    page.say(json!({"do": "play", "at": "C3"})).await;
    page.hear("thinking", |_| true).await;
    drop(page);
    let mut page = server.page().await;
    page.say(json!({"do": "open", "game": id})).await;
    page.game(|game| game["moves"] == json!([["black", "C3"]]) && game["thinking"] == true).await;
    page.hear("thinking", |_| true).await;
    page.say(json!({"do": "resign"})).await;
    assert_eq!(page.game(|game| game["phase"] == "over").await["result"], "W+R");
}

/// Plays somewhere until the partner has resigned, or would.
async fn play_to_the_end(page: &mut common::Socket) -> Value {
    let mut game = page.game(|_| true).await;
    for place in 0..49 {
        if game["phase"] != "playing" || game["would_resign"] == true {
            return game;
        }
        let at = format!("{}{}", char::from(b'A' + (place % 7) as u8), 7 - place / 7);
        let moves = game["moves"].as_array().unwrap().len();
        page.say(json!({"do": "play", "at": at})).await;
        let answered =
            |game: &Value| game["moves"].as_array().unwrap().len() == moves + 2 || game["phase"] != "playing";
        loop {
            let told = page.any(&["game", "trouble"]).await;
            if told["is"] == "trouble" {
                break;
            }
            if answered(&told) {
                game = told;
                break;
            }
        }
    }
    panic!("it never gave up: {game}")
}

#[tokio::test]
async fn a_partner_that_teaches_resigns_only_when_asked() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path());
    let mut page = server.page().await;
    let mut hopeless = new_game(7, "black");
    hopeless["komi"] = json!(-100.0);
    page.say(hopeless.clone()).await;
    page.say(json!({"do": "teach", "on": true})).await;
    let game = play_to_the_end(&mut page).await;
    assert_eq!((&game["phase"], &game["would_resign"]), (&json!("playing"), &json!(true)), "{game}");
    page.say(json!({"do": "let-resign"})).await;
    let over = page.game(|game| game["phase"] == "over").await;
    assert_eq!((&over["result"], &over["reason"]), (&json!("B+R"), &json!("resigned")));
    page.say(json!({"do": "let-resign"})).await;
    page.hear("trouble", |_| true).await;
    // Nobody is taught: then it need not be asked.
    page.say(hopeless).await;
    let over = play_to_the_end(&mut page).await;
    assert_eq!((&over["phase"], &over["result"]), (&json!("over"), &json!("B+R")), "{over}");
}
