//! An S3 server on this machine that can be stopped and started again, and processes of a fleet.

use std::net::SocketAddr;
use std::path::{Path, PathBuf};

use hyper_util::rt::TokioIo;
use s3s::auth::SimpleAuth;
use s3s::service::S3ServiceBuilder;
use s3s_fs::FileSystem;
use tokio::net::TcpListener;
use tokio::runtime::Runtime;

pub const KEY: &str = "shidogo";
pub const SECRET: &str = "a-secret-for-tests";
pub const BUCKET: &str = "runs";

/// An S3 server over a folder. Dropping it cuts all connections.
pub struct Server {
    runtime: Option<Runtime>,
    address: SocketAddr,
    folder: PathBuf,
}

impl Server {
    pub fn start(folder: &Path) -> Server {
        std::fs::create_dir_all(folder.join(BUCKET)).unwrap();
        let mut server = Server { runtime: None, address: ([127, 0, 0, 1], 0).into(), folder: folder.into() };
        server.resume();
        server
    }

    /// Starts again at the same address.
    pub fn resume(&mut self) {
        let runtime = Runtime::new().unwrap();
        let mut builder = S3ServiceBuilder::new(FileSystem::new(&self.folder).unwrap());
        builder.set_auth(SimpleAuth::from_single(KEY, SECRET));
        let service = builder.build();
        let listener = runtime.block_on(TcpListener::bind(self.address)).unwrap();
        self.address = listener.local_addr().unwrap();
        runtime.spawn(async move {
            while let Ok((socket, _)) = listener.accept().await {
                let service = service.clone();
                tokio::spawn(async move {
                    let connection =
                        hyper_util::server::conn::auto::Builder::new(hyper_util::rt::TokioExecutor::new());
                    let _ = connection.serve_connection(TokioIo::new(socket), service).await;
                });
            }
        });
        self.runtime = Some(runtime);
    }

    /// Cuts all connections and accepts no more.
    pub fn stop(&mut self) {
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_background();
        }
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
