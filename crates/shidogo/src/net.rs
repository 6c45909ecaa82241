//! `shidogo net`: networks as files.

mod export;
mod info;
mod new;

/// Look at networks, make new ones, and write them for other programs.
#[derive(clap::Args)]
pub struct Arguments {
    #[command(subcommand)]
    what: What,
}

#[derive(clap::Subcommand)]
enum What {
    Export(export::Arguments),
    Info(info::Arguments),
    New(new::Arguments),
}

pub fn run(arguments: &Arguments) -> anyhow::Result<()> {
    match &arguments.what {
        What::Export(arguments) => export::run(arguments),
        What::Info(arguments) => info::run(arguments),
        What::New(arguments) => new::run(arguments),
    }
}
