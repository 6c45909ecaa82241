//! Files that come and go: records from the user's disk, and records and reports to it.
//!
//! A game is asked for by its name in the database. No path of a request ever becomes a path of this machine.

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Bytes;
use axum::extract::{DefaultBodyLimit, FromRequest, Path, Request, State};
use axum::http::StatusCode;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use speech::{Refusal, english};
use tokio::time::timeout;

use crate::file_name::{attachment, file_name};
use crate::library::LARGEST_FILE;
use crate::registry::new_id;
use crate::socket::elsewhere;
use crate::store::GameStore;

const SGF: &str = "application/x-go-sgf; charset=utf-8";
const HTML: &str = "text/html; charset=utf-8";

pub fn routes(store: Arc<GameStore>, patience: Duration) -> Router {
    Router::new()
        .route("/games", post(move |State(store), request| import(store, request, patience)))
        .route("/games/all.sgf", get(all))
        .route("/games/{id}/game.sgf", get(record))
        .route("/games/{id}/reviewed.sgf", get(annotated))
        .route("/games/{id}/report.html", get(report))
        .layer(DefaultBodyLimit::max(LARGEST_FILE))
        .with_state(store)
}

/// One line of text.
fn refused(status: StatusCode, refusal: &Refusal) -> Response {
    let text = english::refusal(refusal);
    (status, [(CONTENT_TYPE, "text/plain; charset=utf-8")], format!("{text}\n")).into_response()
}

/// What is in a file, and what it is called.
struct Saved {
    name: String,
    text: String,
}

/// A file to be put on the disk: never shown as a page of this server, whatever is in it.
fn file(done: Result<Saved, Refusal>, kind: &'static str) -> Response {
    match done {
        Ok(Saved { name, text }) => {
            let headers = [(CONTENT_TYPE, kind.to_string()), (CONTENT_DISPOSITION, attachment(&name))];
            (headers, text).into_response()
        }
        Err(refusal) => refused(StatusCode::NOT_FOUND, &refusal),
    }
}

async fn import(store: Arc<GameStore>, request: Request, patience: Duration) -> Response {
    let Ok(body) = timeout(patience, Bytes::from_request(request, &())).await else {
        return refused(StatusCode::REQUEST_TIMEOUT, &Refusal::FileLate);
    };
    let bytes = match body {
        Ok(bytes) => bytes,
        Err(error) if error.status() == StatusCode::PAYLOAD_TOO_LARGE => {
            return refused(StatusCode::PAYLOAD_TOO_LARGE, &Refusal::FileTooLarge);
        }
        Err(_) => return refused(StatusCode::BAD_REQUEST, &Refusal::FileLost),
    };
    match elsewhere(&store, move |store| store.import(&bytes, new_id)).await {
        Ok(import) => {
            let text = serde_json::to_string(&import).unwrap_or_default();
            ([(CONTENT_TYPE, "application/json")], text).into_response()
        }
        Err(refusal) => refused(StatusCode::UNPROCESSABLE_ENTITY, &refusal),
    }
}

async fn all(State(store): State<Arc<GameStore>>) -> Response {
    let all =
        elsewhere(&store, |store| Ok(Saved { name: "shidogo-games.sgf".into(), text: store.export()? }));
    file(all.await, SGF)
}

async fn record(State(store): State<Arc<GameStore>>, Path(id): Path<String>) -> Response {
    let found = elsewhere(&store, move |store| {
        let found = store.look_up(&id)?;
        Ok(Saved { name: format!("{}.sgf", file_name(&found.game)), text: found.tree.to_sgf() })
    });
    file(found.await, SGF)
}

async fn annotated(State(store): State<Arc<GameStore>>, Path(id): Path<String>) -> Response {
    let found = elsewhere(&store, move |store| {
        let mut found = store.look_up(&id)?;
        let findings = found.findings.as_ref().ok_or(Refusal::NotReviewed)?;
        review::annotate(&mut found.tree, &found.game, findings);
        Ok(Saved { name: format!("{} reviewed.sgf", file_name(&found.game)), text: found.tree.to_sgf() })
    });
    file(found.await, SGF)
}

async fn report(State(store): State<Arc<GameStore>>, Path(id): Path<String>) -> Response {
    let found = elsewhere(&store, move |store| {
        let found = store.look_up(&id)?;
        let findings = found.findings.as_ref().ok_or(Refusal::NotReviewed)?;
        let text = review::report(&found.game, findings);
        Ok(Saved { name: format!("{} review.html", file_name(&found.game)), text })
    });
    file(found.await, HTML)
}
