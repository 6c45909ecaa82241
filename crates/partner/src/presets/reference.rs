//! The reference page of all parameters.

use std::fmt::Write;

use crate::params::{Param, SECTIONS, Scope};
use crate::settings::Settings;

const INTRODUCTION: &str = "\
# Parameters

<!-- Generated from the declarations in crates/partner/src/params. To regenerate it:
     UPDATE_EXPECT=1 cargo test -p partner --test parameters -->

Every setting of Shidogo. If KataGo has the parameter, its name and range are KataGo's. Use these names

- in a settings file, `--config FILE` (TOML): `cpuctExploration = 1.1`
- over GTP: `kata-set-param cpuctExploration 1.1`, `kata-get-param`, `kata-set-params`, `kata-get-params`
- in an analysis query: `\"overrideSettings\": {\"cpuctExploration\": 1.1}`

Two columns show the value in the presets `network` and `playout`; a dash means that the parameter has no effect there.
Clients cannot change *setup* parameters; *play* parameters do not affect analyses. Settings files with older names
(`exploration = 1.1` under `[search.network]`) still work; Shidogo prints the new names.
Parameters whose names begin with `humanSL` need a human network: `--human-net FILE`, or `-human-model FILE` as KataGo
calls it.
";

/// The page, as `docs/parameters.md` holds it.
pub fn parameters_page() -> Result<String, super::SettingsError> {
    let presets = [Settings::preset("network")?, Settings::preset("playout")?];
    let imitating = presets.clone().map(|preset| Settings { human_net: Some(String::new()), ..preset });
    let mut page = INTRODUCTION.to_string();
    for section in SECTIONS {
        let _ = write!(page, "\n## {}\n\n", section.title);
        page.push_str("| parameter | values | network | playout | what it does |\n|---|---|---|---|---|\n");
        for param in section.params {
            let presets = if param.needs_human_net() { &imitating } else { &presets };
            let [network, playout] = presets.each_ref().map(|preset| value(param, preset));
            let scope = match param.scope {
                Scope::Search => "",
                Scope::Play => " *play*",
                Scope::Setup => " *setup*",
            };
            let (name, values, what) = (param.name, param.values(), param.explanation);
            let _ = writeln!(page, "| `{name}`{scope} | {values} | {network} | {playout} | {what} |");
        }
    }
    Ok(page)
}

fn value(param: &Param, preset: &Settings) -> String {
    match param.get(preset) {
        // It depends on the machine.
        Some(_) if param.name == "memoryMB" => "default".into(),
        Some(value) if value.is_empty() => "none".into(),
        Some(value) => value,
        None => "–".into(),
    }
}
