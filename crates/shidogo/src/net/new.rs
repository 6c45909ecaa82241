//! `shidogo net new`: creates a network with random weights.

use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use network::architecture::{Architecture, HeadSettings};
use network::random;
use network::weights::{Header, Precision, Training};

/// Create a network with random weights, for tests or to start learning from.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  shidogo net new --architecture b6c96 --seed 1 --out nets\n  \
    shidogo net new --architecture paper-4x128 --sizes 7 --seed 1 --out seven.safetensors\n  \
    shidogo net new --architecture mine.toml --name mine --seed 1 --out nets\n\n\
    The path of the file is printed. In a folder its name carries the beginning of its hash.")]
pub struct Arguments {
    /// b6c96, b10c128, paper-4x128, paper-8x160, paper-12x256, tiny, or a TOML file.
    #[arg(long, value_name = "NAME|FILE")]
    architecture: String,
    /// Random seed of the weights.
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// Folder, or file name that ends in .safetensors.
    #[arg(long, value_name = "PATH")]
    out: PathBuf,
    /// Name of the network [default: the name of the architecture].
    #[arg(long)]
    name: Option<String>,
    /// Board sizes it is for.
    #[arg(long, value_name = "N,N…", value_delimiter = ',')]
    sizes: Vec<usize>,
    /// Precision of the weights: f32, f16 or bf16.
    #[arg(long, default_value_t)]
    precision: Precision,
}

pub fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let mut architecture = architecture(&arguments.architecture)?;
    let sizes = sizes(&mut architecture, &arguments.sizes)?;
    let stem = Path::new(&arguments.architecture).file_stem().unwrap_or_default().to_string_lossy();
    let name = arguments.name.clone().unwrap_or(stem.into());
    let network = random::network(&name, &architecture, arguments.seed)?;
    let data = "nothing: random weights".into();
    let training = Training { data, seed: Some(arguments.seed), ..Training::default() };
    let header = Header { name, architecture, sizes, training };
    let path = super::store(&header, &network, arguments.precision, &arguments.out)?;
    println!("{}", path.display());
    Ok(())
}

fn architecture(name: &str) -> anyhow::Result<Architecture> {
    if let Some(preset) = Architecture::preset(name) {
        return Ok(preset);
    }
    if !name.ends_with(".toml") {
        let known: Vec<&str> = Architecture::presets().collect();
        bail!("unknown architecture {name:?}: use {}, or FILE.toml", known.join(", "));
    }
    let text = std::fs::read_to_string(name).with_context(|| format!("cannot read {name}"))?;
    Architecture::from_toml(&text).with_context(|| name.to_string())
}

/// The requested sizes or the default ones. Heads for one size are made for the requested size.
fn sizes(architecture: &mut Architecture, asked: &[usize]) -> anyhow::Result<Vec<usize>> {
    let playable = |side: &usize| (2..=19).contains(side);
    if let Some(side) = asked.iter().find(|side| !playable(side)) {
        bail!("--sizes {side} is not a board: use 2 to 19");
    }
    match (&mut architecture.heads, asked) {
        (HeadSettings::Free(_), []) => Ok(vec![9, 13, 19]),
        (HeadSettings::Free(_), _) => Ok(asked.to_vec()),
        (HeadSettings::Fixed(heads), []) => Ok(vec![heads.side]),
        (HeadSettings::Fixed(heads), [side]) => {
            heads.side = *side;
            Ok(vec![*side])
        }
        (HeadSettings::Fixed(_), _) => bail!("--sizes: this architecture supports only one size"),
    }
}
