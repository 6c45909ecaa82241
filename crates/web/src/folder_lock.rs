//! One server per folder: two would not know of each other's moves, and the later one to store a game would win.

use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::thread::sleep;
use std::time::Duration;

use crate::private;

/// How often, and after how long, somebody who comes second looks for the address: the first one may be starting.
const LOOKS: u32 = 20;
const PAUSE: Duration = Duration::from_millis(100);

/// The right to serve a folder. It ends with the process, however that ends.
pub struct FolderLock {
    /// Locked for as long as it is open.
    _file: File,
    /// Where those who come later find the server. Not in the locked file: on Windows nobody else could read it.
    address: PathBuf,
}

/// Who has a folder.
pub enum Holder {
    Us(FolderLock),
    /// Another server, at this address once it is known.
    Another(Option<String>),
}

impl FolderLock {
    pub fn take(folder: &Path) -> io::Result<Holder> {
        let (file, address) = (private::make_file(&folder.join("lock"))?, folder.join("address"));
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Ok(Holder::Another(read(&address))),
            Err(TryLockError::Error(error)) => return Err(error),
        }
        let lock = FolderLock { _file: file, address };
        // A server that was killed has left its own.
        lock.forget_address();
        Ok(Holder::Us(lock))
    }

    /// Tells later servers where this one is. The address lets its watcher in: it is for the owner only.
    pub fn tell(&self, address: &str) -> io::Result<()> {
        atomic_file::write_private(&self.address, address.as_bytes())
    }

    fn forget_address(&self) {
        // There need not be one.
        let _ = fs::remove_file(&self.address);
    }
}

impl Drop for FolderLock {
    fn drop(&mut self) {
        self.forget_address();
    }
}

fn read(address: &Path) -> Option<String> {
    for look in 0..LOOKS {
        if look > 0 {
            sleep(PAUSE);
        }
        if let Ok(text) = fs::read_to_string(address) {
            return Some(text);
        }
    }
    None
}
