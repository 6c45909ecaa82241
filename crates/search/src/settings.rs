//! What can be set about a search.

use serde::{Deserialize, Serialize};

/// Settings of the tree; the defaults suit playouts.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Settings {
    /// Weight of the prior against the value in the choice of the next move.
    pub exploration: f32,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings { exploration: 0.4 }
    }
}
