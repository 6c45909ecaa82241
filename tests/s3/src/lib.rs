//! An S3 server on this machine that can be stopped, started again, and made to refuse.

pub mod fixture;
mod traffic;

use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use hyper::body::{Body as _, Incoming};
use hyper::service::service_fn;
use hyper::{Method, Request, Response, StatusCode};
use hyper_util::rt::{TokioExecutor, TokioIo};
use hyper_util::server::conn::auto::Builder;
use s3s::auth::SimpleAuth;
use s3s::service::{S3Service, S3ServiceBuilder};
use s3s::{Body, HttpError};
use s3s_fs::FileSystem;
use tokio::net::TcpListener;
use tokio::runtime::Runtime;

pub use traffic::Traffic;

pub const KEY: &str = "shidogo";
pub const SECRET: &str = "a-secret-for-tests";
pub const BUCKET: &str = "runs";

/// An S3 server over a folder. Dropping it cuts all connections.
pub struct Server {
    runtime: Option<Runtime>,
    address: SocketAddr,
    folder: PathBuf,
    gate: Arc<Mutex<Gate>>,
}

/// Every request passes here.
#[derive(Default)]
struct Gate {
    refusal: Option<Refusal>,
    traffic: Traffic,
}

/// What the server answers instead of doing what it is asked for.
#[derive(Clone, Debug)]
pub struct Refusal {
    /// Only what is asked for in this way.
    pub method: Option<Method>,
    pub status: u16,
    /// As S3 calls it.
    pub code: &'static str,
}

impl Server {
    /// Starts at a free port.
    pub fn start(folder: &Path) -> Server {
        Server::start_at(folder, ([127, 0, 0, 1], 0).into())
    }

    pub fn start_at(folder: &Path, address: SocketAddr) -> Server {
        std::fs::create_dir_all(folder.join(BUCKET)).unwrap();
        let mut server = Server { runtime: None, address, folder: folder.into(), gate: Arc::default() };
        server.resume();
        server
    }

    /// Starts again at the same address.
    pub fn resume(&mut self) {
        let runtime = Runtime::new().unwrap();
        let mut builder = S3ServiceBuilder::new(FileSystem::new(&self.folder).unwrap());
        builder.set_auth(SimpleAuth::from_single(KEY, SECRET));
        let (service, gate) = (builder.build(), self.gate.clone());
        let listener = runtime.block_on(TcpListener::bind(self.address)).unwrap();
        self.address = listener.local_addr().unwrap();
        runtime.spawn(async move {
            while let Ok((socket, _)) = listener.accept().await {
                let (service, gate) = (service.clone(), gate.clone());
                let answer = service_fn(move |request| answer(service.clone(), gate.clone(), request));
                tokio::spawn(async move {
                    let _ = Builder::new(TokioExecutor::new())
                        .serve_connection(TokioIo::new(socket), answer)
                        .await;
                });
            }
        });
        self.runtime = Some(runtime);
    }

    /// Cuts all connections and accepts no more.
    pub fn stop(&mut self) {
        if let Some(runtime) = self.runtime.take() {
            // The address must be free when this returns.
            runtime.shutdown_timeout(Duration::from_secs(10));
        }
    }

    /// Refuses from now on, or no longer.
    pub fn refuse(&self, refusal: Option<Refusal>) {
        self.gate.lock().unwrap().refusal = refusal;
    }

    /// Requests and bytes so far.
    pub fn traffic(&self) -> Traffic {
        self.gate.lock().unwrap().traffic.clone()
    }

    /// What programs need to find the server and be let in.
    pub fn environment(&self) -> Vec<(&'static str, String)> {
        vec![
            ("AWS_ENDPOINT_URL", format!("http://{}", self.address)),
            ("AWS_ACCESS_KEY_ID", KEY.into()),
            ("AWS_SECRET_ACCESS_KEY", SECRET.into()),
            ("AWS_REGION", "us-east-1".into()),
        ]
    }
}

async fn answer(
    service: S3Service,
    gate: Arc<Mutex<Gate>>,
    request: Request<Incoming>,
) -> Result<Response<Body>, HttpError> {
    let (method, sent) = (request.method().clone(), request.size_hint().lower());
    let is_listing = method == Method::GET && request.uri().query().is_some();
    let refusal = gate.lock().unwrap().refusal.clone();
    let refusal = refusal.filter(|refusal| refusal.method.as_ref().is_none_or(|only| *only == method));
    let response = match refusal {
        Some(refusal) => refusal.response(),
        None => service.call(request.map(Body::from)).await?,
    };
    let name = if is_listing { "LIST" } else { method.as_str() };
    gate.lock().unwrap().traffic.add(name, sent, response.body().size_hint().lower());
    Ok(response)
}

impl Refusal {
    fn response(&self) -> Response<Body> {
        let (code, start) = (self.code, r#"<?xml version="1.0" encoding="UTF-8"?>"#);
        let text = format!(
            "{start}\n<Error><Code>{code}</Code><Message>Told to.</Message><Resource>/</Resource></Error>"
        );
        let mut response = Response::new(Body::from(text));
        *response.status_mut() = StatusCode::from_u16(self.status).unwrap();
        response
    }
}
