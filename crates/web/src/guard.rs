//! Who may come in. Every request passes here, the one that becomes a socket too.
//!
//! A page of somebody else in the same browser can send requests to any address, this one included. So the name in the
//! address must be this server's own (a foreign name can be made to point here), requests that other pages send are
//! refused by their origin, and everybody needs a session, which begins with the token that only the address that is
//! printed at the start tells. Every start has a token of its own; sessions outlive it.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::header::{
    self, CACHE_CONTROL, CONTENT_SECURITY_POLICY, COOKIE, HOST, HeaderMap, HeaderValue, LOCATION, ORIGIN,
    REFERRER_POLICY, SET_COOKIE, X_CONTENT_TYPE_OPTIONS, X_FRAME_OPTIONS,
};
use axum::http::{Method, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use speech::{Refusal, english};

use crate::accept::Visitor;
use crate::sessions::{COOKIE_LASTS, Sessions, Standing, hash};
use crate::store::now;

/// Nothing comes from elsewhere, nothing is shown inside another page. The board places its stones with styles of its
/// own.
const POLICY: &str = "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; \
                      connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'";

#[derive(Clone)]
pub struct Guard {
    token: Arc<str>,
    token_hash: Arc<str>,
    at: SocketAddr,
    sessions: Arc<Sessions>,
}

/// What becomes of a request.
enum Verdict {
    Answered(Response),
    /// It may go on; its browser gets another cookie where there is one.
    Known(Option<String>),
}

impl Guard {
    /// A guard for a server at an address.
    pub fn new(at: SocketAddr, token: &str, sessions: Sessions) -> Guard {
        Guard { token: token.into(), token_hash: hash(token).into(), at, sessions: Arc::new(sessions) }
    }

    /// What a browser is opened with.
    pub fn address(&self) -> String {
        let ip = if self.at.ip().is_unspecified() { IpAddr::from([127, 0, 0, 1]) } else { self.at.ip() };
        format!("http://{}/?token={}", SocketAddr::new(ip, self.at.port()), self.token)
    }

    /// Cookies know no ports: servers side by side need a name each.
    fn cookie(&self) -> String {
        format!("shidogo-{}", self.at.port())
    }

    /// Whether a name that a browser has come by is this server's: loopback, or the address that was asked for. On all
    /// addresses that is any number, because only names can be made to point elsewhere.
    fn is_own(&self, host: &str) -> bool {
        let Some((name, port)) = host.rsplit_once(':') else { return false };
        let name = name.trim_start_matches('[').trim_end_matches(']');
        let is_own = match name.parse::<IpAddr>() {
            Ok(ip) => ip.is_loopback() || ip == self.at.ip() || self.at.ip().is_unspecified(),
            Err(_) => name == "localhost",
        };
        is_own && port.parse() == Ok(self.at.port())
    }

    fn comes_from_here(&self, headers: &HeaderMap, must_say: bool) -> bool {
        match headers.get(ORIGIN).map(HeaderValue::to_str) {
            Some(Ok(origin)) => origin.strip_prefix("http://").is_some_and(|host| self.is_own(host)),
            Some(Err(_)) => false,
            None => !must_say,
        }
    }

    fn is_token(&self, given: &str) -> bool {
        hash(given) == *self.token_hash
    }

    /// The session that a browser names, and what it is worth.
    fn session<'a>(&self, headers: &'a HeaderMap) -> Option<(&'a str, Standing)> {
        let cookies = headers.get_all(COOKIE).iter().filter_map(|value| value.to_str().ok());
        let pairs = cookies.flat_map(|all| all.split(';')).filter_map(|pair| pair.trim().split_once('='));
        let own = pairs.filter(|(name, _)| *name == self.cookie());
        let worth = own.map(|(_, name)| (name, self.sessions.standing(name, now())));
        worth.into_iter().find(|(_, standing)| *standing != Standing::Unknown)
    }

    /// Other pages cannot send it along, but for a click that leads here: the token may come by a link in a message.
    fn set_cookie(&self, name: &str) -> String {
        format!("{}={name}; HttpOnly; SameSite=Lax; Path=/; Max-Age={COOKIE_LASTS}", self.cookie())
    }

    fn verdict(&self, request: &Request) -> Verdict {
        let answer = |status, refusal: Refusal| {
            Verdict::Answered((status, english::refusal(&refusal) + "\n").into_response())
        };
        let headers = request.headers();
        let host = headers.get(HOST).and_then(|host| host.to_str().ok());
        if !host.is_some_and(|host| self.is_own(host)) {
            return answer(StatusCode::FORBIDDEN, Refusal::ForeignName);
        }
        let becomes_socket = headers.contains_key(header::UPGRADE);
        if !self.comes_from_here(headers, becomes_socket || request.method() != Method::GET) {
            return answer(StatusCode::FORBIDDEN, Refusal::ForeignPage);
        }
        let session = self.session(headers);
        let asks_for_page = request.uri().path() == "/" && request.method() == Method::GET && !becomes_socket;
        let query = request.uri().query().unwrap_or_default();
        let mut tokens = query.split('&').filter_map(|pair| pair.strip_prefix("token=")).peekable();
        // The page once more without the token in its address, where nobody who looks over a shoulder reads it. Who is
        // known already may have an old one, in a bookmark.
        if asks_for_page && tokens.peek().is_some() {
            if tokens.any(|given| self.is_token(given)) {
                let cookie = self.set_cookie(&self.sessions.begin(now()));
                let to_page = [(SET_COOKIE, cookie), (LOCATION, "/".into())];
                return Verdict::Answered((StatusCode::SEE_OTHER, to_page).into_response());
            }
            if session.is_some() {
                return Verdict::Answered((StatusCode::SEE_OTHER, [(LOCATION, "/")]).into_response());
            }
        }
        match session {
            Some((name, Standing::Old)) if asks_for_page => {
                Verdict::Known(Some(self.set_cookie(&self.sessions.exchange(name, now()))))
            }
            Some(_) => Verdict::Known(None),
            None => answer(StatusCode::UNAUTHORIZED, Refusal::NoToken),
        }
    }
}

