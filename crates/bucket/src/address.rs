//! What an address means.

use std::sync::Arc;

use object_store::ObjectStore;
use object_store::path::Path as Key;

use crate::error::{BucketError, Cause};

/// The store and the prefix in it that a URL names.
#[cfg(not(feature = "s3"))]
pub fn parse(
    address: &str,
    _: impl IntoIterator<Item = (String, String)>,
) -> Result<(Arc<dyn ObjectStore>, Key), BucketError> {
    let cause = match address.starts_with("s3://") {
        true => Cause::NotBuilt("s3"),
        false => Cause::Scheme,
    };
    Err(BucketError { address: address.into(), cause })
}

#[cfg(feature = "s3")]
pub use remote::parse;

#[cfg(feature = "s3")]
mod remote {
    use std::time::Duration;

    use object_store::aws::AmazonS3Builder;
    use object_store::{BackoffConfig, ClientOptions, RetryConfig};

    use super::*;
    use crate::error;

    /// A request fails after this long; who made it decides whether to try again.
    const PATIENCE: Duration = Duration::from_secs(5);
    const CONNECT: Duration = Duration::from_secs(3);
    /// A large network over a slow line takes a while.
    const REQUEST: Duration = Duration::from_secs(120);

    pub fn parse(
        address: &str,
        environment: impl IntoIterator<Item = (String, String)>,
    ) -> Result<(Arc<dyn ObjectStore>, Key), BucketError> {
        let wrong = || BucketError { address: address.into(), cause: Cause::Scheme };
        // Fails where the process has chosen another one already, which then serves as well.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let (scheme, rest) = address.split_once("://").ok_or_else(wrong)?;
        let (bucket, prefix) = rest.split_once('/').unwrap_or((rest, ""));
        if bucket.is_empty() {
            return Err(wrong());
        }
        let prefix = Key::parse(prefix.trim_end_matches('/')).map_err(|_| wrong())?;
        match scheme {
            "s3" => {
                let (mut builder, mut options) = (AmazonS3Builder::new(), client());
                for (name, value) in environment {
                    // Who names a plain address means it: a store in the same cluster, or a test.
                    if name.starts_with("AWS_ENDPOINT") && value.starts_with("http://") {
                        options = options.with_allow_http(true);
                    }
                    if let Some(key) = name.starts_with("AWS_").then(|| name.to_ascii_lowercase().parse()) {
                        builder = key.map_or(builder.clone(), |key| builder.with_config(key, value));
                    }
                }
                let builder = builder.with_bucket_name(bucket).with_retry(retry());
                let store = builder.with_client_options(options).build();
                Ok((Arc::new(store.map_err(|error| error::of(address, &error))?), prefix))
            }
            #[cfg(feature = "gcp")]
            "gs" => {
                let builder = object_store::gcp::GoogleCloudStorageBuilder::from_env();
                let builder =
                    builder.with_bucket_name(bucket).with_retry(retry()).with_client_options(client());
                Ok((Arc::new(builder.build().map_err(|error| error::of(address, &error))?), prefix))
            }
            #[cfg(feature = "azure")]
            "az" => {
                let builder = object_store::azure::MicrosoftAzureBuilder::from_env();
                let builder =
                    builder.with_container_name(bucket).with_retry(retry()).with_client_options(client());
                Ok((Arc::new(builder.build().map_err(|error| error::of(address, &error))?), prefix))
            }
            "gs" => Err(BucketError { address: address.into(), cause: Cause::NotBuilt("gcp") }),
            "az" => Err(BucketError { address: address.into(), cause: Cause::NotBuilt("azure") }),
            _ => Err(wrong()),
        }
    }

    fn client() -> ClientOptions {
        ClientOptions::new().with_connect_timeout(CONNECT).with_timeout(REQUEST)
    }

    fn retry() -> RetryConfig {
        RetryConfig { backoff: BackoffConfig::default(), max_retries: 3, retry_timeout: PATIENCE }
    }
}
