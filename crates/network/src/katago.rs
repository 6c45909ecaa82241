//! KataGo's network files.
//!
//! Such a file is a list of words between white space, one layer after the other as the network runs: its name, its
//! sizes, then its weights. Weights are words as well, or `@BIN@` followed by their bytes, four each, lowest first.
//! The file may be packed by gzip. Nothing says in advance how long it is or how many layers come, so everything is
//! believed only as far as the data that was really there.

mod blocks;
mod heads;
mod layers;
mod source;
mod transformer;
mod trunk;

use std::io::BufRead;
use std::ops::RangeInclusive;

use crate::problem::Problem;
use crate::{Heads, KataGoHeads, Network, Planes, Scales};
use layers::Layers;
use source::Source;

/// The versions of networks that can be read. Older ones have other inputs.
const VERSIONS: RangeInclusive<i64> = 8..=17;

const PLANES: usize = 22;
const FLAT_FEATURES: usize = 19;
const RANK_FEATURES: usize = 192;

/// Reads a network of at most `limit` bytes.
pub(crate) fn read(data: &mut dyn BufRead, limit: u64) -> Result<Network, Problem> {
    let mut source = Source::new(data, limit);
    let header = Header::read(&mut source)?;
    let mut layers = Layers::new(source, header.version);
    let trunk = trunk::read(&mut layers, header.ranks)?;
    let policy = heads::read_policy(&mut layers, trunk)?;
    let value = heads::read_value(&mut layers, trunk)?;
    let (mut graph, mut source) = layers.finish();
    source.end()?;
    let heads = KataGoHeads {
        version: header.version,
        policy: graph.output(policy.board),
        pass: graph.output(policy.pass),
        value: graph.output(value.outcome),
        score: graph.output(value.score),
        ownership: graph.output(value.ownership),
        scales: header.scales,
    };
    let (life_under_suicide, ranks) = (header.life_under_suicide, header.ranks);
    let planes = Planes::KataGo { life_under_suicide, ranks, board_only: false };
    Ok(Network { name: header.name, graph, planes, heads: Heads::KataGo(heads) })
}

/// What stands before the first layer.
struct Header {
    name: String,
    version: u32,
    scales: Scales,
    ranks: bool,
    life_under_suicide: bool,
}

impl Header {
    fn read(source: &mut Source) -> Result<Header, Problem> {
        // Files that only look like text give themselves away here.
        let name = source.word().map_err(|_| Problem::NotANetwork)?;
        let version = source.word().map_err(|_| Problem::NotANetwork)?;
        let version: i64 = version.parse().map_err(|_| Problem::NotANetwork)?;
        if !VERSIONS.contains(&version) {
            return Err(Problem::Version { found: version, known: VERSIONS });
        }
        source.enter("the header");
        for (what, expected) in [("planes", PLANES), ("flat features", FLAT_FEATURES)] {
            let got = source.size()?;
            if got != expected {
                return Err(source.wrong(format!("{got} {what} as inputs, {expected} are known")));
            }
        }
        let scales = if version >= 13 { scales(source)? } else { OLD_SCALES };
        let (mut ranks, mut life_under_suicide) = (false, false);
        if version >= 15 {
            ranks = source.flag("the encoding of ranks")?;
            life_under_suicide = source.flag("unconditional life under suicide")?;
            source.unused(6)?;
        }
        Ok(Header { name, version: version as u32, scales, ranks, life_under_suicide })
    }
}

/// What versions before 13 mean without saying it.
const OLD_SCALES: Scales = Scales {
    score_mean: 20.0,
    score_spread: 20.0,
    lead: 20.0,
    time_left: 40.0,
    win_error: 0.25,
    score_error: 30.0,
    output: 1.0,
};

fn scales(source: &mut Source) -> Result<Scales, Problem> {
    // The first one is for targets of training only.
    source.positive()?;
    Ok(Scales {
        score_mean: source.positive()?,
        score_spread: source.positive()?,
        lead: source.positive()?,
        time_left: source.positive()?,
        win_error: source.positive()?,
        score_error: source.positive()?,
        output: 1.0,
    })
}
