//! Players that learn to open, over real connections on loopback.

mod common;

use common::{Server, Socket, new_game};
use serde_json::{Value, json};

async fn ask(page: &mut Socket, ask: &str, rest: Value) {
    let mut message = json!({"do": "openings", "ask": ask});
    message.as_object_mut().unwrap().extend(rest.as_object().unwrap().clone());
    page.say(message).await;
}

#[tokio::test]
async fn one_learns_while_a_game_is_played_and_is_there_after_a_restart() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path());
    let (mut page, mut other) = (server.page().await, server.page().await);
    for watcher in [&mut page, &mut other] {
        ask(watcher, "watch", json!({})).await;
        let told = watcher.hear("openers", |_| true).await;
        assert_eq!((&told["players"], &told["learning"]), (&json!([]), &Value::Null));
    }
    ask(&mut page, "learn", json!({"player": "AD-7x7"})).await;
    // Whoever watches is told, and a game goes on beside it.
    let told = other.hear("opener", |told| told["games"].as_u64() >= Some(8)).await;
    assert_eq!((&told["player"], told["values"].as_array().unwrap().len()), (&json!("AD-7x7"), 49));
    page.say(new_game(5, "black")).await;
    page.say(json!({"do": "play", "at": "C3"})).await;
    page.game(|game| game["moves"].as_array().unwrap().len() == 2).await;
    let told = other.hear("opener", |_| true).await;
    let games = told["games"].as_u64().unwrap();
    // Whoever has left hears nothing more, and learning goes on.
    ask(&mut page, "leave", json!({})).await;
    other.hear("opener", |told| told["games"].as_u64() > Some(games)).await;
    ask(&mut other, "pause", json!({})).await;
    let told = other.hear("openers", |told| told["learning"].is_null()).await;
    let games = told["players"][0]["games"].as_u64().unwrap();
    server.end();

    let server = Server::start(folder.path());
    let mut page = server.page().await;
    ask(&mut page, "watch", json!({})).await;
    let told = page.hear("openers", |_| true).await;
    // The round that was under way may have been finished, too.
    let kept = told["players"][0]["games"].as_u64().unwrap();
    assert!(kept == games || kept == games + 8, "{kept} {games}");
    ask(&mut page, "play", json!({"player": "AD-7x7", "colour": "white", "moves": []})).await;
    let opening = page.hear("opening", |_| true).await;
    assert_eq!(opening["moves"].as_array().unwrap().len(), 1);
    let partner = json!({"strength": "gentle", "seconds": 1.0, "aim": "win"});
    let moves = &opening["moves"];
    ask(
        &mut page,
        "continue",
        json!({"player": "AD-7x7", "colour": "white", "moves": moves, "partner": partner}),
    )
    .await;
    let game = page.game(|_| true).await;
    assert_eq!((&game["size"], &game["you"], &game["moves"][0][1]), (&json!(7), &json!("white"), &moves[0]));
    assert_eq!((&game["komi"], &game["to_move"]), (&json!(5.5), &json!("white")));
}

#[tokio::test]
async fn bad_requests_get_one_line() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::create_dir(folder.path().join("openings")).unwrap();
    std::fs::write(folder.path().join("openings/ADE-9x9.opening"), "{}\n").unwrap();
    let server = Server::start(folder.path());
    let mut page = server.page().await;
    let cases = [
        ("learn", json!({"player": "B-9x9"}), "'B-9x9' is not a player of openings."),
        ("learn", json!({"player": "../../A-9x9"}), "'../../A-9x9' is not a player of openings."),
        ("learn", json!({"player": "A-99x99"}), "Boards are from 5×5 to 19×19."),
        (
            "learn",
            json!({"player": "ADE-9x9"}),
            "ADE-9x9.opening is no player of openings: its first line says so.",
        ),
        ("show", json!({"player": "A-9x9"}), "A-9x9 has not learnt anything yet."),
        ("compare", json!({"first": "A-9x9", "second": "random"}), "A-9x9 has not learnt anything yet."),
        ("compare", json!({"first": "random", "second": "random"}), "Choose two different players."),
        ("dance", json!({}), "That message means nothing: unknown variant `dance`"),
        ("learn", json!({}), "That message means nothing: missing field `player`"),
        ("pause", json!({"now": true}), "That message means nothing: unknown field `now`"),
    ];
    for (what, rest, line) in cases {
        ask(&mut page, what, rest).await;
        let told = page.hear("trouble", |_| true).await;
        let text = told["text"].as_str().unwrap();
        assert!(text.contains(line) && !text.contains('\n'), "{text}");
    }
    ask(&mut page, "watch", json!({})).await;
    let told = page.hear("openers", |_| true).await;
    assert_eq!(told["refused"][0][0], "ADE-9x9");
}
