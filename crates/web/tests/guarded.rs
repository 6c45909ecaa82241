//! What an attacker tries, and what happens to the folder of games: locks, sessions, slow connections, damage.

mod common;

use std::io::{Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::time::Duration;

use common::{Server, is_status, new_game};
use serde_json::json;
use sha2::{Digest, Sha256};
use web::{Options, StoreError, WebError};

/// However slow a machine is, it has closed a connection by then, or never will.
const LONG: Duration = Duration::from_secs(60);

#[cfg(unix)]
fn mode(path: &Path) -> u32 {
    use std::os::unix::fs::PermissionsExt;
    std::fs::metadata(path).unwrap().permissions().mode() & 0o777
}

#[test]
fn a_folder_has_one_server() {
    let folder = tempfile::tempdir().unwrap();
    let first = Server::start(folder.path());
    let options = Options {
        listen: Some(([127, 0, 0, 1], 0).into()),
        data: folder.path().into(),
        ..Options::default()
    };
    // Would serve at once.
    let second = web::serve(&options, |_| (), async {});
    let Err(WebError::Store(StoreError::Served { address, .. })) = &second else { panic!("it served, too") };
    assert_eq!(*address, Some(format!("http://{}/?token={}", first.at, first.token)));
    let words = second.unwrap_err().to_string();
    assert!(
        words.contains(&first.at.to_string()) && words.contains("--data") && !words.contains('\n'),
        "{words}"
    );
    #[cfg(unix)]
    assert_eq!(mode(&folder.path().join("address")), 0o600);
    first.end();
    assert_ne!(Server::start(folder.path()).token.len(), 0);
}

#[cfg(unix)]
#[test]
fn what_is_kept_is_for_its_owner_only() {
    use std::os::unix::fs::PermissionsExt;
    let above = tempfile::tempdir().unwrap();
    let ours = above.path().join("shidogo");
    // Made by an older version, for everybody to read.
    std::fs::create_dir(&ours).unwrap();
    std::fs::write(ours.join("games.sqlite"), "").unwrap();
    std::fs::set_permissions(&ours, std::fs::Permissions::from_mode(0o755)).unwrap();
    std::fs::set_permissions(ours.join("games.sqlite"), std::fs::Permissions::from_mode(0o644)).unwrap();
    let server = Server::start(&ours);
    server.cookie();
    web::redirect_file(&ours, "http://127.0.0.1:1/").unwrap();
    assert_eq!(mode(&ours), 0o700);
    let files: Vec<_> = std::fs::read_dir(&ours).unwrap().map(|entry| entry.unwrap().path()).collect();
    assert!(files.len() >= 5, "{files:?}");
    for file in files {
        assert_eq!(mode(&file), 0o600, "{}", file.display());
    }
    // A folder that holds other things is somebody's own business; what is put there is not.
    let shared = above.path().join("shared");
    std::fs::create_dir(&shared).unwrap();
    std::fs::write(shared.join("letter.txt"), "").unwrap();
    std::fs::set_permissions(&shared, std::fs::Permissions::from_mode(0o755)).unwrap();
    let _server = Server::start(&shared);
    assert_eq!((mode(&shared), mode(&shared.join("games.sqlite"))), (0o755, 0o600));
}

#[test]
fn a_cookie_is_not_the_token_and_outlives_it() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path());
    let (cookie, token, at) = (server.cookie(), server.token.clone(), server.at);
    assert!(!cookie.contains(&token), "{cookie}");
    // The token is no cookie, and every browser gets a session of its own.
    let forged = format!("shidogo-{}={token}", at.port());
    assert!(is_status(&server.get("/", &[("Cookie", &forged)]), 401));
    let again = server.get(&format!("/?token={token}"), &[]);
    assert!(is_status(&again, 303) && !again.contains(cookie.split_once('=').unwrap().1), "{again}");
    // Who is known already comes in with an old address, too.
    let bookmarked = server.get("/?token=old", &[("Cookie", &cookie)]);
    assert!(is_status(&bookmarked, 303) && !bookmarked.contains("set-cookie"), "{bookmarked}");
    server.end();

    // The next start has another token; whoever was let in before still is, at the same port.
    let next = Server::with_port(folder.path(), at.port());
    assert_ne!(next.token, token);
    assert!(is_status(&next.get(&format!("/?token={token}"), &[]), 401));
    assert!(is_status(&next.get("/", &[("Cookie", &cookie)]), 200));
}

#[test]
fn an_old_session_is_exchanged_when_the_page_is_loaded() {
    let folder = tempfile::tempdir().unwrap();
    // Sessions of the day before yesterday and of last year, as they are kept.
    let now = std::time::UNIX_EPOCH.elapsed().unwrap().as_secs();
    let kept = |name: &str, since: u64, until: u64| {
        let hash: String = Sha256::digest(name).iter().map(|byte| format!("{byte:02x}")).collect();
        json!({"hash": hash, "since": since, "until": until})
    };
    let (day, year) = (24 * 60 * 60, 365 * 24 * 60 * 60);
    let sessions = json!([kept("old", now - 2 * day, now + 28 * day), kept("ended", now - year, now - day)]);
    std::fs::write(folder.path().join("sessions.json"), sessions.to_string()).unwrap();
    let server = Server::start(folder.path());
    let named = |name: &str| format!("shidogo-{}={name}", server.at.port());
    let (old, ended) = (named("old"), named("ended"));
    assert!(is_status(&server.get("/", &[("Cookie", &ended)]), 401));
    // Only where a browser can take the new one.
    assert!(!server.get("/games/all.sgf", &[("Cookie", &old)]).contains("set-cookie"));
    let page = server.get("/", &[("Cookie", &old)]);
    assert!(is_status(&page, 200), "{page}");
    let new = page.split_once("set-cookie: ").expect("another session").1.split(';').next().unwrap();
    assert!(is_status(&server.get("/", &[("Cookie", new)]), 200) && new != old);
    // What another tab has sent meanwhile is still answered.
    assert!(is_status(&server.get("/games/all.sgf", &[("Cookie", &old)]), 200));
}

