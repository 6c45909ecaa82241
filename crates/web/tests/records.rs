//! What goes in and out with a game: names of files, lines that were tried, what a record shows besides its moves, and
//! games that go on from another one.

mod common;

use common::{Server, Socket, is_status, new_game};
use serde_json::{Value, json};

fn body(answer: &str) -> &str {
    answer.split_once("\r\n\r\n").unwrap().1
}

fn saved(server: &Server, id: &str) -> String {
    let answer = server.get(&format!("/games/{id}/game.sgf"), &[("Cookie", &server.cookie())]);
    assert!(is_status(&answer, 200), "{answer}");
    answer
}

fn brought(server: &Server, sgf: &[u8]) -> String {
    let (origin, cookie) = (format!("http://{}", server.at), server.cookie());
    let answer = server.post("/games", &[("Origin", &origin), ("Cookie", &cookie)], sgf);
    assert!(is_status(&answer, 200), "{answer}");
    let told: Value = serde_json::from_str(body(&answer)).unwrap();
    told["games"][0].as_str().unwrap().into()
}

async fn looked_at(page: &mut Socket, id: &str) -> Value {
    page.say(json!({"do": "review", "game": id, "start": false})).await;
    page.hear("review", |told| told["id"] == *id).await["game"].take()
}

const RECORD: &str = "(;GM[1]SZ[5]KM[0.5]RU[Japanese]PB[Ann]BR[3k]PW[Bo]WR[1 dan]DT[2026-01-31]LB[aa:A];B[cc]TR[cc]\
    (;W[bb];B[cb];W[bc])(;W[dd]C[a trick](;B[dc])(;B[cd];W[ee])))";

#[test]
fn downloads_are_named_after_the_game() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path());
    let id = brought(&server, RECORD.as_bytes());
    assert!(saved(&server, &id).contains("filename=\"Ann - Bo 2026-01-31 5x5.sgf\""));
    let id = brought(&server, "(;SZ[9]PB[柯\r\nX: y]PW[\";/])".as_bytes());
    let answer = saved(&server, &id);
    assert!(answer.contains("filename=\"_ X y - White 9x9.sgf\""), "{answer}");
    assert!(answer.contains("filename*=UTF-8''%E6%9F%AF%20X%20y%20-%20White%209x9.sgf"), "{answer}");
}

#[tokio::test]
async fn lines_that_were_tried_are_exported_as_variations() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path());
    let mut page = server.page().await;
    page.say(new_game(5, "black")).await;
    let id = page.game(|_| true).await["id"].as_str().unwrap().to_string();
    for at in ["C3", "B2", "D4"] {
        page.say(json!({"do": "play", "at": at})).await;
        page.game(|game| game["moves"].as_array().unwrap().len() == 2).await;
        page.say(json!({"do": "undo"})).await;
        page.game(|game| game["moves"].as_array().unwrap().is_empty()).await;
    }
    let moves = |game: &str| ["[cc]", "[bd]", "[db]"].map(|at| game.matches(&format!(";B{at}")).count());
    let answer = saved(&server, &id);
    assert_eq!(moves(body(&answer)), [1, 1, 1], "{answer}");
    // All was taken back: nothing of it is the game.
    assert_eq!(looked_at(&mut page, &id).await["moves"], json!([]));
    page.say(json!({"do": "play", "at": "B2"})).await;
    page.game(|game| game["moves"].as_array().unwrap().len() == 2).await;
    assert_eq!(moves(body(&saved(&server, &id))), [1, 1, 1]);
    let game = looked_at(&mut page, &id).await;
    assert_eq!((&game["moves"][0], game["lines"].as_array().unwrap().len()), (&json!(["black", "B2"]), 2));
}

#[tokio::test]
async fn a_record_shows_its_variations_labels_and_ranks() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path());
    let mut page = server.page().await;
    let id = brought(&server, RECORD.as_bytes());
    let game = looked_at(&mut page, &id).await;
    assert_eq!((&game["black_rank"], &game["white_rank"]), (&json!("3k"), &json!("1 dan")));
    assert_eq!(
        game["marks"],
        json!([{"after": 0, "at": "A5", "sign": "label", "text": "A"}, {"after": 1, "at": "C3", "sign": "triangle"}])
    );
    let lines = game["lines"].as_array().unwrap();
    assert_eq!(lines.len(), 2);
    assert_eq!(
        lines[0],
        json!({"of": null, "after": 1, "moves": [["white", "D2"], ["black", "D3"]],
               "comments": [[2, "a trick"]], "marks": []})
    );
    assert_eq!((&lines[1]["of"], &lines[1]["after"]), (&json!(0), &json!(2)));
}

