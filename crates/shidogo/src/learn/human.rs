//! `shidogo learn --preset human`: trains a network on games of people.

use anyhow::Context;
use learning::{HumanSettings, Run};
use network::weights;

use super::Arguments;
use super::progress::Shown;

pub fn run(arguments: &Arguments, run: &Run, settings: &HumanSettings) -> anyhow::Result<()> {
    anyhow::ensure!(!arguments.games.is_empty(), "name the games of people to learn from with --games");
    anyhow::ensure!(arguments.teacher.is_none(), "nobody is taught in this run: leave --teacher out");
    let bytes = match &arguments.start {
        Some(path) => std::fs::read(path).with_context(|| format!("cannot read {}", path.display()))?,
        None => network::default_file().to_vec(),
    };
    run.grow_from(&weights::read(&bytes).context("a network to start from")?)?;
    eprintln!("reading games");
    let collection = people::read(&arguments.games)?;
    eprint!("{}", people::Summary::of(&collection));
    anyhow::ensure!(!collection.games.is_empty(), "there is no game of people with a rank in these files");
    let mut progress = Shown::new(run.address());
    learning::make_human_generations(run, settings, &collection.games, arguments.generations, &mut progress)?;
    Ok(())
}
