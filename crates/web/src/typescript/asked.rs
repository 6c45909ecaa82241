//! What a page may ask, an example of each.

use serde_json::{Value, json};

/// What the page may ask, as it asks it.
pub fn asked() -> Value {
    let partner = json!({"strength": "gentle", "seconds": 1, "aim": "win"});
    let clock = json!({"main": 60, "periods": 3, "period": 10});
    json!([
        {"do": "new", "size": 9, "colour": "nigiri", "handicap": 0, "komi": null, "rules": "chinese",
         "partner": partner, "clock": clock, "captures": 3},
        {"do": "open", "game": "abc"},
        {"do": "play", "at": "C3"},
        {"do": "undo"},
        {"do": "resign"},
        {"do": "let-resign"},
        {"do": "hint"},
        {"do": "look", "on": true},
        {"do": "dead", "at": "C3"},
        {"do": "agree"},
        {"do": "play-on"},
        {"do": "go-ahead"},
        {"do": "teach", "on": true},
        {"do": "danger", "on": true},
        {"do": "territory", "on": false},
        {"do": "go", "to": null},
        {"do": "games"},
        {"do": "delete", "game": "abc"},
        {"do": "restore", "game": "abc"},
        {"do": "review", "game": "abc", "start": true},
        {"do": "close-review"},
        {"do": "explore", "after": 3, "moves": ["pass"], "number": 1},
        {"do": "stop-exploring"},
        {"do": "play-from", "after": 3, "moves": [], "colour": "white", "partner": partner},
        {"do": "exercise", "exercise": "two-eyes", "moves": ["B1"]},
        {"do": "openings", "ask": "watch"},
        {"do": "openings", "ask": "leave"},
        {"do": "openings", "ask": "show", "player": "ADE-9x9"},
        {"do": "openings", "ask": "learn", "player": "ADE-9x9"},
        {"do": "openings", "ask": "pause"},
        {"do": "openings", "ask": "forget", "player": "ADE-9x9"},
        {"do": "openings", "ask": "play", "player": "ADE-9x9", "colour": "black", "moves": ["C3"]},
        {"do": "openings", "ask": "continue", "player": "ADE-9x9", "colour": "black", "moves": ["C3"],
         "partner": partner},
        {"do": "openings", "ask": "compare", "first": "ADE-9x9", "second": "random"},
        {"do": "openings", "ask": "stop-comparing"},
    ])
}
