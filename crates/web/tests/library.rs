//! One's own games from outside: records that are brought along, reviews, files, deleting.

mod common;

use common::{Server, Socket, is_status, new_game};
use serde_json::{Value, json};

const GAME: &str = "(;GM[1]SZ[5]KM[0.5]RU[Chinese]PB[<img src=x onerror=alert(1)>]PW[W \\] & co]DT[2026-01-31]\
    EV[</script><script>alert(2)</script>]RE[B+3]C[<b>hello</b>];B[cc];W[bb];B[cb];W[bc];B[cd];W[bd]C[\"why\"];B[ba];W[ab])";

/// Says what the own page would.
fn send(server: &Server, body: &[u8]) -> String {
    let (origin, cookie) = (format!("http://{}", server.at), server.cookie());
    server.post("/games", &[("Origin", &origin), ("Cookie", &cookie)], body)
}

fn body(answer: &str) -> &str {
    answer.split_once("\r\n\r\n").unwrap().1
}

fn brought(server: &Server, sgf: &str) -> Vec<String> {
    let answer = send(server, sgf.as_bytes());
    assert!(is_status(&answer, 200), "{answer}");
    let told: Value = serde_json::from_str(body(&answer)).unwrap();
    told["games"].as_array().unwrap().iter().map(|id| id.as_str().unwrap().into()).collect()
}

async fn games(page: &mut Socket) -> Vec<Value> {
    page.say(json!({"do": "games"})).await;
    page.hear("games", |_| true).await["games"].as_array().unwrap().clone()
}

async fn reviewed(page: &mut Socket, id: &str) -> Value {
    page.say(json!({"do": "review", "game": id, "start": true})).await;
    page.hear("review", |told| told["stage"] == "done").await
}

#[tokio::test]
async fn what_is_no_game_is_refused_in_one_line() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path());
    let deep = "(;".repeat(20_000);
    let long = format!("(;SZ[9]{})", ";B[];W[]".repeat(2_000));
    let wide = format!("(;SZ[9]AB{})", "[aa]".repeat(240_000));
    let many = "(;SZ[9])".repeat(1_001);
    let noise: Vec<u8> = (0..100_000u32).map(|i| (i.wrapping_mul(2_654_435_761) >> 24) as u8).collect();
    for (file, complaint) in [
        (b"".as_slice(), "game"),
        (b"hello", "game"),
        (&noise, ""),
        (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "game"),
        (deep.as_bytes(), "deep"),
        (long.as_bytes(), "2000"),
        (many.as_bytes(), "1000 games"),
        (b"(;GM[2];B[aa])", "another game"),
        (b"(;SZ[99])", "board size"),
        (b"(;SZ[3])", "5×5 to 19×19"),
        (b"(;SZ[9:13])", "9×13"),
        (b"(;FF[4]<script>alert(1)</script>)", ""),
    ] {
        let answer = send(&server, file);
        let line = body(&answer);
        assert!(is_status(&answer, 422), "{answer}");
        assert!(
            line.ends_with(".\n") && line.matches('\n').count() == 1 && line.contains(complaint),
            "{answer}"
        );
        assert!(answer.contains("content-type: text/plain"), "{answer}");
    }
    // It means little, but it can be shown.
    assert!(is_status(&send(&server, wide.as_bytes()), 200));
    let large = send(&server, &vec![b' '; (1 << 20) + 1]);
    assert!(is_status(&large, 413) && body(&large).contains("1 MB"), "{large}");
    let mut page = server.page().await;
    assert_eq!(games(&mut page).await.len(), 1);
}

