//! What kinds of moves a partner likes.

use super::kinds::{Any, Holder, SWITCH, number, switch};
use super::{Param, Scope};

pub(super) const PARAMS: &[Param] = &[
    Param {
        name: "character",
        explanation: "The kinds of moves that are preferred: in the centre or at the edge, near the opponent's last move or elsewhere (tenuki), with contact or without, for territory or for influence; or, for opener, first moves as a player prefers them that has taught itself to open (on 9×9, 13×13 and 19×19). Those that are trained have learnt, on 9×9 and 13×13, to play for more than the score: for points in the centre or at the edge, not to lose stones or to capture them (on 9×9); an optimist believes to be ahead, a pessimist behind. It works with every level, preset and evaluator.",
        scope: Scope::Search,
        range: "none, centre, edge, local, tenuki, fighting, peaceful, territory, influence, opener, centre-trained, edge-trained, defence-trained, offence-trained, optimist or pessimist",
        old: &[],
        get: |s| Some(s.character.character.to_string()),
        set: |s, text| text.parse().ok().map(|character| s.character.character = character),
    },
    number!(
        "characterStrength",
        Any.character.strength,
        0.0..=1.0,
        Search,
        "How strongly: 0 is no preference at all."
    ),
    switch!(
        "characterAlone",
        Any.character.alone,
        Search,
        "A character that is trained plays without the normal network, whatever that loses. For measurements."
    ),
];
