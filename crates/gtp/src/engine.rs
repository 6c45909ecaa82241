//! What the commands work on.

use insight::Insight;
use partner::Session;

pub(crate) struct Engine {
    pub session: Session,
    /// Whether the client may have files read and written.
    pub files: bool,
    /// The client has said goodbye.
    pub quits: bool,
    /// The client knows that the network has failed.
    pub troubled: bool,
    /// What was seen of the last position whose fights were asked for.
    pub seen: Option<Insight>,
}

impl Engine {
    pub fn new(session: Session) -> Engine {
        Engine { session, files: true, quits: false, troubled: false, seen: None }
    }
}