#[test]
fn the_redirect_leads_to_the_address() {
    let folder = tempfile::tempdir().unwrap();
    let file = web::redirect_file(folder.path(), "http://127.0.0.1:3141/?token=abc").unwrap();
    let text = std::fs::read_to_string(file).unwrap();
    assert!(text.contains("content=\"0; url=http://127.0.0.1:3141/?token=abc\""), "{text}");
}

/// Reads until the server hangs up.
fn end_of(mut stream: TcpStream) -> String {
    stream.set_read_timeout(Some(LONG)).unwrap();
    let mut answer = Vec::new();
    match stream.read_to_end(&mut answer) {
        Err(error) if error.kind() == std::io::ErrorKind::ConnectionReset => {}
        done => drop(done.expect("the server hangs up")),
    }
    String::from_utf8_lossy(&answer).into_owned()
}

#[test]
fn who_says_nothing_or_little_is_not_waited_for() {
    let folder = tempfile::tempdir().unwrap();
    let patience = Some(Duration::from_millis(100));
    let server = Server::with(Options { data: folder.path().into(), patience, ..Options::default() });
    let (host, cookie) = (server.at, server.cookie());
    let known = format!("Host: {host}\r\nOrigin: http://{host}\r\nCookie: {cookie}\r\n");
    for (words, answer) in [
        (String::new(), ""),
        ("GET / HTTP/1.1\r\nHost: ".into(), ""),
        // Let in, and then silent.
        (format!("GET / HTTP/1.1\r\n{known}\r\nGET / HT"), "200 OK"),
        (format!("POST /games HTTP/1.1\r\n{known}Content-Length: 1000\r\n\r\n(;SZ[9]"), "408"),
        // Not let in, however often it asks.
        (format!("GET / HTTP/1.1\r\nHost: {host}\r\n\r\n"), "401"),
    ] {
        let mut stream = TcpStream::connect(host).unwrap();
        stream.write_all(words.as_bytes()).unwrap();
        let heard = end_of(stream);
        assert!(heard.lines().next().unwrap_or_default().contains(answer), "{words}: {heard}");
    }
}

#[test]
fn strangers_make_room_for_whoever_is_let_in() {
    let folder = tempfile::tempdir().unwrap();
    let hour = Some(Duration::from_secs(3600));
    let server = Server::with(Options { data: folder.path().into(), patience: hour, ..Options::default() });
    let cookie = server.cookie();
    let mut strangers: Vec<TcpStream> = (0..200).map(|_| TcpStream::connect(server.at).unwrap()).collect();
    for stranger in &mut strangers {
        let _ = stranger.write_all(b"GET / HTTP/1.1\r\n");
    }
    assert!(is_status(&server.get("/", &[("Cookie", &cookie)]), 200));
    // All but the latest are gone, without anybody's patience having ended.
    for stranger in strangers.drain(..130) {
        end_of(stranger);
    }
}

#[tokio::test]
async fn one_damaged_row_hides_itself_only() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path());
    let mut page = server.page().await;
    page.say(new_game(9, "black")).await;
    let id = page.game(|_| true).await["id"].clone();
    let database = rusqlite::Connection::open(folder.path().join("games.sqlite")).unwrap();
    database
        .execute_batch(
            "INSERT INTO games VALUES ('not-text', 1, 1, CAST(x'ff00fe' AS TEXT));
             INSERT INTO games VALUES ('no-json', 1, 1, '{');
             INSERT INTO games SELECT 'no-day', 9223372036854775807, 1, game FROM games LIMIT 1;
             INSERT INTO records VALUES ('no-record', 1, '[]', '(');",
        )
        .unwrap();
    page.say(json!({"do": "games"})).await;
    let told = page.hear("games", |_| true).await;
    let ids: Vec<_> = told["games"].as_array().unwrap().iter().map(|game| &game["id"]).collect();
    assert_eq!(ids, [&json!("no-day"), &id], "{told}");
    let all = server.get("/games/all.sgf", &[("Cookie", &server.cookie())]);
    assert!(is_status(&all, 200) && all.matches("(;").count() == 2, "{all}");
}

#[tokio::test]
async fn a_damaged_database_does_not_keep_anybody_from_playing() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(
        folder.path().join("games.sqlite"),
        "no database, though long enough to be one".repeat(50),
    )
    .unwrap();
    let server = Server::start(folder.path());
    let mut page = server.page().await;
    let told = page.hear("trouble", |_| true).await;
    assert!(told["text"].as_str().unwrap().contains("games-damaged.sqlite"), "{told}");
    page.say(new_game(9, "black")).await;
    page.game(|_| true).await;
    assert!(folder.path().join("games-damaged.sqlite").exists());
}
