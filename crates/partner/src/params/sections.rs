//! All parameters, by subject.

use super::{Param, character, control, human, nn, play, puct, rave, search, setup};

/// Parameters that belong together.
pub struct Section {
    pub title: &'static str,
    pub params: &'static [Param],
}

/// All parameters, in the order in which a settings file takes effect: who evaluates comes first, because the rest
/// depends on it.
pub const SECTIONS: &[Section] = &[
    Section { title: "Setup", params: setup::PARAMS },
    Section { title: "Limits", params: search::LIMITS },
    Section { title: "Playing", params: play::PARAMS },
    Section { title: "Analysis", params: play::ANALYSIS },
    Section { title: "Handicap and mirror go", params: play::HANDICAP },
    Section { title: "Keeping the game close", params: control::PARAMS },
    Section { title: "Character", params: character::PARAMS },
    Section { title: "What is played for", params: search::OBJECTIVE },
    Section { title: "Networks as evaluators", params: nn::PARAMS },
    Section { title: "Human networks", params: human::PARAMS },
    Section { title: "Search with networks: utility", params: puct::UTILITY },
    Section { title: "Search with networks: selection", params: puct::SELECTION },
    Section { title: "Search with networks: values", params: puct::VALUES },
    Section { title: "Search with networks: the root", params: puct::ROOT },
    Section { title: "Search with playouts", params: rave::PARAMS },
    Section { title: "Playouts", params: search::PLAYOUTS },
];
