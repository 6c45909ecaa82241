//! `shidogo net convert`: stores a network's weights with another precision.

use std::path::PathBuf;

use anyhow::{Context, bail};
use network::weights::{self, Precision};

/// Convert the weights of one of our networks to another precision.
#[derive(clap::Args)]
#[command(after_help = "Example:\n  shidogo net convert --net nets/b6c96-b65c5ae5fc934fdc.safetensors \
    --precision f16 --out nets\n\n\
    The path of the new file is printed. In a folder its name carries the beginning of its hash.")]
pub struct Arguments {
    /// Network file (.safetensors).
    #[arg(long, value_name = "FILE")]
    net: PathBuf,
    /// Precision of the weights: f32, f16 or bf16.
    #[arg(long)]
    precision: Precision,
    /// Folder, or file name that ends in .safetensors.
    #[arg(long, value_name = "PATH")]
    out: PathBuf,
}

pub fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let path = &arguments.net;
    let bytes = std::fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
    if !weights::looks_like(&bytes) {
        network::load(path)?;
        bail!("{} is a KataGo network: only our own networks can be converted", path.display());
    }
    let stored = weights::load(path).with_context(|| path.display().to_string())?;
    let path = super::store(&stored.header, &stored.network, arguments.precision, &arguments.out)?;
    println!("{}", path.display());
    Ok(())
}
