//! Rule sets, named and written as KataGo does.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::Komi;

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
pub enum KoRule {
    /// Only the immediate recapture of one stone is forbidden.
    Simple,
    /// No board position may repeat.
    Positional,
    /// No board position may repeat with the same player to move.
    Situational,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
pub enum Scoring {
    /// Stones and surrounded points.
    Area,
    /// Surrounded points and prisoners.
    Territory,
}

/// Which surrounded points do not count.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
pub enum Tax {
    None,
    /// Eyes of groups in seki.
    Seki,
    /// Those, and two points for each living group.
    All,
}

/// White's compensation for handicap stones.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum HandicapBonus {
    #[serde(rename = "0")]
    Nothing,
    #[serde(rename = "N-1")]
    AllButOne,
    #[serde(rename = "N")]
    One,
}

impl HandicapBonus {
    /// Points for White against `stones` handicap stones; a single one is no handicap.
    pub fn points(self, stones: usize) -> i32 {
        match self {
            HandicapBonus::Nothing => 0,
            _ if stones < 2 => 0,
            HandicapBonus::AllButOne => stones as i32 - 1,
            HandicapBonus::One => stones as i32,
        }
    }
}

/// The rules of a game, without komi.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct Rules {
    pub friendly_pass_ok: bool,
    pub has_button: bool,
    pub ko: KoRule,
    #[serde(alias = "score")]
    pub scoring: Scoring,
    pub suicide: bool,
    pub tax: Tax,
    pub white_handicap_bonus: HandicapBonus,
}

impl Default for Rules {
    fn default() -> Rules {
        Rules::TROMP_TAYLOR
    }
}

impl Rules {
    pub const TROMP_TAYLOR: Rules = Rules {
        friendly_pass_ok: false,
        has_button: false,
        ko: KoRule::Positional,
        scoring: Scoring::Area,
        suicide: true,
        tax: Tax::None,
        white_handicap_bonus: HandicapBonus::Nothing,
    };
    pub const CHINESE: Rules = Rules {
        friendly_pass_ok: true,
        ko: KoRule::Simple,
        suicide: false,
        white_handicap_bonus: HandicapBonus::One,
        ..Rules::TROMP_TAYLOR
    };
    /// Chinese rules as servers play them, with superko.
    pub const CHINESE_SERVER: Rules = Rules { ko: KoRule::Positional, ..Rules::CHINESE };
    pub const JAPANESE: Rules = Rules {
        ko: KoRule::Simple,
        scoring: Scoring::Territory,
        suicide: false,
        tax: Tax::Seki,
        ..Rules::TROMP_TAYLOR
    };
    pub const AGA: Rules =
        Rules { ko: KoRule::Situational, white_handicap_bonus: HandicapBonus::AllButOne, ..Rules::CHINESE };
    pub const AGA_BUTTON: Rules = Rules { has_button: true, ..Rules::AGA };
    pub const NEW_ZEALAND: Rules = Rules {
        ko: KoRule::Situational,
        suicide: true,
        white_handicap_bonus: HandicapBonus::Nothing,
        ..Rules::CHINESE
    };
    pub const STONE_SCORING: Rules =
        Rules { tax: Tax::All, white_handicap_bonus: HandicapBonus::Nothing, ..Rules::CHINESE };
    pub const ANCIENT_TERRITORY: Rules = Rules { tax: Tax::All, ..Rules::JAPANESE };
    pub const ING: Rules = Rules { friendly_pass_ok: true, ..Rules::TROMP_TAYLOR };

    /// The names to choose from; [`FromStr`] accepts more spellings.
    pub const NAMED: [(&'static str, Rules); 11] = [
        ("chinese", Rules::CHINESE),
        ("japanese", Rules::JAPANESE),
        ("korean", Rules::JAPANESE),
        ("aga", Rules::AGA),
        ("new-zealand", Rules::NEW_ZEALAND),
        ("tromp-taylor", Rules::TROMP_TAYLOR),
        ("chinese-ogs", Rules::CHINESE_SERVER),
        ("aga-button", Rules::AGA_BUTTON),
        ("stone-scoring", Rules::STONE_SCORING),
        ("ancient-territory", Rules::ANCIENT_TERRITORY),
        ("ing", Rules::ING),
    ];

    /// The first preset with these rules.
    pub fn name(&self) -> Option<&'static str> {
        Rules::NAMED.iter().find(|(_, rules)| rules == self).map(|(name, _)| *name)
    }

    /// Whether a finished game is counted with every stone as it stands. Under other rules the players agree on dead stones
    /// first.
    pub fn counts_as_it_stands(&self) -> bool {
        self.scoring == Scoring::Area && !self.friendly_pass_ok
    }

