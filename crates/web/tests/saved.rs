//! Games and reviews that earlier programs saved are read, shown and played on.

mod common;

use std::path::Path;

use common::{Server, Socket};
use rusqlite::Connection;
use serde_json::{Value, json};

/// Dumps of databases, as the programs of their time wrote them.
const SAVED: &str = include_str!("data/saved.sql");
const SAVED_WITHOUT_WORDS: &str = include_str!("data/saved-without-words.sql");

fn server(folder: &Path, dump: &str) -> Server {
    Connection::open(folder.join("games.sqlite")).unwrap().execute_batch(dump).unwrap();
    Server::start(folder)
}

async fn open(page: &mut Socket, id: &str) -> Value {
    page.say(json!({"do": "open", "game": id})).await;
    page.game(|game| game["id"] == id).await
}

fn line(game: &Value) -> Vec<&str> {
    game["moves"].as_array().unwrap().iter().map(|played| played[1].as_str().unwrap()).collect()
}

#[tokio::test]
async fn saved_games_are_played_on_and_saved_reviews_are_read() {
    let folder = tempfile::tempdir().unwrap();
    let server = server(folder.path(), SAVED);
    let mut page = server.page().await;
    page.say(json!({"do": "games"})).await;
    let games = page.hear("games", |_| true).await;
    let ids: Vec<&str> =
        games["games"].as_array().unwrap().iter().map(|game| game["id"].as_str().unwrap()).collect();
    assert_eq!(ids, ["oX2R0HTuavM9", "jOHpFRrR47gx", "kbWUD24TdXBW", "5HUbUHmT0CxF"]);

    for (id, mistakes) in [("5HUbUHmT0CxF", 2), ("jOHpFRrR47gx", 0)] {
        page.say(json!({"do": "review", "game": id, "start": false})).await;
        let review = page.hear("review", |review| review["id"] == id).await;
        assert_eq!(review["stage"], "done");
        assert_eq!(review["found"]["mistakes"].as_array().unwrap().len(), mistakes, "{id}");
    }

    let taught = open(&mut page, "5HUbUHmT0CxF").await;
    assert_eq!(line(&taught), ["C3", "D3", "A5", "C4", "E1", "C2"]);
    assert_eq!(taught["tree"].as_array().unwrap().len(), 8, "both first moves are there");
    assert_eq!(taught["lesson"]["at"], "E1");
    let sentence = taught["lesson"]["sentence"].as_str().unwrap();
    assert!(sentence.starts_with("After E1, your stone at C3 can hardly be saved. "), "{sentence}");
    assert_eq!(taught["costs"].as_array().unwrap().len(), 3);
    assert!(taught["said"].as_str().unwrap().starts_with("I play C2. "), "{taught}");
    assert!(!taught["table"].as_array().unwrap().is_empty());
    assert!(taught["clocks"]["black"]["left"].as_f64() < Some(600.0), "{}", taught["clocks"]);
    page.say(json!({"do": "go", "to": 1})).await;
    let tried = page.game(|game| line(game) == ["A1", "C3"]).await;
    let sentence = tried["lesson"]["sentence"].as_str().unwrap();
    assert!(sentence.starts_with("C3 was better."), "{sentence}");

    let resigned = open(&mut page, "kbWUD24TdXBW").await;
    assert_eq!((&resigned["phase"], &resigned["result"]), (&json!("over"), &json!("W+R")));
    let from_a_record = open(&mut page, "oX2R0HTuavM9").await;
    assert!(line(&from_a_record).starts_with(&["C3", "B4", "C4", "B3"]), "{from_a_record}");
}

#[tokio::test]
async fn lessons_that_were_saved_without_words_get_some() {
    let folder = tempfile::tempdir().unwrap();
    let server = server(folder.path(), SAVED_WITHOUT_WORDS);
    let mut page = server.page().await;
    let game = open(&mut page, "KNWrIG5Ma74i").await;
    assert_eq!(line(&game), ["C3", "D3", "A5", "C2", "E1", "C4"]);
    assert_eq!(game["lesson"]["sentence"], "D2 was better. E1 cost 37.5 points.");
    assert!(game["said"].as_str().unwrap().starts_with("I play C4: "), "{game}");
}
