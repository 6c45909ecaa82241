//! Immutable objects in a folder or in an object store such as S3.
//!
//! What several machines share without a server of our own lives here. Two promises of the store are all that is needed:
//! an object appears whole or not at all, and [`Bucket::create`] succeeds for one of those who try.
//!
//! ```
//! # let folder = tempfile::tempdir().unwrap();
//! let bucket = bucket::Bucket::make(&folder.path().join("run")).unwrap();
//! assert!(bucket.create("generations/000001.json", b"mine").unwrap());
//! assert!(!bucket.create("generations/000001.json", b"too late").unwrap());
//! assert_eq!(bucket.get("generations/000001.json").unwrap().unwrap(), b"mine");
//! ```

mod address;
mod backoff;
mod error;

pub use backoff::Backoff;
pub use error::{BucketError, Cause};

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::SystemTime;

use futures_util::TryStreamExt;
use object_store::path::Path as Key;
use object_store::{ObjectStore, ObjectStoreExt, PutMode, PutOptions, PutPayload};
use tokio::runtime::{Handle, Runtime};

/// A folder, or a prefix in an object store. Calls block, and any thread may make them.
pub struct Bucket {
    store: Arc<dyn ObjectStore>,
    prefix: Key,
    address: String,
    folder: Option<PathBuf>,
    handle: Handle,
    _runtime: Background,
}

/// Ends without waiting for requests, nor for the lookup of a name, which may take longer than anybody wants to wait.
struct Background(Option<Runtime>);

impl Drop for Background {
    fn drop(&mut self) {
        if let Some(runtime) = self.0.take() {
            runtime.shutdown_background();
        }
    }
}

/// An object, as a listing shows it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Object {
    pub key: String,
    pub bytes: u64,
    /// By the store's clock.
    pub modified: SystemTime,
}

impl Bucket {
    /// Opens an address: a folder that is there, or a URL such as `s3://bucket/prefix`. Object stores take their keys and
    /// endpoint from the environment.
    pub fn open(address: &str) -> Result<Bucket, BucketError> {
        match address.contains("://") {
            true => Bucket::remote(address, std::env::vars()),
            false => Bucket::folder(Path::new(address)),
        }
    }

    /// The same, but the folder is made if it is missing.
    pub fn open_or_make(address: &str) -> Result<Bucket, BucketError> {
        match address.contains("://") {
            true => Bucket::remote(address, std::env::vars()),
            false => Bucket::make(Path::new(address)),
        }
    }

    /// Opens a folder that is there.
    pub fn folder(path: &Path) -> Result<Bucket, BucketError> {
        let address = path.display().to_string();
        let failed = |error: object_store::Error| error::of(&address, &error);
        if !path.is_dir() {
            return Err(BucketError { address, cause: Cause::NoFolder });
        }
        // A power cut must not leave a name without its content.
        let store =
            object_store::local::LocalFileSystem::new_with_prefix(path).map_err(failed)?.with_fsync(true);
        Bucket::new(Arc::new(store), Key::default(), &address, Some(path.into()))
    }

    /// Makes a folder if it is missing, and opens it.
    pub fn make(path: &Path) -> Result<Bucket, BucketError> {
        std::fs::create_dir_all(path)
            .map_err(|error| BucketError { address: path.display().to_string(), cause: Cause::Io(error) })?;
        Bucket::folder(path)
    }

    /// Opens a URL with these variables in place of the environment.
    pub fn remote(
        address: &str,
        environment: impl IntoIterator<Item = (String, String)>,
    ) -> Result<Bucket, BucketError> {
        let (store, prefix) = address::parse(address, environment)?;
        Bucket::new(store, prefix, address, None)
    }

    fn new(
        store: Arc<dyn ObjectStore>,
        prefix: Key,
        address: &str,
        folder: Option<PathBuf>,
    ) -> Result<Bucket, BucketError> {
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build();
        let runtime =
            runtime.map_err(|error| BucketError { address: address.into(), cause: Cause::Io(error) })?;
        let (handle, address) = (runtime.handle().clone(), address.into());
        Ok(Bucket { store, prefix, address, folder, handle, _runtime: Background(Some(runtime)) })
    }

    pub fn address(&self) -> &str {
        &self.address
    }

    /// The folder, where it is one.
    pub fn local(&self) -> Option<&Path> {
        self.folder.as_deref()
    }

    fn key(&self, name: &str) -> Key {
        Key::from_iter(self.prefix.parts().chain(Key::from(name).parts()))
    }

    fn failed(&self, error: &object_store::Error) -> BucketError {
        error::of(&self.address, error)
    }

    /// The bytes of an object; none if there is no such object.
    pub fn get(&self, name: &str) -> Result<Option<Vec<u8>>, BucketError> {
        let key = self.key(name);
        let got = self.handle.block_on(async { self.store.get(&key).await?.bytes().await });
        match got {
            Ok(bytes) => Ok(Some(bytes.into())),
            Err(error) if error::is_missing(&error) => Ok(None),
            Err(error) => Err(self.failed(&error)),
        }
    }

