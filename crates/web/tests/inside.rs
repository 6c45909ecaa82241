//! What the server tells beyond the game: lessons, hints, tried lines, clocks and fights.

mod common;

use std::time::Duration;

use common::{Server, Socket, new_game};
use serde_json::{Value, json};
use tokio::io::AsyncReadExt;
use web::Options;

fn count(game: &Value) -> usize {
    game["moves"].as_array().unwrap().len()
}

async fn begin(server: &Server, size: usize) -> (Socket, Value) {
    let mut page = server.page().await;
    page.say(new_game(size, "black")).await;
    let game = page.game(|_| true).await;
    (page, game)
}

/// Plays and waits for the partner's answer.
async fn play(page: &mut Socket, at: &str) -> Value {
    page.say(json!({"do": "play", "at": at})).await;
    page.game(|game| {
        game["to_move"] == "black" && game["moves"].as_array().unwrap().iter().any(|m| m[1] == at)
    })
    .await
}

#[tokio::test]
async fn a_move_is_told_what_it_cost_and_the_hint_agrees() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path());
    let (mut page, _) = begin(&server, 9).await;
    page.say(json!({"do": "teach", "on": true})).await;
    let bad = play(&mut page, "A1").await;
    let lesson = &bad["lesson"];
    assert_eq!((&lesson["at"], &lesson["number"]), (&json!("A1"), &json!(1)));
    assert!(lesson["cost"].as_f64() > Some(2.0) && lesson["chance"].as_f64() > Some(0.05), "{lesson}");
    let better = lesson["better"][0].as_str().unwrap().to_string();
    assert_eq!(bad["costs"][0][0], 1);
    assert!(!bad["table"].as_array().unwrap().is_empty(), "{bad}");
    let reason = bad["reason"].as_str().unwrap();
    assert!(["most-visited", "holds-back"].contains(&reason), "{reason}");
    assert!(bad["said"].as_str().unwrap().contains(bad["moves"][1][1].as_str().unwrap()), "{bad}");

    // Taken back, the partner's hint is the move that it called better, or the one that it now thinks better still;
    // what it considers begins with the same move, because it is the same tree.
    page.say(json!({"do": "undo"})).await;
    page.game(|game| count(game) == 0).await;
    page.say(json!({"do": "hint"})).await;
    let hint = page.hear("hint", |_| true).await;
    let says_why = hint["sentence"]
        .as_str()
        .unwrap()
        .starts_with(&format!("I named {better} before, but on a second look I"));
    assert!(hint["at"] == json!(better) || says_why, "{hint} after {lesson}");
    page.say(json!({"do": "look", "on": true})).await;
    let thought = page.hear("thinking", |thought| thought["visits"].as_u64() >= Some(800)).await;
    let first: Vec<&Value> =
        thought["candidates"].as_array().unwrap().iter().take(3).map(|c| &c["at"]).collect();
    assert!(first.contains(&&hint["at"]), "{} is not among {first:?}", hint["at"]);
    assert!(better != "A1");
    page.say(json!({"do": "look", "on": false})).await;
    let good = play(&mut page, hint["at"].as_str().unwrap()).await;
    assert!(good["lesson"]["cost"].as_f64() < Some(1.0), "{}", good["lesson"]);
    assert_eq!((&good["lesson"]["at"], &good["lesson"]["named"]), (&hint["at"], &json!(true)));
    assert_eq!(good["tree"].as_array().unwrap().len(), 4, "both tries are kept");
}

#[tokio::test]
async fn tried_lines_are_kept_and_can_be_gone_back_to() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path());
    let (mut page, begun) = begin(&server, 5).await;
    let first = play(&mut page, "C3").await;
    page.say(json!({"do": "undo"})).await;
    page.game(|game| count(game) == 0).await;
    let second = play(&mut page, "B2").await;
    assert_eq!(second["tree"].as_array().unwrap().len(), 4);
    assert_eq!(second["tree"][2], json!([null, "B2"]));

    page.say(json!({"do": "go", "to": first["here"]})).await;
    let back = page.game(|game| game["moves"] == first["moves"]).await;
    assert_eq!((&back["said"], &back["graph"]), (&first["said"], &first["graph"]));
    page.say(json!({"do": "go", "to": null})).await;
    assert_eq!(page.game(|game| count(game) == 0).await["here"], Value::Null);
    page.say(json!({"do": "go", "to": second["here"]})).await;
    let there = page.game(|game| game["moves"] == second["moves"]).await;

    server.end();
    let again = Server::start(folder.path());
    let mut page = again.page().await;
    page.say(json!({"do": "open", "game": begun["id"]})).await;
    assert_eq!(page.game(|_| true).await, there);
}

