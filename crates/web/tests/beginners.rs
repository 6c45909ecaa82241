//! Exercises and capture games, over real connections on loopback.

mod common;

use common::Server;
use serde_json::json;

#[tokio::test]
async fn exercises_need_no_game() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path());
    let mut page = server.page().await;
    page.say(json!({"do": "exercise", "exercise": "ko", "moves": ["E4", "A1", "E4"]})).await;
    let told = page.hear("exercise", |_| true).await;
    // The last one was not possible: the comment says why, and the board is as it was.
    assert_eq!((&told["stage"], &told["moves"]), (&json!("open"), &json!(["E4", "A1"])));
    assert!(told["comment"].as_str().unwrap().starts_with("Not yet"), "{told}");
    for bad in [json!(["Z9"]), json!(["H8"]), json!([""])] {
        page.say(json!({"do": "exercise", "exercise": "ko", "moves": bad})).await;
        let trouble = page.hear("trouble", |_| true).await;
        assert!(trouble["text"].as_str().unwrap().contains("is not a point"), "{trouble}");
    }
    page.say(json!({"do": "exercise", "exercise": "juggling", "moves": []})).await;
    page.hear("trouble", |_| true).await;
}

#[tokio::test]
async fn a_capture_game_warns_waits_and_ends_with_a_capture() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path());
    let mut page = server.page().await;
    let stones = json!({"stones": ".......O...OX....O.......", "white_first": false});
    let partner = json!({"strength": "beginner", "seconds": 1.0, "aim": "win"});
    let wanted = json!({"do": "new", "size": 5, "colour": "black", "rules": "chinese", "captures": 1,
                        "partner": partner, "start": stones});
    page.say(wanted.clone()).await;
    page.say(json!({"do": "teach", "on": true})).await;
    page.say(json!({"do": "play", "at": "A1"})).await;
    let warned = page.game(|game| game["warning"].is_string()).await;
    let expected =
        "Your stone at C3 has one liberty left. White can capture it next. Want to take your move back?";
    assert_eq!((&warned["warning"], &warned["thinking"]), (&json!(expected), &json!(false)));
    page.say(json!({"do": "undo"})).await;
    page.game(|game| game["warning"].is_null() && game["moves"] == json!([])).await;
    page.say(json!({"do": "hint"})).await;
    let hint = page.hear("hint", |_| true).await;
    assert_eq!(hint["at"], "D3");
    assert_eq!(hint["sentence"], "I would play D3. It saves your stone at C3 from atari.");
    page.say(json!({"do": "go-ahead"})).await;
    page.hear("trouble", |told| told["text"] == "There is no move to confirm.").await;
    // White sees the stone in the end, and then the game is over at once.
    for _ in 0..40 {
        page.say(json!({"do": "new", "size": 5, "colour": "black", "rules": "chinese", "captures": 1,
                        "partner": partner, "start": stones}))
            .await;
        page.say(json!({"do": "play", "at": "A1"})).await;
        let answered = page.game(|game| game["moves"].as_array().is_some_and(|moves| moves.len() == 2)).await;
        if answered["moves"][1][1] == "D3" {
            assert_eq!((&answered["phase"], &answered["result"]), (&json!("over"), &json!("W+")));
            assert_eq!(answered["taken"]["white"], 1);
            return;
        }
    }
    panic!("the beginner never saw a stone in atari");
}