    /// Creates an object. Of several who create the same one, one succeeds; who creates it again with the same bytes, as after
    /// an answer that got lost, has succeeded, too.
    pub fn create(&self, name: &str, bytes: &[u8]) -> Result<bool, BucketError> {
        match self.put(name, bytes, PutMode::Create) {
            Ok(()) => Ok(true),
            Err(error) if error::is_taken(&error) => Ok(self.get(name)?.is_some_and(|there| there == bytes)),
            Err(error) => Err(self.failed(&error)),
        }
    }

    /// Writes an object, whether it is there or not: for the few that are no one else's.
    pub fn replace(&self, name: &str, bytes: &[u8]) -> Result<(), BucketError> {
        self.put(name, bytes, PutMode::Overwrite).map_err(|error| self.failed(&error))
    }

    fn put(&self, name: &str, bytes: &[u8], mode: PutMode) -> Result<(), object_store::Error> {
        let (key, payload) = (self.key(name), PutPayload::from(bytes.to_vec()));
        let options = PutOptions { mode, ..PutOptions::default() };
        self.handle.block_on(self.store.put_opts(&key, payload, options)).map(|_| ())
    }

    /// The objects under a name, in the order of their keys, from behind `after` on.
    pub fn list(&self, under: &str, after: Option<&str>) -> Result<Vec<Object>, BucketError> {
        let under = self.key(under);
        let listing = match after {
            Some(after) => self.store.list_with_offset(Some(&under), &self.key(after)),
            None => self.store.list(Some(&under)),
        };
        let found = self.handle.block_on(listing.try_collect::<Vec<_>>());
        let found = match found {
            Err(error) if error::is_missing(&error) => Vec::new(),
            found => found.map_err(|error| self.failed(&error))?,
        };
        let named = |meta: object_store::ObjectMeta| {
            let parts: Vec<_> = meta.location.prefix_match(&self.prefix)?.collect();
            let key = Key::from_iter(parts).to_string();
            Some(Object { key, bytes: meta.size, modified: meta.last_modified.into() })
        };
        let mut objects: Vec<Object> = found.into_iter().filter_map(named).collect();
        objects.sort_by(|a, b| a.key.cmp(&b.key));
        Ok(objects)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn objects_come_back_in_order() {
        let folder = tempfile::tempdir().unwrap();
        let bucket = Bucket::open_or_make(folder.path().join("run").to_str().unwrap()).unwrap();
        assert_eq!(bucket.get("games/0001/b").unwrap(), None);
        assert_eq!(bucket.list("games", None).unwrap(), []);
        for name in ["games/0001/b", "games/0001/a", "games/0002/c", "nets/d"] {
            assert!(bucket.create(name, name.as_bytes()).unwrap());
        }
        let keys = |under: &str, after: Option<&str>| -> Vec<String> {
            bucket.list(under, after).unwrap().into_iter().map(|object| object.key).collect()
        };
        assert_eq!(keys("games", None), ["games/0001/a", "games/0001/b", "games/0002/c"]);
        assert_eq!(keys("games", Some("games/0001/a")), ["games/0001/b", "games/0002/c"]);
        assert_eq!(keys("games/0001", None), ["games/0001/a", "games/0001/b"]);
        assert_eq!(bucket.get("nets/d").unwrap().unwrap(), b"nets/d");
        assert_eq!(std::fs::read(bucket.local().unwrap().join("nets/d")).unwrap(), b"nets/d");
    }

    #[test]
    fn one_of_those_who_create_succeeds() {
        let folder = tempfile::tempdir().unwrap();
        let bucket = Bucket::folder(folder.path()).unwrap();
        let won: Vec<bool> = std::thread::scope(|scope| {
            let bucket = &bucket;
            let create = |i: u8| scope.spawn(move || bucket.create("one", &[i]).unwrap());
            let racers: Vec<_> = (0..16).map(create).collect();
            racers.into_iter().map(|racer| racer.join().unwrap()).collect()
        });
        assert_eq!(won.iter().filter(|won| **won).count(), 1);
        let winner = won.iter().position(|won| *won).unwrap() as u8;
        assert_eq!(bucket.get("one").unwrap().unwrap(), [winner]);
        // The answer was lost, and the request is made again.
        assert!(bucket.create("one", &[winner]).unwrap());
        bucket.replace("one", b"other").unwrap();
        assert_eq!(bucket.get("one").unwrap().unwrap(), b"other");
    }

    #[test]
    fn what_cannot_be_opened_is_told_in_a_line() {
        let folder = tempfile::tempdir().unwrap();
        let refused = |address: &str| {
            let error = Bucket::open(address).err().unwrap().to_string();
            assert!(!error.contains('\n'), "{error}");
            error
        };
        assert!(refused(folder.path().join("none").to_str().unwrap()).contains("no such folder"));
        assert!(refused("ftp://host/run").contains("s3://"));
        assert!(refused("s3://").contains("s3://"));
        assert!(!folder.path().join("none").exists(), "nothing is made");
    }
}