/// Lets in who may come in, and tells the browser what the answer may do.
pub async fn guard(State(guard): State<Guard>, request: Request, next: Next) -> Response {
    let mut response = match guard.verdict(&request) {
        Verdict::Answered(answer) => answer,
        Verdict::Known(cookie) => {
            if let Some(visitor) = request.extensions().get::<Arc<Visitor>>() {
                visitor.become_known();
            }
            let mut response = next.run(request).await;
            if let Some(cookie) = cookie.and_then(|cookie| cookie.parse().ok()) {
                response.headers_mut().insert(SET_COOKIE, cookie);
            }
            response
        }
    };
    let headers = response.headers_mut();
    for (name, value) in [
        (CONTENT_SECURITY_POLICY, POLICY),
        (X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (X_FRAME_OPTIONS, "DENY"),
        (REFERRER_POLICY, "no-referrer"),
        (header::HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
        (header::HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    headers.entry(CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(ip: &str) -> Guard {
        let sessions = Sessions::open(tempfile::tempdir().unwrap().path());
        Guard::new(SocketAddr::new(ip.parse().unwrap(), 3141), "abcd", sessions)
    }

    #[test]
    fn only_own_names_are_let_in() {
        let local = at("127.0.0.1");
        for own in ["127.0.0.1:3141", "localhost:3141", "[::1]:3141"] {
            assert!(local.is_own(own), "{own}");
        }
        let foreign =
            ["127.0.0.1", "127.0.0.1:80", "example.org:3141", "192.168.0.7:3141", "localhost.evil:3141", ""];
        for foreign in foreign {
            assert!(!local.is_own(foreign), "{foreign}");
        }
        assert!(at("192.168.0.7").is_own("192.168.0.7:3141"));
        assert!(at("0.0.0.0").is_own("192.168.0.7:3141") && !at("0.0.0.0").is_own("example.org:3141"));
    }

    #[test]
    fn only_the_whole_token_counts() {
        let guard = at("127.0.0.1");
        assert!(guard.is_token("abcd"));
        assert!(["", "abc", "abcde", "abce"].iter().all(|wrong| !guard.is_token(wrong)));
    }
}
