//! Players as text.

use super::*;

#[test]
fn players_read_and_print() {
    for text in [
        "preset:playout",
        "preset:playout,time:0.5,visits:2000,threads:1,seed:7",
        "gnugo --mode gtp",
        "beginner",
        "beginner,attention:0.5,seed:7",
        "beginners-engine --gtp",
        "net:nets/a b.bin.gz,visits:200",
        "net:default,preset:gentle,executor:cpu-f32,time:2",
        "preset:endgame,visits:50,controlGamma:3,controlMoves:10",
    ] {
        assert_eq!(text.parse::<PlayerSpec>().unwrap().to_string(), text);
    }
    assert_eq!("beginner".parse(), Ok(PlayerSpec::Beginner(BeginnerSpec::default())));
    assert!(matches!("beginners-engine --gtp".parse(), Ok(PlayerSpec::Engine(_))));
    let Ok(PlayerSpec::Preset(preset)) = "preset:gentle, visits:20".parse() else { panic!() };
    assert_eq!((preset.name.as_str(), preset.visits), ("gentle", Some(20)));
    let Ok(PlayerSpec::Preset(preset)) = "net:a.bin.gz,playouts:7".parse() else { panic!() };
    let settings = preset.settings().unwrap();
    assert_eq!((settings.name.as_str(), settings.net.as_deref()), ("network", Some("a.bin.gz")));
    assert_eq!(settings.visits, Some(7));
}

#[test]
fn mistakes_are_named() {
    for bad in ["", "  ", "preset:", "preset:,visits:2", "preset:a b", "net:", "net:,visits:3"] {
        assert!(bad.parse::<PlayerSpec>().is_err(), "{bad}");
    }
    for bad in ["attention:2", "attention", "seed:x", "visits:5", ""] {
        let error = format!("beginner,{bad},").parse::<PlayerSpec>().unwrap_err().to_string();
        assert!(error.contains("use attention:SHARE"), "{error}");
    }
    for bad in ["preset:", "executor:abacus", "visits:0"] {
        let error = format!("net:a,{bad}").parse::<PlayerSpec>().unwrap_err().to_string();
        assert!(error.contains("is not a setting: use visits:N") && error.contains("executor:"), "{error}");
    }
    for bad in
        ["net:a", "executor:cpu", "visits:0", "visits", "visits:x", "colour:red", "time:-1", "time:nan", ""]
    {
        let error = format!("preset:p,{bad}").parse::<PlayerSpec>().unwrap_err().to_string();
        assert!(error.contains("is not a setting: use visits:N"), "{error}");
    }
}

#[test]
fn parameters_reach_the_settings() {
    let settings = |text: &str| match text.parse().unwrap() {
        PlayerSpec::Preset(preset) => preset.settings(),
        other => panic!("{other}"),
    };
    assert_eq!(settings("preset:endgame").unwrap().control.score.gamma, 5.0);
    assert_eq!(settings("preset:endgame,controlGamma:3").unwrap().control.score.gamma, 3.0);
    let error = settings("preset:endgame,controlGamma:1").unwrap_err().to_string();
    assert!(error.contains("controlGamma: use a number above 1"), "{error}");
}

#[test]
fn levels_are_ranks() {
    let level: PlayerSpec = "level:12k,seed:7".parse().unwrap();
    assert_eq!(level.to_string(), "preset:12k,seed:7");
    let error = "level:31k".parse::<PlayerSpec>().unwrap_err().to_string();
    assert!(error.contains("30k to 1k or 1d to 9d"), "{error}");
}

#[test]
fn a_players_own_limits_come_first() {
    let limited = |text: &str| text.parse::<PlayerSpec>().unwrap().with_limits(Some(5), None).to_string();
    assert_eq!(limited("preset:p"), "preset:p,visits:5");
    assert_eq!(limited("preset:p,time:1"), "preset:p,time:1");
    assert_eq!(limited("engine"), "engine");
}
