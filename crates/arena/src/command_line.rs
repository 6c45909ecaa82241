//! Our own players as engines in separate processes.

use std::path::Path;

use crate::player_spec::{PlayerSpec, Preset};

impl PlayerSpec {
    /// The command line of the player as a GTP engine; `shidogo` is our own binary. `None` for one that is no engine.
    pub fn command_line(&self, shidogo: &Path) -> Option<String> {
        match self {
            PlayerSpec::Engine(line) => Some(line.clone()),
            PlayerSpec::Preset(preset) => Some(of_preset(preset, shidogo)),
            PlayerSpec::Beginner(_) => None,
        }
    }
}

fn of_preset(preset: &Preset, shidogo: &Path) -> String {
    let mut words = vec![shidogo.display().to_string(), "gtp".into(), "--preset".into(), preset.name.clone()];
    let settings = [
        ("--net", preset.net.clone()),
        ("--executor", preset.executor.map(|kind| kind.to_string())),
        ("--visits", preset.visits.map(|n| n.to_string())),
        ("--time", preset.time.map(|s| s.to_string())),
        ("--threads", preset.threads.map(|n| n.to_string())),
        ("--seed", preset.seed.map(|n| n.to_string())),
    ];
    for (key, value) in settings {
        words.extend(value.into_iter().flat_map(|value| [key.to_string(), value]));
    }
    // Joining fails only for a word with a zero byte, which no argument can contain.
    shlex::try_join(words.iter().map(String::as_str)).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn presets_become_command_lines() {
        let line = |text: &str| {
            text.parse::<PlayerSpec>().unwrap().command_line(Path::new("/my games/shidogo")).unwrap()
        };
        assert_eq!(line("gnugo --mode gtp"), "gnugo --mode gtp");
        let expected = "'/my games/shidogo' gtp --preset playout --visits 5 --seed 2";
        assert_eq!(line("preset:playout,seed:2,visits:5"), expected);
        let expected =
            "'/my games/shidogo' gtp --preset network --net 'a b.gz' --executor cpu-f32 --visits 5";
        assert_eq!(line("net:a b.gz,visits:5,executor:cpu-f32"), expected);
    }
}
