//! Networks as ONNX files for other programs.

use nn::Shape;
use nn::onnx::{ExportError, ModelInfo, Options};

use crate::network::{Heads, Metadata, Network};

/// The bytes of an ONNX file for a network, with metadata that explains its inputs and outputs.
pub fn export(network: &Network, options: &Options) -> Result<Vec<u8>, ExportError> {
    nn::onnx::export(&network.graph, &info(network), options)
}

fn info(network: &Network) -> ModelInfo {
    let players = match network.planes.metadata() {
        Some(Metadata::Players) => "players",
        _ => "ranks",
    };
    let mut flat_names = ["features", players].into_iter();
    let input = |shape| match shape {
        Shape::Board(_) => "planes",
        Shape::Flat(_) => flat_names.next().unwrap_or("more"),
    };
    let named = network.heads.outputs();
    let output = |place| named.iter().find(|(_, of)| *of == place).map_or("output", |(name, _)| name);
    ModelInfo {
        name: network.name.clone(),
        inputs: network.graph.inputs().map(|(_, shape)| shape).map(input).map(String::from).collect(),
        outputs: (0..network.graph.outputs().len()).map(output).map(String::from).collect(),
        metadata: metadata(network),
    }
}

fn metadata(network: &Network) -> Vec<(String, String)> {
    let mut entries = vec![("inputs".to_string(), network.planes.to_string())];
    match &network.heads {
        Heads::KataGo(heads) => {
            let outputs = format!("KataGo's of model version {}, unscaled", heads.version);
            entries.push(("outputs".into(), outputs));
            let scales = &heads.scales;
            for (name, scale) in [
                ("output", scales.output),
                ("score_mean", scales.score_mean),
                ("score_spread", scales.score_stdev),
                ("lead", scales.lead),
                ("time_left", scales.var_time_left),
                ("win_error", scales.shortterm_value_error),
                ("score_error", scales.shortterm_score_error),
            ] {
                entries.push((format!("scale.{name}"), scale.to_string()));
            }
        }
        Heads::Curve(_) => {
            let meaning = "logits; the lead in points without komi and ln of the confidence, for the side to move; \
                ownership before tanh";
            entries.push(("outputs".into(), meaning.into()));
        }
    }
    entries
}
