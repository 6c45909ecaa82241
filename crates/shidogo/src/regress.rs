//! `shidogo regress`: runs test suites of positions with known answers.

use std::io::{IsTerminal, Write};
use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context, bail};
use arena::PlayerSpec;
use arena::regression::{Counts, Outcome, Report, Suite, TestReport, run as run_suite};
use indicatif::{ProgressBar, ProgressStyle};
use partner::LoadedNetworks;
use serde_json::json;

use crate::player;

/// Run regression suites in the format of GNU Go, Fuego and GoGui.
///
/// A suite is a file of GTP commands; `#? [pattern]` after a command gives its expected answer. Paths of
/// games are relative to the suite.
#[derive(clap::Args)]
#[command(after_help = "Example:\n  shidogo regress suites/*.tst --player preset:playout,visits:5000 -v\n  \
    shidogo regress suites/ladders.tst --player 'gnugo --mode gtp' --json")]
pub struct Arguments {
    /// Test suites.
    #[arg(required = true, value_name = "FILE.tst")]
    suites: Vec<PathBuf>,
    /// The player: preset:NAME or net:FILE, each with [,visits:N][,time:S][,threads:T][,seed:N], or the
    /// quoted command line of a GTP engine.
    #[arg(long, value_name = "PLAYER", default_value = "preset:playout")]
    player: String,
    /// A test fails if it gets no answer for this many seconds.
    #[arg(long, value_name = "S", default_value_t = 300.0)]
    timeout: f64,
    /// Show every test that failed, or that passed unexpectedly.
    #[arg(short, long)]
    verbose: bool,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

pub fn run(arguments: &Arguments) -> anyhow::Result<()> {
    if !(arguments.timeout > 0.0 && arguments.timeout < 1e6) {
        bail!("--timeout must be above 0 and below a million seconds");
    }
    let mut player: PlayerSpec = arguments.player.parse().context("--player")?;
    if let PlayerSpec::Preset(preset) = &mut player {
        // The same result every time.
        preset.seed = preset.seed.or(Some(1));
        // The engine runs in its own process, where a bad network would look like a crash.
        player::evaluators(&preset.settings().context("--player")?, &LoadedNetworks::default())
            .context("--player")?;
    }
    let own = std::env::current_exe().context("cannot find this program's own file")?;
    let line =
        player.command_line(&own).with_context(|| format!("--player: {player} plays in matches only"))?;
    let suites = arguments.suites.iter().map(|file| Suite::load(file)).collect::<Result<Vec<_>, _>>()?;
    let bar = progress_bar(suites.iter().map(Suite::tests).sum());
    let limit = Duration::from_secs_f64(arguments.timeout);
    let mut reports = Vec::new();
    for suite in &suites {
        bar.set_message(suite.name.clone());
        let report = run_suite(suite, &line, limit, &mut |test: &TestReport| {
            bar.inc(1);
            if arguments.verbose {
                bar.suspend(|| show(&suite.name, test));
            }
        });
        reports.push(report.with_context(|| player.to_string())?);
    }
    bar.finish_and_clear();
    for (report, trouble) in reports.iter().flat_map(|r| r.troubles.iter().map(move |t| (r, t))) {
        eprintln!("{} {trouble}", report.suite);
    }
    let mut out = std::io::stdout();
    match arguments.json {
        true => writeln!(out, "{}", as_json(&player, &reports))?,
        false => table(&reports, &mut out)?,
    }
    Ok(())
}

fn progress_bar(tests: usize) -> ProgressBar {
    if !std::io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let style = ProgressStyle::with_template("{bar:30} {pos}/{len} tests {elapsed}, {eta} to go, {msg}");
    ProgressBar::new(tests as u64).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}

/// One line for every test that failed or passed unexpectedly, and for expected failures.
fn show(suite: &str, test: &TestReport) {
    let word = match test.outcome {
        Outcome::Pass | Outcome::Ignored => return,
        Outcome::Fail => "FAIL",
        Outcome::ExpectedFail => "XFAIL",
        Outcome::UnexpectedPass => "PASS",
    };
    let answer = test.answer.replace('\n', " ");
    eprintln!("{word:<5} {suite} {}: {} gave {answer}, expected [{}]", test.id, test.command, test.expected);
}

fn table(reports: &[Report], out: &mut impl Write) -> std::io::Result<()> {
    let width = reports.iter().map(|r| r.suite.chars().count()).max().unwrap_or(0).max(5);
    writeln!(
        out,
        "{:<width$} {:>6} {:>6} {:>6} {:>6} {:>6} {:>8}",
        "suite", "tests", "pass", "fail", "PASS", "XFAIL", "seconds"
    )?;
    let mut row = |name: &str, c: Counts, seconds: f64| {
        writeln!(
            out,
            "{name:<width$} {:>6} {:>6} {:>6} {:>6} {:>6} {seconds:>8.1}",
            c.tests, c.pass, c.fail, c.unexpected_pass, c.expected_fail
        )
    };
    for report in reports {
        row(&report.suite, report.counts, report.seconds)?;
    }
    row("total", Counts::sum(reports), reports.iter().map(|r| r.seconds).sum())?;
    writeln!(out, "PASS: passed, but was expected to fail; XFAIL: failed as expected")
}

fn as_json(player: &PlayerSpec, reports: &[Report]) -> serde_json::Value {
    json!({ "player": player.to_string(), "total": Counts::sum(reports), "suites": reports })
}
