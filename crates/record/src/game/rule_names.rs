//! Rules as named in files.

use board::{HandicapBonus, KoRule, Rules, Scoring, Tax};

/// Names as most programs write them.
const USUAL: [(&str, Rules); 6] = [
    ("Chinese", Rules::CHINESE),
    ("Japanese", Rules::JAPANESE),
    ("AGA", Rules::AGA),
    ("NZ", Rules::NEW_ZEALAND),
    ("Tromp-Taylor", Rules::TROMP_TAYLOR),
    ("GOE", Rules::ING),
];

/// Reads `RU`: a name such as `Japanese` or `GOE`, or KataGo's short form
/// `koPOSITIONALscoreAREAtaxNONEsui1`.
pub fn parse_rules(text: &str) -> Option<Rules> {
    let text = text.trim().to_ascii_lowercase();
    let name = text.strip_suffix("rules").or(text.strip_suffix("rule")).unwrap_or(&text).trim_end();
    name.parse().ok().or_else(|| parse_short(&text))
}

/// The value for `RU`; [`parse_rules`] reads it back as the same rules.
pub fn rules_name(rules: &Rules) -> String {
    match USUAL.iter().find(|(_, known)| known == rules) {
        Some((name, _)) => name.to_string(),
        None => short(rules),
    }
}

fn short(rules: &Rules) -> String {
    let ko = match rules.ko {
        KoRule::Simple => "SIMPLE",
        KoRule::Positional => "POSITIONAL",
        KoRule::Situational => "SITUATIONAL",
    };
    let score = match rules.scoring {
        Scoring::Area => "AREA",
        Scoring::Territory => "TERRITORY",
    };
    let tax = match rules.tax {
        Tax::None => "NONE",
        Tax::Seki => "SEKI",
        Tax::All => "ALL",
    };
    let bonus = match rules.white_handicap_bonus {
        HandicapBonus::Nothing => "",
        HandicapBonus::AllButOne => "whbN-1",
        HandicapBonus::One => "whbN",
    };
    let flag = |name: &str, on: bool| if on { format!("{name}1") } else { String::new() };
    let suicide = u8::from(rules.suicide);
    let button = flag("button", rules.has_button);
    let friendly = flag("fpok", rules.friendly_pass_ok);
    format!("ko{ko}score{score}tax{tax}sui{suicide}{button}{bonus}{friendly}")
}

/// Fields may be missing, but there must be at least one, and nothing else.
fn parse_short(text: &str) -> Option<Rules> {
    let mut rules = Rules::TROMP_TAYLOR;
    let mut tax = None;
    let mut rest = text;
    while !rest.is_empty() {
        rest = take(rest, "komi", &[], |_| {})
            .or_else(|| take(rest, "kosimple", &[""], |_| rules.ko = KoRule::Simple))
            .or_else(|| take(rest, "kopositional", &[""], |_| rules.ko = KoRule::Positional))
            .or_else(|| take(rest, "kosituational", &[""], |_| rules.ko = KoRule::Situational))
            .or_else(|| take(rest, "scorearea", &[""], |_| rules.scoring = Scoring::Area))
            .or_else(|| take(rest, "scoreterritory", &[""], |_| rules.scoring = Scoring::Territory))
            .or_else(|| {
                take(rest, "tax", &["none", "seki", "all"], |i| {
                    tax = Some([Tax::None, Tax::Seki, Tax::All][i])
                })
            })
            .or_else(|| take(rest, "sui", &["0", "1"], |i| rules.suicide = i == 1))
            .or_else(|| take(rest, "button", &["0", "1"], |i| rules.has_button = i == 1))
            .or_else(|| take(rest, "fpok", &["0", "1"], |i| rules.friendly_pass_ok = i == 1))
            .or_else(|| {
                use HandicapBonus::{AllButOne, Nothing, One};
                take(rest, "whb", &["0", "n-1", "n"], |i| {
                    rules.white_handicap_bonus = [Nothing, AllButOne, One][i]
                })
            })?;
    }
    // As in KataGo, territory rules tax seki unless told otherwise.
    let usual = if rules.scoring == Scoring::Territory { Tax::Seki } else { Tax::None };
    rules.tax = tax.unwrap_or(usual);
    (!text.is_empty()).then_some(rules)
}

/// Removes a key and one of its values from the front and returns which; an empty list stands for any number.
fn take<'a>(text: &'a str, key: &str, values: &[&str], mut found: impl FnMut(usize)) -> Option<&'a str> {
    let after = text.strip_prefix(key)?;
    if values.is_empty() {
        let number = |c: char| c.is_ascii_digit() || matches!(c, '.' | '-');
        let rest = after.trim_start_matches(number);
        return (rest.len() < after.len()).then_some(rest);
    }
    let (i, rest) =
        values.iter().enumerate().find_map(|(i, v)| after.strip_prefix(v).map(|rest| (i, rest)))?;
    found(i);
    Some(rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_the_standard_and_others() {
        for (text, rules) in [
            ("Chinese", Rules::CHINESE),
            ("chinese rules", Rules::CHINESE),
            ("Japanese", Rules::JAPANESE),
            (" Korean ", Rules::JAPANESE),
            ("AGA", Rules::AGA),
            ("GOE", Rules::ING),
            ("NZ", Rules::NEW_ZEALAND),
            ("New Zealand", Rules::NEW_ZEALAND),
            ("Tromp-Taylor", Rules::TROMP_TAYLOR),
            ("koPOSITIONALscoreAREAtaxNONEsui1", Rules::TROMP_TAYLOR),
            ("koSIMPLEscoreTERRITORYtaxSEKIsui0komi6.5", Rules::JAPANESE),
            ("koSIMPLEscoreTERRITORYsui0", Rules::JAPANESE),
            ("koSITUATIONALscoreAREAtaxNONEsui0button1whbN-1fpok1", Rules::AGA_BUTTON),
        ] {
            assert_eq!(parse_rules(text), Some(rules), "{text}");
        }
        for text in ["", "rules", "Mars", "koMAYBE", "sui2", "koSIMPLEx", "komi"] {
            assert_eq!(parse_rules(text), None, "{text}");
        }
    }

    #[test]
    fn what_is_written_reads_the_same() {
        for (name, rules) in Rules::NAMED {
            let odd = Rules { has_button: !rules.has_button, ..rules };
            for rules in [rules, odd] {
                assert_eq!(parse_rules(&rules_name(&rules)), Some(rules), "{name}");
            }
        }
    }
}