    /// The usual komi under these rules on 19×19.
    pub fn usual_komi(&self) -> Komi {
        Komi::from_halves(match (self.scoring, self.has_button) {
            (Scoring::Territory, _) => 13,
            (Scoring::Area, true) => 14,
            (Scoring::Area, false) if *self == Rules::NEW_ZEALAND => 14,
            (Scoring::Area, false) => 15,
        })
    }

    /// Changes one field by KataGo's name for it, as `kata-set-rule` does.
    pub fn with(self, key: &str, value: &str) -> Result<Rules, NotRules> {
        let mut fields = serde_json::to_value(self).map_err(|e| NotRules(e.to_string()))?;
        let key = if key == "score" { "scoring" } else { key };
        let old = fields.get(key).ok_or_else(|| NotRules(format!("there is no rule '{key}'")))?;
        let new = if old.is_boolean() {
            let flag: bool = value
                .to_ascii_lowercase()
                .parse()
                .map_err(|_| NotRules(format!("'{key}' is true or false, not '{value}'")))?;
            flag.into()
        } else {
            value.to_ascii_uppercase().into()
        };
        fields[key] = new;
        serde_json::from_value(fields).map_err(|e| NotRules(e.to_string()))
    }
}

/// KataGo's JSON form.
impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(&serde_json::to_string(self).map_err(|_| fmt::Error)?)
    }
}

/// Unknown rules.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("unknown rules: {0}")]
pub struct NotRules(pub String);

/// Reads a name such as `chinese`, the JSON form, or KataGo's short form; anything left out is as in
/// Tromp–Taylor.
impl FromStr for Rules {
    type Err = NotRules;

    fn from_str(text: &str) -> Result<Rules, NotRules> {
        let text = text.trim();
        if text.starts_with('{') {
            return from_json(text);
        }
        let name = text.to_ascii_lowercase().replace([' ', '_'], "-");
        let name = match name.as_str() {
            "nz" | "newzealand" => "new-zealand",
            "tromptaylor" | "tt" => "tromp-taylor",
            "bga" | "french" => "aga",
            "agabutton" => "aga-button",
            "chineseogs" | "chinese-kgs" | "chinesekgs" => "chinese-ogs",
            "ancient-area" | "ancientarea" | "stonescoring" => "stone-scoring",
            "ancientterritory" => "ancient-territory",
            "goe" => "ing",
            other => other,
        };
        let known = Rules::NAMED.iter().find(|(n, _)| *n == name).map(|(_, rules)| *rules);
        known.or_else(|| from_short(text)).ok_or_else(|| {
            let names: Vec<_> = Rules::NAMED.iter().map(|(n, _)| *n).collect();
            NotRules(format!("'{text}' is none of {}", names.join(", ")))
        })
    }
}

type Fields = serde_json::Map<String, serde_json::Value>;

fn from_json(text: &str) -> Result<Rules, NotRules> {
    from_fields(serde_json::from_str(text).map_err(|e| NotRules(e.to_string()))?)
}

fn from_fields(mut fields: Fields) -> Result<Rules, NotRules> {
    // As in KataGo, territory rules tax seki unless told otherwise.
    let territory = ["scoring", "score"].iter().any(|k| fields.get(*k).is_some_and(|v| v == "TERRITORY"));
    if territory && !fields.contains_key("tax") {
        fields.insert("tax".into(), "SEKI".into());
    }
    serde_json::from_value(fields.into()).map_err(|e| NotRules(e.to_string()))
}

/// The parts of KataGo's short form: how each begins, its name in JSON, and its possible values.
const PARTS: [(&str, &str, &[&str]); 8] = [
    ("ko", "ko", &["SIMPLE", "POSITIONAL", "SITUATIONAL"]),
    ("scoring", "scoring", &["AREA", "TERRITORY"]),
    ("score", "scoring", &["AREA", "TERRITORY"]),
    ("tax", "tax", &["NONE", "SEKI", "ALL"]),
    ("sui", "suicide", SWITCH),
    ("button", "hasButton", SWITCH),
    ("whb", "whiteHandicapBonus", &["0", "N-1", "N"]),
    ("fpok", "friendlyPassOk", SWITCH),
];
const SWITCH: &[&str] = &["0", "1"];

