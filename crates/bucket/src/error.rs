//! What can go wrong with a store, in a line each.

use std::error::Error;
use std::io;

#[derive(thiserror::Error, Debug)]
#[error("{address}: {cause}")]
pub struct BucketError {
    pub address: String,
    pub cause: Cause,
}

#[derive(thiserror::Error, Debug)]
pub enum Cause {
    #[error("no such folder")]
    NoFolder,
    #[error("name a folder or an address such as s3://bucket/prefix")]
    Scheme,
    #[error("this build does not know such addresses: build with --features {0}")]
    NotBuilt(&'static str),
    #[error("there is no such bucket")]
    NoBucket,
    #[error("the store does not allow this: check the access key and its rights ({0})")]
    Denied(String),
    #[error("the store refuses requests because this machine's clock differs from its own: set the clock")]
    Clock,
    #[error("the store is full ({0})")]
    Full(String),
    #[error("the store cannot be reached ({0})")]
    Away(String),
    #[error("{0}")]
    Io(io::Error),
    #[error("{0}")]
    Other(String),
}

impl BucketError {
    /// Whether the same may succeed later without anybody changing the command.
    pub fn may_pass(&self) -> bool {
        matches!(self.cause, Cause::Denied(_) | Cause::Clock | Cause::Full(_) | Cause::Away(_))
    }
}

/// An error and its causes.
fn chain(error: &object_store::Error) -> String {
    let mut text = error.to_string();
    let mut cause = error.source();
    while let Some(error) = cause {
        let more = error.to_string();
        if !text.contains(&more) {
            text = format!("{text}: {more}");
        }
        cause = error.source();
    }
    text
}

pub fn is_missing(error: &object_store::Error) -> bool {
    matches!(error, object_store::Error::NotFound { .. }) && !chain(error).contains("NoSuchBucket")
}

pub fn is_taken(error: &object_store::Error) -> bool {
    matches!(error, object_store::Error::AlreadyExists { .. } | object_store::Error::Precondition { .. })
}

pub fn of(address: &str, error: &object_store::Error) -> BucketError {
    use object_store::Error::{PermissionDenied, Unauthenticated};
    let text = chain(error);
    let has = |words: &[&str]| words.iter().any(|word| text.contains(word));
    // What a store says counts before its status: some answer 403 to a full bucket.
    let cause = if has(&["NoSuchBucket"]) {
        Cause::NoBucket
    } else if has(&["RequestTimeTooSkewed", "RequestExpired"]) {
        Cause::Clock
    } else if has(&[
        "QuotaExceeded",
        "StorageFull",
        "InsufficientStorage",
        "507 Insufficient Storage",
        "(os error 28)",
        "(os error 122)",
    ]) {
        Cause::Full(short(&text))
    } else if matches!(error, PermissionDenied { .. } | Unauthenticated { .. })
        || has(&[
            "AccessDenied",
            "InvalidAccessKeyId",
            "SignatureDoesNotMatch",
            "Permission denied",
            "(os error 13)",
        ])
    {
        Cause::Denied(short(&text))
    } else if has(&["169.254.169.254", "InstanceCredential"]) {
        Cause::Denied("no access key: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY".into())
    } else if has(&["error sending request", "SlowDown", "ServiceUnavailable", "InternalError", "timed out"])
        // What a file system on a network says while it is away has many names.
        || has(&["status code: 5", "status code: 429", "connection", "Connection", "(os error "])
    {
        Cause::Away(short(&text))
    } else {
        Cause::Other(short(&text))
    };
    BucketError { address: address.into(), cause }
}

/// What a store says, without its XML: the code in it, or else the end of the message, where the cause is.
fn short(text: &str) -> String {
    let tagged = |tag: &str| {
        let (_, rest) = text.split_once(&format!("<{tag}>"))?;
        Some(rest.split_once("</")?.0.to_string())
    };
    let plain = || {
        let text = text.rsplit_once("HTTP error: ").map_or(text, |(_, cause)| cause);
        let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
        let skipped = line.chars().count().saturating_sub(160);
        line.chars().skip(skipped).collect()
    };
    tagged("Code").unwrap_or_else(plain)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(source: &str) -> BucketError {
        let source = source.to_string().into();
        of("s3://games/run", &object_store::Error::Generic { store: "S3", source })
    }

    #[test]
    fn a_stores_answers_are_understood() {
        let cases = [
            ("404 <Error><Code>NoSuchBucket</Code></Error>", "no such bucket", false),
            ("403 <Error><Code>RequestTimeTooSkewed</Code></Error>", "clock", true),
            ("403 <Error><Code>SignatureDoesNotMatch</Code></Error>", "access key", true),
            ("507 <Error><Code>XMinioStorageFull</Code></Error>", "is full (XMinioStorageFull)", true),
            ("No space left on device (os error 28)", "is full", true),
            ("Stale file handle (os error 116)", "cannot be reached", true),
            ("PUT http://s3/games/0507/5070.games: status code: 400 Bad Request", "Bad Request", false),
            ("status code: 429 Too Many Requests", "cannot be reached", true),
            ("error sending request for url (http://127.0.0.1:9/)", "cannot be reached", true),
            ("something\nnew", "something new", false),
        ];
        for (source, expected, may_pass) in cases {
            let error = told(source);
            let text = error.to_string();
            assert!(text.contains(expected) && !text.contains('\n'), "{text}");
            assert!(text.starts_with("s3://games/run: "), "{text}");
            assert_eq!(error.may_pass(), may_pass, "{text}");
        }
    }

    #[test]
    fn a_full_bucket_is_full_whatever_its_status() {
        let source =
            "status code: 403 Forbidden: <Error><Code>QuotaExceeded</Code></Error>".to_string().into();
        let error = object_store::Error::PermissionDenied { path: "games".into(), source };
        let text = of("s3://games/run", &error).to_string();
        assert!(text.contains("is full (QuotaExceeded)"), "{text}");
    }
}
