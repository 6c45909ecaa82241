//! Who has been let in: browsers that once import the token.
//!
//! A cookie goes to every server on the same machine, whatever its port. So it is never the token itself but the name of
//! a session, which ends by itself and is exchanged for another from day to day. Only hashes are kept: who reads the file
//! cannot come in with it. Sessions outlive the server, so that pages that are open find back in.

use std::path::{Path, PathBuf};

use parking_lot::{Mutex, MutexGuard};

use rand::TryRngCore;
use rand::rngs::OsRng;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

/// In seconds: how long a session lasts, after how long it is exchanged for another when its page is loaded, and how
/// long the old one is still good then, for whatever is on its way.
const LASTS: i64 = 30 * 24 * 60 * 60;
const EXCHANGED: i64 = 24 * 60 * 60;
const ON_ITS_WAY: i64 = 60;
/// Sessions that are kept at most; the oldest make room.
const MOST: usize = 256;

/// Seconds for which a browser is to keep its cookie.
pub const COOKIE_LASTS: i64 = LASTS;

/// A secret that nobody can guess.
pub fn secret() -> String {
    let mut bytes = [0u8; 24];
    // Without randomness from the system no secret would be one.
    OsRng.try_fill_bytes(&mut bytes).expect("the system has no randomness");
    hex(&bytes)
}

/// What can be kept of a secret, and compared without telling how much of it was right.
pub fn hash(secret: &str) -> String {
    hex(&Sha256::digest(secret.as_bytes()))
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
struct Session {
    hash: String,
    /// In seconds since 1970.
    since: i64,
    until: i64,
}

/// What a cookie is worth.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Standing {
    Unknown,
    Good,
    /// Good, and old enough to be exchanged.
    Old,
}

pub struct Sessions {
    path: PathBuf,
    all: Mutex<Vec<Session>>,
}

impl Sessions {
    /// Those of a folder; none where the file is missing or means nothing.
    pub fn open(folder: &Path) -> Sessions {
        let path = folder.join("sessions.json");
        let kept = std::fs::read_to_string(&path).ok().and_then(|text| serde_json::from_str(&text).ok());
        Sessions { path, all: Mutex::new(kept.unwrap_or_default()) }
    }

    fn all(&self) -> MutexGuard<'_, Vec<Session>> {
        self.all.lock()
    }

    /// Begins a session and returns its name, which is known to nobody else.
    pub fn begin(&self, now: i64) -> String {
        let name = secret();
        let mut all = self.all();
        all.retain(|session| session.until > now);
        let excess = (all.len() + 1).saturating_sub(MOST);
        all.drain(..excess);
        all.push(Session { hash: hash(&name), since: now, until: now + LASTS });
        // Where it cannot be written, it is good until the server ends.
        let _ = atomic_file::write_private(&self.path, &serde_json::to_vec(&*all).unwrap_or_default());
        name
    }

    pub fn standing(&self, name: &str, now: i64) -> Standing {
        let hash = hash(name);
        match self.all().iter().find(|session| session.hash == hash && session.until > now) {
            None => Standing::Unknown,
            Some(session) if now - session.since >= EXCHANGED => Standing::Old,
            Some(_) => Standing::Good,
        }
    }

    /// Exchanges a session for a new one.
    pub fn exchange(&self, name: &str, now: i64) -> String {
        let hash = hash(name);
        for session in self.all().iter_mut().filter(|session| session.hash == hash) {
            session.until = session.until.min(now + ON_ITS_WAY);
        }
        self.begin(now)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sessions_outlive_the_server_and_end() {
        let folder = tempfile::tempdir().unwrap();
        let name = Sessions::open(folder.path()).begin(1_000);
        let again = Sessions::open(folder.path());
        assert_eq!(again.standing(&name, 1_001), Standing::Good);
        assert_eq!(again.standing(&name, 1_000 + EXCHANGED), Standing::Old);
        assert_eq!(again.standing(&name, 1_000 + LASTS), Standing::Unknown);
        assert_eq!(again.standing("", 1_001), Standing::Unknown);
        let kept = std::fs::read_to_string(folder.path().join("sessions.json")).unwrap();
        assert!(!kept.contains(&name) && kept.contains(&hash(&name)), "{kept}");
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            let file = std::fs::metadata(folder.path().join("sessions.json")).unwrap();
            assert_eq!(file.permissions().mode() & 0o777, 0o600);
        }
    }

    #[test]
    fn an_exchanged_session_is_good_for_what_is_on_its_way() {
        let folder = tempfile::tempdir().unwrap();
        let sessions = Sessions::open(folder.path());
        let old = sessions.begin(0);
        let new = sessions.exchange(&old, EXCHANGED);
        assert_ne!(old, new);
        assert_eq!(sessions.standing(&new, EXCHANGED), Standing::Good);
        assert_eq!(sessions.standing(&old, EXCHANGED + ON_ITS_WAY - 1), Standing::Old);
        assert_eq!(sessions.standing(&old, EXCHANGED + ON_ITS_WAY), Standing::Unknown);
    }

    #[test]
    fn the_oldest_make_room_and_nonsense_is_none() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("sessions.json"), "[{]").unwrap();
        let sessions = Sessions::open(folder.path());
        let names: Vec<String> = (0..=MOST).map(|_| sessions.begin(0)).collect();
        assert_eq!(sessions.standing(&names[0], 1), Standing::Unknown);
        assert!(names[1..].iter().all(|name| sessions.standing(name, 1) == Standing::Good));
    }
}
