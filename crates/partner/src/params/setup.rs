//! Who evaluates positions, on which machine. Fixed when a session begins: clients cannot change it.

use nn::ExecutorKind;

use super::kinds::{Holder, Network};
use super::{Param, Scope};
use crate::settings::EvaluatorKind;

pub(super) const PARAMS: &[Param] = &[
    Param {
        name: "evaluator",
        explanation: "What evaluates positions: playouts with sensible moves (guided) or random moves (uniform), a network, or, for tests, the area score of the board as it stands (area).",
        scope: Scope::Setup,
        range: "guided, uniform, network or area",
        old: &["judge"],
        get: |s| Some(s.evaluator.to_string()),
        set: |s, text| text.parse().ok().map(|kind: EvaluatorKind| s.set_evaluator(kind)),
    },
    Param {
        name: "nnModelFile",
        explanation: "The network file: KataGo's (.bin.gz, .txt.gz), our own (.safetensors), or default for the built-in network.",
        scope: Scope::Setup,
        range: "a file",
        old: &["net"],
        get: |s| Some(s.net.clone().unwrap_or_default()),
        set: |s, text| {
            s.net = (!text.is_empty()).then(|| text.to_string());
            Some(())
        },
    },
    Param {
        name: "humanModelFile",
        explanation: "The file of a human network, which knows what people of each rank would play. KataGo's option -human-model.",
        scope: Scope::Setup,
        range: "a file",
        old: &[],
        get: |s| Some(s.human_net.clone().unwrap_or_default()),
        set: |s, text| {
            s.human_net = (!text.is_empty()).then(|| text.to_string());
            Some(())
        },
    },
    Param {
        name: "nnExecutor",
        explanation: "What runs the network.",
        scope: Scope::Setup,
        range: "cpu, cpu-f32, onnx, torch, torch-f32 or check",
        old: &["executor"],
        get: |s| Network::of(s).map(|s| s.executor.to_string()),
        set: |s, text| text.parse().ok().map(|kind: ExecutorKind| s.executor = kind),
    },
    Param {
        name: "searchRandSeed",
        explanation: "Random seed. The same seed and one thread give the same moves; with none, every session plays differently.",
        scope: Scope::Setup,
        range: "a whole number, or none",
        old: &["seed"],
        get: |s| Some(s.seed.map_or("none".into(), |seed| seed.to_string())),
        set: |s, text| {
            s.seed = if text == "none" { None } else { Some(text.parse().ok()?) };
            Some(())
        },
    },
];
