//! `shidogo lab position-control`: partners that keep whole games close.

use arena::control::report;

use super::control::{Common, Named};

/// Partners that keep games close: how often opponents win, and how natural the moves look (table 1).
///
/// The players are normal, naive, a15, abc25 and abc35, as in the paper, and ours: gentle and close. normal plays its best.
/// Each plays each opponent, with colours swapped every game. The records of the games say which rule chose each move, what
/// else was considered, and why. The report has the paper's figures beside ours, with 95% intervals. Run the same command
/// again to continue a run that was stopped, or with a larger --games to play more.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  shidogo lab position-control --quick --out lab/try\n  \
    shidogo lab position-control --threads 8 --policy-net kata1-b18c384nbt.bin.gz --out lab/control\n  \
    shidogo lab position-control --size 9 --visits 100 --player naive --player gentle \
    --opponent 'gnugo --mode gtp --level 10 --chinese-rules' --opponent level:12k --out lab/gnugo")]
pub struct Arguments {
    #[command(flatten)]
    common: Common,
}

const PLAYERS: [(&str, &str); 7] = [
    ("normal", "network"),
    ("naive", "naive"),
    ("a15", "a15"),
    ("abc25", "abc25"),
    ("abc35", "abc35"),
    ("gentle", "gentle"),
    ("close", "close"),
];

pub fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let common = &arguments.common;
    let usual = PLAYERS.map(|(name, preset)| Named { name: name.into(), spec: common.preset(preset, &[]) });
    let experiment = common.prepare(usual.to_vec())?;
    let planned: Vec<_> = experiment.sizes.iter().flat_map(|size| experiment.plan(*size, None)).collect();
    experiment.run("position-control", &planned, report)
}
