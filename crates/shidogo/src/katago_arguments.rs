//! Translates KataGo's command line into ours.

use std::ffi::OsString;
use std::path::PathBuf;

use ::analysis::Config;
use anyhow::Context;

/// Options of `katago analysis` and `katago gtp` with our names for them, and whether a value follows.
const KNOWN: [(&str, &str, bool); 7] = [
    ("model", "--net", true),
    ("human-model", "--human-net", true),
    ("config", "--katago-config", true),
    ("override-config", "--override-config", true),
    ("override-version", "--override-version", true),
    ("analysis-threads", "--analysis-threads", true),
    ("quit-without-waiting", "--quit-without-waiting", false),
];

/// KataGo's configuration, for the subcommands that KataGo has too.
#[derive(clap::Args)]
pub struct KataGoArguments {
    /// KataGo configuration file; keys without effect are listed on stderr.
    #[arg(long, value_name = "FILE")]
    katago_config: Option<PathBuf>,
    /// KEY=VALUE,KEY=VALUE, overriding the configuration file.
    #[arg(long, value_name = "SETTINGS")]
    override_config: Vec<String>,
}

impl KataGoArguments {
    pub fn config(&self) -> anyhow::Result<Config> {
        let mut config = match &self.katago_config {
            None => Config::default(),
            Some(path) => {
                let named = || format!("cannot read {}", path.display());
                Config::parse(&std::fs::read_to_string(path).with_context(named)?).with_context(named)?
            }
        };
        for text in &self.override_config {
            config.override_with(text).context("--override-config")?;
        }
        Ok(config)
    }
}

/// Lists the keys of a configuration that have no effect.
pub fn name_unused(keys: &[&str]) {
    if !keys.is_empty() {
        eprintln!("not used here: {}", keys.join(", "));
    }
}

/// Rewrites arguments of `shidogo analysis` and `shidogo gtp` in KataGo's form: a long name after a single
/// dash. Options without effect are dropped and returned.
pub fn translate(arguments: Vec<OsString>) -> (Vec<OsString>, Vec<OsString>) {
    if arguments.get(1).is_none_or(|job| job != "analysis" && job != "gtp") {
        return (arguments, Vec::new());
    }
    let (mut ours, mut dropped) = (Vec::new(), Vec::new());
    let mut words = arguments.into_iter().peekable();
    while let Some(word) = words.next() {
        let name = word.to_str().and_then(|word| word.strip_prefix('-')).filter(|name| is_long_name(name));
        let Some(name) = name else {
            ours.push(word);
            continue;
        };
        match KNOWN.iter().find(|(theirs, _, _)| *theirs == name) {
            Some((_, own, has_value)) => {
                ours.push(own.into());
                ours.extend(has_value.then(|| words.next()).flatten());
            }
            None => {
                dropped.push(word);
                // What follows is its value, unless it is another option.
                words.next_if(|next| !next.as_encoded_bytes().starts_with(b"-"));
            }
        }
    }
    (ours, dropped)
}

fn is_long_name(name: &str) -> bool {
    name.len() > 1 && name.starts_with(|c: char| c.is_ascii_alphabetic())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn translated(line: &str) -> (String, String) {
        let joined = |words: Vec<OsString>| words.join(" ".as_ref()).into_string().unwrap();
        let (ours, dropped) = translate(line.split(' ').map(OsString::from).collect());
        (joined(ours), joined(dropped))
    }

    #[test]
    fn katagos_options_become_ours() {
        let theirs = "s analysis -model m.bin.gz -human-model h.gz -config c.cfg -override-config a=b \
            -analysis-threads 2 -quit-without-waiting";
        let ours = "s analysis --net m.bin.gz --human-net h.gz --katago-config c.cfg --override-config a=b \
            --analysis-threads 2 --quit-without-waiting";
        assert_eq!(translated(theirs), (ours.into(), String::new()));
        let mixed = "s analysis --net m -h -config c";
        assert_eq!(translated(mixed).0, "s analysis --net m -h --katago-config c");
        let theirs = "s gtp -model m -config c -override-version 1.9 -human-model h -log-file l";
        let ours = "s gtp --net m --katago-config c --override-version 1.9 --human-net h";
        assert_eq!(translated(theirs), (ours.into(), "-log-file".into()));
        assert_eq!(translated("s page -model m"), ("s page -model m".into(), String::new()));
        assert_eq!(translated("s analysis -x-ray -model m").0, "s analysis --net m");
    }
}
