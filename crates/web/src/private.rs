//! Files and folders that nobody but their owner may read.

use std::fs::{self, File, OpenOptions};
use std::io;
use std::path::Path;

/// Makes a folder for the user alone. One that holds other things than games stays as open as it was: somebody may have
/// named it who shares it.
pub fn make_folder(path: &Path, ours: &str) -> io::Result<()> {
    let is_ours = match fs::read_dir(path) {
        Ok(mut entries) => entries.next().is_none() || path.join(ours).exists(),
        Err(_) => true,
    };
    fs::create_dir_all(path)?;
    if is_ours { restrict(path, 0o700) } else { Ok(()) }
}

/// Makes a file for the user alone, unless it is there; then it becomes one.
pub fn make_file(path: &Path) -> io::Result<File> {
    let file = options().create(true).truncate(false).open(path)?;
    restrict(path, 0o600)?;
    Ok(file)
}

fn options() -> OpenOptions {
    let mut options = OpenOptions::new();
    options.read(true).write(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt;
        options.mode(0o600);
    }
    options
}

/// Elsewhere than on Unix the user's folders are their own already.
#[cfg_attr(not(unix), allow(unused_variables))]
pub fn restrict(path: &Path, mode: u32) -> io::Result<()> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        match fs::set_permissions(path, fs::Permissions::from_mode(mode)) {
            // A file system that knows no permissions, or somebody else's folder: what is made in it is still private.
            Err(error) if error.kind() != io::ErrorKind::PermissionDenied => return Err(error),
            _ => {}
        }
    }
    Ok(())
}
