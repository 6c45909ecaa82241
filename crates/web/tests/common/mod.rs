//! A server and pages that are connected to it.
#![allow(dead_code)] // Each test uses a part of it.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::path::Path;
use std::sync::OnceLock;
use std::sync::mpsc::channel;
use std::thread::JoinHandle;
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::sync::oneshot;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::{Error, Message};
use tokio_tungstenite::{WebSocketStream, client_async};
use web::{Options, StoreError, WebError};

/// A server on a free port; it runs until it is ended or the test is.
pub struct Server {
    pub at: SocketAddr,
    pub token: String,
    cookie: OnceLock<String>,
    end: oneshot::Sender<()>,
    thread: JoinHandle<()>,
}

impl Server {
    pub fn start(data: &Path) -> Server {
        Server::with(Options { data: data.into(), ..Options::default() })
    }

    /// At a port where one was before: cookies are for a port.
    pub fn with_port(data: &Path, port: u16) -> Server {
        let listen = Some(([127, 0, 0, 1], port).into());
        Server::with(Options { data: data.into(), listen, ..Options::default() })
    }

    /// One that is set otherwise. A server that was ended before holds its folder a moment longer.
    pub fn with(options: Options) -> Server {
        let listen = options.listen.or(Some(([127, 0, 0, 1], 0).into()));
        let options = Options { listen, ..options };
        let (sender, receiver) = channel();
        let (end, ended) = oneshot::channel();
        let thread = std::thread::spawn(move || {
            let ended = async { ended.await.unwrap_or(()) };
            let mut ended = std::pin::pin!(ended);
            loop {
                let ready = |ready: &web::Ready| sender.send(ready.address.to_string()).unwrap();
                match web::serve(&options, ready, ended.as_mut()) {
                    Err(WebError::Store(StoreError::Served { .. })) => std::thread::yield_now(),
                    done => return done.unwrap(),
                }
            }
        });
        let address = receiver.recv_timeout(Duration::from_secs(30)).unwrap();
        let (at, token) = address.strip_prefix("http://").unwrap().split_once("/?token=").unwrap();
        let cookie = OnceLock::new();
        Server { at: at.parse().unwrap(), token: token.into(), cookie, end, thread }
    }

    pub fn end(self) {
        self.end.send(()).unwrap();
        self.thread.join().unwrap();
    }

    /// What a browser has once it was let in.
    pub fn cookie(&self) -> String {
        let come_in = || {
            let answer = self.get(&format!("/?token={}", self.token), &[]);
            let cookie = answer.split_once("set-cookie: ").expect("the token lets in").1;
            cookie.split(';').next().unwrap().to_string()
        };
        self.cookie.get_or_init(come_in).clone()
    }

    /// Sends a request as it is and returns the whole answer.
    pub fn raw(&self, request: &str) -> String {
        let mut stream = TcpStream::connect(self.at).unwrap();
        stream.write_all(request.as_bytes()).unwrap();
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        String::from_utf8_lossy(&answer).into_owned()
    }

    /// Sends a body as the own page does.
    pub fn post(&self, path: &str, headers: &[(&str, &str)], body: &[u8]) -> String {
        let mut all = format!(
            "POST {path} HTTP/1.1\r\nConnection: close\r\nHost: {}\r\nContent-Length: {}\r\n",
            self.at,
            body.len()
        );
        for (name, value) in headers {
            all += &format!("{name}: {value}\r\n");
        }
        let mut stream = TcpStream::connect(self.at).unwrap();
        stream.write_all((all + "\r\n").as_bytes()).unwrap();
        // A server that has refused need not read on.
        let _ = stream.write_all(body);
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        String::from_utf8_lossy(&answer).into_owned()
    }

    pub fn get(&self, path: &str, headers: &[(&str, &str)]) -> String {
        let mut all = format!("GET {path} HTTP/1.1\r\nConnection: close\r\n");
        if !headers.iter().any(|(name, _)| *name == "Host") {
            all += &format!("Host: {}\r\n", self.at);
        }
        for (name, value) in headers {
            all += &format!("{name}: {value}\r\n");
        }
        self.raw(&(all + "\r\n"))
    }

    pub async fn connect(&self, origin: Option<&str>, cookie: &str) -> Result<Socket, Error> {
        let mut request = format!("ws://{}/ws", self.at).into_client_request()?;
        if let Some(origin) = origin {
            request.headers_mut().insert("Origin", origin.parse().unwrap());
        }
        request.headers_mut().insert("Cookie", cookie.parse().unwrap());
        let stream = tokio::net::TcpStream::connect(self.at).await?;
        Ok(Socket(client_async(request, stream).await?.0))
    }

    pub async fn page(&self) -> Socket {
        self.connect(Some(&format!("http://{}", self.at)), &self.cookie()).await.unwrap()
    }
}

pub struct Socket(pub WebSocketStream<tokio::net::TcpStream>);

impl Socket {
    pub async fn say(&mut self, message: Value) {
        self.0.send(Message::text(message.to_string())).await.unwrap();
    }

    /// The next message of a kind for which a condition holds; thoughts come in any number.
    pub async fn hear(&mut self, is: &str, fits: impl Fn(&Value) -> bool) -> Value {
        let is_it = |told: &Value| {
            assert!(told["is"] != "trouble" || is == "trouble", "{told}");
            told["is"] == is && fits(told)
        };
        self.first(is_it).await
    }

    /// The next message of one of some kinds.
    pub async fn any(&mut self, kinds: &[&str]) -> Value {
        self.first(|told| kinds.iter().any(|kind| told["is"] == *kind)).await
    }

    async fn first(&mut self, is_it: impl Fn(&Value) -> bool) -> Value {
        let waiting = async {
            loop {
                let message = self.0.next().await.expect("the server hung up").unwrap();
                let Message::Text(text) = message else { continue };
                let told: Value = serde_json::from_str(&text).unwrap();
                if is_it(&told) {
                    return told;
                }
            }
        };
        tokio::time::timeout(Duration::from_secs(60), waiting).await.expect("nothing was heard")
    }

    pub async fn game(&mut self, fits: impl Fn(&Value) -> bool) -> Value {
        self.hear("game", fits).await
    }
}

pub fn new_game(size: usize, colour: &str) -> Value {
    json!({"do": "new", "size": size, "colour": colour, "handicap": 0, "komi": 7.0, "rules": "chinese",
           "partner": {"strength": "gentle", "seconds": 1.0, "aim": "win"}})
}

pub fn is_status(answer: &str, status: u16) -> bool {
    answer.get(8..12).is_some_and(|said| said == format!(" {status}"))
}
