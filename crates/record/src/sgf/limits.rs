//! Limits on the size of a file.

/// Limits on a file, each checked before memory is allocated.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// Bytes in the file.
    pub bytes: usize,
    /// Nodes in all trees together.
    pub nodes: usize,
    /// Depth of nested variations. Only `nodes` limits the length of a line of play.
    pub depth: usize,
    /// Properties of one node.
    pub properties: usize,
    /// Values of all properties of all nodes.
    pub values: usize,
    /// Bytes of one value, in UTF-8.
    pub value_bytes: usize,
}

impl Limits {
    /// For our own files.
    pub const NONE: Limits = Limits {
        bytes: usize::MAX,
        nodes: usize::MAX,
        depth: usize::MAX,
        properties: usize::MAX,
        values: usize::MAX,
        value_bytes: usize::MAX,
    };
}

/// More than any record of one game needs. The worst file within these limits takes half a gigabyte of
/// memory.
impl Default for Limits {
    fn default() -> Limits {
        Limits {
            bytes: 16 << 20,
            nodes: 1_000_000,
            depth: 10_000,
            properties: 256,
            values: 2_000_000,
            value_bytes: 1 << 20,
        }
    }
}