#[tokio::test]
async fn records_in_older_character_sets_are_read() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path());
    let mut page = server.page().await;
    // 范蕴若 and 李轩豪 in GBK, and no word about it.
    let id = brought(&server, b"(;SZ[9]PB[\xb7\xb6\xd4\xcc\xc8\xf4]PW[\xc0\xee\xd0\xf9\xba\xc0];B[cc])");
    let game = looked_at(&mut page, &id).await;
    assert_eq!((&game["black"], &game["white"]), (&json!("范蕴若"), &json!("李轩豪")));
}

#[tokio::test]
async fn moves_are_tried_in_a_game_that_is_looked_at() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path());
    let mut page = server.page().await;
    page.say(json!({"do": "explore", "after": 0, "number": 1})).await;
    page.hear("not-explored", |told| told["number"] == 1).await;
    let id = brought(&server, RECORD.as_bytes());
    looked_at(&mut page, &id).await;
    page.say(json!({"do": "explore", "after": 1, "number": 2})).await;
    let told = page.hear("explored", |told| told["number"] == 2 && told["visits"].as_u64() >= Some(20)).await;
    assert_eq!(told["owners"].as_array().unwrap().len(), 25);
    assert!(!told["candidates"].as_array().unwrap().is_empty());
    page.say(json!({"do": "explore", "after": 1, "moves": ["D4", "B4"], "number": 3})).await;
    let told = page.hear("explored", |told| told["number"] == 3).await;
    let taken = |told: &Value| told["candidates"].as_array().unwrap().iter().any(|c| c["at"] == "D4");
    assert!(!taken(&told), "{told}");
    page.say(json!({"do": "stop-exploring"})).await;
    for (moves, number) in [(json!(["C3"]), 4), (json!(["Z9"]), 5)] {
        page.say(json!({"do": "explore", "after": 1, "moves": moves, "number": number})).await;
        let told = page.hear("not-explored", |told| told["number"] == number).await;
        assert!(told["text"].as_str().unwrap().ends_with('.'), "{told}");
    }
}

#[tokio::test]
async fn a_game_goes_on_from_any_position_of_another() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path());
    let mut page = server.page().await;
    let partner = json!({"strength": "gentle", "seconds": 1.0, "aim": "win"});
    let id = brought(&server, RECORD.as_bytes());
    looked_at(&mut page, &id).await;
    page.say(json!({"do": "play-from", "after": 2, "moves": ["D4"], "colour": "white", "partner": partner}))
        .await;
    let game = page.game(|_| true).await;
    assert_eq!(game["moves"], json!([["black", "C3"], ["white", "B4"], ["black", "D4"]]));
    assert_eq!(
        (&game["rules"], &game["komi"], &game["you"]),
        (&json!("japanese"), &json!(0.5), &json!("white"))
    );
    assert_eq!((&game["to_move"], &game["phase"]), (&json!("white"), &json!("playing")));
    page.say(json!({"do": "play", "at": "D2"})).await;
    page.game(|game| game["moves"].as_array().unwrap().len() == 5).await;
    page.say(json!({"do": "undo"})).await;
    page.game(|game| game["moves"].as_array().unwrap().len() == 3).await;
    // It is kept like any other, and its record is whole.
    let mut other = server.page().await;
    other.say(json!({"do": "open", "game": game["id"]})).await;
    assert_eq!(other.game(|_| true).await["moves"].as_array().unwrap().len(), 3);
    assert!(body(&saved(&server, game["id"].as_str().unwrap())).contains(";B[cc];W[bb];B[db]"));

    // Moves out of turn cannot be played again; the stones are there all the same.
    let id = brought(&server, b"(;SZ[5]AB[aa];B[cc];B[dd];W[bb])");
    looked_at(&mut page, &id).await;
    page.say(json!({"do": "play-from", "after": 3, "colour": "black", "partner": partner})).await;
    let game = page.game(|told| told["moves"] == json!([])).await;
    assert_eq!(game["stones"], "X.....O.....X.....X......");
    assert_eq!(game["to_move"], "black");
}

#[tokio::test]
async fn territory_is_told_on_ones_own_turn_without_a_look() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path());
    let mut page = server.page().await;
    page.say(new_game(5, "black")).await;
    page.game(|_| true).await;
    page.say(json!({"do": "territory", "on": true})).await;
    let told = page.hear("thinking", |told| told["visits"].as_u64() >= Some(100)).await;
    assert_eq!(told["owners"].as_array().unwrap().len(), 25);
    page.say(json!({"do": "play", "at": "C3"})).await;
    page.game(|game| game["moves"].as_array().unwrap().len() == 2).await;
    page.hear("thinking", |told| told["visits"].as_u64() >= Some(100)).await;
}
