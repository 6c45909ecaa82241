//! What the commands work on.

use std::io::Write;

use board::Colour;
use insight::Insight;
use partner::Session;

/// What the engine says it is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Identity {
    pub name: String,
    pub version: String,
}

impl Identity {
    /// The version of KataGo whose commands we follow.
    pub const KATAGO_VERSION: &str = "1.17.2";

    /// As KataGo: Lizzie and LizzieYzy show scores and ownership only of engines with that name.
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
    /// Who hears what the engine thinks of its moves.
    pub chat: Option<Box<dyn Write + Send>>,
    /// Whose view an analysis shows; that of the side to move when it is nobody's.
    pub perspective: Option<Colour>,
    /// Whether the client may have files read and written.
    pub files: bool,
    /// The client has said goodbye.
    pub quits: bool,
    /// What was seen of the last position whose fights were asked for.
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