#[test]
fn only_the_own_page_brings_games() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path());
    let (own, cookie) = (format!("http://{}", server.at), server.cookie());
    for (headers, status) in [
        (vec![("Cookie", cookie.as_str())], 403),
        (vec![("Cookie", cookie.as_str()), ("Origin", "http://example.org")], 403),
        (vec![("Origin", own.as_str())], 401),
    ] {
        assert!(is_status(&server.post("/games", &headers, GAME.as_bytes()), status), "{headers:?}");
    }
    for path in ["/games/all.sgf", "/games/x/game.sgf", "/games/x/report.html"] {
        assert!(is_status(&server.get(path, &[]), 401), "{path}");
    }
    let asks = |path: &str| server.get(path, &[("Cookie", &cookie)]);
    for path in [
        "/games/x/game.sgf",
        "/games/..%2f..%2ftoken/game.sgf",
        "/games/%00/report.html",
        "/games/../token",
        "/games",
    ] {
        let answer = asks(path);
        assert!(is_status(&answer, 404) || is_status(&answer, 405), "{path}: {answer}");
        assert!(!answer.contains(&server.token), "{path}");
    }
}

#[tokio::test]
async fn a_record_is_reviewed_and_its_texts_stay_text() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path());
    let mut page = server.page().await;
    let id = brought(&server, GAME).remove(0);
    let listed = games(&mut page).await.remove(0);
    assert_eq!(listed["black"], "<img src=x onerror=alert(1)>");
    assert_eq!(
        (&listed["moves"], &listed["result"], &listed["review"]),
        (&json!(8), &json!("B+3"), &Value::Null)
    );

    // Looking at it starts nothing, and there is no report yet.
    page.say(json!({"do": "review", "game": id, "start": false})).await;
    let shown = page.hear("review", |_| true).await;
    assert_eq!((&shown["stage"], &shown["found"]), (&json!("none"), &Value::Null));
    assert_eq!(shown["game"]["comments"], json!([[0, "<b>hello</b>"], [6, "\"why\""]]));
    let cookie = server.cookie();
    let get = |path: &str| server.get(&format!("/games/{id}/{path}"), &[("Cookie", &cookie)]);
    assert!(is_status(&get("report.html"), 404) && get("report.html").contains("not been reviewed"));

    let told = reviewed(&mut page, &id).await;
    let found = &told["found"];
    assert_eq!(found["positions"].as_array().unwrap().len(), 9);
    assert_eq!(found["game"]["white"], "W ] & co");
    let listed = games(&mut page).await.remove(0);
    assert_eq!(listed["review"]["mistakes"], found["mistakes"].as_array().unwrap().len());
    let black = found["players"]["black"]["points_lost"].as_f64().unwrap();
    assert!((listed["review"]["black_lost"].as_f64().unwrap() - black).abs() < 1e-3);

    let report = get("report.html");
    assert!(is_status(&report, 200) && report.contains("content-disposition: attachment"), "{report}");
    assert!(!report.contains("<img") && !report.contains("<script") && report.contains("&lt;img src=x"));
    let sgf = get("reviewed.sgf");
    // Called after the game, without what a file system or a header could take for something else.
    let name = "img src=x onerror=alert(1) - W ] & co 2026-01-31 5x5 reviewed.sgf";
    assert!(
        sgf.contains(&format!("content-disposition: attachment; filename=\"{name}\""))
            && sgf.contains("Black's win rate")
    );
    assert!(get("game.sgf").contains("<b>hello</b>") && !get("game.sgf").contains("Black's win rate"));

    // Another server knows it at once.
    server.end();
    let again = Server::start(folder.path());
    let mut page = again.page().await;
    page.say(json!({"do": "review", "game": id, "start": true})).await;
    let first = page.hear("review", |_| true).await;
    assert_eq!((&first["stage"], &first["found"]["mistakes"]), (&json!("done"), &found["mistakes"]));
}

#[tokio::test]
async fn progress_is_told_to_everybody_who_watches() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path());
    let (mut page, mut other) = (server.page().await, server.page().await);
    let id = brought(&server, GAME).remove(0);
    other.say(json!({"do": "review", "game": id, "start": false})).await;
    other.hear("review", |_| true).await;
    page.say(json!({"do": "review", "game": id, "start": true})).await;
    let going = page.hear("reviewing", |_| true).await;
    let graph = going["graph"].as_array().unwrap();
    assert!(
        going["done"].as_f64().unwrap() > 0.0 && graph.iter().all(|judged| judged[1].is_number()),
        "{going}"
    );
    other.hear("review", |told| told["stage"] == "done").await;
    page.hear("review", |told| told["stage"] == "done").await;
}

