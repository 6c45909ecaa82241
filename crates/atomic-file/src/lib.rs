//! Files that appear whole or not at all.

use std::fs;
use std::io::{self, Write};
use std::path::Path;

/// Writes a file so that other programs see all of it or none: it gets its name once it is complete and on the disk.
/// A file that had the name before is replaced.
pub fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let invalid = || io::Error::new(io::ErrorKind::InvalidInput, "not the name of a file");
    let name = path.file_name().ok_or_else(invalid)?.to_string_lossy();
    let temporary = path.with_file_name(format!(".{name}.{}.part", std::process::id()));
    let written = fs::File::create(&temporary).and_then(|mut file| {
        file.write_all(bytes)?;
        file.sync_all()
    });
    let renamed = written.and_then(|()| fs::rename(&temporary, path));
    if renamed.is_err() {
        // What is wrong with the disk is told by the first error.
        let _ = fs::remove_file(&temporary);
        return renamed;
    }
    sync_folder(path)
}

/// A name is on the disk when its folder is.
#[cfg(unix)]
fn sync_folder(path: &Path) -> io::Result<()> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    fs::File::open(folder)?.sync_all()
}

/// Windows can't open folders as files; its rename is on the disk when the file system's log is.
#[cfg(not(unix))]
fn sync_folder(_: &Path) -> io::Result<()> {
    Ok(())
}
