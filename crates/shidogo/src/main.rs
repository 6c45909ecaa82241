//! The binary: arguments, settings, one call. One file per subcommand.

mod analysis;
mod bench;
mod client;
mod fights;
mod gtp;
mod katago_arguments;
mod lab;
mod learn;
mod match_;
mod memory;
mod net;
mod old_flags;
mod openings;
mod page;
mod perft;
mod player;
mod rank;
mod rate;
mod regress;
mod review;
mod run;
mod selfplay;
mod train;

use std::process::ExitCode;

use clap::error::ErrorKind;
use clap::{Parser, Subcommand};

/// A Go engine and teaching partner.
///
/// Without a subcommand, it opens a board in your browser.
#[derive(Parser)]
#[command(name = "shidogo", version)]
struct Arguments {
    #[command(subcommand)]
    job: Option<Job>,
    #[command(flatten)]
    memory: memory::MemoryArguments,
}

#[derive(Subcommand)]
enum Job {
    Analysis(Box<analysis::Arguments>),
    Bench(bench::Arguments),
    Fights(fights::Arguments),
    Gtp(gtp::Arguments),
    Lab(Box<lab::Arguments>),
    Learn(learn::Arguments),
    Match(Box<match_::Arguments>),
    Net(net::Arguments),
    Openings(openings::Arguments),
    Page(page::Arguments),
    Perft(perft::Arguments),
    Rank(rank::Arguments),
    Rate(rate::Arguments),
    Regress(regress::Arguments),
    Review(review::Arguments),
    Run(run::Arguments),
    Selfplay(selfplay::Arguments),
    Train(train::Arguments),
}

fn main() -> ExitCode {
    let (words, dropped) = katago_arguments::translate(std::env::args_os().collect());
    for word in dropped {
        eprintln!("shidogo: {} has no effect here", word.to_string_lossy());
    }
    let (words, notes) = old_flags::translate(words);
    for note in notes {
        eprintln!("shidogo: {note}");
    }
    let arguments = match Arguments::try_parse_from(words) {
        Ok(arguments) => arguments,
        Err(error) => return usage(&error),
    };
    memory::limit(&arguments.memory);
    let done = match arguments.job.unwrap_or_else(|| Job::Page(page::Arguments::default())) {
        Job::Analysis(arguments) => analysis::run(&arguments),
        Job::Bench(arguments) => bench::run(&arguments),
        Job::Fights(arguments) => fights::run(&arguments),
        Job::Gtp(arguments) => gtp::run(&arguments),
        Job::Lab(arguments) => lab::run(&arguments),
        Job::Learn(arguments) => learn::run(&arguments),
        Job::Match(arguments) => match_::run(&arguments),
        Job::Net(arguments) => net::run(&arguments),
        Job::Openings(arguments) => openings::run(&arguments),
        Job::Page(arguments) => page::run(&arguments),
        Job::Perft(arguments) => perft::run(&arguments),
        Job::Rank(arguments) => rank::run(&arguments),
        Job::Rate(arguments) => rate::run(&arguments),
        Job::Regress(arguments) => regress::run(&arguments),
        Job::Review(arguments) => review::run(&arguments),
        Job::Run(arguments) => run::run(&arguments),
        Job::Selfplay(arguments) => selfplay::run(&arguments),
        Job::Train(arguments) => train::run(&arguments),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("shidogo: {}", one_line(&error));
            ExitCode::from(2)
        }
    }
}

/// An error and its causes, leaving out those that the text already contains.
fn one_line(error: &anyhow::Error) -> String {
    let mut line = String::new();
    for cause in error.chain().map(|cause| cause.to_string().replace('\n', " ")) {
        if line.is_empty() {
            line = cause;
        } else if !line.contains(&cause) {
            line = format!("{line}: {cause}");
        }
    }
    line
}

/// Help goes to stdout; a mistake is one line on stderr that says how to fix it.
fn usage(error: &clap::Error) -> ExitCode {
    if !error.use_stderr() {
        // If the reader has gone, there is nobody to tell.
        let _ = error.print();
        return ExitCode::SUCCESS;
    }
    let text = match error.kind() {
        // This would print the whole help.
        ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => {
            "an argument or a subcommand is missing".to_string()
        }
        _ => error.to_string(),
    };
    let mistake: Vec<&str> = text
        .lines()
        .take_while(|line| !line.starts_with("Usage:") && !line.starts_with("For more information"))
        .map(str::trim)
        .filter(|l| !l.is_empty())
        .collect();
    let mistake = mistake.join(" ");
    eprintln!("shidogo: {} (see --help)", mistake.strip_prefix("error: ").unwrap_or(&mistake));
    ExitCode::from(2)
}