#[tokio::test]
async fn games_are_deleted_restored_and_exported() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path());
    let mut page = server.page().await;
    page.say(new_game(9, "white")).await;
    let played = page.game(|game| game["moves"].as_array().unwrap().len() == 1).await["id"].clone();
    let brought_along = brought(&server, &format!("{GAME}(;SZ[99])(;SZ[13];B[dd])"));
    assert_eq!(brought_along.len(), 2);
    let all = games(&mut page).await;
    assert_eq!(all.len(), 3);
    let own = all.iter().find(|game| game["id"] == played).unwrap();
    assert_eq!(
        (&own["you"], &own["strength"], &own["goes_on"], &own["moves"]),
        (&json!("white"), &json!("gentle"), &json!(true), &json!(1))
    );

    page.say(json!({"do": "delete", "game": brought_along[0]})).await;
    assert_eq!(page.hear("games", |_| true).await["games"].as_array().unwrap().len(), 2);
    let cookie = server.cookie();
    let export = || server.get("/games/all.sgf", &[("Cookie", &cookie)]);
    assert_eq!(export().matches("(;").count(), 2, "{}", export());
    page.say(json!({"do": "restore", "game": brought_along[0]})).await;
    assert_eq!(page.hear("games", |_| true).await["games"].as_array().unwrap().len(), 3);

    // What was exported can be brought to another place.
    let text = export();
    assert!(text.contains("PW[You]") && text.contains("Shidogo, gentle"), "{text}");
    let other = tempfile::tempdir().unwrap();
    let other = Server::start(other.path());
    assert_eq!(brought(&other, body(&text)).len(), 3);
    // A game with the partner is reviewed like any other.
    let told = reviewed(&mut page, played.as_str().unwrap()).await;
    assert_eq!(told["found"]["positions"].as_array().unwrap().len(), 2);
}

#[tokio::test]
async fn a_lesson_and_the_review_of_the_same_move_agree() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path());
    let mut page = server.page().await;
    page.say(new_game(9, "black")).await;
    page.say(json!({"do": "teach", "on": true})).await;
    for (at, moves) in [("A1", 2), ("B1", 4)] {
        page.say(json!({"do": "play", "at": at})).await;
        page.game(|game| game["moves"].as_array().unwrap().len() == moves).await;
    }
    let taught = page.game(|game| game["lesson"]["at"] == "B1" && game["to_move"] == "black").await;
    assert!(taught["lesson"]["cost"].as_f64() > Some(2.0), "{}", taught["lesson"]);

    // The review begins from what was known, and what it says of the move is said in the game, too.
    let id = taught["id"].as_str().unwrap().to_string();
    let found = reviewed(&mut server.page().await, &id).await["found"].take();
    let (lost, better) = (found["lost"][2].as_f64().unwrap(), found["positions"][2]["sequence"][0].clone());
    let agrees = |game: &Value| {
        let lesson = &game["lesson"];
        (lesson["cost"].as_f64().unwrap() - lost).abs() < 0.02 && lesson["better"][0] == better
    };
    let visits = found["positions"][2]["visits"].as_u64().unwrap();
    assert!(visits >= 1_000, "the deepest look counts: {visits}");
    let mut other = server.page().await;
    other.say(json!({"do": "open", "game": id})).await;
    let now = other.game(agrees).await;
    let (lesson, costs) = (&now["lesson"], &now["costs"]);
    assert!(lesson["sentence"].as_str().unwrap().contains("B1 cost "), "{lesson}");
    assert!((costs[1][1].as_f64().unwrap() - lost).abs() < 0.02, "{costs}");
    // The next server, which finds both in the store, says the same; and so does the review when it is opened again.
    server.end();
    let again = Server::start(folder.path());
    let mut page = again.page().await;
    page.say(json!({"do": "open", "game": id})).await;
    assert!(agrees(&page.game(|_| true).await));
    let told = reviewed(&mut again.page().await, &id).await["found"].take();
    assert_eq!((&told["lost"], &told["mistakes"]), (&found["lost"], &found["mistakes"]));
}
