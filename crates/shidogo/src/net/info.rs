//! `shidogo net info`: shows what is in a network file.

use std::io::Write;
use std::path::PathBuf;

use anyhow::Context;
use network::weights::{self, Header};
use network::{Heads, Network};
use nn::{Shape, summary};
use serde::Serialize;

/// Show what is in a network file, KataGo's or our own.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  shidogo net info --net g170-b6c96-s175395328-d26788732.bin.gz\n  \
    shidogo net info --net first-0f1e2d3c4b5a6978.safetensors --json")]
pub struct Arguments {
    /// Network file.
    #[arg(long, value_name = "FILE")]
    net: PathBuf,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Info {
    name: String,
    /// The format: KataGo's or ours.
    kind: &'static str,
    /// The version of KataGo's model, or of our weights format.
    version: u64,
    blocks: Vec<Blocks>,
    channels: usize,
    parameters: usize,
    /// Board sizes it can play on.
    plays: Vec<usize>,
    inputs: Vec<String>,
    outputs: Vec<String>,
    /// The header of our own files.
    #[serde(skip_serializing_if = "Option::is_none")]
    header: Option<Header>,
    bytes: usize,
    sha256: String,
}

#[derive(Serialize)]
struct Blocks {
    kind: String,
    count: usize,
}

pub fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let network = network::load(&arguments.net)?;
    let bytes =
        std::fs::read(&arguments.net).with_context(|| format!("cannot read {}", arguments.net.display()))?;
    let header = match weights::looks_like(&bytes) {
        true => Some(weights::read_header(&bytes)?),
        false => None,
    };
    let info = Info::of(&network, header, &bytes);
    let mut out = std::io::stdout().lock();
    if arguments.json {
        serde_json::to_writer(&mut out, &info)?;
        writeln!(out)?;
    } else {
        info.print(&mut out, &network)?;
    }
    Ok(())
}

impl Info {
    fn of(network: &Network, header: Option<Header>, bytes: &[u8]) -> Info {
        let graph = &network.graph;
        let (kind, version) = match &network.heads {
            Heads::KataGo(heads) => ("katago", u64::from(heads.version)),
            Heads::Curve(_) => ("shidogo", weights::FORMAT),
        };
        let plays = (2..=19).filter(|side| graph.fixed_points().is_none_or(|points| points == side * side));
        Info {
            name: network.name.clone(),
            kind,
            version,
            blocks: summary::blocks(graph).into_iter().map(|(kind, count)| Blocks { kind, count }).collect(),
            channels: summary::channels(graph),
            parameters: graph.parameters(),
            plays: plays.collect(),
            inputs: graph.inputs().map(|(_, shape)| in_words(shape)).collect(),
            outputs: outputs(network),
            header,
            bytes: bytes.len(),
            sha256: weights::hash(bytes),
        }
    }

    fn print(&self, out: &mut impl Write, network: &Network) -> std::io::Result<()> {
        let mut line = |what: &str, text: String| writeln!(out, "{what:<12}{text}");
        line("name", self.name.clone())?;
        line(
            "kind",
            match self.kind {
                "katago" => format!("KataGo, model version {}", self.version),
                _ => format!("Shidogo, weights format {}", self.version),
            },
        )?;
        let blocks: Vec<_> = self.blocks.iter().map(|blocks| (blocks.kind.clone(), blocks.count)).collect();
        line("blocks", summary::in_words(&blocks))?;
        line("channels", self.channels.to_string())?;
        line("parameters", self.parameters.to_string())?;
        line(
            "plays on",
            match self.plays.as_slice() {
                [side] => format!("{side}×{side}"),
                _ => "any size from 2 to 19".into(),
            },
        )?;
        line("inputs", format!("{} ({})", self.inputs.join(", "), network.planes))?;
        line("outputs", self.outputs.join(", "))?;
        if let Some(header) = &self.header {
            let sizes: Vec<String> = header.sizes.iter().map(|side| format!("{side}×{side}")).collect();
            line("made for", sizes.join(", "))?;
            line("trained on", trained_on(header))?;
        }
        line("sha256", self.sha256.clone())
    }
}

fn in_words(shape: Shape) -> String {
    let (count, what) = match shape {
        Shape::Board(channels) => (channels, "plane"),
        Shape::Flat(channels) => (channels, "number"),
    };
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}

fn outputs(network: &Network) -> Vec<String> {
    let graph = &network.graph;
    let shape = |place: usize| graph.outputs().get(place).map(|value| in_words(graph.shape(*value)));
    let outputs = network.heads.outputs().into_iter();
    outputs.filter_map(|(name, place)| Some(format!("{name} ({})", shape(place)?))).collect()
}

fn trained_on(header: &Header) -> String {
    let training = &header.training;
    let mut words = vec![training.data.clone()];
    for (what, count) in [
        ("games", training.games),
        ("samples", training.samples),
        ("steps", training.steps),
        ("generations", training.generation),
    ] {
        if count > 0 {
            words.push(format!("{count} {what}"));
        }
    }
    words.extend(training.seed.map(|seed| format!("seed {seed}")));
    words.extend(training.parent.as_ref().map(|parent| format!("from {parent}")));
    words.retain(|word| !word.is_empty());
    if words.is_empty() { "unknown".into() } else { words.join(", ") }
}
