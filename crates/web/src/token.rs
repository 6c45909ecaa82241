//! The word that lets a browser in. It is kept, so that pages that are open find back in when the server is started
//! again.

use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::Path;

use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

const LENGTH: usize = 32;

/// The token of a data folder; a new one where there is none, or something else.
pub fn token(folder: &Path) -> io::Result<String> {
    let path = folder.join("token");
    if let Ok(kept) = fs::read_to_string(&path)
        && kept.len() == LENGTH
        && kept.bytes().all(|byte| byte.is_ascii_alphanumeric())
    {
        return Ok(kept);
    }
    let mut random = Xoshiro256PlusPlus::from_os_rng();
    let token: String = (0..LENGTH).map(|_| char::from(random.sample(rand::distr::Alphanumeric))).collect();
    match fs::remove_file(&path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
        _ => {}
    }
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    {
        // Nobody else on this machine may read it.
        use std::os::unix::fs::OpenOptionsExt;
        options.mode(0o600);
    }
    options.open(&path)?.write_all(token.as_bytes())?;
    Ok(token)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_is_kept_and_is_the_users_own() {
        let (folder, other) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let first = token(folder.path()).unwrap();
        assert_eq!(first.len(), LENGTH);
        assert_eq!(token(folder.path()).unwrap(), first);
        assert_ne!(token(other.path()).unwrap(), first);
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            let mode = fs::metadata(folder.path().join("token")).unwrap().permissions().mode();
            assert_eq!(mode & 0o777, 0o600);
        }
        fs::write(folder.path().join("token"), "short").unwrap();
        assert_eq!(token(folder.path()).unwrap().len(), LENGTH);
    }
}
