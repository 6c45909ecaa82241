//! The page's files, which are part of the program.

use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::http::{StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use speech::{Refusal, english};

include!(concat!(env!("OUT_DIR"), "/files.rs"));

/// A file by the path of the request, and nothing but these files.
pub async fn file(uri: Uri) -> Response {
    let path = match uri.path() {
        "/" => "index.html",
        path => path.trim_start_matches('/'),
    };
    let Some((name, bytes)) = FILES.iter().find(|(name, _)| *name == path) else {
        return (StatusCode::NOT_FOUND, english::refusal(&Refusal::NoSuchPage) + "\n").into_response();
    };
    let kind = match name.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        _ => "application/octet-stream",
    };
    // Names of assets have a hash in them: what they hold never changes.
    let kept = if name.starts_with("assets/") { "private, max-age=31536000, immutable" } else { "no-store" };
    ([(CONTENT_TYPE, kind), (CACHE_CONTROL, kept)], *bytes).into_response()
}
