//! KataGo's network files.
//!
//! The file may be compressed with gzip. `nn::katago` reads its layers; this module reads the header and
//! knows what the inputs and outputs mean.

mod heads;

use std::io::BufRead;
use std::ops::RangeInclusive;
use std::sync::Arc;

use nn::katago::{Layers, Reader, TrunkInputs, read_trunk};
use nn::{Shape, check_memory};

use crate::error::ReadError;
use crate::network::{Heads, KataGoHeads, Metadata, Network, OutputScales, Planes};
use crate::planes::{KATAGO_FLAT, KATAGO_PLANES, RANK_FEATURES};

/// The model versions that can be read. Older ones have other inputs.
const VERSIONS: RangeInclusive<i64> = 8..=17;

/// Reads a network of at most `limit` bytes.
pub(crate) fn read(data: &mut dyn BufRead, limit: u64) -> Result<Network, ReadError> {
    let mut reader = Reader::new(data, limit);
    let header = Header::read(&mut reader)?;
    let mut layers = Layers::new(reader, header.version);
    let board = layers.input("board", Shape::Board(KATAGO_PLANES))?;
    let flat = layers.input("flat", Shape::Flat(KATAGO_FLAT))?;
    let metadata = match header.ranks {
        true => Some(layers.input("ranks", Shape::Flat(RANK_FEATURES))?),
        false => None,
    };
    let trunk = read_trunk(&mut layers, TrunkInputs { board, flat, metadata })?;
    let policy = heads::read_policy(&mut layers, trunk)?;
    let value = heads::read_value(&mut layers, trunk)?;
    let (mut graph, mut reader) = layers.finish();
    reader.end()?;
    let heads = KataGoHeads {
        version: header.version,
        policy: graph.output(policy.board),
        pass: graph.output(policy.pass),
        value: graph.output(value.outcome),
        score: graph.output(value.score),
        ownership: graph.output(value.ownership),
        scales: header.scales,
    };
    let metadata = header.ranks.then_some(Metadata::Profile);
    let planes =
        Planes::KataGo { life_under_suicide: header.life_under_suicide, metadata, board_only: false };
    // Outputs stay in memory to the end, so check the memory after they are known.
    check_memory(&graph)?;
    Ok(Network { name: header.name, graph: Arc::new(graph), planes, heads: Heads::KataGo(heads) })
}

/// The header before the first layer.
struct Header {
    name: String,
    version: u32,
    scales: OutputScales,
    ranks: bool,
    life_under_suicide: bool,
}

impl Header {
    fn read(reader: &mut Reader) -> Result<Header, ReadError> {
        // Files that only look like text fail here.
        let name = reader.word().map_err(|_| ReadError::NotANetwork)?;
        let version = reader.word().map_err(|_| ReadError::NotANetwork)?;
        let version: i64 = version.parse().map_err(|_| ReadError::NotANetwork)?;
        if !VERSIONS.contains(&version) {
            return Err(ReadError::Version { found: version, known: VERSIONS });
        }
        reader.enter("the header");
        for (what, expected) in [("planes", KATAGO_PLANES), ("flat features", KATAGO_FLAT)] {
            let got = reader.size()?;
            if got != expected {
                return Err(reader.wrong(format!("{got} {what} as inputs, {expected} are known")).into());
            }
        }
        let scales = if version >= 13 { scales(reader)? } else { OLD_SCALES };
        let (mut ranks, mut life_under_suicide) = (false, false);
        if version >= 15 {
            ranks = reader.flag("the encoding of ranks")?;
            life_under_suicide = reader.flag("unconditional life under suicide")?;
            reader.unused(6)?;
        }
        Ok(Header { name, version: version as u32, scales, ranks, life_under_suicide })
    }
}

/// The scales of versions before 13, which do not store them.
const OLD_SCALES: OutputScales = OutputScales {
    score_mean: 20.0,
    score_stdev: 20.0,
    lead: 20.0,
    var_time_left: 40.0,
    shortterm_value_error: 0.25,
    shortterm_score_error: 30.0,
    output: 1.0,
};

fn scales(reader: &mut Reader) -> Result<OutputScales, ReadError> {
    // The first one is only for training targets.
    reader.positive()?;
    Ok(OutputScales {
        score_mean: reader.positive()?,
        score_stdev: reader.positive()?,
        lead: reader.positive()?,
        var_time_left: reader.positive()?,
        shortterm_value_error: reader.positive()?,
        shortterm_score_error: reader.positive()?,
        output: 1.0,
    })
}
