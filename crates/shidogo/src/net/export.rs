//! `shidogo net export`: exports a network for other programs.

use std::path::PathBuf;

use anyhow::{Context, ensure};
use network::onnx;
use nn::onnx::Options;

/// Export a network as ONNX, for ONNX Runtime and many other programs.
#[derive(clap::Args)]
#[command(
    after_help = "Examples:\n  shidogo net export --net g170-b6c96-s175395328-d26788732.bin.gz --onnx b6c96.onnx\n  \
    shidogo net export --net nets/b6c96-b65c5ae5fc934fdc.safetensors --onnx nine.onnx --size 9\n\n\
    Inputs and outputs are told in docs/networks.md."
)]
pub struct Arguments {
    /// Network file, KataGo's or our own.
    #[arg(long, value_name = "FILE")]
    net: PathBuf,
    /// File to write.
    #[arg(long, value_name = "OUT")]
    onnx: PathBuf,
    /// Fix the board size, which makes some programs faster [default: any size].
    #[arg(long, value_name = "N")]
    size: Option<usize>,
}

pub fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let size = arguments.size;
    ensure!(size.is_none_or(|side| (2..=19).contains(&side)), "--size is not a board: use 2 to 19");
    let network = network::load(&arguments.net)?;
    let fixed = (2..=19).find(|side| network.graph.fixed_points() == Some(side * side));
    let side = size.or(fixed);
    let options = Options { board: side.map(|side| (side, side)), ..Options::default() };
    let bytes = onnx::export(&network, &options)?;
    let out = &arguments.onnx;
    atomic_file::write(out, &bytes).with_context(|| format!("cannot write {}", out.display()))?;
    let board = side.map_or("any board".to_string(), |side| format!("{side}×{side}"));
    println!("{}: {} for {board}, {} bytes", out.display(), network.name, bytes.len());
    Ok(())
}