fn with_clock(main: f64, periods: u32, period: f64) -> Value {
    let mut wanted = new_game(9, "black");
    wanted["clock"] = json!({"main": main, "periods": periods, "period": period});
    wanted
}

#[tokio::test]
async fn a_flag_falls_and_one_may_still_try_again() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path());
    let mut page = server.page().await;
    page.say(with_clock(0.0, 2, 1.0)).await;
    let begun = page.game(|game| game["clocks"]["running"] == "black").await;
    assert!(begun["clocks"]["black"]["periods"].as_u64() <= Some(2), "{}", begun["clocks"]);
    let over = page.game(|game| game["phase"] == "over").await;
    assert_eq!((&over["result"], &over["clocks"]["running"]), (&json!("W+T"), &Value::Null));
    assert_eq!(over["clocks"]["black"], json!({"left": 0.0, "periods": 1}));
    page.say(json!({"do": "play", "at": "E5"})).await;
    let told = page.hear("trouble", |_| true).await;
    assert!(told["text"].as_str().unwrap().contains("over"), "{told}");
}

#[tokio::test]
async fn clocks_go_on_where_they_were() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path());
    let mut page = server.page().await;
    page.say(with_clock(1000.0, 3, 30.0)).await;
    let begun = page.game(|game| game["clocks"]["running"] == "black").await;
    let answered = play(&mut page, "E5").await;
    let left = |game: &Value, colour: &str| game["clocks"][colour]["left"].as_f64().unwrap();
    assert!(left(&answered, "black") < 1000.0 && left(&answered, "white") < 1000.0, "{answered}");
    drop(page);
    // Neither a page that is closed nor a server that was killed winds a clock back.
    server.end();
    let again = Server::start(folder.path());
    let mut page = again.page().await;
    page.say(json!({"do": "open", "game": begun["id"]})).await;
    let opened = page.game(|game| game["clocks"]["running"] == "black").await;
    // Both are told while the clock runs, a few microseconds after it was read.
    assert!((900.0..left(&answered, "black") + 0.5).contains(&left(&opened, "black")), "{opened}");
    assert_eq!(left(&opened, "white"), left(&answered, "white"));
}

#[tokio::test]
async fn fights_are_looked_for_while_somebody_wants_them() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path());
    let (mut page, _) = begin(&server, 7).await;
    play(&mut page, "D4").await;
    page.say(json!({"do": "danger", "on": true})).await;
    let first = page.hear("danger", |_| true).await;
    assert!(first["playouts"].as_u64() < first["of"].as_u64(), "it is told while it is looked for: {first}");
    let seen = page.hear("danger", |danger| danger["playouts"] == danger["of"]).await;
    assert_eq!(seen["number"], 2);
    let total: f64 = seen["scores"].as_array().unwrap().iter().map(|s| s[1].as_f64().unwrap()).sum();
    assert!((total - 1.0).abs() < 1e-6, "{total}");
    let clusters = seen["clusters"].as_array().unwrap();
    let weight: f64 = clusters.iter().map(|c| c["weight"].as_f64().unwrap()).sum();
    assert!((weight - 1.0).abs() < 1e-6, "{weight}");
    assert!(clusters.iter().all(|c| c["critical"].as_array().unwrap().len() == 49));
    // After the next moves it looks again.
    play(&mut page, "C3").await;
    page.hear("danger", |danger| danger["number"] == 4).await;
}

#[tokio::test]
async fn a_page_that_does_not_answer_is_gone() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::with(Options {
        data: folder.path().into(),
        ping: Some(Duration::from_millis(50)),
        ..Options::default()
    });
    let (mut page, _) = begin(&server, 9).await;
    // Nothing reads the socket as one from here on, so that no ping is answered.
    let mut bytes = [0; 4096];
    let hung_up = async {
        loop {
            match page.0.get_mut().read(&mut bytes).await {
                Ok(0) | Err(_) => return,
                Ok(_) => {}
            }
        }
    };
    tokio::time::timeout(Duration::from_secs(30), hung_up).await.expect("the server waits for ever");
    // One that answers stays.
    let (mut page, _) = begin(&server, 9).await;
    play(&mut page, "E5").await;
    play(&mut page, "C3").await;
}
