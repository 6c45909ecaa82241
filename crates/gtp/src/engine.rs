//! What the commands work on.

use std::io::Write;

use board::Colour;
use insight::Insight;
use partner::Session;

/// The name and version that the engine reports.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Identity {
    pub name: String,
    pub version: String,
}

impl Identity {
    /// The version of KataGo whose commands we support.
    pub const KATAGO_VERSION: &str = "1.17.2";

    /// As KataGo: Lizzie and LizzieYzy show scores and ownership only for engines with that name.
    pub fn katago() -> Identity {
        Identity { name: "KataGo".into(), version: Identity::KATAGO_VERSION.into() }
    }
}

impl Default for Identity {
    fn default() -> Identity {
        Identity { name: "Shidogo".into(), version: env!("CARGO_PKG_VERSION").into() }
    }
}

pub(crate) struct Engine {
    pub session: Session,
    pub identity: Identity,
    /// Where comments on the engine's moves go.
    pub chat: Option<Box<dyn Write + Send>>,
    /// The perspective of an analysis; `None` is the side to move.
    pub perspective: Option<Colour>,
    /// Whether the client may read and write files.
    pub files: bool,
    /// The client has sent `quit`.
    pub quits: bool,
    /// The fights of the last position that was asked about.
    pub seen: Option<Insight>,
}

impl Engine {
    pub fn new(session: Session) -> Engine {
        Engine {
            session,
            identity: Identity::default(),
            chat: None,
            perspective: None,
            files: true,
            quits: false,
            seen: None,
        }
    }
}