/// Reads KataGo's short form, such as `koPOSITIONALscoreAREAtaxNONEsui1`.
fn from_short(text: &str) -> Option<Rules> {
    let mut fields = Fields::new();
    let mut rest = text.trim();
    while !rest.is_empty() {
        let (start, key, values) = PARTS.iter().find(|(start, ..)| rest.starts_with(start))?;
        rest = rest[start.len()..].trim_start();
        let value = values.iter().find(|value| rest.starts_with(**value))?;
        rest = rest[value.len()..].trim_start();
        let is_switch = *values == SWITCH;
        fields.insert(key.to_string(), if is_switch { (*value == "1").into() } else { (*value).into() });
    }
    if fields.is_empty() { None } else { from_fields(fields).ok() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn presets_are_katagos() {
        let check = |name: &str, json: &str| {
            let rules: Rules = name.parse().unwrap();
            let expected: serde_json::Value = serde_json::from_str(json).unwrap();
            assert_eq!(
                serde_json::from_str::<serde_json::Value>(&rules.to_string()).unwrap(),
                expected,
                "{name}"
            );
            assert_eq!(rules.to_string().parse::<Rules>(), Ok(rules));
        };
        check(
            "tromp-taylor",
            r#"{"hasButton":false,"ko":"POSITIONAL","scoring":"AREA","suicide":true,"tax":"NONE","whiteHandicapBonus":"0","friendlyPassOk":false}"#,
        );
        check(
            "chinese",
            r#"{"hasButton":false,"ko":"SIMPLE","scoring":"AREA","suicide":false,"tax":"NONE","whiteHandicapBonus":"N","friendlyPassOk":true}"#,
        );
        check(
            "chinese-kgs",
            r#"{"hasButton":false,"ko":"POSITIONAL","scoring":"AREA","suicide":false,"tax":"NONE","whiteHandicapBonus":"N","friendlyPassOk":true}"#,
        );
        check(
            "japanese",
            r#"{"hasButton":false,"ko":"SIMPLE","scoring":"TERRITORY","suicide":false,"tax":"SEKI","whiteHandicapBonus":"0","friendlyPassOk":false}"#,
        );
        check(
            "Korean",
            r#"{"hasButton":false,"ko":"SIMPLE","scoring":"TERRITORY","suicide":false,"tax":"SEKI","whiteHandicapBonus":"0","friendlyPassOk":false}"#,
        );
        check(
            "aga",
            r#"{"hasButton":false,"ko":"SITUATIONAL","scoring":"AREA","suicide":false,"tax":"NONE","whiteHandicapBonus":"N-1","friendlyPassOk":true}"#,
        );
        check(
            "new_zealand",
            r#"{"hasButton":false,"ko":"SITUATIONAL","scoring":"AREA","suicide":true,"tax":"NONE","whiteHandicapBonus":"0","friendlyPassOk":true}"#,
        );
    }

    #[test]
    fn json_is_checked() {
        assert!(r#"{"ko":"SIMPLE"}"#.parse::<Rules>().unwrap().suicide);
        assert_eq!(r#"{"scoring":"TERRITORY"}"#.parse::<Rules>().unwrap().tax, Tax::Seki);
        for bad in ["", "go", "{", r#"{"ko":"MAYBE"}"#, r#"{"colour":"red"}"#, r#"{"suicide":3}"#] {
            assert!(bad.parse::<Rules>().is_err(), "{bad}");
        }
        assert_eq!(Rules::CHINESE.with("ko", "positional").unwrap(), Rules::CHINESE_SERVER);
        assert!(Rules::CHINESE.with("suicide", "True").unwrap().suicide);
        assert!(Rules::CHINESE.with("kind", "1").is_err() && Rules::CHINESE.with("suicide", "2").is_err());
    }

    #[test]
    fn katagos_short_form_is_read() {
        let read = |text: &str| text.parse::<Rules>();
        assert_eq!(read("koPOSITIONALscoreAREAtaxNONEsui1"), Ok(Rules::TROMP_TAYLOR));
        assert_eq!(read("koSIMPLEscoreAREAtaxNONEsui0whbNfpok1"), Ok(Rules::CHINESE));
        assert_eq!(read(" koSITUATIONAL scoring AREA sui0 whbN-1 fpok1 button1 "), Ok(Rules::AGA_BUTTON));
        // As in KataGo, territory rules tax seki, and the last value counts.
        assert_eq!(read("koPOSITIONALkoSIMPLEscoreTERRITORYsui0"), Ok(Rules::JAPANESE));
        for bad in ["ko", "koSPIGHT", "kosimple", "komi7.5koSIMPLE", "koSIMPLEsui2", "koSIMPLE!", "rummy"] {
            assert!(read(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn one_stone_is_no_handicap() {
        assert_eq!([0, 1, 2, 9].map(|n| HandicapBonus::One.points(n)), [0, 0, 2, 9]);
        assert_eq!([0, 1, 2, 9].map(|n| HandicapBonus::AllButOne.points(n)), [0, 0, 1, 8]);
    }
}
