//! A page that only shows something, such as how a learning run is doing.

use std::net::SocketAddr;
use std::sync::Arc;

use axum::Router;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{Html, IntoResponse, Response};
use axum::routing::get;
use tokio::net::TcpListener;

use crate::WebError;

/// Serves a page, made anew for everyone who asks. `ready` hears where it is.
pub fn serve_status(
    listen: SocketAddr,
    ready: impl FnOnce(SocketAddr),
    page: impl Fn() -> String + Send + Sync + 'static,
) -> Result<(), WebError> {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build()?;
    runtime.block_on(async {
        let failed = |error| WebError::Address { address: listen, error };
        let listener = TcpListener::bind(listen).await.map_err(failed)?;
        let address = listener.local_addr().map_err(failed)?;
        ready(address);
        Ok(axum::serve(listener, router(address, Arc::new(page))).await?)
    })
}

fn router(address: SocketAddr, page: Arc<dyn Fn() -> String + Send + Sync>) -> Router {
    let show = async move |headers: HeaderMap| -> Response {
        // A site elsewhere may have its name lead here to read the page: it calls it by that name.
        if address.ip().is_loopback() && !is_local(&headers) {
            return StatusCode::FORBIDDEN.into_response();
        }
        let page = page.clone();
        match tokio::task::spawn_blocking(move || page()).await {
            Ok(text) => {
                let policy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:";
                ([(header::CONTENT_SECURITY_POLICY, policy)], Html(text)).into_response()
            }
            Err(_) => StatusCode::INTERNAL_SERVER_ERROR.into_response(),
        }
    };
    Router::new().route("/", get(show))
}

fn is_local(headers: &HeaderMap) -> bool {
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok()).unwrap_or_default();
    let name = host.rsplit_once(':').map_or(host, |(name, _)| name);
    ["127.0.0.1", "localhost", "[::1]"].contains(&name)
}
