//! `shidogo net convert`: the same network with weights stored in another way.

use std::path::PathBuf;

use anyhow::{Context, bail};
use network::weights::{self, Precision};

/// Store a network of our own with shorter or longer weights.
#[derive(clap::Args)]
#[command(after_help = "Example:\n  shidogo net convert --net nets/b6c96-b65c5ae5fc934fdc.safetensors \
    --precision f16 --out nets\n\n\
    The path of the new file is printed. In a folder its name carries the beginning of its hash.")]
pub struct Arguments {
    /// A network of our own.
    #[arg(long, value_name = "FILE")]
    net: PathBuf,
    /// How weights are stored: f32, f16 or bf16.
    #[arg(long)]
    precision: Precision,
    /// A folder, or a name that ends in .safetensors.
    #[arg(long, value_name = "PATH")]
    out: PathBuf,
}

pub fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let path = &arguments.net;
    let bytes = std::fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
    if !weights::looks_like(&bytes) {
        network::load(path)?;
        bail!("{} is a network of KataGo's: only our own are stored", path.display());
    }
    let stored = weights::load(path).with_context(|| path.display().to_string())?;
    let path = super::store(&stored.header, &stored.network, arguments.precision, &arguments.out)?;
    println!("{}", path.display());
    Ok(())
}
