//! `shidogo net`: networks as files.

mod info;
mod new;

/// Look at networks and make new ones.
#[derive(clap::Args)]
pub struct Arguments {
    #[command(subcommand)]
    what: What,
}

#[derive(clap::Subcommand)]
enum What {
    Info(info::Arguments),
    New(new::Arguments),
}

pub fn run(arguments: &Arguments) -> anyhow::Result<()> {
    match &arguments.what {
        What::Info(arguments) => info::run(arguments),
        What::New(arguments) => new::run(arguments),
    }
}
