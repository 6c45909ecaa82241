//! `shidogo bench`: measures speed, and detects changes of behaviour.

mod evaluations;
mod experts;
mod humans;
mod levels;
mod playouts;
mod ranks;
mod search;
mod selfplay;
mod signature;
mod spread;
mod teaching;
mod thinking_times;

pub use humans::backends;

/// Measure speed, or print a signature of the engine's behaviour.
#[derive(clap::Args)]
pub struct Arguments {
    #[command(subcommand)]
    what: What,
}

#[derive(clap::Subcommand)]
enum What {
    Evaluations(evaluations::Arguments),
    Experts(experts::Arguments),
    Levels(levels::Arguments),
    Humans(humans::Arguments),
    Playouts(playouts::Arguments),
    Ranks(ranks::Arguments),
    Search(search::Arguments),
    Selfplay(selfplay::Arguments),
    Signature,
    Spread(spread::Arguments),
    Teaching(teaching::Arguments),
    ThinkingTimes(thinking_times::Arguments),
}

pub fn run(arguments: &Arguments) -> anyhow::Result<()> {
    match &arguments.what {
        What::Evaluations(arguments) => evaluations::run(arguments),
        What::Experts(arguments) => experts::run(arguments),
        What::Levels(arguments) => levels::run(arguments),
        What::Humans(arguments) => humans::run(arguments),
        What::Playouts(arguments) => playouts::run(arguments),
        What::Ranks(arguments) => ranks::run(arguments),
        What::Search(arguments) => search::run(arguments),
        What::Selfplay(arguments) => selfplay::run(arguments),
        What::Signature => signature::run(),
        What::Spread(arguments) => spread::run(arguments),
        What::Teaching(arguments) => teaching::run(arguments),
        What::ThinkingTimes(arguments) => thinking_times::run(arguments),
    }
}
