//! Connections, before it is known who they are from.
//!
//! Anybody who reaches the port can connect and then say nothing, or a byte a minute. Such a connection ends after a
//! while, and there are never many of them: the oldest makes room for the next, so that whoever says at once who they
//! are is always heard.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Weak};
use std::time::Duration;

use axum::{Extension, Router};
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Notify;
use tokio::time::sleep;

/// Connections at most from which nothing has come yet that may come in.
const MOST_STRANGERS: usize = 64;
/// How long to wait when the system has no connections left to give.
const BREATH: Duration = Duration::from_secs(1);

/// Whoever is at the other end of a connection.
#[derive(Default)]
pub struct Visitor {
    known: AtomicBool,
    must_leave: Notify,
}

impl Visitor {
    /// A request of theirs was let in.
    pub fn become_known(&self) {
        self.known.store(true, Ordering::Relaxed);
    }

    fn is_known(&self) -> bool {
        self.known.load(Ordering::Relaxed)
    }
}

/// Visitors that are not known, the oldest first.
#[derive(Default)]
struct Strangers(VecDeque<Weak<Visitor>>);

impl Strangers {
    fn admit(&mut self) -> Arc<Visitor> {
        self.0.retain(|visitor| visitor.upgrade().is_some_and(|visitor| !visitor.is_known()));
        if self.0.len() >= MOST_STRANGERS
            && let Some(oldest) = self.0.pop_front().and_then(|visitor| visitor.upgrade())
        {
            oldest.must_leave.notify_one();
        }
        let visitor = Arc::new(Visitor::default());
        self.0.push_back(Arc::downgrade(&visitor));
        visitor
    }
}

/// Takes connections for as long as it is polled.
pub async fn run(listener: TcpListener, router: Router, patience: Duration) {
    let mut strangers = Strangers::default();
    loop {
        match listener.accept().await {
            Ok((stream, _)) => {
                tokio::spawn(serve(stream, router.clone(), strangers.admit(), patience));
            }
            // One that has gone again is nothing; when there are no more to be had, others must end first.
            Err(error) if error.kind() == std::io::ErrorKind::ConnectionAborted => {}
            Err(_) => sleep(BREATH).await,
        }
    }
}

async fn serve(stream: TcpStream, router: Router, visitor: Arc<Visitor>, patience: Duration) {
    let service = TowerToHyperService::new(router.layer(Extension(visitor.clone())));
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new()).header_read_timeout(patience);
    let connection = http.serve_connection(TokioIo::new(stream), service).with_upgrades();
    // Who asks again and again without being let in, or never takes an answer, is not waited for either.
    let too_long = async {
        sleep(patience * 2).await;
        if visitor.is_known() {
            std::future::pending::<()>().await;
        }
    };
    tokio::select! {
        // An error means that somebody has gone, or was too slow.
        _ = connection => {}
        () = visitor.must_leave.notified() => {}
        () = too_long => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_oldest_stranger_makes_room() {
        let mut strangers = Strangers::default();
        let first = strangers.admit();
        let known = strangers.admit();
        known.become_known();
        let others: Vec<_> = (0..MOST_STRANGERS).map(|_| strangers.admit()).collect();
        let leaves = |visitor: &Visitor| {
            let mut context = std::task::Context::from_waker(std::task::Waker::noop());
            std::pin::pin!(visitor.must_leave.notified()).poll(&mut context).is_ready()
        };
        assert!(leaves(&first) && !leaves(&known) && others.iter().all(|other| !leaves(other)));
        // Who has gone needs no room.
        drop(others);
        let _next = strangers.admit();
        assert_eq!(strangers.0.len(), 1);
    }
}
