//! The page: a server for a browser on the same machine.

mod danger;
mod desk;
mod files;
mod guard;
mod hall;
mod kept;
mod lesson;
mod library;
mod listed;
mod messages;
mod moves;
mod orders;
mod page;
mod recorded;
mod refusal;
mod seated;
mod shown;
mod socket;
mod store;
mod study;
mod table;
mod times;
mod token;
mod wish;

use std::io;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::routing::get;
use tokio::net::TcpListener;

use guard::Guard;
use hall::Hall;
use partner::Nets;
use socket::Door;
use store::Store;
pub use store::{StoreError, data_folder};
use study::StudyRoom;

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
}

const PING: Duration = Duration::from_secs(10);

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

/// Serves the page until the program ends. `ready` hears the address to open once it can be.
pub fn serve(options: &Options, ready: impl FnOnce(&str)) -> Result<(), WebError> {
    let store = Store::open(&options.data)?;
    let token = token::token(&options.data)?;
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
    runtime.block_on(async {
        let listener = listen(options.listen).await?;
        let guard = Guard::new(listener.local_addr()?, &token);
        ready(&guard.address());
        let ping = options.ping.unwrap_or(PING);
        axum::serve(listener, router(guard, Arc::new(store), ping)).await?;
        Ok(())
    })
}

fn router(guard: Guard, store: Arc<Store>, ping: Duration) -> Router {
    let nets = Nets::default();
    let door = Door {
        hall: Arc::new(Hall::new(store.clone(), nets.clone())),
        study: Arc::new(StudyRoom::new(store.clone(), nets)),
        store: store.clone(),
        open: Arc::default(),
        ping,
    };
    Router::new()
        .route("/ws", get(socket::connect))
        .with_state(door)
        .merge(files::routes(store))
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
