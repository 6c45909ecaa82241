//! What there may be at most: pages, games at once, visits.

mod common;

use common::{Server, Socket, new_game};
use serde_json::json;
use tokio_tungstenite::tungstenite::Error;

/// Tries until it works: the server notices a moment later that a page has gone.
async fn connect_in_the_end(server: &Server) -> Socket {
    let own = format!("http://{}", server.at);
    loop {
        if let Ok(page) = server.connect(Some(&own), &server.cookie()).await {
            return page;
        }
        tokio::task::yield_now().await;
    }
}

#[tokio::test]
async fn only_so_many_pages_are_let_in() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path());
    let mut pages = Vec::new();
    for _ in 0..64 {
        pages.push(server.page().await);
    }
    let own = format!("http://{}", server.at);
    match server.connect(Some(&own), &server.cookie()).await {
        Err(Error::Http(answer)) => assert_eq!(answer.status(), 503),
        Err(error) => panic!("{error}"),
        Ok(_) => panic!("a page too many was let in"),
    }
    // Whoever goes makes room.
    pages.pop();
    connect_in_the_end(&server).await;
}

#[tokio::test]
async fn only_so_many_games_are_played_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path());
    let mut pages = Vec::new();
    for _ in 0..32 {
        let mut page = server.page().await;
        page.say(new_game(5, "black")).await;
        page.game(|_| true).await;
        pages.push(page);
    }
    let mut late = server.page().await;
    late.say(new_game(5, "black")).await;
    let told = late.hear("trouble", |_| true).await;
    assert!(told["text"].as_str().unwrap().contains("Too many games are open"), "{told}");
    // A page that leaves its game for another makes room too: that game is kept, and nobody watches it.
    pages[0].say(new_game(5, "black")).await;
    let told = pages[0].hear("trouble", |_| true).await;
    assert!(
        told["text"].as_str().unwrap().contains("Too many games are open"),
        "it still watches its own: {told}"
    );
    drop(pages.pop());
    // Until the server has noticed, it refuses.
    loop {
        late.say(new_game(5, "black")).await;
        let answer = late.any(&["trouble", "game"]).await;
        if answer["is"] == "game" {
            break;
        }
    }
}

/// However long one looks, the search comes to an end by itself, and tells so.
#[tokio::test]
async fn a_look_has_an_end() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path());
    let mut page = server.page().await;
    page.say(new_game(5, "black")).await;
    page.game(|_| true).await;
    page.say(json!({"do": "look", "on": true})).await;
    let most = page.hear("thinking", |thought| thought["visits"].as_u64() >= Some(5_000)).await;
    assert!(most["visits"].as_u64() < Some(5_100), "{}", most["visits"]);
    page.game(|_| true).await;
}

/// When its page goes away, a look ends at once: while another game is played nothing is added to it.
#[tokio::test]
async fn nobody_looks_for_a_page_that_is_gone() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path());
    let mut page = server.page().await;
    page.say(new_game(9, "black")).await;
    let id = page.game(|_| true).await["id"].as_str().unwrap().to_string();
    page.say(json!({"do": "look", "on": true})).await;
    let before = page.hear("thinking", |_| true).await["visits"].as_u64().unwrap();
    assert!(before < 2_000, "there is more to look at: {before}");
    drop(page);
    let mut other = server.page().await;
    // As much as the first look would take.
    other.say(new_game(9, "black")).await;
    other.say(json!({"do": "look", "on": true})).await;
    other.hear("thinking", |thought| thought["visits"].as_u64() >= Some(5_000)).await;
    other.say(json!({"do": "look", "on": false})).await;
    other.say(json!({"do": "open", "game": id})).await;
    other.game(|game| game["id"] == id.as_str()).await;
    other.say(json!({"do": "hint"})).await;
    let known = other.hear("thinking", |_| true).await["visits"].as_u64().unwrap();
    assert!(known < 3_000, "somebody went on looking: {before} visits before, {known} now");
}
