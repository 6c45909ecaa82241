//! Writes files that appear complete or not at all.

use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::Path;

/// The extension of a file while it is being written. A kill may leave such a file behind; it can be deleted.
pub const PARTIAL: &str = ".part";

/// Writes a file so that other programs see all of it or nothing: it gets its name once it is complete and on
/// disk. An existing file is replaced.
pub fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    write_with(path, bytes, OpenOptions::new().write(true))
}

/// The same for a file that only its owner may read, from the moment it exists.
pub fn write_private(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut options = OpenOptions::new();
    options.write(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    write_with(path, bytes, &mut options)
}

fn write_with(path: &Path, bytes: &[u8], options: &mut OpenOptions) -> io::Result<()> {
    let invalid = || io::Error::new(io::ErrorKind::InvalidInput, "not the name of a file");
    let name = path.file_name().ok_or_else(invalid)?.to_string_lossy();
    let partial = path.with_file_name(format!(".{name}.{}{PARTIAL}", std::process::id()));
    // A file left behind by an earlier process with the same id may have other permissions.
    match fs::remove_file(&partial) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
        _ => {}
    }
    let written = options.create_new(true).open(&partial).and_then(|mut file| {
        file.write_all(bytes)?;
        file.sync_all()
    });
    let renamed = written.and_then(|()| fs::rename(&partial, path));
    if renamed.is_err() {
        // The first error says what is wrong.
        let _ = fs::remove_file(&partial);
        return renamed;
    }
    sync_folder(path)
}

/// A new name is on disk only once its folder is synced.
#[cfg(unix)]
fn sync_folder(path: &Path) -> io::Result<()> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    fs::File::open(folder)?.sync_all()
}

/// Windows does not open folders as files, and keeps names in its journal.
#[cfg(not(unix))]
fn sync_folder(_: &Path) -> io::Result<()> {
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(folder: &Path) -> Vec<String> {
        fs::read_dir(folder).unwrap().map(|e| e.unwrap().file_name().to_string_lossy().into_owned()).collect()
    }

    #[test]
    fn a_file_is_replaced_and_nothing_else_is_left() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file.txt");
        for text in ["first", "second, and longer", ""] {
            write(&path, text.as_bytes()).unwrap();
            assert_eq!(fs::read_to_string(&path).unwrap(), text);
        }
        assert_eq!(names(folder.path()), ["file.txt"]);
    }

    #[test]
    fn what_fails_leaves_the_old_file() {
        let folder = tempfile::tempdir().unwrap();
        // A folder cannot be replaced by a file.
        fs::create_dir_all(folder.path().join("taken/inside")).unwrap();
        assert!(write(&folder.path().join("taken"), b"text").is_err());
        assert!(write(&folder.path().join("none/file"), b"text").is_err());
        assert!(write(Path::new("/"), b"text").is_err());
        assert_eq!(names(folder.path()), ["taken"]);
    }

    #[cfg(unix)]
    #[test]
    fn a_private_file_is_its_owners() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("secret");
        write(&path, b"open").unwrap();
        write_private(&path, b"closed").unwrap();
        assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
    }
}
