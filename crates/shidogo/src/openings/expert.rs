//! Which expert finishes games.

use std::sync::Arc;

use anyhow::{Context, ensure};
use board::Size;
use network::{Backend, EvaluatorSettings, NetworkEvaluator, OutputSettings};
use nn::ExecutorKind;
use openings::expert::{GnuGo, NetworkEvaluation, NetworkPolicy, Parallel, Playouts};
use openings::{Expert, ExpertKind, ExpertSettings};

#[derive(clap::Args, Clone, Default)]
pub struct ExpertArguments {
    /// Who finishes games: playouts (built in, the mean of many quick games), evaluation (the lead that a network expects),
    /// policy (a network plays its likeliest moves) or gnugo, as in the paper [default: playouts].
    #[arg(long, value_name = "KIND")]
    expert: Option<ExpertKind>,
    /// Playouts per game, for --expert playouts [default: 64].
    #[arg(long, value_name = "N")]
    playouts: Option<u32>,
    /// Network file, for --expert evaluation and policy [default: the network inside].
    #[arg(long, value_name = "FILE")]
    net: Option<String>,
    /// How GNU Go is started, for --expert gnugo [default: gnugo].
    #[arg(long, value_name = "PROGRAM")]
    gnugo: Option<String>,
    /// GNU Go's level, 0 to 10 [default: 0].
    #[arg(long, value_name = "L")]
    level: Option<u32>,
    /// Seconds that GNU Go may take for an answer before it is started again [default: 60].
    #[arg(long, value_name = "S")]
    timeout: Option<f64>,
}

impl ExpertArguments {
    pub fn put_over(&self, settings: &mut ExpertSettings) {
        settings.kind = self.expert.unwrap_or(settings.kind);
        settings.playouts = self.playouts.unwrap_or(settings.playouts);
        settings.net = self.net.clone().unwrap_or(std::mem::take(&mut settings.net));
        settings.gnugo = self.gnugo.clone().unwrap_or(std::mem::take(&mut settings.gnugo));
        settings.level = self.level.unwrap_or(settings.level);
        settings.timeout = self.timeout.unwrap_or(settings.timeout);
    }
}

/// The expert of the settings, on this many threads or processes.
pub fn expert(settings: &ExpertSettings, size: Size, threads: usize) -> anyhow::Result<Box<dyn Expert>> {
    Ok(match settings.kind {
        ExpertKind::Playouts => Box::new(Playouts::new(settings.playouts, threads)),
        ExpertKind::GnuGo => Box::new(GnuGo::start(settings, threads)?),
        ExpertKind::Evaluation | ExpertKind::Policy => {
            let backend = network_backend(&settings.net, size).context("--net")?;
            let one = |_| -> anyhow::Result<Box<dyn Expert>> {
                let evaluator = Box::new(network_evaluator(&backend)?);
                Ok(match settings.kind {
                    ExpertKind::Evaluation => Box::new(NetworkEvaluation::new(evaluator)),
                    _ => Box::new(NetworkPolicy::new(evaluator)),
                })
            };
            Box::new(Parallel::new((0..threads.max(1)).map(one).collect::<Result<_, _>>()?))
        }
    })
}

/// A network that can play on the board.
pub fn network_backend(net: &str, size: Size) -> anyhow::Result<Backend> {
    let network = Arc::new(network::load(net)?);
    let fits = network.graph.fixed_points().is_none_or(|points| points == size.points());
    ensure!(fits, "{net}: the network cannot play on a {size} board");
    Ok(Backend::new(ExecutorKind::Cpu, network)?)
}

pub fn network_evaluator(backend: &Backend) -> anyhow::Result<NetworkEvaluator> {
    let outputs = OutputSettings { ownership: true, ..OutputSettings::default() };
    let how = EvaluatorSettings { outputs, ..EvaluatorSettings::default() };
    Ok(NetworkEvaluator::new(backend, how, 0)?)
}
