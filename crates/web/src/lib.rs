//! The page: a server for a browser on the same machine.

mod accept;
mod actor;
mod database;
mod exploration;
mod file_name;
mod files;
mod folder_lock;
mod guard;
mod library;
mod mailbox;
mod messages;
mod openers;
mod page;
mod private;
mod registry;
mod review_queue;
mod review_session;
mod sessions;
mod socket;
mod status_page;
mod store;
mod store_error;
#[cfg(test)]
mod typescript;
mod watched;

use std::io;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use parking_lot::Mutex;

use axum::Router;
use axum::routing::get;
use tokio::net::TcpListener;

use guard::Guard;
use openers::Openers;
use partner::LoadedNetworks;
use registry::GameRegistry;
use review_queue::ReviewQueue;
use sessions::Sessions;
use socket::AppState;
pub use status_page::serve_status;
use store::GameStore;
pub use store::data_folder;
pub use store_error::StoreError;

/// The first port that is tried, and how many.
const PORT: u16 = 3141;
const PORTS: u16 = 100;

/// How the page is served.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Options {
    /// An address for other machines to come to. Only this machine, on the next free port from 3141, unless given.
    pub listen: Option<SocketAddr>,
    /// Where games are kept.
    pub data: PathBuf,
    /// How often pages are asked whether they are still there: every 10 seconds unless given.
    pub ping: Option<Duration>,
    /// How long the head of a request, or its body, may take to arrive: 15 seconds unless given.
    pub patience: Option<Duration>,
}

const PING: Duration = Duration::from_secs(10);
const PATIENCE: Duration = Duration::from_secs(15);

#[derive(thiserror::Error, Debug)]
pub enum WebError {
    #[error("{address}: {error}")]
    Address { address: SocketAddr, error: io::Error },
    #[error("all ports from {PORT} to {last} are taken: name one with --listen 127.0.0.1:PORT", last = PORT + PORTS - 1)]
    NoPort,
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error("the server cannot run: {0}")]
    Run(#[from] io::Error),
}

/// What is known once the page can be opened.
pub struct Ready<'a> {
    /// The address, with the token that lets its watcher in.
    pub address: &'a str,
    /// What the user should know about the games, in one line.
    pub notice: Option<&'a str>,
}

/// Serves the page until somebody says so. `ready` hears the address once it can be opened.
pub fn serve(
    options: &Options,
    ready: impl FnOnce(&Ready),
    until: impl Future<Output = ()>,
) -> Result<(), WebError> {
    let store = Arc::new(GameStore::open(&options.data)?);
    let sessions = Sessions::open(&options.data);
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
    runtime.block_on(async {
        let listener = listen(options.listen).await?;
        let guard = Guard::new(listener.local_addr()?, &sessions::secret(), sessions);
        let address = guard.address();
        store.tell_address(&address)?;
        ready(&Ready { address: &address, notice: store.notice() });
        let patience = options.patience.unwrap_or(PATIENCE);
        let openers = Arc::new(Openers::open(options.data.join("openings")));
        let router = router(guard, store, openers, options.ping.unwrap_or(PING), patience);
        tokio::select! {
            () = accept::run(listener, router, patience) => {}
            () = until => {}
        }
        Ok(())
    })
}

/// Writes a file that leads a browser to an address. Everybody on a machine can read what programs are started with:
/// so a browser is given this file, which only its owner can read, and not the address with its token.
pub fn redirect_file(folder: &Path, address: &str) -> io::Result<PathBuf> {
    let path = folder.join("open.html");
    let text = format!(
        "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<meta name=\"referrer\" content=\"no-referrer\">\n\
         <meta http-equiv=\"refresh\" content=\"0; url={address}\">\n<title>Shidogo</title>\n\
         <p><a href=\"{address}\">Open Shidogo</a></p>\n</html>\n"
    );
    atomic_file::write_private(&path, text.as_bytes())?;
    Ok(path)
}

fn router(
    guard: Guard,
    store: Arc<GameStore>,
    openers: Arc<Openers>,
    ping: Duration,
    patience: Duration,
) -> Router {
    let nets = LoadedNetworks::default();
    let registry = Arc::new(GameRegistry::new(store.clone(), nets.clone()));
    let state = AppState {
        reviews: Arc::new(ReviewQueue::new(store.clone(), nets.clone(), registry.clone())),
        registry,
        openers,
        nets,
        notice: Arc::new(Mutex::new(store.notice().map(String::from))),
        store: store.clone(),
        open: Arc::default(),
        ping,
    };
    Router::new()
        .route("/ws", get(socket::connect))
        .with_state(state)
        .merge(files::routes(store, patience))
        .fallback(get(page::file))
        .layer(axum::middleware::from_fn_with_state(guard, guard::guard))
}

async fn listen(wanted: Option<SocketAddr>) -> Result<TcpListener, WebError> {
    if let Some(address) = wanted {
        return TcpListener::bind(address).await.map_err(|error| WebError::Address { address, error });
    }
    for port in PORT..PORT + PORTS {
        let address = SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), port);
        match TcpListener::bind(address).await {
            Ok(listener) => return Ok(listener),
            Err(error) if error.kind() == io::ErrorKind::AddrInUse => {}
            Err(error) => return Err(WebError::Address { address, error }),
        }
    }
    Err(WebError::NoPort)
}
