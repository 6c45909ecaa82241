//! `shidogo net`: network files.

mod convert;
mod export;
mod info;
mod new;

use std::path::{Path, PathBuf};

use anyhow::{Context, ensure};
use network::Network;
use network::weights::{self, EXTENSION, Header, Precision};

/// Inspect, create, convert and export networks.
#[derive(clap::Args)]
pub struct Arguments {
    #[command(subcommand)]
    what: What,
}

#[derive(clap::Subcommand)]
enum What {
    Convert(convert::Arguments),
    Export(export::Arguments),
    Info(info::Arguments),
    New(new::Arguments),
}

pub fn run(arguments: &Arguments) -> anyhow::Result<()> {
    match &arguments.what {
        What::Convert(arguments) => convert::run(arguments),
        What::Export(arguments) => export::run(arguments),
        What::Info(arguments) => info::run(arguments),
        What::New(arguments) => new::run(arguments),
    }
}

/// Writes one of our networks into a folder or to a file, and returns its path.
pub fn store(
    header: &Header,
    network: &Network,
    precision: Precision,
    out: &Path,
) -> anyhow::Result<PathBuf> {
    let has_name = out.extension().is_some_and(|extension| extension == EXTENSION) && !out.is_dir();
    ensure!(has_name || out.is_dir(), "{} is neither a folder nor ends in .{EXTENSION}", out.display());
    let path = match has_name {
        true => weights::write_as(header, network, precision, out).map(|()| out.to_path_buf()),
        false => weights::write(header, network, precision, out),
    };
    path.with_context(|| format!("cannot write to {}", out.display()))
}
