//! Who may come in. Every request passes here, the one that becomes a socket too.
//!
//! A page of somebody else in the same browser can send requests to any address, this one included. So the name in the
//! address must be this server's own (a foreign name can be made to point here), requests that other pages send are
//! refused by their origin, and everybody needs the token, which only the address that is printed at the start tells.

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

/// Nothing comes from elsewhere, nothing is shown inside another page. The board places its stones with styles of its
/// own.
const POLICY: &str = "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; \
                      connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'";

#[derive(Clone, Debug)]
pub struct Guard {
    token: Arc<str>,
    at: SocketAddr,
}

impl Guard {
    /// A guard for a server at an address.
    pub fn new(at: SocketAddr, token: &str) -> Guard {
        Guard { token: token.into(), at }
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
        // Takes as long wherever the first difference is.
        let differences = given.bytes().zip(self.token.bytes()).fold(0, |sum, (a, b)| sum | (a ^ b));
        given.len() == self.token.len() && differences == 0
    }

    fn has_cookie(&self, headers: &HeaderMap) -> bool {
        let cookies = headers.get_all(COOKIE).iter().filter_map(|value| value.to_str().ok());
        let mut pairs = cookies.flat_map(|all| all.split(';')).filter_map(|pair| pair.trim().split_once('='));
        pairs.any(|(name, value)| name == self.cookie() && self.is_token(value))
    }

    /// The page once more without the token in its address, where nobody who looks over a shoulder reads it.
    fn welcome(&self) -> Response {
        let cookie = format!("{}={}; HttpOnly; SameSite=Strict; Path=/", self.cookie(), self.token);
        (StatusCode::SEE_OTHER, [(SET_COOKIE, cookie), (LOCATION, "/".into())]).into_response()
    }

    fn answer(&self, request: &Request) -> Option<Response> {
        let refuse = |text: &'static str| Some((StatusCode::FORBIDDEN, text).into_response());
        let headers = request.headers();
        let host = headers.get(HOST).and_then(|host| host.to_str().ok());
        if !host.is_some_and(|host| self.is_own(host)) {
            return refuse("This is not the name of this server.\n");
        }
        let becomes_socket = headers.contains_key(header::UPGRADE);
        if !self.comes_from_here(headers, becomes_socket || request.method() != Method::GET) {
            return refuse("Other pages may not ask here.\n");
        }
        let query = request.uri().query().unwrap_or_default();
        let mut given = query.split('&').filter_map(|pair| pair.strip_prefix("token="));
        if given.any(|given| self.is_token(given)) && request.uri().path() == "/" && !becomes_socket {
            return Some(self.welcome());
        }
        if !self.has_cookie(headers) {
            let text =
                "Please open the address that shidogo printed when it was started: it has the token.\n";
            return Some((StatusCode::UNAUTHORIZED, text).into_response());
        }
        None
    }
}

/// Lets in who may come in, and tells the browser what the answer may do.
pub async fn guard(State(guard): State<Guard>, request: Request, next: Next) -> Response {
    let mut response = match guard.answer(&request) {
        Some(answer) => answer,
        None => next.run(request).await,
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

    #[test]
    fn only_own_names_are_let_in() {
        let at = |ip: &str| Guard::new(SocketAddr::new(ip.parse().unwrap(), 3141), "token");
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
        let guard = Guard::new(([127, 0, 0, 1], 1).into(), "abcd");
        assert!(guard.is_token("abcd"));
        assert!(["", "abc", "abcde", "abce"].iter().all(|wrong| !guard.is_token(wrong)));
    }
}
